// SPDX-License-Identifier: Apache-2.0
// Nets whose long run is known by a formula or by `solve`, and how often the intervals of
// `simulate` cover it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::test {

struct KnownMeasure {
  std::string name;
  double exact = 0;
};
struct CoverageCase {
  std::string name;
  std::string net;                    ///< in the net language
  std::vector<KnownMeasure> formula;  ///< empty: `solve` says it
  std::vector<std::string> solved;    ///< measures of which `solve` says it
  double warm_up = 0;                 ///< s; of replications
  /// In s; of a replication after its warm-up; a long run is 60 times as long.
  double length = 0;
};

/// All of them.
const std::vector<CoverageCase>& coverage_cases();
/// The net of a case; throws std::runtime_error if it is wrong.
Net net_of(const CoverageCase& one);
/// The measures of a case with their exact values.
std::vector<KnownMeasure> known_measures(const CoverageCase& one, const Net& net);

enum class Estimation : std::uint8_t { replications, batches };

/// How many of `seeds` runs with the seeds 1, 2 ... cover the exact value of each of `known` with
/// their 95 % interval: 20 replications, or one run in 20 batches after a warm-up found by MSER-5.
/// `jobs`: threads.
std::vector<int> covered(const CoverageCase& one, const Net& net, const std::vector<KnownMeasure>& known, Estimation how, int seeds,
                         std::size_t jobs);

}  // namespace petriloom::test
