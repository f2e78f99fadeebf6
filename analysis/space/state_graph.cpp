// SPDX-License-Identifier: Apache-2.0
#include "analysis/space/state_graph.h"

namespace petriloom {

ReverseGraph::ReverseGraph(const StateGraph& graph, std::size_t states, const Limits& limits)
    : starts_(states + 1, 0), sources_(graph.edges()) {
  Poll poll(limits);
  const auto rows = static_cast<StateNumber>(graph.rows());
  for (StateNumber state = 0; state < rows; ++state) {
    poll(1 + graph.targets(state).size());
    for (const StateNumber target : graph.targets(state)) ++starts_[target];
  }
  std::uint64_t sum = 0;
  for (std::uint64_t& start : starts_) {
    sum += start;
    start = sum;
  }
  // Filled from the back of each row, so that afterwards the starts are in place and sources
  // ascend.
  for (StateNumber state = rows; state-- > 0;) {
    poll(1 + graph.targets(state).size());
    for (const StateNumber target : graph.targets(state)) sources_[--starts_[target]] = state;
  }
}

}  // namespace petriloom
