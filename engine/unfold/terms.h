// SPDX-License-Identifier: Apache-2.0
// What binds the variables of a transition when it is unfolded: terms that are matched, and equations in guards.
#pragma once

#include <vector>

#include "engine/expr/match.h"
#include "engine/expr/outcomes.h"

namespace petriloom {

/// An input or read term whose pattern is matched against the possible colours of its place.
struct UnfoldTerm {
  std::size_t arc = 0;
  ColourPattern pattern;
  std::vector<std::uint32_t> needs;     ///< variables in its value
  std::vector<std::uint32_t> presence;  ///< variables that decide whether the term is there
  bool conditional = false;             ///< it may be absent
  bool undecided = false;               ///< whether it is there depends on the marking, too: it may be both

  /// Whether matching binds the variable: not if the term's own count or condition needs it (docs/semantics.md, rule 3).
  [[nodiscard]] bool binds(std::uint32_t slot) const;
};

/// A variable that has its first colour in a marking in which all of these terms are absent.
struct UnfoldOpenSlot {
  std::uint32_t slot = 0;
  std::vector<std::size_t> terms;  ///< those that bind it, at least one of them undecided
};

/// An equality in a guard that gives variables their colours: `x = e`, `(x, y) = e`.
struct UnfoldEquation {
  ExprId guard;  ///< the part of a guard that it is
  ColourPattern pattern;
  ExprId value;
};

/// Appends the parts of a guard that all must hold.
void split_guard(const Net& net, ExprId guard, std::vector<ExprId>& parts);
/// The equations among the parts of the guards, both ways round, without those in which a variable would give itself a colour.
std::vector<UnfoldEquation> unfold_equations(const Net& net, const Transition& transition);
/// Whether the marking or the time decides on the count or the condition of an arc.
bool state_decides(const Net& net, const Arc& arc);
/// Whether a part of a pattern can be asked for in an index once its variables are known.
bool can_be_key(const ColourTable& colours, const ColourPart& part);
/// The terms that are matched. Others (lists, expressions that cannot be inverted) are looked up once the binding is complete, or,
/// if the marking decides on their presence, not at all.
std::vector<UnfoldTerm> unfold_terms(const Net& net, const Transition& transition);
/// The variables of which the marking decides whether they have their first colour; none if every term is decided.
std::vector<UnfoldOpenSlot> unfold_open_slots(const Net& net, const Transition& transition, const std::vector<UnfoldTerm>& terms);

}  // namespace petriloom
