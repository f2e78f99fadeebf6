// SPDX-License-Identifier: Apache-2.0
// Colours of one set as those of another.
#include <algorithm>

#include "engine/compiled/loop_compiler.h"

namespace petriloom {

void CodeCompiler::emit_convert(ExprId id, Lists lists) {
  const ExprId child = net_.exprs.children(id)[0];
  converts(child, net_.exprs[id].type) ? emit_as(child, net_.exprs[id].type, lists) : slow(id);
}

// Whether what an expression makes can be made of another colour set at once.
bool CodeCompiler::converts(ExprId id, ColourSetId to) {
  const Expr& node = net_.exprs[id];
  const ColourSet& target = net_.colours[to];
  const auto children = net_.exprs.children(id);
  if (net_.colours.same_words(node.type, to)) return true;
  if (node.op == Op::tuple && target.kind == ColourKind::product) {
    for (std::size_t k = 0; k < children.size(); ++k) {
      if (!converts(children[k], target.components[k])) return false;
    }
    return true;
  }
  if (node.op == Op::if_) return converts(children[1], to) && converts(children[2], to);
  if (target.kind == ColourKind::list && compiles_calls_) {
    if (node.op == Op::concat) return converts(children[0], to) && converts(children[1], to);
    if (node.op == Op::map) return LoopCompiler(*this, id).compiles() && converts(children[1], target.components[0]);
    if (node.op == Op::list) {
      return !children.empty() &&
             std::all_of(children.begin(), children.end(), [&](ExprId one) { return converts(one, target.components[0]); });
    }
  }
  return integral(net_.colours[node.type]) && (target.kind == ColourKind::real || simple_finite(target));
}

void CodeCompiler::emit_as(ExprId id, ColourSetId to, Lists lists) {
  const Expr& node = net_.exprs[id];
  const ColourSet& target = net_.colours[to];
  const auto children = net_.exprs.children(id);
  if (net_.colours.same_words(node.type, to)) return emit(id, lists);
  if (node.op == Op::tuple) return emit_tuple(children, target);
  if (node.op == Op::if_) return emit_branch(children[0], children[1], children[2], 0, to, lists);
  if (target.kind == ColourKind::list) {
    const ColourSetId element = target.components[0];
    if (node.op == Op::map) return LoopCompiler(*this, id, lists, element).emit();
    if (node.op == Op::concat) return emit_join(id, to, lists);
    for (const ExprId child : children) emit_as(child, element);
    return put_gather(children.size(), lists);
  }
  emit(id);
  if (node.op == Op::literal && target.kind != ColourKind::real && node.payload >= target.low && node.payload <= target.high)
    return;
  target.kind == ColourKind::real ? put(Opcode::to_real) : put(Opcode::check, target.low, target.high);
}

}  // namespace petriloom
