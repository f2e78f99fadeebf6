// SPDX-License-Identifier: Apache-2.0
// Functions where they are called, and what their variables stand for.
#include "engine/compiled/code_compiler.h"

namespace petriloom {

void CodeCompiler::emit_let(ExprId id, Lists lists) {
  const auto children = net_.exprs.children(id);
  const auto slot = static_cast<std::uint32_t>(net_.exprs[id].payload);
  const bool list = net_.colours[net_.exprs[children[0]].type].kind == ColourKind::list;
  emit(children[0], list && only_looks_into(net_, children[1], slot) ? Lists::held : Lists::lasting);
  if (scope_ == nullptr) {
    put(Instruction{Opcode::store, Op::let, slot, 0, 0}, -1);
    return emit(children[1], lists);
  }
  scope_->at[slot] = top();
  emit(children[1], lists);
  put(Instruction{Opcode::drop, Op::let, 1, 0, 0}, -1);
}

void CodeCompiler::drop_under(std::size_t words) {
  if (words > 0) put(Instruction{Opcode::drop, Op::call, static_cast<std::uint32_t>(words), 0, 0}, 0);
}

bool CodeCompiler::recursive(const Function& function) const {
  for (const Scope* scope = scope_; scope != nullptr; scope = scope->outer) {
    if (scope->function == &function) return true;
  }
  return false;
}

// A function stands where it is called, or is called by Evaluator: if it calls itself, if that
// becomes too long, or if some of it is left to Evaluator. A variable that is an argument is not
// copied.
void CodeCompiler::emit_call(ExprId id, Lists lists) {
  const Expr& node = net_.exprs[id];
  const Function& function = net_.functions[static_cast<std::size_t>(node.payload)];
  if (!compiles_calls_ || !function.body.valid()) return slow(id);
  const bool stands_here = !recursive(function) && code_.program_.size() <= kMostInstructions;
  const bool keeps = MemoTable::is_long(net_, static_cast<std::size_t>(node.payload));
  const std::size_t depth = depth_;
  Scope scope{&function, scope_, std::vector<std::uint32_t>(function.slots)};
  for (std::uint32_t k = 0; k < node.count; ++k) {
    const ExprId argument = net_.exprs.children(id)[k];
    const bool there = stands_here && !keeps && net_.exprs[argument].op == Op::variable;
    if (!there) emit(argument);
    scope.at[k] = there ? place_of(static_cast<std::uint32_t>(net_.exprs[argument].payload)) : top();
  }
  const std::size_t copied = depth_ - depth;
  const std::size_t begin = code_.program_.size();
  const std::size_t most = most_;
  if (!failed_ && !(stands_here && emit_body(id, scope, keeps, copied, lists))) {
    code_.program_.resize(begin);
    most_ = most;
    depth_ = depth + copied;
    const bool all_on_top = copied == node.count;
    for (std::uint32_t k = 0; !all_on_top && k < node.count; ++k) put_load(scope.at[k]);
    put(Instruction{Opcode::call, Op::call, static_cast<std::uint32_t>(id.index()), node.count, 0}, 0);
    if (!all_on_top) drop_under(copied);
  }
  depth_ = depth + 1;
  most_ = std::max(most_, depth_);
}

// A function whose arguments are there, so many of them on top; false, and nothing has failed, if
// it must be called.
bool CodeCompiler::emit_body(ExprId call, Scope& scope, bool keeps, std::size_t copied, Lists lists) {
  const Expr& node = net_.exprs[call];
  const auto expr = static_cast<std::uint32_t>(call.index());
  const std::size_t recall = keeps ? put(Instruction{Opcode::recall, Op::call, expr, node.count, 0}, 1) : 0;
  scope_ = &scope;
  emit(scope.function->body, lists);
  scope_ = scope.outer;
  if (failed_ || most_ > ThreadedCode::kStack) return failed_ = false;
  if (keeps) put(Instruction{Opcode::keep, Op::call, expr, node.count, lists == Lists::held ? Instruction::kHeld : 0}, 0);
  drop_under(copied + (keeps ? 1 : 0));
  if (keeps) code_.program_[recall].b = static_cast<Word>(code_.program_.size());
  return true;
}

}  // namespace petriloom
