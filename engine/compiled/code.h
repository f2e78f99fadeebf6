// SPDX-License-Identifier: Apache-2.0
// Expressions compiled for the hot paths of the engine: constants, variables and linear forms
// (packed tuples of variables) are evaluated in place, arithmetic by a small stack machine,
// everything else by Evaluator. The value is always the one that Evaluator gives.
#pragma once

#include <optional>
#include <vector>

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

class Code {
 public:
  Code() = default;
  /// Compiles an expression of a net; `expr` may be invalid (then `valid()` is false). With
  /// `counting`, token counts of state expressions are compiled too, adding the indices they need;
  /// they then need a marking when evaluated.
  Code(const Net& net, ExprId expr, IndexTable* counting = nullptr);

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
      case Kind::slow:
        break;
    }
    return evaluator.eval(expr_, frame);
  }

  /// What is left of a code compiled for counting in a frame that stays the same, where all but the
  /// numbers of tokens is computed: a code for `eval_counts` whose variable k is how many
  /// `counted[k]` are. Nothing if it asks for more than tokens, if what it does depends on how many
  /// they are, or if it fails.
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
  enum class Kind : std::uint8_t { constant, variable, linear, program, slow };
  friend class CodeCompiler;
  friend class PartialEvaluation;
  /// One instruction of the stack machine; operands lie on the stack.
  struct Instruction {
    enum class Opcode : std::uint8_t {
      push,  ///< a
      load,
      store,  ///< slot
      jump,
      jump_if_false,  ///< to instruction `slot`
      evaluate,       ///< expression `slot`, by Evaluator
      pack,           ///< x := x + (top - a) * b
      unpack,         ///< top := top / a % b
      shift,          ///< top := top + a
      part,           ///< top := component a of the sequence behind the handle
      length,         ///< number of elements behind the handle
      element,        ///< element `top` of the list under it
      tail,           ///< without its first element
      content,        ///< what a union behind a handle holds, if it is of variant a
      gather,         ///< the handle of the `slot` words on top
      /// (list, total, number) on top; variable `slot` := the next element, or to instruction a if
      /// there is none.
      next_item,
      /// (list, total, number, term) on top; total := total + term, of reals if a is not 0.
      add_item,
      end_items,  ///< (list, total, number) on top; leaves the total
      check,      ///< a <= top <= b
      cycle_up,
      cycle_down,  ///< within a..b
      to_real,
      tokens_all,    ///< number of tokens in place a
      tokens_of,     ///< number of tokens of colour `top` in place a
      tokens_group,  ///< number of tokens in a group of index a, whose key has `slot` parts
      integer,
      real,  ///< apply `op` to integers or reals
    };
    Opcode opcode = Opcode::push;
    Op op = Op::literal;
    std::uint32_t slot = 0;
    Word a = 0, b = 0;
    friend bool operator==(const Instruction&, const Instruction&) = default;
  };
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
  bool run(Evaluator& evaluator, std::span<Word> frame, const Marking* marking, Word& result) const;
  static bool step(const Instruction& in, std::size_t& number, Evaluator& evaluator, std::span<Word> frame, const Marking* marking,
                   Word*& top);
  static bool apply_items(const Instruction& in, WordPool& pool, std::span<Word> frame, Word*& top, std::size_t& next);
  static bool apply_sequence(const Instruction& in, WordPool& pool, Word*& top);
  static void count_group(const Instruction& in, const Marking& marking, Word*& top);
  static bool apply_integer(Op op, Word*& top);
  static void apply_real(Op op, Word*& top);
  static constexpr std::size_t kStack = 32;

  Kind kind_ = Kind::slow;
  std::uint32_t slot_ = 0;
  Word base_ = 0;
  ExprId expr_;
  std::vector<Summand> summands_;
  std::vector<Instruction> program_;
};

}  // namespace petriloom
