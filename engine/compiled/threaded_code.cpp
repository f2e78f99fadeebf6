// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/threaded_code.h"

#include <utility>

#include "engine/compiled/handlers.h"

namespace petriloom {

namespace {

using Opcode = Instruction::Opcode;

/// The instruction that one may go on with instead of the next; nothing if it always goes on.
std::optional<std::size_t> target_of(const Instruction& in) {
  switch (in.opcode) {
    case Opcode::jump:
    case Opcode::jump_if_false:
    case Opcode::kept_total:
      return in.slot;
    case Opcode::next_item:
    case Opcode::next_integer:
    case Opcode::next_colour:
    case Opcode::next_token:
    case Opcode::next_in_group:
    case Opcode::next_sorted:
      return static_cast<std::size_t>(in.a);
    case Opcode::recall:
      return static_cast<std::size_t>(in.b);
    default:
      return std::nullopt;
  }
}

/// Turns a program into steps, in one pass; jumps are filled in at the end.
class Threader {
 public:
  Threader(std::span<const Instruction> program, bool together)
      : program_(program), together_(together), landed_on_(program.size() + 1), step_of_(program.size() + 1) {
    for (const Instruction& in : program) {
      if (const auto target = target_of(in)) landed_on_[*target] = true;
    }
  }

  std::vector<Step> make() {
    steps_.reserve(program_.size() + 1);
    for (std::size_t k = 0; k < program_.size();) {
      step_of_[k] = steps_.size();
      const std::size_t taken = together_ ? add_run(k) : 0;
      if (taken == 0) add_one(k);
      k += taken == 0 ? 1 : taken;
    }
    step_of_[program_.size()] = steps_.size();
    steps_.push_back({handler_of_end(), 0, 0, 0, 0});
    for (const auto& [step, target] : jumps_)
      steps_[step].jump = static_cast<std::int32_t>(step_of_[target]) - static_cast<std::int32_t>(step);
    return std::move(steps_);
  }

 private:
  /// Whether instruction k is there and is this, and nothing jumps between it and the one before.
  [[nodiscard]] bool follows(std::size_t k, Opcode opcode) const {
    return k < program_.size() && !landed_on_[k] && program_[k].opcode == opcode;
  }
  void add(const Step& step, std::optional<std::size_t> target) {
    if (target) jumps_.emplace_back(steps_.size(), *target);
    steps_.push_back(step);
  }

  [[nodiscard]] Handler one_of(const Handlers& handlers) const { return together_ ? handlers.in_program : handlers.alone; }

  void add_one(std::size_t k) {
    const Instruction& in = program_[k];
    const bool of_one = (in.opcode == Opcode::integer || in.opcode == Opcode::real) && in.slot == 1;
    add({one_of(handlers_of(in)), 0, of_one ? static_cast<std::uint32_t>(in.op) : in.slot, in.a, in.b}, target_of(in));
  }

  /// An operation, together with what gives its second operand and with the jump on its result. The
  /// number of instructions that became one step; 0: none.
  std::size_t add_run(std::size_t k) {
    const std::optional<Operand> given = operand_of(program_[k].opcode);
    const std::size_t at = given ? k + 1 : k;
    if (at == program_.size() || (given && landed_on_[at]) || !is_operation(program_[at])) return 0;
    const Instruction& operation = program_[at];
    const bool branches = compares(operation.op) && follows(at + 1, Opcode::jump_if_false);
    if (!given && !branches) return 0;
    const Handlers handlers =
        operation_handlers_of(operation.opcode == Opcode::real, operation.op, given.value_or(Operand::top), branches);
    const Step step{one_of(handlers), 0, program_[k].slot, program_[k].a, 0};
    add(step, branches ? target_of(program_[at + 1]) : std::nullopt);
    return at - k + (branches ? 2 : 1);
  }
  static std::optional<Operand> operand_of(Opcode opcode) {
    switch (opcode) {
      case Opcode::push:
        return Operand::constant;
      case Opcode::load_local:
        return Operand::local;
      case Opcode::load:
        return Operand::variable;
      default:
        return std::nullopt;
    }
  }

  std::span<const Instruction> program_;
  bool together_;
  std::vector<Step> steps_;
  std::vector<bool> landed_on_;
  std::vector<std::size_t> step_of_;
  std::vector<std::pair<std::size_t, std::size_t>> jumps_;  // steps, and the instructions that they jump to
};

}  // namespace

ThreadedCode::ThreadedCode(std::span<const Instruction> program, bool together) : steps_(Threader(program, together).make()) {}

}  // namespace petriloom
