// SPDX-License-Identifier: Apache-2.0
// The makespan of a measured run, predicted by simulating the net that a description of the same
// machine, policy and application gives.
#pragma once

#include "cli/starpu/cases.h"
#include "generator/description/description.h"

namespace petriloom::cli::starpu {

/// Where things are.
struct Places {
  std::string machines;            ///< folder of performance models
  std::vector<std::string> roots;  ///< folders that hold nets/
};

/// What was predicted of a case, or why nothing was.
struct Prediction {
  std::optional<double> makespan;  ///< s
  std::string reason;
};

/// Of one case; calls do not depend on each other and may be made on several threads.
Prediction predict(const Case& one, const Places& places);

}  // namespace petriloom::cli::starpu
