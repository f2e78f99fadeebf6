// SPDX-License-Identifier: Apache-2.0
#include "analysis/linear/sweeps.h"

#include <algorithm>
#include <cmath>

namespace petriloom {
namespace {

constexpr std::uint64_t kMostSweeps = 200'000;
// Sweeps after which it is asked whether it will ever end.
constexpr std::uint64_t kPatience = 2'000;
constexpr double kTiny = 1e-250;

/// One sweep; returns the largest relative change.
template <class Real>
Real sweep_once(const Inflow& part, std::span<const double> right, Real all_right, std::vector<Real>& x) {
  Real change = 0;
  Real sum = 0;
  Real left = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    Real flow = right.empty() ? 0 : right[j];
    for (std::uint64_t e = part.starts[j]; e < part.starts[j + 1]; ++e) flow += x[part.sources[e]] * part.rates[e];
    const Real now = flow / part.exits[j];
    if (now > kTiny) change = std::max(change, std::abs(now - x[j]) / now);
    x[j] = now;
    sum += now;
    if (!right.empty()) left += now * static_cast<Real>(part.leaves[j]);
  }
  // All that is entered is left again.
  const Real factor = right.empty() ? 1 / sum : left > 0 ? all_right / left : 1;
  for (Real& value : x) value *= factor;
  return change;
}

template <class Real>
Real total(std::span<const double> right) {
  Real sum = 0;
  for (const double each : right) sum += each;
  return sum;
}

}  // namespace

SweepsState sweep(const Inflow& part, std::span<const double> right, const SteadyOptions& options, bool patient,
                  std::vector<double>& x) {
  SweepsState state;
  const auto all_right = total<double>(right);
  double before = 0;
  double slowest = 0;
  while (state.sweeps < kMostSweeps) {
    const double change = sweep_once<double>(part, right, all_right, x);
    ++state.sweeps;
    // Changes shrink by a ratio, so that what is left of the error is a geometric series.
    const double ratio = before > 0 ? std::min(change / before, 0.999999) : 0.5;
    slowest = std::max(ratio, 0.9 * slowest);
    before = change;
    const double left = change * slowest / (1 - slowest);
    state.settled = change == 0 || (state.sweeps > 3 && std::max(left, change) <= options.tolerance);
    if (state.settled) return state;
    const bool hopeless = !patient && state.sweeps % kPatience == 0 && slowest < 1 &&
                          std::log(options.tolerance / left) / std::log(slowest) > 20.0 * kPatience;
    if (hopeless) return state;
    if (state.sweeps % part.sweeps_per_look() == 0) {
      if (const auto why = options.limits.reached(0)) {
        state.stopped = *why;
        return state;
      }
    }
  }
  return state;
}

bool polish(const Inflow& part, std::span<const double> right, std::uint64_t sweeps, const SteadyOptions& options,
            std::vector<long double>& x) {
  const auto all_right = total<long double>(right);
  for (std::uint64_t k = 0; k < sweeps; ++k) {
    sweep_once<long double>(part, right, all_right, x);
    if (k % part.sweeps_per_look() == 0 && options.limits.reached(0)) return false;
  }
  return true;
}

}  // namespace petriloom
