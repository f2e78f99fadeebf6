// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/handlers.h"

#include <algorithm>
#include <array>

#include "engine/expr/number.h"

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
Next unpack(const Step& in, Word* top, const StackMachine&) { return *top = *top / in.a % in.b, go_on(in, top); }
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

template <bool kReal, Op kOp>
Handler with_second(Operand second, bool branches) {
  constexpr std::array handlers = {operation<kReal, kOp, Operand::top>, operation<kReal, kOp, Operand::constant>,
                                   operation<kReal, kOp, Operand::local>, operation<kReal, kOp, Operand::variable>};
  const auto place = static_cast<std::size_t>(second);
  if constexpr (compares(kOp)) {
    constexpr std::array branching = {branch<kReal, kOp, Operand::top>, branch<kReal, kOp, Operand::constant>,
                                      branch<kReal, kOp, Operand::local>, branch<kReal, kOp, Operand::variable>};
    if (branches) return branching[place];
  }
  return handlers[place];
}

template <bool kReal>
Handler of_kind(Op op, Operand second, bool branches) {
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
    {Opcode::push, push},
    {Opcode::load, load},
    {Opcode::store, store},
    {Opcode::load_local, load_local},
    {Opcode::drop, drop},
    {Opcode::jump, jump},
    {Opcode::jump_if_false, jump_if_false},
    {Opcode::evaluate, evaluate},
    {Opcode::apply, replace_words<&Evaluator::apply>},
    {Opcode::call, replace_words<&Evaluator::call>},
    {Opcode::recall, recall},
    {Opcode::keep, keep},
    {Opcode::now, now},
    {Opcode::integer, integer_of_one},
    {Opcode::real, real_of_one},
    {Opcode::pack, pack},
    {Opcode::unpack, unpack},
    {Opcode::shift, shift},
    {Opcode::part, part},
    {Opcode::length, length},
    {Opcode::element, element},
    {Opcode::tail, tail},
    {Opcode::join, join},
    {Opcode::position, position},
    {Opcode::content, content},
    {Opcode::gather, gather},
    {Opcode::check, check},
    {Opcode::cycle_up, cycle_up},
    {Opcode::cycle_down, cycle_down},
    {Opcode::to_real, to_real},
};

// By opcode.
std::vector<Handler> all_handlers() {
  std::vector<Handler> all(static_cast<std::size_t>(Opcode::real) + 1);
  for (const std::span<const HandlerEntry> some : {std::span<const HandlerEntry>(kHandlers), loop_handlers()}) {
    for (const HandlerEntry& entry : some) all[static_cast<std::size_t>(entry.opcode)] = entry.handler;
  }
  return all;
}

}  // namespace

bool is_operation(const Instruction& in) {
  return (in.opcode == Instruction::Opcode::integer || in.opcode == Instruction::Opcode::real) && in.slot == 2;
}

Handler operation_handler_of(bool real, Op op, Operand second, bool branches) {
  return real ? of_kind<true>(op, second, branches) : of_kind<false>(op, second, branches);
}

Handler handler_of(const Instruction& in) {
  static const std::vector<Handler> handlers = all_handlers();
  if (is_operation(in)) return operation_handler_of(in.opcode == Opcode::real, in.op, Operand::top, false);
  return handlers[static_cast<std::size_t>(in.opcode)];
}

Handler handler_of_end() { return end; }

}  // namespace petriloom
