// SPDX-License-Identifier: Apache-2.0
#include "generator/model/analytic.h"

#include <algorithm>
#include <cmath>

#include "generator/model/cost.h"
#include "generator/model/node_tables.h"

namespace petriloom {
namespace {

class Model {
 public:
  Model(const Description& description, Sources& sources, Diagnostics& diagnostics)
      : description_(description), costs_(sources, diagnostics) {}

  SystemFigures figures() {
    SystemFigures system;
    for (std::size_t i = 0; i < description_.machine.nodes.size(); ++i) {
      system.nodes.push_back(times(static_cast<int>(i)));
      system.iteration_time = std::max(system.iteration_time, system.nodes.back().iteration_time);
    }
    // Of what nodes lack to the slowest one, so that it is just 0 where all take as long.
    double idle = 0;
    for (std::size_t i = 0; i < system.nodes.size(); ++i) {
      NodeFigures& node = system.nodes[i];
      node.energy = energy(static_cast<int>(i), node, system.iteration_time);
      system.energy += node.energy;
      idle += system.iteration_time - node.iteration_time;
    }
    if (system.iteration_time > 0) {
      system.imbalance = idle / static_cast<double>(system.nodes.size()) / system.iteration_time;
    }
    return system;
  }

 private:
  [[nodiscard]] const NodeKind& kind(int node) const { return description_.machine.nodes[static_cast<std::size_t>(node)].kind; }
  [[nodiscard]] int blocks(int node) const { return description_.mapping.blocks[static_cast<std::size_t>(node)].value; }
  [[nodiscard]] int gpu_block() const { return description_.application.gpu_block_factor.value; }

  BlockCost core_cost(const NodeKind& k) {
    return costs_.block(description_.costs.cpu, k.cpu_frequency.value, memory_time(k, description_.application));
  }
  BlockCost gpu_cost(const NodeKind& k) {
    return k.gpus.value == 0 ? BlockCost{} : costs_.block(description_.costs.gpu, k.gpu_frequency.value);
  }

  NodeFigures times(int node) {
    const NodeKind& k = kind(node);
    const int once = blocks_once(k, gpu_block());
    NodeFigures figures;
    figures.core_time = core_cost(k).time;
    const double bytes = gpu_block() * block_bytes(description_.application);
    figures.gpu_time = shared_bus_time(k, most_on_a_bus(k), bytes, gpu_cost(k).time);
    figures.rounds = static_cast<int>((std::int64_t{blocks(node)} + once - 1) / once);
    // Cores that drive cards compute no blocks.
    const double cores_take = k.cores() > k.cards() ? figures.core_time : 0;
    figures.compute_time = figures.rounds * std::max(cores_take, figures.gpu_time);
    if (!neighbours(description_.application, node).empty()) {
      figures.border_bytes = border_bytes(description_.application, blocks(node));
      figures.network_time = description_.machine.network.link.time(figures.border_bytes);
    }
    figures.iteration_time = figures.compute_time + figures.network_time;
    return figures;
  }

  /// J over `duration`: all units idle, what working units draw above that, the buses and the link
  /// while transferring.
  double energy(int node, const NodeFigures& figures, double duration) {
    const NodeKind& k = kind(node);
    const int once = blocks_once(k, gpu_block());
    const double idle =
        (k.cores() * description_.costs.cpu_idle_power + k.gpus.value * description_.costs.gpu_idle_power) * duration;
    const int full_rounds = blocks(node) / once;
    const double work = full_rounds * work_energy(k, once) + work_energy(k, blocks(node) % once);
    return idle + work + description_.machine.network.power.value * figures.network_time;
  }

  /// J that at most one round of blocks takes beyond what the idle units draw.
  double work_energy(const NodeKind& k, int blocks_of_round) {
    const StaticShare share = static_share(k, gpu_block(), blocks_of_round);
    const BlockCost core = core_cost(k);
    const BlockCost gpu = gpu_cost(k);
    double gpu_blocks = 0;
    double bus_busy = 0;
    for (const int blocks_of_task : share.card_tasks) {
      gpu_blocks += static_cast<double>(blocks_of_task) / gpu_block();
      bus_busy += transfer_time(k, blocks_of_task);
    }
    return share.core_tasks * (core.energy - core.time * description_.costs.cpu_idle_power) +
           gpu_blocks * (gpu.energy - gpu.time * description_.costs.gpu_idle_power) + k.bus_power.value * bus_busy;
  }

  /// s that buses are busy with the task of a card, there and back; with a bus for each processor,
  /// summed over them.
  [[nodiscard]] double transfer_time(const NodeKind& k, int blocks_of_task) const {
    const double bytes = blocks_of_task * block_bytes(description_.application);
    if (k.bus_sharing.value != BusSharing::processor) return k.to_device.time(bytes) + k.to_host.time(bytes);
    const int used = std::min(k.gpus_per_card.value, (blocks_of_task + gpu_block() - 1) / gpu_block());
    return used * (k.to_device.time(bytes / used) + k.to_host.time(bytes / used));
  }

  const Description& description_;
  CostEvaluator costs_;
};

}  // namespace

double block_bytes(const Application& application) {
  return static_cast<double>(application.block_rows.value) * application.block_columns.value * application.point_bytes.value;
}

double memory_time(const NodeKind& kind, const Application& application) {
  return block_bytes(application) / kind.memory_bandwidth.value;
}

double border_bytes(const Application& application, int blocks) {
  const double points = static_cast<double>(application.block_rows.value) * application.block_columns.value * blocks;
  return 4 * std::sqrt(points) * application.halo_width.value * application.point_bytes.value;
}

int most_on_a_bus(const NodeKind& kind) {
  std::vector<int> count(static_cast<std::size_t>(kind.buses()));
  for (int gpu = 0; gpu < kind.gpus.value; ++gpu) ++count[static_cast<std::size_t>(kind.bus_of(gpu))];
  return count.empty() ? 0 : *std::max_element(count.begin(), count.end());
}

double shared_bus_time(const NodeKind& kind, int processors, double bytes, double compute) {
  if (processors == 0) return 0;
  const bool odd = processors % 2 == 1;
  const int pairs = processors / 2;
  double time = pairs == 0 ? 0 : pairs * kind.to_device.time(2 * bytes);
  if (odd) time += kind.to_device.time(bytes);
  return time + compute + (odd ? kind.to_host.time(bytes) : kind.to_host.time(2 * bytes));
}

std::optional<SystemFigures> analytic_figures(const Description& description, Sources& sources, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  SystemFigures figures = Model(description, sources, diagnostics).figures();
  if (diagnostics.error_count() > errors) return std::nullopt;
  return figures;
}

}  // namespace petriloom
