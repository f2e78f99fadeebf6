// SPDX-License-Identifier: Apache-2.0
// Which jobs of a machine wait for which.
#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "generator/description/located.h"
#include "generator/reader/reader.h"

namespace petriloom {

constexpr std::size_t kMostJobs = 1000;
using JobSet = std::bitset<kMostJobs>;

/// What a job says of others, and of the nodes that it wants.
struct JobClaim {
  std::string name;
  std::vector<Located<std::string>> after;  ///< names of jobs
  std::vector<std::size_t> nodes;           ///< in the order in which they are filled
  std::size_t wanted = 0;                   ///< nodes, whichever are free
  Location where;
};

/// Of each job, by their numbers.
struct JobOrder {
  std::vector<std::vector<std::size_t>> after;  ///< the jobs that it names
  /// Those that it waits for and that wait for it, directly or by others.
  std::vector<JobSet> never_beside;
};

/// The key `after`: names of jobs, or one.
std::vector<Located<std::string>> read_jobs_before(Reader& reader, const YamlNode& node);

/// Reports names that two jobs have or none, and jobs that wait for themselves; nothing after an
/// error if any job waits.
std::optional<JobOrder> order_of_jobs(Reader& reader, const std::vector<JobClaim>& jobs);

}  // namespace petriloom
