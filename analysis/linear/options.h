// SPDX-License-Identifier: Apache-2.0
// How the systems of linear equations of Markov chains are to be solved, and how exactly.
#pragma once

#include <cstdint>

#include "engine/text/limits.h"

namespace petriloom {

/// How systems of linear equations are solved. `automatic` eliminates directly while that is cheap,
/// else iterates (Gauss-Seidel), aggregates where that does not lead to a solution that is known to
/// be right, takes GMRES where that does not either, and eliminates whatever it takes at last.
enum class LinearMethod : std::uint8_t { automatic, direct, gauss_seidel, aggregation, gmres };

/// A solution with a larger bound of the error is no result.
constexpr double kWorstError = 1e-9;

struct SteadyOptions {
  LinearMethod method = LinearMethod::automatic;
  double tolerance = 1e-12;  ///< of the estimated relative error of iterations
  Limits limits;
};

}  // namespace petriloom
