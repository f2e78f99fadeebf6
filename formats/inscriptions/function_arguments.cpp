// SPDX-License-Identifier: Apache-2.0
// Functions that are given for parameters of modules, and which instances they do not suit.
#include <fmt/format.h>

#include <algorithm>

#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

struct Signature {
  std::vector<ColourSetId> parameters;
  ColourSetId result;

  friend bool operator==(const Signature&, const Signature&) = default;
};

std::string text_of(Context& context, const Signature& signature) {
  std::string text;
  for (const ColourSetId type : signature.parameters) text += (text.empty() ? "" : ", ") + context.colours().describe(type);
  return fmt::format("fun({}) : {}", text, context.colours().describe(signature.result));
}

/// What the module asks for; nothing after an error.
std::optional<Signature> wanted(Context& context, const Symbol& parameter) {
  Signature signature;
  for (const Node& each : parameter.node->child(Kind::parameters)->children)
    signature.parameters.push_back(resolve_type(context, *parameter.scope, each.children[0]));
  signature.result = resolve_type(context, *parameter.scope, parameter.node->child(Kind::typed)->children[0]);
  const bool valid = signature.result.valid() && std::all_of(signature.parameters.begin(), signature.parameters.end(),
                                                             [](ColourSetId type) { return type.valid(); });
  return valid ? std::optional(signature) : std::nullopt;
}

/// Without the indices of folded instances around it.
Signature signature_of(Context& context, const Symbol& function) {
  const Function& made = context.net()[function.function];
  const auto leading = static_cast<std::ptrdiff_t>(function.scope->indices.size());
  return {{made.parameters.begin() + leading, made.parameters.end()}, made.result};
}

/// Whether one function can be called for the other.
bool suits(const ColourTable& colours, const Signature& asked, const Signature& given) {
  if (asked.parameters.size() != given.parameters.size() || !colours.converts(given.result, asked.result)) return false;
  for (std::size_t i = 0; i < asked.parameters.size(); ++i) {
    if (!colours.converts(asked.parameters[i], given.parameters[i])) return false;
  }
  return true;
}

/// `given(a, b)` as the body of a function with the parameters that the module asks for.
void enter_call(Context& context, Symbol& parameter) {
  const Node& given = *parameter.value;
  Node call{Kind::call, given.where, given.text, {}};
  const Node& parameters = *parameter.node->child(Kind::parameters);
  for (const Node& each : parameters.children) call.children.push_back({Kind::name, given.where, each.text, {}});
  const Node& typed = *parameter.node->child(Kind::typed);
  parameter.node = &context.made.emplace_back(Node{Kind::function, parameter.where, parameter.name, {parameters, typed, call}});
}

void misfit(Context& context, const Symbol& parameter, const Symbol& given, const Signature& asked, const Signature& found) {
  context.diagnostics().error(
      parameter.value->where,
      fmt::format("`{}` does not fit the parameter `{}` of `{}`: it is {}, and {} is wanted", given.name, parameter.name,
                  context.net()[parameter.scope->module].kind, text_of(context, found), text_of(context, asked)),
      fmt::format("`{}` is declared at {}", given.name, context.net().sources->describe(given.where)));
}

/// `Item = Packet, before = earlier`: what of an instance is no value.
std::string given_kinds(Context& context, const Scope& scope) {
  std::string text;
  for (const Symbol* each : scope.order) {
    const bool colour = each->node != nullptr && each->node->kind == Kind::colour_parameter;
    const bool function = each->kind == NameKind::function && each->value != nullptr && each->value->kind == Kind::name;
    if (colour && each->type.valid())
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", each->name, context.colours().describe(each->type));
    const std::string_view called = each->same_function != nullptr ? each->same_function->name : function ? each->value->text : "";
    if (function) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", each->name, called);
  }
  return text;
}

/// Whether the place is in what the instance itself gives, where the error says all.
bool among_arguments(const Scope& scope, const Location& at) {
  return std::any_of(scope.order.begin(), scope.order.end(), [&at](const Symbol* each) {
    return each->value != nullptr && each->value->where.file == at.file && each->value->where.line == at.line;
  });
}

}  // namespace

bool enter_function_argument(Context& context, Symbol& parameter) {
  const Node& argument = *parameter.value;
  if (argument.kind != Kind::name) {
    context.diagnostics().error(
        argument.where,
        fmt::format("the parameter `{}` of `{}` is a function", parameter.name, context.net()[parameter.scope->module].kind),
        "give the name of one");
    return false;
  }
  Symbol* given = find(*parameter.value_scope, NameSpace::function, argument.text);
  const std::vector<std::string> built_in = built_in_functions();
  if (given == nullptr && std::find(built_in.begin(), built_in.end(), argument.text) == built_in.end()) {
    unknown_function(context, *parameter.value_scope, argument);
    return false;
  }
  const std::optional<Signature> asked = wanted(context, parameter);
  if (!asked) return false;
  const bool generic = given != nullptr && given->node != nullptr && given->node->child(Kind::type_parameters) != nullptr;
  if (given == nullptr || generic) {
    enter_call(context, parameter);
    return true;
  }
  const FunctionId function = resolve_function(context, *given);
  if (!function.valid()) return false;
  Symbol& called = given->same_function != nullptr ? *given->same_function : *given;
  const Signature found = signature_of(context, called);
  if (found == *asked) {
    parameter.same_function = &called;
    parameter.function = function;
    return false;
  }
  if (suits(context.colours(), *asked, found)) {
    enter_call(context, parameter);
    return true;
  }
  misfit(context, parameter, *given, *asked, found);
  return false;
}

void in_instance(Context& context, Scope& scope, const std::function<void()>& step) {
  const std::size_t before = context.diagnostics().error_count();
  step();
  if (context.diagnostics().error_count() == before) return;
  const Location at = context.diagnostics().list().back().where;
  for (Scope* around = &scope; around != nullptr; around = around->outer) {
    const std::string which = given_kinds(context, *around);
    if (which.empty() || around->blamed || among_arguments(*around, at)) continue;
    around->blamed = true;
    const Module& module = context.net()[around->module];
    context.diagnostics().error(module.instance, fmt::format("`{}` cannot be used with {}", module.kind, which),
                                "the error is at " + context.net().sources->describe(at));
  }
}

}  // namespace petriloom::loom
