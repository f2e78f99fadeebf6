// SPDX-License-Identifier: Apache-2.0
#include "engine/course/run_course.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace petriloom {

namespace {

constexpr std::uint64_t kPollEvery = 4096;  // firings between looks at the clock outside

}  // namespace

double measured_until(const ReplicationResult& run, const RunOptions& options) {
  return run.ended == Ended::dead && std::isfinite(options.until) ? options.until : run.time;
}

RunCourse::RunCourse(const Net& net, const RunOptions& options, std::uint64_t number, TraceSink* trace, const WordPool& pool)
    : net_(net),
      options_(options),
      trace_(trace),
      number_(number),
      pool_(pool),
      limits_{0, 0, options.cancelled},
      enabling_(net, pool_, &limits_, options.compiled),
      rewards_(enabling_, options.recording),
      random_(random_of_run(options.seed, number, options.antithetic)),
      loop_(net) {
  std::size_t frame = 0;
  for (const Transition& transition : net.transitions) frame = std::max(frame, transition.variables.size());
  frame_.resize(frame);
}

ReplicationResult RunCourse::finish() {
  result_.time = now_;
  tell_last();
  if (result_.stuck || result_.diagnostics.has_errors()) result_.ended = Ended::error;
  result_.measures = rewards_.finish(measured_until(result_, options_));
  result_.recorded = rewards_.take_recorded();
  if (result_.recorded.satisfied && result_.ended != Ended::error) result_.ended = Ended::precision;
  if (trace_ != nullptr) trace_->finish(now_);
  return std::move(result_);
}

// What the last event brought about is looked at when the time moves on, which it does not after
// one that ends the run.
void RunCourse::tell_last() {
  const bool at_event = result_.ended == Ended::condition || result_.ended == Ended::firings;
  if (!at_event || result_.diagnostics.has_errors()) return;
  try {
    rewards_.leave(now_);
  } catch (const EvalError& error) {
    fail(error);
  }
}

bool RunCourse::ends(bool stopped) {
  if (stopped) {
    result_.ended = Ended::condition;
    return true;
  }
  if (options_.max_firings > 0 && result_.firings >= options_.max_firings) {
    result_.ended = Ended::firings;
    return true;
  }
  if (called_off()) return true;
  next_look_ = (result_.firings / kPollEvery + 1) * kPollEvery;
  if (options_.max_firings > 0) next_look_ = std::min(next_look_, options_.max_firings);
  return false;
}

bool RunCourse::called_off() {
  if (options_.cancelled && options_.cancelled()) return call_off();
  const bool gone_on = result_.firings > 0 || now_ > 0;
  if (number_ == 0 && options_.progress && gone_on) options_.progress(result_.firings, now_);
  return false;
}

bool RunCourse::call_off() {
  result_.ended = Ended::cancelled;
  return true;
}

bool RunCourse::in_final_marking() {
  if (!net_.final_marking.valid()) return true;
  frame_.resize(std::max<std::size_t>(frame_.size(), net_.final_slots));
  enabling_.evaluator().set_now(now_);
  return enabling_.evaluator().eval(net_.final_marking, frame_) != 0;
}

void RunCourse::die() {
  result_.ended = Ended::dead;
  result_.dead_end = !in_final_marking();
}

bool RunCourse::move_on(double next) {
  rewards_.leave(now_);
  if (next > options_.until || std::isinf(next)) {
    if (std::isinf(next)) {
      die();
    } else {
      result_.ended = Ended::until;
      now_ = options_.until;
    }
    return false;
  }
  now_ = next;
  loop_.moved();
  return true;
}

bool RunCourse::keep_stuck() {
  result_.stuck = save();
  return false;
}

void RunCourse::fail(const EvalError& error) {
  std::string message = error.what();
  if (firing_now_.valid())
    message += fmt::format(" (at {} s, after {} firings, the last of {})", now_, result_.firings, path(net_, firing_now_));
  result_.diagnostics.error(error.where(), message);
}

RunState RunCourse::save_course() const {
  RunState state;
  state.seed = random_.seed();
  state.replication = random_.replication();
  state.random = random_.position();
  state.now = now_;
  state.firings = result_.firings;
  state.last = firing_now_;
  loop_.save(state);
  rewards_.save(state);
  return state;
}

void RunCourse::load_course(const RunState& state) {
  begun_ = true;
  random_ = Random(state.seed, state.replication, random_.mirrored());
  random_.seek(state.random);
  now_ = state.now;
  result_.firings = state.firings;
  firing_now_ = state.last;
  enabling_.evaluator().set_now(now_);
  loop_.load(state);
}

}  // namespace petriloom
