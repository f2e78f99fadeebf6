// SPDX-License-Identifier: Apache-2.0
// Detects loops without delay (docs/semantics.md, rule 14); engine/coloured/loop_cycle.h says what
// they do.
#pragma once

#include "engine/state/run_state.h"

namespace petriloom {

class LoopWatch {
 public:
  static constexpr std::uint64_t kMostFirings = 2'000'000;  ///< without the model time moving
  /// Or this for each colour that a place is marked with at the beginning, if that is more: large
  /// systems do much at one instant.
  static constexpr std::uint64_t kMostFiringsEach = 100;

  explicit LoopWatch(const Net& net);

  /// Counts a firing; true if this is one too many.
  bool fired(TransitionId transition) {
    ++count_;
    if (count_ * 2 <= most_ || !active_) return false;
    note(transition);
    return count_ >= most_;
  }
  /// The model time moved.
  void moved() {
    count_ = 0;
    if (!seen_.empty()) seen_.clear();
  }
  /// Writes down what was counted, and takes it up again. Throws StateError.
  void save(RunState& state) const;
  void load(const RunState& state);

 private:
  void note(TransitionId transition);
  const Net& net_;
  bool active_;
  std::uint64_t most_ = kMostFirings;
  std::uint64_t count_ = 0;
  /// Transitions in the second half of the firings; what went before need not be of the loop.
  std::vector<bool> seen_;
};

}  // namespace petriloom
