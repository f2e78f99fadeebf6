// SPDX-License-Identifier: Apache-2.0
// What instances give for the parameters of their modules: values, colour sets and functions.
#include <fmt/format.h>

#include <algorithm>

#include "engine/net/suggest.h"
#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

using Arguments = std::map<std::string_view, const Node*>;

Arguments arguments_of(Context& context, const Node& statement, const Symbol& module, const Node* parameters) {
  std::vector<std::string> names;
  if (parameters != nullptr) {
    for (const Node& parameter : parameters->children) names.emplace_back(parameter.text);
  }
  Arguments given;
  for (const Node& node : statement.children) {
    if (node.kind != Kind::argument) continue;
    const bool known = std::find(names.begin(), names.end(), node.text) != names.end();
    if (known && given.emplace(node.text, &node).second) continue;
    context.diagnostics().error(node.where,
                                known ? fmt::format("the parameter `{}` is given twice", node.text)
                                      : fmt::format("`{}` has no parameter `{}`", module.name, node.text),
                                known ? "" : suggestion(context.diagnostics(), node.text, [&names] { return names; }));
  }
  return given;
}

/// The colour set that is given, as a name or as a type.
ColourSetId given_colour(Context& context, const Symbol& module, const Node& parameter, const Node& value, Scope& around) {
  if (value.kind == Kind::typed) return resolve_type(context, around, value.children[0]);
  if (value.kind == Kind::name) {
    return resolve_type(context, around, context.made.emplace_back(Node{Kind::type_name, value.where, value.text, {}}));
  }
  context.diagnostics().error(value.where, fmt::format("the parameter `{}` of `{}` is a colour set", parameter.text, module.name),
                              "give the name of one, or a type: list of int");
  return {};
}

/// Enters the parameters of one instance, in their order.
class Entering {
 public:
  Entering(Context& context, Scope& scope, const Node& statement, const Symbol& module, Scope& arguments)
      : context_(context), scope_(scope), statement_(statement), module_(module), arguments_(arguments) {}

  void enter(const Node& parameter, const Node* argument) {
    const Node* const otherwise = default_of(parameter);
    if (argument == nullptr && otherwise == nullptr) {
      context_.diagnostics().error(statement_.where,
                                   fmt::format("the parameter `{}` of `{}` is missing", parameter.text, module_.name),
                                   "declared at " + context_.net().sources->describe(parameter.where));
    }
    Symbol symbol;
    symbol.kind = kind_of_parameter(parameter);
    if (symbol.kind == NameKind::parameter) symbol.kind = NameKind::constant;
    symbol.name = parameter.text;
    symbol.where = argument == nullptr ? parameter.where : argument->where;
    symbol.node = &parameter;
    symbol.value_scope = argument != nullptr || otherwise == nullptr ? &arguments_ : &default_scope();
    if (argument != nullptr) symbol.value = argument->children.data();
    if (argument == nullptr && symbol.kind != NameKind::function) symbol.value = otherwise;
    const bool missing = argument == nullptr && otherwise == nullptr;
    if (missing || symbol.kind == NameKind::colour) symbol.progress = Progress::done;
    if (symbol.kind == NameKind::colour && !missing) {
      symbol.type = argument != nullptr ? given_colour(context_, module_, parameter, *symbol.value, arguments_)
                                        : resolve_type(context_, *symbol.value_scope, *otherwise);
      const Node& given = argument != nullptr && symbol.value->kind == Kind::typed ? symbol.value->children[0] : *symbol.value;
      symbol.alias = alias_of(*symbol.value_scope, given);
    }
    if (symbol.kind == NameKind::constant && argument != nullptr && symbol.value->kind == Kind::typed) {
      context_.diagnostics().error(symbol.value->where,
                                   fmt::format("the parameter `{}` of `{}` is a value", parameter.text, module_.name),
                                   "this is a colour set");
      symbol.progress = Progress::done;
    }
    if (Symbol* entered = declare(context_, scope_, std::move(symbol))) entered_.push_back(entered);
  }

 private:
  /// A default sees the parameters before it, and what the text of the module sees.
  Scope& default_scope() {
    Scope& scope = inner_scope(context_, arguments_);
    scope.parent = module_.scope;
    for (Symbol* each : entered_) scope.names.emplace(std::pair{space_of(each->kind), std::string_view(each->name)}, each);
    return scope;
  }

  Context& context_;
  Scope& scope_;
  const Node& statement_;
  const Symbol& module_;
  Scope& arguments_;
  std::vector<Symbol*> entered_;
};

}  // namespace

void declare_parameters(Context& context, Scope& scope, const Node& statement, const Symbol& module, Scope& arguments) {
  const Node* const parameters = module.node->child(Kind::parameters);
  const Arguments given = arguments_of(context, statement, module, parameters);
  if (parameters == nullptr) return;
  Entering entering(context, scope, statement, module, arguments);
  for (const Node& parameter : parameters->children) {
    const auto argument = given.find(parameter.text);
    entering.enter(parameter, argument == given.end() ? nullptr : argument->second);
  }
}

}  // namespace petriloom::loom
