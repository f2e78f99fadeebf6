// SPDX-License-Identifier: Apache-2.0
// The closed-form model of the reference system (node time, iteration time, energy, imbalance), the check of the simulation.
// Source: Mironescu, doctoral thesis summary 2018/19, equations (3)-(14); van Werkhoven 2014 (LogGP); Martinez 2009 (LoOgGP).
#pragma once

#include "generator/description.h"

namespace petriloom {

struct NodeFigures {
  double core_time = 0;       ///< s, one CPU block on a core, all phases
  double gpu_time = 0;        ///< s, one round of all GPUs of the busiest bus with transfers
  int rounds = 0;             ///< ceil(blocks / blocks_once)
  double compute_time = 0;    ///< s, rounds * max(core_time, gpu_time)
  double border_bytes = 0;    ///< B sent per iteration
  double network_time = 0;    ///< s
  double iteration_time = 0;  ///< s, compute_time + network_time
  double energy = 0;          ///< J per iteration of the whole system, idle waiting for the slowest node included
};

struct SystemFigures {
  std::vector<NodeFigures> nodes;
  double iteration_time = 0;  ///< s, the largest of the nodes
  double energy = 0;          ///< J per iteration, all nodes and links
  double imbalance = 0;       ///< 1 - mean(t_iter) / max(t_iter)
};

/// Evaluates the model; errors in cost expressions go to `diagnostics`.
std::optional<SystemFigures> analytic_figures(const Description& description, Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
