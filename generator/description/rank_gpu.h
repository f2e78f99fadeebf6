// SPDX-License-Identifier: Apache-2.0
// What the GPUs of a node are to ranks, and what a step of a program of ranks wants of them.
#pragma once

#include <optional>
#include <set>
#include <utility>

#include "generator/description/located.h"
#include "generator/description/network.h"

namespace petriloom {

/// Links between the GPUs of a node.
struct GpuLinks {
  LogGp link;
  /// Each GPU has one link, to a switch that joins all; else each pair has one.
  Located<bool> switched;
  std::set<std::pair<int, int>> pairs;  ///< that have one, the smaller number first; empty: all
  Location where;
};

struct RankGpu {
  Located<double> flop_per_cycle;    ///< of a processor; 0: not told
  Located<double> memory_size;       ///< B of its memory; 0: as many as are needed
  Located<double> memory_bandwidth;  ///< B/s; 0: not told
  Located<double> launch;            ///< s until a kernel begins
  Located<int> kernels;              ///< at once
  Located<int> copy_engines;         ///< 2: one for each direction
  Located<bool> direct;              ///< interfaces of nodes use its memory
  std::optional<GpuLinks> links;
  Located<double> idle_power;            ///< W
  std::optional<Located<double>> power;  ///< W of a GPU all of which works; idle if not told
  /// W at most.
  [[nodiscard]] double most_power() const { return power ? power->value : idle_power.value; }
};

/// In all, or for each point of a rank.
struct GpuWork {
  double flop = 0;
  double bytes = 0;        ///< of its memory
  double working_set = 0;  ///< B
  bool of_points = false;
  bool messages = false;  ///< those of the step are in the memory of the GPU
};

}  // namespace petriloom
