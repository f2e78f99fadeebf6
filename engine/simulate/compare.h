// SPDX-License-Identifier: Apache-2.0
// Two variants of a net, simulated with the same numbers and compared pair by pair
// (docs/statistics.md).
#pragma once

#include "engine/simulate/simulate.h"

namespace petriloom {

/// A measure that both have.
struct Difference {
  std::string name;
  std::string unit;
  Estimate first;
  Estimate second;
  Estimate difference;               ///< second - first, over pairs of runs of the same number
  double correlation = 0;            ///< of the two values of a pair; 0 if it is not known
  Observed observed = Observed::no;  ///< of the first
  bool in_total = false;             ///< of an observed array whose total is there, too
};

struct Comparison {
  SimulationResult first;
  SimulationResult second;
  /// In the order of the first; observed places and transitions after them.
  std::vector<Difference> measures;
  std::vector<std::string> only_in_one;  ///< measures of that name are in one of the nets
};

/// Runs replication k of both with the same seed and number. The options are those of both;
/// precision, batches and traces are not looked at. Errors are in the diagnostics of the results,
/// each with the sources of its net.
Comparison compare(const Net& first, const Net& second, const SimulationOptions& options);

}  // namespace petriloom
