// SPDX-License-Identifier: Apache-2.0
// The amounts that transitions move between fluid places (docs/fluid.md, F2 and F4), compiled.
#pragma once

#include <span>
#include <vector>

#include "engine/compiled/code.h"
#include "engine/fluid/hybrid_net.h"

namespace petriloom::fluid {

class LevelAmounts {
 public:
  /// Compiles the amounts and conditions of all arcs of fluid places; `hybrid` is kept by
  /// reference. Throws EvalError.
  explicit LevelAmounts(const HybridNet& hybrid);
  /// Whether what a transition moves is the same for all levels and markings.
  [[nodiscard]] bool constant(TransitionId transition) const { return codes_[transition.index()].constant; }
  /// Calls `visit(arc, amount)` for each arc of a transition that moves fluid in the binding with
  /// which `frame` begins, in order of declaration; of arcs that reset, the amount is 1 and means
  /// nothing. Throws EvalError.
  template <class Visit>
  void for_each(TransitionId transition, std::span<Word> frame, Evaluator& evaluator, const Marking& marking,
                const Visit& visit) const {
    const std::vector<LevelArc>& arcs = hybrid_.arcs[transition.index()];
    const Codes& codes = codes_[transition.index()];
    for (std::size_t k = 0; k < arcs.size(); ++k) {
      const Code& condition = codes.conditions[k];
      if (condition.valid() && condition.eval(evaluator, frame, &marking) == 0) continue;
      const Code& amount = codes.amounts[k];
      visit(arcs[k], amount.valid() ? real_of_word(amount.eval(evaluator, frame, &marking)) : 1.0);
    }
  }

 private:
  struct Codes {
    bool constant = true;
    std::vector<Code> amounts, conditions;  // by arc
  };
  const HybridNet& hybrid_;
  std::vector<Codes> codes_;  // by transition
};

}  // namespace petriloom::fluid
