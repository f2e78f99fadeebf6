// SPDX-License-Identifier: Apache-2.0
#include "analysis/verify/open_guards.h"

namespace petriloom {
namespace {

// Whether a formula of CTL asks for something of all paths alone; `positive`: not below an odd
// number of negations.
bool of_all_paths(const Net& net, FormulaId id, bool positive) {
  const Formula& formula = net[id];
  const auto left = [&](bool as) { return of_all_paths(net, formula.left, as); };
  const auto right = [&](bool as) { return of_all_paths(net, formula.right, as); };
  switch (formula.op) {
    case FormulaOp::atom:
    case FormulaOp::true_:
    case FormulaOp::false_:
      return true;
    case FormulaOp::not_:
      return left(!positive);
    case FormulaOp::and_:
    case FormulaOp::or_:
      return left(positive) && right(positive);
    case FormulaOp::implies:
      return left(!positive) && right(positive);
    case FormulaOp::iff:
      return left(true) && left(false) && right(true) && right(false);
    case FormulaOp::ax:
    case FormulaOp::af:
    case FormulaOp::ag:
      return positive && left(positive);
    case FormulaOp::au:
      return positive && left(positive) && right(positive);
    case FormulaOp::ex:
    case FormulaOp::ef:
    case FormulaOp::eg:
      return !positive && left(positive);
    case FormulaOp::eu:
      return !positive && left(positive) && right(positive);
    default:
      return false;
  }
}

}  // namespace

bool of_all_runs(const Net& net, const Question& question, Verdict verdict, Fairness fairness) {
  if (!question.kind) return true;  // looks at arcs alone
  switch (*question.kind) {
    case PropertyKind::ltl:
      return verdict == Verdict::holds && fairness == Fairness::none;
    case PropertyKind::invariant:
    case PropertyKind::bounded:
    case PropertyKind::deadlock_free:
      return verdict == Verdict::holds;
    case PropertyKind::ctl:
      return verdict == Verdict::holds && of_all_paths(net, question.property.formula, true);
    case PropertyKind::quasi_live:
      return verdict == Verdict::refuted;
    default:
      return false;
  }
}

}  // namespace petriloom
