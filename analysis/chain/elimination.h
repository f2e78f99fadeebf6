// SPDX-License-Identifier: Apache-2.0
// Takes the vanishing markings out of the graph of a stochastic net, which leaves a Markov chain in
// continuous time, and finds again how often they are passed through.
#pragma once

#include "analysis/chain/markov_graph.h"
#include "analysis/space/scc.h"

namespace petriloom {

/// A Markov chain in continuous time over the tangible markings.
struct MarkovChain {
  std::vector<StateNumber> states;  ///< of the graph, ascending: the tangible ones
  /// Between positions in `states`; without loops, one edge at most between two states.
  StateGraph graph;
  std::vector<double> rates;    ///< of the edges, 1/s
  std::vector<double> exits;    ///< sums of the rates of each state, 1/s
  std::vector<double> initial;  ///< probabilities at time 0
  /// Where a deterministic firing leads, loops included; empty if the net has none.
  StateGraph fixed;
  std::vector<double> fixed_values;        ///< probabilities of its edges
  std::vector<FixedFiring> fixed_firings;  ///< by state; empty if the net has none

  [[nodiscard]] std::size_t size() const { return states.size(); }
  [[nodiscard]] std::span<const double> rates_of(StateNumber state) const {
    return std::span(rates).subspan(graph.first_edge(state), graph.targets(state).size());
  }
  [[nodiscard]] std::span<const double> fixed_values_of(StateNumber state) const {
    return std::span(fixed_values).subspan(fixed.first_edge(state), fixed.targets(state).size());
  }
};

/// The derivative of a chain by a parameter.
struct ChainDerivative {
  std::vector<double> rates;    ///< of the edges
  std::vector<double> exits;    ///< of the states
  std::vector<double> initial;  ///< of the probabilities at time 0
};

class Elimination {
 public:
  /// `graph` must be complete; it and `limits` must outlive this. All polls the limits: throws
  /// LimitReached.
  Elimination(const MarkovGraph& graph, const Limits& limits);

  /// The chain. Immediate transitions that fire for ever without time passing are an error that
  /// names them; the chain is then empty.
  MarkovChain chain(const Net& net, Diagnostics& diagnostics);
  /// How often each vanishing marking is passed through when time `weights` (s, or a share of it)
  /// is spent in the states of the chain, deterministic transitions fire `fires` times in each of
  /// them (empty: never), and the run starts `starts` times. By state of the graph; 0 for tangible
  /// ones.
  [[nodiscard]] std::vector<double> passages(const MarkovChain& chain, std::span<const double> weights,
                                             std::span<const double> fires, double starts) const;

 private:
  struct Entry {
    StateNumber state = 0;  ///< of the chain
    double probability = 0;
  };
  class Row;
  void order_vanishing();
  [[nodiscard]] std::span<const StateNumber> members(std::uint32_t component) const;
  [[nodiscard]] bool resolve(std::span<const StateNumber> members, Row& row);
  [[nodiscard]] bool resolve_cycle(std::span<const StateNumber> members, Row& row);
  void add_targets(std::span<const StateNumber> targets, std::span<const double> values, Row& row, std::uint32_t inside) const;
  void add_targets(StateNumber state, Row& row, std::uint32_t inside) const {
    add_targets(graph_.graph.targets(state), graph_.values_of(state), row, inside);
  }
  void add_fixed(StateNumber state, Row& row, MarkovChain& chain) const;
  void keep(StateNumber state, const Row& row, double factor);
  void pass(std::span<const StateNumber> members, std::vector<double>& passages) const;
  [[nodiscard]] std::span<const Entry> reached(StateNumber state) const;

  const MarkovGraph& graph_;
  const Limits& limits_;
  Components components_;
  // Vanishing states by component; edges lead to earlier components.
  std::vector<StateNumber> order_;
  std::vector<std::size_t> starts_;                        // of the components in `order_`
  std::vector<StateNumber> chain_state_;                   // by state of the graph
  std::vector<Entry> entries_;                             // where vanishing states lead
  std::vector<std::pair<std::size_t, std::size_t>> rows_;  // of each vanishing state in `entries_`
};

}  // namespace petriloom
