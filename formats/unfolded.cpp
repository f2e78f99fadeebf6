// SPDX-License-Identifier: Apache-2.0
#include "formats/unfolded.h"

namespace petriloom {

void check_unfolded(const Net& net, Diagnostics& diagnostics) {
  constexpr const char* kHelp = "the net language carries it";
  for (const Transition& transition : net.transitions) {
    for (const ExprId guard : transition.guards) {
      diagnostics.error(net.exprs[guard].where, "a guard that looks at the marking has no form in this format", kHelp);
    }
    for (const Arc& arc : transition.arcs) {
      const bool counted = arc.count.valid() && net.exprs[arc.count].op != Op::literal;
      if (counted || arc.condition.valid()) {
        diagnostics.error(arc.where, "an arc whose count the marking decides has no form in this format", kHelp);
      }
    }
  }
}

}  // namespace petriloom
