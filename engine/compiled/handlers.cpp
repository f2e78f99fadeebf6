// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/handlers.h"

#include <algorithm>
#include <array>

#include "engine/expr/number.h"
#include "engine/marking/accessor.h"

namespace petriloom {

namespace {

using Opcode = Instruction::Opcode;

Next push(const Step& in, Word* top, const StackMachine&) { return *++top = in.a, go_on(in, top); }
Next load(const Step& in, Word* top, const StackMachine& machine) { return *++top = machine.frame[in.slot], go_on(in, top); }
Next store(const Step& in, Word* top, const StackMachine& machine) { return machine.variable(in.slot) = *top, go_on(in, top - 1); }
Next load_local(const Step& in, Word* top, const StackMachine& machine) { return *++top = machine.stack[in.slot], go_on(in, top); }
Next drop(const Step& in, Word* top, const StackMachine&) {
  const Word kept = *top;
  top -= in.slot;
  return *top = kept, go_on(in, top);
}
Next jump(const Step& in, Word* top, const StackMachine&) { return jump_from(in, top); }
Next jump_if_false(const Step& in, Word* top, const StackMachine&) {
  return *top == 0 ? jump_from(in, top - 1) : go_on(in, top - 1);
}

// What is left to Evaluator.
Next evaluate(const Step& in, Word* top, const StackMachine& machine) {
  return *++top = machine.evaluator.eval(ExprId(in.slot), machine.frame), go_on(in, top);
}
std::span<const Word> words_on_top(const Step& in, const Word* top) { return {top - in.a + 1, static_cast<std::size_t>(in.a)}; }
template <Word (Evaluator::*kDo)(const Expr&, std::span<const Word>)>
Next replace_words(const Step& in, Word* top, const StackMachine& machine) {
  Evaluator& evaluator = machine.evaluator;
  Word* const first = top - in.a + 1;
  *first = (evaluator.*kDo)(evaluator.net().exprs[ExprId(in.slot)], words_on_top(in, top));
  return go_on(in, first);
}
std::size_t called(const Step& in, const StackMachine& machine) {
  return static_cast<std::size_t>(machine.evaluator.net().exprs[ExprId(in.slot)].payload);
}
Next recall(const Step& in, Word* top, const StackMachine& machine) {
  MemoTable& memo = machine.evaluator.memo();
  const std::size_t function = called(in, machine);
  if (memo.keeps(function)) {
    if (const auto kept = memo.find(function, words_on_top(in, top))) {
      top -= in.a - 1;
      return *top = *kept, jump_from(in, top);
    }
  }
  return *++top = static_cast<Word>(machine.evaluator.budget().left()), go_on(in, top);
}
Next keep(const Step& in, Word* top, const StackMachine& machine) {
  MemoTable& memo = machine.evaluator.memo();
  const std::size_t function = called(in, machine);
  const std::uint64_t steps = static_cast<std::uint64_t>(top[-1]) - machine.evaluator.budget().left();
  if (!memo.keeps(function)) return go_on(in, top);
  if (in.b == Instruction::kHeld) *top = machine.evaluator.pool().lasting(*top);
  return memo.keep(function, words_on_top(in, top - 2), *top, steps), go_on(in, top);
}
Next now(const Step& in, Word* top, const StackMachine& machine) {
  return *++top = word_of_real(machine.evaluator.now()), go_on(in, top);
}

// Tuples, lists and unions.
Next pack(const Step& in, Word* top, const StackMachine&) {
  --top;
  return *top += (top[1] - in.a) * in.b, go_on(in, top);
}
Next unpack(const Step& in, Word* top, const StackMachine&) { return *top = Accessor::digit(*top, in.a, in.b), go_on(in, top); }
Next shift(const Step& in, Word* top, const StackMachine&) { return *top += in.a, go_on(in, top); }
Next part(const Step& in, Word* top, const StackMachine& machine) {
  return *top = machine.evaluator.pool().view(*top)[static_cast<std::size_t>(in.a)], go_on(in, top);
}
Next length(const Step& in, Word* top, const StackMachine& machine) {
  return *top = static_cast<Word>(machine.evaluator.pool().view(*top).size()), go_on(in, top);
}
Next element(const Step& in, Word* top, const StackMachine& machine) {
  const Word at = *top--;
  const std::span<const Word> words = machine.evaluator.pool().view(*top);
  if (at < 0 || at >= static_cast<Word>(words.size())) return give_up();
  return *top = words[static_cast<std::size_t>(at)], go_on(in, top);
}
Next tail(const Step& in, Word* top, const StackMachine& machine) {
  WordPool& pool = machine.evaluator.pool();
  const std::span<const Word> words = pool.view(*top);
  if (words.empty()) return give_up();
  return *top = pool.intern(words.subspan(1)), go_on(in, top);
}
Next join(const Step& in, Word* top, const StackMachine& machine) {
  WordPool& pool = machine.evaluator.pool();
  Gather joined(machine.evaluator.scratch());
  --top;
  for (const Word list : {top[0], top[1]}) joined.push(pool.view(list));
  if (joined.words().size() > ValueOperations::kMostListElements) return give_up();
  return *top = made_list(in, pool, joined.words()), go_on(in, top);
}
Next position(const Step& in, Word* top, const StackMachine& machine) {
  const Word wanted = *top--;
  const std::span<const Word> words = machine.evaluator.pool().view(*top);
  const auto at = std::find(words.begin(), words.end(), wanted);
  return *top = at == words.end() ? -1 : at - words.begin(), go_on(in, top);
}
Next content(const Step& in, Word* top, const StackMachine& machine) {
  const std::span<const Word> words = machine.evaluator.pool().view(*top);
  if (words[0] != in.a) return give_up();
  return *top = words[1], go_on(in, top);
}
Next gather(const Step& in, Word* top, const StackMachine& machine) {
  top -= in.slot - 1;
  return *top = made_list(in, machine.evaluator.pool(), std::span<const Word>(top, in.slot)), go_on(in, top);
}

// Numbers and finite colours.
Next check(const Step& in, Word* top, const StackMachine&) { return go_on_if(*top >= in.a && *top <= in.b, in, top); }
Next cycle_up(const Step& in, Word* top, const StackMachine&) { return *top = *top == in.b ? in.a : *top + 1, go_on(in, top); }
Next cycle_down(const Step& in, Word* top, const StackMachine&) { return *top = *top == in.a ? in.b : *top - 1, go_on(in, top); }
Next to_real(const Step& in, Word* top, const StackMachine&) {
  return *top = word_of_real(static_cast<double>(*top)), go_on(in, top);
}
Next to_whole(const Step& in, Word* top, const StackMachine&) {
  return go_on_if(whole_number(static_cast<Op>(in.slot), real_of_word(*top), *top), in, top);
}
Next integer_of_one(const Step& in, Word* top, const StackMachine&) {
  return go_on_if(integer_function(static_cast<Op>(in.slot), *top, *top), in, top);
}
Next real_of_one(const Step& in, Word* top, const StackMachine&) {
  return *top = word_of_real(real_function(static_cast<Op>(in.slot), real_of_word(*top))), go_on(in, top);
}

// Operations with two operands: a handler for each, and for each place of the second.
template <Operand kSecond>
Word second_operand(const Step& in, Word*& top, const StackMachine& machine) {
  switch (kSecond) {
    case Operand::constant:
      return in.a;
    case Operand::local:
      return machine.stack[in.slot];
    case Operand::variable:
      return machine.frame[in.slot];
    default:
      return *top--;
  }
}

template <bool kReal, Op kOp>
bool operate(Word& first, Word second) {
  if constexpr (kReal) return first = real_operation(kOp, real_of_word(first), real_of_word(second)), true;
  return integer_operation(kOp, first, second, first);
}

template <bool kReal, Op kOp, Operand kSecond>
Next operation(const Step& in, Word* top, const StackMachine& machine) {
  const Word second = second_operand<kSecond>(in, top, machine);
  return go_on_if(operate<kReal, kOp>(*top, second), in, top);
}

template <bool kReal, Op kOp, Operand kSecond>
Next branch(const Step& in, Word* top, const StackMachine& machine) {
  const Word second = second_operand<kSecond>(in, top, machine);
  Word holds = *top--;
  operate<kReal, kOp>(holds, second);
  return holds != 0 ? go_on(in, top) : jump_from(in, top);
}

template <bool kReal, Op kOp, Operand kSecond>
Handlers with(bool branches) {
  if constexpr (compares(kOp)) {
    if (branches) return handlers<branch<kReal, kOp, kSecond>>();
  }
  return handlers<operation<kReal, kOp, kSecond>>();
}

template <bool kReal, Op kOp>
Handlers with_second(Operand second, bool branches) {
  switch (second) {
    case Operand::constant:
      return with<kReal, kOp, Operand::constant>(branches);
    case Operand::local:
      return with<kReal, kOp, Operand::local>(branches);
    case Operand::variable:
      return with<kReal, kOp, Operand::variable>(branches);
    default:
      return with<kReal, kOp, Operand::top>(branches);
  }
}

template <bool kReal>
Handlers of_kind(Op op, Operand second, bool branches) {
  switch (op) {
    case Op::equal:
      return with_second<kReal, Op::equal>(second, branches);
    case Op::not_equal:
      return with_second<kReal, Op::not_equal>(second, branches);
    case Op::less:
      return with_second<kReal, Op::less>(second, branches);
    case Op::less_equal:
      return with_second<kReal, Op::less_equal>(second, branches);
    case Op::greater:
      return with_second<kReal, Op::greater>(second, branches);
    case Op::greater_equal:
      return with_second<kReal, Op::greater_equal>(second, branches);
    case Op::add:
      return with_second<kReal, Op::add>(second, branches);
    case Op::subtract:
      return with_second<kReal, Op::subtract>(second, branches);
    case Op::multiply:
      return with_second<kReal, Op::multiply>(second, branches);
    case Op::divide:
      return with_second<kReal, Op::divide>(second, branches);
    case Op::modulo:
      return with_second<kReal, Op::modulo>(second, branches);
    case Op::minimum:
      return with_second<kReal, Op::minimum>(second, branches);
    default:
      return with_second<kReal, Op::maximum>(second, branches);
  }
}

Next end(const Step&, Word* top, const StackMachine&) { return {nullptr, top}; }

constexpr HandlerEntry kHandlers[] = {
    entry<push>(Opcode::push),
    entry<load>(Opcode::load),
    entry<store>(Opcode::store),
    entry<load_local>(Opcode::load_local),
    entry<drop>(Opcode::drop),
    entry<jump>(Opcode::jump),
    entry<jump_if_false>(Opcode::jump_if_false),
    entry<evaluate>(Opcode::evaluate),
    entry<replace_words<&Evaluator::apply>>(Opcode::apply),
    entry<replace_words<&Evaluator::call>>(Opcode::call),
    entry<recall>(Opcode::recall),
    entry<keep>(Opcode::keep),
    entry<now>(Opcode::now),
    entry<integer_of_one>(Opcode::integer),
    entry<real_of_one>(Opcode::real),
    entry<pack>(Opcode::pack),
    entry<unpack>(Opcode::unpack),
    entry<shift>(Opcode::shift),
    entry<part>(Opcode::part),
    entry<length>(Opcode::length),
    entry<element>(Opcode::element),
    entry<tail>(Opcode::tail),
    entry<join>(Opcode::join),
    entry<position>(Opcode::position),
    entry<content>(Opcode::content),
    entry<gather>(Opcode::gather),
    entry<check>(Opcode::check),
    entry<cycle_up>(Opcode::cycle_up),
    entry<cycle_down>(Opcode::cycle_down),
    entry<to_real>(Opcode::to_real),
    entry<to_whole>(Opcode::to_whole),
};

// By opcode.
std::vector<Handlers> all_handlers() {
  std::vector<Handlers> all(static_cast<std::size_t>(Opcode::real) + 1);
  for (const std::span<const HandlerEntry> some : {std::span<const HandlerEntry>(kHandlers), loop_handlers()}) {
    for (const HandlerEntry& one : some) all[static_cast<std::size_t>(one.opcode)] = one.handlers;
  }
  return all;
}

}  // namespace

bool is_operation(const Instruction& in) {
  return (in.opcode == Instruction::Opcode::integer || in.opcode == Instruction::Opcode::real) && in.slot == 2;
}

Handlers operation_handlers_of(bool real, Op op, Operand second, bool branches) {
  return real ? of_kind<true>(op, second, branches) : of_kind<false>(op, second, branches);
}

Handlers handlers_of(const Instruction& in) {
  static const std::vector<Handlers> all = all_handlers();
  if (is_operation(in)) return operation_handlers_of(in.opcode == Opcode::real, in.op, Operand::top, false);
  return all[static_cast<std::size_t>(in.opcode)];
}

Handler handler_of_end() { return end; }

const Step kGivenUp{end, 0, 0, 0, 0};

}  // namespace petriloom
