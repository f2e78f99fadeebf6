// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/blame_deadlock.h"

#include <algorithm>
#include <set>

#include "analysis/witness/flow.h"
#include "analysis/witness/waiting.h"
#include "analysis/witness/witness.h"

namespace petriloom {
namespace {

constexpr std::size_t kMostGenerations = 8;  // firings looked back for the request that belongs to an answer

class DeadlockAnalysis {
 public:
  DeadlockAnalysis(NetModel& model, const StateSpace& space, const StatePath& path)
      : model_(model), net_(model.net()), trace_(trace_path(model, space, path)) {
    model_.load(space.states[path.states.back()]);
    for (Waiter& waiter : find_waiters(model_)) {
      const std::optional<std::size_t> token = moved_token(waiter);
      if (token) stuck_.push_back({std::move(waiter), *token, {}, {}});
    }
  }

  std::vector<Blame> run() {
    for (std::size_t k = 0; k < stuck_.size(); ++k) {
      for (const MissingTokens& missing : stuck_[k].waiter.missing) resolve(k, missing);
      for (const std::size_t arc : stuck_[k].waiter.held_back) held_back(k, arc);
    }
    report_cycles();
    for (const Stuck& stuck : stuck_) add(others_, blame_waiter(stuck, "still "));
    if (stuck_.empty()) report_rest();
    std::vector<Blame> result = std::move(lost_);
    result.insert(result.end(), cycles_.begin(), cycles_.end());
    for (Blame& blame : others_) add(result, std::move(blame));
    if (result.size() > kMostBlamed) result.resize(kMostBlamed);
    return result;
  }

 private:
  struct Stuck {
    Waiter waiter;
    std::size_t token;                   // one that was moved from where it began and is held now
    std::vector<std::size_t> waits_for;  // positions in stuck_
    std::string held_by;                 // how that is said
  };

  // The latest token a waiter holds that did not lie there at the start: a waiter without one is idle.
  std::optional<std::size_t> moved_token(const Waiter& waiter) const {
    std::optional<std::size_t> latest;
    for (const Tokens& has : waiter.has) {
      if (trace_.home(has.place, has.colour)) continue;
      for (std::size_t k = 0; k < trace_.tokens.size(); ++k) {
        const TracedToken& token = trace_.tokens[k];
        if (token.place == has.place && token.colour == has.colour && token.taken_by == TracedToken::kNever)
          latest = std::max(latest.value_or(0), k);
      }
    }
    return latest;
  }

  std::string token_name(PlaceId place, Word colour) const {
    const std::string text = token_text(model_, place, colour);
    return text == "()" ? token_place(model_, place, colour) : token_place(model_, place, colour) + " (" + text + ")";
  }
  std::string token_name(std::size_t token) const { return token_name(trace_.tokens[token].place, trace_.tokens[token].colour); }
  std::string missing_name(const MissingTokens& missing) const {
    return missing.colour ? token_name(missing.place, *missing.colour) : path(net_, missing.place);
  }
  std::string firing_name(std::size_t firing) const { return model_.labels().name(trace_.firings[firing].label); }

  static void add(std::vector<Blame>& list, Blame blame) {
    for (const Blame& other : list) {
      if (other.module == blame.module && other.where == blame.where) return;
    }
    list.push_back(std::move(blame));
  }
  Blame blame_firing(std::size_t firing, std::string reason) const {
    const Label label = trace_.firings[firing].label;
    return blame_at(model_, label, net_[trace_.firings[firing].transition].where, std::move(reason));
  }

  void resolve(std::size_t k, const MissingTokens& missing) {
    const bool resource = missing.colour ? trace_.home(missing.place, *missing.colour) : !net_[missing.place].initial.empty();
    if (resource) {
      resolve_resource(k, missing);
    } else {
      resolve_answer(k, missing);
    }
  }

  // Whoever took the tokens last either still has what gives them back, or has lost them.
  void resolve_resource(std::size_t k, const MissingTokens& missing) {
    for (const Tokens& home : trace_.initial) {
      if (home.place != missing.place || (missing.colour && home.colour != *missing.colour)) continue;
      std::size_t taker = TracedToken::kNever;
      for (const TracedToken& token : trace_.tokens) {
        if (token.place != home.place || token.colour != home.colour || token.taken_by == TracedToken::kNever) continue;
        taker = taker == TracedToken::kNever ? token.taken_by : std::max(taker, token.taken_by);
      }
      if (taker != TracedToken::kNever) follow_taker(k, home, taker);
    }
  }

  void follow_taker(std::size_t k, const Tokens& home, std::size_t taker) {
    const Flow flow = follow(trace_, trace_.firings[taker].puts, home.place);
    bool held = false;
    for (const std::size_t token : flow.residual) {
      if (!may_give_back(net_, trace_.tokens[token].place, home.place)) continue;
      held = true;
      wait_for_holder(k, token, "which " + firing_name(taker) + " took");
    }
    if (held) return;
    const ModuleId module = net_[trace_.firings[taker].transition].module;
    std::size_t last = taker;
    for (const std::size_t firing : flow.firings) {
      if (net_[trace_.firings[firing].transition].module == module) last = std::max(last, firing);
    }
    std::string reason = firing_name(last) + " does not give back " + token_name(home.place, home.colour);
    if (last != taker) reason += ", which " + firing_name(taker) + " took";
    add(lost_, blame_firing(last, reason + "; " + waiter_name(k) + " waits for it"));
  }

  // The answer to a request that was sent when the waiter's token was put, or before: follow what else was put then.
  void resolve_answer(std::size_t k, const MissingTokens& missing) {
    const std::size_t own = stuck_[k].token;
    std::set<std::size_t> generation{trace_.tokens[own].put_by};
    for (std::size_t round = 0; round < kMostGenerations && !generation.empty(); ++round) {
      std::vector<std::size_t> others;
      std::set<std::size_t> before;
      for (const std::size_t firing : generation) {
        if (firing == TracedToken::kNever) continue;
        for (const std::size_t token : trace_.firings[firing].puts) {
          if (token != own && !trace_.home(trace_.tokens[token].place, trace_.tokens[token].colour)) others.push_back(token);
        }
        for (const std::size_t token : trace_.firings[firing].takes) before.insert(trace_.tokens[token].put_by);
      }
      Flow flow = follow(trace_, others, {});
      std::erase(flow.residual, own);
      if (!flow.firings.empty() || !flow.residual.empty()) return follow_request(k, missing, flow);
      generation = std::move(before);
    }
    if (!has_arc(net_, missing.place, ArcKind::output))
      add(lost_, blame_missing(k, missing, "no transition ever puts a token there"));
  }

  void follow_request(std::size_t k, const MissingTokens& missing, const Flow& flow) {
    bool held = false;
    for (const std::size_t token : flow.residual) {
      if (trace_.tokens[token].place == missing.place && missing.colour) {
        held = true;
        add(lost_,
            blame_firing(trace_.tokens[token].put_by, firing_name(trace_.tokens[token].put_by) + " put " + token_name(token) +
                                                          " where " + waiter_name(k) + " waits for " + missing_name(missing)));
      } else if (!has_arc(net_, trace_.tokens[token].place, ArcKind::input)) {
        continue;
      } else {
        held = wait_for_holder(k, token, "which should come from what holds " + token_name(token)) || held;
      }
    }
    if (held) return;
    const std::string nobody = has_arc(net_, missing.place, ArcKind::output) ? "" : ", and no other transition ever does";
    if (!flow.firings.empty()) {
      const std::size_t last = flow.firings.back();
      add(lost_, blame_firing(last, firing_name(last) + " takes " + taken_name(last) + " and puts nothing that leads to " +
                                        missing_name(missing) + nobody + "; " + waiter_name(k) + " waits for it"));
    } else {
      const std::size_t orphan = flow.residual.front();
      add(lost_,
          blame_firing(trace_.tokens[orphan].put_by, firing_name(trace_.tokens[orphan].put_by) + " puts " + token_name(orphan) +
                                                         ", which nothing takes, and not " + missing_name(missing) +
                                                         ", for which " + waiter_name(k) + " waits"));
    }
  }

  std::string taken_name(std::size_t firing) const {
    for (const std::size_t token : trace_.firings[firing].takes) {
      if (!trace_.home(trace_.tokens[token].place, trace_.tokens[token].colour)) return token_name(token);
    }
    return "what it takes";
  }

  std::string waiter_name(std::size_t k) const {
    const Waiter& waiter = stuck_[k].waiter;
    const Transition& transition = net_[waiter.transition];
    for (std::uint32_t index = 0; index < transition.folded; ++index) {
      if (!waiter.bound[index]) return path(net_, waiter.transition);
    }
    return indexed_path(net_, transition.module, transition.name, std::span(waiter.binding).first(transition.folded));
  }

  // An edge of the wait-for graph to everyone who holds the token and is stuck. False if nobody is.
  bool wait_for_holder(std::size_t k, std::size_t token, const std::string& how) {
    bool found = false;
    const TracedToken& wanted = trace_.tokens[token];
    for (std::size_t other = 0; other < stuck_.size(); ++other) {
      const auto& has = stuck_[other].waiter.has;
      if (std::none_of(has.begin(), has.end(),
                       [&](const Tokens& held) { return held.place == wanted.place && held.colour == wanted.colour; })) {
        continue;
      }
      found = true;
      if (stuck_[k].held_by.empty()) stuck_[k].held_by = how;
      stuck_[k].waits_for.push_back(other);
    }
    return found;
  }

  void held_back(std::size_t k, std::size_t arc) {
    const Arc& inhibitor = net_[stuck_[k].waiter.transition].arcs[arc];
    add(others_, blame_at(net_, net_[stuck_[k].waiter.transition].module, {}, inhibitor.where,
                          waiter_name(k) + " has all its tokens but is held back by tokens in " + path(net_, inhibitor.place)));
  }

  Blame blame_missing(std::size_t k, const MissingTokens& missing, const std::string& why) const {
    const Transition& transition = net_[stuck_[k].waiter.transition];
    return blame_at(net_, transition.module, {}, transition.arcs[missing.arc].where,
                    waiter_name(k) + " waits for " + missing_name(missing) + ", but " + why);
  }

  Blame blame_waiter(const Stuck& stuck, const std::string& how) const {
    const Transition& transition = net_[stuck.waiter.transition];
    const auto k = static_cast<std::size_t>(&stuck - stuck_.data());
    std::string reason = waiter_name(k) + how + "holds " + token_name(stuck.token);
    if (!stuck.waiter.missing.empty()) reason += " and waits for " + missing_name(stuck.waiter.missing.front());
    if (!stuck.held_by.empty()) reason += ", " + stuck.held_by;
    const bool indexed =
        std::all_of(stuck.waiter.bound.begin(), stuck.waiter.bound.begin() + transition.folded, [](bool bound) { return bound; });
    const auto indices = std::span(stuck.waiter.binding).first(indexed ? transition.folded : 0);
    return blame_at(net_, transition.module, indices, transition.where, std::move(reason));
  }

  // A shortest cycle through the first stuck transition that lies on one, breadth-first.
  void report_cycles() {
    for (std::size_t start = 0; start < stuck_.size() && cycles_.empty(); ++start) {
      std::vector<std::size_t> from(stuck_.size(), stuck_.size());
      std::vector<std::size_t> queue{start};
      for (std::size_t next = 0; next < queue.size() && cycles_.empty(); ++next) {
        for (const std::size_t other : stuck_[queue[next]].waits_for) {
          if (other == start) {
            report_cycle(start, queue[next], from);
            break;
          }
          if (from[other] != stuck_.size()) continue;
          from[other] = queue[next];
          queue.push_back(other);
        }
      }
    }
  }

  void report_cycle(std::size_t start, std::size_t last, const std::vector<std::size_t>& from) {
    std::vector<std::size_t> cycle{last};
    while (cycle.back() != start) cycle.push_back(from[cycle.back()]);
    std::reverse(cycle.begin(), cycle.end());
    for (std::size_t k = 0; k < cycle.size(); ++k) {
      const std::string part = cycle.size() == 1
                                   ? ", waiting for itself, "
                                   : ", " + std::to_string(k + 1) + " of " + std::to_string(cycle.size()) + " in a cyclic wait, ";
      Blame blame = blame_waiter(stuck_[cycle[k]], part);
      if (cycle.size() > 1) blame.reason += "; next " + waiter_name(cycle[(k + 1) % cycle.size()]);
      cycles_.push_back(std::move(blame));
    }
  }

  // Nothing waits with a token in hand: the net has come to an end, intended or not.
  void report_rest() {
    std::set<PlaceId> reported;
    for (const TracedToken& token : trace_.tokens) {
      if (token.taken_by != TracedToken::kNever || token.put_by == TracedToken::kNever || trace_.home(token.place, token.colour))
        continue;
      if (!reported.insert(token.place).second) continue;
      const std::string end =
          has_arc(net_, token.place, ArcKind::input) ? "nothing there can go on alone" : "nothing ever takes from there";
      add(others_,
          blame_at(net_, net_[token.place].module, {}, net_[token.place].where,
                   "the net ends with tokens in " + path(net_, token.place) + ": " + end + ", and nothing waits for another"));
    }
  }

  NetModel& model_;
  const Net& net_;
  Trace trace_;
  std::vector<Stuck> stuck_;
  std::vector<Blame> lost_, cycles_, others_;
};

}  // namespace

std::vector<Blame> blame_deadlock(NetModel& model, const StateSpace& space, const StatePath& path) {
  return DeadlockAnalysis(model, space, path).run();
}

}  // namespace petriloom
