// SPDX-License-Identifier: Apache-2.0
#include "formats/loom/module_parameters.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/source/dimension.h"
#include "formats/syntax/declarations.h"
#include "formats/syntax/parse.h"

namespace petriloom {

namespace {

/// Those of all numbers of an expression.
void collect_units(const loom::Node& expression, std::vector<const loom::Node*>& units) {
  if (expression.kind == loom::Kind::number) {
    if (const loom::Node* const unit = expression.child(loom::Kind::unit)) units.push_back(unit);
  }
  for (const loom::Node& child : expression.children) collect_units(child, units);
}

}  // namespace

std::vector<ModuleParameter> parameters_of_module(const std::string& text, std::string_view module) {
  Sources sources;
  Diagnostics ignored;
  const loom::Node file = loom::parse_file(sources, sources.add("module", text), ignored);
  const auto found = std::find_if(file.children.begin(), file.children.end(), [module](const loom::Node& node) {
    return node.kind == loom::Kind::module && node.text == module;
  });
  std::vector<ModuleParameter> all;
  const loom::Node* const parameters = found == file.children.end() ? nullptr : found->child(loom::Kind::parameters);
  if (parameters == nullptr) return all;
  for (const loom::Node& parameter : parameters->children) {
    ModuleParameter& one = all.emplace_back();
    one.name = parameter.text;
    const loom::Node* const otherwise = loom::default_of(parameter);
    one.must_be_given = otherwise == nullptr;
    if (otherwise == nullptr || otherwise->kind != loom::Kind::number) continue;
    if (const loom::Node* unit = otherwise->child(loom::Kind::unit)) one.unit = unit->text;
  }
  return all;
}

Diagnostics mistakes_of_value(const ModuleParameter& parameter, const std::string& value) {
  Diagnostics mistakes;
  Sources sources;
  const std::optional<loom::Node> tree = loom::parse_expression(sources, sources.add("value", value), mistakes);
  if (!tree || parameter.unit.empty()) return mistakes;
  std::vector<const loom::Node*> units;
  collect_units(*tree, units);
  const std::string help = fmt::format("a number with a unit, as the default of `{}` has `{}`", parameter.name, parameter.unit);
  if (units.empty()) mistakes.error(tree->where, fmt::format("`{}` has no unit", value), help);
  for (const loom::Node* const unit : units) {
    if (source::dimension_of_unit(unit->text) != source::dimension_of_unit(parameter.unit))
      mistakes.error(tree->where, fmt::format("`{}` does not measure what `{}` does", unit->text, parameter.unit), help);
  }
  return mistakes;
}

}  // namespace petriloom
