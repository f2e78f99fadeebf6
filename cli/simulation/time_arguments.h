// SPDX-License-Identifier: Apache-2.0
// The options that ask where the time went (docs/where_the_time_went.md), and what they need of a
// run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/load/net_options.h"
#include "cli/results/time_spent.h"
#include "engine/trace/tee.h"

namespace petriloom::cli {

struct TimeArguments {
  std::vector<std::string> path_by;   ///< parts of bindings
  bool utilisation = false;           ///< of modules and workers
  bool loads = false;                 ///< of capacities
  std::string heat_map;               ///< a file; empty: none is wanted
  std::string what_if;                ///< how many times as fast; empty: not asked
  std::vector<std::string> parts;     ///< NAME=TRANSITION where CONDITION
  std::vector<std::string> settings;  ///< NAME=VALUE
  double speed = 2;                   ///< of `what_if`

  /// Declares them, with --critical-path.
  void add_to(OptionParser& parser, SimulationOptions& simulation);
  /// Takes them over. False, and reported, if one is wrong.
  bool read(SimulationOptions& simulation, Session& session);
  [[nodiscard]] bool asks_loads() const { return loads || !heat_map.empty(); }
  /// Whether the net is to be simulated again.
  [[nodiscard]] bool asks_what_if() const { return !what_if.empty() || !parts.empty() || !settings.empty(); }
};

/// Whether all of lists like "w" and "s,t.2" are variables of transitions, or parts of one; reports
/// under the name of the option which is not.
bool are_variables(const char* option, const std::vector<std::string>& lists, const Net& net, Session& session);

/// What is recorded of a run, if it is asked for.
class TimeRecorders {
 public:
  /// The net must outlive this.
  TimeRecorders(const Net& net, bool utilisation, bool loads);
  /// Adds what is to be told of the run.
  void add_to(TraceTee& sinks);
  /// After the run, with its critical path if that is known, and averages in so many intervals.
  TimeSpent take(const std::optional<CriticalPath>& path, std::size_t intervals);

 private:
  const Net& net_;
  std::optional<UtilisationRecorder> utilisation_;
  std::optional<LoadRecorder> loads_;
  std::optional<TaskNet> tasks_;
  std::optional<WorkerTimesRecorder> workers_;
};

/// Writes the heat map, if one is wanted. False, and reported, if that cannot be done.
bool write_heat_map(const TimeArguments& asked, const TimeSpent& spent, const std::string& name, Session& session);

/// The net that is simulated again, and how it was loaded.
struct WhatIfSubject {
  const Net& net;
  const std::string& path;
  const NetOptions& of_net;
};
/// The parts that are asked for; nothing, and all reported, if one cannot be read.
std::optional<std::vector<FasterPart>> read_parts(const TimeArguments& asked, const WhatIfSubject& subject, Session& session);

/// Simulates the net again for each part: for those that take time if that is asked for, and for
/// those that were read. Says how far it is, and reports errors of these runs.
WhatIf simulate_again(const Net& net, const TimeArguments& asked, const std::vector<FasterPart>& parts,
                      const SimulationOptions& simulation, const SimulationResult& result, Session& session);

}  // namespace petriloom::cli
