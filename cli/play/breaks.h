// SPDX-License-Identifier: Apache-2.0
// What makes runs of a token game stop.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/play/condition.h"

namespace petriloom::cli {

/// Conditions that come to hold, and transitions that fire; numbered as they were made.
class Breaks {
 public:
  /// A line for each.
  [[nodiscard]] std::string text() const;
  /// A condition, or without one the firing of the transition `text`. What is said of it.
  std::string add(const std::string& text, std::unique_ptr<GameExpression> condition);
  /// Removes one by its number, or all of them. False if there is none of that number.
  bool remove(const std::string& which);
  /// Looks which conditions hold now: those do not come to hold. Throws EvalError.
  void note(TokenGame& game);
  /// Why a run stops after the firing of the transition `fired`; empty if it goes on. Throws
  /// EvalError.
  std::string reason(TokenGame& game, const std::string& fired);

 private:
  struct Break {
    std::size_t number = 0;
    std::string text;
    std::unique_ptr<GameExpression> condition;  ///< null: a transition
    bool held = false;                          ///< the condition, when it was last looked at
  };
  std::vector<Break> all_;
  std::size_t made_ = 0;
};

}  // namespace petriloom::cli
