// SPDX-License-Identifier: Apache-2.0
// A Markov chain split into its strongly connected components.
#pragma once

#include "analysis/chain/elimination.h"
#include "analysis/linear/inflow.h"

namespace petriloom {

class ChainParts {
 public:
  /// `chain` must outlive this.
  explicit ChainParts(const MarkovChain& chain);

  /// Edges between components lead to smaller numbers.
  [[nodiscard]] std::uint32_t count() const { return components_.count; }
  [[nodiscard]] std::uint32_t of(StateNumber state) const { return components_.of[state]; }
  /// The states of a component, ascending.
  [[nodiscard]] std::span<const StateNumber> members(std::uint32_t component) const;
  /// Whether an edge leaves the component.
  [[nodiscard]] bool left(std::uint32_t component) const;
  /// A component with its edges turned round; positions are those in `members`.
  [[nodiscard]] Inflow inflow(std::uint32_t component);

 private:
  const MarkovChain& chain_;
  Components components_;
  std::vector<StateNumber> local_;  // position of a state in the component last asked for
  std::vector<StateNumber> order_;  // states by component
  std::vector<std::size_t> starts_;
};

}  // namespace petriloom
