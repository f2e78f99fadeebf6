// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/patterns.h"

#include <algorithm>
#include <array>
#include <deque>

namespace petriloom::cpn::ml {

Patterns::Fit Patterns::test(ExprId condition, std::vector<ExprId>& tests) {
  if (!condition.valid()) return Fit::always;  // the message has been given
  if (const auto known = e().constant(condition)) return *known != 0 ? Fit::always : Fit::never;
  tests.push_back(condition);
  return Fit::perhaps;
}

namespace {

Patterns::Fit both(Patterns::Fit a, Patterns::Fit b) {
  if (a == Patterns::Fit::never || b == Patterns::Fit::never) return Patterns::Fit::never;
  return a == Patterns::Fit::always ? b : a;
}

}  // namespace

Patterns::Fit Patterns::match(const Clause& clause, const std::vector<Value>& values, std::vector<ExprId>& tests) {
  Fit fit = Fit::always;
  for (std::size_t k = 0; k < values.size() && fit != Fit::never; ++k)
    fit = both(fit, match(*clause.patterns[k], values[k], tests));
  return fit;
}

Patterns::Fit Patterns::match(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  if (!pattern.problem.empty()) {
    work_.fail(pattern.where, pattern.problem);
    return Fit::always;
  }
  switch (pattern.kind) {
    case PatternKind::wildcard:
      return Fit::always;
    case PatternKind::variable:
      work_.name(value, pattern.name);
      work_.now().scope[pattern.binder] = value;
      return Fit::always;
    case PatternKind::as:
      work_.name(value, pattern.name);
      work_.now().scope[pattern.binder] = value;
      return match(*pattern.parts[0], value, tests);
    case PatternKind::tuple:
    case PatternKind::record:
      return match_parts(pattern, value, tests);
    case PatternKind::list:
    case PatternKind::cons:
      return match_list(pattern, value, tests);
    case PatternKind::constructor:
      return match_constructor(pattern, value, tests);
    default:
      return match_literal(pattern, value, tests);
  }
}

Patterns::Fit Patterns::match_literal(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  const ExprKind kind = pattern.kind == PatternKind::integer ? ExprKind::integer
                        : pattern.kind == PatternKind::real  ? ExprKind::real
                                                             : ExprKind::text;
  const Value wanted = values_.literal(kind, pattern.text, pattern.where);
  const ExprId actual = values_.plain(value, pattern.where);
  if (!wanted.known() || !actual.valid()) return Fit::always;
  return test(e().binary(Op::equal, actual, wanted.expr, pattern.where), tests);
}

Patterns::Fit Patterns::match_parts(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  Fit fit = Fit::always;
  for (std::size_t k = 0; k < pattern.parts.size(); ++k) {
    const std::string field = pattern.kind == PatternKind::record ? pattern.labels[k] : std::to_string(k + 1);
    Value part;
    if (pattern.kind == PatternKind::tuple && value.kind == ValueKind::tuple) {
      part = k < value.parts.size() ? value.parts[k] : Value{};
    } else if (pattern.kind == PatternKind::tuple && value.kind == ValueKind::expr) {
      part = e().project(value.expr, k, pattern.where);
    } else {
      part = values_.select(field, value, pattern.where);
    }
    if (!part.known()) return Fit::always;
    fit = both(fit, match(*pattern.parts[k], part, tests));
    if (fit == Fit::never) return fit;
  }
  return fit;
}

Patterns::Fit Patterns::match_list(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  const ExprId list = values_.plain(value, pattern.where);
  if (!list.valid()) return Fit::always;
  const Location& where = pattern.where;
  const ExprId length = e().list_op(Op::length, std::array{list}, where);
  if (pattern.kind == PatternKind::cons) {
    Fit fit = test(e().binary(Op::greater, length, e().integer(0, where), where), tests);
    if (fit == Fit::never) return fit;
    fit = both(fit, match(*pattern.parts[0], e().list_op(Op::head, std::array{list}, where), tests));
    if (fit == Fit::never) return fit;
    return both(fit, match(*pattern.parts[1], e().list_op(Op::tail, std::array{list}, where), tests));
  }
  const auto size = static_cast<std::int64_t>(pattern.parts.size());
  Fit fit = test(e().binary(Op::equal, length, e().integer(size, where), where), tests);
  for (std::size_t k = 0; k < pattern.parts.size() && fit != Fit::never; ++k) {
    const ExprId element = e().list_op(Op::element, std::array{list, e().integer(static_cast<std::int64_t>(k), where)}, where);
    fit = both(fit, match(*pattern.parts[k], element, tests));
  }
  return fit;
}

Patterns::Fit Patterns::match_constructor(const Pattern& pattern, const Value& value, std::vector<ExprId>& tests) {
  const Location& where = pattern.where;
  if (value.kind == ValueKind::constructed) {
    if (value.variant != pattern.variant) return Fit::never;
    return pattern.parts.empty() || value.parts.empty() ? Fit::always : match(*pattern.parts[0], value.parts[0], tests);
  }
  const ExprId actual = values_.plain(value, where);
  if (!actual.valid()) return Fit::always;
  const Type* type = Types::found(work_.meant(pattern.type));
  if (type->kind == TypeKind::boolean) return test(pattern.variant != 0 ? actual : e().unary(Op::not_, actual, where), tests);
  if (type->kind != TypeKind::named) return Fit::always;
  const ColourSetId set = values_.colour(type->colour);
  const ColourSet& colours = work_.net().colours[set];
  if (colours.kind == ColourKind::enumeration) {
    return test(e().binary(Op::equal, actual, e().literal(set, colours.low + pattern.variant, where), where), tests);
  }
  if (colours.kind == ColourKind::index) return match(*pattern.parts[0], e().unary(Op::index_of, actual, where), tests);
  const auto variant = static_cast<std::size_t>(pattern.variant);
  const Fit fit = test(e().binary(Op::equal, e().variant(actual, where), e().integer(pattern.variant, where), where), tests);
  if (fit == Fit::never || pattern.parts.empty()) return fit;
  return both(fit, match(*pattern.parts[0], e().content(actual, variant, where), tests));
}

namespace {

using Row = std::vector<const Pattern*>;
constexpr std::size_t kMostRows = 20'000;  // looked at in all; more is in doubt

class Exhaustive {
 public:
  explicit Exhaustive(const Environment& environment) : environment_(environment) { any_.kind = PatternKind::wildcard; }

  bool all(const std::vector<Row>& rows) {
    looked_ += rows.size() + 1;
    if (rows.empty() || looked_ > kMostRows) return false;
    if (rows[0].empty()) return true;
    const auto first = std::find_if(rows.begin(), rows.end(), [](const Row& row) { return !loose(*row[0]); });
    if (first == rows.end()) return all(others(rows));
    const Pattern& head = *(*first)[0];
    switch (strict(head).kind) {
      case PatternKind::tuple:
      case PatternKind::record:
        return all(opened(rows, strict(head)));
      case PatternKind::list:
      case PatternKind::cons:
        return all(lists(rows, false)) && all(lists(rows, true));
      case PatternKind::constructor:
        return constructors(rows, strict(head));
      default:
        return all(others(rows));
    }
  }

 private:
  // A pattern behind its names.
  static const Pattern& strict(const Pattern& pattern) {
    const Pattern* found = &pattern;
    while (found->kind == PatternKind::as) found = found->parts[0];
    return *found;
  }
  static bool loose(const Pattern& pattern) {
    const PatternKind kind = strict(pattern).kind;
    return kind == PatternKind::wildcard || kind == PatternKind::variable;
  }
  // The rows whose first pattern matches whatever the others name.
  static std::vector<Row> others(const std::vector<Row>& rows) {
    std::vector<Row> result;
    for (const Row& row : rows) {
      if (loose(*row[0])) result.emplace_back(row.begin() + 1, row.end());
    }
    return result;
  }
  static Row with(Row parts, const Row& row) {
    parts.insert(parts.end(), row.begin() + 1, row.end());
    return parts;
  }

  std::vector<Row> opened(const std::vector<Row>& rows, const Pattern& shape) {
    std::vector<std::string> labels = shape.labels;
    for (const Row& row : rows) {
      for (const std::string& label : strict(*row[0]).labels) {
        if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(label);
      }
    }
    const std::size_t width = shape.kind == PatternKind::tuple ? shape.parts.size() : labels.size();
    std::vector<Row> result;
    for (const Row& row : rows) {
      const Pattern& pattern = strict(*row[0]);
      Row parts(width, &any_);
      for (std::size_t k = 0; k < pattern.parts.size() && !loose(pattern); ++k) {
        const std::size_t at =
            pattern.kind == PatternKind::tuple
                ? k
                : static_cast<std::size_t>(std::find(labels.begin(), labels.end(), pattern.labels[k]) - labels.begin());
        if (at < width) parts[at] = pattern.parts[k];
      }
      result.push_back(with(std::move(parts), row));
    }
    return result;
  }

  // The rows for lists that are empty, or have a head and a tail.
  std::vector<Row> lists(const std::vector<Row>& rows, bool full) {
    std::vector<Row> result;
    for (const Row& row : rows) {
      const Pattern& pattern = strict(*row[0]);
      if (loose(pattern)) {
        result.push_back(with(full ? Row{&any_, &any_} : Row{}, row));
      } else if (pattern.kind == PatternKind::cons) {
        if (full) result.push_back(with({pattern.parts[0], pattern.parts[1]}, row));
      } else if (pattern.parts.empty() != full) {
        Row parts;
        if (full) {
          Pattern& tail = made_.emplace_back();
          tail.kind = PatternKind::list;
          tail.parts.assign(pattern.parts.begin() + 1, pattern.parts.end());
          parts = {pattern.parts[0], &tail};
        }
        result.push_back(with(std::move(parts), row));
      }
    }
    return result;
  }

  bool constructors(const std::vector<Row>& rows, const Pattern& head) {
    const Type* type = Types::found(head.type);
    std::size_t count = 1;
    if (type->kind == TypeKind::boolean) count = 2;
    if (type->kind == TypeKind::named && (type->colour & kDatatype) != 0) return false;
    if (type->kind == TypeKind::named) {
      const ColourDecl& colour = *environment_.colour(type->colour).declaration;
      if (colour.form == ColourForm::enumeration) count = colour.names.size();
      if (colour.form == ColourForm::union_) count = colour.labels.size();
    }
    for (std::size_t variant = 0; variant < count; ++variant) {
      std::vector<Row> result;
      for (const Row& row : rows) {
        const Pattern& pattern = strict(*row[0]);
        const Pattern* content = &any_;
        if (!loose(pattern)) {
          if (pattern.variant != static_cast<std::int32_t>(variant)) continue;
          if (!pattern.parts.empty()) content = pattern.parts[0];
        }
        result.push_back(with({content}, row));
      }
      if (!all(result)) return false;
    }
    return true;
  }

  const Environment& environment_;
  Pattern any_;
  std::deque<Pattern> made_;
  std::size_t looked_ = 0;
};

}  // namespace

bool exhaustive(const std::vector<Row>& rows, const Environment& environment) { return Exhaustive(environment).all(rows); }

}  // namespace petriloom::cpn::ml
