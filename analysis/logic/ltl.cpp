// SPDX-License-Identifier: Apache-2.0
#include "analysis/logic/ltl.h"

#include <stdexcept>

namespace petriloom {

LtlResult check_ltl(const Net& net, FormulaId formula, const AtomTable& atoms, const StateSpace& space, Fairness fairness,
                    const Limits& limits, std::span<const Label> fair_labels) {
  LtlResult result;
  AtomTable own;  // the automaton has room for few atoms, so the formula's are numbered apart
  own.add(net, formula);
  LtlFormulas formulas;
  const LtlId negation = formulas.from(net, formula, true, own);
  std::vector<const StateSet*> where;
  for (const Atom& atom : own.list()) where.push_back(&space.atoms[atoms.number(atom)]);
  try {
    BuchiAutomaton automaton(formulas, negation);
    Product product(space, automaton, std::move(where));
    product.set_fair_labels(fair_labels);
    AcceptedPath found = find_accepted(product, fairness, limits);
    result.nodes = found.nodes;
    if (found.found) {
      result.verdict = Verdict::refuted;
      if (!found.path) result.note = "a counterexample was found but not put together: " + describe(*found.stopped);
      result.counterexample = std::move(found.path);
    } else if (!found.too_large.empty()) {
      result.note = found.too_large;
    } else if (found.stopped || !space.complete()) {
      result.note = describe(found.stopped.value_or(space.stopped));
    } else {
      result.verdict = Verdict::holds;
    }
  } catch (const std::length_error& error) {
    result.note = error.what();
  }
  return result;
}

}  // namespace petriloom
