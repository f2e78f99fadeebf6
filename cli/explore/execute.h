// SPDX-License-Identifier: Apache-2.0
// Runs the points of a sweep on threads, and under mpirun on other processes.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "cli/explore/evaluate.h"
#include "cli/explore/journal.h"
#include "engine/simulate/messenger.h"

namespace petriloom::cli::explore {

struct Execute {
  std::size_t jobs = 1;             ///< threads of this process; does not change a row
  std::function<bool()> cancelled;  ///< polled by all threads
  Messenger* messenger = nullptr;   ///< to other processes of this sweep; null: there are none
  double patience = 60;             ///< s of silence after which such a process is lost
};

struct Executed {
  std::vector<Row> rows;          ///< in the order of points
  bool whole = false;             ///< all points are there
  std::vector<std::size_t> lost;  ///< processes that were lost; others ran their points
};

/// Runs the points that the journal does not have, and keeps what they give there.
Executed execute(const Question& question, const Execute& how, Journal& journal, Session& session);

/// In a process that works for another one: runs the points that it is told, until there are no
/// more.
void serve(const Question& question, const Execute& how, const Session& session);
/// Tells such processes that there is nothing to be done.
void dismiss(const Execute& how);

}  // namespace petriloom::cli::explore
