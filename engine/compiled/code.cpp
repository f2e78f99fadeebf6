// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/code.h"

#include "engine/expr/number.h"

namespace petriloom {

bool Code::apply_integer(Op op, Word*& top) {
  if (unary(op)) return integer_function(op, *top, *top);
  --top;
  return integer_operation(op, top[0], top[1], *top);
}

void Code::apply_real(Op op, Word*& top) {
  if (unary(op)) {
    *top = word_of_real(real_function(op, real_of_word(*top)));
  } else {
    --top;
    *top = real_operation(op, real_of_word(top[0]), real_of_word(top[1]));
  }
}

bool Code::apply_sequence(const Instruction& in, WordPool& pool, Word*& top) {
  using Opcode = Instruction::Opcode;
  if (in.opcode == Opcode::gather) {
    top -= in.slot - 1;
    return *top = pool.intern(std::span<const Word>(top, in.slot)), true;
  }
  if (in.opcode == Opcode::element) {
    const Word position = *top--;
    const std::span<const Word> words = pool.view(*top);
    if (position < 0 || position >= static_cast<Word>(words.size())) return false;
    return *top = words[static_cast<std::size_t>(position)], true;
  }
  const std::span<const Word> words = pool.view(*top);
  switch (in.opcode) {
    case Opcode::length:
      return *top = static_cast<Word>(words.size()), true;
    case Opcode::tail:
      return !words.empty() && (*top = pool.intern(words.subspan(1)), true);
    case Opcode::content:
      return words[0] == in.a && (*top = words[1], true);
    default:
      return false;
  }
}

// Sums over lists. `next` is the number of the instruction before the one to go on with.
bool Code::apply_items(const Instruction& in, WordPool& pool, std::span<Word> frame, Word*& top, std::size_t& next) {
  using Opcode = Instruction::Opcode;
  if (in.opcode == Opcode::next_item) {
    const std::span<const Word> words = pool.view(top[-2]);
    const auto item = static_cast<std::size_t>(*top);
    if (item >= words.size()) {
      next = static_cast<std::size_t>(in.a) - 1;
    } else {
      frame[in.slot] = words[item];
      ++*top;
    }
    return true;
  }
  if (in.opcode == Opcode::end_items) {
    top[-2] = top[-1];
    top -= 2;
    return true;
  }
  const Word term = *top--;
  Word& total = top[-1];
  if (in.a == 0) return !__builtin_add_overflow(total, term, &total);
  total = word_of_real(real_of_word(total) + real_of_word(term));
  return true;
}

void Code::count_group(const Instruction& in, const Marking& marking, Word*& top) {
  const IndexId index(static_cast<std::size_t>(in.a));
  const Word* parts = top - in.slot + 1;
  const Word key = marking.indices()[index].key([parts](std::size_t k) { return parts[k]; });
  top -= in.slot - 1;
  *top = marking.tokens_in_group(index, key);
}

// Carries out one instruction. `number` is its own, and then that of the one before the next. False
// if it gives up.
bool Code::step(const Instruction& in, std::size_t& number, Evaluator& evaluator, std::span<Word> frame, const Marking* marking,
                Word*& top) {
  using Opcode = Instruction::Opcode;
  switch (in.opcode) {
    case Opcode::push:
      return *++top = in.a, true;
    case Opcode::load:
      return *++top = frame[in.slot], true;
    case Opcode::store:
      return frame[in.slot] = *top--, true;
    case Opcode::jump:
      return number = in.slot - 1, true;
    case Opcode::jump_if_false:
      if (*top-- == 0) number = in.slot - 1;
      return true;
    case Opcode::evaluate:
      return *++top = evaluator.eval(ExprId(in.slot), frame), true;
    case Opcode::pack:
      top[-1] += (top[0] - in.a) * in.b;
      return --top, true;
    case Opcode::unpack:
      return *top = *top / in.a % in.b, true;
    case Opcode::shift:
      return *top += in.a, true;
    case Opcode::part:
      return *top = evaluator.pool().view(*top)[static_cast<std::size_t>(in.a)], true;
    case Opcode::length:
    case Opcode::element:
    case Opcode::tail:
    case Opcode::content:
    case Opcode::gather:
      return apply_sequence(in, evaluator.pool(), top);
    case Opcode::next_item:
    case Opcode::add_item:
    case Opcode::end_items:
      return apply_items(in, evaluator.pool(), frame, top, number);
    case Opcode::check:
      return *top >= in.a && *top <= in.b;
    case Opcode::cycle_up:
      return *top = *top == in.b ? in.a : *top + 1, true;
    case Opcode::cycle_down:
      return *top = *top == in.a ? in.b : *top - 1, true;
    case Opcode::to_real:
      return *top = word_of_real(static_cast<double>(*top)), true;
    case Opcode::tokens_all:
      return *++top = marking->total_in(PlaceId(static_cast<std::size_t>(in.a))), true;
    case Opcode::tokens_of:
      return *top = marking->total_of(PlaceId(static_cast<std::size_t>(in.a)), *top), true;
    case Opcode::tokens_group:
      return count_group(in, *marking, top), true;
    case Opcode::integer:
      return apply_integer(in.op, top);
    case Opcode::real:
      return apply_real(in.op, top), true;
  }
  return false;
}

// False if an instruction gives up.
[[gnu::flatten]] bool Code::run(Evaluator& evaluator, std::span<Word> frame, const Marking* marking, Word& result) const {
  Word stack[kStack + 1];
  Word* top = stack;  // the element under the first is never read
  for (std::size_t i = 0; i < program_.size(); ++i) {
    if (!step(program_[i], i, evaluator, frame, marking, top)) return false;
  }
  result = *top;
  return true;
}

// What has no value (overflow, division by zero, out of range) is left to Evaluator, which repeats
// the whole expression and gives the error message.
Word Code::eval_program(Evaluator& evaluator, std::span<Word> frame, const Marking* marking) const {
  Word result = 0;
  return run(evaluator, frame, marking, result) ? result : evaluator.eval(expr_, frame);
}

std::optional<Word> Code::eval_counts(Evaluator& evaluator, std::span<Word> counts) const {
  Word result = 0;
  if (!run(evaluator, counts, nullptr, result)) return std::nullopt;
  return result;
}

}  // namespace petriloom
