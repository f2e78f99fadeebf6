// SPDX-License-Identifier: Apache-2.0
// The automaton of a formula of LTL: generalised, with acceptance on transitions, made state by
// state as it is asked for. Tableau after Gerth, Peled, Vardi, Wolper (PSTV 1995), with promises on
// transitions as in Couvreur (FM 1999).
#pragma once

#include <optional>

#include "analysis/logic/ltl_formula.h"

namespace petriloom {

using BuchiState = std::uint32_t;

struct BuchiEdge {
  std::uint64_t positive = 0;  ///< atoms that must hold in the state that is read, one bit each
  std::uint64_t negative = 0;  ///< atoms that must not
  /// Acceptance: a word is accepted if every mark is seen infinitely often.
  std::uint64_t marks = 0;
  BuchiState target = 0;
  [[nodiscard]] bool reads(std::uint64_t atoms) const { return (atoms & positive) == positive && (atoms & negative) == 0; }
  auto operator<=>(const BuchiEdge&) const = default;
};

class BuchiAutomaton {
 public:
  static constexpr std::size_t kMostAtoms = 64;
  static constexpr std::size_t kMostMarks = 64;
  static constexpr std::size_t kMostStates = 100'000;

  /// Accepts the words that satisfy `formula`. Throws std::length_error if the formula has more
  /// `until`s than there are marks or atoms numbered beyond the masks, later also if there are too
  /// many states.
  BuchiAutomaton(const LtlFormulas& formulas, LtlId formula);

  [[nodiscard]] BuchiState initial() const { return initial_; }
  /// The edges that leave a state; valid until the next call.
  const std::vector<BuchiEdge>& edges(BuchiState state);
  /// Accepts every word.
  [[nodiscard]] bool universal(BuchiState state) const { return states_[state].universal; }
  [[nodiscard]] std::uint64_t all_marks() const { return all_marks_; }
  [[nodiscard]] std::size_t size() const { return states_.size(); }

 private:
  using Obligations = std::vector<LtlId>;  // a conjunction, sorted
  struct Cover {                           // one way to meet obligations: now, and what is left
    std::uint64_t positive = 0, negative = 0, promises = 0;
    Obligations rest;
    auto operator<=>(const Cover&) const = default;
  };
  struct State {
    std::vector<Cover> covers;
    std::vector<BuchiEdge> edges;
    bool linked = false;  // edges are there
    bool universal = false;
  };
  class Expansion;
  BuchiState state_for(const Obligations& obligations);

  const LtlFormulas& formulas_;
  std::map<LtlId, std::uint64_t> mark_of_;  // of each until
  std::uint64_t all_marks_ = 0;
  std::map<Obligations, BuchiState> by_obligations_;
  std::map<std::vector<Cover>, BuchiState> by_covers_;
  std::vector<State> states_;
  BuchiState initial_ = 0;
};

}  // namespace petriloom
