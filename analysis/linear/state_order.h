// SPDX-License-Identifier: Apache-2.0
// In which order the states of a part of a chain are eliminated, and what that costs, before any
// number is looked at.
#pragma once

#include "analysis/linear/inflow.h"

namespace petriloom {

/// What an elimination may cost.
struct EliminationBudget {
  /// Rates kept: those with which states are entered when their turn comes.
  std::uint64_t fill = 0;
  double work = 0;  ///< multiplications
};

/// States that are eliminated one after the other and have the same neighbours among the later ones
/// are a group; their rates form one dense block (J. W. H. Liu, "The multifrontal method for sparse
/// matrix solution", 1992).
struct StateOrder {
  std::vector<StateNumber> states;  ///< by place in the order
  std::vector<StateNumber> places;  ///< by state
  /// The first place of each group, and the number of states.
  std::vector<StateNumber> groups;
  /// Of each group the number of earlier ones that hand their block on to it.
  std::vector<std::uint32_t> children;
  std::vector<std::uint64_t> starts{0};  ///< of the neighbours of each place
  std::vector<StateNumber> neighbours;   ///< by place: the places with a rate from or to it
  std::uint64_t fill = 0;
  double work = 0;
  bool within = false;  ///< the budget; else the order is not complete

  [[nodiscard]] std::size_t size() const { return states.size(); }
  [[nodiscard]] std::span<const StateNumber> neighbours_of(std::size_t place) const {
    return std::span(neighbours).subspan(starts[place], starts[place + 1] - starts[place]);
  }
};

/// An order of approximate minimum degree (P. R. Amestoy, T. A. Davis, I. S. Duff, 1996), in which
/// `last` comes last. Stops where the budget is exceeded.
StateOrder order_states(const Inflow& part, StateNumber last, const EliminationBudget& budget);

}  // namespace petriloom
