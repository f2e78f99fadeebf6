// SPDX-License-Identifier: Apache-2.0
// Gauss-Seidel for the equations of Markov chains, in which the total flow is put right after each
// sweep: all states together are the one aggregate of the method of R. Koury, D. F. McAllister, W.
// J. Stewart, "Iterative methods for computing stationary distributions of nearly completely
// decomposable Markov chains", 1984. A part that is hardly ever left is then no harder than one
// that is never left.
#pragma once

#include "analysis/linear/inflow.h"
#include "analysis/linear/options.h"

namespace petriloom {

struct SweepsState {
  std::uint64_t sweeps = 0;
  bool settled = false;
  Stopped stopped = Stopped::complete;
};

/// Sweeps `x` until the estimated relative error of every number is below the tolerance: what is
/// left is taken for a geometric series. That is no proof (passage_bound.h gives one). `right` is
/// empty for the stationary distribution, whose sum is 1. With `patient` false it gives up where no
/// end is in sight.
SweepsState sweep(const Inflow& part, std::span<const double> right, const SteadyOptions& options, bool patient,
                  std::vector<double>& x);

/// Sweeps a solution that has settled so many times more, with more digits. False at a limit.
bool polish(const Inflow& part, std::span<const double> right, std::uint64_t sweeps, const SteadyOptions& options,
            std::vector<long double>& x);

}  // namespace petriloom
