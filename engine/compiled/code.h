// SPDX-License-Identifier: Apache-2.0
// Expressions compiled for the hot paths of the engine: constants, variables and linear forms
// (packed tuples of variables) are evaluated in place, most others by a small stack machine in
// which functions stand where they are called; what is left, and whatever fails, by Evaluator. The
// value is always the one that Evaluator gives.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/expr/eval.h"
#include "engine/marking/marking.h"

namespace petriloom {

class KeptTotal;

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
  /// Calls of functions and loops but sums are compiled; or left to Evaluator, so that `of_counts`
  /// has values of them where they do not look at the marking.
  enum class Calls : std::uint8_t { compiled, evaluated };

  Code() = default;
  /// Compiles an expression of a net; `expr` may be invalid (then `valid()` is false). With
  /// `counting`, what looks at tokens is compiled too, adding the indices that it needs; it then
  /// needs a marking when evaluated.
  Code(const Net& net, ExprId expr, IndexTable* counting = nullptr, Calls calls = Calls::compiled);

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
  /// One instruction of the stack machine; operands lie on the stack.
  struct Instruction {
    enum class Opcode : std::uint8_t {
      push,  ///< a
      load,
      store,       ///< variable `slot`, which is a word of the stack if it has the bit kLocal
      load_local,  ///< word `slot` of the stack, where variables of functions are
      drop,        ///< the `slot` words under the top go
      jump,
      jump_if_false,  ///< to instruction `slot`
      evaluate,       ///< expression `slot`, by Evaluator
      apply,          ///< the operation of expression `slot` to the `a` words on top, by Evaluator
      call,           ///< the function that expression `slot` calls, of `a` words on top
      /// The same if its value is kept, which takes the place of the words; then to instruction b.
      recall,
      keep,  ///< (`a` words, value) on top: what `recall` of expression `slot` will find
      now,
      pack,     ///< x := x + (top - a) * b
      unpack,   ///< top := top / a % b
      shift,    ///< top := top + a
      part,     ///< top := component a of the sequence behind the handle
      length,   ///< number of elements behind the handle
      element,  ///< element `top` of the list under it
      tail,     ///< without its first element
      content,  ///< what a union behind a handle holds, if it is of variant a
      gather,   ///< the handle of the `slot` words on top
      // Loops have (list, result, number of the next element) on top. Variable `slot`, a word of
      // the stack if it has the bit kLocal, := the next element, or to instruction a if there is
      // none.
      next_item,
      next_colour,    ///< the same; b + number, while that is less than what stands for the list
      next_token,     ///< the same; the colours that are in place b, in any order
      next_in_group,  ///< the same; those in the group of index b whose key stands for the list
      next_sorted,    ///< the same; word `number` of Evaluator's scratch, before word `list` of it
      /// Term on top of that; result := result + term, of reals if a is not 0.
      add_item,
      add_tokens,  ///< the same for as many tokens as place a has of the colour; gives up if large
      /// Truth value on top of that; if it is a, result := 1, and if b is not 0 the loop ends.
      any_item,
      /// Under a loop (best element, whether there is one), result the key of the best; on top of
      /// it (element, key), which become the best if the key is less; greater if `slot` has the bit
      /// kGreatest. a is the colour set of the key, b that of elements if they are in no order.
      best_item,
      append_token,  ///< the token of the loop goes into scratch, as often as place a has it
      /// (list, begin of scratch, number) on top, of tokens of colour set a: what is in scratch is
      /// put in their order.
      sort_tokens,
      /// The same becomes (begin of scratch, its end, result, begin), a loop through what is there;
      /// the result is 0, or the begin of a list if a is not 0.
      begin_sorted,
      end_sorted,   ///< (begin of scratch, value) on top; leaves the value
      begin_list,   ///< Evaluator's scratch begins a list
      append_item,  ///< (element) on top of a loop goes into scratch
      end_list,     ///< (list, begin of scratch, number) on top; leaves the list made
      end_items,    ///< (list, result, number) on top; leaves the result
      end_best,     ///< leaves the best, or its key if a is not 0; gives up if there is none
      check,        ///< a <= top <= b
      cycle_up,
      cycle_down,  ///< within a..b
      to_real,
      tokens_all,    ///< number of tokens in place a
      tokens_of,     ///< number of tokens of colour `top` in place a
      tokens_group,  ///< number of tokens in a group of index a, whose key has `slot` parts
      group_key,     ///< the key of a group of index a, of `slot` parts
      /// The key of a group on top: replaced by total a of the group, and on to instruction `slot`;
      /// dropped, if it is not kept.
      kept_total,
      integer,
      real,  ///< apply `op` to `slot` integers or reals
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
  Word eval_kept(Evaluator& evaluator, std::span<Word> frame, const Marking* marking) const;
  bool run(Evaluator& evaluator, std::span<Word> frame, const Marking* marking, Word& result) const;
  /// What instructions work on.
  struct Machine {
    Evaluator& evaluator;
    std::span<Word> frame;
    const Marking* marking = nullptr;
    const std::vector<KeptTotal>* totals = nullptr;
    Word* stack = nullptr;
    [[nodiscard]] Word& variable(std::uint32_t slot) const { return (slot & kLocal) != 0 ? stack[slot ^ kLocal] : frame[slot]; }
  };
  static bool step(const Instruction& in, std::size_t& number, const Machine& machine, Word*& top);
  static bool step_tokens(const Instruction& in, std::size_t& number, const Machine& machine, Word*& top);
  static bool step_loop(const Instruction& in, std::size_t& number, const Machine& machine, Word*& top);
  static bool step_sorted(const Instruction& in, const Machine& machine, Word*& top);
  static void sort_tokens(const Instruction& in, Evaluator& evaluator, std::size_t begin);
  static bool next(const Instruction& in, std::size_t& number, const Machine& machine, Word& item, Word source);
  static bool add_tokens(const Instruction& in, const Marking& marking, Word*& top);
  static void ask_total(const Instruction& in, std::size_t& number, const Machine& machine, Word*& top);
  static bool better(const Instruction& in, Evaluator& evaluator, Word*& top);
  static bool apply_sequence(const Instruction& in, WordPool& pool, Word*& top);
  static void group_key(const Instruction& in, const Marking& marking, Word*& top);
  static void recall(const Instruction& in, std::size_t& number, Evaluator& evaluator, Word*& top);
  static void keep(const Instruction& in, Evaluator& evaluator, const Word* top);
  static bool apply_integer(const Instruction& in, Word*& top);
  static void apply_real(const Instruction& in, Word*& top);
  static constexpr std::size_t kStack = 64;
  static constexpr std::uint32_t kLocal = 1U << 31U;
  static constexpr std::uint32_t kGreatest = 1;  ///< best_item
  static constexpr std::uint32_t kUnordered = 2;
  static constexpr std::uint32_t kElement = 4;  ///< the best is an element, else a key

  Kind kind_ = Kind::slow;
  std::uint32_t slot_ = 0;
  Word base_ = 0;
  ExprId expr_;
  std::vector<Summand> summands_;
  std::vector<Instruction> program_;    // empty: what is kept is left to Evaluator
  std::vector<std::uint32_t> kept_by_;  // variables that decide the value, where it is kept
  std::shared_ptr<const std::vector<KeptTotal>> totals_;
};

}  // namespace petriloom
