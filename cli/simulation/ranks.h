// SPDX-License-Identifier: Apache-2.0
// The processes that mpirun started together, and how they reach each other.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "cli/shell/session.h"
#include "engine/simulate/messenger.h"

namespace petriloom::cli {

/// The processes that mpirun started together with this one.
class Ranks {
 public:
  /// Loads what speaks MPI if mpirun started several processes, and nothing otherwise. Empty, and
  /// reported, if that fails.
  static std::optional<Ranks> find(Session& session);

  /// Null if this process is alone.
  [[nodiscard]] Messenger* messenger() const { return messenger_.get(); }
  /// Whether it works for another one, so that it neither writes nor prints.
  [[nodiscard]] bool worker() const { return messenger_ && messenger_->rank() > 0; }
  /// Seconds of silence after which a process is lost: those given, if they are above 0. Says so if
  /// they mean nothing, as this process is alone.
  double patience(double given, std::string_view command, Session& session) const;

 private:
  std::unique_ptr<Messenger> messenger_;
};

}  // namespace petriloom::cli
