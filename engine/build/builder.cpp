// SPDX-License-Identifier: Apache-2.0
#include "engine/build/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/build/validate.h"

namespace petriloom {

namespace {

// Ascending by colour and time, equal ones counted together. All of a place must have one number.
void tidy(std::vector<InitialTokens>& tokens, Diagnostics& diagnostics, const Location& where) {
  std::stable_sort(tokens.begin(), tokens.end(), [](const InitialTokens& a, const InitialTokens& b) {
    return std::tie(a.colour, a.available) < std::tie(b.colour, b.available);
  });
  std::vector<InitialTokens> merged;
  std::int64_t all = 0;
  for (const InitialTokens& next : tokens) {
    if (next.count > 0 && __builtin_add_overflow(all, next.count, &all)) {
      diagnostics.error(where, fmt::format("a place cannot hold more than {} tokens", std::numeric_limits<std::int64_t>::max()));
      return;
    }
    if (merged.empty() || merged.back().colour != next.colour || merged.back().available != next.available) {
      merged.push_back(next);
    } else {
      merged.back().count += next.count;
    }
  }
  tokens = std::move(merged);
}

}  // namespace

NetBuilder::NetBuilder(std::string name, std::shared_ptr<const Sources> sources) : expr_(net_, diagnostics_) {
  net_.name = std::move(name);
  net_.sources = std::move(sources);
}

ModuleId NetBuilder::add(Module module) {
  net_.modules.push_back(std::move(module));
  return ModuleId(net_.modules.size() - 1);
}

PlaceId NetBuilder::add(Place place) {
  net_.places.push_back(std::move(place));
  return PlaceId(net_.places.size() - 1);
}

void NetBuilder::type_arc(Arc& arc) {
  if (arc.place.index() >= net_.places.size()) return;
  const ColourSetId colour = net_[arc.place].colour;
  const bool matches_all = arc.kind == ArcKind::inhibitor || arc.kind == ArcKind::reset || arc.kind == ArcKind::equal;
  if (!arc.value.valid()) {
    if (matches_all) {
      arc.value = expr_.wildcard(colour, arc.where);
    } else if (colour == ColourTable::kUnit) {
      arc.value = expr_.unit(arc.where);
    }
  }
  const ColourSetId wanted = arc.each ? net_.colours.add_list({}, colour) : colour;
  arc.value = convert(arc.value, wanted);
  arc.condition = convert(arc.condition, ColourTable::kBool);
  arc.such = convert(arc.such, ColourTable::kBool);
  if (arc.collect) arc.collect->pattern = convert(arc.collect->pattern, colour);
  arc.delay = convert(arc.delay, ColourTable::kReal);
}

ExprId NetBuilder::convert(ExprId value, ColourSetId type) {
  return value.valid() ? expr_.convert(value, type, net_.exprs[value].where) : value;
}

TransitionId NetBuilder::add(Transition transition) {
  for (Arc& arc : transition.arcs) type_arc(arc);
  for (Arc& use : transition.uses) type_arc(use);
  for (ExprId* real : {&transition.weight, &transition.a, &transition.b, &transition.delay, &transition.at_most}) {
    *real = convert(*real, ColourTable::kReal);
  }
  for (ExprId& time : transition.times) time = convert(time, ColourTable::kReal);
  for (Draw& draw : transition.draws) {
    if (draw.slot < transition.variables.size()) draw.value = convert(draw.value, transition.variables[draw.slot].colour);
  }
  net_.transitions.push_back(std::move(transition));
  return TransitionId(net_.transitions.size() - 1);
}

MeasureId NetBuilder::add(Measure measure) {
  measure.value = convert(measure.value, ColourTable::kReal);
  for (MeasuredFirings& of : measure.firings) of.value = convert(of.value, ColourTable::kReal);
  net_.measures.push_back(std::move(measure));
  return MeasureId(net_.measures.size() - 1);
}

PropertyId NetBuilder::add(Property property) {
  net_.properties.push_back(std::move(property));
  return PropertyId(net_.properties.size() - 1);
}

FormulaId NetBuilder::add(Formula formula) {
  net_.formulas.push_back(formula);
  return FormulaId(net_.formulas.size() - 1);
}

FunctionId NetBuilder::add(Function function) {
  net_.functions.push_back(std::move(function));
  return FunctionId(net_.functions.size() - 1);
}

ConstantId NetBuilder::add(Constant constant) {
  net_.constants.push_back(std::move(constant));
  return ConstantId(net_.constants.size() - 1);
}

void NetBuilder::mark(PlaceId place, Word colour, std::int64_t count, double available) {
  net_.places[place.index()].initial.push_back({colour, count, available});
}

std::optional<Net> NetBuilder::build() {
  if (net_.modules.empty()) {
    Module whole;
    whole.name = net_.name;
    add(std::move(whole));
  }
  for (Place& place : net_.places) tidy(place.initial, diagnostics_, place.where);
  // An expression that was reported while it was made is missing; that is no second error.
  if (!diagnostics_.has_errors()) check_ids(net_, diagnostics_);
  if (!diagnostics_.has_errors()) {
    net_.exprs.settle(net_.functions);
    validate(net_, diagnostics_);
  }
  Net built = std::exchange(net_, Net{});
  if (diagnostics_.has_errors()) return std::nullopt;
  return built;
}

}  // namespace petriloom
