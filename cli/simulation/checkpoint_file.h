// SPDX-License-Identifier: Apache-2.0
// The file of --checkpoint: written while a simulation runs, gone on with by the next one, removed
// at the end.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/shell/session.h"
#include "engine/simulate/checkpoint.h"
#include "formats/common/output_file.h"

namespace petriloom::cli {

class CheckpointFile {
 public:
  /// `path` may be empty: then there is no checkpoint.
  CheckpointFile(std::string path, double every, Session& session);
  CheckpointFile(const CheckpointFile&) = delete;
  CheckpointFile& operator=(const CheckpointFile&) = delete;

  /// Reads the file if it is there, and sees that it can be written. `settings` must be those of
  /// the run that wrote it. False, and reported, if that fails. In a process that works for another
  /// one nothing is read or written.
  bool open(const Net& net, std::vector<std::pair<std::string, std::string>> settings, bool worker);
  /// Null if there is no checkpoint.
  [[nodiscard]] const CheckpointOptions* options() const { return path_.empty() ? nullptr : &options_; }
  /// What there is to go on with; null if nothing is.
  [[nodiscard]] const Checkpoint* resumed() const { return resumed_ ? &*resumed_ : nullptr; }
  /// While `held` says so (from any thread) the file stays as it is: what belongs to it beside is
  /// not complete any more.
  void hold_while(std::function<bool()> held) { held_ = std::move(held); }
  /// The results are written: the file is not needed any more.
  void remove();
  /// The run was stopped: says how to go on.
  void keep();

 private:
  void write(const std::string& text);

  std::string path_;
  OutputTarget target_;
  std::function<bool()> held_;
  Session& session_;
  CheckpointOptions options_;
  std::optional<Checkpoint> resumed_;
  bool failed_ = false;
};

/// Reads the file of --from. False, and reported, if it is no state of a run of this net.
bool read_state_file(const std::string& path, const Net& net, std::optional<RunState>& state, Session& session);

}  // namespace petriloom::cli
