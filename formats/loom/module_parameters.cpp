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

/// A module of a text, and the text that its words point into.
class ParsedModule {
 public:
  ParsedModule(const std::string& text, std::string_view name)
      : file_(loom::parse_file(sources_, sources_.add("module", text), ignored_)) {
    const auto found = std::find_if(file_.children.begin(), file_.children.end(), [name](const loom::Node& node) {
      return node.kind == loom::Kind::module && node.text == name;
    });
    if (found != file_.children.end()) module_ = &*found;
  }
  ParsedModule(const ParsedModule&) = delete;
  ParsedModule& operator=(const ParsedModule&) = delete;
  /// Null if the text has no such module.
  [[nodiscard]] const loom::Node* node() const { return module_; }

 private:
  Sources sources_;
  Diagnostics ignored_;
  loom::Node file_;
  const loom::Node* module_ = nullptr;
};

/// Names of the measures below a node; false if an import may have more.
bool collect_measures(const loom::Node& node, std::vector<std::string>& names) {
  for (const loom::Node& child : node.children) {
    if (child.kind == loom::Kind::import) return false;
    if (child.kind == loom::Kind::measure) names.emplace_back(child.text);
    if (!collect_measures(child, names)) return false;
  }
  return true;
}

}  // namespace

std::optional<std::vector<std::string>> measures_of_module(const std::string& text, std::string_view module) {
  const ParsedModule parsed(text, module);
  std::vector<std::string> names;
  if (parsed.node() == nullptr || !collect_measures(*parsed.node(), names)) return std::nullopt;
  return names;
}

std::vector<ModuleParameter> parameters_of_module(const std::string& text, std::string_view module) {
  const ParsedModule parsed(text, module);
  std::vector<ModuleParameter> all;
  const loom::Node* const parameters = parsed.node() == nullptr ? nullptr : parsed.node()->child(loom::Kind::parameters);
  if (parameters == nullptr) return all;
  for (const loom::Node& parameter : parameters->children) {
    ModuleParameter& one = all.emplace_back();
    one.name = parameter.text;
    const loom::Node* const otherwise = loom::default_of(parameter);
    one.must_be_given = otherwise == nullptr;
    if (otherwise == nullptr || otherwise->kind != loom::Kind::number) continue;
    const loom::Node* const unit = otherwise->child(loom::Kind::unit);
    const bool nought = otherwise->text.find_first_of("123456789") == std::string_view::npos;
    if (unit != nullptr || !nought) one.unit = unit == nullptr ? "" : unit->text;
  }
  return all;
}

Diagnostics mistakes_of_value(const ModuleParameter& parameter, const std::string& value) {
  Diagnostics mistakes;
  Sources sources;
  const std::optional<loom::Node> tree = loom::parse_expression(sources, sources.add("value", value), mistakes);
  if (!tree || !parameter.unit) return mistakes;
  std::vector<const loom::Node*> units;
  collect_units(*tree, units);
  if (parameter.unit->empty()) {
    // Several may cancel out.
    if (units.size() == 1)
      mistakes.error(tree->where, fmt::format("`{}` has a unit", value),
                     fmt::format("a number alone, as the default of `{}` is", parameter.name));
    return mistakes;
  }
  const std::string help = fmt::format("a number with a unit, as the default of `{}` has `{}`", parameter.name, *parameter.unit);
  if (units.empty()) mistakes.error(tree->where, fmt::format("`{}` has no unit", value), help);
  for (const loom::Node* const unit : units) {
    if (source::dimension_of_unit(unit->text) != source::dimension_of_unit(*parameter.unit))
      mistakes.error(tree->where, fmt::format("`{}` does not measure what `{}` does", unit->text, *parameter.unit), help);
  }
  return mistakes;
}

}  // namespace petriloom
