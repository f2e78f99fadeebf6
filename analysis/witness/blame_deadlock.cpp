// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/blame_deadlock.h"

#include <algorithm>
#include <set>

#include "analysis/witness/flow.h"
#include "analysis/witness/lost_token.h"

namespace petriloom {
namespace {

constexpr std::size_t kMostSinks = 2;  // of firings that put nothing

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

// The net is at an end, nobody waits with a token in hand, and it is not the end that was wanted.
// Most likely first: who took what others lack and did not give it back, where tokens are left,
// which firings put nothing for what they took. Tokens that are wanted are no fault; where none
// are, those that are left tell all that is known.
class EndSearch {
 public:
  EndSearch(Scene& scene, const std::set<PlaceId>& wanted)
      : scene_(scene), trace_(scene.trace), net_(scene.net()), wanted_(wanted) {}

  std::vector<Blame> run() {
    if (wanted_.empty()) return left_over(false);
    std::vector<Blame> result;
    const auto add = [&](std::vector<Blame> more) {
      for (Blame& one : more) add_blame(result, std::move(one));
    };
    add(takers(true));
    add(left_over(true));
    if (result.empty()) add(sinks());
    // Jobs that are used up look the same as a lock that nobody gives back, unless what waits for
    // them is itself lent.
    if (result.empty()) add(takers(false));
    if (result.empty()) add(left_over(false));
    return result;
  }

 private:
  /// Whether the place is one from which tokens are taken for a while: that of a module alone, or
  /// one to which some transition gives them back.
  [[nodiscard]] bool lends(PlaceId place, ModuleId module) const {
    return has_arc(net_, place, ArcKind::output) || (net_[module].parent.valid() && scene_.internal(place, module));
  }

  /// Those who took what a transition lacks that could go on with what lies where it did at the
  /// start.
  std::vector<Blame> takers(bool lent) {
    std::vector<Blame> result;
    for (const Stuck& one : scene_.idle) {
      const ModuleId module = net_[one.waiter.transition].module;
      const auto lent_place = [&](const Tokens& has) { return lends(has.place, module); };
      if (!lent && std::any_of(one.waiter.has.begin(), one.waiter.has.end(), lent_place)) continue;
      for (const MissingTokens& missing : one.waiter.missing) {
        if (net_[missing.place].initial.empty() || lends(missing.place, module) != lent) continue;
        for (const Tokens& home : trace_.initial) {
          if (home.place != missing.place || (missing.colour && home.colour != *missing.colour)) continue;
          for (Blame& blame : not_given_back(one, home)) add_blame(result, std::move(blame));
        }
      }
    }
    return result;
  }

  std::vector<Blame> not_given_back(const Stuck& one, const Tokens& home) {
    std::size_t taker = FollowedToken::kNever;
    for (const FollowedToken& token : trace_.tokens) {
      if (token.place != home.place || token.colour != home.colour || token.taken_by == FollowedToken::kNever) continue;
      taker = taker == FollowedToken::kNever ? token.taken_by : std::max(taker, token.taken_by);
    }
    if (taker == FollowedToken::kNever) return {};
    const Flow flow = follow(trace_, trace_.firings[taker].puts, home.place);
    const auto may_still = [&](std::size_t token) { return may_give_back(net_, trace_.tokens[token].place, home.place); };
    if (std::any_of(flow.residual.begin(), flow.residual.end(), may_still)) return {};
    const std::size_t last = last_before_leaving(taker, flow);
    const std::string token = scene_.token_name(home.place, home.colour);
    const std::string waits = "; " + scene_.waiter_name(one) + " waits for it";
    std::vector<Blame> result;
    if (last != taker) {
      result.push_back(scene_.blame_firing(last, scene_.firing_name(last) + " does not give back " + token + ", which " +
                                                     scene_.firing_name(taker) + " took" + waits));
    }
    result.push_back(
        scene_.blame_firing(taker, scene_.firing_name(taker) + " takes " + token + ", and it is not given back" + waits));
    return result;
  }

  /// The last firing of the taker's module on the way of the tokens, until they leave it.
  [[nodiscard]] std::size_t last_before_leaving(std::size_t taker, const Flow& flow) const {
    std::size_t last = taker;
    std::set<std::size_t> within{taker};
    for (const std::size_t firing : flow.firings) {
      if (scene_.module_of(firing) != scene_.module_of(taker)) continue;
      const auto& takes = trace_.firings[firing].takes;
      if (std::none_of(takes.begin(), takes.end(), [&](std::size_t token) { return within.contains(trace_.tokens[token].put_by); }))
        continue;
      within.insert(firing);
      last = firing;
    }
    return last;
  }

  std::vector<Blame> left_over(bool without_wanted) const {
    std::vector<Blame> result;
    for (std::size_t k = 0; k < trace_.tokens.size(); ++k) {
      const FollowedToken& token = trace_.tokens[k];
      if (token.taken_by != FollowedToken::kNever || token.put_by == FollowedToken::kNever || scene_.home(k)) continue;
      if (without_wanted && wanted_.contains(token.place)) continue;
      const std::string end =
          has_arc(net_, token.place, ArcKind::input) ? "nothing there can go on alone" : "nothing ever takes from there";
      add_blame(result, blame_at(net_, net_[token.place].module, {}, net_[token.place].where,
                                 "the net ends with tokens in " + path(net_, token.place) + ": " + end +
                                     ", and nothing waits for another"));
    }
    return result;
  }

  [[nodiscard]] bool leads_out(ModuleId module) const {
    return std::any_of(net_.transitions.begin(), net_.transitions.end(), [&](const Transition& transition) {
      return transition.module == module && std::any_of(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& arc) {
               return arc.kind == ArcKind::output && net_[arc.place].module != module;
             });
    });
  }

  /// Whether the firings before put something else for the same, of which tokens that are wanted
  /// came.
  [[nodiscard]] bool beside_the_way(const TracedFiring& firing) const {
    return std::any_of(firing.takes.begin(), firing.takes.end(), [&](std::size_t token) {
      const std::size_t put_by = trace_.tokens[token].put_by;
      if (put_by == FollowedToken::kNever) return false;
      const Flow flow = follow(trace_, trace_.firings[put_by].puts, {});
      return std::any_of(flow.residual.begin(), flow.residual.end(),
                         [&](std::size_t left) { return wanted_.contains(trace_.tokens[left].place); });
    });
  }

  /// Firings with which the way of tokens ends, those of modules first of which nothing comes out.
  std::vector<Blame> sinks() const {
    std::vector<Blame> result;
    for (const bool out : {false, true}) {
      for (std::size_t k = trace_.firings.size(); k-- > 0 && result.size() < kMostSinks;) {
        const TracedFiring& firing = trace_.firings[k];
        if (!firing.puts.empty() || firing.takes.empty() || leads_out(scene_.module_of(k)) != out) continue;
        scene_.limits.check();
        if (beside_the_way(firing)) continue;
        add_blame(result,
                  scene_.blame_firing(k, scene_.firing_name(k) + " takes " + scene_.token_name(firing.takes.front()) +
                                             " and puts nothing, so that nothing of it comes to " + path(net_, *wanted_.begin())));
      }
    }
    return result;
  }

  Scene& scene_;
  const Trace& trace_;
  const Net& net_;
  const std::set<PlaceId>& wanted_;
};

}  // namespace

std::vector<Blame> blame_deadlock(NetModel& model, const FiringPath& path, const std::set<PlaceId>& wanted, const Limits& limits) {
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
  if (result.empty() && path.end == PathEnd::dead) result = EndSearch(scene, wanted).run();
  if (result.size() > kMostBlamed) result.resize(kMostBlamed);
  return result;
}

}  // namespace petriloom
