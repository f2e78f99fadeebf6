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
  scope_->at[slot] = static_cast<std::uint32_t>(depth_);
  emit(children[1], lists);
  put(Instruction{Opcode::drop, Op::let, 1, 0, 0}, -1);
}

bool CodeCompiler::recursive(const Function& function) const {
  for (const Scope* scope = scope_; scope != nullptr; scope = scope->outer) {
    if (scope->function == &function) return true;
  }
  return false;
}

// A function stands where it is called, or is called by Evaluator: if it calls itself, if that
// becomes too long, or if some of it is left to Evaluator.
void CodeCompiler::emit_call(ExprId id, Lists lists) {
  const Expr& node = net_.exprs[id];
  const Function& function = net_.functions[static_cast<std::size_t>(node.payload)];
  if (!compiles_calls_ || !function.body.valid()) return slow(id);
  const std::size_t depth = depth_;
  Scope scope{&function, scope_, std::vector<std::uint32_t>(function.slots)};
  for (std::uint32_t k = 0; k < node.count; ++k) {
    emit(net_.exprs.children(id)[k]);
    scope.at[k] = static_cast<std::uint32_t>(depth_);
  }
  const std::size_t begin = code_.program_.size();
  const std::size_t most = most_;
  if (!failed_ && (recursive(function) || begin > kMostInstructions || !emit_body(id, scope, lists))) {
    code_.program_.resize(begin);
    most_ = most;
    put(Instruction{Opcode::call, Op::call, static_cast<std::uint32_t>(id.index()), node.count, 0}, 0);
  }
  depth_ = depth + 1;
  most_ = std::max(most_, depth_);
}

// A function whose arguments are on top; false, and nothing has failed, if it must be called.
bool CodeCompiler::emit_body(ExprId call, Scope& scope, Lists lists) {
  const Expr& node = net_.exprs[call];
  const auto number = static_cast<std::size_t>(node.payload);
  const auto expr = static_cast<std::uint32_t>(call.index());
  const bool keeps = MemoTable::is_long(net_, number);
  const std::size_t recall = keeps ? put(Instruction{Opcode::recall, Op::call, expr, node.count, 0}, 1) : 0;
  scope_ = &scope;
  emit(scope.function->body, lists);
  scope_ = scope.outer;
  if (failed_ || most_ > ThreadedCode::kStack) return failed_ = false;
  if (keeps) put(Instruction{Opcode::keep, Op::call, expr, node.count, lists == Lists::held ? Instruction::kHeld : 0}, 0);
  put(Instruction{Opcode::drop, Op::call, node.count + (keeps ? 1U : 0U), 0, 0}, 0);
  if (keeps) code_.program_[recall].b = static_cast<Word>(code_.program_.size());
  return true;
}

}  // namespace petriloom
