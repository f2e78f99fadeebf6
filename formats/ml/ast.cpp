// SPDX-License-Identifier: Apache-2.0
#include "formats/ml/ast.h"

namespace petriloom::cpn::ml {

Expr* Arena::expr(ExprKind kind, const Location& where) {
  Expr& made = exprs_.emplace_back();
  made.kind = kind;
  made.where = where;
  return &made;
}

Pattern* Arena::pattern(PatternKind kind, const Location& where) {
  Pattern& made = patterns_.emplace_back();
  made.kind = kind;
  made.where = where;
  return &made;
}

Written* Arena::written(WrittenKind kind, const Location& where) {
  Written& made = types_.emplace_back();
  made.kind = kind;
  made.where = where;
  return &made;
}

Declaration* Arena::declaration(DeclarationKind kind, const Location& where) {
  Declaration& made = declarations_.emplace_back();
  made.kind = kind;
  made.where = where;
  return &made;
}

}  // namespace petriloom::cpn::ml
