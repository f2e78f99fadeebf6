// SPDX-License-Identifier: Apache-2.0
#include "analysis/markov/linear.h"

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <unsupported/Eigen/IterativeSolvers>

namespace petriloom {
namespace {

// Up to here direct elimination on a dense matrix takes less than iterations usually do.
constexpr std::size_t kDense = 400;
// Up to here a sparse factorisation fits into memory whatever its fill-in.
constexpr std::size_t kSparse = 20'000;
// Up to here a sparse factorisation takes less than a thousand sweeps.
constexpr std::size_t kFewStates = 2'000;
constexpr std::uint64_t kMostSweeps = 200'000;
constexpr std::uint64_t kPatience = 2'000;  // sweeps after which `automatic` asks whether it will ever end
constexpr int kRestart = 50;

using BalanceMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int64_t>;

/// Grassmann, Taksar, Heyman, "Regenerative analysis and steady state distributions for Markov chains", 1985: elimination without
/// subtraction, so that small probabilities are as exact as large ones.
std::vector<double> eliminate(const Inflow& part) {
  const std::size_t n = part.size();
  Eigen::MatrixXd q = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  for (std::size_t j = 0; j < n; ++j) {
    for (std::uint64_t e = part.starts[j]; e < part.starts[j + 1]; ++e)
      q(static_cast<Eigen::Index>(part.sources[e]), static_cast<Eigen::Index>(j)) += part.rates[e];
  }
  for (auto k = static_cast<Eigen::Index>(n) - 1; k > 0; --k) {
    const double out = q.row(k).head(k).sum();
    q.col(k).head(k) /= out;
    q.topLeftCorner(k, k).noalias() += q.col(k).head(k) * q.row(k).head(k);
  }
  std::vector<double> x(n, 0);
  x[0] = 1;
  double sum = 1;
  for (std::size_t k = 1; k < n; ++k) {
    for (std::size_t i = 0; i < k; ++i) x[k] += x[i] * q(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k));
    sum += x[k];
  }
  for (double& value : x) value /= sum;
  return x;
}

/// Rows j of `exits_j y_j - sum of y_i q_ij`, but for row and column `without` (none if it is not a state).
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

bool solve_direct(const BalanceMatrix& matrix, const Eigen::VectorXd& right, Eigen::VectorXd& solution) {
  Eigen::SparseLU<BalanceMatrix, Eigen::COLAMDOrdering<std::int64_t>> solver;
  solver.compute(matrix);
  if (solver.info() != Eigen::Success) return false;
  solution = solver.solve(right);
  solution += solver.solve(right - matrix * solution);  // one step of refinement
  return solver.info() == Eigen::Success;
}

bool solve_gmres(const BalanceMatrix& matrix, const Eigen::VectorXd& right, const SteadyOptions& options, LinearSolution& state,
                 Eigen::VectorXd& solution) {
  Eigen::GMRES<BalanceMatrix, Eigen::IncompleteLUT<double, std::int64_t>> solver;
  solver.preconditioner().setDroptol(1e-5);
  solver.preconditioner().setFillfactor(20);
  solver.set_restart(kRestart);
  solver.setTolerance(options.tolerance);
  solver.setMaxIterations(20'000);
  solver.compute(matrix);
  if (solver.info() != Eigen::Success) return false;
  solution = solver.solve(right);
  state.iterations += static_cast<std::uint64_t>(solver.iterations());
  return solver.info() == Eigen::Success;
}

/// Gauss-Seidel sweeps. `right` is empty for the stationary distribution, whose scale is free.
class Sweeps {
 public:
  Sweeps(const Inflow& part, std::span<const double> right, const SteadyOptions& options)
      : part_(part), right_(right), options_(options) {}

  /// Sweeps until the estimated error is small. False if it gave up: for a limit, or as `patient` is false and there is no end in
  /// sight.
  bool run(LinearSolution& state, bool patient) {
    std::vector<double>& x = state.values;
    double before = 0;
    for (std::uint64_t sweep = 1; sweep <= kMostSweeps; ++sweep) {
      const double change = once(x);
      ++state.iterations;
      // Changes shrink by a ratio, so that what is left of the error is a geometric series.
      const double ratio = before > 0 ? std::min(change / before, 0.999999) : 0.5;
      ratio_ = std::max(ratio, 0.9 * ratio_);
      before = change;
      const double left = change * ratio_ / (1 - ratio_);
      if (change == 0 || (sweep > 3 && std::max(left, change) <= options_.tolerance)) return true;
      if (!patient && sweep % kPatience == 0 && ratio_ < 1 &&
          std::log(options_.tolerance / left) / std::log(ratio_) > 20.0 * kPatience) {
        return false;
      }
      if (sweep % 16 == 0) {
        if (const auto why = options_.limits.reached(0)) {
          state.stopped = *why;
          return false;
        }
      }
    }
    return false;
  }

 private:
  /// One sweep; returns the largest relative change.
  double once(std::vector<double>& x) {
    double change = 0;
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      double flow = right_.empty() ? 0 : right_[j];
      for (std::uint64_t e = part_.starts[j]; e < part_.starts[j + 1]; ++e) flow += x[part_.sources[e]] * part_.rates[e];
      const double now = flow / part_.exits[j];
      if (now > kTiny) change = std::max(change, std::abs(now - x[j]) / now);
      x[j] = now;
      sum += now;
    }
    if (right_.empty()) {
      for (double& value : x) value /= sum;
    }
    return change;
  }

  static constexpr double kTiny = 1e-250;
  const Inflow& part_;
  std::span<const double> right_;
  const SteadyOptions& options_;
  double ratio_ = 0;
};

void keep(const Eigen::VectorXd& solution, std::size_t without, std::vector<double>& values) {
  for (std::size_t j = 0, at = 0; j < values.size(); ++j) {
    values[j] = j == without ? 1 : std::max(0.0, solution(static_cast<Eigen::Index>(at++)));
  }
}

void normalise(std::vector<double>& values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (double& value : values) value /= sum;
}

/// By factorisation or GMRES, with the state that is left the most slowly set to 1 for the stationary distribution.
void solve_system(const Inflow& part, std::span<const double> right, const SteadyOptions& options, bool direct,
                  LinearSolution& state) {
  std::size_t without = part.size();
  if (right.empty())
    without = static_cast<std::size_t>(std::min_element(part.exits.begin(), part.exits.end()) - part.exits.begin());
  const BalanceMatrix matrix = balance(part, without);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(matrix.rows());
  for (std::size_t j = 0, at = 0; j < part.size(); ++j) {
    if (j == without) continue;
    auto& value = b(static_cast<Eigen::Index>(at++));
    if (!right.empty()) value = right[j];
    for (std::uint64_t e = part.starts[j]; e < part.starts[j + 1]; ++e) value += part.sources[e] == without ? part.rates[e] : 0;
  }
  Eigen::VectorXd solution;
  state.method = direct ? "direct" : "GMRES";
  state.converged = direct ? solve_direct(matrix, b, solution) : solve_gmres(matrix, b, options, state, solution);
  if (solution.size() != matrix.rows()) return;
  keep(solution, without, state.values);
  if (right.empty()) normalise(state.values);
}

LinearSolution solve(const Inflow& part, std::span<const double> right, const SteadyOptions& options) {
  LinearSolution state;
  state.values.assign(part.size(), right.empty() ? 1 / static_cast<double>(part.size()) : 0);
  const bool small = part.size() <= kSparse;
  const bool automatic = options.method == LinearMethod::automatic;
  if (options.method == LinearMethod::direct || (automatic && part.size() <= kDense)) {
    solve_system(part, right, options, true, state);
    if (state.converged) return state;
  }
  if (automatic || options.method == LinearMethod::gauss_seidel) {
    state.method = "Gauss-Seidel";
    state.converged = Sweeps(part, right, options).run(state, !automatic);
    if (state.converged || state.stopped != Stopped::complete || !automatic) return state;
  }
  solve_system(part, right, options, automatic && small, state);
  return state;
}

/// Takes as much of the stationary distribution away as makes the sum 0.
void without_sum(std::vector<double>& values, std::span<const double> steady) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (std::size_t j = 0; j < values.size(); ++j) values[j] -= sum * steady[j];
}

/// Gauss-Seidel on the singular system, whose solutions differ by multiples of the stationary distribution; until the sum of what
/// is left of the changes, as a geometric series, is a small share of the sum of the solution.
bool sweep_deviation(const Inflow& part, std::span<const double> right, std::span<const double> steady,
                     const SteadyOptions& options, LinearSolution& state) {
  std::vector<double>& x = state.values;
  double before = 0;
  double slowest = 0;
  for (std::uint64_t sweep = 1; sweep <= kMostSweeps; ++sweep) {
    double change = 0;
    double size = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      double flow = right[j];
      for (std::uint64_t e = part.starts[j]; e < part.starts[j + 1]; ++e) flow += x[part.sources[e]] * part.rates[e];
      const double now = flow / part.exits[j];
      change += std::abs(now - x[j]);
      size += std::abs(now);
      x[j] = now;
    }
    without_sum(x, steady);
    ++state.iterations;
    const double ratio = before > 0 ? std::min(change / before, 0.999999) : 0.5;
    slowest = std::max(ratio, 0.9 * slowest);
    before = change;
    if (sweep > 3 && std::max(change, change * slowest / (1 - slowest)) <= options.tolerance * size) return true;
    if (sweep % 16 == 0) {
      if (const auto why = options.limits.reached(0)) {
        state.stopped = *why;
        return false;
      }
    }
  }
  return false;
}

}  // namespace

LinearSolution deviation(const Inflow& part, std::span<const double> right, std::span<const double> steady,
                         const SteadyOptions& options) {
  LinearSolution state;
  state.values.assign(part.size(), 0);
  state.converged = true;
  if (part.size() == 1 || std::all_of(right.begin(), right.end(), [](double value) { return value == 0; })) return state;
  const bool small = part.size() <= kFewStates;
  if (!small) {
    state.method = "Gauss-Seidel";
    state.converged = sweep_deviation(part, right, steady, options, state);
    if (state.converged || state.stopped != Stopped::complete) return state;
  }
  const auto likely = static_cast<std::size_t>(std::max_element(steady.begin(), steady.end()) - steady.begin());
  const BalanceMatrix matrix = balance(part, likely);
  Eigen::VectorXd b(matrix.rows());
  for (std::size_t j = 0, at = 0; j < part.size(); ++j) {
    if (j != likely) b(static_cast<Eigen::Index>(at++)) = right[j];
  }
  Eigen::VectorXd solution;
  const bool direct = part.size() <= kSparse;
  state.method = direct ? "direct" : "GMRES";
  state.converged = direct ? solve_direct(matrix, b, solution) : solve_gmres(matrix, b, options, state, solution);
  if (solution.size() != matrix.rows()) return state;
  for (std::size_t j = 0, at = 0; j < part.size(); ++j)
    state.values[j] = j == likely ? 0 : solution(static_cast<Eigen::Index>(at++));
  without_sum(state.values, steady);
  return state;
}

LinearSolution stationary(const Inflow& part, const SteadyOptions& options) {
  if (part.size() == 1) return {{1}, "direct", 0, true, Stopped::complete};
  const bool direct = options.method == LinearMethod::direct || options.method == LinearMethod::automatic;
  if (direct && part.size() <= kDense) return {eliminate(part), "direct", 0, true, Stopped::complete};
  return solve(part, {}, options);
}

LinearSolution sojourns(const Inflow& part, std::span<const double> right, const SteadyOptions& options) {
  if (part.size() == 1) return {{right[0] / part.exits[0]}, "direct", 0, true, Stopped::complete};
  return solve(part, right, options);
}

}  // namespace petriloom
