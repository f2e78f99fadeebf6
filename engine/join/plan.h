// SPDX-License-Identifier: Apache-2.0
// In which order the variables of a transition are bound: guards as soon as their variables are
// bound, terms that are fully known next, then the scan of the term with the most known parts,
// enumeration of a colour set last. Carried out on a marking by engine/enabling, on the colours
// that can be in the places by engine/unfold.
#pragma once

#include "engine/join/terms.h"

namespace petriloom {

/// A comparison `variable op limit` that narrows the colours tried for a variable.
struct JoinBound {
  Op op = Op::less;
  ExprId limit;
};

/// What to do with one part of a colour.
struct PartAction {
  std::uint32_t part = 0;  ///< position in the pattern
  enum class Kind : std::uint8_t { compare, bind, bind_or_compare } kind = Kind::compare;
};

struct JoinStep {
  enum class Kind : std::uint8_t {
    guard,   ///< the guard must hold
    filter,  ///< the part of a guard must not be false; it may fail, the whole guard comes later
    assign,  ///< the value of an equation must match `parts` of its pattern, which binds
    lookup,  ///< the term is fully known: its tokens must be there, or not, as its kind says
    scan,    ///< for each token that matches `parts` of the term, which binds, if it is there
    /// `parts` of the token that a scan (or the start) chose must match, if it is there.
    verify,
    settle,  ///< `slot`, if no term that could bind it was present, gets its first colour
    /// One of the terms `key`, which bind `slot`, must be there, or it has its first colour.
    presume,
    enumerate,  ///< for each colour of `slot`, if no term that could bind it was present
    /// In a marking: `slot` gets, or has, the list of the tokens that the term collects, or one of
    /// the lists.
    collect,
    totals,  ///< in a marking: the input terms together find their tokens
  };
  Kind kind = Kind::guard;
  std::size_t item = 0;           ///< the term, or the guard
  std::uint32_t slot = 0;         ///< settle, presume, enumerate, collect
  bool given = false;             ///< collect: the variable is known
  std::size_t equation = 0;       ///< assign: of the guard
  std::vector<PartAction> parts;  ///< assign, scan, verify
  /// Scan, lookup, collect: the parts of the pattern that are known; presume: terms.
  std::vector<std::uint32_t> key;
  bool early = false;             ///< enumerate: a term that could bind it is still to come
  std::vector<JoinBound> bounds;  ///< enumerate: of possible colours
  std::uint32_t index = 0;        ///< of those, on `key`; entered by who carries it out
};

struct JoinPlan {
  std::vector<PartAction> start;  ///< what to do with the parts of the token given
  std::vector<JoinStep> steps;
  std::optional<std::uint32_t> unbound;  ///< nothing binds this variable: no plan
};

/// What is known before a plan starts.
struct JoinStart {
  std::optional<std::size_t> term;   ///< the colour of a token of this term
  std::vector<std::uint32_t> slots;  ///< these variables
};

/// The plan for a transition. A variable that is known at the start, by what does not bind it, is
/// presumed to be what the search for all bindings would give it.
JoinPlan join_plan(const Net& net, const Transition& transition, const Join& join, const JoinPolicy& policy,
                   const JoinStart& start = {});

}  // namespace petriloom
