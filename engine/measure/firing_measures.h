// SPDX-License-Identifier: Apache-2.0
// Measures of firings during one run: counts, sums, delays and the like.
#pragma once

#include <optional>
#include <vector>

#include "engine/compiled/code.h"
#include "engine/containers/fifo.h"
#include "engine/enabling/enabling.h"
#include "engine/measure/firing_rows.h"
#include "engine/measure/recording.h"
#include "engine/state/state_numbers.h"

namespace petriloom {

/// Which measure and which member of it is meant is said by their numbers in the net.
class FiringMeasures {
 public:
  /// Of the net of `enabling`; no measure is among them yet. Both must outlive them.
  FiringMeasures(Enabling& enabling, Recording& recording);
  /// Compiles a measure of firings; the measures come in the order of the net.
  void add(std::uint32_t measure);
  /// Whether firings of a transition are recorded.
  [[nodiscard]] bool records(TransitionId transition) const { return !of_transition_[transition.index()].empty(); }

  /// As RewardVariables::fired, whose firings these are.
  void fired(TransitionId transition, std::span<Word> frame, double now, std::uint64_t times) {
    for (Looked& looked : of_transition_[transition.index()]) record(looked, frame, now, times);
  }
  /// As RewardVariables::tallies_of.
  bool tallies_of(TransitionId transition, std::span<const Word> binding, std::vector<std::uint32_t>& tallies) const;
  /// A firing that a measure of such a number counts, and no other looks at.
  void count(std::uint32_t tally, double now) {
    Tally& one = tallies_[tally];
    if (one.watched != kUnwatched) recording_.counted(one.watched, now, 1, 1);
    if (now >= from_) ++one.count;
  }

  /// What a member has come to, if that is anything.
  [[nodiscard]] std::optional<double> value(std::size_t measure, std::size_t row) const;
  /// A member as every accumulator (engine/state/state_numbers.h).
  void save(std::size_t measure, std::size_t row, StateWriter& writer) const;
  void load(std::size_t measure, std::size_t row, StateReader& reader);

 private:
  /// What one member has counted.
  struct Tally {
    std::uint32_t watched = kUnwatched;  ///< in the recording
    std::uint64_t count = 0;
    double sum = 0, compensation = 0;
    double least = 0, most = 0, first = 0, last = 0;
    Fifo<double> begun;  ///< delay: starts that wait for their end
  };
  /// What a measure looks at of one transition.
  struct Looked {
    std::uint32_t measure = 0;
    bool ends = false;  ///< a delay
    Code condition, value;
    FiringRows rows;
  };

  void look(std::uint32_t measure, const MeasuredFirings& of, bool ends);
  void record(Looked& looked, std::span<Word> frame, double now, std::uint64_t times);
  void tally(const Measure& measure, Tally& tally, double value, double now, std::uint64_t times = 1);

  Enabling& enabling_;
  const Net& net_;
  Recording& recording_;
  double from_;                       // s; what happens before is not measured
  std::vector<std::uint32_t> first_;  // by measure: of its members in `tallies_`
  std::vector<Tally> tallies_;
  std::vector<std::vector<Looked>> of_transition_;  // in the order of the net; ends before beginnings
};

}  // namespace petriloom
