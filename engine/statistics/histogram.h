// SPDX-License-Identifier: Apache-2.0
// Histograms of distributions.
#pragma once

#include <vector>

#include "engine/measure/quantile_sketch.h"
#include "engine/statistics/statistics_results.h"

namespace petriloom {

/// At most `most` (at least 1) intervals of the same length from the least to the largest value,
/// with the share of the weight in each; of whole numbers each holds as many, from its first to its
/// last. Where there are no more than so many distinct values, each has an interval of its own,
/// from it to it. Wants a distribution that counted something.
std::vector<HistogramInterval> histogram(const QuantileSketch& sketch, std::size_t most);

}  // namespace petriloom
