// SPDX-License-Identifier: Apache-2.0
// In which order unfolding binds the variables of a transition: a join over the colours that can be in its places, in which guards
// bind, restrict or prune as soon as their variables are there.
#pragma once

#include <optional>
#include <vector>

#include "engine/net/match.h"

namespace petriloom {

/// An input or read term whose pattern is matched against the possible colours of its place.
struct UnfoldTerm {
  std::size_t arc = 0;
  ColourPattern pattern;
  std::vector<std::uint32_t> needs;     ///< variables in its value
  std::vector<std::uint32_t> presence;  ///< variables that decide whether the term is there
  bool conditional = false;             ///< it has a condition or a count that is not constant
};

/// A comparison `variable op limit` that narrows the colours tried for a variable.
struct UnfoldBound {
  Op op = Op::less;
  ExprId limit;
};

struct UnfoldStep {
  enum class Kind : std::uint8_t {
    guard,      ///< `expr` must hold
    filter,     ///< `expr`, a part of a guard, must not be false; an error says nothing, the whole guard comes later
    take,       ///< the value of `expr` must match the pattern `takes[item]`, which binds variables
    present,    ///< the term of the trigger, `terms[item]`, must be there
    scan,       ///< for each possible colour that matches `terms[item]`
    verify,     ///< the computed parts of the colour chosen for `terms[item]` must match
    settle,     ///< `slot`, if no term that could bind it is there, gets its first colour
    enumerate,  ///< for each colour of `slot` within `bounds`
  };
  Kind kind = Kind::guard;
  std::size_t item = 0;
  std::uint32_t slot = 0;
  ExprId expr;
  bool once = false;                ///< scan: one colour is as good as another
  std::vector<std::uint32_t> key;   ///< scan: the parts of the pattern that are known
  std::uint32_t index = 0;          ///< scan: the index of the place on these parts; entered by the search
  std::vector<UnfoldBound> bounds;  ///< enumerate
};

struct UnfoldPlan {
  std::vector<UnfoldStep> steps;
  std::vector<ColourPattern> takes;
  std::optional<std::uint32_t> unbound;  ///< a variable that nothing binds and that cannot be enumerated: no plan
};

/// Whether the marking or the time decides on the count or the condition of an arc.
bool state_decides(const Net& net, const Arc& arc);
/// Whether a part of a pattern can be asked for in an index once its variables are known.
bool can_be_key(const ColourTable& colours, const ColourPart& part);
/// The terms that are matched. Others (lists, expressions that cannot be inverted) are looked up once the binding is complete, and
/// those whose presence the marking decides are not asked for.
std::vector<UnfoldTerm> unfold_terms(const Net& net, const Transition& transition);
/// The plan that starts with a colour for the term `trigger`, or with nothing.
UnfoldPlan unfold_plan(const Net& net, const Transition& transition, const std::vector<UnfoldTerm>& terms,
                       std::optional<std::size_t> trigger);

}  // namespace petriloom
