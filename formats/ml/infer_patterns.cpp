// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/ml/basis.h"
#include "formats/ml/infer.h"
#include "formats/ml/parser.h"

namespace petriloom::cpn::ml {

namespace {

void mark(Pattern& pattern, std::string problem) {
  if (pattern.problem.empty()) pattern.problem = std::move(problem);
}

}  // namespace

Type* Inference::infer_pattern(Pattern& pattern) {
  pattern.type = pattern_kind(pattern);
  if (pattern.written && !types_.unify(pattern.type, meant(*pattern.written))) {
    mark(pattern, fmt::format("this pattern is of type {} and said to be of another", Types::describe(pattern.type)));
  }
  return pattern.type;
}

Type* Inference::pattern_kind(Pattern& pattern) {
  switch (pattern.kind) {
    case PatternKind::wildcard:
      return types_.variable();
    case PatternKind::variable:
    case PatternKind::constructor:
      return pattern_name(pattern);
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
      for (Pattern* part : pattern.parts) parts.push_back(infer_pattern(*part));
      return types_.tuple(std::move(parts));
    }
    case PatternKind::record:
      return pattern_record(pattern);
    case PatternKind::list: {
      Type* element = types_.variable();
      for (Pattern* part : pattern.parts) {
        if (!types_.unify(infer_pattern(*part), element)) mark(*part, "the elements of this list are of different types");
      }
      return types_.list(element);
    }
    case PatternKind::cons: {
      Type* element = infer_pattern(*pattern.parts[0]);
      Type* list = types_.list(element);
      if (!types_.unify(infer_pattern(*pattern.parts[1]), list)) mark(pattern, "head and tail of this list are of different types");
      return list;
    }
    case PatternKind::as: {
      Type* type = infer_pattern(*pattern.parts[0]);
      pattern.binder = bind(pattern.name, type, pattern.where);
      return type;
    }
    case PatternKind::unsupported:
      for (Pattern* part : pattern.parts) infer_pattern(*part);
      mark(pattern, pattern.text + " is outside the part of ML that is read");
      return types_.variable();
  }
  return types_.variable();
}

Type* Inference::pattern_name(Pattern& pattern) {
  const bool applied = pattern.kind == PatternKind::constructor;
  Type* argument = applied ? infer_pattern(*pattern.parts[0]) : nullptr;
  if (!applied && pattern.name == "nil") {
    pattern.kind = PatternKind::list;
    return types_.list(types_.variable());
  }
  if (!applied && (pattern.name == "true" || pattern.name == "false")) {
    pattern.kind = PatternKind::constructor;
    pattern.variant = pattern.name == "true" ? 1 : 0;
    return types_.basic(TypeKind::boolean);
  }
  const std::uint32_t id = find(pattern.name);
  const BinderKind kind = id == 0 ? BinderKind::local : binders_[id].kind;
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
    pattern.binder = bind(pattern.name, type, pattern.where);
    return type;
  }
  pattern.kind = PatternKind::constructor;
  pattern.variant = binders_[id].ordinal;
  Type* type = Types::found(binders_[id].type);
  if (!applied) {
    if (type->kind == TypeKind::function) mark(pattern, fmt::format("the constructor '{}' needs an argument", pattern.name));
    return type->kind == TypeKind::function ? type->parts[1] : type;
  }
  if (type->kind != TypeKind::function || !types_.unify(argument, type->parts[0])) {
    mark(pattern, fmt::format("'{}' does not take an argument of type {}", pattern.name, Types::describe(argument)));
  }
  return type->kind == TypeKind::function ? type->parts[1] : type;
}

Type* Inference::pattern_record(Pattern& pattern) {
  std::vector<Type*> parts;
  for (Pattern* part : pattern.parts) parts.push_back(infer_pattern(*part));
  if (!pattern.open) return types_.record(pattern.labels, std::move(parts));
  // {a, ...}: the rest follows from the type it is said to have.
  if (pattern.written) {
    Type* whole = Types::found(meant(*pattern.written));
    for (std::size_t k = 0; k < pattern.labels.size(); ++k) {
      for (std::size_t f = 0; f < whole->labels.size(); ++f) {
        if (whole->labels[f] == pattern.labels[k] && !types_.unify(parts[k], whole->parts[f])) {
          mark(*pattern.parts[k], "this field is of another type");
        }
      }
    }
    return whole;
  }
  // Else from the first colour set that has these fields.
  for (std::size_t id = 1; id < colours_.size(); ++id) {
    Type* whole = Types::found(colours_[id].type);
    bool fits = whole->kind == TypeKind::record;
    for (const std::string& label : pattern.labels) {
      fits = fits && std::find(whole->labels.begin(), whole->labels.end(), label) != whole->labels.end();
    }
    if (!fits) continue;
    for (std::size_t k = 0; k < pattern.labels.size(); ++k) {
      const auto at = std::find(whole->labels.begin(), whole->labels.end(), pattern.labels[k]) - whole->labels.begin();
      types_.unify(parts[k], whole->parts[static_cast<std::size_t>(at)]);
    }
    return whole;
  }
  mark(pattern, "it is not known what record is taken apart here");
  return types_.variable();
}

Type* Inference::meant(const Written& written) {
  std::unordered_map<std::string, Type*> own;
  return meant(written, written_variables_ ? *written_variables_ : own);
}

Type* Inference::meant(const Written& written, std::unordered_map<std::string, Type*>& variables) {
  std::vector<Type*> parts;
  switch (written.kind) {
    case WrittenKind::variable: {
      Type*& type = variables[written.name];
      if (!type) type = types_.variable(written.name == "'num");
      return type;
    }
    case WrittenKind::tuple:
    case WrittenKind::record:
    case WrittenKind::function:
      for (const Written* part : written.parts) parts.push_back(meant(*part, variables));
      if (written.kind == WrittenKind::tuple) return types_.tuple(std::move(parts));
      if (written.kind == WrittenKind::record) return types_.record(written.labels, std::move(parts));
      return types_.function(parts[0], parts[1]);
    default:
      return meant_name(written, variables);
  }
}

struct TypeName {
  std::string_view name;
  TypeKind kind;
};
constexpr std::array<TypeName, 16> kTypeNames{{{"int", TypeKind::integer},
                                               {"Int.int", TypeKind::integer},
                                               {"IntInf.int", TypeKind::integer},
                                               {"intinf", TypeKind::integer},
                                               {"LargeInt.int", TypeKind::integer},
                                               {"real", TypeKind::real},
                                               {"Real.real", TypeKind::real},
                                               {"string", TypeKind::text},
                                               {"String.string", TypeKind::text},
                                               {"char", TypeKind::character},
                                               {"Char.char", TypeKind::character},
                                               {"bool", TypeKind::boolean},
                                               {"order", TypeKind::integer},
                                               {"Date.date", TypeKind::integer},
                                               {"Date.month", TypeKind::integer},
                                               {"Date.weekday", TypeKind::integer}}};

Type* Inference::meant_name(const Written& written, std::unordered_map<std::string, Type*>& variables) {
  if (!written.parts.empty()) {
    const bool list = written.name == "list" || written.name == "ms" || written.name == "tms" || written.name == "option";
    Type* element = meant(*written.parts[0], variables);
    return list ? types_.list(element) : types_.variable();
  }
  if (const std::uint32_t id = find_colour(written.name)) return colours_[id].type;
  if (const auto found = abbreviations_.find(written.name); found != abbreviations_.end()) return found->second;
  for (const TypeName& known : kTypeNames) {
    if (known.name == written.name) return types_.basic(known.kind);
  }
  if (written.name == "unit") return types_.unit();
  if (written.name == "time" || written.name.ends_with(".time")) return time_type();
  return types_.variable();
}

Type* Inference::library_type(const LibraryFunction& function, std::uint32_t colour) {
  // The table is ours: what it says is well-formed.
  Text text;
  text.text = function.type;
  Diagnostics none;
  Parser parser(text, arena_, none);
  std::unordered_map<std::string, Type*> variables;
  variables["'time"] = time_type();
  if (colour != 0) variables["'c"] = colours_[colour].type;
  return meant(*parser.whole_type(), variables);
}

}  // namespace petriloom::cpn::ml
