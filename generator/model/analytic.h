// SPDX-License-Identifier: Apache-2.0
// The closed-form model of the reference system (node time, iteration time, energy, imbalance), the
// check of the simulation. Source: Mironescu, doctoral thesis summary 2018/19, equations (3)-(14);
// van Werkhoven 2014 (LogGP); Martinez 2009 (LoOgGP).
#pragma once

#include <optional>

#include "generator/description/description.h"

namespace petriloom {

struct NodeFigures {
  double core_time = 0;       ///< s, one CPU block on a core, all phases
  double gpu_time = 0;        ///< s, one round of all GPUs of the busiest bus with transfers
  int rounds = 0;             ///< ceil(blocks / blocks_once)
  double compute_time = 0;    ///< s, rounds * max(core_time if any core is free, gpu_time)
  double border_bytes = 0;    ///< B sent per iteration
  double network_time = 0;    ///< s
  double iteration_time = 0;  ///< s, compute_time + network_time
  /// J this node draws during one iteration of the system, idle waiting for the slowest node
  /// included.
  double energy = 0;
};

struct SystemFigures {
  std::vector<NodeFigures> nodes;
  double iteration_time = 0;  ///< s, the largest of the nodes
  double energy = 0;          ///< J per iteration, all nodes and links
  double imbalance = 0;       ///< 1 - mean(t_iter) / max(t_iter)
};

/// Bytes of one CPU block: rows * columns * bytes per point.
double block_bytes(const Application& application);

/// s that memory takes to move the bytes of a CPU block once, which is what a phase on a core takes
/// at least.
double memory_time(const NodeKind& kind, const Application& application);

/// Bytes that a subdomain of so many blocks sends in an iteration: 4 borders, as long as the side
/// of a square of that many points, `halo_width` points wide. (Thesis: 4 sqrt(N) 1024 w d.)
double border_bytes(const Application& application, int blocks);

/// GPU processors on the busiest bus of a node.
int most_on_a_bus(const NodeKind& kind);

/// s for m GPU processors on one bus to get a block of B bytes each, compute it, and bring back the
/// last results, pairs being transferred together: (m mod 2) hd(B) + floor(m/2) hd(2B) + compute +
/// ((m-1) mod 2) dh(2B) + (m mod 2) dh(B); 0 without GPUs.
double shared_bus_time(const NodeKind& kind, int processors, double bytes, double compute);

/// Evaluates the model (docs/analytic.md); errors in cost expressions go to `diagnostics`.
std::optional<SystemFigures> analytic_figures(const Description& description, Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
