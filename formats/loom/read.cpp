// SPDX-License-Identifier: Apache-2.0
// Reads a net: the file and what it imports, then the steps of the elaboration.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/elaboration/elaborate.h"
#include "formats/loom/loom.h"
#include "formats/syntax/load.h"

namespace petriloom {
namespace loom {
namespace {

/// Resolves what nothing has used yet, so that its mistakes are found too.
void finish_names(Context& context) {
  for (std::size_t i = 0; i < context.symbols.size(); ++i) {
    Symbol& symbol = context.symbols[i];
    in_instance(context, *symbol.scope, [&] {
      if (symbol.kind == NameKind::constant) resolve_constant(context, symbol);
      if (symbol.kind == NameKind::function) resolve_function(context, symbol);
    });
  }
  finish_functions(context);
}

/// An empty file is hardly what was meant: a name is wrong, or something did not write its output.
void warn_of_nothing(Context& context, const std::deque<Node>& trees) {
  const auto has_nothing = [](const Node& tree) { return tree.children.empty(); };
  if (std::all_of(trees.begin(), trees.end(), has_nothing))
    context.diagnostics().warning({context.main_file, 1, 1}, "the file declares nothing", "a net has places and transitions");
}

std::optional<Net> elaborate_net(Context& context, const std::deque<Node>& trees, Sources& sources,
                                 std::map<std::string, double>& constants) {
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
  warn_of_nothing(context, trees);
  enter_scenarios(context, trees);
  enter_given_values(context, sources);
  declare_scope(context, scope);
  fuse_places(context);
  check_ports(context);
  add_references(context);
  check_scenarios(context);
  add_transitions(context);
  finish_names(context);
  constants = real_constants(context);
  add_markings(context);
  add_final_markings(context);
  add_measures(context);
  add_properties(context);
  add_stop(context);
  finish_functions(context);
  if (context.diagnostics().has_errors()) return std::nullopt;
  return context.builder.build();
}

}  // namespace

ReadResult read_loaded(const std::string& path, const Loaded& files, const std::shared_ptr<Sources>& sources,
                       const ReadOptions& options, const LineOrigins& origins) {
  ReadResult result;
  result.sources = sources;
  if (!origins.empty()) sources->set_origins(files.main, origins);
  Context context(std::filesystem::path(path).stem().string(), sources, options, origins, files.main);
  result.net = elaborate_net(context, files.trees, *sources, result.constants);
  result.diagnostics.append(context.diagnostics());
  return result;
}

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
  const loom::Loaded loaded = loom::load_files(path, std::move(text), options, *result.sources, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  ReadResult read = loom::read_loaded(path, loaded, result.sources, options, origins);
  result.diagnostics.append(read.diagnostics);
  read.diagnostics = std::move(result.diagnostics);
  return read;
}

ReadResult read_loom(const std::string& path, std::string text, const ReadOptions& options) {
  return read_loom(path, std::move(text), options, nullptr, {});
}

}  // namespace petriloom
