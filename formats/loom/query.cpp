// SPDX-License-Identifier: Apache-2.0
// Formulas about a net that is already there, and expressions on their own.
#include <fmt/format.h>

#include "formats/elaboration/elaborate.h"
#include "formats/elaboration/names_of_net.h"
#include "formats/loom/loom.h"
#include "formats/syntax/parse.h"

namespace petriloom {

namespace {

/// A copy of a net in which text of `sources` is elaborated.
struct Question {
  Question(const Net& net, const std::shared_ptr<Sources>& sources, FileId file) : context("", sources, options, origins, file) {
    context.net() = net;
    context.net().sources = sources;
    loom::enter_names(context);
  }

  const ReadOptions options;
  const LineOrigins origins;
  loom::Context context;
};

}  // namespace

ReadResult with_property(const Net& net, PropertyKind kind, const std::string& name, const std::string& formula) {
  ReadResult result;
  result.sources = loom::copy_of_sources(net);
  const FileId file = result.sources->add(name, formula);
  result.sources->set_origins(file, {});
  const std::optional<loom::Node> tree = loom::parse_formula(*result.sources, file, kind, result.diagnostics);
  if (!tree) return result;
  Question question(net, result.sources, file);
  loom::Context& context = question.context;
  loom::Env env{&context.scopes.front()};
  Property property;
  property.name = name;
  property.module = ModuleId(0);
  property.kind = kind;
  property.text = tree->text;
  property.where = tree->where;
  property.formula = loom::elaborate_formula(context, env, tree->children[0], kind);
  if (property.formula.valid()) {
    context.builder.add(std::move(property));
    result.net = context.builder.build();
  }
  result.diagnostics.append(context.diagnostics());
  return result;
}

Diagnostics mistakes_of_formula(PropertyKind kind, const std::string& formula) {
  Diagnostics mistakes;
  Sources sources;
  loom::parse_formula(sources, sources.add("formula", formula), kind, mistakes);
  return mistakes;
}

ReadResult with_measures(const Net& net, std::span<const std::string> texts, const std::string& name) {
  ReadResult result;
  result.sources = loom::copy_of_sources(net);
  std::vector<loom::Node> trees;
  FileId file;
  for (const std::string& text : texts) {
    file = result.sources->add(name, text);
    if (std::optional<loom::Node> tree = loom::parse_measure(*result.sources, file, result.diagnostics))
      trees.push_back(std::move(*tree));
  }
  if (result.diagnostics.has_errors()) return result;
  Question question(net, result.sources, file);
  loom::Context& context = question.context;
  for (const Measure& measure : net.measures) context.scopes[measure.module.index()].measures.emplace(measure.name, nullptr);
  for (const loom::Node& tree : trees) {
    context.scopes.front().measures.emplace(tree.text, &tree);
    context.scopes.front().body.push_back(&tree);
  }
  loom::add_measures(context);
  if (!context.diagnostics().has_errors()) result.net = context.builder.build();
  result.diagnostics.append(context.diagnostics());
  return result;
}

std::optional<double> evaluate_real(const std::string& expression, const std::map<std::string, double>& variables, Sources& sources,
                                    Diagnostics& diagnostics) {
  const FileId file = sources.add("expression", expression);
  const std::optional<loom::Node> tree = loom::parse_expression(sources, file, diagnostics);
  if (!tree) return std::nullopt;
  const ReadOptions options;
  const LineOrigins origins;
  loom::Context context("", std::shared_ptr<const Sources>(std::shared_ptr<const Sources>(), &sources), options, origins, file);
  loom::Scope& scope = context.scopes.emplace_back();
  for (const auto& [name, value] : variables) {
    loom::Symbol symbol;
    symbol.kind = loom::NameKind::constant;
    symbol.name = name;
    symbol.progress = loom::Progress::done;
    symbol.type = ColourTable::kReal;
    symbol.word = word_of_real(value);
    loom::declare(context, scope, std::move(symbol));
  }
  const std::optional<Word> word = loom::constant_value(context, scope, *tree, ColourTable::kReal, "the value");
  diagnostics.append(context.diagnostics());
  if (!word) return std::nullopt;
  return real_of_word(*word);
}

}  // namespace petriloom
