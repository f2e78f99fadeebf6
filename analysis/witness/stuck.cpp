// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/stuck.h"

#include <algorithm>

#include "analysis/model/difference.h"
#include "analysis/witness/witness.h"
#include "engine/enabling/bound_terms.h"

namespace petriloom {

// The trace leaves the model in the last state.
Scene::Scene(NetModel& of, const FiringPath& path, const Limits& within)
    : model(of), limits(within), trace(trace_path(of, path, within)) {
  const std::vector<Tokens> free = movable();
  const auto can_go_on = [&](std::size_t token) {
    return count_of(free, trace.tokens[token].place, trace.tokens[token].colour) > 0;
  };
  for (Waiter& waiter : find_waiters(model)) {
    limits.check();
    std::vector<std::size_t> tokens = moved_tokens(waiter);
    if (tokens.empty()) {
      idle.push_back({std::move(waiter), {}, {}, {}});
      continue;
    }
    if (!std::all_of(tokens.begin(), tokens.end(), can_go_on)) stuck.push_back({std::move(waiter), std::move(tokens), {}, {}});
  }
}

std::vector<Tokens> Scene::movable() {
  std::vector<Tokens> result;
  std::vector<Tokens> needs;
  const Marking& marking = model.marking();
  std::vector<Word> words;
  model.enabling().for_each(marking, [&](TransitionId transition, std::span<const Word> frame) {
    words.assign(frame.begin(), frame.end());
    if (collect_input_tokens(net(), model.enabling().plans()[transition], model.enabling().evaluator(), words, marking, needs))
      result.insert(result.end(), needs.begin(), needs.end());
    return true;
  });
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end(),
                           [](const Tokens& a, const Tokens& b) { return a.place == b.place && a.colour == b.colour; }),
               result.end());
  return result;
}

// One token of each colour stands for those that it holds.
std::vector<std::size_t> Scene::moved_tokens(const Waiter& waiter) {
  std::vector<std::size_t> result;
  for (const Tokens& has : waiter.has) {
    if (trace.home(has.place, has.colour)) continue;
    std::size_t latest = FollowedToken::kNever;
    for (std::size_t k = 0; k < trace.tokens.size(); ++k) {
      const FollowedToken& token = trace.tokens[k];
      if (token.place == has.place && token.colour == has.colour && token.taken_by == FollowedToken::kNever) latest = k;
    }
    if (latest == FollowedToken::kNever) continue;
    result.push_back(trace.tokens[latest].count > 1 ? trace.split(latest, 1) : latest);
  }
  std::sort(result.begin(), result.end(),
            [&](std::size_t a, std::size_t b) { return trace.tokens[a].order < trace.tokens[b].order; });
  return result;
}

std::span<const Word> Scene::indices_of(const Stuck& one) const {
  const std::uint32_t folded = net()[one.waiter.transition].folded;
  const bool known = std::all_of(one.waiter.bound.begin(), one.waiter.bound.begin() + folded, [](bool bound) { return bound; });
  return std::span(one.waiter.binding).first(known ? folded : 0);
}

bool Scene::same_instance(const Stuck& one, std::size_t firing) const {
  if (module_of(firing) != net()[one.waiter.transition].module) return false;
  const auto mine = indices_of(one);
  const std::vector<Word>& binding = trace.firings[firing].binding;
  return mine.size() <= binding.size() && std::equal(mine.begin(), mine.end(), binding.begin());
}

bool Scene::holds(const Stuck& one, std::size_t token) const {
  const FollowedToken& wanted = trace.tokens[token];
  return std::any_of(one.waiter.has.begin(), one.waiter.has.end(),
                     [&](const Tokens& held) { return held.place == wanted.place && held.colour == wanted.colour; });
}

bool Scene::internal(PlaceId place, ModuleId module) const {
  return net()[place].module == module &&
         std::all_of(net().transitions.begin(), net().transitions.end(), [&](const Transition& transition) {
           return transition.module == module ||
                  std::none_of(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& arc) { return arc.place == place; });
         });
}

std::string Scene::token_name(PlaceId place, Word colour) const {
  const std::string text = token_text(model, place, colour);
  const std::string name = token_place(model, place, colour);
  if (text == "()") return name;
  return text.front() == '(' ? name + " " + text : name + " (" + text + ")";
}

std::string Scene::token_name(std::size_t token) const { return token_name(trace.tokens[token].place, trace.tokens[token].colour); }

std::string Scene::missing_name(const MissingTokens& missing) const {
  return missing.colour ? token_name(missing.place, *missing.colour) : path(net(), missing.place);
}

std::string Scene::firing_name(std::size_t firing) const { return model.labels().name(trace.firings[firing].label); }

std::string Scene::waiter_name(const Stuck& one) const {
  const Transition& transition = net()[one.waiter.transition];
  const auto indices = indices_of(one);
  if (indices.size() < transition.folded) return path(net(), one.waiter.transition);
  return indexed_path(net(), transition.module, transition.name, indices);
}

Blame Scene::blame_firing(std::size_t firing, std::string reason) const {
  const TracedFiring& fired = trace.firings[firing];
  return blame_at(model, fired.label, net()[fired.transition].where, std::move(reason));
}

Blame Scene::blame_waiter(const Stuck& one, const std::string& how) const {
  const Transition& transition = net()[one.waiter.transition];
  std::string reason = waiter_name(one) + how + " holds " + token_name(one.tokens.back());
  if (!one.waiter.missing.empty()) reason += " and waits for " + missing_name(one.waiter.missing.front());
  if (!one.held_by.empty()) reason += ", " + one.held_by;
  for (const std::size_t arc : one.waiter.held_back) {
    const bool equal = transition.arcs[arc].kind == ArcKind::equal;
    reason += std::string(" and is held back by ") + (equal ? "the number of tokens" : "tokens") + " in " +
              path(net(), transition.arcs[arc].place);
  }
  return blame_at(net(), transition.module, indices_of(one), transition.where, std::move(reason));
}

}  // namespace petriloom
