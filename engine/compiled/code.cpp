// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/code.h"

#include <array>
#include <optional>

#include "engine/compiled/kept_total.h"

namespace petriloom {

namespace {

/// Takes away at its end what a program has left in scratch, and the lists that it held.
class TidyUp {
 public:
  TidyUp(Evaluator& evaluator, bool lets_go)
      : gathered_(evaluator.scratch()), pool_(evaluator.pool()), held_(pool_.held()), lets_go_(lets_go) {}
  ~TidyUp() {
    if (lets_go_) pool_.release(held_);
  }
  TidyUp(const TidyUp&) = delete;
  TidyUp& operator=(const TidyUp&) = delete;

 private:
  Gather gathered_;
  WordPool& pool_;
  std::size_t held_;
  bool lets_go_;
};

}  // namespace

// What has no value (overflow, division by zero, out of range) is left to Evaluator, which repeats
// the whole expression and gives the error message: loops do not fail in the order that it has.
Word Code::eval_program(Evaluator& evaluator, std::span<Word> frame, const Marking* marking) const {
  std::optional<TidyUp> tidy_up;
  if (makes_lists_) tidy_up.emplace(evaluator, !value_held_);
  Word result = 0;
  try {
    if (threaded_.run(evaluator, frame, marking, totals_.get(), result)) return result;
  } catch (const EvalError&) {
  }
  return evaluator.eval(expr_, frame);
}

// What was computed before for the same variables is found again.
Word Code::eval_kept(Evaluator& evaluator, std::span<Word> frame, const Marking* marking) const {
  MemoTable& memo = evaluator.memo();
  const auto compute = [&] { return threaded_.empty() ? evaluator.eval(expr_, frame) : eval_program(evaluator, frame, marking); };
  if (evaluator.budget().limited() || !memo.keeps(expr_)) return compute();
  std::array<Word, MemoTable::kMostArguments> values;
  for (std::size_t k = 0; k < kept_by_.size(); ++k) values[k] = frame[kept_by_[k]];
  const std::span<const Word> variables(values.data(), kept_by_.size());
  if (const std::optional<Word> kept = memo.find(expr_, variables)) return *kept;
  const std::uint64_t left = evaluator.budget().left();
  Word value = compute();
  if (value_held_) value = evaluator.pool().lasting(value);
  memo.keep(expr_, variables, value, left - evaluator.budget().left());
  return value;
}

std::optional<Word> Code::eval_counts(Evaluator& evaluator, std::span<Word> counts) const {
  Word result = 0;
  if (!threaded_.run(evaluator, counts, nullptr, nullptr, result)) return std::nullopt;
  return result;
}

}  // namespace petriloom
