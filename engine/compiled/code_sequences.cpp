// SPDX-License-Identifier: Apache-2.0
// Lists, and unions.
#include "engine/compiled/code_compiler.h"

namespace petriloom {

// What the instruction that makes a list says of it.
Word CodeCompiler::making(Lists lists) const { return lists == Lists::held && compiles_calls_ ? Instruction::kHeld : 0; }

void CodeCompiler::put_gather(std::size_t count, Lists lists) {
  put(Instruction{Opcode::gather, Op::list, static_cast<std::uint32_t>(count), 0, making(lists)}, 0);
  depth_ -= count - 1;
}

// Both lists, as `type`, one behind the other.
void CodeCompiler::emit_join(ExprId id, ColourSetId type, Lists lists) {
  if (type == ColourTable::kString || !compiles_calls_) return slow(id);
  for (const ExprId child : net_.exprs.children(id)) emit_as(child, type, Lists::held);
  put(Opcode::join, 0, making(lists), -1);
}

void CodeCompiler::emit_sequence(ExprId id) {
  const Expr& node = net_.exprs[id];
  const auto children = net_.exprs.children(id);
  const bool string = net_.exprs[children[0]].type == ColourTable::kString;
  if (string && node.op != Op::length) return slow(id);
  emit(children[0], Lists::held);
  if (node.op == Op::length) return put(Opcode::length);
  if (node.op == Op::tail) return put(Opcode::tail);
  node.op == Op::element ? emit(children[1]) : put(Opcode::push, 0, 0, 1);
  put(Opcode::element, 0, 0, -1);
}

void CodeCompiler::emit_position(ExprId id) {
  const auto children = net_.exprs.children(id);
  if (net_.exprs[children[0]].type == ColourTable::kString) return slow(id);
  emit(children[0], Lists::held);
  emit(children[1]);
  put(Opcode::position, 0, 0, -1);
  if (net_.exprs[id].op == Op::position) return;
  put(Opcode::push, 0, 0, 1);
  put(Instruction{Opcode::integer, Op::greater_equal, 2, 0, 0}, -1);
}

// Unions behind handles: (variant, content).
void CodeCompiler::emit_union(ExprId id) {
  const Expr& node = net_.exprs[id];
  const auto children = net_.exprs.children(id);
  if (!net_.colours[node.op == Op::inject ? node.type : net_.exprs[children[0]].type].pooled()) return slow(id);
  if (node.op == Op::inject) {
    put(Opcode::push, node.payload, 0, 1);
    emit(children[0]);
    return put_gather(2, Lists::lasting);
  }
  emit(children[0]);
  node.op == Op::variant ? put(Opcode::part, 0) : put(Opcode::content, node.payload);
}

}  // namespace petriloom
