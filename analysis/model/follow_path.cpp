// SPDX-License-Identifier: Apache-2.0
#include "analysis/model/follow_path.h"

namespace petriloom {

void follow_path(NetModel& model, const FiringPath& path, const Limits& limits,
                 FunctionRef<void(std::size_t step, StateBytes state)> told) {
  const StateBytes initial = model.initial();
  std::vector<std::uint8_t> state(initial.begin(), initial.end());
  for (std::size_t step = 0; step <= path.firings.size(); ++step) {
    model.load(state);
    if (step < path.firings.size()) limits.check();
    told(step, state);
    if (step == path.firings.size()) return;
    const StateBytes next = model.after(path.firings[step]);
    state.assign(next.begin(), next.end());
  }
}

}  // namespace petriloom
