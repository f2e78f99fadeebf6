// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/eval_budget.h"

#include <algorithm>

namespace petriloom {

bool EvalBudget::look() {
  until_look_ = 0;
  if (limits_ != nullptr) limits_->check();
  if (steps_ == 0) return false;
  const std::uint64_t steps = std::min(steps_, kStepsBetweenLooks);
  steps_ -= steps;
  until_look_ = steps - 1;
  return true;
}

void EvalBudget::spend_on_words(const Expr& node, std::size_t words) {
  constexpr std::size_t kWordsPerStep = 16;
  for (std::size_t steps = words / kWordsPerStep; steps > 0;) {
    const std::uint64_t some = std::min<std::uint64_t>(steps, until_look_);
    until_look_ -= some;
    steps -= some;
    if (steps == 0) break;
    spend(node);
    --steps;
  }
}

}  // namespace petriloom
