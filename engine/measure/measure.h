// SPDX-License-Identifier: Apache-2.0
// Records the measures of a net during one run.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/containers/function_ref.h"
#include "engine/containers/id_table.h"
#include "engine/enabling/firing.h"
#include "engine/measure/counted_members.h"
#include "engine/measure/firing_measures.h"
#include "engine/measure/recording.h"
#include "engine/state/run_state.h"

namespace petriloom {

/// The value of each measure: one for each member, in the order of Measure::members (just one if
/// there are no keys); empty if it had none.
using MeasureValues = std::vector<std::vector<std::optional<double>>>;

/// Whether a measure of this kind gives a number for each marking.
bool state_measure(MeasureKind kind);

/// State measures; those of firings are in FiringMeasures. A state expression is evaluated again
/// only when a place that it mentions changes, and for a family only for the members whose keys the
/// changed colour fits. Neither copied nor moved.
class RewardVariables {
 public:
  /// Compiles the measures; the indices they count by are added, so this comes before the marking
  /// is made. `plan` (may be null) says what is recorded beside the values, and from when on is
  /// measured.
  explicit RewardVariables(Enabling& enabling, const RecordingPlan* plan = nullptr);
  RewardVariables(const RewardVariables&) = delete;
  RewardVariables& operator=(const RewardVariables&) = delete;
  /// Whether firings of a transition are recorded.
  [[nodiscard]] bool records(TransitionId transition) const { return firings_.records(transition); }
  /// Whether a measure or the stop condition looks at the tokens of a place.
  [[nodiscard]] bool looks_at(PlaceId place) const { return stop_places_[place.index()] || !mentions_[place.index()].empty(); }
  /// Number of members of state measures and times until a condition holds.
  [[nodiscard]] std::size_t members() const { return members_.size(); }
  /// Members of state measures and times until a condition holds that a change of the tokens of
  /// `colour` in `place` affects.
  [[nodiscard]] std::vector<std::uint32_t> members_at(PlaceId place, Word colour);
  /// Whether the stop condition looks at the tokens of a place.
  [[nodiscard]] bool stops_by(PlaceId place) const { return stop_places_[place.index()]; }
  /// The value of a member as a function of numbers of tokens (Code::of_counts), if it is one.
  std::optional<Code> of_counts(std::uint32_t member, std::vector<CountedTokens>& counted);
  /// From now on the engine counts for these members, from 0 on; where counts lead to no value,
  /// `value` gives it or throws EvalError. Before `start` or `load`.
  void count_for(const CountedMembers& counted, std::function<double(std::uint32_t member, double now)> value);
  /// The value of a member in a marking, which the evaluator looks at, at a time (s), without
  /// recording it. Throws EvalError.
  double value_in(const Marking& marking, std::uint32_t member, double now);
  /// So many tokens more from now on for a count, which is one of this member: instead of
  /// `changed`. What merely counts tokens over time is told at once; what else looks at counts, and
  /// all at time 0, where a value without any time may be asked for, is evaluated when the time
  /// moves on. Throws EvalError if there are too many.
  void count(std::uint32_t number, std::int64_t more, std::uint32_t member, double now) {
    if (__builtin_add_overflow(counts_[number], more, &counts_[number])) refuse(member);
    Member& one = members_[member];
    if (!one.tells || now == 0) return note(member);
    if (now != one.since) {
      one.integral += one.value * (now - one.since);
      one.since = now;
    }
    one.value = static_cast<double>(counts_[number]);
  }
  /// The same before `start` or `load`.
  void count_at_start(std::uint32_t number, std::int64_t more) { counts_[number] += more; }
  /// Starts recording at a time (s).
  void start(const Marking& marking, double now = 0);

  /// `transition` fires, or so many times at once (then measures that pair firings must not be
  /// there); `frame` begins with its binding and is large enough for it. Before the marking
  /// changes. Throws EvalError.
  void fired(TransitionId transition, std::span<Word> frame, double now, std::uint64_t times = 1) {
    firings_.fired(transition, frame, now, times);
  }
  /// Whether the measures of a transition do no more than count its firings in this binding;
  /// appends numbers for `count_firing`.
  bool tallies_of(TransitionId transition, std::span<const Word> binding, std::vector<std::uint32_t>& tallies) const {
    return firings_.tallies_of(transition, binding, tallies);
  }
  /// A firing that a measure of such a number counts: instead of `fired`.
  void count_firing(std::uint32_t number, double now) { firings_.count(number, now); }
  /// The number of tokens of `colour` in `place` changes.
  void changed(PlaceId place, Word colour) {
    if (looks_at(place)) note_changed(place, colour);
  }
  /// What a member looks at changes.
  void member_changed(std::uint32_t member) { note(member); }
  /// What the stop condition looks at changes.
  void stop_changed() { stop_noted_ = true; }
  /// The step is over.
  void settle(double now) {
    if (!noted_peaks_.empty()) settle_peaks(now);
  }
  /// The model time is about to move on from `now`. Throws EvalError.
  void leave(double now) {
    if (!noted_.empty() || !restless_.empty()) leave_noted(now);
  }
  // Of what changes between events (docs/fluid.md, F7; measure_levels.cpp).
  /// From when on is measured, s.
  [[nodiscard]] double from() const { return from_; }
  /// Members of averages, integrals and peaks of expressions that look at levels.
  [[nodiscard]] std::vector<std::uint32_t> of_levels() const;
  /// Tells of every expression over levels that is recorded or ends the run, with the values of its
  /// keys.
  void for_each_of_levels(const std::function<void(ExprId expr, std::span<const Word> keys, std::uint32_t slots)>& visit) const;
  /// Records a member from `begin` to `end` (s), after `leave(begin)`, where `levels(t)` sets the
  /// levels to those of the time t, and they are at most a polynomial of the fifth degree of it.
  /// Leaves them as they are at the end. Throws EvalError.
  void flow(std::uint32_t member, double begin, double end, FunctionRef<void(double)> levels);
  /// The values at the end of the run; derived measures are left empty.
  MeasureValues finish(double now);
  /// After finish: what was recorded beside them.
  [[nodiscard]] Recorded take_recorded() { return std::move(recorded_); }
  /// Whether the stop condition of the net holds, or the plan has all that is asked for. Throws
  /// EvalError.
  bool stopped(double now) {
    return (recording_.due(now) || (stop_.valid() && (stop_noted_ || stop_always_))) && looks_stopped(now);
  }
  /// The same, also where nothing has changed since it was last asked. Throws EvalError.
  bool stopped_now(double now);

  /// Writes down what was recorded so far.
  void save(RunState& state) const;
  /// Goes on with what a state has recorded, in place of `start`; of a state of a net without
  /// measures there is nothing, and recording starts there. Throws StateError.
  void load(const RunState& state, const Marking& marking);

 private:
  /// One member of a state measure, or of a time until a condition holds: there the value is 1
  /// where it does.
  struct Member {
    std::uint32_t measure = 0;
    std::uint32_t row = 0;
    std::uint32_t watched = kUnwatched;  ///< in the recording
    bool noted = false;
    bool tells = false;  ///< its value is a count, of which nothing but the integral is wanted
    double value = 0;
    double since = 0;     ///< time from which `value` holds
    double integral = 0;  ///< until `since`
    double peak = 0;
    std::optional<double> reached;  ///< s; the time at which the condition held first
    void save(StateWriter& writer) const;
    void load(StateReader& reader);
  };
  /// Which members of a measure a change in a place affects: those whose keys are these parts of
  /// the colour; all if there are none.
  struct Mention {
    std::uint32_t measure = 0;
    std::vector<Accessor> keys;
  };
  /// A state measure; the others are empty.
  struct Compiled {
    Code value;
    bool of_state = false;
    std::uint32_t first = 0;  ///< of its members in `members_`
    IdTable rows;             ///< members by keys
  };

  void compile_state(std::uint32_t measure);
  void mention(std::uint32_t measure, ExprId tokens);
  [[nodiscard]] std::uint32_t row_of(std::uint32_t measure, std::span<const Word> keys) const;
  void note(std::uint32_t member);
  [[noreturn]] void refuse(std::uint32_t member) const;
  template <class Visit>
  void for_each_at(PlaceId place, Word colour, const Visit& visit);
  void note_changed(PlaceId place, Word colour);
  double evaluate(std::uint32_t number, double now);
  void set_keys(const Member& member);
  [[nodiscard]] double value_of(const Member& member, Word word) const;
  void hold(Member& member, double now);
  void flow_piece(std::uint32_t number, double begin, double end, FunctionRef<void(double)> levels);
  double peak_between(std::uint32_t number, double low, double high, FunctionRef<void(double)> levels);
  void renew(std::uint32_t number, double now);
  [[nodiscard]] bool has_enough(double now);
  bool looks_stopped(double now);
  void settle_peaks(double now);
  void leave_noted(double now);
  [[nodiscard]] std::optional<double> value_of(const Measure& measure, const Member& member, double now) const;

  Enabling& enabling_;
  const Net& net_;
  const Marking* marking_ = nullptr;
  const CountedMembers* counted_ = nullptr;  // may be null
  std::vector<Word> counts_;
  std::function<double(std::uint32_t member, double now)> uncounted_;
  std::vector<Compiled> compiled_;
  std::vector<Member> members_;
  std::vector<std::vector<Mention>> mentions_;  // by place
  // Members that depend on more than token counts.
  std::vector<std::uint32_t> restless_;
  std::vector<std::uint32_t> noted_;
  std::vector<std::uint32_t> noted_peaks_;
  std::vector<Word> frame_;
  std::vector<Word> keys_;
  Code stop_;
  std::vector<bool> stop_places_;
  bool stop_always_ = false;
  bool stop_noted_ = true;
  Recording recording_;
  double from_;  // s; what happens before is not measured
  FiringMeasures firings_;
  Recorded recorded_;
};

}  // namespace petriloom
