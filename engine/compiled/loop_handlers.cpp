// SPDX-License-Identifier: Apache-2.0
// Loops, and tokens.
#include <algorithm>
#include <array>

#include "engine/compiled/handlers.h"
#include "engine/compiled/kept_total.h"

namespace petriloom {

namespace {

using Opcode = Instruction::Opcode;

// Instead of the next element of a loop that has its result.
constexpr Word kEndOfLoop = Word{1} << 62U;
constexpr auto kMostElements = static_cast<Word>(ValueOperations::kMostListElements);

PlaceId place_of(Word word) { return PlaceId(static_cast<std::size_t>(word)); }
IndexId index_of(Word word) { return IndexId(static_cast<std::size_t>(word)); }
ColourSetId colour_set_of(Word word) { return ColourSetId(static_cast<std::size_t>(word)); }

// Each goes on to the next element of what a loop goes through: (list, result, number) on top.
Next found(const Step& in, Word* top, const StackMachine& machine, Word element) {
  machine.variable(in.slot) = element;
  ++*top;
  return go_on(in, top);
}
Next next_item(const Step& in, Word* top, const StackMachine& machine) {
  machine.evaluator.budget().poll();
  const std::span<const Word> words = machine.evaluator.pool().view(top[-2]);
  if (*top >= static_cast<Word>(words.size())) return jump_from(in, top);
  return found(in, top, machine, words[static_cast<std::size_t>(*top)]);
}
Next next_integer(const Step& in, Word* top, const StackMachine& machine) {
  machine.evaluator.budget().poll();
  const Word last = top[-2];
  if (*top > last) return jump_from(in, top);
  // More than a list can have; kEndOfLoop is behind the last of them.
  Word rest = 0;
  if (last >= kEndOfLoop || __builtin_sub_overflow(last, *top, &rest) || rest >= kMostElements) return give_up();
  return found(in, top, machine, *top);
}
Next next_colour(const Step& in, Word* top, const StackMachine& machine) {
  machine.evaluator.budget().poll();
  return *top >= top[-2] ? jump_from(in, top) : found(in, top, machine, in.b + *top);
}
Next next_token(const Step& in, Word* top, const StackMachine& machine) {
  machine.evaluator.budget().poll();
  const Marking& marking = *machine.marking;
  const PlaceId place = place_of(in.b);
  const auto slots = static_cast<Word>(marking.slots(place));
  while (*top < slots && marking.total(place, static_cast<Marking::Slot>(*top)) == 0) ++*top;
  if (*top >= slots) return jump_from(in, top);
  return found(in, top, machine, marking.colour(place, static_cast<Marking::Slot>(*top)));
}
Next next_in_group(const Step& in, Word* top, const StackMachine& machine) {
  machine.evaluator.budget().poll();
  const Marking& marking = *machine.marking;
  const IndexId index = index_of(in.b);
  if (*top == kEndOfLoop) return jump_from(in, top);
  const Marking::Slot slot = *top == 0 ? marking.first(index, top[-2]) : marking.next(index, static_cast<Marking::Slot>(*top - 1));
  if (slot == Marking::kNone) return jump_from(in, top);
  *top = slot;
  return found(in, top, machine, marking.colour(marking.indices()[index].place, slot));
}
Next next_sorted(const Step& in, Word* top, const StackMachine& machine) {
  machine.evaluator.budget().poll();
  if (*top >= top[-2]) return jump_from(in, top);
  return found(in, top, machine, machine.evaluator.scratch()[static_cast<std::size_t>(*top)]);
}

// What is done with each element.
Next add_item(const Step& in, Word* top, const StackMachine&) {
  const Word term = *top--;
  Word& total = top[-1];
  if (in.a == 0) return go_on_if(!__builtin_add_overflow(total, term, &total), in, top);
  return total = word_of_real(real_of_word(total) + real_of_word(term)), go_on(in, top);
}
// Whatever the order is, sums of at most 2^20 such terms fit.
Next add_tokens(const Step& in, Word* top, const StackMachine& machine) {
  constexpr Word kMostTerm = Word{1} << 40U;
  Word term = *top--;
  const std::int64_t count = machine.marking->total(place_of(in.a), static_cast<Marking::Slot>(*top - 1));
  if (__builtin_mul_overflow(term, count, &term) || term > kMostTerm || term < -kMostTerm) return give_up();
  return top[-1] += term, go_on(in, top);
}
Next any_item(const Step& in, Word* top, const StackMachine&) {
  if ((*top-- != 0) != (in.a != 0)) return go_on(in, top);
  top[-1] = 1;
  if (in.b != 0) *top = kEndOfLoop;
  return go_on(in, top);
}
// (best, whether there is one, list, key, number, element, key) on top.
Next best_item(const Step& in, Word* top, const StackMachine& machine) {
  const Word key = *top--;
  const Word element = *top--;
  Word* const best = top - 4;
  const auto compare = [&](Word type, Word a, Word b) {
    return machine.evaluator.net().colours.compare(colour_set_of(type), a, b, machine.evaluator.pool());
  };
  if (best[1] != 0) {
    int order = compare(in.a, key, best[3]);
    if ((in.slot & Instruction::kGreatest) != 0) order = -order;
    if (order > 0) return go_on(in, top);
    const bool first_element = (in.slot & Instruction::kUnordered) != 0 && (in.slot & Instruction::kElement) != 0;
    if (order == 0 && (!first_element || compare(in.b, element, best[0]) > 0)) return go_on(in, top);
  }
  best[0] = element;
  best[1] = 1;
  best[3] = key;
  return go_on(in, top);
}
Next append_token(const Step& in, Word* top, const StackMachine& machine) {
  std::vector<Word>& scratch = machine.evaluator.scratch();
  const auto slot = static_cast<Marking::Slot>(*top - 1);
  const auto count = static_cast<std::size_t>(machine.marking->total(place_of(in.a), slot));
  return scratch.insert(scratch.end(), count, machine.marking->colour(place_of(in.a), slot)), go_on(in, top);
}
Next append_item(const Step& in, Word* top, const StackMachine& machine) {
  return machine.evaluator.scratch().push_back(*top), go_on(in, top - 1);
}

// What has passed comes mostly in order, as tokens stand behind those that came before them. Equal
// ones have equal words.
Next sort_tokens(const Step& in, Word* top, const StackMachine& machine) {
  std::vector<Word>& scratch = machine.evaluator.scratch();
  const ColourTable& colours = machine.evaluator.net().colours;
  const auto from = scratch.begin() + top[-1];
  const auto less = [&](Word a, Word b) {
    return a != b && colours.compare(colour_set_of(in.a), a, b, machine.evaluator.pool()) < 0;
  };
  if (!std::is_sorted(from, scratch.end(), less)) std::sort(from, scratch.end(), less);
  return go_on(in, top);
}
Next begin_sorted(const Step& in, Word* top, const StackMachine& machine) {
  const Word begin = top[-1];
  const auto end = static_cast<Word>(machine.evaluator.scratch().size());
  top[-2] = begin;
  top[-1] = end;
  top[0] = in.a != 0 ? end : 0;
  return *++top = begin, go_on(in, top);
}
Next end_sorted(const Step& in, Word* top, const StackMachine& machine) {
  machine.evaluator.scratch().resize(static_cast<std::size_t>(top[-1]));
  return top[-1] = top[0], go_on(in, top - 1);
}
Next begin_list(const Step& in, Word* top, const StackMachine& machine) {
  return *++top = static_cast<Word>(machine.evaluator.scratch().size()), go_on(in, top);
}
Next end_list(const Step& in, Word* top, const StackMachine& machine) {
  std::vector<Word>& scratch = machine.evaluator.scratch();
  const auto begin = static_cast<std::size_t>(top[-1]);
  top -= 2;
  *top = made_list(in, machine.evaluator.pool(), std::span<const Word>(scratch).subspan(begin));
  return scratch.resize(begin), go_on(in, top);
}
// Pairs of an element and its key; of equal keys the order stays.
Next end_sort(const Step& in, Word* top, const StackMachine& machine) {
  using Pair = std::array<Word, 2>;
  std::vector<Word>& scratch = machine.evaluator.scratch();
  const auto begin = static_cast<std::size_t>(top[-1]);
  std::vector<Pair> pairs((scratch.size() - begin) / 2);
  for (std::size_t k = 0; k < pairs.size(); ++k) pairs[k] = {scratch[begin + 2 * k], scratch[begin + 2 * k + 1]};
  const auto less = [&](const Pair& x, const Pair& y) {
    return machine.evaluator.net().colours.compare(colour_set_of(in.a), x[1], y[1], machine.evaluator.pool()) < 0;
  };
  if (!std::is_sorted(pairs.begin(), pairs.end(), less)) std::stable_sort(pairs.begin(), pairs.end(), less);
  for (std::size_t k = 0; k < pairs.size(); ++k) scratch[begin + k] = pairs[k][0];
  scratch.resize(begin + pairs.size());
  return end_list(in, top, machine);
}
Next end_items(const Step& in, Word* top, const StackMachine&) { return top[-2] = top[-1], go_on(in, top - 2); }
Next end_best(const Step& in, Word* top, const StackMachine&) {
  top -= 4;
  if (in.a != 0) *top = top[3];
  return go_on_if(top[1] != 0, in, top);
}

Next tokens_all(const Step& in, Word* top, const StackMachine& machine) {
  return *++top = machine.marking->total_in(place_of(in.a)), go_on(in, top);
}
Next tokens_of(const Step& in, Word* top, const StackMachine& machine) {
  return *top = machine.marking->total_of(place_of(in.a), *top), go_on(in, top);
}
// The key of the parts on top, which it replaces.
Next group_key(const Step& in, Word* top, const StackMachine& machine) {
  top -= in.slot - 1;
  const Word* const parts = top;
  *top = machine.marking->indices()[index_of(in.a)].key([parts](std::size_t k) { return parts[k]; });
  return go_on(in, top);
}
Next tokens_group(const Step& in, Word* top, const StackMachine& machine) {
  top = group_key(in, top, machine).top;
  return *top = machine.marking->tokens_in_group(index_of(in.a), *top), go_on(in, top);
}
Next kept_total(const Step& in, Word* top, const StackMachine& machine) {
  const KeptTotal& total = (*machine.totals)[static_cast<std::size_t>(in.a)];
  const std::optional<Word> known = total.ask(machine.evaluator, machine.frame, *machine.marking, *top);
  if (!known) return go_on(in, top - 1);
  return *top = *known, jump_from(in, top);
}

constexpr HandlerEntry kLoopHandlers[] = {
    entry<next_item>(Opcode::next_item),         entry<next_colour>(Opcode::next_colour),   entry<next_token>(Opcode::next_token),
    entry<next_in_group>(Opcode::next_in_group), entry<next_sorted>(Opcode::next_sorted),   entry<add_item>(Opcode::add_item),
    entry<add_tokens>(Opcode::add_tokens),       entry<any_item>(Opcode::any_item),         entry<best_item>(Opcode::best_item),
    entry<append_token>(Opcode::append_token),   entry<append_item>(Opcode::append_item),   entry<begin_list>(Opcode::begin_list),
    entry<next_integer>(Opcode::next_integer),   entry<end_sort>(Opcode::end_sort),         entry<end_list>(Opcode::end_list),
    entry<sort_tokens>(Opcode::sort_tokens),     entry<begin_sorted>(Opcode::begin_sorted), entry<end_sorted>(Opcode::end_sorted),
    entry<end_items>(Opcode::end_items),         entry<end_best>(Opcode::end_best),         entry<tokens_all>(Opcode::tokens_all),
    entry<tokens_of>(Opcode::tokens_of),         entry<tokens_group>(Opcode::tokens_group), entry<group_key>(Opcode::group_key),
    entry<kept_total>(Opcode::kept_total),
};

}  // namespace

std::span<const HandlerEntry> loop_handlers() { return kLoopHandlers; }

}  // namespace petriloom
