// SPDX-License-Identifier: Apache-2.0
// One question asked of one net: what a run gives at a point.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/claims/claims.h"
#include "cli/claims/figures.h"
#include "engine/net/net.h"
#include "engine/simulate/simulate.h"

namespace petriloom::cli::claims {

/// How a question is asked.
struct Asking {
  Question question = Question::simulate;
  std::vector<Figure> figures;
  SimulationOptions simulation;     ///< simulate; `until` also for solve
  bool urgent = false;              ///< verify
  double seconds = 0;               ///< limit of wall time; 0: none
  std::uint64_t bytes = 0;          ///< limit of memory; 0: none
  std::function<bool()> cancelled;  ///< polled; may be called by several threads
};

/// The figures, in order; those without a value say why. Errors are of the net.
struct Answer {
  std::vector<FigureValue> figures;
  Diagnostics diagnostics;
  bool whole = true;  ///< false if it was called off: then it is not kept
};

/// Reports figures that the net does not have, each at its place in claims.yaml. What a net shows
/// of places and transitions is added to it as measures if figures ask for it.
void check_figures(Net& net, const Asking& asking, Diagnostics& diagnostics);
/// Asks.
Answer answer(const Net& net, const Asking& asking);

}  // namespace petriloom::cli::claims
