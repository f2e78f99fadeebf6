// SPDX-License-Identifier: Apache-2.0
// The options of `simulate` that say what is estimated and how (docs/statistics.md).
#pragma once

#include "cli/load/net_options.h"
#include "cli/shell/options.h"
#include "engine/simulate/simulate.h"

namespace petriloom::cli {

/// As they were given.
struct StatisticsArguments {
  std::uint64_t batches = 0;
  std::string warm_up;
  std::vector<std::string> quantiles;
  std::vector<std::string> histograms;
  std::vector<std::string> series;
  std::vector<std::string> precision;
  std::uint64_t least_replications = 0;
  bool antithetic = false;
  std::size_t streams = 2;       ///< 0: of the run, 1: of each transition, 2: not given
  std::string against;           ///< the other variant
  std::string against_scenario;  ///< its scenario
  [[nodiscard]] bool compares() const { return !against.empty() || !against_scenario.empty(); }
};

/// Declares them.
void declare_statistics(OptionParser& parser, StatisticsArguments& arguments);

/// Reads them into the options. False, and all reported, if something is wrong. `command` is named
/// in messages.
bool read_statistics(const StatisticsArguments& arguments, SimulationOptions& simulation, std::string_view command,
                     Session& session);

/// Sets the number of replications that follows from what is estimated: `given` (0: none) or a
/// default; `several`: two at least are wanted. False, and reported, if that does not go together,
/// or if a long run would have no end.
bool plan_replications(std::uint64_t given, bool several, bool ends, SimulationOptions& simulation, std::string_view command,
                       Session& session);
/// One replication instead of several where nothing in the net is random, so that all would be the
/// same; says so.
void make_one_if_alike(const Net& net, SimulationOptions& simulation, Session& session);

/// False, and reported, if series are asked for and no file that is written holds them.
bool has_place_for_series(const StatisticsArguments& asked, const std::string& series_file, const std::string& json,
                          Session& session);

/// The net of --against, and how it is read.
struct OtherNet {
  OtherNet(const StatisticsArguments& asked, const std::string& net, const NetOptions& of_first);
  std::string path;
  NetOptions of_net;
  bool another_file = false;
  /// Nothing, and reported, if it cannot be read.
  std::optional<Net> load(Session& session) const;
  /// Says what is wrong with it where the first net cannot be read, unless it is that file.
  void tell_wrong(Session& session) const;
};

}  // namespace petriloom::cli
