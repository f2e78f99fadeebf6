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
inline Next give_up() { return {}; }
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

/// What carries out an instruction, whatever its operands are.
struct HandlerEntry {
  Instruction::Opcode opcode;
  Handler handler;
};
/// Of the instructions about loops, and about tokens.
std::span<const HandlerEntry> loop_handlers();
/// Of one instruction alone.
Handler handler_of(const Instruction& in);
/// Of an operation with two operands whose second comes from there. With `branches` it is a
/// comparison, and goes on with the jump unless it holds.
Handler operation_handler_of(bool real, Op op, Operand second, bool branches);
/// Whether `operation_handler_of` knows it.
bool is_operation(const Instruction& in);
/// Of the end of a program.
Handler handler_of_end();

}  // namespace petriloom
