// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "formats/typing/infer.h"

namespace petriloom::cpn::ml {

void Inference::declare(Declaration& declaration, Diagnostics& diagnostics) {
  environment_.inside(declaration.structure);
  declare_kind(declaration, diagnostics);
  environment_.inside({});
}

// Values of such a type are known while translating alone.
void Inference::declare_datatype(Declaration& declaration) {
  const std::uint32_t id = kDatatype | ++datatypes_;
  Type* type = types_.named(id, declaration.name);
  written_.abbreviate(declaration.name, type);
  for (std::size_t k = 0; k < declaration.names.size(); ++k) {
    Binder binder;
    binder.kind = BinderKind::variant;
    binder.name = declaration.names[k].first;
    binder.where = declaration.names[k].second;
    binder.colour = id;
    binder.ordinal = static_cast<std::int32_t>(k);
    binder.content = declaration.contents[k] != nullptr;
    binder.type = binder.content ? types_.function(written_.meant(*declaration.contents[k]), type) : type;
    environment_.add(std::move(binder));
  }
}

void Inference::declare_kind(Declaration& declaration, Diagnostics& diagnostics) {
  switch (declaration.kind) {
    case DeclarationKind::value:
      declare_value(declaration, true);
      break;
    case DeclarationKind::functions:
      declare_functions(declaration, false);
      break;
    case DeclarationKind::colour:
      colours_.declare(declaration, diagnostics);
      types_.enter();
      for (Expr* bound : declaration.colour.with) infer(*bound);
      settle();
      types_.leave();
      break;
    case DeclarationKind::variables:
      colours_.declare_variables(declaration, diagnostics);
      break;
    case DeclarationKind::reference: {
      Type* type = infer_whole(*declaration.value);
      Binder binder;
      binder.kind = BinderKind::reference;
      binder.name = declaration.name;
      binder.type = type;
      binder.declaration = &declaration;
      binder.where = declaration.where;
      environment_.add(std::move(binder));
      break;
    }
    case DeclarationKind::abbreviation:
      written_.abbreviate(declaration.name, written_.meant(*declaration.written));
      break;
    case DeclarationKind::datatype:
      declare_datatype(declaration);
      break;
    case DeclarationKind::opening:
      for (const auto& [name, where] : declaration.names) environment_.open(name);
      break;
    case DeclarationKind::exception:
      declare_exceptions(declaration);
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
    case ExprKind::handle:
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

namespace {

bool has_function(Type* type) {
  type = Types::found(type);
  return type->kind == TypeKind::function || std::any_of(type->parts.begin(), type->parts.end(), has_function);
}

}  // namespace

void Inference::declare_value(Declaration& declaration, bool global) {
  types_.enter();
  infer(*declaration.value);
  if (global) settle();
  Type* pattern = patterns_.infer(*declaration.pattern);
  need(declaration.value->type, pattern, *declaration.value);
  global ? patterns_.settle() : patterns_.resolve();
  types_.leave();
  if (declaration.at_once && has_function(declaration.value->type))
    mark(*declaration.value, "a function is a value here that would look at references later");
  std::vector<std::uint32_t> bound;
  binders_of(*declaration.pattern, bound);
  for (const std::uint32_t id : bound) {
    Binder& binder = environment_.binder(id);
    binder.kind = global ? BinderKind::value : BinderKind::local;
    binder.declaration = &declaration;
    // A list without elements or a function may be used at many types. What is bound inside 'let'
    // keeps one.
    if (global && is_value(*declaration.value)) types_.generalise(binder.type, binder.generals);
  }
}

void Inference::infer_function(Function& function) {
  environment_.enter_function();
  std::vector<Type*> domains;
  for (std::size_t k = 0; k < function.curried; ++k) domains.push_back(types_.variable());
  Type* range = types_.variable();
  Type* type = range;
  for (std::size_t k = domains.size(); k-- > 0;) type = types_.function(domains[k], type);
  const bool fits = types_.unify(function.type, type);
  const WrittenTypes::SameVariables same(written_);
  for (Clause& clause : function.clauses) {
    const std::size_t scope = environment_.begin_scope();
    for (std::size_t k = 0; k < clause.patterns.size(); ++k) {
      Type* pattern = patterns_.infer(*clause.patterns[k]);
      if ((!types_.unify(pattern, domains[k]) || !fits) && clause.patterns[k]->problem.empty()) {
        clause.patterns[k]->problem = fmt::format("this parameter is of type {} in one place and {} in another",
                                                  Types::describe(pattern), Types::describe(domains[k]));
      }
    }
    patterns_.resolve();
    infer(*clause.body);
    need(clause.body->type, range, *clause.body);
    environment_.end_scope(scope);
  }
  if (function.result && !types_.unify(range, written_.meant(*function.result))) {
    mark(*function.clauses[0].body, "the result of this function is not of the type that it is said to be");
  }
  function.frees = environment_.leave_function();
}

void Inference::declare_functions(Declaration& declaration, bool local) {
  types_.enter();
  const std::size_t first_open = patterns_.next_open();
  for (Function& function : declaration.functions) {
    Binder binder;
    binder.kind = BinderKind::function;
    binder.name = function.name;
    binder.type = function.type = types_.variable();
    binder.function = &function;
    binder.declaration = &declaration;
    binder.where = function.where;
    binder.depth = environment_.depth();
    binder.local = local;
    function.binder = environment_.add(std::move(binder));
  }
  for (Function& function : declaration.functions) infer_function(function);
  if (!local) settle();
  resolve_wishes();
  patterns_.settle(first_open);
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
    environment_.binder(function.binder).generals = generals;
  }
}

}  // namespace petriloom::cpn::ml
