// SPDX-License-Identifier: Apache-2.0
// What one check of a state space found.
#pragma once

#include <string>

#include "analysis/result/result.h"
#include "analysis/space/paths.h"

namespace petriloom {

struct Outcome {
  Verdict verdict = Verdict::undecided;
  std::string note;               ///< what was found, or why nothing was
  std::optional<StatePath> path;  ///< shows the verdict
  std::vector<Label> labels;      ///< the labels that are to blame (live, quasi_live)

  /// Undecided because the exploration is not complete.
  static Outcome undecided(const StateSpace& space) { return {Verdict::undecided, describe(space.stopped), {}, {}}; }
};

}  // namespace petriloom
