// SPDX-License-Identifier: Apache-2.0
// What a run is whatever it runs on: its net, its numbers, how far it is, what it records, and when
// it ends (docs/semantics.md).
#pragma once

#include <new>

#include "engine/course/loop_watch.h"
#include "engine/course/run.h"
#include "engine/measure/measure.h"
#include "engine/random/streams.h"
#include "engine/state/run_state.h"
#include "engine/trace/sink.h"

namespace petriloom {

class RunCourse : public Run {
 public:
  ReplicationResult finish() final;
  [[nodiscard]] Ended ended() const final { return result_.ended; }
  [[nodiscard]] const Net& net() const final { return net_; }

 protected:
  /// `pool` is that of the net or an extension of it; it is copied. `number` is the replication's;
  /// `trace` may be null. The others are kept by reference. Throws EvalError if the net cannot be
  /// compiled.
  RunCourse(const Net& net, const RunOptions& options, std::uint64_t number, TraceSink* trace, const WordPool& pool);

  /// Whether a condition of `final when` holds where the run is, or the net has none. Throws
  /// EvalError.
  [[nodiscard]] virtual bool in_final_marking();
  /// What comes before the first step.
  virtual void begin() = 0;
  /// As `go`; `step` takes one step, and is false at the end of the run. The loop is compiled for
  /// each engine.
  template <class Step>
  bool go_on(std::uint64_t steps, const Step& step) {
    try {
      begin_once();
      for (; steps > 0; --steps) {
        if (told_to_end() || !step()) return true;
      }
    } catch (const EvalError& error) {
      fail(error);
      return true;
    } catch (const LimitReached&) {
      return call_off();
    } catch (const std::bad_alloc&) {
      return call_off();
    }
    return false;
  }
  void begin_once() {
    if (begun_) return;
    begin();
    begun_ = true;
  }
  /// Whether the stop condition, the number of firings or somebody outside ends the run.
  [[nodiscard]] bool told_to_end() {
    const bool stopped = rewards_.stopped(now_);
    return (stopped || result_.firings >= next_look_) && ends(stopped);
  }
  /// Nothing can happen any more.
  void die();
  /// Moves the time on to the next event at `next` (s, infinity: there is none). False if that ends
  /// the run.
  bool move_on(double next);
  /// After a firing: false if that was one too many without the time moving; the result keeps the
  /// state.
  [[nodiscard]] bool no_loop() { return !loop_.fired(firing_now_) || keep_stuck(); }
  /// Whether somebody outside ends the run, who is told how far it is otherwise.
  [[nodiscard]] bool called_off();
  /// The run ends here, with what it has given so far. True.
  bool call_off();
  /// An expression failed: reports it with where the run is.
  void fail(const EvalError& error);
  /// The part of a state that is no engine's, but for what measures have recorded.
  [[nodiscard]] RunState save_course() const;
  /// Takes that up.
  void load_course(const RunState& state);

 private:
  bool keep_stuck();
  bool ends(bool stopped);
  void tell_last();

 protected:
  const Net& net_;
  const RunOptions& options_;
  TraceSink* trace_;
  std::uint64_t number_;
  WordPool pool_;
  const Limits limits_;  // polled by what evaluates
  Enabling enabling_;
  RewardVariables rewards_;
  Random random_;
  LoopWatch loop_;
  std::vector<Word> frame_;  // large enough for every transition
  double now_ = 0;
  bool begun_ = false;
  // Firings at which told_to_end looks at more than the stop condition.
  std::uint64_t next_look_ = 0;
  TransitionId firing_now_;
  ReplicationResult result_;
};

}  // namespace petriloom
