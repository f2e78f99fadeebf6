// SPDX-License-Identifier: Apache-2.0
// What firing each binding of an unfolded net does, as instructions that are read from front to
// back (cursor.h). A firing touches one stretch of memory, not the rows of ten tables. Bindings of
// different instances mostly do the same to other places: numbers of places, of bindings and of
// members of measures are written as distances from the first ones of the instance (InstanceBase)
// or of the row, and rows of the same instructions share them. So what all nodes of a large system
// do stays in the caches.
//
// In the row of a binding stand, each list with its length first:
//   flags; its transition;
//   kArrivals: what it takes, then what it puts: slot and number of each;
//   kTallies:  the measures that count its firings;
//   kLooks:    the members of measures that will look; what they see it take, then put: slot and
//              number;
//   kCounts:   what measures count: count, amount and member of each;
//   changes: slot and small amount of each;
//   kDelays:   what it puts for later: slot, amount and delay of each;
//   immediate bindings to look at: slot of the state and local conditions of each;
//   shared conditions to look at;
//   timed bindings to follow: each with its servers and its conditions.
// In the row of an arrival stand the last three, in that of a timed binding its servers and
// conditions, in that of a shared condition and of local conditions that stand elsewhere the
// conditions.
#pragma once

#include "engine/counts/cursor.h"

namespace petriloom {
class RewardVariables;
}

namespace petriloom::counts {

class Plan;

class Program {
 public:
  /// It changes what measures or the stop condition look at.
  static constexpr std::uint32_t kLooks = 1;
  static constexpr std::uint32_t kRecords = 2;  ///< its firings are told of
  /// It has resets, so that the changes are not all.
  static constexpr std::uint32_t kResets = 4;
  static constexpr std::uint32_t kArrivals = 8;  ///< it moves tokens whose arrivals are kept
  static constexpr std::uint32_t kDelays = 16;   ///< it puts tokens for later
  static constexpr std::uint32_t kCounts = 32;   ///< it changes what measures count
  /// Measures count its firings, and ask no more of them.
  static constexpr std::uint32_t kTallies = 128;
  static constexpr std::uint32_t kStops = 64;  ///< it changes what the stop condition looks at
  /// Local conditions: with more they stand elsewhere.
  static constexpr std::size_t kMany = 16;

  Program() = default;
  /// For a plan of `net` that is complete but for this. `told`: all firings are told to somebody.
  Program(const Net& net, const Plan& plan, const RewardVariables& measures, bool told);
  /// What a binding does.
  [[nodiscard]] Cursor of(std::uint32_t binding) const { return row(rows_[binding]); }
  /// What tokens that become available in the place at a slot affect: the immediate bindings,
  /// shared conditions and timed bindings, as for a binding.
  [[nodiscard]] Cursor arrival(std::uint32_t slot) const { return row(arrivals_[slot]); }
  /// Says that `arrival` will be asked for.
  void expect_arrival(std::uint32_t slot) const { __builtin_prefetch(arrivals_.data() + slot); }
  /// Servers and conditions of a timed binding.
  [[nodiscard]] Cursor timed(std::uint32_t number) const { return row(timed_[number]); }
  /// Conditions of a shared condition.
  [[nodiscard]] Cursor shared(std::uint32_t number) const { return row(shared_[number]); }
  /// Local conditions that stand elsewhere, of a binding of Plan::far.
  [[nodiscard]] Cursor far(std::uint32_t number) const { return row(far_[number]); }

 private:
  friend class ProgramWriter;
  struct Row {
    std::uint32_t start = 0;
    std::uint32_t instance = 0;
    std::uint32_t member = 0;
    std::uint32_t tally = 0;
  };
  [[nodiscard]] Cursor row(const Row& row) const {
    return {bases_[row.instance], row.member, row.tally, instructions_.data() + row.start};
  }

  std::vector<InstanceBase> bases_;  // by instance
  std::vector<Row> rows_;            // of bindings
  std::vector<Row> arrivals_;        // by slot
  std::vector<Row> timed_, shared_, far_;
  std::vector<std::uint32_t> instructions_;
};

}  // namespace petriloom::counts
