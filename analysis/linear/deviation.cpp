// SPDX-License-Identifier: Apache-2.0
// The singular system of linear.h, whose solutions have both signs.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/linear/linear.h"
#include "analysis/linear/passage_bound.h"

namespace petriloom {
namespace {

constexpr std::uint64_t kMostSlopeSweeps = 200'000;
constexpr std::uint64_t kBoundSweeps = 2'000;

/// Takes as much of the stationary distribution away as makes the sum 0.
void without_sum(std::vector<double>& values, std::span<const double> steady) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (std::size_t j = 0; j < values.size(); ++j) values[j] -= sum * steady[j];
}

double size_of(std::span<const double> values) {
  double size = 0;
  for (const double value : values) size += std::abs(value);
  return size;
}

/// Gauss-Seidel on the singular system, whose solutions differ by multiples of the stationary
/// distribution; until the sum of what is left of the changes, as a geometric series, is a small
/// share of the sum of the solution.
bool sweep_deviation(const Inflow& part, std::span<const double> right, std::span<const double> steady,
                     const SteadyOptions& options, LinearSolution& state) {
  std::vector<double>& x = state.values;
  double before = 0;
  double slowest = 0;
  for (std::uint64_t sweep = 1; sweep <= kMostSlopeSweeps; ++sweep) {
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
    if (sweep % part.sweeps_per_look() == 0) {
      if (const auto why = options.limits.reached(0)) {
        state.stopped = *why;
        return false;
      }
    }
  }
  return false;
}

LinearSolution iterate(const Inflow& part, std::span<const double> right, std::span<const double> doubt,
                       std::span<const double> steady, std::size_t likely, const SteadyOptions& options) {
  LinearSolution state;
  state.method = "Gauss-Seidel";
  state.values.assign(part.size(), 0);
  if (!sweep_deviation(part, right, steady, options, state)) return state;
  const Outflow out(part);
  PassageBound bound(part, out, likely);
  state.converged = bound.find(steady, std::max(kBoundSweeps, state.iterations), options.limits);
  state.stopped = bound.stopped();
  if (!state.converged) return state;
  const std::vector<long double> x(state.values.begin(), state.values.end());
  const double doubts = std::accumulate(doubt.begin(), doubt.end(), 0.0);
  state.error = (bound.error(x, right) + 2 * doubts * bound.longest()) / size_of(state.values);
  return state;
}

}  // namespace

LinearSolution deviation(const Inflow& part, std::span<const double> right, std::span<const double> doubt,
                         std::span<const double> steady, const SteadyOptions& options) {
  LinearSolution state;
  state.values.assign(part.size(), 0);
  state.converged = true;
  if (part.size() == 1 || std::all_of(right.begin(), right.end(), [](double value) { return value == 0; })) return state;
  // What is added and what is taken away are spent until the most likely state is reached; the
  // difference is one solution.
  CensoringTask task;
  for (const long double sign : {1.0L, -1.0L}) {
    task.rights.emplace_back(part.size());
    for (std::size_t k = 0; k < part.size(); ++k) task.rights.back()[k] = std::max(0.0L, sign * right[k]);
  }
  task.rights.emplace_back(doubt.begin(), doubt.end());
  const auto likely = static_cast<std::size_t>(std::max_element(steady.begin(), steady.end()) - steady.begin());
  const auto result = censor(part, static_cast<StateNumber>(likely), std::move(task), kLongElimination, options.limits);
  if (!result) return iterate(part, right, doubt, steady, likely, options);
  note_elimination(*result, part.size(), state);
  if (!state.converged) return state;
  double doubtful = 0;
  for (std::size_t k = 0; k < part.size(); ++k) {
    const long double more = result->spent[0][k].value();
    const long double less = result->spent[1][k].value();
    state.values[k] = static_cast<double>(more - less);
    doubtful += static_cast<double>(state.error * (more + less) + result->spent[2][k].value());
  }
  without_sum(state.values, steady);
  const double size = size_of(state.values);
  state.error = size > 0 ? 2 * doubtful / size : 0;
  state.converged = std::isfinite(state.error);
  state.each = false;
  return state;
}

}  // namespace petriloom
