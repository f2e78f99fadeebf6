// SPDX-License-Identifier: Apache-2.0
// All that `petriloom run` finds out about a description.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/verify/verify.h"
#include "cli/results/time_spent.h"
#include "engine/simulate/simulate.h"
#include "engine/trace/activities.h"
#include "generator/model/analytic.h"

namespace petriloom::cli {

/// A figure of the simulation beside the one of the closed-form model; either may be absent.
struct Figure {
  std::string name;
  std::string unit;
  std::optional<double> simulated;
  double half_width = 0;
  std::optional<double> analytic;
  /// Values closer to 0 are 0 for all that a quotient says; of a share, which is a difference of
  /// numbers near 1.
  double near_zero = 0;

  /// (simulated - analytic) / |analytic| in %, if both are there and the closed form is not as near
  /// to 0 as it is uncertain.
  [[nodiscard]] std::optional<double> difference() const;
  /// As it is shown: "+1.25 %"; near 0 the difference itself, in the unit; empty if one of the two
  /// is missing.
  [[nodiscard]] std::string difference_text() const;
};

struct NodeFigure {
  std::string node;  ///< "0"
  Figure time;       ///< s per iteration
  Figure energy;     ///< J, whole run
};

/// What cores draw, or memories, or the network, all together.
struct EnergyOfPart {
  std::string part;
  double joule = 0;
};

/// The properties of one net, of the description itself or of its small sibling.
struct Verification {
  std::string subject;  ///< the file that was verified
  Net net;
  VerifyResult result;
  /// A small sibling follows, on which is proved what is undecided here.
  bool stood_in_for = false;
};

/// A file written beside the report, or why it was not.
struct Export {
  std::string format;
  std::string file;
  std::string refused;  ///< why it was not written; empty if it was
  std::string note;     ///< what was left out; empty if nothing was
};

struct Study {
  std::string name;
  std::string description;  ///< the file
  Net net;
  SimulationResult simulation;
  std::vector<std::string> why_stuck;  ///< as far as it is known
  TimeSpent time;                      ///< of the first run
  Activities activities;               ///< of the first run
  std::vector<Figure> figures;
  std::vector<NodeFigure> nodes;
  std::vector<EnergyOfPart> energies;  ///< together the energy of the run; empty: not measured
  std::vector<Verification> verifications;
  std::vector<Export> exports;
  std::string picture;  ///< SVG
};

/// Picks the headline figures (of a node that runs tasks the makespan), those of each node and
/// those of each kind of part from the simulation, and sets the closed-form model beside them.
void collect_figures(Study& study, const std::optional<SystemFigures>& analytic, int iterations);

}  // namespace petriloom::cli
