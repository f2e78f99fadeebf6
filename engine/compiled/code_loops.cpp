// SPDX-License-Identifier: Apache-2.0
// Functions where they are called, and loops over lists, colours and tokens.
#include <algorithm>
#include <numeric>

#include "engine/compiled/code_compiler.h"

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

}  // namespace

void CodeCompiler::emit_let(ExprId id) {
  const auto children = net_.exprs.children(id);
  const auto slot = static_cast<std::uint32_t>(net_.exprs[id].payload);
  emit(children[0]);
  if (scope_ == nullptr) {
    put(Instruction{Opcode::store, Op::let, slot, 0, 0}, -1);
    return emit(children[1]);
  }
  scope_->at[slot] = static_cast<std::uint32_t>(depth_);
  emit(children[1]);
  put(Instruction{Opcode::drop, Op::let, 1, 0, 0}, -1);
}

bool CodeCompiler::recursive(const Function& function) const {
  for (const Scope* scope = scope_; scope != nullptr; scope = scope->outer) {
    if (scope->function == &function) return true;
  }
  return false;
}

void CodeCompiler::emit_call(ExprId id) {
  const Expr& node = net_.exprs[id];
  const Function& function = net_.functions[static_cast<std::size_t>(node.payload)];
  const std::size_t begin = code_.program_.size();
  const std::size_t depth = depth_;
  if (!compiles_calls_ || !function.body.valid() || recursive(function) || begin > kMostInstructions) return slow(id);
  Scope scope{&function, scope_, std::vector<std::uint32_t>(function.slots)};
  for (std::uint32_t k = 0; k < node.count; ++k) {
    emit(net_.exprs.children(id)[k]);
    scope.at[k] = static_cast<std::uint32_t>(depth_);
  }
  scope_ = &scope;
  emit(function.body);
  scope_ = scope.outer;
  put(Instruction{Opcode::drop, Op::call, node.count, 0, 0}, 0);
  depth_ -= node.count;
  if (!failed_ || scope_ != nullptr) return;
  failed_ = false;
  code_.program_.resize(begin);
  depth_ = depth;
  slow(id);
}

void CodeCompiler::emit_loop(ExprId id) {
  const Code::Calls calls = compiles_calls_ ? Code::Calls::compiled : Code::Calls::evaluated;
  Loop loop = loop_over(net_, id, counting_ != nullptr, calls);
  if (!compiles(net_, loop, calls)) return slow(id);
  const Expr& node = net_.exprs[id];
  emit_total(loop);
  const std::size_t depth = depth_;
  begin(loop);
  if (loop.ordered) {
    emit_sorted(loop);
  } else if (node.op == Op::map) {
    emit_body(loop);
    put(Opcode::append_item, 0, 0, -1);
    finish(loop, {Opcode::end_list, node.op, 0, 0, 0}, 2);
  } else if (node.op == Op::filter) {
    emit_variable(variable(id));
    put(Opcode::append_item, 0, 0, -1);
    finish(loop, {Opcode::end_list, node.op, 0, 0, 0}, 2);
  } else if (node.op == Op::sum) {
    emit_body(loop);
    if (loop.tokens) {
      put(Opcode::add_tokens, static_cast<Word>(loop.tokens->place.index()), 0, -1);
    } else {
      put(Opcode::add_item, node.type == ColourTable::kReal ? 1 : 0, 0, -1);
    }
    finish(loop, {Opcode::end_items, node.op, 0, 0, 0}, 2);
  } else if (best(node.op)) {
    const ExprId key = net_.exprs.children(id)[1];
    const bool element = node.op == Op::argmin;
    // Of tokens the best is the token, since their order decides between equal keys.
    element ? emit_variable(loop.stages.empty() || !loop.tokens ? variable(id) : loop.stages[0].slot) : put(Opcode::push, 0, 0, 1);
    emit_body(loop);
    Instruction in{Opcode::best_item, node.op, 0, static_cast<Word>(net_.exprs[key].type.index()), 0};
    in.slot =
        (node.op == Op::greatest ? Code::kGreatest : 0) | (loop.tokens ? Code::kUnordered : 0) | (element ? Code::kElement : 0);
    if (loop.tokens) in.b = static_cast<Word>(net_[loop.tokens->place].colour.index());
    put(in, -1);
    depth_ -= 1;
    finish(loop, {Opcode::end_best, node.op, 0, element ? 0 : 1, 0}, 4);
    if (element && loop.maps) {
      put(Instruction{Opcode::store, Op::argmin, target(loop.stages[0].slot), 0, 0}, -1);
      emit_stages(loop, false);
      emit_variable(variable(id));
    }
  } else {
    // What would end the loop must not hide what Evaluator sees fail.
    emit_body(loop);
    const bool ends = (!loop.tokens && loop.stages.empty()) || certain(loop.next + 1);
    put(Opcode::any_item, node.op == Op::exists ? 1 : 0, ends ? 1 : 0, -1);
    finish(loop, {Opcode::end_items, node.op, 0, 0, 0}, 2);
    if (node.op == Op::forall) put(Instruction{Opcode::integer, Op::not_, 1, 0, 0}, 0);
  }
  const auto variables = static_cast<std::uint32_t>(depth_ - depth - 1);
  if (variables == 0) return;
  put(Instruction{Opcode::drop, node.op, variables, 0, 0}, 0);
  depth_ -= variables;
}

std::uint32_t CodeCompiler::variable(ExprId loop) const { return static_cast<std::uint32_t>(net_.exprs[loop].payload); }

void CodeCompiler::emit_body(const Loop& loop) { emit(net_.exprs.children(loop.node)[1]); }

void CodeCompiler::begin(Loop& loop) {
  std::vector<std::uint32_t> slots{variable(loop.node)};
  for (const TokenStage& stage : loop.stages) {
    if (std::find(slots.begin(), slots.end(), stage.slot) == slots.end()) slots.push_back(stage.slot);
  }
  const auto first = static_cast<std::uint32_t>(depth_ + 1);
  for (std::size_t k = 0; scope_ != nullptr && k < slots.size(); ++k) put(Opcode::push, 0, 0, 1);
  const Op op = net_.exprs[loop.node].op;
  for (int k = 0; best(op) && k < 2; ++k) put(Opcode::push, 0, 0, 1);
  emit_source(loop);
  loop.ordered || op == Op::map || op == Op::filter ? put(Opcode::begin_list, 0, 0, 1) : put(Opcode::push, 0, 0, 1);
  put(Opcode::push, 0, 0, 1);
  // What is gone through has been made with other variables in these slots.
  for (std::uint32_t k = 0; scope_ != nullptr && k < slots.size(); ++k) scope_->at[slots[k]] = first + k;
  Instruction next{Opcode::next_item, op, target(loop.stages.empty() ? slots[0] : loop.stages[0].slot), 0, 0};
  if (loop.tokens) {
    const bool all = loop.tokens->known.parts.empty();
    next.opcode = all ? Opcode::next_token : Opcode::next_in_group;
    next.b = static_cast<Word>(all ? loop.tokens->place.index() : loop.index.index());
  } else if (const ColourSet* const set = all_colours(net_, loop.list); set != nullptr && compiles_calls_) {
    next.opcode = Opcode::next_colour;
    next.b = set->low;
  }
  loop.next = put(next, 0);
  emit_stages(loop, true);
}

std::uint32_t CodeCompiler::target(std::uint32_t slot) const { return scope_ == nullptr ? slot : scope_->at[slot] | Code::kLocal; }

void CodeCompiler::emit_stages(const Loop& loop, bool filters) {
  const bool exact = loop.index.valid() && (*counting_)[loop.index].exact();
  for (std::size_t s = 0; s < loop.stages.size(); ++s) {
    const TokenStage& stage = loop.stages[s];
    const bool maps = net_.exprs[stage.node].op == Op::map;
    for (std::size_t k = exact ? stage.known : 0; filters && k < stage.conditions.size(); ++k) {
      emit(stage.conditions[k]);
      put(Instruction{Opcode::jump_if_false, net_.exprs[loop.node].op, static_cast<std::uint32_t>(loop.next), 0, 0}, -1);
    }
    const std::uint32_t to = s + 1 < loop.stages.size() ? loop.stages[s + 1].slot : variable(loop.node);
    if (!maps && to == stage.slot) continue;
    maps ? emit(net_.exprs.children(stage.node)[1]) : emit_variable(stage.slot);
    put(Instruction{Opcode::store, net_.exprs[stage.node].op, target(to), 0, 0}, -1);
  }
}

// The tokens that pass are kept in scratch, sorted, and gone through once more.
void CodeCompiler::emit_sorted(const Loop& loop) {
  const Expr& node = net_.exprs[loop.node];
  const PlaceId place = loop.tokens->place;
  put(Opcode::append_token, static_cast<Word>(place.index()));
  finish(loop, {Opcode::sort_tokens, node.op, 0, static_cast<Word>(net_[place].colour.index()), 0}, 0);
  if (node.op == Op::filter && !loop.maps) {
    put(Instruction{Opcode::end_list, node.op, 0, 0, 0}, -1);
    depth_ -= 1;
    return;
  }
  const bool list = node.op != Op::sum;
  put(Opcode::begin_sorted, list ? 1 : 0, 0, 1);
  Loop sorted = loop;
  const std::uint32_t slot = loop.maps ? loop.stages[0].slot : variable(loop.node);
  sorted.next = put(Instruction{Opcode::next_sorted, node.op, target(slot), 0, 0}, 0);
  if (loop.maps) emit_stages(sorted, false);
  node.op == Op::filter ? emit_variable(variable(loop.node)) : emit_body(loop);
  list ? put(Opcode::append_item, 0, 0, -1) : put(Opcode::add_item, 1, 0, -1);
  finish(sorted, {list ? Opcode::end_list : Opcode::end_items, node.op, 0, 0, 0}, 2);
  put(Opcode::end_sorted, 0, 0, -1);
}

void CodeCompiler::emit_source(const Loop& loop) {
  if (loop.tokens) {
    emit_all_tokens(loop);
    if (loop.tokens->known.parts.empty()) return;
    emit_key(loop);
    put(Instruction{Opcode::drop, Op::token_list, 1, 0, 0}, -1);
    return;
  }
  const ColourSet* const set = all_colours(net_, loop.list);
  if (set == nullptr || !compiles_calls_) return emit(loop.list);
  put(Opcode::push, static_cast<Word>(set->size()), 0, 1);
}

void CodeCompiler::emit_all_tokens(const Loop& loop) {
  put(Opcode::tokens_all, static_cast<Word>(loop.tokens->place.index()), 0, 1);
  put(Opcode::check, 0, static_cast<Word>(ValueOperations::kMostListElements));
}

// The key of the tokens that match what is known.
void CodeCompiler::emit_key(const Loop& loop) {
  const Pattern& known = loop.tokens->known;
  if (known.parts.empty()) return put(Opcode::push, 0, 0, 1);
  for (const PatternPart& part : known.parts) {
    emit_part(part);
    if (included(net_.colours, part.leaf, part.type)) continue;
    put(Opcode::check, net_.colours[part.type].low, net_.colours[part.type].high);
  }
  const auto count = static_cast<std::uint32_t>(known.parts.size());
  put(Instruction{Opcode::group_key, Op::token_list, count, static_cast<Word>(loop.index.index()), 0}, 0);
  depth_ -= count - 1;
}

// The index of what is known, and what is kept of its groups. A loop that is left to Evaluator in
// the end has added them for nothing.
void CodeCompiler::emit_total(Loop& loop) {
  if (!loop.tokens) return;
  const Pattern& known = loop.tokens->known;
  std::vector<std::uint32_t> key(known.parts.size());
  std::iota(key.begin(), key.end(), 0U);
  if (!key.empty()) loop.index = index_on(net_.colours, loop.tokens->place, true, known, key, *counting_);
  if (loop.ordered || (!key.empty() && !(*counting_)[loop.index].exact())) return;
  std::optional<KeptTotal> total = KeptTotal::of(net_, loop.node, *loop.tokens);
  if (!total) return;
  if (key.empty()) loop.index = index_on(net_.colours, loop.tokens->place, true, known, key, *counting_);
  total->keep(loop.index, counting_->add_total());
  emit_all_tokens(loop);
  emit_key(loop);
  put(Instruction{Opcode::drop, Op::token_list, 1, 0, 0}, -1);
  loop.total = put(Instruction{Opcode::kept_total, net_.exprs[loop.node].op, 0, static_cast<Word>(totals_.size()), 0}, -1);
  totals_.push_back(std::move(*total));
}

void CodeCompiler::finish(const Loop& loop, Instruction end, std::size_t words) {
  put(Instruction{Opcode::jump, end.op, static_cast<std::uint32_t>(loop.next), 0, 0}, 0);
  code_.program_[loop.next].a = static_cast<Word>(code_.program_.size());
  put(end, 0);
  depth_ -= words;
  if (loop.total != 0) land(loop.total);
}

// Whether the instructions from here on have values whatever they are applied to.
bool CodeCompiler::certain(std::size_t from) const {
  return std::all_of(code_.program_.begin() + static_cast<std::ptrdiff_t>(from), code_.program_.end(), [](const Instruction& in) {
    switch (in.opcode) {
      case Opcode::integer:
        return (in.op >= Op::equal && in.op <= Op::not_) || in.op == Op::minimum || in.op == Op::maximum;
      case Opcode::evaluate:
      case Opcode::apply:
      case Opcode::element:
      case Opcode::tail:
      case Opcode::content:
      case Opcode::check:
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
