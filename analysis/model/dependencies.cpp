// SPDX-License-Identifier: Apache-2.0
#include "analysis/model/dependencies.h"

#include <algorithm>
#include <set>

namespace petriloom {
namespace {

using Places = std::set<PlaceId>;

void add_counted(const Net& net, ExprId expr, Places& places) {
  for_each_tokens(net.exprs, expr,
                  [&](ExprId tokens) { places.insert(PlaceId(static_cast<std::size_t>(net.exprs[tokens].payload))); });
}

Places read_by(const Net& net, const Transition& transition) {
  Places places;
  for (const ExprId guard : transition.guards) add_counted(net, guard, places);
  for (const Draw& draw : transition.draws) add_counted(net, draw.value, places);
  for (const Arc& arc : transition.arcs) {
    if (arc.kind != ArcKind::output) places.insert(arc.place);
    for (const ExprId expr : {arc.count, arc.value, arc.condition}) add_counted(net, expr, places);
    if (arc.collect) add_counted(net, arc.collect->count, places);
  }
  return places;
}

std::vector<PlaceId> written_by(const Transition& transition) {
  Places places;
  for (const Arc& arc : transition.arcs) {
    if (arc.kind == ArcKind::input || arc.kind == ArcKind::output || arc.kind == ArcKind::reset) places.insert(arc.place);
  }
  return {places.begin(), places.end()};
}

}  // namespace

std::vector<PlaceDependencies> place_dependencies(const Net& net, const std::vector<PriorityRange>& priorities) {
  std::vector<Places> own;
  for (const Transition& transition : net.transitions) own.push_back(read_by(net, transition));
  std::vector<PlaceDependencies> result;
  for (std::size_t t = 0; t < own.size(); ++t) {
    Places reads = own[t];
    for (std::size_t other = 0; other < priorities.size(); ++other) {
      if (priorities[other].high > priorities[t].low) reads.insert(own[other].begin(), own[other].end());
    }
    result.push_back({{reads.begin(), reads.end()}, written_by(net.transitions[t])});
  }
  return result;
}

}  // namespace petriloom
