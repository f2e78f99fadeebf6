// SPDX-License-Identifier: Apache-2.0
#include "formats/ml/ast.h"

namespace petriloom::cpn::ml {

namespace {

template <class Node, class Kind>
Node* add(std::deque<Node>& nodes, Kind kind, const Location& where) {
  Node& made = nodes.emplace_back();
  made.kind = kind;
  made.where = where;
  return &made;
}

}  // namespace

Expr* Arena::expr(ExprKind kind, const Location& where) { return add(exprs_, kind, where); }

Pattern* Arena::pattern(PatternKind kind, const Location& where) { return add(patterns_, kind, where); }

Written* Arena::written(WrittenKind kind, const Location& where) { return add(types_, kind, where); }

Declaration* Arena::declaration(DeclarationKind kind, const Location& where) { return add(declarations_, kind, where); }

}  // namespace petriloom::cpn::ml
