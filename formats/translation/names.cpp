// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "formats/translation/library.h"
#include "formats/translation/library_call.h"
#include "formats/translation/translate.h"
#include "formats/typing/basis.h"

namespace petriloom::cpn::ml {

// What the type variables of a function stand for at a use of it, besides those of its
// surroundings.
std::shared_ptr<const Types::Substitution> Translator::types_of_use(const std::shared_ptr<const Types::Substitution>& around,
                                                                    const Binder& binder, const Expr& use) {
  auto types = around ? std::make_shared<Types::Substitution>(*around) : std::make_shared<Types::Substitution>();
  for (std::size_t k = 0; k < binder.generals.size() && k < use.instances.size(); ++k) {
    (*types)[binder.generals[k]] = work_.meant(use.instances[k]);
  }
  return types;
}

namespace {

constexpr const char* kCarried = "what an exception carries is not known where it leaves a list or is raised again";
constexpr const char* kOfNet = "variables of the net belong to inscriptions, not to functions";

}  // namespace

Value Translator::eval_name(const Expr& expr) {
  if (expr.binder == 0) {
    if (expr.name == "true" || expr.name == "false") return e().boolean(expr.name == "true", expr.where);
    if (const auto number = numbered_constructor(expr.name)) return e().integer(*number, expr.where);
    if (const LibraryFunction* known = library().find(expr.name)) {
      Value value(ValueKind::library);
      value.library = known;
      return known->curried == 0 ? known->translate({*this, {}, expr}) : value;
    }
    return colour_function(expr);
  }
  const Binder& binder = work_.environment().binder(expr.binder);
  if (const auto local = work_.now().scope.find(expr.binder); local != work_.now().scope.end()) {
    if (binder.kind != BinderKind::function || expr.instances.empty()) return local->second;
    Value value = local->second;
    value.types = types_of_use(value.types, binder, expr);
    return value;
  }
  Value value;
  switch (binder.kind) {
    case BinderKind::value:
      return eval_value(binder, expr);
    case BinderKind::label: {
      const ColourSetId type = values_.colour_of(binder.type);
      return e().literal(type, work_.net().colours[type].low + binder.ordinal, expr.where);
    }
    case BinderKind::variant:
      if ((binder.colour & kDatatype) != 0 && !binder.content) {
        value.kind = ValueKind::constructed;
        value.colour = binder.colour;
        value.variant = binder.ordinal;
        return value;
      }
      if (!binder.content) {
        return e().inject(values_.colour_of(binder.type), static_cast<std::size_t>(binder.ordinal), {}, expr.where);
      }
      [[fallthrough]];
    case BinderKind::index:
      value.kind = ValueKind::constructor;
      value.colour = binder.colour;
      value.variant = binder.kind == BinderKind::index ? -1 : binder.ordinal;
      return value;
    case BinderKind::reference:
      value.kind = ValueKind::reference;
      value.reference = binder.declaration;
      return value;
    case BinderKind::function:
      value = function(*binder.function, std::make_shared<Scope>());
      // A use inside the function itself, or inside its companions, is at the types that it has
      // there.
      if (!expr.instances.empty() || binder.generals.empty()) value.types = types_of_use(nullptr, binder, expr);
      return value;
    case BinderKind::local:
    case BinderKind::variable:
      break;
  }
  return work_.fail(expr.where, fmt::format("'{}' has no value here", expr.name),
                    binder.kind == BinderKind::local ? kCarried : kOfNet);
}

Value Translator::eval_value(const Binder& binder, const Expr& at) {
  if (const auto known = constants_.find(at.binder); known != constants_.end()) return known->second;
  if (!binder.declaration || !binder.declaration->value) return {};
  Value result;
  {
    const Workspace::Level level(work_, at.where, "declarations use each other too deeply");
    if (!level.allowed()) return {};
    const Workspace::Elsewhere inside(work_, {}, types_of_use(nullptr, binder, at));
    const Value whole = eval(*binder.declaration->value);
    std::vector<ExprId> tests;
    if (whole.known()) patterns_.match(*binder.declaration->pattern, whole, tests);
    const auto found = work_.now().scope.find(at.binder);
    if (found != work_.now().scope.end()) result = found->second;
  }
  if (result.kind == ValueKind::expr && work_.net().exprs[result.expr].random()) {
    return work_.fail(at.where,
                      fmt::format("the value '{}' is drawn at random when the file is read: it is no constant", binder.name));
  }
  if (result.kind == ValueKind::expr && binder.generals.empty() && e().folded(result.expr)) {
    result = named(*binder.declaration, result.expr, at.where);
    constants_[at.binder] = result.expr;
  }
  return result;
}

void Translator::keep(const Declaration& declaration) {
  const bool reference = declaration.kind == DeclarationKind::reference;
  const std::string& name = reference ? declaration.name : declaration.pattern->name;
  const bool twice = std::any_of(work_.net().constants.begin(), work_.net().constants.end(),
                                 [&](const Constant& other) { return other.name == name; });
  if (twice) return;
  kept_.emplace(&declaration, work_.builder().add(Constant{name, {}, false, declaration.where, {}}));
}

ExprId Translator::named(const Declaration& declaration, ExprId value, const Location& where) {
  const auto known = kept_.find(&declaration);
  if (known == kept_.end() || !e().folded(value)) return value;
  ExprId& first = work_.net().constants[known->second.index()].value;
  if (!first.valid()) first = value;
  return e().named(known->second, where);
}

namespace {

// Whether an expression is sure to have a value: numbers and texts, and sums of such.
bool plain(const Expr& expr, const Environment& environment) {
  constexpr std::size_t kMostDigits = 18;
  if (!expr.problem.empty()) return false;
  switch (expr.kind) {
    case ExprKind::integer:
      return expr.text.size() <= kMostDigits;
    case ExprKind::real:
    case ExprKind::text:
      return true;
    case ExprKind::name: {
      if (expr.binder == 0) return expr.name == "true" || expr.name == "false" || expr.name == "~";
      const Binder& binder = environment.binder(expr.binder);
      if (binder.kind == BinderKind::label) return true;
      const Declaration* declaration = binder.kind == BinderKind::value ? binder.declaration : nullptr;
      return declaration && declaration->pattern->kind == PatternKind::variable && plain(*declaration->value, environment);
    }
    case ExprKind::infix:
      if (expr.name != "+" && expr.name != "-" && expr.name != "*" && expr.name != "^") return false;
      break;
    case ExprKind::apply:
    case ExprKind::list:
    case ExprKind::typed:
      break;
    default:
      return false;
  }
  return std::all_of(expr.parts.begin(), expr.parts.end(), [&](const Expr* part) { return plain(*part, environment); });
}

}  // namespace

void Translator::finish_constants() {
  for (const auto& [declaration, constant] : kept_) {
    if (!declaration->pattern || work_.net()[constant].value.valid() || !plain(*declaration->value, work_.environment())) continue;
    const Workspace::Apart apart(work_);
    const Value value = eval(*declaration->value);
    if (value.kind == ValueKind::expr) named(*declaration, value.expr, declaration->where);
  }
}

Value Translator::colour_function(const Expr& expr) {
  const auto [colour, operation] = Inference::of_colour_set(expr.name);
  Value value(ValueKind::library);
  value.colour = work_.environment().find_colour(colour);
  value.name = operation;
  const bool set = value.name.starts_with("set_");
  const bool of_variant = value.name.starts_with("of_");
  value.library = library().find_of_colour_set(set ? "set_" : of_variant ? "of_" : value.name);
  if (!value.library || value.colour == 0) return work_.fail(expr.where, fmt::format("'{}' is not known here", expr.name));
  // The handlers take what function of what colour set it is from the first argument.
  Value about(ValueKind::select);
  about.colour = value.colour;
  about.name = set ? value.name.substr(4) : of_variant ? value.name.substr(3) : value.name;
  value.parts.push_back(about);
  return value;
}

Value Translator::eval_sum(const Expr& expr) {
  ExprId whole;
  const ColourSetId type = values_.colour_of(expr.type);
  for (const Expr* part : expr.parts) {
    const ExprId next = eval_as(*part, type);
    if (!next.valid()) return {};
    const std::array<ExprId, 2> both{whole, next};
    whole = whole.valid() ? e().list_op(Op::concat, both, expr.where) : next;
  }
  return whole;
}

bool Translator::changing(const Expr& reference) const {
  return reference.binder != 0 && work_.changing.contains(work_.environment().binder(reference.binder).declaration);
}

Value Translator::eval_infix(const Expr& expr) {
  if (expr.name == "++") return eval_sum(expr);
  if (expr.name == ":=" && expr.parts[0]->kind == ExprKind::name && !changing(*expr.parts[0])) {
    work_.warn_once(expr.where, "kept as text, not executed: no inscription reads this reference");
    return e().unit(expr.where);
  }
  const Expr& left = *expr.parts[0];
  const Expr& right = *expr.parts[1];
  if (expr.name == "@+" || expr.name == "@++" || expr.name == "@@+" || expr.name == "@time") {
    return work_.fail(expr.where, "a time is added inside an expression: only whole terms of an inscription can have one");
  }
  if (expr.name == "andalso" || expr.name == "orelse") {
    const bool conjunction = expr.name == "andalso";
    const ExprId first = values_.materialise(eval(left), left.type, left.where);
    if (!first.valid()) return {};
    if (const auto known = e().constant(first)) {
      if ((*known != 0) != conjunction) return first;
      return eval(right);
    }
    const ExprId second = closed(right);
    return e().binary(conjunction ? Op::and_ : Op::or_, first, second, expr.where);
  }
  const Value a = eval(left);
  const Value b = eval(right);
  if (!a.known() || !b.known()) return {};
  const Value both = Value::tuple({a, b});
  if (const std::uint32_t own = work_.environment().find(expr.name); own != 0) return {};
  const LibraryFunction* known = library().find(expr.name);
  if (!known) return work_.fail(expr.where, fmt::format("the operator '{}' is outside the part of ML that is read", expr.name));
  if (known->curried > 1) {
    // `f o g` waits for what it is applied to.
    Value waiting(ValueKind::library);
    waiting.library = known;
    waiting.parts = {both};
    return waiting;
  }
  return known->translate({*this, std::span<const Value>(&both, 1), expr});
}

}  // namespace petriloom::cpn::ml
