// SPDX-License-Identifier: Apache-2.0
// Strongly connected components of a state graph (Tarjan 1972, without recursion).
#pragma once

#include "analysis/space/state_graph.h"
#include "analysis/space/state_set.h"
#include "engine/text/limits.h"

namespace petriloom {

/// Components are numbered so that edges between components lead to smaller numbers.
struct Components {
  std::vector<std::uint32_t> of;  ///< component of each state
  std::uint32_t count = 0;
  /// Components that no edge leaves and that hold no state left unexpanded.
  [[nodiscard]] std::vector<std::uint32_t> terminal(const StateGraph& graph) const;
};

/// `states` counts all states; those without a row are components of their own. With `within`,
/// edges that leave or enter states outside of that set are ignored. Polls the limits: throws
/// LimitReached.
Components strong_components(const StateGraph& graph, std::size_t states, const StateSet* within = nullptr,
                             const Limits& limits = {});

}  // namespace petriloom
