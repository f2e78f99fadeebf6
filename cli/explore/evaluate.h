// SPDX-License-Identifier: Apache-2.0
// One point of a sweep: its net read or generated, simulated, and what came out as a row.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/explore/row.h"
#include "cli/explore/vary.h"
#include "cli/load/load.h"
#include "cli/results/shown.h"
#include "engine/simulate/simulate.h"

namespace petriloom::cli::explore {

/// What is asked at every point.
struct Question {
  std::string path;  ///< of the net or description
  LoadOptions load;
  Sweep sweep;
  Shown shown;
  double until = 0;                ///< s; 0: as the description says
  std::uint64_t replications = 0;  ///< 0: as the description says, else 1
  /// Seed, and the number of firings at which a run ends.
  SimulationOptions simulation;
};

/// Names of files that nets were made of, each told once. From any thread.
class InputFiles {
 public:
  /// Those of the sources that were not told before.
  std::vector<std::string> add(const Sources& sources);

 private:
  std::mutex mutex_;
  std::set<std::string> seen_;
};

/// The system at a point, with the values of it set.
ReadSystem read_point(const Question& question, std::size_t point, Session& session);

/// Simulates a point. What is wrong with it is in the row. Empty if it was called off, or if there
/// was no memory for it. From any thread; each has a session of its own.
std::optional<Row> evaluate(const Question& question, std::size_t point, InputFiles& files, Session& session);

/// Messages on one line: "file:3:5: what is wrong (what would be right); ...".
std::string one_line(const Diagnostics& diagnostics, const Sources& sources);

}  // namespace petriloom::cli::explore
