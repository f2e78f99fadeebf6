// SPDX-License-Identifier: Apache-2.0
#include "engine/statistics/histogram.h"

#include <algorithm>
#include <cmath>

namespace petriloom {

namespace {

constexpr double kMostWhole = 0x1p52;  // whole numbers up to here can be counted one by one

}  // namespace

std::vector<HistogramInterval> histogram(const QuantileSketch& sketch, std::size_t most) {
  const std::vector<QuantileSketch::Part> parts = sketch.parts();
  double total = 0;
  for (const QuantileSketch::Part& part : parts) total += part.weight;
  std::vector<HistogramInterval> intervals;
  if (sketch.error() == 0 && parts.size() <= most) {
    for (const QuantileSketch::Part& part : parts) intervals.push_back({part.value, part.value, part.weight / total});
    return intervals;
  }
  const bool whole = sketch.error() == 0 && std::all_of(parts.begin(), parts.end(), [](const QuantileSketch::Part& part) {
                       return std::floor(part.value) == part.value && std::abs(part.value) < kMostWhole;
                     });
  if (whole) {
    const double together = std::ceil((sketch.most() - sketch.least() + 1) / static_cast<double>(most));
    for (double from = sketch.least(); from <= sketch.most(); from += together) intervals.push_back({from, from + together - 1, 0});
    for (const QuantileSketch::Part& part : parts) {
      intervals[static_cast<std::size_t>((part.value - sketch.least()) / together)].share += part.weight / total;
    }
    return intervals;
  }
  const double width = (sketch.most() - sketch.least()) / static_cast<double>(most);
  for (std::size_t k = 0; k < most; ++k) {
    const double from = sketch.least() + static_cast<double>(k) * width;
    intervals.push_back({from, k + 1 == most ? sketch.most() : from + width, 0});
  }
  std::size_t at = 0;
  for (const QuantileSketch::Part& part : parts) {
    while (at + 1 < most && part.value > intervals[at].to) ++at;
    intervals[at].share += part.weight / total;
  }
  return intervals;
}

}  // namespace petriloom
