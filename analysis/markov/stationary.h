// SPDX-License-Identifier: Apache-2.0
// Where a Markov chain in continuous time is in the long run (W. J. Stewart, "Introduction to the Numerical Solution of Markov
// Chains", 1994).
#pragma once

#include <string>

#include "analysis/markov/elimination.h"

namespace petriloom {

/// How systems of linear equations are solved. `automatic` eliminates directly while that is cheap, else iterates (Gauss-Seidel),
/// aggregates where that does not lead to a solution that is known to be right, takes GMRES where that does not either, and
/// eliminates whatever it takes at last.
enum class LinearMethod : std::uint8_t { automatic, direct, gauss_seidel, aggregation, gmres };

/// A solution with a larger bound of the error is no result.
constexpr double kWorstError = 1e-9;

struct SteadyOptions {
  LinearMethod method = LinearMethod::automatic;
  double tolerance = 1e-12;  ///< of the estimated relative error of iterations
  Limits limits;
};

struct SteadyState {
  /// By state: the limit of the probability to be there, over the long run (of a periodic share too).
  std::vector<double> probability;
  /// By state: the expected time spent there (s) before the chain stays in a part that it cannot leave; 0 in such parts.
  std::vector<double> sojourn;
  std::size_t recurrent = 0;  ///< number of parts that are never left
  bool absorbing = false;     ///< each of them is a single state
  std::string method;         ///< of the largest system: "direct", "Gauss-Seidel", "GMRES", "aggregation"
  std::uint64_t iterations = 0;
  /// Bound of the sum of the errors of all probabilities; if the chain comes to an end, also of those of all times, as a share of
  /// the time until then.
  double error = 0;
  bool each = false;       ///< `error` also bounds the relative error of each number
  bool converged = false;  ///< and the error is at most kWorstError
  bool beyond = false;     ///< a time is beyond the range of numbers; then not converged
  Stopped stopped = Stopped::complete;
};

/// Splits the chain into its strongly connected components, finds how likely each one without exit is to be reached and the
/// stationary distribution in it.
SteadyState solve_steady(const MarkovChain& chain, const SteadyOptions& options);
/// The same from other probabilities than those at time 0.
SteadyState solve_steady(const MarkovChain& chain, std::span<const long double> from, const SteadyOptions& options);

}  // namespace petriloom
