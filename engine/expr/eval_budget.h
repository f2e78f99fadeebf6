// SPDX-License-Identifier: Apache-2.0
// What evaluating may cost: function calls and list elements visited are steps, and calls are
// nested so deep at most.
#pragma once

#include <limits>
#include <memory>
#include <span>

#include "engine/expr/eval_error.h"
#include "engine/net/net.h"
#include "engine/text/limits.h"

namespace petriloom {

class EvalBudget {
 public:
  /// How many steps there are from here on; one more is an EvalError. Without limit at first.
  void set_steps(std::uint64_t steps) {
    steps_ = steps;
    limited_ = true;
    until_look_ = 0;
  }
  /// What is left of them; without limit of very many.
  [[nodiscard]] std::uint64_t left() const { return steps_ + until_look_; }
  /// Whether there is a limit of steps.
  [[nodiscard]] bool limited() const { return limited_; }
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
  bool limited_ = false;
};

/// Calls of functions that are being evaluated: their variables, and how deep they may be nested.
/// Of one Evaluator.
class CallStack {
 public:
  static constexpr std::size_t kMostDepth = 2000;  ///< nested function calls
  /// Nested expressions, summed over the nested calls.
  static constexpr std::size_t kMostLevels = 10000;
  static constexpr std::size_t kMostFrameWords = 1 << 16;  ///< slots of all nested calls together

  /// A call, as long as it lives.
  class Call {
   public:
    /// Throws EvalError if the function that the node calls has no body, or a limit is met.
    Call(CallStack& stack, const Net& net, const Expr& node);
    ~Call() {
      --stack_.depth_;
      stack_.levels_ -= levels_;
      stack_.words_ -= frame_.size();
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    /// Room for all variables of the function; parameters come first.
    [[nodiscard]] std::span<Word> frame() const { return frame_; }

   private:
    CallStack& stack_;
    std::size_t levels_ = 0;
    std::span<Word> frame_;
  };

  /// Whether at most half of what is allowed is in use.
  [[nodiscard]] bool far_from_limits() const {
    return depth_ <= kMostDepth / 2 && levels_ <= kMostLevels / 2 && words_ <= kMostFrameWords / 2;
  }

 private:
  std::size_t depth_ = 0;
  std::size_t levels_ = 0;  // heights of bodies, summed
  std::size_t words_ = 0;
  std::unique_ptr<Word[]> frames_;  // of fixed size, so that spans into it stay valid
};

}  // namespace petriloom
