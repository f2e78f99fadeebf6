// SPDX-License-Identifier: Apache-2.0
#include "formats/typing/infer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "formats/ml/store_passing.h"
#include "formats/typing/basis.h"

namespace petriloom::cpn::ml {

void mark(Expr& expr, std::string problem, std::string help) {
  if (!expr.problem.empty()) return;
  expr.problem = std::move(problem);
  expr.help = std::move(help);
}

namespace {

// In the order of ExprKind.
constexpr std::array<TypeKind, 4> kLiterals{TypeKind::integer, TypeKind::real, TypeKind::text, TypeKind::character};

}  // namespace

Type* Inference::infer(Expr& expr) {
  if (expr.kind == ExprKind::block) pass_store(expr);
  expr.type = infer_kind(expr);
  return expr.type;
}

void Inference::settle() {
  resolve_wishes();
  patterns_.settle();
  resolve_wishes();
  for (FieldWish& wish : wishes_) mark(*wish.at, fmt::format("it is not known what record has the field '{}' here", wish.label));
  wishes_.clear();
}

Type* Inference::infer_whole(Expr& expr) {
  types_.enter();
  Type* type = infer(expr);
  settle();
  types_.leave();
  return type;
}

Type* Inference::infer_kind(Expr& expr) {
  if (expr.kind <= ExprKind::character) return types_.basic(kLiterals[static_cast<std::size_t>(expr.kind)]);
  const bool own_order = expr.kind == ExprKind::apply || expr.kind == ExprKind::infix || expr.kind == ExprKind::block;
  for (Expr* part : expr.parts) {
    if (!own_order) infer(*part);
  }
  switch (expr.kind) {
    case ExprKind::name:
      return infer_name(expr);
    case ExprKind::select:
      return infer_select(expr);
    case ExprKind::tuple:
    case ExprKind::record: {
      std::vector<Type*> parts;
      for (const Expr* part : expr.parts) parts.push_back(part->type);
      return expr.kind == ExprKind::tuple ? types_.tuple(std::move(parts)) : types_.record(expr.labels, std::move(parts));
    }
    case ExprKind::list: {
      Type* element = types_.variable();
      for (Expr* part : expr.parts) need(part->type, element, *part);
      return types_.list(element);
    }
    case ExprKind::apply:
      return infer_apply(expr);
    case ExprKind::infix:
      return infer_infix(expr);
    case ExprKind::function: {
      environment_.enter_function();
      Type* domain = types_.variable();
      Type* range = infer_clauses(expr.clauses, domain);
      expr.frees = environment_.leave_function();
      return types_.function(domain, range);
    }
    case ExprKind::branch:
      need(expr.parts[0]->type, types_.basic(TypeKind::boolean), *expr.parts[0]);
      need(expr.parts[2]->type, expr.parts[1]->type, *expr.parts[2]);
      return expr.parts[1]->type;
    case ExprKind::choice:
      return infer_clauses(expr.clauses, expr.parts[0]->type);
    case ExprKind::block:
      return infer_block(expr);
    case ExprKind::sequence:
      return expr.parts.back()->type;
    case ExprKind::typed:
      need(expr.parts[0]->type, written_.meant(*expr.written), *expr.parts[0]);
      return expr.parts[0]->type;
    case ExprKind::raise:
      infer_raise(expr);
      break;
    case ExprKind::handle:
      return infer_handle(expr);
    case ExprKind::unsupported:
      mark(expr, fmt::format("'{}' is outside the part of ML that is read", expr.text));
      break;
    default:
      break;
  }
  return types_.variable();
}

void Inference::need(Type* actual, Type* expected, Expr& at) {
  if (types_.unify(actual, expected)) return;
  mark(at, fmt::format("this is of type {} where {} is expected", Types::describe(actual), Types::describe(expected)));
}

namespace {

constexpr std::array<std::string_view, 9> kIo{"TextIO.", "BinIO.",       "MSC.",   "ConnManagementLayer.", "OS.", "Posix.",
                                              "Unix.",   "CommandLine.", "Socket."};

bool of_io(std::string_view name) {
  return name == "print" ||
         std::any_of(kIo.begin(), kIo.end(), [&](std::string_view library) { return name.starts_with(library); });
}

}  // namespace

const Expr* Inference::left_out(const Expr& expr) const {
  const Expr* head = &expr;
  while (head->kind == ExprKind::apply) head = head->parts[0];
  const bool call = ignore_io_ && expr.kind == ExprKind::apply && head->kind == ExprKind::name && head->binder == 0;
  return call && of_io(head->name) ? head : nullptr;
}

Type* Inference::infer_name(Expr& expr) {
  const auto known = [this](const std::string& full) { return environment_.find(full) != 0 || library_.find(full); };
  if (std::string full = environment_.in_opened(expr.name, environment_.find(expr.name), known); !full.empty()) {
    expr.name = std::move(full);
  }
  if (const std::uint32_t id = environment_.find(expr.name)) {
    const Binder& binder = environment_.binder(id);
    expr.binder = id;
    environment_.use(id);
    return types_.instantiate(binder.type, binder.generals, expr.instances);
  }
  if (expr.name == "true" || expr.name == "false") return types_.basic(TypeKind::boolean);
  if (numbered_constructor(expr.name)) return types_.basic(TypeKind::integer);
  if (const LibraryFunction* function = library_.find(expr.name)) return written_.library_type(*function, 0);
  if (Type* type = colour_function(expr)) return type;
  if (ignore_io_ && of_io(expr.name)) return types_.variable();
  mark(expr, fmt::format("'{}' is not known here", expr.name),
       !unread_.empty()                           ? unread_
       : expr.name.find('.') == std::string::npos ? ""
                                                  : "functions of this library are not read");
  return types_.variable();
}

std::pair<std::string, std::string> Inference::of_colour_set(const std::string& name) {
  if (const std::size_t dot = name.find('.'); dot != std::string::npos) return {name.substr(0, dot), name.substr(dot + 1)};
  if (const std::size_t prime = name.find('\''); prime != std::string::npos) return {name.substr(prime + 1), name.substr(0, prime)};
  return {};
}

// "CASE.set_ts", "PH.all"
Type* Inference::colour_function(Expr& expr) {
  const auto [colour, operation] = of_colour_set(expr.name);
  const std::uint32_t id = environment_.find_colour(colour);
  if (id == 0) return nullptr;
  Type* colours = environment_.colour(id).type;
  if (operation == "mult" && environment_.colour(environment_.colour(id).base).declaration->form == ColourForm::product) {
    std::vector<Type*> multisets;
    for (Type* part : Types::found(colours)->parts) multisets.push_back(types_.list(part));
    return types_.function(types_.tuple(std::move(multisets)), types_.list(colours));
  }
  if (operation.starts_with("set_")) {
    Type* record = Types::found(colours);
    for (std::size_t k = 0; k < record->labels.size(); ++k) {
      if (record->labels[k] == operation.substr(4)) return types_.function(colours, types_.function(record->parts[k], colours));
    }
  }
  if (operation.starts_with("of_") && environment_.colour(environment_.colour(id).base).declaration->form == ColourForm::union_) {
    return types_.function(colours, types_.basic(TypeKind::boolean));
  }
  if (const LibraryFunction* function = library_.find_of_colour_set(operation)) return written_.library_type(*function, id);
  return nullptr;
}

Type* Inference::infer_select(Expr& expr) {
  Type* record = types_.variable();
  Type* result = types_.variable();
  wishes_.push_back({&expr, record, expr.name, result});
  return types_.function(record, result);
}

std::optional<std::size_t> component_of(std::string_view field) {
  std::size_t number = 0;
  const auto end = std::from_chars(field.data(), field.data() + field.size(), number);
  const bool whole = end.ec == std::errc() && end.ptr == field.data() + field.size();
  return whole && number > 0 ? std::optional(number - 1) : std::nullopt;
}

bool Inference::resolve(FieldWish& wish) {
  Type* record = Types::found(wish.record);
  if (record->kind == TypeKind::variable) return false;
  std::size_t k = record->parts.size();
  if (record->kind == TypeKind::record) {
    k = static_cast<std::size_t>(std::find(record->labels.begin(), record->labels.end(), wish.label) - record->labels.begin());
  } else if (const std::optional<std::size_t> component = component_of(wish.label); record->kind == TypeKind::tuple && component) {
    k = *component;
  }
  if (k >= record->parts.size()) {
    mark(*wish.at, fmt::format("there is no field '{}' in {}", wish.label, Types::describe(record)));
    return true;
  }
  need(record->parts[k], wish.result, *wish.at);
  return true;
}

void Inference::resolve_wishes() {
  // The field of one may be the record of another.
  bool again = true;
  while (again) {
    patterns_.resolve();
    const std::size_t before = wishes_.size();
    std::erase_if(wishes_, [this](FieldWish& wish) { return resolve(wish); });
    again = wishes_.size() < before && !wishes_.empty();
  }
}

Type* Inference::infer_apply(Expr& expr) {
  Expr& function = *expr.parts[0];
  Expr& argument = *expr.parts[1];
  infer(function);
  infer(argument);
  Type* type = Types::found(function.type);
  if (type->kind == TypeKind::function) {
    need(argument.type, type->parts[0], argument);
    if (function.kind == ExprKind::select && !wishes_.empty() && wishes_.back().at == &function && resolve(wishes_.back())) {
      wishes_.pop_back();
    }
    return type->parts[1];
  }
  Type* result = types_.variable();
  need(type, types_.function(argument.type, result), function);
  return result;
}

Type* Inference::infer_sum(Expr& expr) {
  Type* element = types_.variable();
  Type* multiset = types_.list(element);
  for (Expr*& part : expr.parts) {
    infer(*part);
    const TypeKind kind = Types::found(part->type)->kind;
    if (kind == TypeKind::list || kind == TypeKind::variable) {
      need(part->type, multiset, *part);
      continue;
    }
    // A colour stands for itself once.
    need(part->type, element, *part);
    Expr* once = arena_.expr(ExprKind::infix, part->where);
    Expr* one = arena_.expr(ExprKind::integer, part->where);
    one->text = "1";
    one->type = types_.basic(TypeKind::integer);
    once->name = "`";
    once->type = multiset;
    once->parts = {one, part};
    part = once;
  }
  return multiset;
}

void Inference::time_interval(Expr*& delay) {
  if (delay->kind != ExprKind::list || delay->parts.size() != 2) return;
  Expr* function = arena_.expr(ExprKind::name, delay->where);
  function->name = written_.real_time() ? "uniform" : "discrete";
  Expr* call = arena_.expr(ExprKind::apply, delay->where);
  delay->kind = ExprKind::tuple;
  call->parts = {function, delay};
  delay = call;
}

Type* Inference::infer_infix(Expr& expr) {
  if (expr.name == "++") return infer_sum(expr);
  const bool delay = expr.name == "@+" || expr.name == "@++" || expr.name == "@@+";
  if (delay) time_interval(expr.parts[1]);
  Expr& left = *expr.parts[0];
  Expr& right = *expr.parts[1];
  infer(left);
  infer(right);
  if (expr.name == "@" && Types::found(right.type)->kind != TypeKind::list && Types::found(left.type)->kind != TypeKind::list) {
    expr.name = "@time";
  }
  if (expr.name == "@" && Types::found(right.type)->kind != TypeKind::list &&
      Types::found(right.type)->kind != TypeKind::variable) {
    expr.name = "@time";
  }
  if (delay || expr.name == "@time") {
    const TypeKind kind = Types::found(right.type)->kind;
    if (kind != TypeKind::real) need(right.type, types_.basic(TypeKind::integer), right);
    return left.type;
  }
  if (expr.name == "andalso" || expr.name == "orelse") {
    need(left.type, types_.basic(TypeKind::boolean), left);
    need(right.type, types_.basic(TypeKind::boolean), right);
    return types_.basic(TypeKind::boolean);
  }
  const std::uint32_t id = environment_.find(expr.name);
  const LibraryFunction* function = id == 0 ? library_.find(expr.name) : nullptr;
  if (!function) {
    mark(expr, fmt::format("the operator '{}' is outside the part of ML that is read", expr.name));
    return types_.variable();
  }
  Type* type = written_.library_type(*function, 0);
  Type* operands = type->parts[0];
  need(left.type, operands->parts[0], left);
  need(right.type, operands->parts[1], right);
  return type->parts[1];
}

Type* Inference::infer_clauses(std::vector<Clause>& clauses, Type* domain) {
  Type* range = types_.variable();
  for (Clause& clause : clauses) {
    const std::size_t scope = environment_.begin_scope();
    Type* pattern = patterns_.infer(*clause.patterns[0]);
    if (!types_.unify(pattern, domain) && clause.patterns[0]->problem.empty()) {
      clause.patterns[0]->problem =
          fmt::format("this pattern is of type {} where {} is expected", Types::describe(pattern), Types::describe(domain));
    }
    patterns_.resolve();
    infer(*clause.body);
    need(clause.body->type, range, *clause.body);
    environment_.end_scope(scope);
  }
  return range;
}

// A block with references becomes one without.
void Inference::pass_store(Expr& expr) {
  const auto reference = [](const Declaration* each) { return each->kind == DeclarationKind::reference; };
  if (std::none_of(expr.declarations.begin(), expr.declarations.end(), reference)) return;
  StorePassing store(arena_);
  if (const Expr* const without = store.without_references(expr)) {
    expr = *without;
    return;
  }
  expr.kind = ExprKind::unsupported;
  expr.text = "let";
  mark(expr, store.problem(), "loops and local references are read that code changes one after the other");
}

Type* Inference::infer_block(Expr& expr) {
  const std::size_t scope = environment_.begin_scope();
  Diagnostics ignored;
  for (Declaration* declaration : expr.declarations) {
    if (declaration->kind == DeclarationKind::value) {
      declare_value(*declaration, false);
    } else if (declaration->kind == DeclarationKind::functions) {
      declare_functions(*declaration, true);
    } else if (declaration->kind == DeclarationKind::exception) {
      declare_exceptions(*declaration);
    } else if (declaration->kind != DeclarationKind::nothing) {
      mark(expr, "this kind of declaration is not read inside 'let'");
    }
  }
  Type* type = infer(*expr.parts[0]);
  environment_.end_scope(scope);
  return type;
}

}  // namespace petriloom::cpn::ml
