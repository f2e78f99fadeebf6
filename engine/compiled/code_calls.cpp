// SPDX-License-Identifier: Apache-2.0
// Functions where they are called, and what their variables stand for.
#include "engine/compiled/code_compiler.h"

namespace petriloom {

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

}  // namespace petriloom
