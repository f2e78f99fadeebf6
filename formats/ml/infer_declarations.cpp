// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "formats/ml/infer.h"

namespace petriloom::cpn::ml {

Inference::Inference(Arena& arena, const Library& library, bool real_time)
    : arena_(arena), library_(library), real_time_(real_time) {
  binders_.emplace_back();  // 0 is no binder, and no colour set
  colours_.emplace_back();
}

std::uint32_t Inference::find(std::string_view name) const {
  const auto found = names_.find(std::string(name));
  return found == names_.end() ? 0 : found->second;
}

std::uint32_t Inference::find_colour(std::string_view name) const {
  const auto found = colour_ids_.find(std::string(name));
  return found == colour_ids_.end() ? 0 : found->second;
}

std::vector<std::string> Inference::colour_names() const {
  std::vector<std::string> all;
  for (std::size_t k = 1; k < colours_.size(); ++k) all.push_back(colours_[k].name);
  return all;
}

void Inference::rename(const std::string& name, std::uint32_t id) {
  std::uint32_t& slot = names_[name];
  undo_.emplace_back(name, slot);
  slot = id;
}

std::uint32_t Inference::add(Binder binder) {
  const auto id = static_cast<std::uint32_t>(binders_.size());
  rename(binder.name, id);
  binders_.push_back(std::move(binder));
  return id;
}

std::uint32_t Inference::bind(const std::string& name, Type* type, const Location& where) {
  Binder binder;
  binder.name = name;
  binder.type = type;
  binder.where = where;
  binder.depth = static_cast<std::uint32_t>(frees_.size());
  return add(std::move(binder));
}

void Inference::end_scope(std::size_t mark) {
  while (undo_.size() > mark) {
    names_[undo_.back().first] = undo_.back().second;
    undo_.pop_back();
  }
}

void Inference::declare(Declaration& declaration, Diagnostics& diagnostics) {
  switch (declaration.kind) {
    case DeclarationKind::value:
      declare_value(declaration, true);
      break;
    case DeclarationKind::functions:
      declare_functions(declaration);
      break;
    case DeclarationKind::colour:
      declare_colour(declaration, diagnostics);
      break;
    case DeclarationKind::variables:
      declare_variables(declaration, diagnostics);
      break;
    case DeclarationKind::reference: {
      types_.enter();
      Type* type = infer(*declaration.value);
      settle();
      types_.leave();
      Binder binder;
      binder.kind = BinderKind::reference;
      binder.name = declaration.name;
      binder.type = type;
      binder.declaration = &declaration;
      binder.where = declaration.where;
      add(std::move(binder));
      break;
    }
    case DeclarationKind::abbreviation:
      abbreviations_[declaration.name] = meant(*declaration.written);
      break;
    default:
      break;
  }
}

namespace {

// Whether a value may be used at several types (the value restriction of Standard ML).
bool is_value(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::apply:
    case ExprKind::branch:
    case ExprKind::choice:
    case ExprKind::block:
    case ExprKind::sequence:
    case ExprKind::unsupported:
    case ExprKind::raise:
      return false;
    case ExprKind::infix:
      return false;
    default:
      return std::all_of(expr.parts.begin(), expr.parts.end(), [](const Expr* part) { return is_value(*part); });
  }
}

void binders_of(const Pattern& pattern, std::vector<std::uint32_t>& all) {
  if (pattern.binder != 0) all.push_back(pattern.binder);
  for (const Pattern* part : pattern.parts) binders_of(*part, all);
}

}  // namespace

void Inference::declare_value(Declaration& declaration, bool global) {
  types_.enter();
  infer(*declaration.value);
  if (global) settle();
  Type* pattern = infer_pattern(*declaration.pattern);
  need(declaration.value->type, pattern, *declaration.value);
  types_.leave();
  std::vector<std::uint32_t> bound;
  binders_of(*declaration.pattern, bound);
  for (const std::uint32_t id : bound) {
    Binder& binder = binders_[id];
    binder.kind = global ? BinderKind::value : BinderKind::local;
    binder.declaration = &declaration;
    // A list without elements or a function may be used at many types. What is bound inside 'let' keeps one.
    if (global && is_value(*declaration.value)) types_.generalise(binder.type, binder.generals);
  }
}

void Inference::infer_function(Function& function) {
  frees_.emplace_back();
  std::vector<Type*> domains;
  for (std::size_t k = 0; k < function.curried; ++k) domains.push_back(types_.variable());
  Type* range = types_.variable();
  Type* type = range;
  for (std::size_t k = domains.size(); k-- > 0;) type = types_.function(domains[k], type);
  const bool fits = types_.unify(function.type, type);
  std::unordered_map<std::string, Type*> variables;
  std::unordered_map<std::string, Type*>* const before = written_variables_;
  if (!before) written_variables_ = &variables;
  for (Clause& clause : function.clauses) {
    const std::size_t scope = begin_scope();
    for (std::size_t k = 0; k < clause.patterns.size(); ++k) {
      Type* pattern = infer_pattern(*clause.patterns[k]);
      if ((!types_.unify(pattern, domains[k]) || !fits) && clause.patterns[k]->problem.empty()) {
        clause.patterns[k]->problem = fmt::format("this parameter is of type {} in one place and {} in another",
                                                  Types::describe(pattern), Types::describe(domains[k]));
      }
    }
    infer(*clause.body);
    need(clause.body->type, range, *clause.body);
    end_scope(scope);
  }
  if (function.result && !types_.unify(range, meant(*function.result))) {
    mark(*function.clauses[0].body, "the result of this function is not of the type that it is said to be");
  }
  written_variables_ = before;
  function.frees = std::move(frees_.back());
  frees_.pop_back();
}

void Inference::declare_functions(Declaration& declaration) {
  types_.enter();
  for (Function& function : declaration.functions) {
    Binder binder;
    binder.kind = BinderKind::function;
    binder.name = function.name;
    binder.type = function.type = types_.variable();
    binder.function = &function;
    binder.declaration = &declaration;
    binder.where = function.where;
    binder.depth = static_cast<std::uint32_t>(frees_.size());
    function.binder = add(std::move(binder));
  }
  for (Function& function : declaration.functions) infer_function(function);
  if (frees_.empty()) settle();
  resolve_wishes();
  types_.leave();
  // What one of them uses of its surroundings, all do, since they call each other.
  std::vector<std::uint32_t> frees;
  for (const Function& function : declaration.functions) {
    for (const std::uint32_t id : function.frees) {
      const bool companion = std::any_of(declaration.functions.begin(), declaration.functions.end(),
                                         [&](const Function& other) { return other.binder == id; });
      if (!companion && std::find(frees.begin(), frees.end(), id) == frees.end()) frees.push_back(id);
    }
  }
  std::vector<Type*> generals;
  for (Function& function : declaration.functions) {
    function.frees = frees;
    types_.generalise(function.type, generals);
  }
  for (Function& function : declaration.functions) {
    function.generals = generals;
    binders_[function.binder].generals = generals;
  }
}

Type* Inference::named_colour(const std::pair<std::string, Location>& name, Diagnostics& diagnostics) {
  if (const std::uint32_t id = find_colour(name.first)) return colours_[id].type;
  Written written;
  written.name = name.first;
  std::unordered_map<std::string, Type*> none;
  Type* type = meant_name(written, none);
  if (type->kind != TypeKind::variable) return type;
  diagnostics.error(name.second, fmt::format("there is no colour set '{}' up to here", name.first));
  return type;
}

Type* Inference::colour_type(const Declaration& declaration, std::uint32_t id, Diagnostics& diagnostics) {
  const ColourDecl& colour = declaration.colour;
  std::vector<Type*> parts;
  switch (colour.form) {
    case ColourForm::unit:
      return types_.unit();
    case ColourForm::boolean:
      return types_.basic(TypeKind::boolean);
    case ColourForm::integer:
      return types_.basic(TypeKind::integer);
    case ColourForm::time:
      return time_type();
    case ColourForm::real:
      return types_.basic(TypeKind::real);
    case ColourForm::string:
      return types_.basic(TypeKind::text);
    case ColourForm::character:
      return types_.basic(TypeKind::character);
    case ColourForm::enumeration:
    case ColourForm::index:
      return types_.named(id, declaration.name);
    case ColourForm::union_:
      for (const auto& name : colour.names) {
        if (!name.first.empty() && name.first != declaration.name) named_colour(name, diagnostics);
      }
      return types_.named(id, declaration.name);
    case ColourForm::product:
      for (const auto& name : colour.names) parts.push_back(named_colour(name, diagnostics));
      return types_.tuple(std::move(parts));
    case ColourForm::record:
      for (const auto& name : colour.names) parts.push_back(named_colour(name, diagnostics));
      return types_.record(colour.labels, std::move(parts));
    case ColourForm::list:
      return types_.list(named_colour(colour.names[0], diagnostics));
    case ColourForm::alias:
    case ColourForm::subset:
      return named_colour(colour.names[0], diagnostics);
  }
  return types_.unit();
}

void Inference::declare_labels(const Declaration& declaration, std::uint32_t id, Type* type) {
  const ColourDecl& colour = declaration.colour;
  const auto enter = [&](const std::string& name, BinderKind kind, std::size_t ordinal, Type* of) {
    Binder binder;
    binder.kind = kind;
    binder.name = name;
    binder.type = of;
    binder.colour = id;
    binder.ordinal = static_cast<std::int32_t>(ordinal);
    binder.content = Types::found(of)->kind == TypeKind::function;
    binder.where = declaration.where;
    add(std::move(binder));
  };
  if (colour.form == ColourForm::enumeration || colour.form == ColourForm::boolean || colour.form == ColourForm::unit) {
    for (std::size_t k = 0; k < colour.names.size(); ++k) enter(colour.names[k].first, BinderKind::label, k, type);
  } else if (colour.form == ColourForm::index) {
    enter(colour.names[0].first, BinderKind::index, 0, types_.function(types_.basic(TypeKind::integer), type));
  } else if (colour.form == ColourForm::union_) {
    Diagnostics told;
    for (std::size_t k = 0; k < colour.labels.size(); ++k) {
      const bool content = !colour.names[k].first.empty();
      enter(colour.labels[k], BinderKind::variant, k, content ? types_.function(named_colour(colour.names[k], told), type) : type);
    }
  }
}

void Inference::declare_colour(Declaration& declaration, Diagnostics& diagnostics) {
  const auto id = static_cast<std::uint32_t>(colours_.size());
  ColourInfo info;
  info.name = declaration.name;
  info.declaration = &declaration.colour;
  info.timed = declaration.colour.timed;
  info.base = id;
  info.where = declaration.where;
  info.type = colour_type(declaration, id, diagnostics);
  if (declaration.colour.form == ColourForm::alias) {
    if (const std::uint32_t base = find_colour(declaration.colour.names[0].first)) info.base = colours_[base].base;
  }
  colours_.push_back(info);
  if (!declaration.name.empty()) {
    colour_ids_[declaration.name] = id;
    declare_labels(declaration, id, info.type);
  }
  types_.enter();
  for (Expr* bound : declaration.colour.with) infer(*bound);
  settle();
  types_.leave();
}

void Inference::declare_variables(const Declaration& declaration, Diagnostics& diagnostics) {
  const std::string name = declaration.written->name;
  const std::uint32_t id = find_colour(name);
  if (id == 0) {
    diagnostics.error(declaration.written->where, fmt::format("there is no colour set '{}' up to here", name));
    return;
  }
  for (const auto& [variable, where] : declaration.names) {
    Binder binder;
    binder.kind = BinderKind::variable;
    binder.name = variable;
    binder.type = colours_[id].type;
    binder.colour = id;
    binder.where = where;
    add(std::move(binder));
  }
}

}  // namespace petriloom::cpn::ml
