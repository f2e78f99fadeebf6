// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "formats/ml/basis.h"
#include "formats/translation/library.h"
#include "formats/translation/translate.h"

namespace petriloom::cpn::ml {

namespace {

// What the type variables of a function stand for at a use of it, besides those of its surroundings.
template <class Meant>
std::shared_ptr<const Types::Substitution> types_of_use(const std::shared_ptr<const Types::Substitution>& around,
                                                        const Binder& binder, const Expr& use, const Meant& meant) {
  auto types = around ? std::make_shared<Types::Substitution>(*around) : std::make_shared<Types::Substitution>();
  for (std::size_t k = 0; k < binder.generals.size() && k < use.instances.size(); ++k) {
    (*types)[binder.generals[k]] = meant(use.instances[k]);
  }
  return types;
}

}  // namespace

Value Translator::eval_name(const Expr& expr) {
  const std::uint32_t id = expr.binder;
  if (id == 0) {
    if (expr.name == "true" || expr.name == "false") return of(e().boolean(expr.name == "true", expr.where));
    if (const auto number = numbered_constructor(expr.name)) return of(e().integer(*number, expr.where));
    if (const LibraryFunction* known = library().find(expr.name)) {
      Value value;
      value.kind = ValueKind::library;
      value.library = known;
      return known->curried == 0 ? known->translate(*this, {}, expr) : value;
    }
    return colour_function(expr);
  }
  const Binder& binder = inference_.binder(id);
  if (const auto local = now_.scope.find(id); local != now_.scope.end()) {
    if (binder.kind != BinderKind::function || expr.instances.empty()) return local->second;
    Value value = local->second;
    value.types = types_of_use(value.types, binder, expr, [this](Type* type) { return meant(type); });
    return value;
  }
  Value value;
  switch (binder.kind) {
    case BinderKind::value:
      return eval_value(binder, id, expr);
    case BinderKind::label: {
      const ColourSetId type = colour_of(binder.type);
      return of(e().literal(type, builder_.net().colours[type].low + binder.ordinal, expr.where));
    }
    case BinderKind::variant:
      if (!binder.content) {
        return of(e().inject(colour_of(binder.type), static_cast<std::size_t>(binder.ordinal), {}, expr.where));
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
    case BinderKind::function: {
      value.kind = ValueKind::function;
      value.function = binder.function;
      value.scope = std::make_shared<Scope>();
      // A use inside the function itself, or inside its companions, is at the types that it has there.
      const bool inside = expr.instances.empty() && !binder.generals.empty();
      const auto at_use = [this](Type* type) { return meant(type); };
      value.types = inside ? now_.types : types_of_use(nullptr, binder, expr, at_use);
      return value;
    }
    case BinderKind::local:
    case BinderKind::variable:
      break;
  }
  return fail(expr.where, fmt::format("'{}' has no value here", expr.name),
              "variables of the net belong to inscriptions, not to functions");
}

Value Translator::eval_value(const Binder& binder, std::uint32_t id, const Expr& at) {
  if (const auto known = constants_.find(id); known != constants_.end()) return of(known->second);
  if (!binder.declaration || !binder.declaration->value) return {};
  if (++inside_ > kMostInside) {
    --inside_;
    return fail(at.where, "declarations use each other too deeply");
  }
  auto types = std::make_shared<Types::Substitution>();
  for (std::size_t k = 0; k < binder.generals.size() && k < at.instances.size(); ++k) {
    types->emplace(binder.generals[k], meant(at.instances[k]));
  }
  Scope scope;
  std::swap(scope, now_.scope);
  const auto before = now_.types;
  now_.types = std::move(types);
  const Value whole = eval(*binder.declaration->value);
  std::vector<ExprId> tests;
  if (whole.known()) match(*binder.declaration->pattern, whole, tests);
  const auto found = now_.scope.find(id);
  Value result = found == now_.scope.end() ? Value{} : found->second;
  now_.types = before;
  std::swap(scope, now_.scope);
  --inside_;
  if (result.kind == ValueKind::expr && builder_.net().exprs[result.expr].random) {
    return fail(at.where, fmt::format("the value '{}' is drawn at random when the file is read: it is no constant", binder.name));
  }
  if (result.kind == ValueKind::expr && binder.generals.empty() && e().constant(result.expr)) constants_[id] = result.expr;
  return result;
}

Value Translator::colour_function(const Expr& expr) {
  const auto [colour, operation] = Inference::of_colour_set(expr.name);
  Value value;
  value.colour = inference_.find_colour(colour);
  value.name = operation;
  value.kind = ValueKind::library;
  const bool set = value.name.starts_with("set_");
  const bool of_variant = value.name.starts_with("of_");
  value.library = library().find_of_colour_set(set ? "set_" : of_variant ? "of_" : value.name);
  if (!value.library || value.colour == 0) return fail(expr.where, fmt::format("'{}' is not known here", expr.name));
  // The handlers take what function of what colour set it is from the first argument.
  Value about;
  about.kind = ValueKind::select;
  about.colour = value.colour;
  about.name = set ? value.name.substr(4) : of_variant ? value.name.substr(3) : value.name;
  value.parts.push_back(about);
  return value;
}

Value Translator::eval_sum(const Expr& expr) {
  ExprId whole;
  const ColourSetId type = colour_of(expr.type);
  for (const Expr* part : expr.parts) {
    const ExprId next = coerce(materialise(eval(*part), part->type, part->where), type, part->where);
    if (!next.valid()) return {};
    const std::array<ExprId, 2> both{whole, next};
    whole = whole.valid() ? e().list_op(Op::concat, both, expr.where) : next;
  }
  return of(whole);
}

Value Translator::eval_infix(const Expr& expr) {
  if (expr.name == "++") return eval_sum(expr);
  const Expr& left = *expr.parts[0];
  const Expr& right = *expr.parts[1];
  if (expr.name == "@+" || expr.name == "@++" || expr.name == "@@+" || expr.name == "@time") {
    return fail(expr.where, "a time is added inside an expression: only whole terms of an inscription can have one");
  }
  if (expr.name == "andalso" || expr.name == "orelse") {
    const bool conjunction = expr.name == "andalso";
    const ExprId first = materialise(eval(left), left.type, left.where);
    if (!first.valid()) return {};
    if (const auto known = e().constant(first)) {
      if ((*known != 0) != conjunction) return of(first);
      return eval(right);
    }
    const ExprId second = closed(right);
    return of(e().binary(conjunction ? Op::and_ : Op::or_, first, second, expr.where));
  }
  const Value a = eval(left);
  const Value b = eval(right);
  if (!a.known() || !b.known()) return {};
  const Value both = tuple({a, b});
  if (const std::uint32_t own = inference_.find(expr.name); own != 0) return {};
  const LibraryFunction* known = library().find(expr.name);
  if (!known) return fail(expr.where, fmt::format("the operator '{}' is outside the part of ML that is read", expr.name));
  return known->translate(*this, std::span<const Value>(&both, 1), expr);
}

bool Translator::has(const Expr& expr, Effect effect) {
  if (expr.kind == ExprKind::name) {
    if (expr.binder == 0) {
      const LibraryFunction* known = library().find(expr.name);
      if (!known) known = library().find_of_colour_set(Inference::of_colour_set(expr.name).second);
      if (known && known->effect == effect) return true;
    } else if (const Binder& binder = inference_.binder(expr.binder);
               binder.kind == BinderKind::function && has(*binder.function, effect)) {
      return true;
    }
  }
  for (const Expr* part : expr.parts) {
    if (has(*part, effect)) return true;
  }
  for (const Clause& clause : expr.clauses) {
    if (has(*clause.body, effect)) return true;
  }
  for (const Declaration* declaration : expr.declarations) {
    if (declaration->value && has(*declaration->value, effect)) return true;
    for (const Function& function : declaration->functions) {
      if (has(function, effect)) return true;
    }
  }
  return false;
}

bool Translator::has(const Function& function, Effect effect) {
  // While a function is looked at it is taken to have none: what its own calls have is found on the way.
  std::map<const Function*, bool>& memory = effects_[effect];
  const auto [known, fresh] = memory.emplace(&function, false);
  if (!fresh) return known->second;
  bool result = false;
  for (const Clause& clause : function.clauses) result = result || has(*clause.body, effect);
  memory[&function] = result;
  return result;
}

}  // namespace petriloom::cpn::ml
