// SPDX-License-Identifier: Apache-2.0
// What arcs collect (docs/semantics.md, rule 31): the tokens that come first where their arrivals
// are known, each choice of tokens where they are not. Part of BindingSearch.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "engine/enabling/binding_search.h"
#include "engine/enabling/bound_terms.h"

namespace petriloom {

namespace {

constexpr std::int64_t kMostCollected = std::int64_t{1} << 20;
constexpr std::size_t kMostChoices = 65536;

/// Of so many of each, so many altogether in another way: the next in order, of which the first has
/// as many as can be of the first colours. False if there is none.
bool next_choice(std::span<const std::int64_t> held, std::vector<std::int64_t>& chosen) {
  std::int64_t behind = 0;
  std::int64_t room = 0;
  for (std::size_t k = chosen.size(); k-- > 0;) {
    if (chosen[k] > 0 && behind < room) {
      --chosen[k];
      std::int64_t left = behind + 1;
      for (std::size_t later = k + 1; later < chosen.size(); ++later) {
        chosen[later] = std::min(left, held[later]);
        left -= chosen[later];
      }
      return true;
    }
    behind += chosen[k];
    room += held[k];
  }
  return false;
}

}  // namespace

BindingSearch::Outcome BindingSearch::collect(const std::vector<PlanStep>& steps, std::size_t at) {
  const Term& term = plan_.terms[steps[at].item];
  Evaluator& evaluator = enabling_.evaluator();
  if (count_of(term, evaluator, frame_, marking_) <= 0) return go_on_with(steps, at, {});
  if (term.collects_all) return collect_all(steps, at);
  const std::int64_t count = term.collected.eval(evaluator, frame_, &marking_);
  if (count <= 0) return go_on_with(steps, at, {});
  // Before a token of a later slot come those that are the first of theirs.
  const bool in_order = marking_.arrivals() != nullptr;
  std::vector<Held> found = held(steps[at], false, in_order ? count : std::numeric_limits<std::int64_t>::max());
  std::int64_t there = 0;
  for (const Held& each : found) there += std::min(count - there, each.count);
  if (there < count) return Outcome::failed;
  if (count > kMostCollected) throw too_many(term);
  return in_order ? collect_first(steps, at, count, found) : collect_any(steps, at, count, std::move(found));
}

/// The tokens of the group that match, of so many slots at most: available ones in order of arrival
/// where that is known, or with those of the `future`.
std::vector<BindingSearch::Held> BindingSearch::held(const PlanStep& step, bool future, std::int64_t most) {
  const Term& term = plan_.terms[step.item];
  std::vector<Held> found;
  for (Marking::Slot slot = marking_.first(IndexId(step.index), key(step)); slot != Marking::kNone;
       slot = marking_.next(IndexId(step.index), slot)) {
    if (static_cast<std::int64_t>(found.size()) >= most) break;
    enabling_.evaluator_.budget().poll();
    const std::int64_t count = future ? marking_.total(term.place, slot) : marking_.available(term.place, slot);
    const Word colour = marking_.colour(term.place, slot);
    if (count > 0 && matches(enabling_.net_.colours, term.pattern, colour, enabling_.evaluator_, frame_))
      found.push_back({slot, colour, count});
  }
  return found;
}

BindingSearch::Outcome BindingSearch::collect_all(const std::vector<PlanStep>& steps, std::size_t at) {
  std::vector<Word> colours;
  for (const Held& each : held(steps[at], true, std::numeric_limits<std::int64_t>::max())) {
    colours.insert(colours.end(), static_cast<std::size_t>(std::min(each.count, kMostCollected + 1)), each.colour);
    if (static_cast<std::int64_t>(colours.size()) > kMostCollected) throw too_many(plan_.terms[steps[at].item]);
  }
  return go_on_with(steps, at, std::move(colours));
}

BindingSearch::Outcome BindingSearch::collect_first(const std::vector<PlanStep>& steps, std::size_t at, std::int64_t count,
                                                    std::span<const Held> held) {
  const PlaceId place = plan_.terms[steps[at].item].place;
  const ColourSetId set = enabling_.net_[place].colour;
  const auto most = static_cast<std::size_t>(count);
  std::vector<std::pair<double, Word>> tokens;
  const auto keep_first = [&] {
    std::stable_sort(tokens.begin(), tokens.end(), [&](const auto& a, const auto& b) {
      if (a.first != b.first) return a.first < b.first;
      return enabling_.net_.colours.compare(set, a.second, b.second, enabling_.pool_) < 0;
    });
    tokens.resize(std::min(tokens.size(), most));
  };
  std::vector<double> arrivals;
  for (const Held& each : held) {
    arrivals.clear();
    marking_.arrivals()->earliest(place, each.slot, std::min(each.count, count), arrivals);
    for (const double arrival : arrivals) tokens.emplace_back(arrival, each.colour);
    if (tokens.size() > 2 * most) keep_first();
  }
  keep_first();
  std::vector<Word> colours;
  for (const auto& [arrival, colour] : tokens) colours.push_back(colour);
  return go_on_with(steps, at, std::move(colours));
}

BindingSearch::Outcome BindingSearch::collect_any(const std::vector<PlanStep>& steps, std::size_t at, std::int64_t count,
                                                  std::vector<Held> held) {
  const Term& term = plan_.terms[steps[at].item];
  const ColourSetId set = enabling_.net_[term.place].colour;
  std::sort(held.begin(), held.end(), [&](const Held& a, const Held& b) {
    return enabling_.net_.colours.compare(set, a.colour, b.colour, enabling_.pool_) < 0;
  });
  std::vector<std::int64_t> room;
  std::vector<std::int64_t> chosen;
  std::int64_t left = count;
  for (const Held& each : held) {
    room.push_back(std::min(each.count, count));
    chosen.push_back(std::min(left, room.back()));
    left -= chosen.back();
  }
  for (std::size_t choices = 1;; ++choices) {
    enabling_.evaluator_.budget().poll();
    std::vector<Word> colours;
    for (std::size_t k = 0; k < held.size(); ++k) {
      colours.insert(colours.end(), static_cast<std::size_t>(chosen[k]), held[k].colour);
    }
    if (const Outcome outcome = go_on_with(steps, at, std::move(colours)); outcome != Outcome::failed) return outcome;
    if (!next_choice(room, chosen)) return Outcome::failed;
    if (choices < kMostChoices) continue;
    throw EvalError(enabling_.net_[transition_].arcs[term.arc].where,
                    fmt::format("more than {} ways to collect {} tokens of '{}' without the order in which they came", kMostChoices,
                                count, path(enabling_.net_, term.place)));
  }
}

EvalError BindingSearch::too_many(const Term& term) const {
  return {enabling_.net_[transition_].arcs[term.arc].where,
          fmt::format("more than {} tokens of '{}' are collected", kMostCollected, path(enabling_.net_, term.place))};
}

/// With these tokens, which are put in order of colours.
BindingSearch::Outcome BindingSearch::go_on_with(const std::vector<PlanStep>& steps, std::size_t at, std::vector<Word> colours) {
  const PlanStep& step = steps[at];
  const Term& term = plan_.terms[step.item];
  const ColourSetId set = enabling_.net_[term.place].colour;
  std::sort(colours.begin(), colours.end(),
            [&](Word a, Word b) { return enabling_.net_.colours.compare(set, a, b, enabling_.pool_) < 0; });
  Word list = enabling_.pool_.intern(colours);
  if (term.seen.valid()) {
    frame_[term.tokens] = list;
    list = term.seen.eval(enabling_.evaluator_, frame_);
  }
  if (step.given && frame_[step.slot] != list) return Outcome::failed;
  frame_[step.slot] = list;
  return run(steps, at + 1);
}

}  // namespace petriloom
