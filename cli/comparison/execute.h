// SPDX-License-Identifier: Apache-2.0
// Makes the runs of claims: reads their nets, takes what was kept, simulates, solves and verifies
// the rest.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/claims/claims.h"
#include "cli/claims/figures.h"
#include "cli/shell/session.h"

namespace petriloom::cli::claims {

struct ExecuteOptions {
  std::vector<std::size_t> runs;  ///< which, ascending
  bool quick = false;
  bool only_read = false;           ///< the nets, for what is wrong with them
  std::size_t jobs = 1;             ///< threads; does not change a result
  std::string cache;                ///< folder of what is kept; empty: nothing
  double seconds = 0;               ///< limit of wall time; 0: none
  std::uint64_t bytes = 0;          ///< limit of memory; 0: none
  std::function<bool()> cancelled;  ///< polled; may be called by several threads
};

/// A mistake in claims.yaml, or in a net that it names.
struct Messages {
  std::shared_ptr<const Sources> sources;
  Diagnostics diagnostics;
};

struct Executed {
  Figures figures;                 ///< by run; empty for those that were not asked for
  std::vector<Messages> messages;  ///< if any has errors, the figures are not whole
  std::size_t made = 0;            ///< points that were run
  std::size_t kept = 0;            ///< points that were found in the cache
  [[nodiscard]] bool has_errors() const;
};

/// Reads all nets first, so that mistakes are told before anything runs, then makes the runs. The
/// figures are the same for any number of threads, and whether they were kept or not.
Executed execute(const Claims& claims, const ExecuteOptions& options, Session& session);

}  // namespace petriloom::cli::claims
