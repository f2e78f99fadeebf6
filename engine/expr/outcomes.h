// SPDX-License-Identifier: Apache-2.0
// Random values where every outcome is looked at: firing a transition that draws is a choice among
// what it may draw.
//
//   outcomes.first();
//   do {
//     outcomes.rewind();
//     ... evaluate, with the evaluator drawing from `outcomes` ...
//   } while (outcomes.next());
#pragma once

#include <vector>

#include "engine/expr/eval.h"

namespace petriloom {

/// Whether an expression draws random values, itself or in the functions it calls; an invalid one
/// does not.
inline bool draws(const Net& net, ExprId expr) { return net.exprs.looks(expr, look::random); }
/// Whether what an arc puts is drawn: if anything, how many tokens, or their colour.
bool puts_drawn(const Net& net, const Arc& arc);

class Outcomes final : public RandomSource {
 public:
  /// Outcomes of one firing; more are an error.
  static constexpr std::int64_t kMost = 1 << 16;

  /// Starts with the first outcome.
  void first();
  /// Starts with a given one, which is the only one then.
  void only(std::span<const Word> values);
  /// Before the values of an outcome are drawn.
  void rewind() {
    drawn_ = 0;
    probability_ = 1;
  }
  /// Goes to the next outcome, in ascending order of the values. False if there is none.
  bool next();
  /// The value of this outcome. Throws EvalError, without a location, if the distribution has
  /// infinitely many, or if the outcomes are more than kMost.
  Word draw(Distribution distribution, std::span<const Word> parameters) override;
  /// The probability of the values drawn since `rewind`.
  [[nodiscard]] double probability() const { return probability_; }
  /// The values drawn since `rewind`.
  [[nodiscard]] std::vector<Word> values() const;

 private:
  struct Choice {
    Word value = 0;
    Word last = 0;
  };
  std::vector<Choice> choices_;  // in order of drawing
  std::size_t drawn_ = 0;
  std::int64_t count_ = 0;
  double probability_ = 1;
};

}  // namespace petriloom
