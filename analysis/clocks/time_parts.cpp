// SPDX-License-Identifier: Apache-2.0
#include "analysis/clocks/time_parts.h"

#include <algorithm>
#include <bit>

namespace petriloom {
namespace {

constexpr std::size_t kMostLeaves = 63;

constexpr TimeParts first_bits(std::size_t count) { return (TimeParts{1} << count) - 1; }

}  // namespace

// A subset as what it is one of.
ColourSetId TimePartsOf::plain(ColourSetId set) const {
  while (colours_[set].kind == ColourKind::subset) set = colours_[set].components[0];
  return set;
}

bool TimePartsOf::composite(ColourSetId set) const {
  const ColourKind kind = colours_[plain(set)].kind;
  return kind == ColourKind::product || kind == ColourKind::record;
}

// Parts of a colour that is a part of another: lists inside are one.
std::size_t TimePartsOf::width(ColourSetId set) const {
  if (!composite(set)) return 1;
  std::size_t sum = 0;
  for (const ColourSetId component : colours_[plain(set)].components) sum += width(component);
  return sum > kMostLeaves ? 1 : std::max<std::size_t>(sum, 1);
}

std::size_t TimePartsOf::leaves(ColourSetId set) const {
  const ColourSet& of = colours_[plain(set)];
  return of.kind == ColourKind::list ? width(of.components[0]) : width(set);
}

std::size_t TimePartsOf::first(ColourSetId set, std::size_t k) const {
  std::size_t sum = 0;
  for (std::size_t j = 0; j < k; ++j) sum += width(colours_[plain(set)].components[j]);
  return sum;
}

TimeParts TimePartsOf::converted(TimeParts parts, ColourSetId from, ColourSetId to) const {
  return parts == 0 || leaves(from) == leaves(to) ? parts : kAllParts;
}

TimeParts TimePartsOf::component(TimeParts parts, ColourSetId set, std::size_t k) const {
  const ColourSetId type = colours_[plain(set)].components[k];
  if (parts == 0 || parts == kAllParts || !several(set)) return parts == 0 ? 0 : kAllParts;
  return fitted((parts >> first(set, k)) & first_bits(width(type)), type);
}

TimeParts TimePartsOf::with_component(TimeParts parts, ColourSetId set, std::size_t k) const {
  if (parts == 0 || !several(set)) return parts == 0 ? 0 : kAllParts;
  const std::size_t wide = width(colours_[plain(set)].components[k]);
  return (wide > 1 ? parts & first_bits(wide) : 1) << first(set, k);
}

TimeParts TimePartsOf::matched(TimeParts parts, const ColourPart& leaf) const {
  ColourSetId set = leaf.path.empty() ? leaf.type : leaf.path.front().set;
  for (const PartStep& step : leaf.path) {
    if (step.kind == PartStep::Kind::base) continue;
    if (step.kind != PartStep::Kind::component) return parts == 0 ? 0 : kAllParts;
    parts = component(parts, step.set, step.first);
    set = colours_[plain(step.set)].components[step.first];
  }
  return converted(fitted(parts, set), set, leaf.leaf);
}

TimeParts TimePartsOf::sorted(TimeParts parts, ColourSetId set) const {
  if (parts == 0 || parts == kAllParts) return parts;
  const std::size_t lowest = static_cast<std::size_t>(std::countr_zero(parts));
  return parts | (first_bits(leaves(set)) & ~first_bits(lowest));
}

bool TimePartsOf::times_alone(ColourSetId set) const {
  const ColourSet& of = colours_[plain(set)];
  if (of.kind == ColourKind::real) return true;
  if (of.kind != ColourKind::list && !composite(set)) return false;
  return std::all_of(of.components.begin(), of.components.end(), [this](ColourSetId component) { return times_alone(component); });
}

TimeParts TimePartsOf::mask_of_times(ColourSetId set) const {
  if (!composite(set) || width(set) == 1) return times_alone(set) ? 1 : 0;
  TimeParts mask = 0;
  std::size_t at = 0;
  for (const ColourSetId component : colours_[plain(set)].components) {
    mask |= mask_of_times(component) << at;
    at += width(component);
  }
  return mask;
}

TimeParts TimePartsOf::of_times(TimeParts parts, ColourSetId set) const {
  if (parts == 0 || times_alone(set)) return parts;
  if (!several(set)) return 0;
  const ColourSet& of = colours_[plain(set)];
  return parts & mask_of_times(of.kind == ColourKind::list ? of.components[0] : set);
}

}  // namespace petriloom
