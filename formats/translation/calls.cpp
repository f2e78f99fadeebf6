// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "formats/translation/translate.h"

namespace petriloom::cpn::ml {

Value Translator::apply(const Value& function, const Value& argument, const Expr& at) {
  if (!function.known() || !argument.known()) return {};
  Value next = function;
  switch (function.kind) {
    case ValueKind::lambda: {
      if (++inside_ > kMostInside) {
        --inside_;
        return fail(at.where, fmt::format("functions call each other more than {} deep while they are written out", kMostInside));
      }
      const Value argument_named = named(argument, at.where);
      Scope before = now_.scope;
      const auto types = now_.types;
      now_.scope = *function.scope;
      now_.types = function.types;
      Type* const range = Types::found(function.lambda->type)->parts[1];
      Value result = choose(function.lambda->clauses, {argument_named}, *function.lambda, range);
      now_.scope = std::move(before);
      now_.types = types;
      --inside_;
      return result;
    }
    case ValueKind::function:
      next.parts.push_back(argument);
      return next.parts.size() < function.function->curried ? next : call(next, at);
    case ValueKind::library: {
      next.parts.push_back(argument);
      const std::size_t own = function.colour != 0 ? 1 : 0;
      return next.parts.size() < function.library->curried + own ? next : function.library->translate(*this, next.parts, at);
    }
    case ValueKind::constructor:
      return construct(function, argument, at);
    case ValueKind::select:
      return select(function.name, argument, at);
    default:
      return fail(at.where, "this is no function");
  }
}

Value Translator::construct(const Value& constructor, const Value& argument, const Expr& at) {
  const ColourInfo& info = inference_.colour(constructor.colour);
  const ColourSetId type = colours_[constructor.colour];
  if (constructor.variant < 0) {
    const ExprId index = plain(argument, at.where);
    if (!index.valid()) return {};
    return of(e().colour_at(type, index, at.where));
  }
  const auto variant = static_cast<std::size_t>(constructor.variant);
  const std::string& of_set = info.declaration->names[variant].first;
  const std::uint32_t id = inference_.find_colour(of_set);
  const ExprId content = id != 0 ? materialise(argument, inference_.colour(id).type, at.where) : plain(argument, at.where);
  if (!content.valid()) return {};
  return of(e().inject(type, variant, coerce(content, builder_.net().colours[type].components[variant], at.where), at.where));
}

Value Translator::select(const std::string& field, const Value& from, const Expr& at) {
  if (from.kind == ValueKind::record) {
    for (std::size_t k = 0; k < from.labels.size(); ++k) {
      if (from.labels[k] == field) return from.parts[k];
    }
  }
  const bool number = field.size() == 1 && field[0] >= '1' && field[0] <= '9';
  if (from.kind == ValueKind::tuple && number && static_cast<std::size_t>(field[0] - '1') < from.parts.size()) {
    return from.parts[static_cast<std::size_t>(field[0] - '1')];
  }
  if (from.kind != ValueKind::expr) return fail(at.where, fmt::format("there is no field '{}'", field));
  const ColourSet& set = builder_.net().colours[e().type(from.expr)];
  if (set.kind == ColourKind::product && number)
    return of(e().project(from.expr, static_cast<std::size_t>(field[0] - '1'), at.where));
  return of(e().field(from.expr, field, at.where));
}

bool Translator::recursive(const Function& function) {
  const auto known = recursive_.find(&function);
  if (known != recursive_.end()) return known->second;
  // Reaches itself through the functions of the file that it names.
  std::vector<const Function*> open{&function};
  std::set<const Function*> seen;
  const std::function<void(const Expr&)> visit = [&](const Expr& expr) {
    if (expr.kind == ExprKind::name && expr.binder != 0 && inference_.binder(expr.binder).kind == BinderKind::function) {
      open.push_back(inference_.binder(expr.binder).function);
    }
    for (const Expr* part : expr.parts) visit(*part);
    for (const Clause& clause : expr.clauses) visit(*clause.body);
    for (const Declaration* declaration : expr.declarations) {
      if (declaration->value) visit(*declaration->value);
      for (const Function& inner : declaration->functions) {
        for (const Clause& clause : inner.clauses) visit(*clause.body);
      }
    }
  };
  bool result = false;
  while (!open.empty() && !result) {
    const Function* next = open.back();
    open.pop_back();
    for (const Clause& clause : next->clauses) {
      const std::size_t before = open.size();
      visit(*clause.body);
      result = result || std::find(open.begin() + static_cast<std::ptrdiff_t>(before), open.end(), &function) != open.end();
    }
    std::erase_if(open, [&](const Function* f) { return seen.contains(f); });
    for (const Function* f : open) seen.insert(f);
  }
  recursive_[&function] = result;
  return result;
}

namespace {

bool first_order(const Value& value) {
  if (value.kind == ValueKind::expr) return true;
  const bool parts = value.kind == ValueKind::tuple || value.kind == ValueKind::record;
  return parts && std::all_of(value.parts.begin(), value.parts.end(), first_order);
}

}  // namespace

Value Translator::call(const Value& function, const Expr& at) {
  if (!work(at.where)) return {};
  const Function& f = *function.function;
  if (recursive(f)) return net_call(function, at);
  const bool plain_arguments = std::all_of(function.parts.begin(), function.parts.end(), first_order);
  // Patterns need what is inside a function; so does what is drawn or timed, which belongs to the arc; and what is known while
  // translating stays known if the function is written out.
  const bool all_known = std::all_of(function.parts.begin(), function.parts.end(), [this](const Value& value) {
    const std::function<bool(const Value&)> known = [&](const Value& part) {
      if (part.kind == ValueKind::expr) return builder_.net().exprs[part.expr].op == Op::literal;
      return std::all_of(part.parts.begin(), part.parts.end(), known);
    };
    return known(value);
  });
  const bool write = write_out || !plain_arguments || all_known || has(f, Effect::random) || has(f, Effect::time);
  return write ? write_call(function, at) : net_call(function, at);
}

// The other functions declared with it, and itself, are names inside it.
void Translator::enter_companions(const Value& function) {
  const Binder& binder = inference_.binder(function.function->binder);
  if (binder.depth == 0 || !binder.declaration) return;
  for (const Function& companion : binder.declaration->functions) {
    Value value = function;
    value.function = &companion;
    value.parts.clear();
    now_.scope[companion.binder] = value;
  }
}

Value Translator::write_call(const Value& function, const Expr& at) {
  if (++inside_ > kMostInside) {
    --inside_;
    return fail(at.where, fmt::format("functions call each other more than {} deep while they are written out", kMostInside));
  }
  std::vector<Value> arguments;
  for (const Value& argument : function.parts) arguments.push_back(named(argument, at.where));
  Scope before = now_.scope;
  const auto types = now_.types;
  now_.scope = *function.scope;
  now_.types = function.types;
  enter_companions(function);
  Type* result_type = Types::found(function.function->type);
  for (std::size_t k = 0; k < function.function->curried; ++k) result_type = Types::found(result_type->parts[1]);
  Expr place;
  place.where = function.function->where;
  Value result = choose(function.function->clauses, arguments, place, result_type);
  now_.scope = std::move(before);
  now_.types = types;
  --inside_;
  return result;
}

// What tells calls of a function apart: types, and functions among the arguments. The expressions among them become parameters.
void Translator::flatten(const Value& value, std::string& key, std::vector<ExprId>& actuals) {
  switch (value.kind) {
    case ValueKind::expr:
      key += fmt::format("e{};", e().type(value.expr).index());
      actuals.push_back(value.expr);
      return;
    case ValueKind::lambda:
    case ValueKind::function: {
      key += value.lambda ? fmt::format("l{}", static_cast<const void*>(value.lambda)) : fmt::format("f{}", value.function->binder);
      if (value.types) {
        std::vector<std::string> types;
        for (const auto& [general, type] : *value.types) types.push_back(fmt::format("{}", colour_of(type).index()));
        std::sort(types.begin(), types.end());
        for (const std::string& type : types) key += "," + type;
      }
      key += "(";
      for (const auto& [id, captured_value] : *value.scope) flatten(captured_value, key, actuals);
      key += ")";
      break;
    }
    case ValueKind::library:
      key += fmt::format("b{}", value.library->name);
      break;
    default:
      key += fmt::format("k{}.{}.{}.{}", static_cast<int>(value.kind), value.colour, value.variant, value.name);
  }
  key += "[";
  for (const Value& part : value.parts) flatten(part, key, actuals);
  key += "]";
}

Value Translator::rebuilt(const Value& value, std::span<const ColourSetId> types, std::size_t& at) {
  Value result = value;
  if (value.kind == ValueKind::expr) {
    result.expr = e().variable(types[at], static_cast<std::uint32_t>(at), builder_.net().exprs[value.expr].where);
    ++at;
    return result;
  }
  if (value.kind == ValueKind::lambda || value.kind == ValueKind::function) {
    auto scope = std::make_shared<Scope>();
    for (const auto& [id, captured_value] : *value.scope) scope->emplace(id, rebuilt(captured_value, types, at));
    result.scope = std::move(scope);
  }
  for (Value& part : result.parts) part = rebuilt(part, types, at);
  return result;
}

Value Translator::net_call(const Value& function, const Expr& at) {
  const Function& f = *function.function;
  // Arguments in the colour sets of their types, so that calls with and without bounds are one function.
  Value general = function;
  Type* type = Types::found(f.type);
  for (Value& argument : general.parts) {
    Type* const domain = type->parts[0];
    type = Types::found(type->parts[1]);
    if (!first_order(argument)) continue;
    const auto before = now_.types;
    now_.types = function.types;
    const std::function<Value(const Value&, Type*)> bring = [&](const Value& value, Type* of_type) -> Value {
      Type* found = Types::found(meant(of_type));
      if (value.kind == ValueKind::tuple && found->kind == TypeKind::tuple && value.parts.size() == found->parts.size()) {
        Value all = value;
        for (std::size_t k = 0; k < all.parts.size(); ++k) all.parts[k] = bring(value.parts[k], found->parts[k]);
        return all;
      }
      return of(materialise(value, of_type, at.where));
    };
    argument = bring(argument, domain);
    now_.types = before;
    if (!argument.known()) return {};
  }
  std::string key;
  std::vector<ExprId> actuals;
  flatten(general, key, actuals);
  for (const ExprId actual : actuals) {
    if (!actual.valid()) return {};
  }
  const auto known = functions_.find(key);
  const FunctionId id = known != functions_.end() ? known->second : make_function(general, actuals, key, at);
  if (!id.valid()) return {};
  return of(e().call(id, actuals, at.where));
}

FunctionId Translator::make_function(const Value& function, const std::vector<ExprId>& actuals, const std::string& key,
                                     const Expr& at) {
  if (++inside_ > kMostInside) {
    --inside_;
    fail(at.where, fmt::format("functions call each other more than {} deep while they are written out", kMostInside));
    return {};
  }
  Surroundings outside = std::move(now_);
  now_ = {};
  const bool written = write_out;
  write_out = false;
  const Function& f = *function.function;
  petriloom::Function made;
  made.name = f.name;
  for (char& c : made.name) {
    if (c == '.' || c == '\'') c = '_';  // names of the net have neither
  }
  made.where = f.where;
  std::vector<ColourSetId> types;
  for (std::size_t k = 0; k < actuals.size(); ++k) {
    types.push_back(e().type(actuals[k]));
    made.parameter_names.push_back(fmt::format("p{}", k + 1));
    slot(made.parameter_names.back(), types.back());
  }
  made.parameters = types;
  now_.types = function.types;
  Type* result = Types::found(f.type);
  for (std::size_t k = 0; k < f.curried; ++k) result = Types::found(result->parts[1]);
  made.result = colour_of(result);
  const std::string base = made.name;
  const auto& functions = builder_.net().functions;
  for (std::size_t k = 2;
       std::any_of(functions.begin(), functions.end(), [&](const auto& other) { return other.name == made.name; }); ++k) {
    made.name = fmt::format("{}_{}", base, k);
  }
  const FunctionId id = builder_.add(std::move(made));
  functions_[key] = id;
  std::size_t at_slot = 0;
  const Value inside = rebuilt(function, types, at_slot);
  now_.scope = *inside.scope;
  enter_companions(inside);
  Expr place;
  place.where = f.where;
  const ColourSetId result_set = builder_.net().functions[id.index()].result;
  const ExprId body = naming(
      [&] { return coerce(materialise(choose(f.clauses, inside.parts, place, result), result, f.where), result_set, f.where); });
  builder_.net().functions[id.index()].body = body;
  builder_.net().functions[id.index()].slots = static_cast<std::uint32_t>(now_.frame.slots.size());
  now_ = std::move(outside);
  write_out = written;
  --inside_;
  if (!body.valid()) functions_[key] = FunctionId{};
  return body.valid() ? id : FunctionId{};
}

}  // namespace petriloom::cpn::ml
