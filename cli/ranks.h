// SPDX-License-Identifier: Apache-2.0
// Whether this process is one of several that mpirun started, and how it reaches the others.
#pragma once

#include <memory>
#include <optional>

#include "cli/session.h"
#include "engine/simulate/messenger.h"

namespace petriloom::cli {

/// Whether mpirun started this process to work for another one, so that what is to be written is no concern of it.
bool started_as_worker();
/// Whether mpirun, or another manager of processes, started this process, also alone. It reads what a process prints over a
/// terminal of its own, wherever that goes then.
[[nodiscard]] bool started_with_others();

/// The processes that mpirun started together with this one.
class Ranks {
 public:
  /// Loads what speaks MPI if mpirun started several processes, and nothing otherwise. Empty, and reported, if that fails.
  static std::optional<Ranks> find(Session& session);

  /// Null if this process is alone.
  [[nodiscard]] Messenger* messenger() const { return messenger_.get(); }
  /// Whether it works for another one, so that it neither writes nor prints.
  [[nodiscard]] bool worker() const { return messenger_ && messenger_->rank() > 0; }

 private:
  std::unique_ptr<Messenger> messenger_;
};

}  // namespace petriloom::cli
