// SPDX-License-Identifier: Apache-2.0
// Reads claims.yaml: its axes, its runs, its claims, and what they must have in common. What they
// ask of nets is looked at when these are read (cli/comparison/execute.h), what stands in
// expressions by cli/claims/expressions.h.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/claims/claims.h"

namespace petriloom::cli::claims {

struct ReadClaims {
  /// Absent if the file is no map; else all of it that could be read.
  std::optional<Claims> claims;
  std::shared_ptr<Sources> sources;
  Diagnostics diagnostics;
};

/// Reads the text of a file, named `path` in messages. All mistakes are reported.
ReadClaims read_claims(const std::string& path, std::string text);

}  // namespace petriloom::cli::claims
