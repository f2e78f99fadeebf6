// SPDX-License-Identifier: Apache-2.0
// The systems of linear equations of Markov chains, over the states of one strongly connected
// component: which method is taken, and what is known of its error.
#pragma once

#include "analysis/linear/censoring.h"
#include "analysis/linear/options.h"

namespace petriloom {

struct LinearSolution {
  std::vector<double> values;
  const char* method = "";
  std::uint64_t iterations = 0;
  /// Bound of the sum of the errors of all values, as a share of the sum of all values.
  double error = 0;
  bool each = false;  ///< `error` also bounds the relative error of each value
  /// Bound of the sum of the errors of the flow to outside of the part, as a share of what enters
  /// it.
  double flow_error = 0;
  /// If asked for: at least the expected time from any state until the part is left, s.
  double longest = 0;
  bool beyond = false;  ///< a number is beyond the range of numbers; then not converged
  bool converged = false;
  Stopped stopped = Stopped::complete;
};

/// What takes some minutes is eliminated where nothing else is known to be right.
constexpr EliminationBudget kLongElimination{100'000'000, 2e11};

/// Notes method, end and error of an elimination of so many states.
void note_elimination(const CensoringResult& result, std::size_t states, LinearSolution& solution);

/// The distribution x with x Q = 0 and sum 1 of a part that is never left and whose states all
/// reach each other.
LinearSolution stationary(const Inflow& part, const SteadyOptions& options);

/// The y with y_j exits_j = right_j + sum of y_i q_ij: the expected times spent in the states of a
/// part that is left in the end, if it is entered `right` times. `ask_longest` also finds how long
/// that can take.
LinearSolution sojourns(const Inflow& part, std::span<const double> right, const SteadyOptions& options, bool ask_longest = false);

/// The x with x_j exits_j = right_j + sum of x_i q_ij and sum 0, of a part that is never left and
/// whose states all reach each other. `right` has the sum 0, each number with an error of at most
/// `doubt`; `steady` is the stationary distribution. The derivative of that is such an x (C. D.
/// Meyer, "The role of the group generalized inverse in the theory of finite Markov chains", 1975;
/// P. J. Schweitzer, "Perturbation theory and finite Markov chains", 1968). The error is a share of
/// the sum of |x|.
LinearSolution deviation(const Inflow& part, std::span<const double> right, std::span<const double> doubt,
                         std::span<const double> steady, const SteadyOptions& options);

}  // namespace petriloom
