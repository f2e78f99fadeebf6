// SPDX-License-Identifier: Apache-2.0
// Where a Markov chain in continuous time is at a time, and how long it was where until then, by
// uniformisation (A. Jensen, "Markoff chains as an aid in the study of Markoff processes", 1953; W.
// K. Grassmann, "Transient solutions in Markovian queueing systems", 1977).
#pragma once

#include "analysis/chain/elimination.h"
#include "engine/containers/function_ref.h"

namespace petriloom {

struct TransientState {
  std::vector<double> probability;  ///< by state, at the time asked for
  std::vector<double> sojourn;      ///< by state, the expected time spent there until then, s
  std::uint64_t steps = 0;          ///< of the uniformised chain
  /// Bound of the sum of the errors of all probabilities, and of the times as a share of the time:
  /// what was cut off, and rounding.
  double error = 0;
  double cut = 0;       ///< the share of it that was cut off
  double rounding = 0;  ///< bound of the relative error of each probability and time by rounding
  Stopped stopped = Stopped::complete;
};

/// `time` in s, at least 0. Takes about (largest exit rate * time) steps, fewer if the chain
/// settles before: if no later step can move it, or if it is where it will be in the long run.
TransientState solve_transient(const MarkovChain& chain, double time, const Limits& limits);
/// The same from other probabilities than those at time 0.
TransientState solve_transient(const MarkovChain& chain, std::vector<double> from, double time, const Limits& limits);

/// The derivative of the same by a parameter on which the chain depends: of the expected times and
/// the probabilities.
TransientState differentiate_transient(const MarkovChain& chain, const ChainDerivative& derivative, double time,
                                       const Limits& limits);

/// The probability of having come to an end by a time.
struct EndedBy {
  double time = 0;  ///< s
  double probability = 0;
};
/// Where the chain is at `time`, and the probability of having come to a state that is never left
/// by each of `points` times, the last of which is `time` and which are equally far apart (none if
/// there is no such state). The time of the end is the first passage to the states that have none
/// after them (W. J. Stewart, "Introduction to the numerical solution of Markov chains", 1994).
/// `there` is told of the probabilities at each of the times.
TransientState solve_transient(const MarkovChain& chain, double time, std::size_t points, const Limits& limits,
                               std::vector<EndedBy>& ended, FunctionRef<void(double time, std::span<const double>)> there);

}  // namespace petriloom
