// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/priority.h"

namespace petriloom {

std::int64_t priority_of(const Transition& transition, Evaluator& evaluator) {
  return transition.priority.valid() ? evaluator.eval(transition.priority, {}) : 0;
}

}  // namespace petriloom
