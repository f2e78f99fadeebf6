// SPDX-License-Identifier: Apache-2.0
// Which nodes of a machine its jobs have.
#pragma once

#include "generator/jobs/job_order.h"

namespace petriloom {

/// How the nodes that no job names are dealt to the jobs that say how many they want.
struct RankPlacement {
  enum class How : std::uint8_t { block, cyclic, random };
  How how = How::block;
  int seed = 1;
};

/// Gives the jobs that want so many of the nodes those that no job names, the first that are free
/// for each; reports what jobs cannot have. A node is of jobs that are never beside each other.
void deal_nodes(Reader& reader, std::vector<JobClaim>& jobs, const JobOrder& order, const RankPlacement& placement,
                std::size_t nodes);

}  // namespace petriloom
