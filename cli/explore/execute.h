// SPDX-License-Identifier: Apache-2.0
// Runs the points of a sweep on threads, and under mpirun on other processes.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "cli/explore/evaluate.h"
#include "cli/explore/journal.h"

namespace petriloom::cli::explore {

struct Execute {
  std::size_t jobs = 1;             ///< threads of this process; does not change a row
  std::function<bool()> cancelled;  ///< polled by all threads
};

struct Executed {
  std::vector<Row> rows;  ///< in the order of points
  bool whole = false;     ///< all points are there
};

/// Runs the points that the journal does not have, and keeps what they give there.
Executed execute(const Question& question, const Execute& how, Journal& journal, Session& session);

}  // namespace petriloom::cli::explore
