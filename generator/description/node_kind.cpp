// SPDX-License-Identifier: Apache-2.0
// What follows from the counts of a node kind, and of a machine.
#include <algorithm>

#include "generator/description/description.h"

namespace petriloom {

int NodeKind::cards() const { return (gpus.value + gpus_per_card.value - 1) / gpus_per_card.value; }

int NodeKind::buses() const {
  switch (bus_sharing.value) {
    case BusSharing::processor:
      return gpus.value;
    case BusSharing::card:
      return cards();
    case BusSharing::socket:
      return std::min(sockets.value, cards());
    case BusSharing::node:
      return std::min(gpus.value, 1);
  }
  return 0;
}

int NodeKind::bus_of(int gpu) const {
  switch (bus_sharing.value) {
    case BusSharing::processor:
      return gpu;
    case BusSharing::card:
      return gpu / gpus_per_card.value;
    case BusSharing::socket:
      return gpu / gpus_per_card.value % sockets.value;
    case BusSharing::node:
      return 0;
  }
  return 0;
}

int blocks_once(const NodeKind& kind, int gpu_block_factor) {
  return kind.cores() + gpu_block_factor * kind.gpus.value - kind.cards();
}

bool Machine::meet_at_memories(const RankSystem& system) const {
  return std::any_of(system.jobs.begin(), system.jobs.end(), [this](const RankJob& job) {
    return std::any_of(job.nodes.begin(), job.nodes.end(),
                       [&](std::size_t node) { return nodes[node].kind.meet_at_memories(job.ranks_per_node.value); });
  });
}

}  // namespace petriloom
