// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>

#include "formats/translation/patterns.h"

namespace petriloom::cpn::ml {

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
