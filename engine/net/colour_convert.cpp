// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/net/colour.h"

namespace petriloom {

namespace {

bool whole(const ColourSet& set) { return set.kind == ColourKind::integer || set.kind == ColourKind::range; }

/// So many words, in whole blocks, are the same at the beginning: long lists differ in few.
std::size_t equal_beginning(std::span<const Word> left, std::span<const Word> right) {
  constexpr std::size_t kBlock = 64;
  std::size_t same = 0;
  while (same + kBlock <= std::min(left.size(), right.size()) &&
         std::memcmp(left.data() + same, right.data() + same, kBlock * sizeof(Word)) == 0)
    same += kBlock;
  return same;
}

int three_way(Word a, Word b) { return a < b ? -1 : (a > b ? 1 : 0); }

// NaN counts as the largest, so that sorting has a total order.
int compare_reals(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return static_cast<int>(std::isnan(a)) - static_cast<int>(std::isnan(b));
  return a < b ? -1 : (a > b ? 1 : 0);
}

}  // namespace

bool ColourTable::converts(ColourSetId from, ColourSetId to) const {
  if (from == to) return true;
  const ColourSet& a = (*this)[from];
  const ColourSet& b = (*this)[to];
  if (a.kind == ColourKind::subset || b.kind == ColourKind::subset) return converts(base_of(from), base_of(to));
  if (whole(a)) return whole(b) || b.kind == ColourKind::real;
  if (a.kind != b.kind || a.components.size() != b.components.size()) return false;
  if (a.kind != ColourKind::product && a.kind != ColourKind::list) return false;
  for (std::size_t k = 0; k < a.components.size(); ++k) {
    if (!converts(a.components[k], b.components[k])) return false;
  }
  return true;
}

bool ColourTable::same_words(ColourSetId from, ColourSetId to) const {
  if (from == to) return true;
  const ColourSet& a = (*this)[from];
  const ColourSet& b = (*this)[to];
  if (whole(a) && whole(b)) return a.low >= b.low && a.high <= b.high;
  if (a.kind == ColourKind::subset && b.kind == ColourKind::subset) {
    return a.members == b.members && same_words(a.components[0], b.components[0]);
  }
  if (a.kind != b.kind || a.components.size() != b.components.size() || a.finite != b.finite) return false;
  if (a.kind != ColourKind::product && a.kind != ColourKind::list) return false;
  for (std::size_t k = 0; k < a.components.size(); ++k) {
    if (!same_words(a.components[k], b.components[k])) return false;
    if (!a.packed()) continue;
    const ColourSet& x = (*this)[a.components[k]];
    const ColourSet& y = (*this)[b.components[k]];
    if (x.low != y.low || x.high != y.high) return false;
  }
  return true;
}

std::optional<Word> ColourTable::convert(ColourSetId from, ColourSetId to, Word colour, WordPool& pool) const {
  if (same_words(from, to)) return colour;
  const ColourSet& a = (*this)[from];
  const ColourSet& b = (*this)[to];
  if (a.kind == ColourKind::subset) return convert(a.components[0], to, a.members[static_cast<std::size_t>(colour)], pool);
  if (b.kind == ColourKind::subset) {
    const std::optional<Word> word = convert(from, b.components[0], colour, pool);
    const auto found = word ? std::lower_bound(b.members.begin(), b.members.end(), *word) : b.members.end();
    if (found == b.members.end() || *found != *word) return std::nullopt;
    return found - b.members.begin();
  }
  if (b.kind == ColourKind::real) return word_of_real(static_cast<double>(colour));
  if (whole(b)) return colour >= b.low && colour <= b.high ? std::optional(colour) : std::nullopt;
  const bool list = a.kind == ColourKind::list;
  const std::size_t count = list ? pool.view(colour).size() : a.components.size();
  std::vector<Word> words(count);
  for (std::size_t k = 0; k < count; ++k) {
    const Word part = list ? pool.view(colour)[k] : component(from, colour, k, pool);
    const std::size_t which = list ? 0 : k;
    const std::optional<Word> converted = convert(a.components[which], b.components[which], part, pool);
    if (!converted) return std::nullopt;
    words[k] = *converted;
  }
  return list ? pool.intern(words) : compose(to, words, pool);
}

int ColourTable::compare(ColourSetId set, Word a, Word b, const WordPool& pool) const {
  const ColourSet& colours = (*this)[set];
  if (colours.kind == ColourKind::real) return compare_reals(real_of_word(a), real_of_word(b));
  if (a == b) return 0;
  // The mixed radix puts the first component first, so packed colours compare as their ordinals; so
  // do unions and subsets.
  if (!colours.pooled()) return three_way(a, b);
  const std::span<const Word> left = pool.view(a);
  const std::span<const Word> right = pool.view(b);
  if (colours.kind == ColourKind::union_ && left[0] == right[0]) {
    return compare(colours.components[static_cast<std::size_t>(left[0])], left[1], right[1], pool);
  }
  if (colours.kind == ColourKind::union_) return three_way(left[0], right[0]);
  const bool text = colours.kind == ColourKind::string;
  const bool list = colours.kind == ColourKind::list;
  for (std::size_t k = equal_beginning(left, right); k < std::min(left.size(), right.size()); ++k) {
    if (left[k] == right[k]) continue;
    const int order = text ? three_way(left[k], right[k]) : compare(colours.components[list ? 0 : k], left[k], right[k], pool);
    if (order != 0) return order;
  }
  return three_way(static_cast<Word>(left.size()), static_cast<Word>(right.size()));
}

}  // namespace petriloom
