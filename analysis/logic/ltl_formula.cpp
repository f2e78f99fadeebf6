// SPDX-License-Identifier: Apache-2.0
#include "analysis/logic/ltl_formula.h"

#include <stdexcept>
#include <utility>

namespace petriloom {

LtlFormulas::LtlFormulas() {
  make({LtlOp::false_});
  make({LtlOp::true_});
}

LtlId LtlFormulas::make(LtlNode node) {
  const auto [at, fresh] = known_.try_emplace(node, static_cast<LtlId>(nodes_.size()));
  if (fresh) nodes_.push_back(node);
  return at->second;
}

LtlId LtlFormulas::literal(std::uint32_t atom, bool negated) { return make({LtlOp::literal, atom, negated}); }

bool LtlFormulas::opposite(LtlId a, LtlId b) const {
  const LtlNode& x = nodes_[a];
  const LtlNode& y = nodes_[b];
  return x.op == LtlOp::literal && y.op == LtlOp::literal && x.atom == y.atom && x.negated != y.negated;
}

// The laws used here and below are those of Somenzi and Bloem (CAV 2000) and Etessami and Holzmann
// (CONCUR 2000) that make formulas smaller without comparing subformulas for implication.
LtlId LtlFormulas::conjunction(LtlId a, LtlId b) {
  if (a == kFalse || b == kFalse || opposite(a, b)) return kFalse;
  if (a == kTrue || a == b) return b;
  if (b == kTrue) return a;
  const LtlNode x = nodes_[a];
  const LtlNode y = nodes_[b];
  if (x.op == LtlOp::next && y.op == LtlOp::next) return next(conjunction(x.left, y.left));
  if (is_finally_globally(a) && is_finally_globally(b)) {
    return finally(globally(conjunction(nodes_[x.right].right, nodes_[y.right].right)));
  }
  if (is_globally(a) && is_globally(b)) return globally(conjunction(x.right, y.right));
  if (x.op == LtlOp::or_ && (x.left == b || x.right == b)) return b;
  if (y.op == LtlOp::or_ && (y.left == a || y.right == a)) return a;
  if (a > b) std::swap(a, b);
  return make({LtlOp::and_, 0, false, a, b});
}

LtlId LtlFormulas::disjunction(LtlId a, LtlId b) {
  if (a == kTrue || b == kTrue || opposite(a, b)) return kTrue;
  if (a == kFalse || a == b) return b;
  if (b == kFalse) return a;
  const LtlNode x = nodes_[a];
  const LtlNode y = nodes_[b];
  if (x.op == LtlOp::next && y.op == LtlOp::next) return next(disjunction(x.left, y.left));
  if (is_globally_finally(a) && is_globally_finally(b)) {
    return globally(finally(disjunction(nodes_[x.right].right, nodes_[y.right].right)));
  }
  if (is_finally(a) && is_finally(b)) return finally(disjunction(x.right, y.right));
  if (x.op == LtlOp::and_ && (x.left == b || x.right == b)) return b;
  if (y.op == LtlOp::and_ && (y.left == a || y.right == a)) return a;
  if (a > b) std::swap(a, b);
  return make({LtlOp::or_, 0, false, a, b});
}

LtlId LtlFormulas::next(LtlId a) {
  if (a == kTrue || a == kFalse || is_globally_finally(a) || is_finally_globally(a)) return a;
  return make({LtlOp::next, 0, false, a, 0});
}

LtlId LtlFormulas::until(LtlId a, LtlId b) {
  if (b == kTrue || b == kFalse || a == kFalse || a == b) return b;
  const LtlNode x = nodes_[a];
  const LtlNode y = nodes_[b];
  if (y.op == LtlOp::until && (y.left == a || a == kTrue)) return a == kTrue ? finally(y.right) : b;
  if (y.op == LtlOp::next && a == kTrue) return next(finally(y.left));
  if (x.op == LtlOp::next && y.op == LtlOp::next) return next(until(x.left, y.left));
  if (a == kTrue && (is_globally_finally(b) || is_finally(b))) return b;
  return make({LtlOp::until, 0, false, a, b});
}

LtlId LtlFormulas::release(LtlId a, LtlId b) {
  if (b == kTrue || b == kFalse || a == kTrue || a == b) return b;
  const LtlNode x = nodes_[a];
  const LtlNode y = nodes_[b];
  if (y.op == LtlOp::release && (y.left == a || a == kFalse)) return a == kFalse ? globally(y.right) : b;
  if (y.op == LtlOp::next && a == kFalse) return next(globally(y.left));
  if (x.op == LtlOp::next && y.op == LtlOp::next) return next(release(x.left, y.left));
  if (a == kFalse && (is_finally_globally(b) || is_globally(b))) return b;
  return make({LtlOp::release, 0, false, a, b});
}

LtlId LtlFormulas::from(const Net& net, FormulaId formula, bool negated, const AtomTable& atoms) {
  const Formula& node = net[formula];
  const auto left = [&](bool flip) { return from(net, node.left, flip, atoms); };
  const auto right = [&](bool flip) { return from(net, node.right, flip, atoms); };
  const auto both = [&](LtlId a, LtlId b) { return conjunction(a, b); };
  switch (node.op) {
    case FormulaOp::atom:
      return literal(static_cast<std::uint32_t>(atoms.number(node)), negated);
    case FormulaOp::true_:
      return negated ? kFalse : kTrue;
    case FormulaOp::false_:
      return negated ? kTrue : kFalse;
    case FormulaOp::not_:
      return left(!negated);
    case FormulaOp::and_:
      return negated ? disjunction(left(true), right(true)) : both(left(false), right(false));
    case FormulaOp::or_:
      return negated ? both(left(true), right(true)) : disjunction(left(false), right(false));
    case FormulaOp::implies:
      return negated ? both(left(false), right(true)) : disjunction(left(true), right(false));
    case FormulaOp::iff:
      return disjunction(both(left(false), right(negated)), both(left(true), right(!negated)));
    case FormulaOp::next:
      return next(left(negated));
    case FormulaOp::finally:
      return negated ? globally(left(true)) : finally(left(false));
    case FormulaOp::globally:
      return negated ? finally(left(true)) : globally(left(false));
    case FormulaOp::until:
      return negated ? release(left(true), right(true)) : until(left(false), right(false));
    case FormulaOp::release:
      return negated ? until(left(true), right(true)) : release(left(false), right(false));
    case FormulaOp::weak_until: {
      const LtlId end = right(negated);  // f W g is g R (f | g)
      return negated ? until(end, both(left(true), end)) : release(end, disjunction(left(false), end));
    }
    default:
      throw std::logic_error("an operator of CTL in a formula of LTL");
  }
}

}  // namespace petriloom
