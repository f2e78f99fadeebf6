// SPDX-License-Identifier: Apache-2.0
// How the program of a net on counts is read: from front to back, number by number.
//
// The writer is ProgramWriter (program.cpp): for each function here that reads a part it has one
// that adds it. A number takes one place of 32 bits, an amount two with the low half first.
// Distances are from the first numbers of the instance (InstanceBase) or of the row, modulo 2^32,
// and become numbers as they are read.
#pragma once

#include <cstdint>
#include <limits>

#include "engine/counts/event_net.h"

namespace petriloom::counts {

/// A condition below 2^30 tokens as one number: its kind and its count.
namespace test_code {
inline constexpr std::uint32_t kInput = 0;
inline constexpr std::uint32_t kRead = 1U << 30U;
inline constexpr std::uint32_t kInhibitor = 2U << 30U;
inline constexpr std::uint32_t kEqual = 3U << 30U;
inline constexpr std::uint32_t kKind = 3U << 30U;

/// The number of a condition whose count is below 2^30.
std::uint32_t encode(const Condition& condition);
/// Whether `tokens` pass it.
inline bool passes(std::uint32_t test, std::int64_t tokens) {
  const auto count = static_cast<std::int64_t>(test & ~kKind);
  const std::uint32_t kind = test & kKind;
  return kind == kInhibitor ? tokens < count : kind == kEqual ? tokens == count : tokens >= count;
}
}  // namespace test_code

/// The `count` earliest tokens of a place, by the slot of which their arrivals are kept.
struct Take {
  std::uint32_t slot = 0;
  std::uint32_t count = 0;
};

/// Conditions as they stand in a program: slot and test of each.
class Conditions {
 public:
  Conditions(const std::uint32_t* at, std::uint32_t size, std::uint32_t first) : at_(at), size_(size), first_(first) {}
  [[nodiscard]] std::uint32_t size() const { return size_; }
  /// Whether condition `k` holds. `tokens` are by slot, here and below.
  [[nodiscard]] bool holds(std::uint32_t k, const std::int64_t* tokens) const {
    const std::uint32_t* at = at_ + std::size_t{2} * k;
    return test_code::passes(at[1], tokens[first_ + at[0]]);
  }
  /// Whether all of them hold.
  [[nodiscard]] bool all_hold(const std::int64_t* tokens) const {
    const std::uint32_t* const end = at_ + std::size_t{2} * size_;
    for (const std::uint32_t* at = at_; at != end; at += 2) {
      if (!test_code::passes(at[1], tokens[first_ + at[0]])) return false;
    }
    return true;
  }
  /// How many times over they hold, at most `servers`, as the input terms allow (docs/semantics.md,
  /// rule 12).
  [[nodiscard]] std::int64_t times(const std::int64_t* tokens, std::int64_t servers) const {
    const std::uint32_t* const end = at_ + std::size_t{2} * size_;
    std::int64_t result = std::numeric_limits<std::int64_t>::max();
    for (const std::uint32_t* at = at_; at != end; at += 2) {
      const std::int64_t there = tokens[first_ + at[0]];
      const std::uint32_t test = at[1];
      if (test == 1) {
        result = there < result ? there : result;
      } else if ((test & test_code::kKind) == test_code::kInput) {
        const std::int64_t here = there / static_cast<std::int64_t>(test);
        result = here < result ? here : result;
      } else if (!test_code::passes(test, there)) {
        return 0;
      }
    }
    if (result == std::numeric_limits<std::int64_t>::max()) result = 1;
    return result < servers ? result : servers;
  }

 protected:
  const std::uint32_t* at_;
  std::uint32_t size_;
  std::uint32_t first_;  // what slots are from
};

/// Local conditions of an immediate binding. Those of more than Program::kMany stand elsewhere.
class LocalConditions : public Conditions {
 public:
  static constexpr std::uint32_t kElsewhere = 0xffffffffU;
  /// Bits below those that say how many take by arrival.
  static constexpr std::uint32_t kTakes = 16;

  /// As they begin at `at`; of those that stand elsewhere, their number follows.
  LocalConditions(const std::uint32_t* at, std::uint32_t first)
      : Conditions(at + 1, *at == kElsewhere ? 0 : *at & ((1U << kTakes) - 1), first) {}
  [[nodiscard]] bool elsewhere() const { return at_[-1] == kElsewhere; }
  /// Of those that stand elsewhere: their position in Plan::far.
  [[nodiscard]] std::uint32_t number() const { return *at_; }
  /// How many take tokens by arrival, if that is one or two, which then are the first; else 0.
  [[nodiscard]] std::uint32_t takes() const { return at_[-1] >> kTakes; }
  [[nodiscard]] Take take(std::size_t k) const { return {first_ + at_[2 * k], at_[2 * k + 1]}; }
  /// What stands behind them.
  [[nodiscard]] const std::uint32_t* end() const { return elsewhere() ? at_ + 1 : at_ + std::size_t{2} * size_; }
};

/// What the distances in the rows of an instance are from. They are added modulo 2^32.
struct InstanceBase {
  std::uint32_t slot = 0;     ///< of places
  std::uint32_t binding = 0;  ///< slot of the state of immediate bindings
  std::uint32_t timed = 0;    ///< number of a timed binding
  std::uint32_t count = 0;    ///< of CountedMembers
  std::uint32_t shared = 0;   ///< number of a shared condition
};

/// Reads one row of a program. What is read is left behind. Members of measures are numbered
/// measure by measure, so that each row has a first of its own.
class Cursor {
 public:
  static constexpr std::uint32_t kNoLimit = 0xffffffffU;  ///< of servers

  /// `member` and `tally`: the first member of a measure and the first count of firings of the row.
  Cursor(const InstanceBase& base, std::uint32_t member, std::uint32_t tally, const std::uint32_t* at)
      : base_(&base), at_(at), member_(member), tally_(tally) {}
  std::uint32_t number() { return *at_++; }
  /// Of a place: where its tokens stand (PlannedPlace::slot).
  std::uint32_t slot() { return base_->slot + *at_++; }
  /// Of an immediate binding: the slot of its state (PlannedImmediate::slot).
  std::uint32_t binding() { return base_->binding + *at_++; }
  /// A timed binding: a position in EventNet::timed.
  std::uint32_t timed() { return base_->timed + *at_++; }
  /// A count of CountedMembers.
  std::uint32_t count() { return base_->count + *at_++; }
  /// A shared condition: a position in EventNet::shared.
  std::uint32_t shared() { return base_->shared + *at_++; }
  /// A member of a measure.
  std::uint32_t member() { return member_ + *at_++; }
  /// A count of firings.
  std::uint32_t tally() { return tally_ + *at_++; }
  /// A change of a number of tokens that is small.
  std::int64_t small_amount() { return static_cast<std::int32_t>(*at_++); }
  std::int64_t amount() {
    const std::uint64_t low = *at_++;
    return static_cast<std::int64_t>(std::uint64_t{*at_++} << 32U | low);
  }
  /// At most so many timers at a time.
  std::int64_t servers() {
    const std::uint32_t servers = *at_++;
    return servers == kNoLimit ? std::numeric_limits<std::int64_t>::max() : std::int64_t{servers};
  }
  Conditions conditions() {
    const std::uint32_t size = *at_++;
    const Conditions result(at_, size, base_->slot);
    at_ += std::size_t{2} * size;
    return result;
  }
  LocalConditions local() {
    const LocalConditions result(at_, base_->slot);
    at_ = result.end();
    return result;
  }
  /// Asks the memory for the row and for what stands at the first numbers of its instance.
  void expect(const std::uint8_t* states, const std::int64_t* tokens) const {
    __builtin_prefetch(at_);
    __builtin_prefetch(states + base_->binding);
    __builtin_prefetch(tokens + base_->slot);
  }

 private:
  const InstanceBase* base_;
  const std::uint32_t* at_;
  std::uint32_t member_;
  std::uint32_t tally_;
};

}  // namespace petriloom::counts
