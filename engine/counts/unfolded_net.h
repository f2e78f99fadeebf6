// SPDX-License-Identifier: Apache-2.0
// A net as counts: each colour that can be in a place is a place with a number of tokens, each binding that can be enabled a
// binding with constant arcs between places, and for each binding it is listed which others its firing concerns. A run of it does
// the same as a run of the coloured net (docs/engine.md).
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

/// A binding of a timed transition.
struct TimedBinding {
  Timing timing = Timing::exponential;
  double a = 0, b = 0;                    ///< parameters of its distribution
  std::int64_t servers = 0;               ///< 0: infinitely many; 1 of scheduled ones, which fire once at each time
  std::uint32_t rank = 0;                 ///< order of timers that are due together: by priority, then declaration and binding
  std::span<const Condition> conditions;  ///< of `UnfoldedNet::conditions`
};

/// A binding of an immediate transition.
struct ImmediateBinding {
  std::uint32_t priority = 0;  ///< its priority: a position in `UnfoldedNet::priorities`
  std::uint32_t position = 0;  ///< in the priority
  std::uint32_t shared = 0;
  bool weighted = false;
  double weight = 0;
  std::span<const Condition> local;  ///< conditions on places that few ask for
};

/// Conditions on places that many bindings ask for (an idle server, a lock): looked at once for all of them.
struct SharedCondition {
  std::vector<Condition> conditions;
};

/// The immediate bindings of one priority.
struct PriorityClass {
  std::vector<std::uint32_t> bindings;  ///< in order of declaration and binding
  std::vector<std::uint32_t> shared;    ///< of these bindings
  bool ordered = false;                 ///< any of them has a weight, so that their order may matter
  bool weighted = true;                 ///< all of them have weights
  bool uniform = true;                  ///< all of them have the same weight
};

/// Moves, but is not copied: it points into itself.
struct UnfoldedNet {
  UnfoldedNet() = default;
  UnfoldedNet(UnfoldedNet&&) = default;
  UnfoldedNet& operator=(UnfoldedNet&&) = default;
  UnfoldedNet(const UnfoldedNet&) = delete;
  UnfoldedNet& operator=(const UnfoldedNet&) = delete;
  ~UnfoldedNet() = default;

  static constexpr std::uint32_t kNone = 0xffffffffU;

  UnfoldedParts parts;  ///< of the places and bindings; bindings in order of declaration, then of binding. Its pool holds
                        ///< the colours
  std::vector<std::int64_t> initial;  ///< tokens of each place. First the places of `parts`, which count available tokens (those of
                                      ///< several colours together: all), then the twins
  std::vector<std::uint32_t> twin;    ///< of each place, if its tokens may be on their way: the place that counts those as well
  std::vector<UnfoldedTotal> totals;  ///< places that count several others together, those on their way as well
  std::vector<ArrivingTokens> arriving;               ///< tokens that become available after the start
  std::vector<std::uint32_t> timed_of, immediate_of;  ///< of each binding: its position in one of the next two, else kNone
  std::vector<TimedBinding> timed;
  std::vector<ImmediateBinding> immediate;
  std::vector<std::uint32_t> timed_binding, immediate_binding;  ///< the binding of each of these
  std::vector<SharedCondition> shared;                          ///< the first has no conditions
  std::vector<PriorityClass> priorities;                        ///< highest priority first

  RowList<Condition> conditions;  ///< of each binding
  RowList<Condition> local;       ///< of each immediate binding
  RowList<Change> changes;        ///< of each binding: places with another number of tokens afterwards, resets left out
  RowList<Change> takes, puts;    ///< of each binding, in full; puts: at once
  RowList<DelayedPut> delayed;    ///< of each binding: what it puts for later, in order of its arcs
  std::vector<double> delays;     ///< s, each more than 0, and once
  RowList<double> times;          ///< of each timed binding: of scheduled ones, as Transition::times
  RowList<std::uint32_t> resets;  ///< of each binding: places that it empties before it puts
  RowList<std::uint32_t> timed_after, immediate_after,
      shared_after;  ///< of each binding: what its firing concerns, ascending; timed
                     ///< ones without a limit of servers first. Then rows of places
  std::vector<std::uint32_t>
      arrival_row;  ///< of each place whose tokens may be on their way: the row of what their arrival concerns
};

/// What an unfolded net may be made of at most: where listing would cost more than it saves, nets are run as they are.
struct FormLimits {
  std::size_t places = 4'000'000;
  std::size_t bindings = 2'000'000;
  std::size_t arcs = 16'000'000;
  std::size_t affected = 32'000'000;  ///< entries of the lists of what firings concern
  /// Colours that a net may compute in ints, lists and the like before it is taken to count without
  /// end, how many more for each colour that there is initially, steps of the search for each of
  /// them (0: no limit), and the bytes of those lists.
  std::size_t computed = 10'000;
  std::size_t computed_for_each = 16;
  std::size_t steps_for_computed = 0;
  std::size_t words = std::size_t{8} << 20U;
  std::uint64_t steps = 80'000'000;  ///< of the search for bindings
  std::size_t few =
      16;  ///< immediate bindings that ask for a place; with more of them its conditions become those of shared conditions
  std::function<bool()> cancelled = {};  ///< polled; may be empty. Then there is no form on counts

  /// Those for a net that runs as well on coloured tokens: where listing costs more than 50 ms or
  /// some MiB because the net counts without end, it is not listed.
  [[nodiscard]] static FormLimits for_choice();
  /// What of them concerns unfolding.
  [[nodiscard]] UnfoldOptions unfolding() const;
};

/// The form on counts of a net; nothing if it has none or is beyond the limits. It has none if tokens are delayed, if parameters,
/// counts, guards or weights look at the marking or at the time, if anything but a duration is random, if memory is not `enabling`,
/// if bindings share servers, or if measures or the stop condition ask what can fire.
std::optional<UnfoldedNet> make_unfolded_net(const Net& net, const FormLimits& limits = {});

}  // namespace petriloom::counts
