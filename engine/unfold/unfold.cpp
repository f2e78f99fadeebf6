// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/unfold.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/questions/fluid.h"
#include "engine/unfold/net.h"
#include "engine/unfold/reduce.h"

namespace petriloom {

namespace {

bool plain(const Net& net, const Arc& arc) {
  const auto literal = [&](ExprId expr) { return !expr.valid() || net.exprs[expr].op == Op::literal; };
  const bool positive = !arc.count.valid() || (literal(arc.count) && net.exprs[arc.count].payload > 0);
  return !arc.each && !arc.condition.valid() && !arc.such.valid() && positive;
}

void reduce(const Net& net, const UnfoldOptions& options, bool keep_time, UnfoldedStructure& made, UnfoldedParts& parts) {
  // Conditions that became guards name places.
  if (keep_time || !made.sums.empty() || (!options.drop_constant_places && !options.merge_alike)) return;
  const std::vector<Spoken> spoken = spoken_places(net);
  if (options.drop_constant_places) drop_constant_places(spoken, made, parts);
  if (options.merge_alike) merge_alike_places(net, spoken, made, parts);
}

// The tokens that an arc collects are a list as long as the marking makes it.
bool refuse_collecting(const Net& net, Diagnostics& diagnostics) {
  for (const Transition& transition : net.transitions) {
    for (const Arc& arc : transition.arcs) {
      if (!arc.collect) continue;
      diagnostics.error(arc.where, fmt::format("'{}' collects tokens into a list, which cannot be unfolded", transition.name),
                        "take them one by one: `in P : x`");
      return true;
    }
  }
  return false;
}

// What rows cannot hold.
void check_rows(const Net& net, Diagnostics& diagnostics) {
  refuse_fluid(net, "rows of tokens", "a net of tokens alone", diagnostics);
  refuse_collecting(net, diagnostics);
  for (const Transition& transition : net.transitions) {
    for (const ExprId guard : transition.guards) {
      if (net.exprs[guard].stateful()) diagnostics.error(net.exprs[guard].where, "a guard that looks at the marking has no row");
    }
    for (const Arc& arc : transition.arcs) {
      if (state_decides(net, arc)) diagnostics.error(arc.where, "an arc whose count the marking decides has no row");
    }
  }
}

// A net without colours, which stands for itself.
UnfoldedParts identity(const Net& net) {
  UnfoldedParts parts;
  parts.pool = net.pool;
  for (std::size_t p = 0; p < net.places.size(); ++p) parts.places.push_back({PlaceId(p), 0, false});
  for (std::size_t t = 0; t < net.transitions.size(); ++t) parts.transitions.push_back({TransitionId(t), 0});
  return parts;
}

// Transitions with several bindings that share a number of servers, which transitions of their own
// cannot.
void check_servers(const Net& net, const UnfoldSearch& search, Diagnostics& diagnostics) {
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    const std::size_t bindings = search.binding_count(TransitionId(t));
    if (transition.servers == 0 || transition.timing == Timing::immediate || bindings < 2) continue;
    if (transition.folded >= transition.binding_size) continue;
    diagnostics.error(transition.where,
                      fmt::format("the {} servers of '{}' are shared by its {} bindings, which unfolded transitions cannot do",
                                  transition.servers, path(net, TransitionId(t)), bindings));
  }
}

}  // namespace

bool place_transition(const Net& net) {
  const auto unit = [&](const Place& place) { return net.colours[place.colour].kind == ColourKind::unit; };
  return std::all_of(net.places.begin(), net.places.end(), unit) &&
         std::all_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& transition) {
           const auto all_plain = [&](const std::vector<Arc>& arcs) {
             return std::all_of(arcs.begin(), arcs.end(), [&](const Arc& arc) { return plain(net, arc); });
           };
           return transition.binding_size == 0 && transition.guards.empty() && all_plain(transition.arcs) &&
                  all_plain(transition.uses);
         });
}

// With levels, which nothing here looks at, such a net may also have guards and amounts of any
// form.
bool without_colours(const Net& net) {
  return std::all_of(net.places.begin(), net.places.end(), [](const Place& place) { return place.colour == ColourTable::kUnit; }) &&
         std::all_of(net.transitions.begin(), net.transitions.end(), [](const Transition& t) { return t.binding_size == 0; });
}

namespace {

Unfolding unfold_within(const Net& net, const UnfoldOptions& options) {
  Unfolding result;
  const bool keep_time = !options.untimed && timed(net);
  const bool reducing = !keep_time && (options.drop_constant_places || options.merge_alike);
  // Work that is shared has no meaning without time.
  const bool changed = options.untimed && std::any_of(net.transitions.begin(), net.transitions.end(), shares);
  if (!reducing && !changed && (place_transition(net) || (has_fluid(net) && without_colours(net)))) {
    result.parts = identity(net);
    result.net = net;
    return result;
  }
  if (refuse_fluid(net, "unfolding", "a net of tokens alone", result.diagnostics)) return result;
  if (refuse_collecting(net, result.diagnostics)) return result;
  result.parts.pool = net.pool;
  UnfoldSearch search(net, result.parts.pool, options, result.diagnostics);
  if (!search.run()) return result;
  if (keep_time) check_servers(net, search, result.diagnostics);
  UnfoldedStructure made = UnfoldRowMaker(net, search, options, keep_time, true, result.parts, result.diagnostics).make();
  if (result.diagnostics.has_errors()) return result;
  reduce(net, options, keep_time, made, result.parts);
  result.net = UnfoldNetMaker(net, search, keep_time, !options.untimed, made, result.parts, result.diagnostics).make();
  return result;
}

UnfoldedRows unfold_rows_within(const Net& net, const UnfoldOptions& given) {
  UnfoldOptions options = given;
  options.untimed = true;
  UnfoldedRows result;
  check_rows(net, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  result.parts.pool = net.pool;
  UnfoldSearch search(net, result.parts.pool, options, result.diagnostics);
  if (!search.run()) return result;
  UnfoldedStructure made = UnfoldRowMaker(net, search, options, false, false, result.parts, result.diagnostics).make();
  if (result.diagnostics.has_errors()) return result;
  reduce(net, options, false, made, result.parts);
  if (!options.drop_constant_places && !options.merge_alike) result.totals = std::move(made.totals);
  result.rows = std::move(made.rows);
  return result;
}

// `limit` was reached in an expression, where no search looks at it.
template <class Result>
Result given_up(const Net& net, const LimitReached& limit) {
  Result result;
  result.diagnostics.error(net.modules.empty() ? Location{} : net.modules[0].definition,
                           "unfolding was given up: " + describe(limit.why()));
  return result;
}

}  // namespace

Unfolding unfold(const Net& net, const UnfoldOptions& options) {
  try {
    return unfold_within(net, options);
  } catch (const LimitReached& limit) {
    return given_up<Unfolding>(net, limit);
  }
}

UnfoldedRows unfold_rows(const Net& net, const UnfoldOptions& options) {
  try {
    return unfold_rows_within(net, options);
  } catch (const LimitReached& limit) {
    return given_up<UnfoldedRows>(net, limit);
  }
}

}  // namespace petriloom
