// SPDX-License-Identifier: Apache-2.0
// Where the time of a run went (docs/where_the_time_went.md): all that is told of it, and its
// tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/capacity/loads.h"
#include "analysis/makespan/makespan.h"
#include "analysis/makespan/task_path.h"
#include "engine/simulate/what_if.h"
#include "engine/trace/utilisation.h"

namespace petriloom::cli {

/// What was asked for, beside the critical path, which the result of a simulation has.
struct TimeSpent {
  std::optional<Utilisation> utilisation;
  std::optional<Makespan> makespan;  ///< of nets of the task runtime
  std::optional<WhatIf> what_if;
  std::optional<CapacityLoads> loads;  ///< of each capacity
  std::vector<std::string> path_by;    ///< "w", "s,m": parts of the binding
  std::optional<TaskPath> task_path;   ///< of nets of the task runtime, with the critical path
};

/// What a run would gain most from: by what was simulated again, or else by its critical path, or
/// else what is busiest.
struct Bottleneck {
  std::string name;
  std::optional<double> gain;     ///< of the time of the run, if it is `speed` times as fast
  std::optional<double> of_path;  ///< share of the critical path
  std::optional<double> busy;     ///< share of the capacity of its module, or of its time
  bool worker = false;            ///< it is a worker that runs tasks, and no module
  double speed = 2;
  /// The part with the most of the critical path, if that is another one: a run that gains nothing
  /// from it may wait for something that takes as long beside it.
  std::string longest;
  double longest_of_path = 0;
};
/// Nothing if nothing took time, or none of that was asked for.
std::optional<Bottleneck> bottleneck_of(const SimulationResult& result, const TimeSpent& spent);
/// "workers.start: 63 % of the critical path; 2 times as fast, the run is 31 % shorter".
std::string bottleneck_text(const Bottleneck& bottleneck);

/// The critical path by what tasks and transfers it consists of, in the order in which that is
/// shown.
struct TaskPathTable {
  const char* heading;
  const std::vector<PathShare>* shares;
};
std::vector<TaskPathTable> task_path_tables(const TimeSpent& spent);
/// What stands there in place of no name.
inline constexpr const char* kOfRuntime = "(the runtime)";

/// Of a table of where the time went.
inline constexpr std::size_t kMostTimeRows = 12;
/// The shares that a table shows: all of them, or with more than kMostTimeRows the longest, and the
/// others as one.
std::vector<PathShare> shown_shares(const std::vector<PathShare>& shares);
/// Whether a part of the net makes no run shorter, and has no share of the critical path.
bool changes_nothing(const WhatIfRow& row);

/// "w, m" as it is asked for, as a list.
std::vector<std::string> parts_of_list(const std::string& text);
/// "as fast twice" in words.
std::string speed_text(double speed);
/// Of its capacity; 0 if it has none.
double busy_share(const UtilisationSeries& series);

/// Capacities that are used equally, the most loaded first: their common name, and one of them.
struct LoadGroup {
  std::string label;  ///< "network.wires.LINK[0..3] (4)"
  const CapacityLoad* one = nullptr;
};
std::vector<LoadGroup> load_groups(const CapacityLoads& loads);
/// Columns of what workers did: a wait for others of a team is one if there was any.
std::vector<WorkerState> states_shown(const Makespan& makespan);
/// How much was used, in the unit of the work; of what is taken and given back, in s.
std::string used_text(const CapacityLoad& load);
/// How much there is of it.
std::string capacity_text(const CapacityLoad& load);

/// Tables of all of it; empty if nothing was asked for.
std::string time_spent_text(const SimulationResult& result, const TimeSpent& spent, bool colour);

}  // namespace petriloom::cli
