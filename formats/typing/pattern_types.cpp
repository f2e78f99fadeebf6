// SPDX-License-Identifier: Apache-2.0
#include "formats/typing/pattern_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "formats/typing/basis.h"

namespace petriloom::cpn::ml {

namespace {

void mark(Pattern& pattern, std::string problem) {
  if (pattern.problem.empty()) pattern.problem = std::move(problem);
}

}  // namespace

Type* PatternTypes::infer(Pattern& pattern) {
  pattern.type = kind_of(pattern);
  if (pattern.known && !types_.unify(pattern.type, pattern.known)) {
    mark(pattern, fmt::format("this pattern is of type {} and known to be of another", Types::describe(pattern.type)));
  }
  if (pattern.written && !types_.unify(pattern.type, written_.meant(*pattern.written))) {
    mark(pattern, fmt::format("this pattern is of type {} and said to be of another", Types::describe(pattern.type)));
  }
  return pattern.type;
}

Type* PatternTypes::kind_of(Pattern& pattern) {
  switch (pattern.kind) {
    case PatternKind::wildcard:
      return types_.variable();
    case PatternKind::variable:
    case PatternKind::constructor:
      return name(pattern);
    case PatternKind::integer:
      return types_.basic(TypeKind::integer);
    case PatternKind::text:
      return types_.basic(TypeKind::text);
    case PatternKind::character:
      return types_.basic(TypeKind::character);
    case PatternKind::real:
      return types_.basic(TypeKind::real);
    case PatternKind::tuple: {
      std::vector<Type*> parts;
      for (Pattern* part : pattern.parts) parts.push_back(infer(*part));
      return types_.tuple(std::move(parts));
    }
    case PatternKind::record:
      return record(pattern);
    case PatternKind::list: {
      Type* element = types_.variable();
      for (Pattern* part : pattern.parts) {
        if (!types_.unify(infer(*part), element)) mark(*part, "the elements of this list are of different types");
      }
      return types_.list(element);
    }
    case PatternKind::cons: {
      Type* element = infer(*pattern.parts[0]);
      Type* list = types_.list(element);
      if (!types_.unify(infer(*pattern.parts[1]), list)) mark(pattern, "head and tail of this list are of different types");
      return list;
    }
    case PatternKind::as: {
      Type* type = infer(*pattern.parts[0]);
      pattern.binder = environment_.bind(pattern.name, type, pattern.where);
      return type;
    }
    case PatternKind::unsupported:
      for (Pattern* part : pattern.parts) infer(*part);
      mark(pattern, pattern.text + " is outside the part of ML that is read");
      return types_.variable();
  }
  return types_.variable();
}

Type* PatternTypes::name(Pattern& pattern) {
  const bool applied = pattern.kind == PatternKind::constructor;
  Type* argument = applied ? infer(*pattern.parts[0]) : nullptr;
  if (!applied && pattern.name == "nil") {
    pattern.kind = PatternKind::list;
    return types_.list(types_.variable());
  }
  if (!applied && (pattern.name == "true" || pattern.name == "false")) {
    pattern.kind = PatternKind::constructor;
    pattern.variant = pattern.name == "true" ? 1 : 0;
    return types_.basic(TypeKind::boolean);
  }
  const std::uint32_t id = environment_.find(pattern.name);
  const BinderKind kind = id == 0 ? BinderKind::local : environment_.binder(id).kind;
  const bool constructor = kind == BinderKind::label || kind == BinderKind::index || kind == BinderKind::variant;
  if (!constructor) {
    // Options are lists of at most one element.
    if (pattern.name == (applied ? "SOME" : "NONE")) {
      pattern.kind = PatternKind::list;
      return types_.list(applied ? argument : types_.variable());
    }
    if (const auto number = applied ? std::nullopt : numbered_constructor(pattern.name)) {
      pattern.kind = PatternKind::integer;
      pattern.text = std::to_string(*number);
      return types_.basic(TypeKind::integer);
    }
    if (applied) {
      mark(pattern, fmt::format("'{}' is no constructor of a colour set", pattern.name));
      return types_.variable();
    }
    Type* type = types_.variable();
    pattern.binder = environment_.bind(pattern.name, type, pattern.where);
    return type;
  }
  pattern.kind = PatternKind::constructor;
  pattern.variant = environment_.binder(id).ordinal;
  Type* type = Types::found(environment_.binder(id).type);
  if (!applied) {
    if (type->kind == TypeKind::function) mark(pattern, fmt::format("the constructor '{}' needs an argument", pattern.name));
    return type->kind == TypeKind::function ? type->parts[1] : type;
  }
  if (type->kind != TypeKind::function || !types_.unify(argument, type->parts[0])) {
    mark(pattern, fmt::format("'{}' does not take an argument of type {}", pattern.name, Types::describe(argument)));
  }
  return type->kind == TypeKind::function ? type->parts[1] : type;
}

Type* PatternTypes::record(Pattern& pattern) {
  std::vector<Type*> parts;
  for (Pattern* part : pattern.parts) parts.push_back(infer(*part));
  if (!pattern.open) return types_.record(pattern.labels, std::move(parts));
  // {a, ...}: the rest follows from the type it is said to have, or from what is taken apart.
  waiting_.push_back({&pattern, pattern.written ? written_.meant(*pattern.written) : types_.variable(), next_open_++});
  Type* whole = waiting_.back().whole;
  resolve();
  return whole;
}

bool PatternTypes::resolve(const OpenRecord& open) {
  Type* whole = Types::found(open.whole);
  if (whole->kind == TypeKind::variable) return false;
  Pattern& pattern = *open.pattern;
  for (std::size_t k = 0; k < pattern.labels.size(); ++k) {
    const auto at =
        static_cast<std::size_t>(std::find(whole->labels.begin(), whole->labels.end(), pattern.labels[k]) - whole->labels.begin());
    if (at >= whole->labels.size()) {
      mark(pattern, fmt::format("there is no field '{}' in {}", pattern.labels[k], Types::describe(whole)));
    } else if (!types_.unify(pattern.parts[k]->type, whole->parts[at])) {
      mark(*pattern.parts[k], "this field is of another type");
    }
  }
  return true;
}

void PatternTypes::resolve() {
  std::erase_if(waiting_, [this](const OpenRecord& open) { return resolve(open); });
}

void PatternTypes::settle(std::size_t first) {
  for (const OpenRecord& open : waiting_) {
    // One that is settled may have said what another takes apart.
    if (open.number < first || resolve(open)) continue;
    Type* whole = first_with(open.pattern->labels);
    if (whole) types_.unify(open.whole, whole);
    if (!whole || !resolve(open)) mark(*open.pattern, "it is not known what record is taken apart here");
  }
  std::erase_if(waiting_, [&](const OpenRecord& open) { return open.number >= first; });
}

Type* PatternTypes::first_with(const std::vector<std::string>& labels) const {
  for (std::uint32_t id = 1; id < environment_.colour_count(); ++id) {
    Type* whole = Types::found(environment_.colour(id).type);
    const auto has = [&](const std::string& label) {
      return std::find(whole->labels.begin(), whole->labels.end(), label) != whole->labels.end();
    };
    if (whole->kind == TypeKind::record && std::all_of(labels.begin(), labels.end(), has)) return whole;
  }
  return nullptr;
}

}  // namespace petriloom::cpn::ml
