// SPDX-License-Identifier: Apache-2.0
// What binds the variables of a transition (docs/semantics.md, rule 3): terms of arcs that are
// matched, and equations in guards.
#pragma once

#include <optional>
#include <vector>

#include "engine/expr/match.h"

namespace petriloom {

/// What those that carry out a plan do not have in common.
struct JoinPolicy {
  /// Only the colours that can be in the places are known, not the marking, and the first
  /// expression that fails is told at once. So parts of guards that look at the marking are left
  /// out; a guard is looked at as a whole, and its parts only discard before, as one may exclude
  /// what fails in another; what may fail comes late. In a marking every part of a guard stands for
  /// itself, and is looked at once, as what fails is told only if all else holds. There the order
  /// in which bindings are found must not change, as paths follow it: of terms equally known input
  /// terms come first, and small colour sets are tried before others. Here it is terms with fewer
  /// unknown parts, and the order of variables, which messages tell.
  bool possible_colours = false;
};

/// The term of an arc.
struct JoinTerm {
  ArcKind kind = ArcKind::input;
  bool each = false;
  /// Of the colour; of the elements if `each`, as far as known; collects: of what is collected.
  ColourPattern pattern;
  std::vector<std::uint32_t> needs;     ///< variables in its value
  std::vector<std::uint32_t> presence;  ///< variables that decide whether the term is there
  bool conditional = false;             ///< it may be absent
  bool undecided = false;               ///< whether it is there depends on the marking, too
  bool planned = true;                  ///< false: plans leave it out
  std::optional<std::uint32_t> list;    ///< the variable that it gives the list of what it collects
  std::vector<std::uint32_t> asks;      ///< collects: what pattern, count and condition need

  /// Whether its tokens can be gone through to bind variables.
  [[nodiscard]] bool matched() const { return (kind == ArcKind::input || kind == ArcKind::read) && !each; }
  /// Whether matching binds the variable: not if the term's own count or condition needs it.
  [[nodiscard]] bool binds(std::uint32_t slot) const;
};

/// `x = e` or `(x, y) = e`, seen from the left side.
struct JoinEquation {
  ColourPattern pattern;
  ExprId value;
  std::vector<std::uint32_t> needs;  ///< variables in `value`

  /// Whether it gives the variable its colour: no variable gives itself one, so that
  /// `(x, y) = f(x)` gives y.
  [[nodiscard]] bool binds(std::uint32_t slot) const;
};

/// A guard, or a part of one: a conjunction is several guards, each of which prunes as soon as it
/// can.
struct JoinGuard {
  ExprId expr;
  std::vector<std::uint32_t> needs;
  std::vector<JoinEquation> equations;
  std::optional<std::size_t> whole;  ///< the guard it is a part of, if that is looked at, too
  bool left_out = false;             ///< what it says is not known
  bool takes_long = false;           ///< it calls a function, or goes through a list
};

/// All of a transition.
struct Join {
  std::vector<JoinTerm> terms;    ///< in order of the arcs
  std::vector<JoinGuard> guards;  ///< guards that are looked at as a whole come before parts

  /// Whether a guard that is left out, or any, gives the variable its colour.
  [[nodiscard]] bool equated(std::uint32_t slot, bool left_out) const;
};

/// What binds the variables of a transition.
Join join_of(const Net& net, const Transition& transition, const JoinPolicy& policy);
/// Whether the marking or the time decides on the count or the condition of an arc.
bool state_decides(const Net& net, const Arc& arc);

}  // namespace petriloom
