// SPDX-License-Identifier: Apache-2.0
// What carries out the steps of threaded code. Only engine/compiled includes this.
#pragma once

#include "engine/compiled/threaded_code.h"

namespace petriloom {

using Step = ThreadedCode::Step;
using Next = ThreadedCode::Next;
using Handler = ThreadedCode::Handler;

inline Next go_on(const Step& in, Word* top) { return {&in + 1, top}; }
inline Next jump_from(const Step& in, Word* top) { return {&in + in.jump, top}; }
/// Where a program ends that gave up.
extern const Step kGivenUp;
inline Next give_up() { return {&kGivenUp, nullptr}; }
inline Next go_on_if(bool has_value, const Step& in, Word* top) { return has_value ? go_on(in, top) : give_up(); }

/// Where an operation finds its second operand.
enum class Operand : std::uint8_t {
  top,       ///< on top of the stack, above the first
  constant,  ///< `a` of the step
  local,     ///< word `slot` of the stack
  variable,  ///< of the frame
};

/// The handle of a list that a step makes.
inline Word made_list(const Step& in, WordPool& pool, std::span<const Word> words) {
  return in.b == Instruction::kHeld ? pool.hold(words) : pool.intern(words);
}

/// Whether steps call each other. Only where the compiler is sure to make jumps of such calls:
/// otherwise each step of a loop would stay on the stack.
#ifdef NDEBUG
inline constexpr bool kChains = true;
#else
inline constexpr bool kChains = false;
#endif

/// Carries out a step, and then those that follow.
template <Handler kHandler>
Next chained(const Step& in, Word* top, const StackMachine& machine) {
  const Next next = kHandler(in, top, machine);
  return next.step->handler(*next.step, next.top, machine);
}

/// What carries out a step: alone, and in a program that runs to its end.
struct Handlers {
  Handler alone = nullptr;
  Handler in_program = nullptr;
};
template <Handler kHandler>
constexpr Handlers handlers() {
  return {kHandler, kChains ? chained<kHandler> : kHandler};
}

/// What carries out an instruction, whatever its operands are.
struct HandlerEntry {
  Instruction::Opcode opcode;
  Handlers handlers;
};
template <Handler kHandler>
constexpr HandlerEntry entry(Instruction::Opcode opcode) {
  return {opcode, handlers<kHandler>()};
}
/// Of the instructions about loops, and about tokens.
std::span<const HandlerEntry> loop_handlers();
/// Of one instruction alone.
Handlers handlers_of(const Instruction& in);
/// Of an operation with two operands whose second comes from there. With `branches` it is a
/// comparison, and goes on with the jump unless it holds.
Handlers operation_handlers_of(bool real, Op op, Operand second, bool branches);
/// Whether `operation_handlers_of` knows it.
bool is_operation(const Instruction& in);
/// Of the end of a program.
Handler handler_of_end();

}  // namespace petriloom
