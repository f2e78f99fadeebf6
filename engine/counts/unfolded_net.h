// SPDX-License-Identifier: Apache-2.0
// A net as counts, as all runs on counts need it: each colour that can be in a place is a place
// with a number of tokens, each binding that can be enabled a binding with constant conditions on
// places and constant changes of them. What only one kind of run needs is apart: time, choice and
// who is affected for single events (event_net.h), rates for leaps (engine/leap/rate_net.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/unfold/unfold.h"

namespace petriloom::counts {

/// Rows of values, one after the other.
template <class T>
class RowList {
 public:
  void add(const T& value) { values_.push_back(value); }
  void end_row() { starts_.push_back(static_cast<std::uint32_t>(values_.size())); }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] const std::vector<T>& all() const { return values_; }
  [[nodiscard]] std::span<const T> operator[](std::size_t row) const {
    return {values_.data() + starts_[row], values_.data() + starts_[row + 1]};
  }

 private:
  std::vector<std::uint32_t> starts_{0};
  std::vector<T> values_;
};

/// A condition on the tokens of one place.
struct Condition {
  ArcKind kind = ArcKind::input;
  std::uint32_t place = 0;
  std::int64_t count = 0;
  friend auto operator<=>(const Condition&, const Condition&) = default;

  /// Whether `tokens` fulfil it.
  [[nodiscard]] bool holds(std::int64_t tokens) const {
    switch (kind) {
      case ArcKind::inhibitor:
        return tokens < count;
      case ArcKind::equal:
        return tokens == count;
      default:
        return tokens >= count;
    }
  }
};

/// What firing adds to a place.
struct Change {
  std::uint32_t place = 0;
  std::int64_t amount = 0;
};

/// Tokens that firing puts, available after a delay.
struct DelayedPut {
  std::uint32_t place = 0;
  std::int64_t amount = 0;
  std::uint32_t delay = 0;  ///< a position in UnfoldedNet::delays
};

/// Tokens that become available in a place at a time of their own.
struct ArrivingTokens {
  std::uint32_t place = 0;
  std::int64_t amount = 0;
  double time = 0;  ///< s
};

/// The tokens of a place at the start.
struct CountedPlace {
  static constexpr std::uint32_t kNone = 0xffffffffU;
  std::int64_t initial = 0;
  /// If its tokens may be on their way: the place that counts those as well.
  std::uint32_t twin = kNone;
};

/// Arcs of fewer tokens leave sums of them far from the ends of 64 bits.
inline constexpr std::int64_t kMostTokens = 1 << 30;

/// What runs on counts have in common. The rows of `UnfoldedParts` are unfolded to it
/// (make_unfolded_net).
struct UnfoldedNet {
  static constexpr std::uint32_t kNone = CountedPlace::kNone;

  /// Of the places and bindings; bindings in order of declaration, then of binding. Its pool holds
  /// the colours.
  UnfoldedParts parts;
  /// First those of `parts`, which count available tokens (those of several colours together: all),
  /// then the twins.
  std::vector<CountedPlace> places;
  /// Places that count several others together, those on their way as well.
  std::vector<UnfoldedTotal> totals;
  std::vector<ArrivingTokens> arriving;  ///< tokens that become available after the start
  std::vector<double> delays;            ///< s, each more than 0, and once

  RowList<Condition> conditions;  ///< of each binding; input terms first
  /// Of each binding: places with another number of tokens afterwards, resets left out.
  RowList<Change> changes;
  RowList<Change> takes, puts;    ///< of each binding, in full; puts: at once
  RowList<DelayedPut> delayed;    ///< of each binding: what it puts for later, in order of its arcs
  RowList<std::uint32_t> resets;  ///< of each binding: places that it empties before it puts

  /// The place that counts the tokens of a place with those on their way.
  [[nodiscard]] std::uint32_t all_of(std::uint32_t place) const { return places[place].twin == kNone ? place : places[place].twin; }
  [[nodiscard]] TransitionId transition_of(std::size_t binding) const { return parts.transitions[binding].transition; }
  /// The variables of a binding's transition, with their colours; those that are drawn are 0.
  [[nodiscard]] std::vector<Word> frame(const Net& net, std::size_t binding) const;
  /// Whether a binding shares the servers of its transition with the one before it.
  [[nodiscard]] bool shares_servers(const Net& net, std::size_t binding) const;
};

/// What an unfolded net may be made of at most: where listing would cost more than it saves, nets
/// are run as they are.
struct FormLimits {
  std::size_t places = 64'000'000;
  std::size_t bindings = 32'000'000;
  std::size_t arcs = 256'000'000;
  std::size_t affected = 512'000'000;  ///< entries of the lists of what firings affect
  /// Colours that a net may compute in ints, lists and the like before it is taken to count without
  /// end, how many more for each colour that there is initially, steps of the search for each of
  /// them (0: no limit), and the bytes of those lists.
  std::size_t computed = 10'000;
  std::size_t computed_for_each = 16;
  std::size_t steps_for_computed = 0;
  std::size_t words = std::size_t{8} << 20U;
  std::uint64_t steps = 4'000'000'000;  ///< of the search for bindings
  /// Immediate bindings that ask for a place; with more of them its conditions become those of
  /// shared conditions.
  std::size_t few = 16;
  std::function<bool()> cancelled = {};  ///< polled; may be empty. Then there is no form on counts

  /// Those for a net that runs as well on coloured tokens: where listing costs more than 50 ms or
  /// some MiB because the net counts without end, it is not listed.
  [[nodiscard]] static FormLimits for_choice();
  /// What of them is a matter of unfolding.
  [[nodiscard]] UnfoldOptions unfolding() const;
};

/// What an unfolding of `net` is on counts; nothing if counts cannot say what is available,
/// or too much is delayed. Throws EvalError if a delay fails,
/// which in a run it may never do.
std::optional<UnfoldedNet> make_unfolded_net(const Net& net, UnfoldedRows&& unfolded);

}  // namespace petriloom::counts
