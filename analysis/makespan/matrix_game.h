// SPDX-License-Identifier: Apache-2.0
// Linear programs of the form of a matrix game.
#pragma once

#include <vector>

namespace petriloom {

/// What both sides play, as shares that add up to 1.
struct GameSolution {
  double value = 0;
  std::vector<double> rows;     ///< for the largest payoff that is sure
  std::vector<double> columns;  ///< for the smallest
};

/// Solves max over shares of rows, min over shares of columns, of the mean payoff: `payoff[r][c]`
/// for each row a list of as many columns, one at least of both. A dense simplex, for games of a
/// few hundred rows and columns. The shares are as good as its arithmetic; whoever needs a bound
/// evaluates the payoff of the shares.
GameSolution solve_game(const std::vector<std::vector<double>>& payoff);

}  // namespace petriloom
