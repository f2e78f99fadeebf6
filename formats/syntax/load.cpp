// SPDX-License-Identifier: Apache-2.0
#include "formats/syntax/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "engine/text/byte_order_mark.h"
#include "formats/syntax/load_tables.h"
#include "formats/syntax/parse.h"

namespace petriloom::loom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostImports = 1000;

/// The file that was asked for and all it imports, imported ones first.
class Loader {
 public:
  Loader(Sources& sources, const ReadOptions& options, Diagnostics& diagnostics)
      : sources_(sources), options_(options), diagnostics_(diagnostics) {}

  FileId load(const std::string& path, std::string text) {
    drop_byte_order_mark(text);
    const FileId file = sources_.add(path, std::move(text));
    Node tree = parse_file(sources_, file, diagnostics_);
    load_tables(tree, path, options_, sources_, diagnostics_);
    open_.push_back(file_identity(path));
    done_.insert(open_.back());
    for (const Node& node : tree.children) {
      if (node.kind == Kind::import) import(path, node);
    }
    open_.pop_back();
    trees_.push_back(std::move(tree));
    return file;
  }

  std::deque<Node> trees() { return std::move(trees_); }

 private:
  void import(const std::string& importer, const Node& node) {
    const FoundFile found = find_file(node.text, importer, options_);
    if (!found.path.empty()) return import_file(found.path, node);
    diagnostics_.error(node.where, fmt::format("there is no file `{}` to import", node.text), found.looked_for);
  }

  void import_file(const std::string& path, const Node& node) {
    const std::string id = file_identity(path);
    // Errors show lines of the file that they are in, which must not be those of any file that a
    // net cares to name.
    if (fs::path(id).extension() != ".loom") {
      diagnostics_.error(node.where, fmt::format("`{}` is not imported: it is no file in the net language", node.text),
                         "its name must end in .loom, also where a link leads to it");
      return;
    }
    if (std::find(open_.begin(), open_.end(), id) != open_.end()) {
      diagnostics_.error(node.where, fmt::format("`{}` imports itself", node.text), "imports must not form a cycle");
      return;
    }
    if (done_.contains(id)) return;
    if (done_.size() >= kMostImports) {
      diagnostics_.error(node.where, fmt::format("more than {} files imported", kMostImports));
      return;
    }
    std::optional<std::string> text = text_of_file(path, options_.most_bytes, options_, diagnostics_, node.where);
    if (text) load(path, std::move(*text));
  }

  Sources& sources_;
  const ReadOptions& options_;
  Diagnostics& diagnostics_;
  std::deque<Node> trees_;
  std::vector<std::string> open_;
  std::set<std::string> done_;
};

}  // namespace

Loaded load_files(const std::string& path, std::string text, const ReadOptions& options, Sources& sources,
                  Diagnostics& diagnostics) {
  Loader loader(sources, options, diagnostics);
  Loaded loaded;
  loaded.main = loader.load(path, std::move(text));
  loaded.trees = loader.trees();
  return loaded;
}

}  // namespace petriloom::loom
