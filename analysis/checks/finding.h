// SPDX-License-Identifier: Apache-2.0
// What one check of an explored state space found, in numbers of its states.
#pragma once

#include <string>

#include "analysis/result/result.h"
#include "analysis/space/paths.h"

namespace petriloom {

struct Finding {
  Verdict verdict = Verdict::undecided;
  std::string note;               ///< what was found, or why nothing was
  std::optional<StatePath> path;  ///< shows the verdict
  std::vector<Label> labels;      ///< the labels that are to blame (live, quasi_live)

  /// Undecided because the exploration is not complete.
  static Finding undecided(const StateSpace& space) { return {Verdict::undecided, describe(space.stopped), {}, {}}; }
};

}  // namespace petriloom
