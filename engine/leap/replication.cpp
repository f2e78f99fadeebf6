// SPDX-License-Identifier: Apache-2.0
#include "engine/leap/replication.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/marking/too_many_tokens.h"
#include "engine/random/variates.h"

namespace petriloom {

namespace {

constexpr double kWorthwhile = 10;           // firings that a leap must be expected to save the making of
constexpr std::uint64_t kExactSteps = 100;   // single firings where that is not so; both as in the paper
constexpr double kUnlimitedFirings = 10000;  // expected in a leap that nothing limits
constexpr std::uint64_t kLookEvery = 1024;   // steps between looks at the clock outside

}  // namespace

LeapReplication::LeapReplication(const Net& net, const LeapNet& leap, const RunOptions& options, std::uint64_t number)
    : RunCourse(net, options, number, nullptr, leap.parts.pool),
      leap_(leap),
      rates_(leap, enabling_),
      state_(leap, enabling_, rates_, cells_looked_at(true)),
      size_(leap, *options.tau_leap, cells_looked_at(false)),
      amounts_(leap.initial.size()),
      is_touched_(leap.initial.size()) {}

// Cells of places that measures, the stop condition and, if asked for, rates look at.
std::vector<char> LeapReplication::cells_looked_at(bool by_rates) {
  std::vector<char> looked(leap_.initial.size());
  for (std::size_t cell = 0; cell < looked.size(); ++cell) {
    const UnfoldedPlace& place = leap_.parts.places[cell];
    const bool looks = measures_.looks_at(place.place) || (by_rates && rates_.looks_at(place.place));
    looked[cell] = !place.total && looks ? 1 : 0;
  }
  return looked;
}

ReplicationResult LeapReplication::run() {
  const MarkingView view(state_.marking(), enabling_);
  enabling_.evaluator().set_state(&view);
  try {
    state_.start();
    measures_.start(state_.marking());
    while (!told_to_end() && step()) {
    }
  } catch (const EvalError& error) {
    result_.diagnostics.error(error.where(), fmt::format("{} (at {} s, after {} firings)", error.what(), now_, result_.firings));
  }
  ReplicationResult result = finish();
  enabling_.evaluator().set_state(nullptr);
  return result;
}

bool LeapReplication::end(Ended how) {
  result_.ended = how;
  return false;
}

bool LeapReplication::told_to_end() {
  if (measures_.stopped(now_)) return !end(Ended::condition);
  if (options_.max_firings > 0 && result_.firings >= options_.max_firings) return !end(Ended::firings);
  return steps_++ % kLookEvery == 0 && called_off();
}

void LeapReplication::move_to(double time) {
  measures_.leave(now_);
  now_ = time;
}

bool LeapReplication::step() {
  if (!(state_.total() > 0)) {
    measures_.leave(now_);
    return end(Ended::dead);
  }
  if (exact_left_ > 0) return exact_step();
  return leap();
}

bool LeapReplication::exact_step() {
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

bool LeapReplication::leap() {
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
    std::uint32_t act = FlatNet::kNone;
    if (critical <= std::min(longest, rest)) {
      double place = random_.uniform() * size_.critical_total();
      for (const std::uint32_t candidate : size_.critical()) {
        act = candidate;
        place -= state_.propensity(candidate);
        if (place < 0) break;
      }
    }
    if (draw_firings(length, act)) {
      // Levels are taken to change evenly in a leap; for measures that is the same as one jump in its middle.
      const double after = rest <= length ? options_.until : now_ + length;
      move_to(now_ + length / 2);
      apply(act);
      move_to(after);
      if (act != FlatNet::kNone) fire(act, 1);
      ++result_.leaps.leaps;
      return rest > length || end(Ended::until);
    }
    ++result_.leaps.rejected;
    longest = length / 2;
  }
}

// Draws what the acts that are not critical do in a leap. False if cells would have less than nothing, or cross a threshold, or if
// the critical act could then not fire.
bool LeapReplication::draw_firings(double length, std::uint32_t critical) {
  const std::vector<std::uint32_t>& others = size_.others();
  for (const std::uint32_t cell : touched_) amounts_[cell] = is_touched_[cell] = 0;
  touched_.clear();
  firings_.resize(others.size());
  for (std::size_t k = 0; k < others.size(); ++k) {
    firings_[k] = poisson(state_.propensity(others[k]) * length, random_);
    if (firings_[k] == 0) continue;
    for (const FlatChange& change : leap_.changes[others[k]]) {
      if (is_touched_[change.cell] == 0) touched_.push_back(change.cell);
      is_touched_[change.cell] = 1;
      std::int64_t amount = 0;
      std::int64_t& all = amounts_[change.cell];
      const bool fits = !__builtin_mul_overflow(firings_[k], change.amount, &amount) && !__builtin_add_overflow(all, amount, &all);
      if (!fits) throw TooManyTokens(net_, leap_.parts.places[change.cell].place, transition_of(others[k]));
    }
  }
  if (std::any_of(touched_.begin(), touched_.end(), [&](std::uint32_t cell) { return crosses(cell, amounts_[cell]); }))
    return false;
  if (critical == FlatNet::kNone) return true;
  const auto takes = leap_.takes[critical];
  return std::all_of(takes.begin(), takes.end(),
                     [&](const FlatCondition& take) { return take.holds(state_.tokens(take.cell) + amounts_[take.cell]); });
}

bool LeapReplication::crosses(std::uint32_t cell, std::int64_t amount) const {
  const std::int64_t before = state_.tokens(cell);
  std::int64_t after = 0;
  if (__builtin_add_overflow(before, amount, &after)) throw TooManyTokens(net_, leap_.parts.places[cell].place);
  if (after < 0) return true;
  const auto thresholds = leap_.thresholds[cell];
  return std::any_of(thresholds.begin(), thresholds.end(), [&](std::int64_t b) { return (before < b) != (after < b); });
}

void LeapReplication::apply(std::uint32_t critical) {
  const std::vector<std::uint32_t>& others = size_.others();
  for (std::size_t k = 0; k < others.size(); ++k) {
    if (firings_[k] > 0) tell(others[k], firings_[k]);
  }
  for (const std::uint32_t cell : touched_) change(cell, amounts_[cell]);
  measures_.settle(now_);
  if (critical == FlatNet::kNone) state_.refresh();  // else after it has fired
}

void LeapReplication::fire(std::uint32_t act, std::int64_t times) {
  tell(act, times);
  try {
    for (const FlatChange& one : leap_.changes[act]) change(one.cell, one.amount);
  } catch (const TooManyTokens& error) {
    throw TooManyTokens(net_, error.place(), transition_of(act));
  }
  measures_.settle(now_);
  state_.refresh();
}

void LeapReplication::tell(std::uint32_t act, std::int64_t times) {
  result_.firings += static_cast<std::uint64_t>(times);
  const TransitionId transition = transition_of(act);
  if (!measures_.records(transition)) return;
  const std::span<const Word> binding = leap_.parts.binding(net_, act);
  std::copy(binding.begin(), binding.end(), frame_.begin());
  enabling_.evaluator().set_now(now_);
  measures_.fired(transition, frame_, now_, static_cast<std::uint64_t>(times));
}

void LeapReplication::change(std::uint32_t cell, std::int64_t amount) {
  if (amount == 0) return;
  const UnfoldedPlace& place = leap_.parts.places[cell];
  std::int64_t after = state_.tokens(cell);
  add_tokens(net_, place.place, {}, amount, after);
  state_.add(cell, amount);
  if (!place.total && measures_.looks_at(place.place)) measures_.changed(place.place, place.colour);
}

}  // namespace petriloom
