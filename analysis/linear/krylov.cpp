// SPDX-License-Identifier: Apache-2.0
#include "analysis/linear/krylov.h"

#include <Eigen/SparseCore>
#include <unsupported/Eigen/IterativeSolvers>

namespace petriloom {
namespace {

constexpr int kRestart = 50;
constexpr std::uint64_t kMostIterations = 20'000;
constexpr int kIterationsPerLook = 4 * kRestart;

using BalanceMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int64_t>;

/// Rows j of `exits_j y_j - sum of y_i q_ij`, but for row and column `without`.
BalanceMatrix balance(const Inflow& part, std::size_t without) {
  const auto at = [without](std::size_t k) { return static_cast<int>(k > without ? k - 1 : k); };
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(part.sources.size() + part.size());
  for (std::size_t j = 0; j < part.size(); ++j) {
    if (j == without) continue;
    entries.emplace_back(at(j), at(j), part.exits[j]);
    for (std::uint64_t e = part.starts[j]; e < part.starts[j + 1]; ++e) {
      if (part.sources[e] != without) entries.emplace_back(at(j), at(part.sources[e]), -part.rates[e]);
    }
  }
  const auto size = static_cast<Eigen::Index>(part.size() - (without < part.size() ? 1 : 0));
  BalanceMatrix matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

std::vector<double> solve_matrix(const BalanceMatrix& matrix, const Eigen::VectorXd& right, std::size_t without, double given,
                                 double tolerance, const Limits& limits, std::uint64_t& iterations) {
  Eigen::GMRES<BalanceMatrix, Eigen::IncompleteLUT<double, std::int64_t>> solver;
  solver.preconditioner().setDroptol(1e-5);
  solver.preconditioner().setFillfactor(20);
  solver.set_restart(kRestart);
  solver.setMaxIterations(kIterationsPerLook);
  solver.compute(matrix);
  if (solver.info() != Eigen::Success) return {};
  // It begins anew every kRestart iterations, so that nothing is lost by a look at the limits in
  // between. The tolerance is of what is not balanced at the begin of a call.
  double left = 1;
  Eigen::VectorXd solution = Eigen::VectorXd::Zero(right.size());
  for (std::uint64_t done = 0;; done += kIterationsPerLook) {
    if (done >= kMostIterations || limits.reached(0)) return {};
    solver.setTolerance(tolerance / left);
    solution = solver.solveWithGuess(right, solution).eval();
    left *= solver.error();
    iterations += static_cast<std::uint64_t>(solver.iterations());
    if (solver.info() == Eigen::Success) break;
    if (solver.info() != Eigen::NoConvergence) return {};
  }
  std::vector<double> values(static_cast<std::size_t>(solution.size()) + (given < 0 ? 0 : 1));
  for (std::size_t j = 0, at = 0; j < values.size(); ++j)
    values[j] = j == without ? given : solution(static_cast<Eigen::Index>(at++));
  return values;
}

}  // namespace

std::vector<double> solve_gmres(const Inflow& part, std::span<const double> right, std::size_t without, double given,
                                const SteadyOptions& options, std::uint64_t& iterations) {
  const BalanceMatrix matrix = balance(part, without);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(matrix.rows());
  for (std::size_t j = 0, at = 0; j < part.size(); ++j) {
    if (j == without) continue;
    auto& value = b(static_cast<Eigen::Index>(at++));
    if (!right.empty()) value = right[j];
    for (std::uint64_t e = part.starts[j]; e < part.starts[j + 1]; ++e)
      value += part.sources[e] == without ? given * part.rates[e] : 0;
  }
  return solve_matrix(matrix, b, without, without < part.size() ? given : -1, options.tolerance, options.limits, iterations);
}

std::vector<double> passage_times_gmres(const Inflow& part, std::size_t without, double tolerance, const Limits& limits) {
  const BalanceMatrix matrix = balance(part, without).transpose();
  std::uint64_t iterations = 0;
  return solve_matrix(matrix, Eigen::VectorXd::Ones(matrix.rows()), without, without < part.size() ? 0 : -1, tolerance, limits,
                      iterations);
}

}  // namespace petriloom
