// SPDX-License-Identifier: Apache-2.0
// What evaluating may cost: function calls and list elements visited are steps.
#pragma once

#include <limits>

#include "engine/expr/eval_error.h"
#include "engine/text/limits.h"

namespace petriloom {

class EvalBudget {
 public:
  /// How many steps there are from here on; one more is an EvalError. Without limit at first.
  void set_steps(std::uint64_t steps) {
    steps_ = steps;
    until_look_ = 0;
  }
  /// Looked at every so many steps, from which LimitReached is thrown; null at first: none. They
  /// must outlive the budget.
  void set_limits(const Limits* limits) { limits_ = limits; }
  /// One step of a search that evaluates: it counts as one of evaluating. Throws LimitReached.
  void poll() {
    if (until_look_-- == 0) look();
  }
  /// One step at a node. Throws EvalError and LimitReached.
  void spend(const Expr& node) {
    if (until_look_-- == 0 && !look()) fail_at(node, "the evaluation takes too many steps");
  }
  /// The steps of copying a list of so many words.
  void spend_on_words(const Expr& node, std::size_t words);

 private:
  static constexpr std::uint64_t kStepsBetweenLooks = 1024;
  /// Looks at the limits; false if the budget is used up.
  bool look();

  const Limits* limits_ = nullptr;
  /// Steps until the limits and the budget are looked at.
  std::uint64_t until_look_ = 0;
  std::uint64_t steps_ = std::numeric_limits<std::uint64_t>::max();  ///< after these
};

}  // namespace petriloom
