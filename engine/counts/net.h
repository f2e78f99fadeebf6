// SPDX-License-Identifier: Apache-2.0
// A net as counts: each colour that can be in a place is a cell with a number of tokens, each binding that can be enabled an act
// with constant arcs between cells, and for each act it is listed which others its firing concerns. A run of it does the same as a
// run of the coloured net (docs/engine.md).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/unfold/unfold.h"

namespace petriloom {

/// Rows of values, one after the other.
template <class T>
class FlatRows {
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

/// A condition on the tokens of one cell.
struct FlatCondition {
  ArcKind kind = ArcKind::input;
  std::uint32_t cell = 0;
  std::int64_t count = 0;
  friend auto operator<=>(const FlatCondition&, const FlatCondition&) = default;

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

/// What firing adds to a cell.
struct FlatChange {
  std::uint32_t cell = 0;
  std::int64_t amount = 0;
};

/// Tokens that firing puts, available after a delay.
struct FlatDelayed {
  std::uint32_t cell = 0;
  std::int64_t amount = 0;
  std::uint32_t delay = 0;  ///< a position in FlatNet::delays
};

/// Tokens that become available in a cell at a time of their own.
struct FlatComing {
  std::uint32_t cell = 0;
  std::int64_t amount = 0;
  double time = 0;  ///< s
};

/// A binding of a timed transition.
struct FlatTimed {
  Timing timing = Timing::exponential;
  double a = 0, b = 0;                   ///< parameters of its distribution
  std::int64_t servers = 0;              ///< 0: infinitely many; 1 of scheduled ones, which fire once at each time
  std::uint32_t rank = 0;                ///< order of timers that are due together: by priority, then declaration and binding
  std::span<const FlatCondition> needs;  ///< of `FlatNet::conditions`
};

/// A binding of an immediate transition.
struct FlatImmediate {
  std::uint32_t level = 0;     ///< its priority: a position in `FlatNet::levels`
  std::uint32_t position = 0;  ///< in the level
  std::uint32_t gate = 0;
  bool weighted = false;
  double weight = 0;
  std::span<const FlatCondition> local;  ///< conditions on cells that few ask for
};

/// Conditions on cells that many acts ask for (an idle server, a lock): looked at once for all of them.
struct FlatGate {
  std::vector<FlatCondition> conditions;
};

/// The immediate acts of one priority.
struct FlatLevel {
  std::vector<std::uint32_t> acts;   ///< in order of declaration and binding
  std::vector<std::uint32_t> gates;  ///< of these acts
  bool ordered = false;              ///< any of them has a weight, so that their order may matter
  bool weighted = true;              ///< all of them have weights
  bool uniform = true;               ///< all of them have the same weight
};

/// Moves, but is not copied: it points into itself.
struct FlatNet {
  FlatNet() = default;
  FlatNet(FlatNet&&) = default;
  FlatNet& operator=(FlatNet&&) = default;
  FlatNet(const FlatNet&) = delete;
  FlatNet& operator=(const FlatNet&) = delete;
  ~FlatNet() = default;

  static constexpr std::uint32_t kNone = 0xffffffffU;

  UnfoldedParts parts;                ///< of the cells and acts; acts in order of declaration, then of binding. Its pool holds
                                      ///< the colours
  std::vector<std::int64_t> initial;  ///< tokens of each cell. First the cells of `parts`, which count available tokens (those of
                                      ///< several colours together: all), then the twins
  std::vector<std::uint32_t> twin;    ///< of each cell, if its tokens may be on their way: the cell that counts those as well
  std::vector<UnfoldedTotal> totals;  ///< cells that count several others together, those on their way as well
  std::vector<FlatComing> arriving;   ///< tokens that become available after the start
  std::vector<std::uint32_t> timed_of, immediate_of;  ///< of each act: its position in one of the next two, else kNone
  std::vector<FlatTimed> timed;
  std::vector<FlatImmediate> immediate;
  std::vector<std::uint32_t> timed_act, immediate_act;  ///< the act of each of these
  std::vector<FlatGate> gates;                          ///< the first has no conditions
  std::vector<FlatLevel> levels;                        ///< highest priority first

  FlatRows<FlatCondition> conditions;  ///< of each act
  FlatRows<FlatCondition> local;       ///< of each immediate act
  FlatRows<FlatChange> changes;        ///< of each act: cells with another number of tokens afterwards, resets left out
  FlatRows<FlatChange> takes, puts;    ///< of each act, in full; puts: at once
  FlatRows<FlatDelayed> delayed;       ///< of each act: what it puts for later, in order of its arcs
  std::vector<double> delays;          ///< s, each more than 0, and once
  FlatRows<double> times;              ///< of each timed act: of scheduled ones, as Transition::times
  FlatRows<std::uint32_t> resets;      ///< of each act: cells that it empties before it puts
  FlatRows<std::uint32_t> timed_after, immediate_after, gates_after;  ///< of each act: what its firing concerns, ascending; timed
                                                                      ///< ones without a limit of servers first. Then rows of cells
  std::vector<std::uint32_t>
      arrival_row;  ///< of each cell whose tokens may be on their way: the row of what their arrival concerns
};

/// What a flat net may be made of at most: where listing would cost more than it saves, nets are run as they are.
struct FlatLimits {
  std::size_t cells = 4'000'000;
  std::size_t acts = 2'000'000;
  std::size_t arcs = 16'000'000;
  std::size_t concerned = 32'000'000;  ///< entries of the lists of what firings concern
  /// Colours that a net may compute in ints, lists and the like before it is taken to count without end, and the bytes of those
  /// lists. Known after some milliseconds.
  std::size_t computed = 10'000;
  std::size_t words = std::size_t{8} << 20U;
  std::uint64_t steps = 80'000'000;  ///< of the search for bindings
  std::size_t few = 16;              ///< immediate acts that ask for a cell; with more of them its conditions become those of gates
  std::function<bool()> cancelled = {};  ///< polled; may be empty. Then there is no flat form

  /// What of them concerns unfolding.
  [[nodiscard]] UnfoldOptions unfolding() const;
};

/// The flat form of a net; nothing if it has none or is beyond the limits. It has none if tokens are delayed, if parameters,
/// counts, guards or weights look at the marking or at the time, if anything but a duration is random, if memory is not `enabling`,
/// if bindings share servers, or if measures or the stop condition ask what can fire.
std::optional<FlatNet> flatten(const Net& net, const FlatLimits& limits = {});

}  // namespace petriloom
