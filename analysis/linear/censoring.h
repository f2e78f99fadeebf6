// SPDX-License-Identifier: Apache-2.0
// Systems of equations of Markov chains, solved by taking states out of the chain one by one: the
// chain watched only while it is in the states that are left is a Markov chain again. No number is
// ever subtracted from another one, so that every result has nearly as many exact digits as the
// rates have, whatever lies between the smallest and the largest (W. K. Grassmann, M. I. Taksar, D.
// P. Heyman, "Regenerative analysis and steady state distributions for Markov chains", 1985; with
// exits from the chain D. P. Heyman, A. Reeves, "Numerical solution of linear equations arising in
// Markov chain models", 1989).
//
// The error: what the elimination of a state makes of the rates of d others is exact for rates that
// differ by a few roundings. The results are quotients of sums of products with one rate of each
// state (the theorem of trees), so that d states with rates that are wrong by a share e move no
// result by more than a share of 2 d e, and the shares of all steps add up (C. A. O'Cinneide,
// "Entrywise perturbation theory and error analysis for Markov chains", 1993). Numbers are `long
// double` within.
#pragma once

#include <optional>

#include "analysis/linear/state_order.h"
#include "analysis/linear/wide.h"
#include "engine/text/limits.h"

namespace petriloom {

/// What is asked of a part of a chain; numbers are not negative.
struct CensoringTask {
  /// Each a `right` of the times spent y, with y_j exits_j = right_j + sum of y_i q_ij. In a part
  /// that is never left the state that is eliminated last is held to end the run: then y is what is
  /// spent before it, in all other states.
  std::vector<std::vector<long double>> rights;
  /// Each the `gain` of a value h with h_i exits_i = gain_i + sum of q_ij h_j: what is gained until
  /// the part is left, or until the state that is eliminated last is reached.
  std::vector<std::vector<long double>> gains;
};

struct CensoringResult {
  std::vector<Wide> stationary;           ///< of a part that is never left; up to a factor
  std::vector<std::vector<Wide>> spent;   ///< by right
  std::vector<std::vector<Wide>> values;  ///< by gain
  double error = 0;                       ///< bound of the relative error of each of these numbers
  /// Rates below the range of numbers came up: there is no result, though there is one in
  /// mathematics.
  bool lost = false;
  Stopped stopped = Stopped::complete;
};

/// `order` must be within its budget.
CensoringResult censor(const Inflow& part, const StateOrder& order, CensoringTask task, const Limits& limits);

/// The same in an order in which `last` comes last; nothing if that exceeds the budget or the limit
/// of memory.
std::optional<CensoringResult> censor(const Inflow& part, StateNumber last, CensoringTask task, EliminationBudget budget,
                                      const Limits& limits);

}  // namespace petriloom
