// SPDX-License-Identifier: Apache-2.0
// How the chain of a net and its measures depend on a real constant of the net.
//
// The derivative of the stationary distribution p solves p' Q = -p Q', the sum of p' being 0 (P. J.
// Schweitzer, "Perturbation theory and finite Markov chains", 1968). What of Q depends on the
// constant, and how, is known to the expressions of the net only: the net is read with six other
// values of the constant, and Q' is the central difference of order six of the rates. That is exact
// but for rounding if rates are polynomials up to degree six, and has a relative error of 1e-13 for
// quotients.
#pragma once

#include "analysis/markov/rewards.h"
#include "analysis/markov/steady_state.h"

namespace petriloom {

/// A real constant of a net.
struct Parameter {
  std::string name;
  double value = 0;
  /// The net with another value of it; nothing, and reported, if there is none.
  std::function<std::optional<Net>(double)> net;
};

/// The chain of a net with what has been found for it.
struct SolvedChain {
  const MarkovGraph& graph;
  const MarkovChain& chain;
  std::span<const double> spent;        ///< as RewardCollector::collect takes
  std::span<const double> probability;  ///< as RewardCollector::collect_states takes
  double starts = 0;
};

/// What changes with a parameter while the times spent in the states do not.
struct ParameterEffects {
  ChainDerivative chain;
  Rewards flows;  ///< derivatives of what RewardCollector::collect gives
  Rewards there;  ///< and RewardCollector::collect_states
  /// The six, by what their value differs from that of the parameter by.
  std::vector<std::pair<double, Net>> nets;
  double step = 0;  ///< 1/3 of the largest of these
};

/// Nothing after an error: which markings or firings there are depends on the parameter, or
/// something has a kink there.
std::optional<ParameterEffects> parameter_effects(const Parameter& parameter, const SolvedChain& solved, const Limits& limits,
                                                  Diagnostics& diagnostics);

/// The central difference of order six for values at -3, -2, -1, 1, 2 and 3 steps.
double central_difference(const std::array<double, 6>& values, double step);

/// Derivatives of SteadyState::probability and SteadyState::sojourn.
struct SteadyDerivative {
  std::vector<double> probability;
  std::vector<double> sojourn;
  bool converged = false;
  Stopped stopped = Stopped::complete;
};
SteadyDerivative differentiate_steady(const MarkovChain& chain, const ChainDerivative& derivative,
                                      std::span<const double> probability, std::span<const double> sojourn,
                                      const SteadyOptions& options);

/// a + factor * b, number by number.
void add_rewards(Rewards& a, double factor, const Rewards& b);

}  // namespace petriloom
