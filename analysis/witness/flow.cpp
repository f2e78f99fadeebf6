// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/flow.h"

#include <algorithm>
#include <set>

namespace petriloom {
namespace {

constexpr std::size_t kLongestChain = 24;  // transitions from holder to resource
constexpr std::int64_t kNoWay = std::numeric_limits<std::int64_t>::min() / 2;

bool touches(const Transition& transition, PlaceId place, ArcKind kind) {
  return std::any_of(transition.arcs.begin(), transition.arcs.end(),
                     [&](const Arc& arc) { return arc.place == place && arc.kind == kind; });
}

std::int64_t constant_count(const Net& net, const Arc& arc) {
  return arc.count.valid() && net.exprs[arc.count].op == Op::literal ? net.exprs[arc.count].payload : 1;
}

std::int64_t effect_on(const Net& net, const Transition& transition, PlaceId place) {
  std::int64_t sum = 0;
  for (const Arc& arc : transition.arcs) {
    if (arc.place != place) continue;
    if (arc.kind == ArcKind::output) sum += constant_count(net, arc);
    if (arc.kind == ArcKind::input) sum -= constant_count(net, arc);
  }
  return sum;
}

bool takes_from(const Trace& trace, const TracedFiring& firing, PlaceId place) {
  return std::any_of(firing.takes.begin(), firing.takes.end(),
                     [&](std::size_t token) { return trace.tokens[token].place == place; });
}

}  // namespace

bool has_arc(const Net& net, PlaceId place, ArcKind kind) {
  return std::any_of(net.transitions.begin(), net.transitions.end(),
                     [&](const Transition& transition) { return touches(transition, place, kind); });
}

bool leads_within(const Net& net, ModuleId module, PlaceId from, PlaceId to) {
  std::set<PlaceId> reached{from};
  for (std::size_t before = 0; before != reached.size() && !reached.contains(to);) {
    before = reached.size();
    for (const Transition& transition : net.transitions) {
      const auto takes = [&](const Arc& arc) { return arc.kind == ArcKind::input && reached.contains(arc.place); };
      if (module.valid() && transition.module != module) continue;
      if (std::none_of(transition.arcs.begin(), transition.arcs.end(), takes)) continue;
      for (const Arc& arc : transition.arcs) {
        if (arc.kind == ArcKind::output) reached.insert(arc.place);
      }
    }
  }
  return reached.contains(to);
}

bool may_be_marked(const Net& net, PlaceId place) {
  std::vector<char> markable(net.places.size(), 0);
  for (std::size_t k = 0; k < markable.size(); ++k) markable[k] = net.places[k].initial.empty() ? 0 : 1;
  for (bool grown = true; grown;) {
    grown = false;
    for (const Transition& transition : net.transitions) {
      const auto blocked = [&](const Arc& arc) {
        return (arc.kind == ArcKind::input || arc.kind == ArcKind::read) && markable[arc.place.index()] == 0;
      };
      if (std::any_of(transition.arcs.begin(), transition.arcs.end(), blocked)) continue;
      for (const Arc& arc : transition.arcs) {
        if (arc.kind != ArcKind::output || markable[arc.place.index()] != 0) continue;
        markable[arc.place.index()] = 1;
        grown = true;
      }
    }
  }
  return markable[place.index()] != 0;
}

Flow follow(const Trace& trace, std::vector<std::size_t> tokens, PlaceId stop) {
  std::set<std::size_t> firings;
  std::set<std::size_t> residual;
  while (!tokens.empty()) {
    const std::size_t number = tokens.back();
    tokens.pop_back();
    const FollowedToken& token = trace.tokens[number];
    if (trace.home(token.place, token.colour)) continue;
    if (token.taken_by == FollowedToken::kNever) {
      residual.insert(number);
      continue;
    }
    const TracedFiring& firing = trace.firings[token.taken_by];
    if (stop.valid() && takes_from(trace, firing, stop)) continue;
    if (firings.insert(token.taken_by).second) tokens.insert(tokens.end(), firing.puts.begin(), firing.puts.end());
  }
  return {{firings.begin(), firings.end()}, {residual.begin(), residual.end()}};
}

// Longest path with the transitions' effects on the resource as weights, chain length by chain
// length (Bellman 1958).
bool may_give_back(const Net& net, PlaceId holder, PlaceId resource) {
  std::vector<std::int64_t> gain(net.places.size(), kNoWay);
  gain[holder.index()] = 0;
  for (std::size_t length = 0; length < kLongestChain; ++length) {
    std::vector<std::int64_t> next = gain;
    for (const Transition& transition : net.transitions) {
      std::int64_t best = kNoWay;
      for (const Arc& arc : transition.arcs) {
        if (arc.kind == ArcKind::input && arc.place != resource) best = std::max(best, gain[arc.place.index()]);
      }
      if (best == kNoWay) continue;
      const std::int64_t after = best + effect_on(net, transition, resource);
      if (after > 0) return true;
      for (const Arc& arc : transition.arcs) {
        if (arc.kind != ArcKind::output || !net[arc.place].initial.empty()) continue;
        next[arc.place.index()] = std::max(next[arc.place.index()], after);
      }
    }
    if (next == gain) return false;
    gain = std::move(next);
  }
  return false;
}

}  // namespace petriloom
