// SPDX-License-Identifier: Apache-2.0
// What is kept of unfinished replications so that they can be gone on with (docs/checkpoints.md).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/coloured/replication.h"
#include "engine/simulate/simulate.h"

namespace petriloom {

/// A replication that is to be gone on with.
struct Paused {
  std::string state;  ///< as write_run_state gives it; empty: it has not begun
  std::string trace;  ///< of TraceSink::save; empty if there is no trace
};

struct Checkpoint {
  /// What must be the same for the results to be: names and values of options.
  std::vector<std::pair<std::string, std::string>> settings;
  /// By number; cancelled ones are not written.
  std::map<std::uint64_t, ReplicationResult> finished;
  std::map<std::uint64_t, Paused> running;  ///< by number
  double seconds = 0;                       ///< of wall time that went into all of it
};

/// The settings of a simulation.
std::vector<std::pair<std::string, std::string>> checkpoint_settings(const SimulationOptions& options);

/// The checkpoint as JSON, with what tells the net it belongs to.
std::string write_checkpoint(const Net& net, const Checkpoint& checkpoint);
/// Reads what `write_checkpoint` wrote, from any bytes. Empty, with `problem` set, if it is no such
/// text, of another net, or of other settings than `settings`.
std::optional<Checkpoint> read_checkpoint(const Net& net, std::string_view text,
                                          const std::vector<std::pair<std::string, std::string>>& settings, std::string& problem);

/// The result of one replication as text, and back. Reading throws StateError.
std::string write_result(const ReplicationResult& result);
ReplicationResult read_result(const Net& net, std::string_view text);

}  // namespace petriloom
