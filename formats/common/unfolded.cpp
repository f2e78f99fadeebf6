// SPDX-License-Identifier: Apache-2.0
#include "formats/common/unfolded.h"

#include <algorithm>

#include "formats/common/names.h"

namespace petriloom {

void check_unfolded(const Net& net, Diagnostics& diagnostics) {
  constexpr const char* kHelp = "the net language carries it";
  for (const Transition& transition : net.transitions) {
    for (const ExprId guard : transition.guards) {
      diagnostics.error(net.exprs[guard].where, "a guard that looks at the marking has no form in this format", kHelp);
    }
    for (const Arc& arc : transition.arcs) {
      const bool counted = arc.count.valid() && net.exprs[arc.count].op != Op::literal;
      const bool drawn = counted && net.exprs[arc.count].random();
      if (drawn || (arc.condition.valid() && net.exprs[arc.condition].random())) {
        diagnostics.error(arc.where, "an arc whose count is drawn at random has no form in this format", kHelp);
      } else if (counted || arc.condition.valid()) {
        diagnostics.error(arc.where, "an arc whose count the marking decides has no form in this format", kHelp);
      }
    }
  }
}

ArcSums sums_of(const Net& net, const Transition& transition) {
  ArcSums sums;
  std::map<PlaceId, std::int64_t> read;
  for (const Arc& arc : transition.arcs) {
    const std::int64_t weight = literal_integer(net, arc.count, 1).value_or(1);
    if (weight <= 0 || net.colours[net[arc.place].colour].kind != ColourKind::unit) continue;
    if (arc.kind == ArcKind::input) sums.taken[arc.place] += weight;
    if (arc.kind == ArcKind::output) sums.made[arc.place] += weight;
    if (arc.kind == ArcKind::read) read[arc.place] = std::max(read[arc.place], weight);
    if (arc.kind != ArcKind::inhibitor) continue;
    const auto [entry, added] = sums.fewer.emplace(arc.place, weight);
    if (!added) entry->second = std::min(entry->second, weight);
  }
  for (const auto& [place, weight] : read) {
    const std::int64_t more = std::max<std::int64_t>(weight - sums.taken[place], 0);
    sums.taken[place] += more;
    sums.made[place] += more;
  }
  return sums;
}

std::optional<Nupn> unfolded_units(const Net& net, const Unfolding& unfolding, Diagnostics& diagnostics) {
  if (!net.nupn) return std::nullopt;
  std::vector<std::vector<PlaceId>> made(net.places.size());
  for (std::size_t p = 0; p < unfolding.parts.places.size(); ++p) {
    const UnfoldedPlace& part = unfolding.parts.places[p];
    if (part.total) {
      diagnostics.warning(net[part.place].where, "left out: the units, as unfolding makes a place that belongs to none of them");
      return std::nullopt;
    }
    made[part.place.index()].emplace_back(p);
  }
  Nupn units = *net.nupn;
  for (Unit& unit : units.units) {
    std::vector<PlaceId> places;
    for (const PlaceId place : unit.places) places.insert(places.end(), made[place.index()].begin(), made[place.index()].end());
    unit.places = std::move(places);
  }
  return units;
}

}  // namespace petriloom
