// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/binding_order.h"

#include <algorithm>

namespace petriloom {

void normalise(std::vector<ArrivalRun>& runs) {
  if (runs.size() < 2) return;
  std::sort(runs.begin(), runs.end(), [](const ArrivalRun& a, const ArrivalRun& b) { return a.arrival < b.arrival; });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].arrival == runs[kept].arrival) {
      runs[kept].count += runs[i].count;
    } else {
      runs[++kept] = runs[i];
    }
  }
  runs.resize(kept + 1);
}

int compare_arrivals(std::span<const ArrivalRun> a, std::span<const ArrivalRun> b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i].arrival != b[i].arrival) return a[i].arrival < b[i].arrival ? -1 : 1;
    if (a[i].count == b[i].count) continue;
    // The longer run goes on where the other has a later arrival, or none.
    return a[i].count > b[i].count ? -1 : 1;
  }
  if (a.size() == b.size()) return 0;
  return a.size() > b.size() ? -1 : 1;
}

int compare_bindings(const Net& net, const Transition& transition, std::span<const Word> a, std::span<const Word> b,
                     const WordPool& pool) {
  for (std::size_t slot = 0; slot < transition.binding_size; ++slot) {
    if (a[slot] == b[slot]) continue;
    const int order = net.colours.compare(transition.variables[slot].colour, a[slot], b[slot], pool);
    if (order != 0) return order;
  }
  return 0;
}

}  // namespace petriloom
