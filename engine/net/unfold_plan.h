// SPDX-License-Identifier: Apache-2.0
// In which order unfolding binds the variables of a transition.
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

struct UnfoldStep {
  enum class Kind : std::uint8_t {
    guard,      ///< `expr` must hold
    assign,     ///< `slot` := `expr`, if it fits
    present,    ///< the term of the trigger must be there
    lookup,     ///< the colour of a fully bound term must be possible
    scan,       ///< for each possible colour that matches the term
    verify,     ///< the computed parts of the colour chosen for the term must match
    settle,     ///< `slot`, if no term that could bind it is there, gets its first colour
    enumerate,  ///< for each colour of `slot`
  };
  Kind kind = Kind::guard;
  std::size_t term = 0;
  std::uint32_t slot = 0;
  ExprId expr;
};

struct UnfoldPlan {
  std::vector<UnfoldStep> steps;
  std::optional<std::uint32_t> unbound;  ///< a variable that nothing binds and that cannot be enumerated: no plan
};

/// The terms that are matched. Others (lists, expressions that cannot be inverted) are looked up once the binding is complete.
std::vector<UnfoldTerm> unfold_terms(const Net& net, const Transition& transition);
/// The plan that starts with a colour for the term `trigger`, or with nothing.
UnfoldPlan unfold_plan(const Net& net, const Transition& transition, const std::vector<UnfoldTerm>& terms,
                       std::optional<std::size_t> trigger);

}  // namespace petriloom
