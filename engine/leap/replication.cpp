// SPDX-License-Identifier: Apache-2.0
#include "engine/leap/replication.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/marking/too_many_tokens.h"
#include "engine/random/variates.h"

namespace petriloom::leap {

namespace {

// Firings that a leap must be expected to save the making of.
constexpr double kWorthwhile = 10;
// Single firings where that is not so; both as in the paper.
constexpr std::uint64_t kExactSteps = 100;
constexpr double kUnlimitedFirings = 10000;  // expected in a leap that nothing limits
constexpr std::uint64_t kLookEvery = 1024;   // steps between looks at the clock outside

}  // namespace

Replication::Replication(const Net& net, const RateNet& leap, const RunOptions& options, std::uint64_t number)
    : RunCourse(net, options, number, nullptr, leap.parts.pool),
      leap_(leap),
      rates_(leap, enabling_),
      state_(leap, enabling_, rates_, places_looked_at(true)),
      view_(state_.marking(), enabling_),
      size_(leap, *options.tau_leap, places_looked_at(false)),
      places_(leap.places.size()) {}

// Places of places that measures, the stop condition and, if asked for, rates look at.
std::vector<char> Replication::places_looked_at(bool by_rates) {
  std::vector<char> looked(leap_.places.size());
  for (std::size_t place = 0; place < looked.size(); ++place) {
    const UnfoldedPlace& coloured = leap_.parts.places[place];
    const bool looks = rewards_.looks_at(coloured.place) || (by_rates && rates_.looks_at(coloured.place));
    looked[place] = !coloured.total && looks ? 1 : 0;
  }
  return looked;
}

RunState Replication::save() { throw StateError("a run with leaps has no state between two firings"); }

void Replication::begin() {
  enabling_.evaluator().set_state(&view_);
  state_.start();
  rewards_.start(state_.marking());
}

bool Replication::go(std::uint64_t steps) {
  try {
    for (begin_once(); steps > 0; --steps) {
      if (told_to_end() || !step()) return true;
    }
  } catch (const EvalError& error) {
    result_.diagnostics.error(error.where(), fmt::format("{} (at {} s, after {} firings)", error.what(), now_, result_.firings));
    return true;
  }
  return false;
}

bool Replication::end(Ended how) {
  result_.ended = how;
  return false;
}

bool Replication::told_to_end() {
  if (rewards_.stopped(now_)) return !end(Ended::condition);
  if (options_.max_firings > 0 && result_.firings >= options_.max_firings) return !end(Ended::firings);
  return steps_++ % kLookEvery == 0 && called_off();
}

void Replication::move_to(double time) {
  rewards_.leave(now_);
  now_ = time;
}

bool Replication::step() {
  if (!(state_.total() > 0)) {
    rewards_.leave(now_);
    return end(Ended::dead);
  }
  if (exact_left_ > 0) return exact_step();
  return leap();
}

bool Replication::exact_step() {
  const double next = now_ + standard_exponential(random_) / state_.total();
  if (next > options_.until) {
    move_to(options_.until);
    return end(Ended::until);
  }
  move_to(next);
  --exact_left_;
  ++result_.leaps.exact_steps;
  fire(state_.pick(random_.uniform()), 1);
  return true;
}

bool Replication::leap() {
  size_.look(state_);
  const double total = state_.total();
  double longest =
      std::min(size_.longest(), kUnlimitedFirings / total * std::max<double>(1, static_cast<double>(size_.others().size())));
  const double rest = options_.until - now_;
  for (;;) {
    if (longest < kWorthwhile / total && longest < rest) {
      exact_left_ = kExactSteps;
      return exact_step();
    }
    const double critical = size_.critical_total() > 0 ? standard_exponential(random_) / size_.critical_total()
                                                       : std::numeric_limits<double>::infinity();
    const double length = std::min({longest, critical, rest});
    std::uint32_t binding = RateNet::kNone;
    if (critical <= std::min(longest, rest)) {
      double coloured = random_.uniform() * size_.critical_total();
      for (const std::uint32_t candidate : size_.critical()) {
        binding = candidate;
        coloured -= state_.propensity(candidate);
        if (coloured < 0) break;
      }
    }
    if (draw_firings(length, binding)) {
      // Levels are taken to change evenly in a leap; for measures that is the same as one jump in
      // its middle.
      const double after = rest <= length ? options_.until : now_ + length;
      move_to(now_ + length / 2);
      apply(binding);
      move_to(after);
      if (binding != RateNet::kNone) fire(binding, 1);
      ++result_.leaps.leaps;
      return rest > length || end(Ended::until);
    }
    ++result_.leaps.rejected;
    longest = length / 2;
  }
}

// Draws what the bindings that are not critical do in a leap. False if places would have less than
// nothing, or cross a threshold, or if the critical binding could then not fire.
bool Replication::draw_firings(double length, std::uint32_t critical) {
  const std::vector<std::uint32_t>& others = size_.others();
  for (const std::uint32_t place : touched_) places_[place] = {};
  touched_.clear();
  firings_.resize(others.size());
  for (std::size_t k = 0; k < others.size(); ++k) {
    firings_[k] = poisson(state_.propensity(others[k]) * length, random_);
    if (firings_[k] == 0) continue;
    for (const counts::Change& change : leap_.changes[others[k]]) {
      if (!places_[change.place].is) touched_.push_back(change.place);
      places_[change.place].is = true;
      std::int64_t amount = 0;
      std::int64_t& all = places_[change.place].amount;
      const bool fits = !__builtin_mul_overflow(firings_[k], change.amount, &amount) && !__builtin_add_overflow(all, amount, &all);
      if (!fits) throw TooManyTokens(net_, leap_.parts.places[change.place].place, leap_.transition_of(others[k]));
    }
  }
  if (std::any_of(touched_.begin(), touched_.end(), [&](std::uint32_t place) { return crosses(place, places_[place].amount); }))
    return false;
  if (critical == RateNet::kNone) return true;
  const auto takes = leap_.inputs(critical);
  return std::all_of(takes.begin(), takes.end(), [&](const counts::Condition& take) {
    return take.holds(state_.tokens(take.place) + places_[take.place].amount);
  });
}

bool Replication::crosses(std::uint32_t place, std::int64_t amount) const {
  const std::int64_t before = state_.tokens(place);
  std::int64_t after = 0;
  if (__builtin_add_overflow(before, amount, &after)) throw TooManyTokens(net_, leap_.parts.places[place].place);
  if (after < 0) return true;
  const auto thresholds = leap_.thresholds[place];
  return std::any_of(thresholds.begin(), thresholds.end(), [&](std::int64_t b) { return (before < b) != (after < b); });
}

void Replication::apply(std::uint32_t critical) {
  const std::vector<std::uint32_t>& others = size_.others();
  for (std::size_t k = 0; k < others.size(); ++k) {
    if (firings_[k] > 0) tell(others[k], firings_[k]);
  }
  for (const std::uint32_t place : touched_) change(place, places_[place].amount);
  rewards_.settle(now_);
  if (critical == RateNet::kNone) state_.refresh();  // else after it has fired
}

void Replication::fire(std::uint32_t binding, std::int64_t times) {
  tell(binding, times);
  try {
    for (const counts::Change& one : leap_.changes[binding]) change(one.place, one.amount);
  } catch (const TooManyTokens& error) {
    throw TooManyTokens(net_, error.place(), leap_.transition_of(binding));
  }
  rewards_.settle(now_);
  state_.refresh();
}

void Replication::tell(std::uint32_t binding, std::int64_t times) {
  result_.firings += static_cast<std::uint64_t>(times);
  const TransitionId transition = leap_.transition_of(binding);
  if (!rewards_.records(transition)) return;
  const std::span<const Word> values = leap_.parts.binding(net_, binding);
  std::copy(values.begin(), values.end(), frame_.begin());
  enabling_.evaluator().set_now(now_);
  rewards_.fired(transition, frame_, now_, static_cast<std::uint64_t>(times));
}

void Replication::change(std::uint32_t place, std::int64_t amount) {
  if (amount == 0) return;
  const UnfoldedPlace& coloured = leap_.parts.places[place];
  std::int64_t after = state_.tokens(place);
  add_tokens(net_, coloured.place, {}, amount, after);
  state_.add(place, amount);
  if (!coloured.total && rewards_.looks_at(coloured.place)) rewards_.changed(coloured.place, coloured.colour);
}

}  // namespace petriloom::leap
