// SPDX-License-Identifier: Apache-2.0
// What firing each act of a flat net does, as words that are read from front to back: a firing touches one stretch of memory, not
// the rows of ten tables.
//
// For each act: flags; with kTallies the measures that count its firings (number, then each); with kLooks the members of measures
// that will look (number, then each) and what they see it take and put (number, then cell and count of each, twice); with kCounts
// what measures count (number, then member and amount of each, low word first); with kArrivals what it takes and what it puts
// (number, then queue and count of each, twice); changes (number, then cell and amount of each); immediate acts to look at (number,
// then for each itself, the slot of its state, its pool, its position in the pool and its local conditions); gates to look at
// (number, then each); timed acts to follow (number, then for each itself, its servers and its conditions). Conditions are their
// number, then cell and test of each. Cells are given by their slots (FlatPlan::slot).
#pragma once

#include <limits>

#include "engine/run/flat_net.h"

namespace petriloom {

/// A test is a kind and a count in one word.
namespace flat_test {
inline constexpr std::uint32_t kInput = 0;
inline constexpr std::uint32_t kRead = 1U << 30U;
inline constexpr std::uint32_t kInhibitor = 2U << 30U;
inline constexpr std::uint32_t kEqual = 3U << 30U;
inline constexpr std::uint32_t kKind = 3U << 30U;

/// The word of a condition whose count is below 2^30.
std::uint32_t encode(const FlatCondition& condition);
/// Whether `tokens` pass it.
inline bool passes(std::uint32_t test, std::int64_t tokens) {
  const auto count = static_cast<std::int64_t>(test & ~kKind);
  const std::uint32_t kind = test & kKind;
  return kind == kInhibitor ? tokens < count : kind == kEqual ? tokens == count : tokens >= count;
}
/// Whether all conditions at `words` hold; `words` then stands behind them.
inline bool all_pass(const std::uint32_t*& words, const std::int64_t* tokens) {
  const std::uint32_t* at = words + 1;
  words = at + std::size_t{2} * words[0];
  for (; at != words; at += 2) {
    if (!passes(at[1], tokens[at[0]])) return false;
  }
  return true;
}
/// How many times over the conditions at `words` hold, at most `servers` (as the input terms allow: docs/semantics.md, rule 12);
/// `words` then stands behind them.
inline std::int64_t times(const std::uint32_t*& words, const std::int64_t* tokens, std::int64_t servers) {
  const std::uint32_t* at = words + 1;
  words = at + std::size_t{2} * words[0];
  std::int64_t result = std::numeric_limits<std::int64_t>::max();
  for (; at != words; at += 2) {
    const std::int64_t there = tokens[at[0]];
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
}  // namespace flat_test

class FlatPlan;
class Measures;

class FlatProgram {
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

  FlatProgram() = default;
  /// For a plan of `net` that is complete but for this. `told`: all firings are told to somebody.
  FlatProgram(const Net& net, const FlatPlan& plan, const Measures& measures, bool told);
  [[nodiscard]] const std::uint32_t* of(std::uint32_t act) const { return words_.data() + starts_[act]; }
  /// What tokens that become available in a cell concern: the immediate acts, gates and timed acts, as for an act.
  [[nodiscard]] const std::uint32_t* arrival(std::uint32_t cell) const { return words_.data() + starts_[rows_[cell]]; }
  /// Servers and conditions of a timed act.
  [[nodiscard]] const std::uint32_t* timed(std::uint32_t number) const { return words_.data() + starts_[first_timed_ + number]; }
  /// Conditions of a gate.
  [[nodiscard]] const std::uint32_t* gate(std::uint32_t number) const { return words_.data() + starts_[first_gate_ + number]; }
  /// The number of servers from its word.
  static std::int64_t servers(std::uint32_t word) {
    return word == kNoLimit ? std::numeric_limits<std::int64_t>::max() : std::int64_t{word};
  }

 private:
  std::vector<std::size_t> starts_;  // by row: those of acts, of arrivals, of timed acts, of gates
  std::vector<std::uint32_t> rows_;  // of arrivals, by cell
  std::size_t first_timed_ = 0, first_gate_ = 0;
  std::vector<std::uint32_t> words_;
};

}  // namespace petriloom
