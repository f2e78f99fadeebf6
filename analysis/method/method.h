// SPDX-License-Identifier: Apache-2.0
// What a method of verifying is: a row of the table in analysis/verify/methods.cpp.
#pragma once

#include <string_view>

#include "analysis/method/task.h"
#include "analysis/result/outcome.h"

namespace petriloom {

struct Method {
  std::string_view name;  ///< as results say it: "explicit state space"
  /// It asks for Task::explored(). Markings are explored once, for all questions whose methods do,
  /// before the first of them.
  bool explores = false;
  /// Whether it may be able to answer a question.
  bool (*supports)(const Net& net, const Question& question);
  /// Answers it. Throws LimitReached, and then what the outcome holds already is kept; EvalError
  /// ends the verification.
  void (*check)(Task& task, const Question& question, Outcome& outcome);
};

}  // namespace petriloom
