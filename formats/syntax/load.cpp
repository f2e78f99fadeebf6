// SPDX-License-Identifier: Apache-2.0
#include "formats/syntax/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "engine/text/byte_order_mark.h"
#include "formats/syntax/defaults.h"
#include "formats/syntax/load_tables.h"
#include "formats/syntax/parse.h"

namespace petriloom::loom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostImports = 1000;

/// The file that was asked for and all it imports, imported ones first. What a module or scope
/// imports stands in it, in the place of the import.
class Loader {
 public:
  Loader(Sources& sources, const ReadOptions& options, Diagnostics& diagnostics)
      : sources_(sources), options_(options), diagnostics_(diagnostics) {}

  FileId load(const std::string& path, std::string text) {
    done_.insert(file_identity(path));
    return read(path, std::move(text), [this](Node tree) {
      for (const Node& node : tree.children) {
        if (node.kind == Kind::import)
          import_file(node, done_, [this](const auto& found, auto imported) { load(found, imported); });
      }
      for (Node& node : tree.children) take_in(node);
      trees_.push_back(std::move(tree));
    });
  }

  std::deque<Node> trees() { return std::move(trees_); }

 private:
  using Done = std::set<std::string>;

  /// Hands on the tree of a file, which is open meanwhile.
  template <class Use>
  FileId read(const std::string& path, std::string text, const Use& use) {
    drop_byte_order_mark(text);
    const FileId file = sources_.add(path, std::move(text));
    if (shared_.contains(path)) sources_.set_shared(file);
    Node tree = parse_file(sources_, file, diagnostics_);
    load_tables(tree, path, options_, sources_, diagnostics_);
    open_.push_back(path);
    use(std::move(tree));
    open_.pop_back();
    return file;
  }

  /// Hands on path and text of what a line of the open file imports, unless it is one of `done`.
  template <class Use>
  void import_file(const Node& node, Done& done, const Use& use) {
    const FoundFile found = find_file(node.text, open_.back(), options_);
    if (found.path.empty()) {
      diagnostics_.error(node.where, fmt::format("there is no file `{}` to import", node.text), found.looked_for);
      return;
    }
    // What is found in the search path is of the library, and so is what that imports.
    if (!found.beside || shared_.contains(open_.back())) shared_.insert(found.path);
    const std::string id = file_identity(found.path);
    // Errors show lines of the file that they are in, which must not be those of any file that a
    // net cares to name.
    if (fs::path(id).extension() != ".loom") {
      diagnostics_.error(node.where, fmt::format("`{}` is not imported: it is no file in the net language", node.text),
                         "its name must end in .loom, also where a link leads to it");
      return;
    }
    if (std::any_of(open_.begin(), open_.end(), [&id](const auto& file) { return file_identity(file) == id; })) {
      diagnostics_.error(node.where, fmt::format("`{}` imports itself", node.text), "imports must not form a cycle");
      return;
    }
    if (!done.insert(id).second) return;
    if (++imports_ > kMostImports) {
      if (imports_ == kMostImports + 1) diagnostics_.error(node.where, fmt::format("more than {} files imported", kMostImports));
      return;
    }
    std::optional<std::string> text = text_of_file(found.path, options_.most_bytes, options_, diagnostics_, node.where);
    if (text) use(found.path, std::move(*text));
  }

  /// Puts into the modules and scopes of a declaration what they import, a file once into each.
  void take_in(Node& declaration) {
    if (declaration.kind != Kind::module && declaration.kind != Kind::scope) return;
    const Node* const parameters = declaration.child(Kind::parameters);
    for (Node& part : declaration.children) {
      if (part.kind != Kind::block) continue;
      Done done;
      std::vector<Node> all;
      for (Node& node : part.children) take_over(std::move(node), done, all);
      part.children = std::move(all);
      settle_defaults(part, parameters, sources_, diagnostics_);
    }
  }
  void take_over(Node node, Done& done, std::vector<Node>& all) {
    if (node.kind != Kind::import) {
      take_in(node);
      all.push_back(std::move(node));
      return;
    }
    import_file(node, done, [&](const std::string& path, std::string text) {
      read(path, std::move(text), [&](Node tree) {
        for (const bool imports : {true, false}) {
          for (Node& one : tree.children) {
            if ((one.kind == Kind::import) == imports) take_over(std::move(one), done, all);
          }
        }
      });
    });
  }

  Sources& sources_;
  const ReadOptions& options_;
  Diagnostics& diagnostics_;
  std::deque<Node> trees_;
  std::vector<std::string> open_;  ///< paths of the files that are being read
  std::set<std::string> shared_;   ///< paths of the files of the library
  Done done_;
  std::size_t imports_ = 0;
};

}  // namespace

Loaded load_files(const std::string& path, std::string text, const ReadOptions& options, Sources& sources,
                  Diagnostics& diagnostics) {
  Loader loader(sources, options, diagnostics);
  Loaded loaded;
  loaded.main = loader.load(path, std::move(text));
  loaded.trees = loader.trees();
  settle_defaults(loaded.trees, sources, diagnostics);
  return loaded;
}

}  // namespace petriloom::loom
