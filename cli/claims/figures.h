// SPDX-License-Identifier: Apache-2.0
// What the runs gave, at every point of their axes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/result/result.h"

namespace petriloom::cli::claims {

/// A number with its confidence interval, or a verdict.
struct FigureValue {
  double mean = 0;
  double half_width = 0;
  std::string unit;
  std::optional<petriloom::Verdict> verdict;  ///< of a property; then there is no number
  std::string missing;                        ///< why there is no value; empty: there is one
};

/// What one run gave where its axes have these values.
struct Point {
  std::vector<std::size_t> at;       ///< positions on the axes of the run, in their order
  std::vector<FigureValue> figures;  ///< of the run, in their order; empty: the run was not made
  std::string missing;               ///< why it was not made, or has no values
};

/// By run.
using Figures = std::vector<std::vector<Point>>;

}  // namespace petriloom::cli::claims
