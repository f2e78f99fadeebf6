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

CallStack::Call::Call(CallStack& stack, const Net& net, const Expr& node) : stack_(stack) {
  const Function& function = net.functions[static_cast<std::size_t>(node.payload)];
  if (!function.body.valid()) fail_at(node, "function '" + function.name + "' has no body");
  levels_ = net.exprs[function.body].height;
  if (stack.depth_ >= kMostDepth || stack.levels_ + levels_ > kMostLevels || stack.words_ + function.slots > kMostFrameWords) {
    fail_at(node, "calls of function '" + function.name + "' are nested too deeply");
  }
  // Most of it is never touched.
  if (!stack.frames_) stack.frames_ = std::make_unique_for_overwrite<Word[]>(kMostFrameWords);
  frame_ = std::span<Word>(stack.frames_.get() + stack.words_, function.slots);
  ++stack.depth_;
  stack.levels_ += levels_;
  stack.words_ += frame_.size();
}

}  // namespace petriloom
