// SPDX-License-Identifier: Apache-2.0
// Runs expressions. Slow path and meaning of all of them; the engine may keep faster forms of
// common ones.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>

#include "engine/expr/eval_budget.h"
#include "engine/expr/memo_table.h"
#include "engine/expr/value_operations.h"
#include "engine/net/net.h"

namespace petriloom {

/// What a state expression sees of a marking. Implemented by the engine's and the state space's
/// markings.
class StateView {
 public:
  virtual ~StateView() = default;
  /// Number of tokens in the place, available or not.
  [[nodiscard]] virtual std::int64_t tokens(PlaceId place) const = 0;
  /// Number of tokens in the place whose colour satisfies `match`.
  [[nodiscard]] virtual std::int64_t tokens_if(PlaceId place, const std::function<bool(Word)>& match) const = 0;
  /// Number of tokens of one colour in the place.
  [[nodiscard]] virtual std::int64_t tokens(PlaceId place, Word colour) const = 0;
  /// What is in a fluid place; nothing where levels are not known.
  [[nodiscard]] virtual std::optional<double> level(PlaceId) const { return std::nullopt; }
  [[nodiscard]] virtual bool fireable(TransitionId transition) const = 0;
  [[nodiscard]] virtual bool dead() const = 0;
};

/// Where `Op::random` draws from: whoever fires passes one to the evaluator, so that the values
/// come from the numbers of the run.
class RandomSource {
 public:
  virtual ~RandomSource() = default;
  /// One value of the distribution: an int or the word of a real, as DistributionFacts says.
  /// `parameters` are words of the types given there and have passed `check_parameters`.
  virtual Word draw(Distribution distribution, std::span<const Word> parameters) = 0;
};

/// Evaluates expressions of one net with one pool. Not thread-safe; one for each run.
class Evaluator {
 public:
  static constexpr std::uint32_t kAllSlots = std::numeric_limits<std::uint32_t>::max();

  /// Both must outlive the evaluator. The pool must be a copy (or extension) of the net's.
  Evaluator(const Net& net, WordPool& pool) : net_(net), pool_(pool), operations_(net, pool), memo_(net) {}

  /// The word of `expr` in a frame that is large enough for its slots. Throws EvalError.
  Word eval(ExprId expr, std::span<Word> frame);
  [[nodiscard]] double eval_real(ExprId expr, std::span<Word> frame) { return real_of_word(eval(expr, frame)); }
  /// The word of an operation whose operands are known, which is none that binds variables, looks
  /// at the state or draws. Throws EvalError.
  Word apply(const Expr& node, std::span<const Word> operands);
  /// Whether that can be asked of it.
  [[nodiscard]] static bool applies(Op op);
  /// The word of a call whose arguments are known. Throws EvalError.
  Word call(const Expr& node, std::span<const Word> arguments);
  /// Values of functions that were computed before.
  [[nodiscard]] MemoTable& memo() { return memo_; }
  /// For lists being made (Gather).
  [[nodiscard]] std::vector<Word>& scratch() { return operations_.stack(); }
  /// Whether `colour` (of the pattern's type) matches a pattern all of whose variables are bound.
  /// Wildcards match anything.
  bool matches(ExprId pattern, Word colour, std::span<Word> frame);

  /// Bounds the work of all that is evaluated here.
  [[nodiscard]] EvalBudget& budget() { return operations_.budget(); }
  void set_state(const StateView* state) { state_ = state; }
  /// Null at first and wherever nothing may be drawn: then `Op::random` is an EvalError.
  void set_random(RandomSource* random) { random_ = random; }
  /// One value of a random node whose parameters are known; for those who evaluate the parameters
  /// themselves. Throws EvalError.
  Word draw(const Expr& node, std::span<const Word> parameters);
  void set_now(double now) { now_ = now; }
  [[nodiscard]] double now() const { return now_; }
  [[nodiscard]] const Net& net() const { return net_; }
  [[nodiscard]] WordPool& pool() { return pool_; }

 private:
  class Run;
  Word value_of(const Expr& node, std::span<Word> frame);
  const Net& net_;
  WordPool& pool_;
  ValueOperations operations_;
  MemoTable memo_;
  const StateView* state_ = nullptr;
  RandomSource* random_ = nullptr;
  double now_ = 0;
  CallStack calls_;
};

}  // namespace petriloom
