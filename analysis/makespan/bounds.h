// SPDX-License-Identifier: Apache-2.0
// Times below which no schedule of a task graph on workers of several kinds can stay.
#pragma once

#include <cstdint>
#include <vector>

namespace petriloom {

/// Workers on which each task takes the same time.
struct WorkerKind {
  std::size_t workers = 1;
  std::vector<double> seconds;  ///< by task; infinite: it cannot run there
  std::vector<double> team;     ///< by task: on how many of them it runs; empty: each on one
};

/// Tasks by number, and for each those that wait for it, which have no circle.
struct WorkGraph {
  std::vector<WorkerKind> kinds;
  std::vector<std::vector<std::uint32_t>> successors;
};

/// All in s. Transfers and the time of drivers are left out.
struct MakespanBounds {
  /// The work is spread over the kinds of workers as it takes least, in parts of tasks: the linear
  /// program "min T: for each task the parts on all kinds add up to 1, for each kind its parts take
  /// at most its workers times T".
  double area = 0;
  /// The longest path, each task where it takes least.
  double path = 0;
  /// The linear program of the area in which each path takes T at most, too, each task by its
  /// parts, found to 0.001 %. Not below the two others.
  double both = 0;
  bool exact = true;  ///< false: it was not found as closely, and may be some per cent higher
};

/// The bounds of a graph. Each is one whatever the arithmetic: it is evaluated for multipliers that
/// the linear program gives (weak duality).
MakespanBounds makespan_bounds(const WorkGraph& graph);

}  // namespace petriloom
