// SPDX-License-Identifier: Apache-2.0
// What firing each binding of an unfolded net does, as words that are read from front to back: a firing touches one stretch of
// memory, not the rows of ten tables. Bindings of different instances mostly do the same to other places: numbers of places, of
// bindings and of members of measures are written as distances from the first ones of the instance (InstanceBase) or of the row,
// and rows of the same words share them, so that what all nodes of a large system do stays in the caches.
//
// For each binding: flags; its transition; with kArrivals what it takes and what it puts (number, then slot and count of each,
// twice), which is what is asked for before it fires (Choice::expect); with kTallies the measures that count its firings (number,
// then each); with kLooks the members of measures that will look (number, then each) and what they see it take and put (number,
// then slot and count of each, twice); with kCounts what measures count (number, then count, amount, low word first, and member of
// each); changes (number, then slot and amount of each); with kDelays what it puts for later (number, then slot, amount, low word
// first, and delay of each); immediate bindings to look at (number, then for each the slot of its state, its conflict class and its
// local conditions; of those of many conditions kFar and their number); shared conditions to look at (number, then each); timed
// bindings to follow (number, then for each itself, its servers and its conditions). Conditions are their number, then slot and
// test of each; in the number of local conditions stands also how many of them take tokens by arrival, if that is one or two, which
// then are the first. Places are given by their slots (Plan::slot).
#pragma once

#include <limits>

#include "engine/counts/unfolded_net.h"

namespace petriloom {
class RewardVariables;
}

namespace petriloom::counts {

/// A test is a kind and a count in one word.
namespace test_code {
inline constexpr std::uint32_t kInput = 0;
inline constexpr std::uint32_t kRead = 1U << 30U;
inline constexpr std::uint32_t kInhibitor = 2U << 30U;
inline constexpr std::uint32_t kEqual = 3U << 30U;
inline constexpr std::uint32_t kKind = 3U << 30U;

/// The word of a condition whose count is below 2^30.
std::uint32_t encode(const Condition& condition);
/// Whether `tokens` pass it.
inline bool passes(std::uint32_t test, std::int64_t tokens) {
  const auto count = static_cast<std::int64_t>(test & ~kKind);
  const std::uint32_t kind = test & kKind;
  return kind == kInhibitor ? tokens < count : kind == kEqual ? tokens == count : tokens >= count;
}
/// Whether all of so many conditions at `words` hold, with slots from `first` on; `words` then stands behind them.
inline bool all_pass(const std::uint32_t*& words, std::uint32_t number, const std::int64_t* tokens, std::uint32_t first) {
  const std::uint32_t* at = words;
  words += std::size_t{2} * number;
  for (; at != words; at += 2) {
    if (!passes(at[1], tokens[first + at[0]])) return false;
  }
  return true;
}
/// How many times over the conditions at `words` hold, with slots from `first` on, at most `servers` (as the input terms allow:
/// docs/semantics.md, rule 12); `words` then stands behind them.
inline std::int64_t times(const std::uint32_t*& words, const std::int64_t* tokens, std::uint32_t first, std::int64_t servers) {
  const std::uint32_t* at = words + 1;
  words = at + std::size_t{2} * words[0];
  std::int64_t result = std::numeric_limits<std::int64_t>::max();
  for (; at != words; at += 2) {
    const std::int64_t there = tokens[first + at[0]];
    const std::uint32_t test = at[1];
    if (test == 1) {
      result = there < result ? there : result;
    } else if ((test & kKind) == kInput) {
      const std::int64_t here = there / static_cast<std::int64_t>(test);
      result = here < result ? here : result;
    } else if (!passes(test, there)) {
      return 0;
    }
  }
  if (result == std::numeric_limits<std::int64_t>::max()) result = 1;
  return result < servers ? result : servers;
}
}  // namespace test_code

/// What the distances in the words of an instance are from. They are added modulo 2^32.
struct InstanceBase {
  std::uint32_t slot = 0;      ///< of places
  std::uint32_t binding = 0;   ///< slot of the state of immediate bindings
  std::uint32_t conflict = 0;  ///< number of a conflict class
  std::uint32_t timed = 0;     ///< number of a timed binding
  std::uint32_t count = 0;     ///< of CountedMembers
};

/// Where the words of a binding stand, or those of an arrival, of a timed binding or of a shared condition, and what their
/// distances are from. Members of measures are numbered measure by measure, so that each row has a first of its own.
struct ProgramRow : InstanceBase {
  std::uint32_t start = 0;   ///< of its words
  std::uint32_t member = 0;  ///< of measures
  std::uint32_t tally = 0;   ///< of counts of firings (RewardVariables::count_firing)
};

class Plan;

class Program {
 public:
  static constexpr std::uint32_t kLooks = 1;              ///< it changes what measures or the stop condition look at
  static constexpr std::uint32_t kRecords = 2;            ///< its firings are told of
  static constexpr std::uint32_t kResets = 4;             ///< it has resets, so that the changes are not all
  static constexpr std::uint32_t kArrivals = 8;           ///< it moves tokens whose arrivals are kept
  static constexpr std::uint32_t kDelays = 16;            ///< it puts tokens for later
  static constexpr std::uint32_t kCounts = 32;            ///< it changes what measures count
  static constexpr std::uint32_t kTallies = 128;          ///< measures count its firings, and ask no more of them
  static constexpr std::uint32_t kStops = 64;             ///< it changes what the stop condition looks at
  static constexpr std::uint32_t kNoLimit = 0xffffffffU;  ///< of servers
  static constexpr std::uint32_t kFar = 0xffffffffU;      ///< in place of local conditions: they stand elsewhere
  static constexpr std::uint32_t kTakes = 16;             ///< bits below those that say how many local conditions take by arrival
  static constexpr std::size_t kMany = 16;                ///< local conditions: with more they stand elsewhere

  Program() = default;
  /// For a plan of `net` that is complete but for this. `told`: all firings are told to somebody.
  Program(const Net& net, const Plan& plan, const RewardVariables& measures, bool told);
  /// What a binding does.
  [[nodiscard]] ProgramRow of(std::uint32_t binding) const { return row(rows_[binding]); }
  /// What tokens that become available in the place at a slot concern: the immediate bindings, shared conditions and timed
  /// bindings, as for a binding.
  [[nodiscard]] ProgramRow arrival(std::uint32_t slot) const { return row(arrivals_[slot]); }
  /// Says that `arrival` will be asked for.
  void expect_arrival(std::uint32_t slot) const { __builtin_prefetch(arrivals_.data() + slot); }
  /// Servers and conditions of a timed binding.
  [[nodiscard]] ProgramRow timed(std::uint32_t number) const { return row(timed_[number]); }
  /// Conditions of a shared condition.
  [[nodiscard]] ProgramRow shared(std::uint32_t number) const { return row(shared_[number]); }
  /// Local conditions that stand elsewhere, of a binding of Plan::far.
  [[nodiscard]] ProgramRow far(std::uint32_t number) const { return row(far_[number]); }
  /// The words of a row.
  [[nodiscard]] const std::uint32_t* words(const ProgramRow& row) const { return words_.data() + row.start; }
  /// The number of servers from its word.
  static std::int64_t servers(std::uint32_t word) {
    return word == kNoLimit ? std::numeric_limits<std::int64_t>::max() : std::int64_t{word};
  }

 private:
  friend class ProgramWriter;
  struct Row {
    std::uint32_t start = 0;
    std::uint32_t instance = 0;
    std::uint32_t member = 0;
    std::uint32_t tally = 0;
  };
  [[nodiscard]] ProgramRow row(const Row& row) const { return {bases_[row.instance], row.start, row.member, row.tally}; }

  std::vector<InstanceBase> bases_;  // by instance
  std::vector<Row> rows_;            // of bindings
  std::vector<Row> arrivals_;        // by slot
  std::vector<Row> timed_, shared_, far_;
  std::vector<std::uint32_t> words_;
};

}  // namespace petriloom::counts
