// SPDX-License-Identifier: Apache-2.0
#include "engine/net/colour.h"

#include <algorithm>
#include <limits>

namespace petriloom {

namespace {

constexpr Word kMostColours = Word{1} << 62;
constexpr Word kLowest = std::numeric_limits<Word>::min();
constexpr Word kHighest = std::numeric_limits<Word>::max();

// Number of words in low..high, or empty if there are 2^62 or more.
std::optional<Word> interval_size(Word low, Word high) {
  if (low > high) return 0;
  Word size = 0;
  if (__builtin_sub_overflow(high, low, &size) || size >= kMostColours - 1) return std::nullopt;
  return size + 1;
}

// Everything that tells a colour set from another one. Strings carry their length, so that no two
// sets share a key.
std::string structure_key(const ColourSet& set) {
  std::string key;
  const auto number = [&key](auto value) { key += std::to_string(value) + ' '; };
  const auto text = [&key, &number](const std::string& value) {
    number(value.size());
    key += value;
  };
  text(set.name);
  number(static_cast<int>(set.kind));
  number(set.low);
  number(set.high);
  text(set.index_name);
  number(set.labels.size());
  for (const std::string& label : set.labels) text(label);
  for (const ColourSetId component : set.components) number(component.index());
  for (const std::string& field : set.fields) text(field);
  for (const Word member : set.members) number(member);
  return key;
}

}  // namespace

ColourTable::ColourTable() {
  ColourSet set;
  set.name = "unit";
  add(set);
  set.name = "bool";
  set.kind = ColourKind::boolean;
  set.high = 1;
  add(set);
  set.name = "int";
  set.kind = ColourKind::integer;
  set.finite = false;
  set.low = kLowest;
  set.high = kHighest;
  add(set);
  set.name = "real";
  set.kind = ColourKind::real;
  add(set);
  set.name = "string";
  set.kind = ColourKind::string;
  add(set);
}

ColourSetId ColourTable::add(ColourSet set) {
  const auto [entry, is_new] = by_structure_.emplace(structure_key(set), ColourSetId(sets_.size()));
  if (!is_new) return entry->second;
  if (!set.name.empty()) by_name_.emplace(set.name, entry->second);
  sets_.push_back(std::move(set));
  return entry->second;
}

ColourSetId ColourTable::find(std::string_view name) const {
  const auto entry = by_name_.find(std::string(name));
  return entry != by_name_.end() ? entry->second : ColourSetId{};
}

ColourSetId ColourTable::add_range(std::string name, Word low, Word high, Location where) {
  ColourSet set;
  set.name = std::move(name);
  set.kind = ColourKind::range;
  set.low = low;
  set.high = high;
  set.finite = interval_size(low, high).has_value();
  set.where = where;
  return add(std::move(set));
}

void ColourTable::write_bounds(ColourSetId set, ExprId low, ExprId high) {
  sets_[set.index()].written_low = low;
  sets_[set.index()].written_high = high;
}

ColourAliasId ColourTable::add_alias(std::string name, ColourSetId set, ColourAliasId of, Location where) {
  const std::size_t given = name.size();
  for (std::size_t number = 2, k = 0; k < aliases_.size();) {
    const ColourAlias& other = aliases_[k];
    if (other.name != name) {
      ++k;
    } else if (other.set == set && other.of == of) {
      return ColourAliasId(k);
    } else {
      name.resize(given);
      name += "_" + std::to_string(number++);
      k = 0;
    }
  }
  aliases_.push_back({std::move(name), set, of, sets_.size(), where});
  return ColourAliasId(aliases_.size() - 1);
}

const ColourAlias* ColourTable::alias(ColourAliasId id, ColourSetId set) const {
  if (!id.valid()) return nullptr;
  const ColourAlias& alias = aliases_[id.index()];
  return alias.set == set && !find(alias.name).valid() ? &alias : nullptr;
}

void ColourTable::name_components(ColourSetId set, std::vector<ColourAliasId> aliases) {
  ColourSet& named = sets_[set.index()];
  if (!named.name.empty() && aliases.size() == named.components.size()) named.aliases = std::move(aliases);
}

ColourSetId ColourTable::add_enumeration(std::string name, std::vector<std::string> labels, Location where) {
  ColourSet set;
  set.name = std::move(name);
  set.kind = ColourKind::enumeration;
  set.high = static_cast<Word>(labels.size()) - 1;
  set.labels = std::move(labels);
  set.where = where;
  return add(std::move(set));
}

ColourSetId ColourTable::add_index(std::string name, std::string index_name, Word low, Word high, Location where) {
  ColourSet set;
  set.name = std::move(name);
  set.kind = ColourKind::index;
  set.index_name = std::move(index_name);
  set.low = low;
  set.high = high;
  set.finite = interval_size(low, high).has_value();
  set.where = where;
  return add(std::move(set));
}

ColourSetId ColourTable::add_composite(ColourSet set) {
  set.radix.assign(set.components.size(), 0);
  Word total = 1;
  for (std::size_t k = set.components.size(); k-- > 0 && set.finite;) {
    const ColourSet& component = sets_[set.components[k].index()];
    const std::optional<Word> size = component.finite ? interval_size(component.low, component.high) : std::nullopt;
    set.radix[k] = total;
    set.finite = size && !__builtin_mul_overflow(total, *size, &total) && total < kMostColours;
  }
  if (set.finite) {
    set.high = total - 1;
  } else {
    set.radix.clear();
  }
  return add(std::move(set));
}

ColourSetId ColourTable::add_product(std::string name, std::vector<ColourSetId> components, Location where) {
  ColourSet set;
  set.name = std::move(name);
  set.kind = ColourKind::product;
  set.components = std::move(components);
  set.where = where;
  return add_composite(std::move(set));
}

ColourSetId ColourTable::add_record(std::string name, std::vector<std::string> fields, std::vector<ColourSetId> components,
                                    Location where) {
  ColourSet set;
  set.name = std::move(name);
  set.kind = ColourKind::record;
  set.fields = std::move(fields);
  set.components = std::move(components);
  set.where = where;
  return add_composite(std::move(set));
}

ColourSetId ColourTable::add_list(std::string name, ColourSetId element, Location where) {
  ColourSet set;
  set.name = std::move(name);
  set.kind = ColourKind::list;
  set.finite = false;
  set.components = {element};
  set.where = where;
  return add(std::move(set));
}

Word ColourTable::component(ColourSetId set, Word colour, std::size_t k, const WordPool& pool) const {
  const ColourSet& composite = (*this)[set];
  if (!composite.finite) return pool.view(colour)[k];
  const ColourSet& part = (*this)[composite.components[k]];
  const Word above = colour / composite.radix[k];
  // The most significant component needs no reduction.
  return part.low + (k == 0 ? above : above % (part.high - part.low + 1));
}

Word ColourTable::compose(ColourSetId set, std::span<const Word> components, WordPool& pool) const {
  const ColourSet& composite = (*this)[set];
  if (!composite.finite) return pool.intern(components);
  Word colour = 0;
  for (std::size_t k = 0; k < components.size(); ++k) {
    colour += (components[k] - (*this)[composite.components[k]].low) * composite.radix[k];
  }
  return colour;
}

bool ColourTable::contains(ColourSetId set, Word colour) const {
  const ColourSet& colours = (*this)[set];
  if (colours.kind == ColourKind::real) return true;
  if (colours.pooled()) return colour >= 0;
  return colour >= colours.low && colour <= colours.high;
}

bool ColourTable::contains(ColourSetId set, Word colour, const WordPool& pool) const {
  if (!contains(set, colour)) return false;
  const ColourSet& colours = (*this)[set];
  if (!colours.pooled()) return true;
  if (static_cast<std::size_t>(colour) >= pool.size()) return false;
  const std::span<const Word> words = pool.view(colour);
  if (colours.kind == ColourKind::string) {
    return std::all_of(words.begin(), words.end(), [](Word byte) { return byte >= 0 && byte <= 255; });
  }
  if (colours.kind == ColourKind::union_) {
    const bool known = words.size() == 2 && words[0] >= 0 && words[0] < static_cast<Word>(colours.components.size());
    return known && contains(colours.components[static_cast<std::size_t>(words[0])], words[1], pool);
  }
  const bool list = colours.kind == ColourKind::list;
  if (!list && words.size() != colours.components.size()) return false;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (!contains(colours.components[list ? 0 : k], words[k], pool)) return false;
  }
  return true;
}

}  // namespace petriloom
