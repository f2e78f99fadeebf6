// SPDX-License-Identifier: Apache-2.0
#include "formats/inscriptions/coverage.h"

#include <algorithm>
#include <set>

namespace petriloom::loom {
namespace {

/// The patterns of the columns that are still to be looked at, the next one last.
using Row = std::vector<Shape>;
using Rows = std::vector<Row>;

constexpr std::size_t kMostSteps = 20'000;

class Coverage {
 public:
  explicit Coverage(const ColourTable& colours) : colours_(colours) {}

  bool complete(const Rows& rows, const std::vector<ColourSetId>& types) {
    if (rows.empty() || ++steps_ > kMostSteps) return false;
    if (types.empty()) return true;
    const ColourSetId type = types.back();
    const bool all = std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.back().kind == Shape::Kind::any; });
    if (all) return complete(only_any(rows), rest(types, {}));
    const ColourSet& set = colours_[type];
    if (set.composite()) return composite(rows, types, set);
    if (set.kind == ColourKind::union_) return variants(rows, types, set);
    if (set.kind == ColourKind::list) return list(rows, types, set);
    return simple(rows, types, set);
  }

 private:
  static std::vector<ColourSetId> rest(const std::vector<ColourSetId>& types, const std::vector<ColourSetId>& added) {
    std::vector<ColourSetId> next(types.begin(), types.end() - 1);
    next.insert(next.end(), added.rbegin(), added.rend());
    return next;
  }

  /// The row without its next column, and with `parts` in its place.
  static Row replaced(const Row& row, const std::vector<Shape>& parts) {
    Row next(row.begin(), row.end() - 1);
    next.insert(next.end(), parts.rbegin(), parts.rend());
    return next;
  }

  static Rows only_any(const Rows& rows) {
    Rows next;
    for (const Row& row : rows) {
      if (row.back().kind == Shape::Kind::any) next.push_back(replaced(row, {}));
    }
    return next;
  }

  bool composite(const Rows& rows, const std::vector<ColourSetId>& types, const ColourSet& set) {
    Rows next;
    for (const Row& row : rows) {
      if (row.back().kind == Shape::Kind::any) next.push_back(replaced(row, std::vector<Shape>(set.components.size())));
      if (row.back().kind == Shape::Kind::parts) next.push_back(replaced(row, row.back().parts));
    }
    return complete(next, rest(types, set.components));
  }

  bool variants(const Rows& rows, const std::vector<ColourSetId>& types, const ColourSet& set) {
    for (std::size_t k = 0; k < set.components.size(); ++k) {
      Rows next;
      for (const Row& row : rows) {
        const Shape& shape = row.back();
        if (shape.kind == Shape::Kind::any) next.push_back(replaced(row, std::vector<Shape>(1)));
        if (shape.kind == Shape::Kind::variant && shape.number == k)
          next.push_back(replaced(row, shape.parts.empty() ? std::vector<Shape>(1) : shape.parts));
      }
      if (!complete(next, rest(types, {set.components[k]}))) return false;
    }
    return true;
  }

  /// Lists of each length up to one that stands for all longer ones.
  bool list(const Rows& rows, const std::vector<ColourSetId>& types, const ColourSet& set) {
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t longest = 0;
    for (const Row& row : rows) {
      const Shape& shape = row.back();
      if (shape.kind != Shape::Kind::list) continue;
      if (shape.open) {
        first = std::max(first, shape.number);
        last = std::max(last, shape.parts.size() - shape.number);
      } else {
        longest = std::max(longest, shape.parts.size() + 1);
      }
    }
    longest = std::max(longest, first + last);
    for (std::size_t length = 0; length <= longest; ++length) {
      Rows next;
      for (const Row& row : rows) {
        const Shape& shape = row.back();
        std::vector<Shape> parts(length);
        const bool closed = shape.kind == Shape::Kind::list && !shape.open;
        const bool open = shape.kind == Shape::Kind::list && shape.open;
        if (shape.kind != Shape::Kind::any && !(closed && shape.parts.size() == length) && !(open && shape.parts.size() <= length))
          continue;
        const std::size_t before = closed ? shape.parts.size() : shape.number;
        for (std::size_t k = 0; k < shape.parts.size(); ++k)
          parts[k < before ? k : length - shape.parts.size() + k] = shape.parts[k];
        next.push_back(replaced(row, parts));
      }
      if (!complete(next, rest(types, std::vector<ColourSetId>(length, set.components[0])))) return false;
    }
    return true;
  }

  bool simple(const Rows& rows, const std::vector<ColourSetId>& types, const ColourSet& set) {
    std::set<Word> words;
    for (const Row& row : rows) {
      if (row.back().kind == Shape::Kind::word) words.insert(row.back().word);
    }
    if (!set.finite || words.size() < set.size()) return complete(only_any(rows), rest(types, {}));
    for (const Word word : words) {
      Rows next;
      for (const Row& row : rows) {
        const Shape& shape = row.back();
        if (shape.kind == Shape::Kind::any || (shape.kind == Shape::Kind::word && shape.word == word))
          next.push_back(replaced(row, {}));
      }
      if (!complete(next, rest(types, {}))) return false;
    }
    return true;
  }

  const ColourTable& colours_;
  std::size_t steps_ = 0;
};

}  // namespace

bool Shape::irrefutable() const {
  if (kind == Kind::list) return open && parts.empty();
  return kind == Kind::any ||
         (kind == Kind::parts && std::all_of(parts.begin(), parts.end(), [](const Shape& part) { return part.irrefutable(); }));
}

bool covers(const ColourTable& colours, ColourSetId set, std::span<const Shape> shapes) {
  Rows rows;
  for (const Shape& shape : shapes) rows.push_back({shape});
  return Coverage(colours).complete(rows, {set});
}

}  // namespace petriloom::loom
