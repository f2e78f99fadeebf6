// SPDX-License-Identifier: Apache-2.0
// Methods that look at the explored markings: they find paths in numbers of states, which are told
// as firings here.
#pragma once

#include "analysis/checks/finding.h"
#include "analysis/method/method.h"

namespace petriloom {

/// Tells what was found among explored markings as the outcome. Of a question for ways back (live,
/// quasi_live, reversible) the path goes on to the marking most like the initial one, where what is
/// missing shows best. Throws LimitReached.
void tell(Explored& explored, PropertyKind kind, const Finding& finding, Outcome& outcome);

/// The method that answers questions of a kind by `Check`, a function object `Finding(Task&,
/// Explored&, const Property&)` without state.
template <PropertyKind kKind, class Check>
Method by_states(Check) {
  return {"explicit state space", true, [](const Net&, const Question& question) { return question.kind == kKind; },
          [](Task& task, const Question& question, Outcome& outcome) {
            Explored& explored = task.explored();
            tell(explored, kKind, Check{}(task, explored, question.property), outcome);
          }};
}

}  // namespace petriloom
