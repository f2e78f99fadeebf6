// SPDX-License-Identifier: Apache-2.0
#include "analysis/result/wanted.h"

namespace petriloom {
namespace {

void collect(const Net& net, ExprId root, std::set<PlaceId>& places) {
  if (!root.valid()) return;
  for_each_expr(net.exprs, root, [&](ExprId expr) {
    if (looks_at_tokens(net.exprs[expr].op)) places.insert(PlaceId(static_cast<std::size_t>(net.exprs[expr].payload)));
    return true;
  });
}

void collect(const Net& net, FormulaId id, std::set<PlaceId>& places) {
  if (!id.valid()) return;
  const Formula& formula = net[id];
  collect(net, formula.atom, places);
  collect(net, formula.left, places);
  collect(net, formula.right, places);
}

}  // namespace

std::set<PlaceId> places_of(const Net& net, FormulaId formula) {
  std::set<PlaceId> places;
  collect(net, formula, places);
  return places;
}

std::set<PlaceId> wanted_places(const Net& net, const Property& property) {
  std::set<PlaceId> places = places_of(net, property.formula);
  for (const Property& other : net.properties) {
    const bool goal = other.kind == PropertyKind::ctl || other.kind == PropertyKind::ltl;
    if (!property.formula.valid() && goal) collect(net, other.formula, places);
  }
  collect(net, net.final_marking, places);
  return places;
}

}  // namespace petriloom
