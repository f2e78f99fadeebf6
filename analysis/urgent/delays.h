// SPDX-License-Identifier: Apache-2.0
// What is known of delays when verification leaves durations open but keeps instants in order
// (docs/semantics.md, rule 29).
#pragma once

#include <span>
#include <vector>

#include "analysis/clocks/time_values.h"
#include "engine/net/net.h"

namespace petriloom {

/// When the tokens of one output term become available.
struct TermDelay {
  /// The parts, of transition and term, that a binding and what is drawn for tokens determine.
  std::vector<ExprId> known;
  bool open = false;  ///< a part is random, or depends on the time
  bool late = false;  ///< that part is surely above 0
  /// Terms of a transition whose open parts are surely equal have the same number.
  std::uint32_t group = 0;

  [[nodiscard]] bool none() const { return known.empty() && !open; }
};

/// The delays of all output terms of a net.
class TermDelays {
 public:
  /// `times` are those of `net`.
  TermDelays(const Net& net, TimeValues& times);
  [[nodiscard]] const TermDelay& of(TransitionId transition, std::uint32_t arc) const { return delays_[transition.index()][arc]; }
  /// Whether a delay of the transition may or may not be 0.
  [[nodiscard]] bool may_be_none(TransitionId transition) const;

 private:
  std::vector<std::vector<TermDelay>> delays_;  // by transition and arc
};

/// Whether the value of a real expression is above 0 in every binding, whatever is drawn.
bool surely_positive(const Net& net, ExprId expr);

}  // namespace petriloom
