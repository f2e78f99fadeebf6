// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/code.h"

#include <algorithm>
#include <array>

#include "engine/compiled/kept_total.h"
#include "engine/expr/number.h"

namespace petriloom {

namespace {

void apply(Evaluator& evaluator, ExprId expr, Word operands, Word*& top) {
  Word* const first = top - operands + 1;
  *first = evaluator.apply(evaluator.net().exprs[expr], std::span<const Word>(first, static_cast<std::size_t>(operands)));
  top = first;
}

void call(Evaluator& evaluator, ExprId expr, Word arguments, Word*& top) {
  Word* const first = top - arguments + 1;
  *first = evaluator.call(evaluator.net().exprs[expr], std::span<const Word>(first, static_cast<std::size_t>(arguments)));
  top = first;
}

Word neighbour(bool up, Word low, Word high, Word word) {
  if (up) return word == high ? low : word + 1;
  return word == low ? high : word - 1;
}

std::size_t called(const Evaluator& evaluator, std::uint32_t expr) {
  return static_cast<std::size_t>(evaluator.net().exprs[ExprId(expr)].payload);
}

// Instead of the next element of a loop that has its result.
constexpr Word kEndOfLoop = Word{1} << 62U;

}  // namespace

void Code::recall(const Instruction& in, std::size_t& number, Evaluator& evaluator, Word*& top) {
  const std::size_t function = called(evaluator, in.slot);
  if (!evaluator.memo().keeps(function)) return;
  Word* const first = top - in.a + 1;
  const auto kept = evaluator.memo().find(function, std::span<const Word>(first, static_cast<std::size_t>(in.a)));
  if (!kept) return;
  *first = *kept;
  top = first;
  number = static_cast<std::size_t>(in.b) - 1;
}

void Code::keep(const Instruction& in, Evaluator& evaluator, const Word* top) {
  const std::size_t function = called(evaluator, in.slot);
  if (!evaluator.memo().keeps(function)) return;
  evaluator.memo().keep(function, std::span<const Word>(top - in.a, static_cast<std::size_t>(in.a)), *top);
}

bool Code::apply_integer(const Instruction& in, Word*& top) {
  if (in.slot == 1) return integer_function(in.op, *top, *top);
  --top;
  return integer_operation(in.op, top[0], top[1], *top);
}

void Code::apply_real(const Instruction& in, Word*& top) {
  if (in.slot == 1) {
    *top = word_of_real(real_function(in.op, real_of_word(*top)));
  } else {
    --top;
    *top = real_operation(in.op, real_of_word(top[0]), real_of_word(top[1]));
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

// Goes on to the next element of what a loop goes through. False if there is none.
bool Code::next(const Instruction& in, std::size_t& number, const Machine& machine, Word& item, Word source) {
  using Opcode = Instruction::Opcode;
  machine.evaluator.budget().poll();
  Word found = 0;
  if (in.opcode == Opcode::next_colour) {
    if (item >= source) return number = static_cast<std::size_t>(in.a) - 1, false;
    found = in.b + item;
  } else if (in.opcode == Opcode::next_token) {
    const PlaceId place(static_cast<std::size_t>(in.b));
    const auto slots = static_cast<Word>(machine.marking->slots(place));
    while (item < slots && machine.marking->total(place, static_cast<Marking::Slot>(item)) == 0) ++item;
    if (item >= slots) return number = static_cast<std::size_t>(in.a) - 1, false;
    found = machine.marking->colour(place, static_cast<Marking::Slot>(item));
  } else if (in.opcode == Opcode::next_in_group) {
    const IndexId index(static_cast<std::size_t>(in.b));
    const Marking& marking = *machine.marking;
    if (item == kEndOfLoop) return number = static_cast<std::size_t>(in.a) - 1, false;
    const Marking::Slot slot = item == 0 ? marking.first(index, source) : marking.next(index, static_cast<Marking::Slot>(item - 1));
    if (slot == Marking::kNone) return number = static_cast<std::size_t>(in.a) - 1, false;
    found = marking.colour(marking.indices()[index].place, slot);
    item = slot;
  } else if (in.opcode == Opcode::next_sorted) {
    if (item >= source) return number = static_cast<std::size_t>(in.a) - 1, false;
    found = machine.evaluator.scratch()[static_cast<std::size_t>(item)];
  } else {
    const std::span<const Word> words = machine.evaluator.pool().view(source);
    if (item >= static_cast<Word>(words.size())) return number = static_cast<std::size_t>(in.a) - 1, false;
    found = words[static_cast<std::size_t>(item)];
  }
  machine.variable(in.slot) = found;
  ++item;
  return true;
}

// Whatever the order is, sums of at most 2^20 such terms fit.
bool Code::add_tokens(const Instruction& in, const Marking& marking, Word*& top) {
  constexpr Word kMostTerm = Word{1} << 40U;
  Word term = *top--;
  const std::int64_t count = marking.total(PlaceId(static_cast<std::size_t>(in.a)), static_cast<Marking::Slot>(*top - 1));
  if (__builtin_mul_overflow(term, count, &term) || term > kMostTerm || term < -kMostTerm) return false;
  top[-1] += term;
  return true;
}

// What has passed comes mostly in order, as tokens stand behind those that came before them. Equal
// ones have equal words.
void Code::sort_tokens(const Instruction& in, Evaluator& evaluator, std::size_t begin) {
  std::vector<Word>& scratch = evaluator.scratch();
  const ColourTable& colours = evaluator.net().colours;
  const ColourSetId type(static_cast<std::size_t>(in.a));
  const auto from = scratch.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto less = [&](Word a, Word b) { return a != b && colours.compare(type, a, b, evaluator.pool()) < 0; };
  if (!std::is_sorted(from, scratch.end(), less)) std::sort(from, scratch.end(), less);
}

bool Code::step_sorted(const Instruction& in, const Machine& machine, Word*& top) {
  using Opcode = Instruction::Opcode;
  std::vector<Word>& scratch = machine.evaluator.scratch();
  switch (in.opcode) {
    case Opcode::append_token: {
      const PlaceId place(static_cast<std::size_t>(in.a));
      const auto slot = static_cast<Marking::Slot>(*top - 1);
      const auto count = static_cast<std::size_t>(machine.marking->total(place, slot));
      return scratch.insert(scratch.end(), count, machine.marking->colour(place, slot)), true;
    }
    case Opcode::sort_tokens:
      return sort_tokens(in, machine.evaluator, static_cast<std::size_t>(top[-1])), true;
    case Opcode::begin_sorted: {
      const Word begin = top[-1];
      const auto end = static_cast<Word>(scratch.size());
      top[-2] = begin;
      top[-1] = end;
      top[0] = in.a != 0 ? end : 0;
      return *++top = begin, true;
    }
    default:  // end_sorted
      scratch.resize(static_cast<std::size_t>(top[-1]));
      top[-1] = top[0];
      return --top, true;
  }
}

// (best, whether there is one, list, key, number, element, key) on top.
bool Code::better(const Instruction& in, Evaluator& evaluator, Word*& top) {
  const Word key = *top--;
  const Word element = *top--;
  Word* const best = top - 4;
  const auto compare = [&](Word type, Word a, Word b) {
    return evaluator.net().colours.compare(ColourSetId(static_cast<std::size_t>(type)), a, b, evaluator.pool());
  };
  if (best[1] != 0) {
    int order = compare(in.a, key, best[3]);
    if ((in.slot & kGreatest) != 0) order = -order;
    if (order > 0) return true;
    const bool first_element = (in.slot & kUnordered) != 0 && (in.slot & kElement) != 0;
    if (order == 0 && (!first_element || compare(in.b, element, best[0]) > 0)) return true;
  }
  best[0] = element;
  best[1] = 1;
  best[3] = key;
  return true;
}

void Code::ask_total(const Instruction& in, std::size_t& number, const Machine& machine, Word*& top) {
  const KeptTotal& total = (*machine.totals)[static_cast<std::size_t>(in.a)];
  const std::optional<Word> known = total.ask(machine.evaluator, machine.frame, *machine.marking, *top);
  if (!known) return void(--top);
  *top = *known;
  number = in.slot - 1;
}

bool Code::step_loop(const Instruction& in, std::size_t& number, const Machine& machine, Word*& top) {
  using Opcode = Instruction::Opcode;
  std::vector<Word>& scratch = machine.evaluator.scratch();
  switch (in.opcode) {
    case Opcode::next_item:
    case Opcode::next_colour:
    case Opcode::next_token:
    case Opcode::next_in_group:
    case Opcode::next_sorted:
      return next(in, number, machine, *top, top[-2]), true;
    case Opcode::add_item: {
      const Word term = *top--;
      Word& total = top[-1];
      if (in.a == 0) return !__builtin_add_overflow(total, term, &total);
      return total = word_of_real(real_of_word(total) + real_of_word(term)), true;
    }
    case Opcode::add_tokens:
      return add_tokens(in, *machine.marking, top);
    case Opcode::any_item:
      if ((*top-- != 0) != (in.a != 0)) return true;
      top[-1] = 1;
      if (in.b != 0) *top = kEndOfLoop;
      return true;
    case Opcode::best_item:
      return better(in, machine.evaluator, top);
    case Opcode::begin_list:
      return *++top = static_cast<Word>(scratch.size()), true;
    case Opcode::append_item:
      return scratch.push_back(*top--), true;
    case Opcode::end_list: {
      const auto begin = static_cast<std::size_t>(top[-1]);
      top -= 2;
      *top = machine.evaluator.pool().intern(std::span<const Word>(scratch).subspan(begin));
      return scratch.resize(begin), true;
    }
    case Opcode::end_best:
      top -= 4;
      if (in.a != 0) *top = top[3];
      return top[1] != 0;
    case Opcode::end_items:
      top[-2] = top[-1];
      return top -= 2, true;
    default:
      return step_sorted(in, machine, top);
  }
}

// The key of the parts on top, which it replaces.
void Code::group_key(const Instruction& in, const Marking& marking, Word*& top) {
  top -= in.slot - 1;
  const Word* const parts = top;
  *top = marking.indices()[IndexId(static_cast<std::size_t>(in.a))].key([parts](std::size_t k) { return parts[k]; });
}

bool Code::step_tokens(const Instruction& in, std::size_t& number, const Machine& machine, Word*& top) {
  using Opcode = Instruction::Opcode;
  switch (in.opcode) {
    case Opcode::tokens_all:
      return *++top = machine.marking->total_in(PlaceId(static_cast<std::size_t>(in.a))), true;
    case Opcode::tokens_of:
      return *top = machine.marking->total_of(PlaceId(static_cast<std::size_t>(in.a)), *top), true;
    case Opcode::tokens_group:
      group_key(in, *machine.marking, top);
      return *top = machine.marking->tokens_in_group(IndexId(static_cast<std::size_t>(in.a)), *top), true;
    case Opcode::group_key:
      return group_key(in, *machine.marking, top), true;
    case Opcode::kept_total:
      return ask_total(in, number, machine, top), true;
    default:
      return step_loop(in, number, machine, top);
  }
}

// Carries out one instruction. `number` is its own, and then that of the one before the next. False
// if it gives up.
bool Code::step(const Instruction& in, std::size_t& number, const Machine& machine, Word*& top) {
  using Opcode = Instruction::Opcode;
  Evaluator& evaluator = machine.evaluator;
  switch (in.opcode) {
    case Opcode::push:
      return *++top = in.a, true;
    case Opcode::load:
      return *++top = machine.frame[in.slot], true;
    case Opcode::store:
      return machine.variable(in.slot) = *top--, true;
    case Opcode::load_local:
      return *++top = machine.stack[in.slot], true;
    case Opcode::drop:
      return top -= in.slot, *top = top[in.slot], true;
    case Opcode::jump:
      return number = in.slot - 1, true;
    case Opcode::jump_if_false:
      return number = *top-- == 0 ? in.slot - 1 : number, true;
    case Opcode::evaluate:
      return *++top = evaluator.eval(ExprId(in.slot), machine.frame), true;
    case Opcode::apply:
      return apply(evaluator, ExprId(in.slot), in.a, top), true;
    case Opcode::call:
      return call(evaluator, ExprId(in.slot), in.a, top), true;
    case Opcode::recall:
      return recall(in, number, evaluator, top), true;
    case Opcode::keep:
      return keep(in, evaluator, top), true;
    case Opcode::now:
      return *++top = word_of_real(evaluator.now()), true;
    case Opcode::pack:
      return --top, *top += (top[1] - in.a) * in.b, true;
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
    case Opcode::check:
      return *top >= in.a && *top <= in.b;
    case Opcode::cycle_up:
    case Opcode::cycle_down:
      return *top = neighbour(in.opcode == Opcode::cycle_up, in.a, in.b, *top), true;
    case Opcode::to_real:
      return *top = word_of_real(static_cast<double>(*top)), true;
    case Opcode::integer:
      return apply_integer(in, top);
    case Opcode::real:
      return apply_real(in, top), true;
    default:
      return step_tokens(in, number, machine, top);
  }
}

// False if an instruction gives up.
[[gnu::flatten]] bool Code::run(Evaluator& evaluator, std::span<Word> frame, const Marking* marking, Word& result) const {
  Word stack[kStack + 1];
  Word* top = stack;  // the element under the first is never read
  const Machine machine{evaluator, frame, marking, totals_.get(), stack};
  const Instruction* const instructions = program_.data();
  const std::size_t count = program_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!step(instructions[i], i, machine, top)) return false;
  }
  result = *top;
  return true;
}

// What has no value (overflow, division by zero, out of range) is left to Evaluator, which repeats
// the whole expression and gives the error message: loops do not fail in the order that it has.
Word Code::eval_program(Evaluator& evaluator, std::span<Word> frame, const Marking* marking) const {
  const Gather lists(evaluator.scratch());
  Word result = 0;
  try {
    if (run(evaluator, frame, marking, result)) return result;
  } catch (const EvalError&) {
  }
  return evaluator.eval(expr_, frame);
}

// What was computed before for the same variables is found again.
Word Code::eval_kept(Evaluator& evaluator, std::span<Word> frame, const Marking* marking) const {
  MemoTable& memo = evaluator.memo();
  const auto compute = [&] { return program_.empty() ? evaluator.eval(expr_, frame) : eval_program(evaluator, frame, marking); };
  if (evaluator.budget().limited() || !memo.keeps(expr_)) return compute();
  std::array<Word, MemoTable::kMostArguments> values;
  for (std::size_t k = 0; k < kept_by_.size(); ++k) values[k] = frame[kept_by_[k]];
  const std::span<const Word> variables(values.data(), kept_by_.size());
  if (const std::optional<Word> kept = memo.find(expr_, variables)) return *kept;
  const Word value = compute();
  memo.keep(expr_, variables, value);
  return value;
}

std::optional<Word> Code::eval_counts(Evaluator& evaluator, std::span<Word> counts) const {
  Word result = 0;
  if (!run(evaluator, counts, nullptr, result)) return std::nullopt;
  return result;
}

}  // namespace petriloom
