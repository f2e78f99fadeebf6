// SPDX-License-Identifier: Apache-2.0
// Markov chains for tests, from their rates.
#pragma once

#include <map>
#include <vector>

#include "analysis/markov/steady_state.h"

namespace petriloom {

/// By state: the states that it goes to, and the rates at which it does.
using Rates = std::vector<std::map<StateNumber, double>>;

/// The chain of these rates, which begins in its first state.
inline MarkovChain chain_of(const Rates& rates) {
  MarkovChain chain;
  for (std::size_t s = 0; s < rates.size(); ++s) {
    double exit = 0;
    for (const auto& [to, rate] : rates[s]) {
      chain.graph.add_edge(0, to);
      chain.rates.push_back(rate);
      exit += rate;
    }
    chain.graph.end_row();
    chain.exits.push_back(exit);
    chain.states.push_back(static_cast<StateNumber>(s));
  }
  chain.initial.assign(rates.size(), 0);
  chain.initial[0] = 1;
  return chain;
}

}  // namespace petriloom
