// SPDX-License-Identifier: Apache-2.0
// Unions, subsets and strings.
#include <algorithm>

#include "engine/net/colour.h"

namespace petriloom {

namespace {

constexpr Word kMostUnionColours = Word{1} << 62;

}  // namespace

Word intern_text(std::string_view text, WordPool& pool) {
  std::vector<Word> bytes(text.size());
  std::transform(text.begin(), text.end(), bytes.begin(), [](char c) { return Word{static_cast<unsigned char>(c)}; });
  return pool.intern(bytes);
}

std::string text_of(Word word, const WordPool& pool) {
  const std::span<const Word> bytes = pool.view(word);
  std::string text(bytes.size(), '\0');
  std::transform(bytes.begin(), bytes.end(), text.begin(), [](Word byte) { return static_cast<char>(byte); });
  return text;
}

ColourSetId ColourTable::add_union(std::string name, std::vector<std::string> variants, std::vector<ColourSetId> components,
                                   Location where) {
  ColourSet set;
  set.name = std::move(name);
  set.kind = ColourKind::union_;
  set.fields = std::move(variants);
  set.components = std::move(components);
  set.where = where;
  Word total = 0;
  for (const ColourSetId component : set.components) {
    const ColourSet& content = sets_[component.index()];
    set.finite = set.finite && content.finite;
    if (!set.finite) break;
    set.radix.push_back(total);
    // Every finite colour set has fewer than 2^62 colours, so the sum of two cannot overflow.
    total += content.high - content.low + 1;
    set.finite = total < kMostUnionColours;
  }
  if (set.finite) {
    set.high = total - 1;
  } else {
    set.radix.clear();
  }
  return add(std::move(set));
}

ColourSetId ColourTable::add_subset(std::string name, ColourSetId base, std::vector<Word> members, Location where) {
  const ColourSet& of = sets_[base.index()];
  if (of.kind == ColourKind::subset) {
    for (Word& member : members) member = of.members[static_cast<std::size_t>(member)];
    base = of.components[0];
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  ColourSet set;
  set.name = std::move(name);
  set.kind = ColourKind::subset;
  set.components = {base};
  set.high = static_cast<Word>(members.size()) - 1;
  set.members = std::move(members);
  set.where = where;
  return add(std::move(set));
}

Word ColourTable::first(ColourSetId set, WordPool& pool) const {
  const ColourSet& colours = (*this)[set];
  if (colours.finite) return colours.low;
  if (!colours.pooled()) return 0;
  if (colours.kind == ColourKind::union_) return inject(set, 0, first(colours.components[0], pool), pool);
  std::vector<Word> parts;
  if (colours.composite()) {
    for (const ColourSetId component : colours.components) parts.push_back(first(component, pool));
  }
  return pool.intern(parts);
}

ColourSetId ColourTable::base_of(ColourSetId set) const {
  const ColourSet& colours = (*this)[set];
  return colours.kind == ColourKind::subset ? colours.components[0] : set;
}

std::size_t ColourTable::variant_of(ColourSetId set, Word colour, const WordPool& pool) const {
  const ColourSet& colours = (*this)[set];
  if (!colours.finite) return static_cast<std::size_t>(pool.view(colour)[0]);
  // The last variant that begins at or before the word; one without colours begins where the next
  // does.
  const auto after = std::upper_bound(colours.radix.begin(), colours.radix.end(), colour);
  return static_cast<std::size_t>(after - colours.radix.begin()) - 1;
}

Word ColourTable::content_of(ColourSetId set, Word colour, const WordPool& pool) const {
  const ColourSet& colours = (*this)[set];
  if (!colours.finite) return pool.view(colour)[1];
  const std::size_t variant = variant_of(set, colour, pool);
  return colour - colours.radix[variant] + (*this)[colours.components[variant]].low;
}

Word ColourTable::inject(ColourSetId set, std::size_t variant, Word content, WordPool& pool) const {
  const ColourSet& colours = (*this)[set];
  if (colours.finite) return colours.radix[variant] + content - (*this)[colours.components[variant]].low;
  const Word words[] = {static_cast<Word>(variant), content};
  return pool.intern(words);
}

}  // namespace petriloom
