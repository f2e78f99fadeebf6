// SPDX-License-Identifier: Apache-2.0
// Programs of the stack machine as threaded code (J. R. Bell, "Threaded code", CACM 16(6), 1973):
// each step holds the address of what carries it out, and short runs of instructions that are
// frequent have become one step (superinstructions: M. A. Ertl, D. Gregg, "The structure and
// performance of efficient interpreters", 2003). Others run it as part of Code.
#pragma once

#include <span>
#include <vector>

#include "engine/compiled/instruction.h"
#include "engine/expr/eval.h"
#include "engine/marking/marking.h"

namespace petriloom {

class KeptTotal;

/// What steps work on.
struct StackMachine {
  Evaluator& evaluator;
  std::span<Word> frame;
  const Marking* marking = nullptr;  ///< if steps look at tokens
  const std::vector<KeptTotal>* totals = nullptr;
  Word* stack = nullptr;
  /// A variable of the frame, or a word of the stack if the slot has the bit kLocal.
  [[nodiscard]] Word& variable(std::uint32_t slot) const {
    return (slot & Instruction::kLocal) != 0 ? stack[slot ^ Instruction::kLocal] : frame[slot];
  }
};

class ThreadedCode {
 public:
  static constexpr std::size_t kStack = 64;  ///< words that a program may use

  struct Step;
  /// The step to go on with, null at the end; and the top of the stack, null if a step gave up. In
  /// a program that runs to its end a step may have carried out those that follow.
  struct Next {
    const Step* step = nullptr;
    Word* top = nullptr;
  };
  using Handler = Next (*)(const Step&, Word* top, const StackMachine&);
  /// An instruction, or a few of them, with what carries it out.
  struct Step {
    Handler handler = nullptr;
    std::int32_t jump = 0;  ///< to the step so many behind this one
    std::uint32_t slot = 0;
    Word a = 0, b = 0;
  };

  ThreadedCode() = default;
  /// Runs of instructions may become one step.
  explicit ThreadedCode(std::span<const Instruction> program) : ThreadedCode(program, true) {}
  /// Step k is instruction k, as `carry_out` needs it.
  static ThreadedCode one_by_one(std::span<const Instruction> program) { return {program, false}; }

  [[nodiscard]] bool empty() const { return steps_.empty(); }
  /// How many there are, the end among them.
  [[nodiscard]] std::size_t steps() const { return steps_.size(); }
  /// Runs to the end; false if a step gives up. Throws EvalError.
  bool run(Evaluator& evaluator, std::span<Word> frame, const Marking* marking, const std::vector<KeptTotal>* totals,
           Word& result) const {
    Word stack[kStack + 1];
    const StackMachine machine{evaluator, frame, marking, totals, stack};
    Next next{steps_.data(), stack};  // the element under the first is never read
    while (next.step != nullptr) next = next.step->handler(*next.step, next.top, machine);
    if (next.top == nullptr) return false;
    result = *next.top;
    return true;
  }
  /// Carries out one step, and makes `number` that of the next. False if it gives up.
  bool carry_out(std::size_t& number, Word*& top, const StackMachine& machine) const {
    const Next next = steps_[number].handler(steps_[number], top, machine);
    if (next.top == nullptr) return false;
    number = static_cast<std::size_t>(next.step - steps_.data());
    top = next.top;
    return true;
  }

 private:
  ThreadedCode(std::span<const Instruction> program, bool together);
  std::vector<Step> steps_;
};

}  // namespace petriloom
