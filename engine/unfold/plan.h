// SPDX-License-Identifier: Apache-2.0
// In which order unfolding binds the variables of a transition: a join over the colours that can be in its places, in which guards
// bind, restrict or prune as soon as their variables are there.
#pragma once

#include <optional>
#include <vector>

#include "engine/unfold/terms.h"

namespace petriloom {

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
    presume,    ///< `slot`, known from a term that does not bind it, is what it would be: one of `binders` is there, or its first
                ///< colour
    scan,       ///< for each possible colour that matches `terms[item]`
    verify,     ///< the computed parts of the colour chosen for `terms[item]` must match
    settle,     ///< `slot`, if no term that could bind it is there, gets its first colour
    enumerate,  ///< for each colour of `slot` within `bounds`, if no term that could bind it is there
  };
  Kind kind = Kind::guard;
  std::size_t item = 0;
  std::uint32_t slot = 0;
  ExprId expr;
  bool once = false;                 ///< scan: one colour is as good as another
  std::vector<std::uint32_t> key;    ///< scan: the parts of the pattern that are known
  std::uint32_t index = 0;           ///< scan: the index of the place on these parts; entered by the search
  std::vector<UnfoldBound> bounds;   ///< enumerate
  std::vector<std::size_t> binders;  ///< presume: terms
};

struct UnfoldPlan {
  std::vector<UnfoldStep> steps;
  std::vector<ColourPattern> takes;
  std::optional<std::uint32_t> unbound;  ///< a variable that nothing binds and that cannot be enumerated: no plan
};

/// The plan that starts with a colour for the term `trigger`, or with nothing.
UnfoldPlan unfold_plan(const Net& net, const Transition& transition, const std::vector<UnfoldTerm>& terms,
                       std::optional<std::size_t> trigger);

}  // namespace petriloom
