// SPDX-License-Identifier: Apache-2.0
// GMRES (Y. Saad, M. H. Schultz, 1986) with an incomplete factorisation for the equations of Markov
// chains. What it gives is only known to be right after a look with passage_bound.h.
#pragma once

#include "analysis/linear/inflow.h"
#include "analysis/linear/options.h"

namespace petriloom {

/// The x with x_j exits_j = right_j + sum of x_i q_ij for all states but `without`, whose x is
/// `given`; none if `without` is the number of states. Nothing if the method did not converge, or
/// at a limit. Adds its iterations.
std::vector<double> solve_gmres(const Inflow& part, std::span<const double> right, std::size_t without, double given,
                                const SteadyOptions& options, std::uint64_t& iterations);

/// The expected times until `without` is reached, or the part is left.
std::vector<double> passage_times_gmres(const Inflow& part, std::size_t without, double tolerance, const Limits& limits);

}  // namespace petriloom
