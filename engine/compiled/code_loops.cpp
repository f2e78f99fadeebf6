// SPDX-License-Identifier: Apache-2.0
// Functions where they are called, and loops over lists, colours and tokens.
#include <algorithm>

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

CodeCompiler::Loop CodeCompiler::loop_over(ExprId id) const {
  Loop loop;
  loop.node = id;
  loop.list = net_.exprs.children(id)[0];
  if (net_.exprs[id].op == Op::filter) loop.filters.push_back(id);
  for (; compiles_calls_ && net_.exprs[loop.list].op == Op::filter; loop.list = net_.exprs.children(loop.list)[0])
    loop.filters.push_back(loop.list);
  std::reverse(loop.filters.begin(), loop.filters.end());
  loop.tokens = net_.exprs[loop.list].op == Op::token_list;
  return loop;
}

// Where tokens are gone through in no order, the result must not depend on it. Of what is made of
// tokens Evaluator makes no list.
bool CodeCompiler::compiles(const Loop& loop) const {
  const Expr& node = net_.exprs[loop.node];
  if (!compiles_calls_) return node.op == Op::sum && !net_.exprs.looks(loop.list, look::tokens);
  if (loop.tokens) {
    const bool ordered = node.op == Op::map || node.op == Op::filter || (node.op == Op::sum && node.type == ColourTable::kReal);
    return counting_ != nullptr && !ordered;
  }
  return net_.exprs[loop.list].op != Op::map || !net_.exprs.looks(loop.list, look::tokens);
}

void CodeCompiler::emit_loop(ExprId id) {
  Loop loop = loop_over(id);
  if (!compiles(loop)) return slow(id);
  const Expr& node = net_.exprs[id];
  const std::size_t depth = depth_;
  begin(loop);
  if (node.op == Op::map) {
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
      put(Opcode::add_tokens, net_.exprs[loop.list].payload, 0, -1);
    } else {
      put(Opcode::add_item, node.type == ColourTable::kReal ? 1 : 0, 0, -1);
    }
    finish(loop, {Opcode::end_items, node.op, 0, 0, 0}, 2);
  } else if (best(node.op)) {
    const ExprId key = net_.exprs.children(id)[1];
    const bool element = node.op == Op::argmin;
    element ? emit_variable(variable(id)) : put(Opcode::push, 0, 0, 1);
    emit_body(loop);
    Instruction in{Opcode::best_item, node.op, 0, static_cast<Word>(net_.exprs[key].type.index()), 0};
    in.slot =
        (node.op == Op::greatest ? Code::kGreatest : 0) | (loop.tokens ? Code::kUnordered : 0) | (element ? Code::kElement : 0);
    if (loop.tokens)
      in.b = static_cast<Word>(net_[PlaceId(static_cast<std::size_t>(net_.exprs[loop.list].payload))].colour.index());
    put(in, -1);
    depth_ -= 1;
    finish(loop, {Opcode::end_best, node.op, 0, element ? 0 : 1, 0}, 4);
  } else {
    // What would end the loop must not hide what Evaluator sees fail.
    emit_body(loop);
    const bool ends = (!loop.tokens && loop.filters.empty()) || certain(loop.next + 1);
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
  for (const ExprId filter : loop.filters) {
    if (std::find(slots.begin(), slots.end(), variable(filter)) == slots.end()) slots.push_back(variable(filter));
  }
  const auto first = static_cast<std::uint32_t>(depth_ + 1);
  for (std::size_t k = 0; scope_ != nullptr && k < slots.size(); ++k) put(Opcode::push, 0, 0, 1);
  const Op op = net_.exprs[loop.node].op;
  for (int k = 0; best(op) && k < 2; ++k) put(Opcode::push, 0, 0, 1);
  emit_source(loop);
  op == Op::map || op == Op::filter ? put(Opcode::begin_list, 0, 0, 1) : put(Opcode::push, 0, 0, 1);
  put(Opcode::push, 0, 0, 1);
  // What is gone through has been made with other variables in these slots.
  for (std::uint32_t k = 0; scope_ != nullptr && k < slots.size(); ++k) scope_->at[slots[k]] = first + k;
  const auto target = [&](std::uint32_t slot) { return scope_ == nullptr ? slot : scope_->at[slot] | Code::kLocal; };
  Instruction next{Opcode::next_item, op, target(slots[0]), 0, 0};
  if (loop.tokens) {
    next.opcode = Opcode::next_token;
    next.b = net_.exprs[loop.list].payload;
  } else if (const ColourSet* const set = all_colours(net_, loop.list); set != nullptr && compiles_calls_) {
    next.opcode = Opcode::next_colour;
    next.b = set->low;
  }
  loop.next = put(next, 0);
  for (std::size_t k = 1; k < slots.size(); ++k) {
    emit_variable(slots[0]);
    put(Instruction{Opcode::store, op, target(slots[k]), 0, 0}, -1);
  }
  for (const ExprId filter : loop.filters) {
    emit(net_.exprs.children(filter)[1]);
    put(Instruction{Opcode::jump_if_false, op, static_cast<std::uint32_t>(loop.next), 0, 0}, -1);
  }
}

void CodeCompiler::emit_source(const Loop& loop) {
  const ColourSet* const set = all_colours(net_, loop.list);
  if (loop.tokens) {
    put(Opcode::tokens_all, net_.exprs[loop.list].payload, 0, 1);
    return put(Opcode::check, 0, static_cast<Word>(ValueOperations::kMostListElements));
  }
  if (set == nullptr || !compiles_calls_) return emit(loop.list);
  put(Opcode::push, static_cast<Word>(set->size()), 0, 1);
}

void CodeCompiler::finish(const Loop& loop, Instruction end, std::size_t words) {
  put(Instruction{Opcode::jump, end.op, static_cast<std::uint32_t>(loop.next), 0, 0}, 0);
  code_.program_[loop.next].a = static_cast<Word>(code_.program_.size());
  put(end, 0);
  depth_ -= words;
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
