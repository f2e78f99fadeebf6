// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/loop_compiler.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace petriloom {

namespace {

bool best(Op op) { return op == Op::argmin || op == Op::least || op == Op::greatest; }

/// The colour set all of whose colours a list is of; null: it is not, or they are too many.
const ColourSet* all_colours(const Net& net, ExprId list) {
  const Expr& node = net.exprs[list];
  if (node.op != Op::colours) return nullptr;
  const ColourSet& set = net.colours[net.colours[node.type].components[0]];
  return set.size() <= ValueOperations::kMostListElements ? &set : nullptr;
}

std::uint32_t variable_of(const Net& net, ExprId loop) { return static_cast<std::uint32_t>(net.exprs[loop].payload); }

// What a token was mapped to must not stand where the token does.
bool keeps_token(const Net& net, const Loop& loop) {
  for (std::size_t s = 1; s < loop.stages.size(); ++s) {
    if (loop.stages[s].slot == loop.stages[0].slot) return false;
  }
  return variable_of(net, loop.node) != loop.stages[0].slot;
}

}  // namespace

Loop loop_over(const Net& net, ExprId node, bool counting, Code::Calls calls) {
  Loop loop;
  loop.node = node;
  loop.list = net.exprs.children(node)[0];
  const Expr& whole = net.exprs[node];
  // What a filter asks is its last stage.
  if (counting && calls == Code::Calls::compiled)
    loop.tokens = token_stages(net, whole.op == Op::filter ? node : loop.list, std::numeric_limits<std::size_t>::max());
  if (loop.tokens) {
    loop.ordered = whole.op == Op::map || whole.op == Op::filter || (whole.op == Op::sum && whole.type == ColourTable::kReal);
    loop.stages = loop.tokens->stages;
    loop.maps = std::any_of(loop.stages.begin(), loop.stages.end(),
                            [&](const TokenStage& stage) { return net.exprs[stage.node].op == Op::map; });
    return loop;
  }
  const auto add = [&](ExprId filter) {
    loop.stages.push_back({filter, variable_of(net, filter), {net.exprs.children(filter)[1]}, 0});
  };
  if (whole.op == Op::filter) add(node);
  for (; calls == Code::Calls::compiled && net.exprs[loop.list].op == Op::filter; loop.list = net.exprs.children(loop.list)[0])
    add(loop.list);
  std::reverse(loop.stages.begin(), loop.stages.end());
  return loop;
}

bool compiles(const Net& net, const Loop& loop, Code::Calls calls) {
  const Expr& node = net.exprs[loop.node];
  if (calls == Code::Calls::evaluated) return node.op == Op::sum && !net.exprs.looks(loop.list, look::tokens);
  if (loop.tokens) return node.op != Op::sort && (loop.ordered || !loop.maps || keeps_token(net, loop));
  const Op list = net.exprs[loop.list].op;
  return (list != Op::map && list != Op::token_list) || !net.exprs.looks(loop.list, look::tokens);
}

LoopCompiler::LoopCompiler(CodeCompiler& compiler, ExprId node, CodeCompiler::Lists lists, ColourSetId element)
    : compiler_(compiler),
      net_(compiler.net_),
      calls_(compiler.compiles_calls_ ? Code::Calls::compiled : Code::Calls::evaluated),
      loop_(loop_over(net_, node, compiler.counting_ != nullptr, calls_)),
      op_(net_.exprs[node].op),
      lists_(lists),
      element_(element) {}

void LoopCompiler::emit() {
  if (!compiles()) return compiler_.slow(loop_.node);
  emit_total();
  const std::size_t depth = compiler_.depth_;
  begin();
  if (loop_.ordered) {
    emit_sorted();
  } else if (op_ == Op::map || op_ == Op::filter) {
    emit_list();
  } else if (op_ == Op::sort) {
    emit_sort();
  } else if (op_ == Op::sum) {
    emit_sum();
  } else if (best(op_)) {
    emit_best();
  } else {
    emit_any();
  }
  const auto variables = static_cast<std::uint32_t>(compiler_.depth_ - depth - 1);
  if (variables == 0) return;
  compiler_.put(Instruction{Opcode::drop, op_, variables, 0, 0}, 0);
  compiler_.depth_ -= variables;
}

void LoopCompiler::emit_list() {
  op_ == Op::map ? emit_body() : compiler_.emit_variable(variable());
  compiler_.put(Opcode::append_item, 0, 0, -1);
  finish({Opcode::end_list, op_, 0, 0, compiler_.making(lists_)}, 2);
}

void LoopCompiler::emit_sort() {
  compiler_.emit_variable(variable());
  compiler_.put(Opcode::append_item, 0, 0, -1);
  emit_body();
  compiler_.put(Opcode::append_item, 0, 0, -1);
  const ColourSetId key = net_.exprs[net_.exprs.children(loop_.node)[1]].type;
  finish({Opcode::end_sort, op_, 0, static_cast<Word>(key.index()), compiler_.making(lists_)}, 2);
}

void LoopCompiler::emit_sum() {
  emit_body();
  if (loop_.tokens) {
    compiler_.put(Opcode::add_tokens, static_cast<Word>(loop_.tokens->place.index()), 0, -1);
  } else {
    compiler_.put(Opcode::add_item, net_.exprs[loop_.node].type == ColourTable::kReal ? 1 : 0, 0, -1);
  }
  finish({Opcode::end_items, op_, 0, 0, 0}, 2);
}

void LoopCompiler::emit_best() {
  const ExprId key = net_.exprs.children(loop_.node)[1];
  const bool element = op_ == Op::argmin;
  if (!element) {
    compiler_.put(Opcode::push, 0, 0, 1);
  } else {
    // Of tokens the best is the token, since their order decides between equal keys.
    compiler_.emit_variable(loop_.stages.empty() || !loop_.tokens ? variable() : loop_.stages[0].slot);
  }
  emit_body();
  Instruction in{Opcode::best_item, op_, 0, static_cast<Word>(net_.exprs[key].type.index()), 0};
  in.slot = (op_ == Op::greatest ? Instruction::kGreatest : 0) | (loop_.tokens ? Instruction::kUnordered : 0) |
            (element ? Instruction::kElement : 0);
  if (loop_.tokens) in.b = static_cast<Word>(net_[loop_.tokens->place].colour.index());
  compiler_.put(in, -1);
  compiler_.depth_ -= 1;
  finish({Opcode::end_best, op_, 0, element ? 0 : 1, 0}, 4);
  if (!element || !loop_.maps) return;
  compiler_.put(Instruction{Opcode::store, Op::argmin, compiler_.place_of(loop_.stages[0].slot), 0, 0}, -1);
  emit_stages(false);
  compiler_.emit_variable(variable());
}

// What would end the loop must not hide what Evaluator sees fail.
void LoopCompiler::emit_any() {
  emit_body();
  const bool ends = (!loop_.tokens && loop_.stages.empty()) || certain(loop_.next + 1);
  compiler_.put(Opcode::any_item, op_ == Op::exists ? 1 : 0, ends ? 1 : 0, -1);
  finish({Opcode::end_items, op_, 0, 0, 0}, 2);
  if (op_ == Op::forall) compiler_.put(Instruction{Opcode::integer, Op::not_, 1, 0, 0}, 0);
}

std::uint32_t LoopCompiler::variable() const { return variable_of(net_, loop_.node); }

void LoopCompiler::emit_body() {
  const ExprId body = net_.exprs.children(loop_.node)[1];
  element_.valid() ? compiler_.emit_as(body, element_) : compiler_.emit(body);
}

void LoopCompiler::begin() {
  std::vector<std::uint32_t> slots{variable()};
  for (const TokenStage& stage : loop_.stages) {
    if (std::find(slots.begin(), slots.end(), stage.slot) == slots.end()) slots.push_back(stage.slot);
  }
  const auto first = static_cast<std::uint32_t>(compiler_.depth_ + 1);
  for (std::size_t k = 0; compiler_.scope_ != nullptr && k < slots.size(); ++k) compiler_.put(Opcode::push, 0, 0, 1);
  for (int k = 0; best(op_) && k < 2; ++k) compiler_.put(Opcode::push, 0, 0, 1);
  emit_source();
  const bool makes_list = op_ == Op::map || op_ == Op::filter || op_ == Op::sort;
  loop_.ordered || makes_list ? compiler_.put(Opcode::begin_list, 0, 0, 1) : compiler_.put(Opcode::push, 0, 0, 1);
  through_integers() ? compiler_.emit(net_.exprs.children(loop_.list)[0]) : compiler_.put(Opcode::push, 0, 0, 1);
  // What is gone through has been made with other variables in these slots.
  for (std::uint32_t k = 0; compiler_.scope_ != nullptr && k < slots.size(); ++k)
    compiler_.scope_->at[slots[k]] = (first + k) | Instruction::kLocal;
  Instruction next{Opcode::next_item, op_, compiler_.place_of(loop_.stages.empty() ? slots[0] : loop_.stages[0].slot), 0, 0};
  if (loop_.tokens) {
    const bool all = loop_.tokens->known.parts.empty();
    next.opcode = all ? Opcode::next_token : Opcode::next_in_group;
    next.b = static_cast<Word>(all ? loop_.tokens->place.index() : loop_.index.index());
  } else if (const ColourSet* const set = all_colours(net_, loop_.list); set != nullptr && compiler_.compiles_calls_) {
    next.opcode = Opcode::next_colour;
    next.b = set->low;
  } else if (through_integers()) {
    next.opcode = Opcode::next_integer;
  }
  loop_.next = compiler_.put(next, 0);
  emit_stages(true);
}

void LoopCompiler::emit_stages(bool filters) {
  const bool exact = loop_.index.valid() && (*compiler_.counting_)[loop_.index].exact();
  for (std::size_t s = 0; s < loop_.stages.size(); ++s) {
    const TokenStage& stage = loop_.stages[s];
    const bool maps = net_.exprs[stage.node].op == Op::map;
    for (std::size_t k = exact ? stage.known : 0; filters && k < stage.conditions.size(); ++k) {
      compiler_.emit(stage.conditions[k]);
      compiler_.put(Instruction{Opcode::jump_if_false, op_, static_cast<std::uint32_t>(loop_.next), 0, 0}, -1);
    }
    const std::uint32_t to = s + 1 < loop_.stages.size() ? loop_.stages[s + 1].slot : variable();
    if (!maps && to == stage.slot) continue;
    maps ? compiler_.emit(net_.exprs.children(stage.node)[1]) : compiler_.emit_variable(stage.slot);
    compiler_.put(Instruction{Opcode::store, net_.exprs[stage.node].op, compiler_.place_of(to), 0, 0}, -1);
  }
}

// The tokens that pass are kept in scratch, sorted, and gone through once more.
void LoopCompiler::emit_sorted() {
  const PlaceId place = loop_.tokens->place;
  compiler_.put(Opcode::append_token, static_cast<Word>(place.index()));
  finish({Opcode::sort_tokens, op_, 0, static_cast<Word>(net_[place].colour.index()), 0}, 0);
  if (op_ == Op::filter && !loop_.maps) {
    compiler_.put(Instruction{Opcode::end_list, op_, 0, 0, compiler_.making(lists_)}, -1);
    compiler_.depth_ -= 1;
    return;
  }
  const bool list = op_ != Op::sum;
  compiler_.put(Opcode::begin_sorted, list ? 1 : 0, 0, 1);
  const std::uint32_t slot = loop_.maps ? loop_.stages[0].slot : variable();
  loop_.next = compiler_.put(Instruction{Opcode::next_sorted, op_, compiler_.place_of(slot), 0, 0}, 0);
  if (loop_.maps) emit_stages(false);
  op_ == Op::filter ? compiler_.emit_variable(variable()) : emit_body();
  list ? compiler_.put(Opcode::append_item, 0, 0, -1) : compiler_.put(Opcode::add_item, 1, 0, -1);
  finish({list ? Opcode::end_list : Opcode::end_items, op_, 0, 0, list ? compiler_.making(lists_) : 0}, 2);
  compiler_.put(Opcode::end_sorted, 0, 0, -1);
}

void LoopCompiler::emit_source() {
  if (loop_.tokens) {
    emit_all_tokens();
    if (loop_.tokens->known.parts.empty()) return;
    emit_key();
    compiler_.put(Instruction{Opcode::drop, Op::token_list, 1, 0, 0}, -1);
    return;
  }
  if (through_integers()) return compiler_.emit(net_.exprs.children(loop_.list)[1]);
  const ColourSet* const set = all_colours(net_, loop_.list);
  if (set == nullptr || !compiler_.compiles_calls_) return compiler_.emit(loop_.list, CodeCompiler::Lists::held);
  compiler_.put(Opcode::push, static_cast<Word>(set->size()), 0, 1);
}

bool LoopCompiler::through_integers() const {
  return !loop_.tokens && compiler_.compiles_calls_ && net_.exprs[loop_.list].op == Op::range_list;
}

void LoopCompiler::emit_all_tokens() {
  compiler_.put(Opcode::tokens_all, static_cast<Word>(loop_.tokens->place.index()), 0, 1);
  compiler_.put(Opcode::check, 0, static_cast<Word>(ValueOperations::kMostListElements));
}

// The key of the tokens that match what is known.
void LoopCompiler::emit_key() {
  const Pattern& known = loop_.tokens->known;
  if (known.parts.empty()) return compiler_.put(Opcode::push, 0, 0, 1);
  for (const PatternPart& part : known.parts) {
    compiler_.emit_part(part);
    if (net_.colours.same_words(part.leaf, part.type)) continue;
    compiler_.put(Opcode::check, net_.colours[part.type].low, net_.colours[part.type].high);
  }
  const auto count = static_cast<std::uint32_t>(known.parts.size());
  compiler_.put(Instruction{Opcode::group_key, Op::token_list, count, static_cast<Word>(loop_.index.index()), 0}, 0);
  compiler_.depth_ -= count - 1;
}

// The index of what is known, and what is kept of its groups. A loop that is left to Evaluator in
// the end has added them for nothing.
void LoopCompiler::emit_total() {
  if (!loop_.tokens) return;
  const Pattern& known = loop_.tokens->known;
  std::vector<std::uint32_t> key(known.parts.size());
  std::iota(key.begin(), key.end(), 0U);
  if (!key.empty()) loop_.index = index_on(net_.colours, loop_.tokens->place, true, known, key, *compiler_.counting_);
  if (loop_.ordered || (!key.empty() && !(*compiler_.counting_)[loop_.index].exact())) return;
  std::optional<KeptTotal> total = KeptTotal::of(net_, loop_.node, *loop_.tokens);
  if (!total) return;
  if (key.empty()) loop_.index = index_on(net_.colours, loop_.tokens->place, true, known, key, *compiler_.counting_);
  total->keep(loop_.index, compiler_.counting_->add_total());
  emit_all_tokens();
  emit_key();
  compiler_.put(Instruction{Opcode::drop, Op::token_list, 1, 0, 0}, -1);
  loop_.total = compiler_.put(Instruction{Opcode::kept_total, op_, 0, static_cast<Word>(compiler_.totals_.size()), 0}, -1);
  compiler_.totals_.push_back(std::move(*total));
}

void LoopCompiler::finish(Instruction end, std::size_t words) {
  compiler_.put(Instruction{Opcode::jump, end.op, static_cast<std::uint32_t>(loop_.next), 0, 0}, 0);
  compiler_.code_.program_[loop_.next].a = static_cast<Word>(compiler_.code_.program_.size());
  compiler_.put(end, 0);
  compiler_.depth_ -= words;
  if (loop_.total != 0) compiler_.land(loop_.total);
}

// Whether the instructions from here on have values whatever they are applied to.
bool LoopCompiler::certain(std::size_t from) const {
  return std::all_of(compiler_.code_.program_.begin() + static_cast<std::ptrdiff_t>(from), compiler_.code_.program_.end(),
                     [](const Instruction& in) {
                       switch (in.opcode) {
                         case Opcode::integer:
                           return (in.op >= Op::equal && in.op <= Op::not_) || in.op == Op::minimum || in.op == Op::maximum;
                         case Opcode::evaluate:
                         case Opcode::apply:
                         case Opcode::element:
                         case Opcode::tail:
                         case Opcode::content:
                         case Opcode::check:
                         case Opcode::join:
                         case Opcode::next_integer:
                         case Opcode::add_item:
                         case Opcode::add_tokens:
                         case Opcode::best_item:
                         case Opcode::end_best:
                           return false;
                         default:
                           return true;
                       }
                     });
}

}  // namespace petriloom
