// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/lost_token.h"

#include <algorithm>
#include <set>

#include "analysis/witness/flow.h"

namespace petriloom {
namespace {

// Firings looked back for the one that an answer belongs to.
constexpr std::size_t kMostGenerations = 8;
constexpr std::size_t kMostForks = 3;  // suspected of not having put the other half

std::size_t outputs(const Transition& transition) {
  return static_cast<std::size_t>(
      std::count_if(transition.arcs.begin(), transition.arcs.end(), [](const Arc& arc) { return arc.kind == ArcKind::output; }));
}

std::set<PlaceId> input_places(const Transition& transition) {
  std::set<PlaceId> places;
  for (const Arc& arc : transition.arcs) {
    if (arc.kind == ArcKind::input) places.insert(arc.place);
  }
  return places;
}

// Another transition of the module takes from the same places and puts more.
bool puts_less_than_its_twin(const Net& net, TransitionId id) {
  const Transition& mine = net[id];
  return std::any_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& other) {
    return other.module == mine.module && outputs(other) > outputs(mine) && input_places(other) == input_places(mine);
  });
}

class LossSearch {
 public:
  LossSearch(Scene& scene, Stuck& one, const MissingTokens& missing)
      : scene_(scene), trace_(scene.trace), net_(scene.net()), one_(one), missing_(missing) {}

  std::vector<Blame> run(bool& spurious) {
    const bool resource = missing_.colour ? trace_.home(missing_.place, *missing_.colour) : !net_[missing_.place].initial.empty();
    if (resource) {
      resource_takers();
    } else if (scene_.internal(missing_.place, net_[one_.waiter.transition].module)) {
      spurious = !own_beginning();
    } else {
      answer();
    }
    return std::move(found_);
  }

 private:
  std::string waiting() const { return scene_.waiter_name(one_) + " waits for it"; }

  void accuse(std::size_t firing, const std::string& reason) {
    found_.push_back(scene_.blame_firing(firing, scene_.firing_name(firing) + reason));
  }

  // Whoever took the tokens last either still has what gives them back, or has lost them.
  void resource_takers() {
    for (const Tokens& home : trace_.initial) {
      if (home.place != missing_.place || (missing_.colour && home.colour != *missing_.colour)) continue;
      std::size_t taker = FollowedToken::kNever;
      for (const FollowedToken& token : trace_.tokens) {
        if (token.place != home.place || token.colour != home.colour || token.taken_by == FollowedToken::kNever) continue;
        taker = taker == FollowedToken::kNever ? token.taken_by : std::max(taker, token.taken_by);
      }
      if (taker != FollowedToken::kNever) follow_taker(home, taker);
    }
  }

  void follow_taker(const Tokens& home, std::size_t taker) {
    const Flow flow = follow(trace_, trace_.firings[taker].puts, home.place);
    bool held = false;
    for (const std::size_t token : flow.residual) {
      scene_.limits.check();
      if (!may_give_back(net_, trace_.tokens[token].place, home.place)) continue;
      held = true;
      wait_for_holder(token, "which " + scene_.firing_name(taker) + " took");
    }
    if (held) return;
    std::size_t last = taker;
    for (const std::size_t firing : flow.firings) {
      if (scene_.module_of(firing) == scene_.module_of(taker)) last = std::max(last, firing);
    }
    std::string reason = " does not give back " + scene_.token_name(home.place, home.colour);
    if (last != taker) reason += ", which " + scene_.firing_name(taker) + " took";
    accuse(last, reason + "; " + waiting());
  }

  // The firings that put the tokens held, those that put what they took, and so on; `visit` returns
  // false to stop.
  template <class Visit>
  void each_generation(const Visit& visit) const {
    std::set<std::size_t> generation;
    for (const std::size_t token : one_.tokens) generation.insert(trace_.tokens[token].put_by);
    for (std::size_t round = 0; round < kMostGenerations && !generation.empty(); ++round) {
      scene_.limits.check();
      generation.erase(FollowedToken::kNever);
      if (!visit(generation)) return;
      std::set<std::size_t> before;
      for (const std::size_t firing : generation) {
        for (const std::size_t token : trace_.firings[firing].takes) {
          if (!scene_.home(token)) before.insert(trace_.tokens[token].put_by);
        }
      }
      generation = std::move(before);
    }
  }

  // The place is the module's own: of the module's firings that led to the tokens held, the nearest
  // should have put the token.
  bool own_beginning() {
    std::size_t begun = FollowedToken::kNever;
    each_generation([&](const std::set<std::size_t>& generation) {
      for (const std::size_t firing : generation) {
        if (scene_.same_instance(one_, firing)) begun = firing;
      }
      return begun == FollowedToken::kNever;
    });
    if (begun == FollowedToken::kNever) return false;
    accuse(begun, " puts " + put_names(begun) + " and nothing in " + scene_.missing_name(missing_) + "; " + waiting());
    return true;
  }

  std::string put_names(std::size_t firing) const {
    std::vector<std::pair<std::string, std::int64_t>> counted;  // parts of a run are one
    for (const std::size_t token : trace_.firings[firing].puts) {
      if (scene_.home(token)) continue;
      const std::string name = scene_.token_name(token);
      auto same = std::find_if(counted.begin(), counted.end(), [&](const auto& entry) { return entry.first == name; });
      if (same == counted.end()) same = counted.insert(same, {name, 0});
      same->second += trace_.tokens[token].count;
    }
    std::string text;
    for (const auto& [name, count] : counted) {
      text += (text.empty() ? "" : ", ") + (count > 1 ? std::to_string(count) + " of " : std::string()) + name;
    }
    return text.empty() ? "nothing else" : text;
  }

  bool is_missing(std::size_t token) const {
    return trace_.tokens[token].place == missing_.place && (!missing_.colour || trace_.tokens[token].colour == *missing_.colour);
  }

  // Whether a firing's module answers with what is missing, but this firing and all that came of it
  // did not and will not: what is left of it lies with the module itself where no way leads on, not
  // with somebody else who is stuck.
  bool breaks_off(std::size_t firing, const Flow& after) const {
    const ModuleId module = scene_.module_of(firing);
    const auto puts_missing = [&](std::size_t other) {
      const auto& puts = trace_.firings[other].puts;
      return std::any_of(puts.begin(), puts.end(), [&](std::size_t token) { return is_missing(token); });
    };
    if (puts_missing(firing) || std::any_of(after.firings.begin(), after.firings.end(), puts_missing)) return false;
    return std::none_of(after.residual.begin(), after.residual.end(), [&](std::size_t token) {
      if (leads_within(net_, module, trace_.tokens[token].place, missing_.place)) return true;
      return std::any_of(scene_.stuck.begin(), scene_.stuck.end(), [&](const Stuck& other) {
        return &other != &one_ && net_[other.waiter.transition].module != module && scene_.holds(other, token);
      });
    });
  }

  // Of all that led to the tokens held, the nearest firing of a module that usually answers, and
  // did not.
  bool broken_off() {
    std::set<ModuleId> answering;
    for (const Transition& transition : net_.transitions) {
      for (const Arc& arc : transition.arcs) {
        if (arc.kind == ArcKind::output && arc.place == missing_.place) answering.insert(transition.module);
      }
    }
    std::size_t culprit = FollowedToken::kNever;
    Flow after;
    each_generation([&](const std::set<std::size_t>& generation) {
      std::vector<std::size_t> tokens;
      std::set<std::size_t> candidates = generation;
      for (const std::size_t firing : generation)
        tokens.insert(tokens.end(), trace_.firings[firing].puts.begin(), trace_.firings[firing].puts.end());
      const Flow flow = follow(trace_, std::move(tokens), {});
      candidates.insert(flow.firings.begin(), flow.firings.end());
      for (auto firing = candidates.rbegin(); firing != candidates.rend() && culprit == FollowedToken::kNever; ++firing) {
        if (!answering.contains(scene_.module_of(*firing))) continue;
        scene_.limits.check();
        after = follow(trace_, trace_.firings[*firing].puts, {});
        if (breaks_off(*firing, after)) culprit = *firing;
      }
      return culprit == FollowedToken::kNever;
    });
    if (culprit == FollowedToken::kNever) return false;
    const std::size_t end = after.firings.empty() ? culprit : after.firings.back();
    const std::string rest = " and puts nothing that leads to " + scene_.missing_name(missing_) + "; " + waiting();
    if (end != culprit && trace_.firings[end].puts.empty()) accuse(end, " takes " + taken_name(end) + rest);
    accuse(culprit, " takes " + taken_name(culprit) + rest);
    if (end != culprit) accuse(end, " takes " + taken_name(end) + rest);
    return true;
  }

  // The answer to what was put when the tokens held were put, or before: follow what else was put
  // then.
  void answer() {
    if (may_be_marked(net_, missing_.place) && broken_off()) return;
    std::vector<std::size_t> forks;
    bool done = false;
    each_generation([&](const std::set<std::size_t>& generation) {
      std::vector<std::size_t> others;
      for (const std::size_t firing : generation) {
        forks.push_back(firing);
        for (const std::size_t token : trace_.firings[firing].puts) {
          if (!scene_.home(token) && std::find(one_.tokens.begin(), one_.tokens.end(), token) == one_.tokens.end())
            others.push_back(token);
        }
      }
      Flow flow = follow(trace_, others, {});
      const std::size_t answers = std::erase_if(flow.residual, [&](std::size_t token) {
        return scene_.holds(one_, token) && trace_.tokens[token].place != missing_.place;
      });
      if (flow.firings.empty() && flow.residual.empty()) return true;
      done = (answers > 0 && wait_for_senders()) || request(flow);
      return !done && flow.firings.empty();
    });
    if (done) return;
    const std::string never = !may_be_marked(net_, missing_.place) ? ", where no token can ever come" : "";
    for (std::size_t k = 0; k < forks.size() && k < kMostForks; ++k) {
      accuse(forks[k], " puts " + put_names(forks[k]) + " and nothing that leads to " + scene_.missing_name(missing_) + never +
                           "; " + waiting());
    }
  }

  // What was asked for has come: the waiter holds it. What is missing is then for others to send,
  // who may be stuck themselves.
  bool wait_for_senders() {
    bool found = false;
    for (std::size_t other = 0; other < scene_.stuck.size(); ++other) {
      if (&scene_.stuck[other] == &one_) continue;
      const Transition& sender = net_[scene_.stuck[other].waiter.transition];
      const bool sends = std::any_of(sender.arcs.begin(), sender.arcs.end(), [&](const Arc& arc) {
        return arc.kind == ArcKind::output && leads_within(net_, ModuleId(), arc.place, missing_.place);
      });
      if (!sends) continue;
      found = true;
      if (one_.held_by.empty()) one_.held_by = "which " + scene_.waiter_name(scene_.stuck[other]) + " should send";
      one_.waits_for.push_back(other);
    }
    return found;
  }

  // What became of the request; false if nothing tells.
  bool request(const Flow& flow) {
    bool held = false;
    const bool never = !may_be_marked(net_, missing_.place);
    for (const std::size_t token : flow.residual) {
      const FollowedToken& left = trace_.tokens[token];
      if (left.place == missing_.place && missing_.colour && left.colour != *missing_.colour) {
        held = true;
        accuse(left.put_by, " put " + scene_.token_name(token) + " where " + scene_.waiter_name(one_) + " waits for " +
                                scene_.missing_name(missing_));
      } else if (!never && has_arc(net_, left.place, ArcKind::input)) {
        held = wait_for_holder(token, "which should come from what holds " + scene_.token_name(token)) || held;
      }
    }
    if (held) return true;
    if (flow.firings.empty()) return orphan(flow);
    std::vector<std::size_t> suspects;
    for (const std::size_t firing : flow.firings) {
      if (puts_less_than_its_twin(net_, trace_.firings[firing].transition)) suspects.push_back(firing);
    }
    if (suspects.empty() || !never) suspects = {flow.firings.back()};
    if (suspects.back() != flow.firings.back()) suspects.push_back(flow.firings.back());
    for (const std::size_t firing : suspects) {
      accuse(firing, " takes " + taken_name(firing) + " and puts nothing that leads to " + scene_.missing_name(missing_) + "; " +
                         waiting());
    }
    return true;
  }

  // A token in a place that nothing takes from.
  bool orphan(const Flow& flow) {
    for (const std::size_t token : flow.residual) {
      if (has_arc(net_, trace_.tokens[token].place, ArcKind::input)) continue;
      accuse(trace_.tokens[token].put_by, " puts " + scene_.token_name(token) + ", which nothing takes, and not " +
                                              scene_.missing_name(missing_) + ", for which " + scene_.waiter_name(one_) + " waits");
      return true;
    }
    return false;
  }

  std::string taken_name(std::size_t firing) const {
    for (const std::size_t token : trace_.firings[firing].takes) {
      if (!scene_.home(token)) return scene_.token_name(token);
    }
    return "what it takes";
  }

  // An edge of the wait-for graph to everyone who holds the token and is stuck. False if nobody is.
  bool wait_for_holder(std::size_t token, const std::string& how) {
    bool found = false;
    for (std::size_t other = 0; other < scene_.stuck.size(); ++other) {
      if (!scene_.holds(scene_.stuck[other], token)) continue;
      found = true;
      if (one_.held_by.empty()) one_.held_by = how;
      one_.waits_for.push_back(other);
    }
    return found;
  }

  Scene& scene_;
  const Trace& trace_;
  const Net& net_;
  Stuck& one_;
  const MissingTokens& missing_;
  std::vector<Blame> found_;
};

}  // namespace

std::vector<Blame> trace_missing(Scene& scene, Stuck& one, const MissingTokens& missing, bool& spurious) {
  return LossSearch(scene, one, missing).run(spurious);
}

}  // namespace petriloom
