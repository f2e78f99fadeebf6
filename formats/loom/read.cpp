// SPDX-License-Identifier: Apache-2.0
// Reads a net: the file and what it imports, then the steps of the elaboration.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "formats/loom/elaborate.h"
#include "formats/loom/loom.h"
#include "formats/loom/parse.h"

namespace petriloom {
namespace loom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostImports = 1000;

/// The file that was asked for and all it imports, imported ones first.
class Loader {
 public:
  Loader(Sources& sources, const ReadOptions& options, Diagnostics& diagnostics)
      : sources_(sources), options_(options), diagnostics_(diagnostics) {}

  FileId load(const std::string& path, std::string text) {
    const FileId file = sources_.add(path, std::move(text));
    Node tree = parse_file(sources_, file, diagnostics_);
    open_.push_back(identity(path));
    done_.insert(open_.back());
    for (const Node& node : tree.children) {
      if (node.kind == Kind::import) import(path, node);
    }
    open_.pop_back();
    trees_.push_back(std::move(tree));
    return file;
  }

  [[nodiscard]] const std::deque<Node>& trees() const { return trees_; }

 private:
  static std::string identity(const std::string& path) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(path, error);
    return error ? path : whole.string();
  }

  void import(const std::string& importer, const Node& node) {
    const fs::path wanted(node.text);
    std::vector<fs::path> candidates{fs::path(importer).parent_path() / wanted};
    for (const std::string& folder : options_.search_path) candidates.push_back(fs::path(folder) / wanted);
    for (const fs::path& candidate : candidates) {
      std::error_code error;
      if (fs::is_regular_file(candidate, error)) return import_file(candidate.lexically_normal().string(), node);
    }
    std::string looked;
    for (const fs::path& candidate : candidates)
      looked += (looked.empty() ? "looked for " : ", ") + candidate.lexically_normal().string();
    diagnostics_.error(node.where, fmt::format("there is no file `{}` to import", node.text), looked);
  }

  void import_file(const std::string& path, const Node& node) {
    const std::string id = identity(path);
    if (std::find(open_.begin(), open_.end(), id) != open_.end()) {
      diagnostics_.error(node.where, fmt::format("`{}` imports itself", node.text), "imports must not form a cycle");
      return;
    }
    if (done_.contains(id)) return;
    if (done_.size() >= kMostImports) {
      diagnostics_.error(node.where, fmt::format("more than {} files imported", kMostImports));
      return;
    }
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(path, error);
    std::ifstream stream(path, std::ios::binary);
    if (error || !stream || bytes > options_.most_bytes) {
      const bool large = !error && bytes > options_.most_bytes;
      diagnostics_.error(node.where, fmt::format("`{}` {}", path, large ? "is too large" : "cannot be read"));
      return;
    }
    load(path, std::string(std::istreambuf_iterator<char>(stream), {}));
  }

  Sources& sources_;
  const ReadOptions& options_;
  Diagnostics& diagnostics_;
  std::deque<Node> trees_;
  std::vector<std::string> open_;
  std::set<std::string> done_;
};

/// Resolves what nothing has used yet, so that its mistakes are found too.
void finish_names(Context& context) {
  for (std::size_t i = 0; i < context.symbols.size(); ++i) {
    Symbol& symbol = context.symbols[i];
    if (symbol.kind == SymbolKind::constant) resolve_constant(context, symbol);
    if (symbol.kind == SymbolKind::function) resolve_function(context, symbol);
  }
  finish_functions(context);
}

std::optional<Net> elaborate_net(Context& context, const std::deque<Node>& trees) {
  Scope& scope = context.scopes.emplace_back();
  Module net;
  net.definition = {context.main_file, 0, 0};
  net.instance = net.definition;
  scope.module = context.builder.add(std::move(net));
  for (const Node& tree : trees) {
    for (const Node& node : tree.children) {
      if (node.kind == Kind::net && tree.where.file == context.main_file) context.net().name = node.text;
      scope.body.push_back(&node);
    }
  }
  declare_scope(context, scope);
  check_ports(context);
  add_transitions(context);
  finish_names(context);
  add_markings(context);
  add_measures(context);
  add_properties(context);
  add_stop(context);
  finish_functions(context);
  if (context.diagnostics().has_errors()) return std::nullopt;
  return context.builder.build();
}

}  // namespace
}  // namespace loom

ReadResult read_loom(const std::string& path, std::string text, const ReadOptions& options, std::shared_ptr<Sources> sources,
                     const LineOrigins& origins) {
  ReadResult result;
  result.sources = sources != nullptr ? std::move(sources) : std::make_shared<Sources>();
  if (text.size() > options.most_bytes) {
    const FileId file = result.sources->add(path, "");
    result.diagnostics.error({file, 0, 0}, fmt::format("the file is larger than {} bytes", options.most_bytes));
    return result;
  }
  loom::Loader loader(*result.sources, options, result.diagnostics);
  const FileId main = loader.load(path, std::move(text));
  if (result.diagnostics.has_errors()) return result;
  loom::Context context(std::filesystem::path(path).stem().string(), result.sources, options, origins, main);
  result.net = loom::elaborate_net(context, loader.trees());
  result.diagnostics.append(context.diagnostics());
  return result;
}

ReadResult read_loom(const std::string& path, std::string text, const ReadOptions& options) {
  return read_loom(path, std::move(text), options, nullptr, {});
}

}  // namespace petriloom
