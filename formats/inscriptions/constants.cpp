// SPDX-License-Identifier: Apache-2.0
// Constants, parameters and functions: resolved when first used, so that the order of declarations
// is free.
#include <fmt/format.h>

#include <algorithm>

#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

/// The body of a generic function was wrong for one choice of its type parameters: says for which,
/// and tries no others.
void blame_call(Context& context, Symbol& symbol) {
  std::string which;
  for (const Symbol* type : symbol.scope->order)
    which += fmt::format("{}{} = {}", which.empty() ? "" : ", ", type->name, context.colours().describe(type->type));
  constexpr std::size_t kLongest = 80;
  if (which.size() > kLongest) which = which.substr(0, kLongest) + " ...";
  if (!symbol.generic->failed)
    context.diagnostics().error(symbol.called_at, fmt::format("`{}` cannot be used with {}", symbol.name, which),
                                "the error is at " + context.net().sources->describe(context.diagnostics().list().back().where));
  symbol.generic->failed = true;
}

void finish_function(Context& context, Symbol& symbol) {
  const Node& node = *symbol.node;
  const FunctionId id = symbol.function;
  Frame frame;
  Env env{symbol.value_scope != nullptr ? symbol.value_scope : symbol.scope, &frame};
  const Function signature = context.net()[id];
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const std::uint32_t slot = new_slot(env, signature.parameter_names[i], signature.parameters[i]);
    if (i < symbol.scope->indices.size()) continue;
    env.locals.push_back(
        {node.child(Kind::parameters)->children[i - symbol.scope->indices.size()].text, signature.parameters[i], slot, {}});
  }
  const std::size_t errors = context.diagnostics().error_count();
  ExprId body;
  in_instance(context, *symbol.scope, [&] { body = elaborate_as(context, env, node.back(), signature.result); });
  if (context.diagnostics().error_count() > errors && symbol.generic != nullptr) blame_call(context, symbol);
  Function& function = context.net().functions[id.index()];
  function.body = body;
  function.slots = static_cast<std::uint32_t>(frame.slots.size());
  for (std::size_t k = function.parameters.size(); k < frame.slots.size(); ++k) function.local_names.push_back(frame.slots[k].name);
}

/// The functions that an expression calls, each once, in the order of the calls.
std::vector<FunctionId> called_by(const Net& net, ExprId expr, std::set<FunctionId>& seen) {
  std::vector<FunctionId> found;
  for_each_expr(net.exprs, expr, [&](ExprId id) {
    const Expr& node = net.exprs[id];
    if (node.op != Op::call) return true;
    const FunctionId function(static_cast<std::size_t>(node.payload));
    if (seen.insert(function).second) found.push_back(function);
    return true;
  });
  return found;
}

/// Makes the bodies that an expression needs, and no others: what else waits may need the very
/// constant that is being evaluated. Returns a function whose body is being made already, if there
/// is one: it needs the value of the expression itself.
FunctionId finish_called(Context& context, ExprId expr) {
  std::set<FunctionId> seen;
  std::vector<FunctionId> todo = called_by(context.net(), expr, seen);
  while (!todo.empty()) {
    const FunctionId next = todo.back();
    todo.pop_back();
    if (!context.net()[next].body.valid()) {
      const auto waits = std::find_if(context.pending.begin(), context.pending.end(),
                                      [&](const Symbol* symbol) { return symbol->function == next; });
      if (waits == context.pending.end()) return next;
      Symbol* const symbol = *waits;
      context.pending.erase(waits);
      finish_function(context, *symbol);
      if (!context.net()[next].body.valid()) return next;
    }
    const std::vector<FunctionId> more = called_by(context.net(), context.net()[next].body, seen);
    todo.insert(todo.end(), more.begin(), more.end());
  }
  return {};
}

std::string function_name(Context& context, const std::string& wanted) {
  int& number = context.function_names[wanted];
  ++number;
  if (number == 1) return wanted;
  const std::string next = fmt::format("{}_{}", wanted, number);
  return context.function_names.contains(next) ? function_name(context, wanted) : function_name(context, next);
}

/// The type of a constant that is given another value but is declared without a type: that of the
/// value declared.
ColourSetId type_of_declared(Context& context, const Symbol& symbol, const Node& declared) {
  Frame frame = index_frame(*symbol.scope);
  bool uses_index = false;
  Env env{.scope = symbol.scope, .frame = &frame, .uses_index = &uses_index};
  const ExprId value = elaborate(context, env, declared);
  return value.valid() ? context.expr().type(value) : ColourSetId{};
}

}  // namespace

RowEvaluation::RowEvaluation(Context& context, ExprId expr, std::size_t slots, Decides decides)
    : context_(context), expr_(expr), evaluator_(context.net(), context.net().pool), frame_(slots + 1) {
  if (!expr.valid()) return;
  if (context.expr().folded(expr)) constant_ = context.net().exprs[expr].payload;
  const FunctionId missing = constant_ ? FunctionId{} : finish_called(context, expr);
  if (decides == Decides::yes) context.expr().fix(expr);
  if (constant_) return;
  ready_ = !missing.valid();
  if (ready_ || context.diagnostics().has_errors()) return;
  context.diagnostics().error(
      context.net().exprs[expr].where,
      fmt::format("the value needs the function `{}`, which needs this value", context.net()[missing].name));
}

std::optional<Word> RowEvaluation::operator()(std::span<const Word> leading) {
  if (constant_ || !ready_) return constant_;
  std::copy(leading.begin(), leading.end(), frame_.begin());
  try {
    return evaluator_.eval(expr_, frame_);
  } catch (const EvalError& error) {
    context_.diagnostics().error(error.where(), error.what());
    return std::nullopt;
  }
}

std::optional<Word> evaluate(Context& context, ExprId expr, std::span<const Word> leading, std::size_t slots) {
  return RowEvaluation(context, expr, std::max(slots, leading.size()))(leading);
}

ExprId evaluated(Context& context, ExprId expr, std::size_t slots) {
  const std::optional<Word> word = RowEvaluation(context, expr, slots, Decides::no)({});
  return word ? context.expr().computed(expr, *word, context.net().exprs[expr].where) : ExprId{};
}

Frame index_frame(const Scope& scope) {
  Frame frame;
  for (const FoldedIndex& index : scope.indices) frame.slots.push_back({index.name, index.type});
  return frame;
}

std::optional<Word> constant_value(Context& context, Scope& scope, const Node& node, ColourSetId type, std::string_view what) {
  return context.expr().constant(constant_literal(context, scope, node, type, what));
}

ExprId constant_literal(Context& context, Scope& scope, const Node& node, ColourSetId type, std::string_view what) {
  Frame frame = index_frame(scope);
  bool uses_index = false;
  Env env{.scope = &scope, .frame = &frame, .uses_index = &uses_index};
  const ExprId value = elaborate_as(context, env, node, type);
  if (!value.valid()) return {};
  if (!uses_index) return evaluated(context, value, frame.slots.size());
  context.diagnostics().error(node.where, fmt::format("{} must be the same for all instances of a folded array", what),
                              "it depends on the index; read the net with --fold never");
  return {};
}

bool resolve_constant(Context& context, Symbol& symbol) {
  if (symbol.progress == Progress::done) return symbol.type.valid();
  if (symbol.progress == Progress::running || context.running > kMostRunning) {
    const std::string on =
        symbol.progress == Progress::running ? "itself" : fmt::format("a chain of more than {} others", kMostRunning);
    context.diagnostics().error(symbol.where, fmt::format("the value of `{}` depends on {}", symbol.name, on));
    return false;
  }
  symbol.progress = Progress::running;
  ++context.running;
  const Node* const typed = symbol.node->kind == Kind::constant ? symbol.node->child(Kind::typed) : symbol.node;
  ColourSetId type;
  if (typed != nullptr) type = resolve_type(context, *symbol.scope, typed->children[0]);
  const Node* const declared = symbol.node->kind == Kind::constant ? &symbol.node->back() : nullptr;
  if (typed == nullptr && declared != nullptr && declared != symbol.value) type = type_of_declared(context, symbol, *declared);
  Frame frame = index_frame(*symbol.value_scope);
  bool uses_index = false;
  Env env{.scope = symbol.value_scope, .frame = &frame, .uses_index = &uses_index};
  ExprId value;
  if (typed == nullptr || type.valid()) {
    value = type.valid() ? elaborate_as(context, env, *symbol.value, type) : elaborate(context, env, *symbol.value);
  }
  if (value.valid() && !uses_index) {
    value = evaluated(context, value, frame.slots.size());
    if (value.valid()) {
      type = context.expr().type(value);
      symbol.literal = value;
      symbol.word = context.net().exprs[value].payload;
      if (symbol.constant.valid()) {
        Constant& kept = context.net().constants[symbol.constant.index()];
        kept.value = value;
        if (typed != nullptr) kept.alias = alias_of(*symbol.scope, typed->children[0]);
      }
    }
  } else if (value.valid()) {
    type = context.expr().type(value);
  }
  symbol.type = value.valid() ? type : ColourSetId{};
  symbol.progress = Progress::done;
  --context.running;
  return symbol.type.valid();
}

void finish_functions(Context& context) {
  while (!context.pending.empty()) {
    Symbol* const symbol = context.pending.back();
    context.pending.pop_back();
    finish_function(context, *symbol);
  }
}

FunctionId resolve_function(Context& context, Symbol& symbol) {
  if (symbol.progress == Progress::done) return symbol.function;
  if (symbol.node->child(Kind::type_parameters) != nullptr && symbol.generic == nullptr) return {};
  symbol.progress = Progress::done;
  if (symbol.node->kind == Kind::function_parameter && symbol.value != nullptr && !enter_function_argument(context, symbol))
    return symbol.function;
  Function function;
  function.where = symbol.where;
  for (const FoldedIndex& index : symbol.scope->indices) {
    function.parameter_names.push_back(index.name);
    function.parameters.push_back(index.type);
  }
  bool valid = true;
  for (const Node& parameter : symbol.node->child(Kind::parameters)->children) {
    function.parameter_names.emplace_back(parameter.text);
    function.parameters.push_back(resolve_type(context, *symbol.scope, parameter.children[0]));
    function.aliases.resize(function.parameters.size());
    function.aliases.back() = alias_of(*symbol.scope, parameter.children[0]);
    valid = valid && function.parameters.back().valid();
  }
  const Node& result = symbol.node->child(Kind::typed)->children[0];
  function.result = resolve_type(context, *symbol.scope, result);
  function.aliases.resize(function.parameters.size());
  function.aliases.push_back(alias_of(*symbol.scope, result));
  if (!valid || !function.result.valid()) return {};
  function.name = function_name(context, symbol.name);
  symbol.function = context.builder.add(std::move(function));
  context.pending.push_back(&symbol);
  return symbol.function;
}

}  // namespace petriloom::loom
