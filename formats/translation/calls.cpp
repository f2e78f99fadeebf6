// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <utility>

#include "formats/translation/library.h"
#include "formats/translation/library_call.h"
#include "formats/translation/translate.h"

namespace petriloom::cpn::ml {

void Calls::forget(std::size_t before) {
  std::erase_if(functions_, [&](const auto& known) { return !known.second.valid() || known.second.index() >= before; });
  translator_.raising().forget(before);
  translator_.carried().forget(before);
  auto& functions = work_.net().functions;
  functions.erase(functions.begin() + static_cast<std::ptrdiff_t>(before), functions.end());
}

Value Calls::apply(const Value& function, const Value& argument, const Expr& at) {
  if (!function.known() || !argument.known()) return {};
  Value next = function;
  switch (function.kind) {
    case ValueKind::lambda: {
      const Workspace::Level level(work_, at.where);
      if (!level.allowed()) return {};
      const Value argument_named = work_.named(argument, at.where);
      const Workspace::Elsewhere inside(work_, *function.scope, function.types);
      Type* const range = Types::found(function.lambda->type)->parts[1];
      return translator_.choose(function.lambda->clauses, {argument_named}, *function.lambda, range);
    }
    case ValueKind::function:
      next.parts.push_back(argument);
      return next.parts.size() < function.function->curried ? next : call(next, at);
    case ValueKind::library: {
      next.parts.push_back(argument);
      const std::size_t own = function.colour != 0 ? 1 : 0;
      return next.parts.size() < function.library->curried + own ? next
                                                                 : function.library->translate({translator_, next.parts, at});
    }
    case ValueKind::constructor:
      return construct(function, argument, at);
    case ValueKind::select:
      return values_.select(function.name, argument, at.where);
    default:
      return work_.fail(at.where, "this is no function");
  }
}

Value Calls::construct(const Value& constructor, const Value& argument, const Expr& at) {
  if ((constructor.colour & kDatatype) != 0) {
    Value value = constructor;
    value.kind = ValueKind::constructed;
    value.parts = {argument};
    return value;
  }
  const ColourInfo& info = work_.environment().colour(constructor.colour);
  const ColourSetId type = values_.colour(constructor.colour);
  if (constructor.variant < 0) {
    const ExprId index = values_.plain(argument, at.where);
    if (!index.valid()) return {};
    return e().colour_at(type, index, at.where);
  }
  const auto variant = static_cast<std::size_t>(constructor.variant);
  const std::string& of_set = info.declaration->names[variant].first;
  const std::uint32_t id = work_.environment().find_colour(of_set);
  const ExprId content =
      id != 0 ? values_.materialise(argument, work_.environment().colour(id).type, at.where) : values_.plain(argument, at.where);
  if (!content.valid()) return {};
  return e().inject(type, variant, values_.coerce(content, work_.net().colours[type].components[variant], at.where), at.where);
}

namespace {

bool first_order(const Value& value) {
  if (value.kind == ValueKind::expr) return true;
  const bool parts = value.kind == ValueKind::tuple || value.kind == ValueKind::record;
  return parts && std::all_of(value.parts.begin(), value.parts.end(), first_order);
}

bool has_datatype(const Value& value) {
  return value.kind == ValueKind::constructed || std::any_of(value.parts.begin(), value.parts.end(), has_datatype);
}

}  // namespace

Value Calls::call(const Value& function, const Expr& at) {
  if (!work_.spend(at.where)) return {};
  const Function& f = *function.function;
  // A datatype ends such calls: what is inside a value of it is smaller.
  if (facts_.recursive(f) && std::none_of(function.parts.begin(), function.parts.end(), has_datatype))
    return net_call(function, at);
  const bool plain_arguments = std::all_of(function.parts.begin(), function.parts.end(), first_order);
  // Patterns need what is inside a function; so does what is drawn or timed, which belongs to the
  // arc; and what is known while translating stays known if the function is written out.
  const bool all_known = std::all_of(function.parts.begin(), function.parts.end(), [this](const Value& value) {
    const std::function<bool(const Value&)> known = [&](const Value& part) {
      if (part.kind == ValueKind::expr) return work_.net().exprs[part.expr].op == Op::literal;
      return std::all_of(part.parts.begin(), part.parts.end(), known);
    };
    return known(value);
  });
  const bool write = work_.write_out || !plain_arguments || all_known || facts_.has(f, Effect::random) ||
                     facts_.has(f, Effect::time) || facts_.has(f, Effect::content);
  return write ? write_call(function, at) : net_call(function, at);
}

// The other functions declared with it, and itself, are names inside it.
void Calls::enter_companions(const Value& function) {
  const Binder& binder = work_.environment().binder(function.function->binder);
  if (!binder.local || !binder.declaration) return;
  for (const Function& companion : binder.declaration->functions) {
    Value value = function;
    value.function = &companion;
    value.parts.clear();
    work_.now().scope[companion.binder] = value;
  }
}

Type* Calls::result_type(const Function& function) {
  Type* type = Types::found(function.type);
  for (std::size_t k = 0; k < function.curried; ++k) type = Types::found(type->parts[1]);
  return type;
}

Value Calls::write_call(const Value& function, const Expr& at) {
  const Workspace::Level level(work_, at.where);
  if (!level.allowed()) return {};
  std::vector<Value> arguments;
  for (const Value& argument : function.parts) arguments.push_back(work_.named(argument, at.where));
  const Workspace::Elsewhere inside(work_, *function.scope, function.types);
  enter_companions(function);
  Expr place;
  place.where = function.function->where;
  return translator_.choose(function.function->clauses, arguments, place, result_type(*function.function));
}

// What tells calls of a function apart: types, and functions among the arguments. The expressions
// among them become parameters.
void Calls::flatten(const Value& value, std::string& key, std::vector<ExprId>& actuals) {
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
        for (const auto& [general, type] : *value.types) types.push_back(fmt::format("{}", values_.colour_of(type).index()));
        std::sort(types.begin(), types.end());
        for (const std::string& type : types) key += "," + type;
      }
      key += "(";
      for (const auto& [id, captured_value] : *value.scope) flatten(captured_value, key, actuals);
      key += ")";
      break;
    }
    case ValueKind::library:
      key += fmt::format("b{}", value.library->names);
      break;
    default:
      key += fmt::format("k{}.{}.{}.{}", static_cast<int>(value.kind), value.colour, value.variant, value.name);
  }
  key += "[";
  for (const Value& part : value.parts) flatten(part, key, actuals);
  key += "]";
}

Value Calls::rebuilt(const Value& value, std::span<const ColourSetId> types, std::size_t& at) {
  Value result = value;
  if (value.kind == ValueKind::expr) {
    result.expr = e().variable(types[at], static_cast<std::uint32_t>(at), work_.net().exprs[value.expr].where);
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

Value Calls::bring(const Value& value, Type* type, const Location& where) {
  Type* found = Types::found(work_.meant(type));
  if (value.kind == ValueKind::tuple && found->kind == TypeKind::tuple && value.parts.size() == found->parts.size()) {
    Value all = value;
    for (std::size_t k = 0; k < all.parts.size(); ++k) all.parts[k] = bring(value.parts[k], found->parts[k], where);
    return all;
  }
  return values_.materialise(value, type, where);
}

// Those with a state here that the function looks at.
std::vector<const Declaration*> Calls::references_of(const Value& function) {
  std::vector<const Declaration*> result;
  for (const Declaration* const reference : facts_.references(function)) {
    const auto content = work_.now().contents.find(reference);
    if (content != work_.now().contents.end() && content->second.kind == ValueKind::expr) result.push_back(reference);
  }
  return result;
}

Value Calls::net_call(const Value& function, const Expr& at) {
  const Function& f = *function.function;
  // Arguments in the colour sets of their types, so that calls with and without bounds are one
  // function.
  Value general = function;
  Type* type = Types::found(f.type);
  for (Value& argument : general.parts) {
    Type* const domain = type->parts[0];
    type = Types::found(type->parts[1]);
    if (!first_order(argument)) continue;
    const auto before = std::exchange(work_.now().types, function.types);
    argument = bring(argument, domain, at.where);
    work_.now().types = before;
    if (!argument.known()) return {};
  }
  std::string key;
  std::vector<ExprId> actuals;
  flatten(general, key, actuals);
  // Functions of the net know neither the time nor what references hold: those that look at it get
  // it.
  if (facts_.has(f, Effect::time)) actuals.push_back(work_.clock(at.where));
  const std::vector<const Declaration*> references = references_of(general);
  for (const Declaration* const reference : references) {
    actuals.push_back(work_.now().contents.at(reference).expr);
    key += fmt::format("!{}:{}", reference->name, e().type(actuals.back()).index());
  }
  if (std::any_of(actuals.begin(), actuals.end(), [](ExprId actual) { return !actual.valid(); })) return {};
  const auto known = functions_.find(key);
  const FunctionId id = known != functions_.end() ? known->second : make_function(general, actuals, key, references, at.where);
  if (!id.valid()) return {};
  return e().call(id, actuals, at.where);
}

ColourAliasId Calls::alias_of(const Written* written) const {
  const bool name = written && written->kind == WrittenKind::name && written->parts.empty();
  return name ? values_.alias(work_.environment().find_colour(written->name)) : ColourAliasId();
}

// Adds what is known of that which `flatten` makes of a value, in its order; names are empty where
// a pattern has none.
void Calls::parameters_of(const Pattern* pattern, const Value& value, Parameter known, std::vector<Parameter>& all) {
  if (pattern && (pattern->kind == PatternKind::variable || pattern->kind == PatternKind::as) && pattern->binder != 0)
    known.name = pattern->name;
  if (pattern && pattern->written) known.alias = alias_of(pattern->written);
  if (value.kind == ValueKind::expr) {
    all.push_back(std::move(known));
    return;
  }
  if (value.scope) {
    for (const auto& [id, captured] : *value.scope)
      parameters_of(nullptr, captured, {work_.environment().binder(id).name, {}}, all);
  }
  const bool apart = pattern && pattern->kind == PatternKind::tuple && pattern->parts.size() == value.parts.size();
  for (std::size_t k = 0; k < value.parts.size(); ++k) parameters_of(apart ? pattern->parts[k] : nullptr, value.parts[k], {}, all);
}

// The first clause that has a name for one gives it, and so it is with aliases. Names of functions
// and colour sets mean these.
std::vector<Calls::Parameter> Calls::parameters(const Value& function, std::size_t count) {
  const Environment& environment = work_.environment();
  std::vector<Parameter> all(count);
  Value captured = function;
  captured.parts.clear();
  for (const Clause& clause : function.function->clauses) {
    std::vector<Parameter> here;
    parameters_of(nullptr, captured, {}, here);
    for (std::size_t k = 0; k < function.parts.size() && k < clause.patterns.size(); ++k)
      parameters_of(clause.patterns[k], function.parts[k], {}, here);
    for (std::size_t k = 0; k < std::min(count, here.size()); ++k) {
      if (all[k].name.empty()) all[k].name = here[k].name;
      if (!all[k].alias.valid()) all[k].alias = here[k].alias;
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    std::string& name = all[k].name;
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(k);
    const bool twice = std::any_of(all.begin(), end, [&name](const Parameter& before) { return before.name == name; });
    const std::uint32_t known = environment.find(name);
    const bool means_other = (known != 0 && environment.binder(known).kind != BinderKind::variable) ||
                             environment.find_colour(name) != 0 || library().find(name);
    if (name.empty() || twice || means_other) name = fmt::format("p{}", k + 1);
  }
  return all;
}

FunctionId Calls::make_function(const Value& function, const std::vector<ExprId>& actuals, const std::string& key,
                                const std::vector<const Declaration*>& references, const Location& where) {
  const Workspace::Level level(work_, where);
  if (!level.allowed()) return {};
  const Workspace::Apart apart(work_);
  const bool written = std::exchange(work_.write_out, false);
  const Function& f = *function.function;
  petriloom::Function made;
  made.where = f.where;
  for (Parameter& parameter : parameters(function, actuals.size())) {
    made.parameter_names.push_back(std::move(parameter.name));
    made.aliases.push_back(parameter.alias);
  }
  made.aliases.push_back(alias_of(f.result));
  for (std::size_t k = 0; k < actuals.size(); ++k) {
    made.parameters.push_back(e().type(actuals[k]));
    work_.slot(made.parameter_names[k], made.parameters.back());
  }
  const std::vector<ColourSetId> types = made.parameters;
  work_.now().types = function.types;
  Type* const result = result_type(f);
  const ColourSetId result_set = values_.colour_of(result);
  made.result = result_set;
  std::string base = f.name;
  std::replace_if(
      // Names of the net have letters and digits alone.
      base.begin(), base.end(), [](char c) { return static_cast<unsigned char>(c) < 128 && std::isalnum(c) == 0; }, '_');
  if (base[0] == '_') base.insert(0, "op");
  made.name = base;
  const auto& functions = work_.net().functions;
  for (std::size_t k = 2;
       std::any_of(functions.begin(), functions.end(), [&](const auto& other) { return other.name == made.name; }); ++k) {
    made.name = fmt::format("{}_{}", base, k);
  }
  const FunctionId id = work_.builder().add(std::move(made));
  functions_[key] = id;
  std::size_t at_slot = 0;
  const Value inside = rebuilt(function, types, at_slot);
  work_.now().scope = *inside.scope;
  const auto parameter = [&](std::size_t slot) { return e().variable(types[slot], static_cast<std::uint32_t>(slot), f.where); };
  if (at_slot + references.size() < types.size()) work_.now().clock = parameter(at_slot);
  for (std::size_t k = 0; k < references.size(); ++k)
    work_.now().contents[references[k]] = parameter(types.size() - references.size() + k);
  enter_companions(inside);
  Expr place;
  place.where = f.where;
  const ExprId body = work_.naming([&] {
    const Value value = translator_.choose(f.clauses, inside.parts, place, result);
    return values_.coerce(values_.materialise(value, result, f.where), result_set, f.where);
  });
  petriloom::Function& whole = work_.net().functions[id.index()];
  whole.body = body;
  const auto& slots = work_.now().slots;
  whole.slots = static_cast<std::uint32_t>(slots.size());
  for (std::size_t k = types.size(); k < slots.size(); ++k) whole.local_names.push_back(slots[k].name);
  work_.write_out = written;
  if (!body.valid()) functions_[key] = FunctionId{};
  return body.valid() ? id : FunctionId{};
}

}  // namespace petriloom::cpn::ml
