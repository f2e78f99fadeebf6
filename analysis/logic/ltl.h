// SPDX-License-Identifier: Apache-2.0
// LTL on an explored state space: the negated formula's automaton is run along all paths; one that
// it accepts is a counterexample.
#pragma once

#include "analysis/logic/emptiness.h"

namespace petriloom {

struct LtlResult {
  Verdict verdict = Verdict::undecided;
  std::string note;  ///< why it is undecided
  std::optional<StatePath> counterexample;
  std::uint64_t nodes = 0;  ///< states of the product visited
};

/// `atoms` numbers the atoms of `space`. The formula must have LTL and boolean operators only.
/// Fairness takes labels together whose entries in `fair_labels` are the same; empty: each stands
/// alone.
LtlResult check_ltl(const Net& net, FormulaId formula, const AtomTable& atoms, const StateSpace& space, Fairness fairness,
                    const Limits& limits, std::span<const Label> fair_labels = {});

}  // namespace petriloom
