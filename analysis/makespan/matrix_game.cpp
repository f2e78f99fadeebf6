// SPDX-License-Identifier: Apache-2.0
#include "analysis/makespan/matrix_game.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace petriloom {

namespace {

/// max sum of y with A y <= 1, y >= 0, all of A positive: the columns' side of a game, which begins
/// at y = 0. Dual values are the rows' side (G. B. Dantzig, "A proof of the equivalence of the
/// programming problem and the game problem", 1951).
class GameTableau {
 public:
  GameTableau(const std::vector<std::vector<double>>& payoff, double shift, double scale)
      : rows_(payoff.size()), columns_(payoff.front().size()), width_(columns_ + rows_ + 1), cells_((rows_ + 1) * width_, 0) {
    for (std::size_t r = 0; r < rows_; ++r) {
      for (std::size_t c = 0; c < columns_; ++c) cell(r, c) = (payoff[r][c] + shift) / scale;
      cell(r, columns_ + r) = 1;
      cell(r, width_ - 1) = 1;
      basis_.push_back(columns_ + r);
    }
    for (std::size_t c = 0; c < columns_; ++c) cell(rows_, c) = -1;
  }

  void solve() {
    const std::size_t most = 50 * (rows_ + columns_);
    for (std::size_t pivots = 0; pivots < most; ++pivots) {
      // Bland's rule where the largest gain may go in a circle.
      const std::size_t column = entering(pivots > most / 2);
      if (column == width_) return;
      const std::size_t row = leaving(column);
      if (row == rows_) return;
      pivot(row, column);
    }
  }

  [[nodiscard]] std::vector<double> columns() const {
    std::vector<double> shares(columns_, 0);
    for (std::size_t r = 0; r < rows_; ++r) {
      if (basis_[r] < columns_) shares[basis_[r]] = std::max(0.0, at(r, width_ - 1));
    }
    return shares;
  }
  [[nodiscard]] std::vector<double> rows() const {
    std::vector<double> shares;
    for (std::size_t r = 0; r < rows_; ++r) shares.push_back(std::max(0.0, at(rows_, columns_ + r)));
    return shares;
  }

 private:
  static constexpr double kZero = 1e-12;

  double& cell(std::size_t row, std::size_t column) { return cells_[row * width_ + column]; }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return cells_[row * width_ + column]; }

  [[nodiscard]] std::size_t entering(bool first) const {
    std::size_t best = width_;
    for (std::size_t c = 0; c + 1 < width_; ++c) {
      if (at(rows_, c) >= -kZero || (best < width_ && at(rows_, c) >= at(rows_, best))) continue;
      best = c;
      if (first) break;
    }
    return best;
  }
  [[nodiscard]] std::size_t leaving(std::size_t column) const {
    std::size_t best = rows_;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t r = 0; r < rows_; ++r) {
      if (at(r, column) <= kZero) continue;
      const double ratio = at(r, width_ - 1) / at(r, column);
      if (ratio > least || (ratio == least && best < rows_ && basis_[r] > basis_[best])) continue;
      least = ratio;
      best = r;
    }
    return best;
  }
  void pivot(std::size_t row, std::size_t column) {
    const double by = at(row, column);
    for (std::size_t c = 0; c < width_; ++c) cell(row, c) /= by;
    for (std::size_t r = 0; r <= rows_; ++r) {
      const double times = at(r, column);
      if (r == row || times == 0) continue;
      for (std::size_t c = 0; c < width_; ++c) cell(r, c) -= times * at(row, c);
    }
    basis_[row] = column;
  }

  std::size_t rows_, columns_, width_;
  std::vector<double> cells_;
  std::vector<std::size_t> basis_;
};

void make_shares(std::vector<double>& list) {
  double sum = 0;
  for (const double one : list) sum += one;
  for (double& one : list) one = sum > 0 ? one / sum : 1.0 / static_cast<double>(list.size());
}

}  // namespace

GameSolution solve_game(const std::vector<std::vector<double>>& payoff) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (const auto& row : payoff) {
    for (const double one : row) {
      least = std::min(least, one);
      most = std::max(most, one);
    }
  }
  // All payoffs between 1 and 2, or all 1.
  const double scale = most > least ? most - least : 1;
  GameTableau tableau(payoff, scale - least, scale);
  tableau.solve();
  GameSolution solution{0, tableau.rows(), tableau.columns()};
  make_shares(solution.rows);
  make_shares(solution.columns);
  for (std::size_t r = 0; r < payoff.size(); ++r) {
    for (std::size_t c = 0; c < payoff[r].size(); ++c) solution.value += solution.rows[r] * payoff[r][c] * solution.columns[c];
  }
  return solution;
}

}  // namespace petriloom
