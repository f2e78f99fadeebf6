// SPDX-License-Identifier: Apache-2.0
#include "engine/fluid/replication.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/fluid/step_crossings.h"
#include "engine/random/variates.h"

namespace petriloom::fluid {

namespace {

// Of the relative tolerance: the absolute one of levels.
constexpr double kAbsolute = 1e-4;
// Of the time; a step so short is taken as straight.
constexpr double kShort = 1e-12;
constexpr std::uint64_t kMostQuick = 1000;  // crossings one right after the other
constexpr double kQuick = 1e-11;            // of the time; what is right after
constexpr int kDegree = 5;                  // of the integrator's polynomials, at most
// Steps of the integrator between looks at the clock outside.
constexpr std::uint64_t kStepsBetweenPolls = 256;

std::vector<double> initial_levels(const HybridNet& hybrid) {
  std::vector<double> levels;
  for (const PlaceId place : hybrid.places) levels.push_back(hybrid.net[place].level);
  return levels;
}

}  // namespace

std::optional<double> Replication::View::level(PlaceId place) const {
  return std::max(0.0, owner_.state_[owner_.hybrid_.slots[place.index()]]);
}

bool Replication::View::dead() const {
  for (std::size_t t = 0; t < owner_.hybrid_.transitions; ++t) {
    if (tokens_.fireable(TransitionId(t))) return false;
  }
  return true;
}

Replication::Replication(const HybridNet& hybrid, const RunOptions& options, std::uint64_t number)
    : coloured::Replication(hybrid.net, options, number, nullptr, this),
      hybrid_(hybrid),
      levels_view_(*this, view_),
      state_(initial_levels(hybrid)),
      amounts_(hybrid),
      flows_(hybrid, amounts_, enabling_, timers_, marking_.marking()),
      watch_(hybrid, enabling_, timers_, rewards_, marking_.marking()),
      integrator_(
          [this](double time, std::span<const double> state, std::span<double> slopes) {
            std::copy(state.begin(), state.end(), state_.begin());
            enabling_.evaluator().set_now(time);
            flows_.rates(slopes_);
            std::copy(slopes_.begin(), slopes_.end(), slopes.begin());
          },
          options.tolerance),
      measured_(rewards_.of_levels()) {
  enabling_.evaluator().set_state(&levels_view_);
}

void Replication::begin() {
  const bool endless = std::isinf(options_.until) && !hybrid_.net.stop.valid() && options_.max_firings == 0;
  if (endless && !hybrid_.flows.empty())
    throw EvalError(hybrid_.net[hybrid_.flows.front()].where,
                    "what flows has no end of its own: give --until TIME, or a stop condition in the net");
  coloured::Replication::begin();
}

// Evaluated before anything changes.
void Replication::prepare(TransitionId transition, std::span<Word> frame) {
  moves_.clear();
  const auto add = [this](const LevelArc& arc, double amount) {
    if (!std::isfinite(amount) || amount < 0)
      throw EvalError(arc.where, fmt::format("an amount must be finite and not negative, not {}", amount));
    moves_.push_back({arc.kind, arc.slot, amount});
  };
  amounts_.for_each(transition, frame, enabling_.evaluator(), marking_.marking(), add);
}

void Replication::moved() {
  if (moves_.empty()) return;
  for (const ArcKind kind : {ArcKind::input, ArcKind::reset, ArcKind::output}) {
    for (const Move& move : moves_) {
      if (move.kind != kind) continue;
      double& level = state_[move.slot];
      level = kind == ArcKind::reset ? 0 : std::max(0.0, level + (kind == ArcKind::input ? -move.amount : move.amount));
    }
  }
  jumped_ = true;
  look_at_levels();
}

// Bindings that levels enable or disable.
void Replication::look_at_levels() {
  marking_.begin_step();
  for (const TransitionId transition : hybrid_.looking) {
    const bool immediate = hybrid_.net[transition].timing == Timing::immediate;
    immediate ? enabled_set_.consider_all(transition) : timers_.reconsider(transition);
  }
}

bool Replication::step() {
  if (enabled_set_.next(random_)) {
    fire(enabled_set_.transition(), enabled_set_.binding());
  } else if (timers_.next() <= now_) {
    timers_.take();
    fire(timers_.transition(), timers_.binding());
  } else {
    if (stale_) look();
    if (!fire_hazard()) return advance();
  }
  stale_ = true;
  return no_loop();
}

bool Replication::fire_hazard() {
  for (const Flows::Hazard& hazard : flows_.hazards()) {
    const Flows::Hazard::Target& next = hazard.next();
    if (hazard.integral < next.integral) continue;
    timers_.take(next.timer, now_);
    fire(timers_.transition(), timers_.binding());
    return true;
  }
  return false;
}

double Replication::draw(TransitionId transition, std::span<const Word> binding) {
  if (!streams_) return standard_exponential(random_);
  streams_->begin_duration(transition, binding);
  return standard_exponential(streams_->random());
}

// What is enabled now, what flows, and what may change that.
void Replication::look() {
  const std::size_t places = hybrid_.places.size();
  enabling_.evaluator().set_now(now_);
  const bool others = flows_.look([this](TransitionId t, std::span<const Word> binding) { return draw(t, binding); });
  state_.resize(places);
  for (const Flows::Hazard& hazard : flows_.hazards()) state_.push_back(hazard.integral);
  const bool limits = flows_.limit(state_);
  watch_.look();
  flows_.check_hazards();
  flows_.rates(slopes_);
  straight_ = flows_.steady();
  const bool moves = std::any_of(slopes_.begin(), slopes_.end(), [](double slope) { return slope != 0; });
  still_ = !moves && (straight_ || !flows_.clocked());
  restart_ = restart_ || others || limits || jumped_ || flows_.counting();
  jumped_ = stale_ = false;
}

bool Replication::advance() {
  const double due = std::min(marking_.next_arrival(), timers_.next());
  if (still_) {
    // What flows in balance goes on; without an end it would do so for ever.
    const bool goes_on = std::isinf(due) && flows_.any() && std::isfinite(options_.until);
    if (!move_on(goes_on ? std::numeric_limits<double>::max() : due)) return false;
    reach(now_, false);
    return true;
  }
  const double now = now_;
  if (now >= options_.until && due > options_.until) {
    rewards_.leave(now);
    result_.ended = Ended::until;
    return false;
  }
  double end = std::min(due, options_.until);
  const double measured = rewards_.from();
  if (measured > now) end = std::min(end, measured);
  rewards_.leave(now);
  bool crossing = false;
  const double time = end > now ? flow(end, crossing) : now;
  now_ = time;
  loop_.moved();
  if (crossing || time >= due) {
    reach(time, crossing);
  } else if (result_.flowing.steps % kStepsBetweenPolls == 0) {
    return !called_off();
  }
  return true;
}

// The time is that of an event.
void Replication::reach(double time, bool crossing) {
  enabling_.evaluator().set_now(time);
  if (crossing) {
    ++result_.flowing.crossings;
    look_at_levels();
    timers_.settle(time, false);
  }
  deliver();
  look_again();
  stale_ = true;
}

// Makes one step to `end` at most, and records it. Returns the time reached; with `crossing`, a
// condition has changed there.
double Replication::flow(double end, bool& crossing) {
  const std::size_t places = hybrid_.places.size();
  ++result_.flowing.steps;
  began_ = now_;
  before_ = state_;
  double time = travel(end);
  const std::optional<double> within = crossed_within(time);
  time = within.value_or(time);
  set(time);
  crossing = within || crossed();
  if (crossing) {
    time = locate(began_, time);
    watch_chattering(time - began_);
    restart_ = true;
    longest_ = 1;
  }
  record(began_, time);
  set(time);
  if (crossing) {
    for (std::size_t slot = 0; slot < places; ++slot) state_[slot] = std::max(0.0, state_[slot]);
  }
  for (std::size_t k = 0; k < flows_.hazards().size(); ++k) flows_.hazards()[k].integral = state_[places + k];
  flows_.check_hazards();
  return time;
}

double Replication::travel(double end) {
  // Where nothing depends on levels, or a step would be lost in rounding, the slopes hold.
  if (flows_.steady() || end - began_ <= kShort * std::fabs(began_)) {
    straight_ = true;
    restart_ = true;
    flows_.rates(slopes_);
    const double time = std::isinf(end) ? began_ + longest_ : end;
    if (std::isinf(end)) longest_ *= 2;
    return time;
  }
  straight_ = false;
  try {
    if (restart_) {
      absolute_.assign(state_.size(), options_.tolerance);
      std::fill_n(absolute_.begin(), hybrid_.places.size(), options_.tolerance * kAbsolute);
      integrator_.start(began_, before_, absolute_);
    }
    restart_ = false;
    return integrator_.step(end);
  } catch (const IntegrationError& error) {
    const Location where = hybrid_.flows.empty() ? Location() : hybrid_.net[hybrid_.flows.front()].where;
    throw EvalError(where, fmt::format("the levels cannot be integrated beyond {} s ({}): a rate may jump or grow without bound; "
                                       "a larger --tolerance is coarser",
                                       began_, error.what()));
  }
}

// Sets the state, for expressions too, to that of a time within the step.
void Replication::set(double time) {
  enabling_.evaluator().set_now(time);
  if (time == began_) {
    state_ = before_;
  } else if (straight_) {
    for (std::size_t k = 0; k < state_.size(); ++k) state_[k] = before_[k] + slopes_[k] * (time - began_);
  } else {
    integrator_.at(time, state_);
  }
}

bool Replication::crossed() {
  const std::size_t places = hybrid_.places.size();
  for (std::size_t k = 0; k < flows_.hazards().size(); ++k) {
    if (state_[places + k] >= flows_.hazards()[k].next().integral) return true;
  }
  return watch_.changed() || flows_.limits_otherwise(state_);
}

// A time within the step at which a condition has changed, though it may not have where the step
// ends.
std::optional<double> Replication::crossed_within(double end) {
  const std::size_t watched = watch_.gaps();
  // What is at most linear in time shows at the end of the step.
  const auto linear = [&](std::size_t gap) {
    if (gap < watched) return straight_ && watch_.degree(gap) == 1;
    return straight_ && !flows_.limiting(gap - watched);
  };
  inside_.clear();
  for (std::size_t gap = 0; gap < watched + hybrid_.places.size(); ++gap) {
    if (!linear(gap)) inside_.push_back(gap);
  }
  const auto polynomial = [&](std::size_t number) {
    const std::size_t gap = inside_[number];
    if (gap >= watched) return !flows_.limiting(gap - watched);
    return watch_.degree(gap) == 1 || (straight_ && watch_.degree(gap) > 0 && watch_.degree(gap) <= kDegree);
  };
  const auto value = [&](std::size_t number) {
    const std::size_t gap = inside_[number];
    return gap < watched ? watch_.gap(gap) : flows_.room(gap - watched, state_);
  };
  const auto go = [&](double time) {
    set(time);
    if (flows_.any_limits()) flows_.renew();
  };
  const auto certain = [&](double time) {
    set(time);
    return crossed();
  };
  return first_negative(began_, end, {go, value, polynomial, inside_.size()}, certain);
}

// The first time at which a condition has changed, by halving down to neighbouring numbers.
double Replication::locate(double low, double high) {
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) return high;
    set(middle);
    (crossed() ? high : low) = middle;
  }
}

void Replication::record(double begin, double end) {
  if (!(end > begin)) return;
  for (const std::uint32_t member : measured_) rewards_.flow(member, begin, end, [this](double time) { set(time); });
}

void Replication::watch_chattering(double length) {
  quick_ = length > kQuick * now_ ? 0 : quick_ + 1;
  if (quick_ < kMostQuick) return;
  throw EvalError(
      watch_.first_changed(),
      fmt::format("at {} s this changes to and fro without end: what it switches brings it back at once; switch on at one "
                  "level and off at another",
                  now_));
}

}  // namespace petriloom::fluid
