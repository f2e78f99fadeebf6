// SPDX-License-Identifier: Apache-2.0
// Where a Markov chain in continuous time is in the long run (W. J. Stewart, "Introduction to the
// Numerical Solution of Markov Chains", 1994).
#pragma once

#include <string>

#include "analysis/chain/elimination.h"
#include "analysis/linear/options.h"

namespace petriloom {

struct SteadyState {
  /// By state: the limit of the probability to be there, over the long run (of a periodic share
  /// too).
  std::vector<double> probability;
  /// By state: the expected time spent there (s) before the chain stays in a part that it cannot
  /// leave; 0 in such parts.
  std::vector<double> sojourn;
  std::size_t recurrent = 0;  ///< number of parts that are never left
  bool absorbing = false;     ///< each of them is a single state
  /// Of the largest system: "direct", "Gauss-Seidel", "GMRES", "aggregation".
  std::string method;
  std::uint64_t iterations = 0;
  /// Bound of the sum of the errors of all probabilities; if the chain comes to an end, also of
  /// those of all times, as a share of the time until then.
  double error = 0;
  bool each = false;       ///< `error` also bounds the relative error of each number
  bool converged = false;  ///< and the error is at most kWorstError
  bool beyond = false;     ///< a time is beyond the range of numbers; then not converged
  Stopped stopped = Stopped::complete;
};

/// Splits the chain into its strongly connected components, finds how likely each one without exit
/// is to be reached and the stationary distribution in it.
SteadyState solve_steady(const MarkovChain& chain, const SteadyOptions& options);
/// The same from other probabilities than those at time 0.
SteadyState solve_steady(const MarkovChain& chain, std::span<const long double> from, const SteadyOptions& options);

}  // namespace petriloom
