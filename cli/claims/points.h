// SPDX-License-Identifier: Apache-2.0
// The points of a product of axes, and what a run is there.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/claims/claims.h"

namespace petriloom::cli::claims {

/// All points but those at values that are left out, the last axis changing fastest; without axes
/// one point.
std::vector<std::vector<std::size_t>> points_of(const Claims& claims, const std::vector<std::size_t>& axes);
/// "policy = dmda, blocks = 16"; empty without axes.
std::string point_text(const Claims& claims, const std::vector<std::size_t>& axes, const std::vector<std::size_t>& at);

/// What is asked at one point of a run.
struct RunAt {
  std::string path;                        ///< of the net
  std::map<std::string, std::string> set;  ///< values of constants and keys
  Settings settings;                       ///< `set` aside
};
/// Fills in the values of axes; with `quick` what the run says of that.
RunAt run_at(const Claims& claims, const Run& run, const std::vector<std::size_t>& at, bool quick);

}  // namespace petriloom::cli::claims
