// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/blame_deadlock.h"

#include <algorithm>
#include <set>

#include "analysis/witness/flow.h"
#include "analysis/witness/lost_token.h"

namespace petriloom {
namespace {

// A shortest cycle of the wait-for graph, breadth-first from the first stuck transition that lies
// on one.
std::vector<std::size_t> find_cycle(const std::vector<Stuck>& stuck) {
  for (std::size_t start = 0; start < stuck.size(); ++start) {
    std::vector<std::size_t> from(stuck.size(), stuck.size());
    std::vector<std::size_t> queue{start};
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const std::size_t other : stuck[queue[next]].waits_for) {
        if (other == start) {
          std::vector<std::size_t> cycle{queue[next]};
          while (cycle.back() != start) cycle.push_back(from[cycle.back()]);
          std::reverse(cycle.begin(), cycle.end());
          return cycle;
        }
        if (from[other] != stuck.size()) continue;
        from[other] = queue[next];
        queue.push_back(other);
      }
    }
  }
  return {};
}

std::vector<Blame> blame_cycle(const Scene& scene) {
  const std::vector<std::size_t> cycle = find_cycle(scene.stuck);
  std::vector<Blame> result;
  for (std::size_t k = 0; k < cycle.size(); ++k) {
    const std::string part = cycle.size() == 1
                                 ? ", waiting for itself,"
                                 : ", " + std::to_string(k + 1) + " of " + std::to_string(cycle.size()) + " in a cyclic wait,";
    Blame blame = scene.blame_waiter(scene.stuck[cycle[k]], part);
    if (cycle.size() > 1) blame.reason += "; next " + scene.waiter_name(scene.stuck[cycle[(k + 1) % cycle.size()]]);
    result.push_back(std::move(blame));
  }
  return result;
}

// Nothing waits with a token in hand: the net has come to an end, intended or not.
std::vector<Blame> blame_rest(const Scene& scene) {
  const Net& net = scene.net();
  std::vector<Blame> result;
  for (std::size_t k = 0; k < scene.trace.tokens.size(); ++k) {
    const FollowedToken& token = scene.trace.tokens[k];
    if (token.taken_by != FollowedToken::kNever || token.put_by == FollowedToken::kNever || scene.home(k)) continue;
    const std::string end =
        has_arc(net, token.place, ArcKind::input) ? "nothing there can go on alone" : "nothing ever takes from there";
    add_blame(result,
              blame_at(net, net[token.place].module, {}, net[token.place].where,
                       "the net ends with tokens in " + path(net, token.place) + ": " + end + ", and nothing waits for another"));
  }
  return result;
}

}  // namespace

std::vector<Blame> blame_deadlock(NetModel& model, const FiringPath& path, const Limits& limits) {
  Scene scene(model, path, limits);
  std::vector<Blame> result;
  std::set<std::size_t> spurious;
  for (std::size_t k = 0; k < scene.stuck.size(); ++k) {
    Stuck& one = scene.stuck[k];
    std::vector<Blame> lost;
    for (const MissingTokens& missing : one.waiter.missing) {
      bool not_waiting = false;
      for (Blame& blame : trace_missing(scene, one, missing, not_waiting)) lost.push_back(std::move(blame));
      if (not_waiting) spurious.insert(k);
    }
    if (spurious.contains(k)) continue;
    for (Blame& blame : lost) add_blame(result, std::move(blame));
  }
  for (const std::size_t k : spurious) scene.stuck[k].waits_for.clear();
  for (Blame& blame : blame_cycle(scene)) result.push_back(std::move(blame));
  for (std::size_t k = 0; k < scene.stuck.size(); ++k) {
    if (!spurious.contains(k)) add_blame(result, scene.blame_waiter(scene.stuck[k], ""));
  }
  if (result.empty() && path.end == PathEnd::dead) result = blame_rest(scene);
  if (result.size() > kMostBlamed) result.resize(kMostBlamed);
  return result;
}

}  // namespace petriloom
