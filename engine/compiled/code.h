// SPDX-License-Identifier: Apache-2.0
// Expressions compiled for the hot paths of the engine: constants, variables and linear forms
// (packed tuples of variables) are evaluated in place, most others by a small stack machine in
// which functions stand where they are called; what is left, and whatever fails, by Evaluator. The
// value is always the one that Evaluator gives.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/compiled/threaded_code.h"
#include "engine/expr/eval.h"
#include "engine/marking/marking.h"

namespace petriloom {

/// Tokens that an expression counts: all in a place, those of the colour `word`, or those of a
/// group, whose key is `word`.
struct CountedTokens {
  enum class Kind : std::uint8_t { all, colour, group };
  Kind kind = Kind::all;
  PlaceId place;
  IndexId index;  ///< of a group
  Word word = 0;
  friend bool operator==(const CountedTokens&, const CountedTokens&) = default;
};

/// Lists of an expression that are held for a while (WordPool::hold).
struct HeldLists {
  std::span<const std::uint32_t> variables;  ///< that have such values, which are only looked into
  bool value = false;                        ///< whether the value may be one
};

class Code {
 public:
  /// Calls of functions and loops but sums are compiled; or left to Evaluator, so that `of_counts`
  /// has values of them where they do not look at the marking.
  enum class Calls : std::uint8_t { compiled, evaluated };

  Code() = default;
  /// Compiles an expression of a net; `expr` may be invalid (then `valid()` is false). With
  /// `counting`, what looks at tokens is compiled too, adding the indices that it needs; it then
  /// needs a marking when evaluated. `held` says which of its lists may be held, with
  /// Calls::compiled.
  Code(const Net& net, ExprId expr, IndexTable* counting = nullptr, Calls calls = Calls::compiled, HeldLists held = {});

  [[nodiscard]] bool valid() const { return expr_.valid(); }
  [[nodiscard]] ExprId expr() const { return expr_; }
  /// The value if it is the same in every frame.
  [[nodiscard]] bool constant() const { return kind_ == Kind::constant; }
  [[nodiscard]] Word constant_value() const { return base_; }

  /// The value in a frame that is large enough. `marking` must be given if compiled for counting.
  /// Throws EvalError.
  Word eval(Evaluator& evaluator, std::span<Word> frame, const Marking* marking = nullptr) const {
    switch (kind_) {
      case Kind::constant:
        return base_;
      case Kind::variable:
        return frame[slot_];
      case Kind::linear:
        return eval_linear(frame);
      case Kind::program:
        return eval_program(evaluator, frame, marking);
      case Kind::kept:
        return eval_kept(evaluator, frame, marking);
      case Kind::slow:
        break;
    }
    return evaluator.eval(expr_, frame);
  }

  /// What is left of a code compiled for counting, with calls evaluated, in a frame that stays the
  /// same, where all but the numbers of tokens is computed: a code for `eval_counts` whose variable
  /// k is how many `counted[k]` are. Nothing if it asks for more than tokens, if what it does
  /// depends on how many they are, or if it fails.
  std::optional<Code> of_counts(Evaluator& evaluator, std::span<const Word> frame, const IndexTable& indices,
                                std::vector<CountedTokens>& counted) const;
  /// The value for these counts; nothing if the code that `of_counts` was called for has to say.
  [[nodiscard]] std::optional<Word> eval_counts(Evaluator& evaluator, std::span<Word> counts) const;
  /// Whether a code of counts is the first of them, as a real, and no more.
  [[nodiscard]] bool is_count() const;
  /// Whether both are the same codes of counts.
  [[nodiscard]] bool same_program(const Code& other) const { return program_ == other.program_; }
  /// Equal for the same codes of counts.
  [[nodiscard]] std::size_t program_hash() const;

 private:
  enum class Kind : std::uint8_t { constant, variable, linear, program, kept, slow };
  friend class CodeCompiler;
  friend class LoopCompiler;
  friend class PartialEvaluation;
  struct Summand {
    std::uint32_t slot = 0;
    Word factor = 1;
  };
  [[nodiscard]] Word eval_linear(std::span<const Word> frame) const {
    Word result = base_;
    for (const Summand& summand : summands_) result += summand.factor * frame[summand.slot];
    return result;
  }
  Word eval_program(Evaluator& evaluator, std::span<Word> frame, const Marking* marking) const;
  Word eval_kept(Evaluator& evaluator, std::span<Word> frame, const Marking* marking) const;
  // First what is asked for at each evaluation, so that it lies in one line of the cache.
  Kind kind_ = Kind::slow;
  bool makes_lists_ = false;  // in scratch, or held until it ends
  bool value_held_ = false;   // until those who asked for it let go
  std::uint32_t slot_ = 0;
  Word base_ = 0;
  ExprId expr_;
  ThreadedCode threaded_;  // empty: what is kept is left to Evaluator
  std::shared_ptr<const std::vector<KeptTotal>> totals_;
  std::vector<Summand> summands_;
  std::vector<Instruction> program_;    // with calls evaluated, and of codes of counts
  std::vector<std::uint32_t> kept_by_;  // variables that decide the value, where it is kept
};

}  // namespace petriloom
