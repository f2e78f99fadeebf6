// SPDX-License-Identifier: Apache-2.0
// The two systems of linear equations of Markov chains, over the states of one strongly connected component.
#pragma once

#include "analysis/markov/stationary.h"

namespace petriloom {

/// Part of a chain with the edges turned round: of each state the rates with which it is entered from others of the part.
struct Inflow {
  std::vector<std::uint64_t> starts{0};
  std::vector<StateNumber> sources;  ///< positions in the part
  std::vector<double> rates;         ///< 1/s
  std::vector<double> exits;         ///< of each state all that leaves it, also to outside of the part, 1/s

  [[nodiscard]] std::size_t size() const { return exits.size(); }
};

struct LinearSolution {
  std::vector<double> values;
  const char* method = "";
  std::uint64_t iterations = 0;
  bool converged = false;
  Stopped stopped = Stopped::complete;
};

/// The distribution x with x Q = 0 and sum 1 of a part that is never left and whose states all reach each other.
LinearSolution stationary(const Inflow& part, const SteadyOptions& options);

/// The y with y_j exits_j = right_j + sum of y_i q_ij: the expected times spent in the states of a part that is left in the end, if
/// it is entered `right` times.
LinearSolution sojourns(const Inflow& part, std::span<const double> right, const SteadyOptions& options);

/// The x with x_j exits_j = right_j + sum of x_i q_ij and sum 0, of a part that is never left and whose states all reach each
/// other. `right` has the sum 0; `steady` is the stationary distribution. The derivative of that is such an x (C. D. Meyer, "The
/// role of the group generalized inverse in the theory of finite Markov chains", 1975; P. J. Schweitzer, "Perturbation theory and
/// finite Markov chains", 1968).
LinearSolution deviation(const Inflow& part, std::span<const double> right, std::span<const double> steady,
                         const SteadyOptions& options);

}  // namespace petriloom
