// SPDX-License-Identifier: Apache-2.0
// One run of a net from its initial marking (docs/semantics.md, rule 8).
#pragma once

#include "engine/coloured/guard_truths.h"
#include "engine/coloured/timers.h"
#include "engine/course/run_course.h"
#include "engine/random/draws.h"

namespace petriloom::coloured {

/// Told of the firings of a run in which more than tokens changes (docs/fluid.md).
class LevelSink {
 public:
  virtual ~LevelSink() = default;
  /// A transition fires: `frame` begins with its binding and has what it drew. Nothing has changed
  /// yet. May throw EvalError.
  virtual void prepare(TransitionId transition, std::span<Word> frame) = 0;
  /// The tokens have moved, and which bindings are enabled now is about to be looked at.
  virtual void moved() = 0;
};

class Replication : public RunCourse {
 public:
  /// Throws EvalError if the net cannot be compiled. `number` is the replication's; `trace` may be
  /// null.
  Replication(const Net& net, const RunOptions& options, std::uint64_t number, TraceSink* trace, LevelSink* levels = nullptr);

  /// Runs to the end. Run-time errors end the run and are in the diagnostics.
  ReplicationResult run();

  bool go(std::uint64_t steps) override {
    return go_on(steps, [this] { return step(); });
  }
  [[nodiscard]] RunState save() override;
  [[nodiscard]] std::uint64_t renewable_bytes() const override { return pool_.used_bytes(); }
  /// What traces the run takes its colours over.
  std::function<std::unique_ptr<Run>()> renewal() override;
  /// Starts from a state of the same net instead of the initial marking; to be called before
  /// anything else. Throws StateError if it cannot be one, after which the replication is of no
  /// use.
  void load(const RunState& state, LoadMode mode = LoadMode::exact);

 protected:
  // What those need who lead the same run from event to event in their own way.
  void begin() override;
  bool step();
  /// `inputs`: the tokens that it takes; none: they are not known.
  void fire(TransitionId transition, std::span<const Word> binding, std::span<const Tokens> inputs = {});
  /// Makes available what is so by now, and looks again at what looks at the time.
  void deliver();
  void look_again();
  /// Takes `effects_.takes` and `reset_slots_`, and puts `effects_.puts`. True if fewer tokens are
  /// left of some than were taken.
  bool take_all();
  void put_all();
  /// Looks at what a step has changed. `fired`: it was a firing.
  void settle(bool fired);

 private:
  /// An arc whose tokens a change in a place may touch.
  struct Consumer {
    TransitionId transition;
    std::uint32_t arc = 0;
    bool immediate = true;
    /// Input, read: with so many tokens of the colour there before, more of them enable nothing
    /// new; 0: always look.
    std::int64_t need = 0;
  };
  /// A transition that counts tokens of the place.
  struct Dependent {
    TransitionId transition;
    std::uint32_t number = 0;  ///< in TransitionPlan::dependencies
    bool immediate = true;
    /// The step after which all bindings that it may enable were last looked for.
    std::uint64_t looked = 0;
  };
  struct Consumers {
    std::vector<Consumer> takers;     ///< input and read arcs
    std::vector<Consumer> inhibited;  ///< inhibitor arcs
    /// Read arcs of timed transitions that name no single colour.
    std::vector<Consumer> wild_reads;
    std::vector<Dependent> dependents;
    bool capacity = false;  ///< of work that transitions share
  };
  /// Came: available or not; arrived: available now.
  enum class ChangeKind : std::uint8_t { gone, arrived, came };
  struct Change {
    ChangeKind kind = ChangeKind::gone;
    PlaceId place;
    Word colour = 0;
    std::int64_t before = 0;  ///< arrived: available ones of the colour until then
  };

  /// Of a run that is made anew.
  struct Remains {
    RunState state;
    std::optional<TransitionStreams> streams;
    WordPool pool;
  };

  RunState state();
  void start_from(const RunState& state, LoadMode mode);
  void take_over(Remains& remains);
  /// Who is to be told of changes, from the marking of the start on.
  void find_consumers();
  void add_consumers(TransitionId transition);
  bool advance();
  void find_reset_slots(TransitionId transition, std::span<const Word> binding);
  void notify(const Change& change);
  void notify_dependents(const Change& change);

  std::vector<Consumers> consumers_;   // by place
  std::vector<TransitionId> clocked_;  // immediate ones whose guards look at the time
  std::vector<Change> changes_;
  std::vector<Word> key_;
  std::uint64_t steps_ = 0;
  std::vector<ArrivalRun> taken_;
  LevelSink* levels_;

 protected:
  GuardTruths truths_;
  TimedMarking marking_;
  MarkingView view_;
  Firing firing_;
  std::optional<TransitionStreams> streams_;
  StreamDraws draws_;
  EnabledSet enabled_set_;
  Timers timers_;
  Effects effects_;
  std::vector<std::pair<PlaceId, Marking::Slot>> reset_slots_;
};

}  // namespace petriloom::coloured
