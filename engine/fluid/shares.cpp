// SPDX-License-Identifier: Apache-2.0
// Shares of the flows out of empty places (docs/fluid.md, F3).
#include <fmt/format.h>

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "engine/fluid/flows.h"

namespace petriloom::fluid {

namespace {

constexpr int kMostRounds = 1000;
// Before linear systems are solved; chains of few places need none.
constexpr int kRoundsAlone = 3;
constexpr double kSettled = 1e-14;  // change of a share that is rounding
constexpr double kSlack = 1e-12;    // of a share, by which rounding may lift it

}  // namespace

// What flows into a place, and what would flow out of it if it did not limit, given what other
// places leave of the flows.
std::pair<double, double> Flows::through(std::size_t slot) const {
  double inflow = 0;
  double demand = 0;
  for (const std::uint32_t k : users_[slot]) {
    double change = 0;
    double left = 1;
    for (const auto& [other, amount] : flows_[k].moves) {
      if (other == slot) change = amount * flows_[k].rate;
      if (other != slot && amount * flows_[k].rate < 0) left *= shares_[other];
    }
    (change > 0 ? inflow : demand) += std::fabs(change) * left;
  }
  return {inflow, demand};
}

// Shares such that out of each place that limits flows as much as comes in: the largest ones, found
// from above. Substitution alone would take as many rounds as fluid goes round a cycle of empty
// places before it leaves.
void Flows::share() {
  std::fill(shares_.begin(), shares_.end(), 1.0);
  if (!any_limits_) return;
  bool solved = false;
  double before = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kMostRounds; ++round) {
    const double most = share_once();
    // A small change tells how far the shares are off only if changes shrink quickly, or the rest
    // was solved for.
    if (most == 0 || (most <= kSettled && (solved || most <= before / 2))) return;
    before = most;
    solved = round >= kRoundsAlone && solve_shares();
  }
  const auto first = std::find(limiting_.begin(), limiting_.end(), 1) - limiting_.begin();
  const PlaceId place = hybrid_.places[static_cast<std::size_t>(first)];
  throw EvalError(hybrid_.net[place].where,
                  fmt::format("what flows through this place and others that are empty at {} s and feed each other cannot be found",
                              enabling_.evaluator().now()));
}

// One round of substitution, in the order of places. Returns the largest change of a share.
double Flows::share_once() {
  double most = 0;
  for (std::size_t slot = 0; slot < shares_.size(); ++slot) {
    if (limiting_[slot] == 0) continue;
    std::tie(inflow_[slot], demand_[slot]) = through(slot);
    const double share = demand_[slot] > inflow_[slot] ? inflow_[slot] / demand_[slot] : 1;
    most = std::max(most, std::fabs(share - shares_[slot]));
    shares_[slot] = share;
  }
  return most;
}

// Newton's step for "as much goes as comes" in the places that leave less than all now. Where no
// flow needs two of them that is a linear system with the largest shares for its solution, as what
// flows out does not depend on other shares. False, and nothing is changed, if there is no solution
// between nothing and the present shares.
bool Flows::solve_shares() {
  std::vector<std::uint32_t> slots;
  std::vector<int> rows(shares_.size(), -1);
  for (std::uint32_t slot = 0; slot < shares_.size(); ++slot) {
    if (limiting_[slot] == 0 || shares_[slot] >= 1) continue;
    rows[slot] = static_cast<int>(slots.size());
    slots.push_back(slot);
  }
  const auto size = static_cast<Eigen::Index>(slots.size());
  Eigen::VectorXd more = Eigen::VectorXd::Zero(size);  // out of each place than into it
  std::vector<Eigen::Triplet<double>> slopes;
  for (const Flow& flow : flows_) {
    double left = 1;
    for (const auto& [slot, amount] : flow.moves) left *= amount * flow.rate < 0 ? shares_[slot] : 1;
    for (const auto& [slot, amount] : flow.moves) {
      const int row = rows[slot];
      if (row < 0) continue;
      more[row] -= amount * flow.rate * left;
      for (const auto& [by, taken] : flow.moves) {
        if (rows[by] < 0 || !(taken * flow.rate < 0)) continue;
        double others = 1;
        for (const auto& [other, given] : flow.moves) others *= other != by && given * flow.rate < 0 ? shares_[other] : 1;
        slopes.emplace_back(row, rows[by], -amount * flow.rate * others);
      }
    }
  }
  Eigen::SparseMatrix<double> matrix(size, size);
  matrix.setFromTriplets(slopes.begin(), slopes.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> solver(matrix);
  if (solver.info() != Eigen::Success) return false;
  const Eigen::VectorXd step = solver.solve(more);
  const auto fits = [&](std::size_t k) {
    const double change = step[static_cast<Eigen::Index>(k)];
    return change >= -kSlack && change <= shares_[slots[k]] + kSlack;  // false of what is no number
  };
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (!fits(k)) return false;
  }
  for (std::size_t k = 0; k < slots.size(); ++k) {
    double& share = shares_[slots[k]];
    share = std::clamp(share - step[static_cast<Eigen::Index>(k)], 0.0, 1.0);
  }
  return true;
}

}  // namespace petriloom::fluid
