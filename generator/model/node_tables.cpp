// SPDX-License-Identifier: Apache-2.0
#include "generator/model/node_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

#include "engine/text/real_text.h"
#include "generator/model/analytic.h"
#include "generator/model/cost.h"

namespace petriloom {

namespace {

template <class Range, class Function>
std::string list(const Range& range, const Function& element) {
  std::vector<std::string> parts;
  for (const auto& item : range) parts.push_back(element(item));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::vector<int> upto(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) numbers[static_cast<std::size_t>(i)] = i;
  return numbers;
}

int processors_of(const NodeKind& kind, int card) {
  return std::clamp(kind.gpus.value - card * kind.gpus_per_card.value, 0, kind.gpus_per_card.value);
}

int workers_of(const NodeKind& kind) { return std::max(1, kind.cores() - kind.cards()); }

/// Makes the tables of one description, evaluating each cost expression once per clock.
class Tables {
 public:
  Tables(const Description& description, const Sizes& all_sizes, Sources& sources, Diagnostics& diagnostics)
      : d_(description), sizes_(all_sizes), costs_(sources, diagnostics) {}

  std::vector<NodeTable> all() {
    machine();
    costs();
    transfers();
    application();
    return std::move(tables_);
  }

 private:
  using Row = std::function<std::string(const NodeKind&, int)>;

  void add(std::string name, std::string type, std::string comment, const Row& row) {
    NodeTable table{std::move(name), std::move(type), std::move(comment), {}};
    for (int n = 0; n < sizes_.nodes; ++n) table.rows.push_back(row(kind(n), n));
    tables_.push_back(std::move(table));
  }

  [[nodiscard]] const NodeKind& kind(int n) const { return d_.machine.nodes[static_cast<std::size_t>(n)].kind; }

  std::string phase_list(const std::vector<PhaseCost>& phases, Expression PhaseCost::*which, double hertz) {
    return list(phases, [&](const PhaseCost& phase) { return real_text(costs_.value(phase.*which, hertz)); });
  }

  void machine() {
    add("node_sockets", "int", "sockets", [](const NodeKind& k, int) { return std::to_string(k.sockets.value); });
    add("node_cores", "int", "cores of a socket", [](const NodeKind& k, int) { return std::to_string(k.cores_per_socket.value); });
    add("node_cards", "int", "GPU cards", [](const NodeKind& k, int) { return std::to_string(k.cards()); });
    add("node_buses", "int", "buses", [](const NodeKind& k, int) { return std::to_string(k.buses()); });
    add("node_workers", "int", "threads that run tasks on cores: the cores that drive no card, at least one",
        [](const NodeKind& k, int) { return std::to_string(workers_of(k)); });
    add("card_processors", "list of int", "GPU processors of each card", [this](const NodeKind& k, int) {
      return list(upto(sizes_.cards + 1), [&](int card) { return std::to_string(processors_of(k, card)); });
    });
    add("card_capacity", "list of int", "CPU blocks that each card works on at once", [this](const NodeKind& k, int) {
      return list(upto(sizes_.cards + 1),
                  [&](int card) { return std::to_string(processors_of(k, card) * d_.application.gpu_block_factor.value); });
    });
    add("bus_of_device", "list of Bus", "the bus of each device, the network interface last", [this](const NodeKind& k, int) {
      return list(upto(sizes_.cards + 1),
                  [&](int device) { return fmt::format("Bus({})", device == sizes_.cards ? 0 : device % std::max(1, k.buses())); });
    });
    add("cache_latency", "real", "s, last-level cache", [](const NodeKind& k, int) { return real_text(k.cache_latency.value); });
    add("memory_latency", "real", "s, main memory", [](const NodeKind& k, int) { return real_text(k.memory_latency.value); });
    add("bus_power", "real", "W of a bus while transferring", [](const NodeKind& k, int) { return real_text(k.bus_power.value); });
  }

  void costs() {
    add("core_phase_time", "list of real", "s of a core for one CPU block, by phase", [this](const NodeKind& k, int) {
      const double least = memory_time(k, d_.application);
      return list(d_.costs.cpu,
                  [&](const PhaseCost& phase) { return real_text(costs_.time(phase, k.cpu_frequency.value, least)); });
    });
    add("core_phase_power", "list of real", "W of a core, by phase",
        [this](const NodeKind& k, int) { return phase_list(d_.costs.cpu, &PhaseCost::power, k.cpu_frequency.value); });
    add("gpu_phase_time", "list of real", "s of a GPU processor for one GPU block, by phase", [this](const NodeKind& k, int) {
      return k.gpus.value == 0 ? "[]" : phase_list(d_.costs.gpu, &PhaseCost::time, k.gpu_frequency.value);
    });
    add("gpu_phase_power", "list of real", "W of a GPU processor, by phase", [this](const NodeKind& k, int) {
      return k.gpus.value == 0 ? "[]" : phase_list(d_.costs.gpu, &PhaseCost::power, k.gpu_frequency.value);
    });
    add("core_block_time", "real", "s of a core for one CPU block, all phases, as the scheduler expects it",
        [this](const NodeKind& k, int) {
          return real_text(costs_.block(d_.costs.cpu, k.cpu_frequency.value, memory_time(k, d_.application)).time);
        });
    add("card_round_time", "list of real", "s of each card for as many blocks as it works on at once, as the scheduler expects it",
        [this](const NodeKind& k, int) {
          return list(upto(sizes_.cards + 1), [&](int card) {
            const int processors = processors_of(k, card);
            if (processors == 0) return real_text(0);
            const double bytes = processors * d_.application.gpu_block_factor.value * block_bytes(d_.application);
            return real_text(k.to_device.time(bytes) + costs_.block(d_.costs.gpu, k.gpu_frequency.value).time +
                             k.to_host.time(bytes));
          });
        });
  }

  /// Bytes that a bus carries at once for a task of so many CPU blocks: with a bus for each
  /// processor its share only. For none: for the border of the largest task, where borders are
  /// moved alone.
  [[nodiscard]] double carried(const NodeKind& k, int blocks) const {
    if (blocks == 0 && d_.runtime.taken_back.value == TakenBack::borders) return border_bytes(d_.application, sizes_.blocks);
    const int factor = d_.application.gpu_block_factor.value;
    const int used = k.bus_sharing.value == BusSharing::processor
                         ? std::max(1, std::min(k.gpus_per_card.value, (blocks + factor - 1) / factor))
                         : 1;
    return blocks * block_bytes(d_.application) / used;
  }

  [[nodiscard]] double message_bytes(int n) const {
    const auto count = neighbours(d_.application, n).size();
    const double border = border_bytes(d_.application, d_.mapping.blocks[static_cast<std::size_t>(n)].value);
    return count == 0 ? 0 : border / static_cast<double>(count);
  }

  void transfers() {
    add("bus_to_device", "list of real", "s on the bus to a card, by CPU blocks of the task", [this](const NodeKind& k, int) {
      return list(upto(sizes_.blocks + 1), [&](int blocks) { return real_text(k.to_device.time(carried(k, blocks))); });
    });
    add("bus_to_host", "list of real", "s on the bus from a card, by CPU blocks of the task", [this](const NodeKind& k, int) {
      return list(upto(sizes_.blocks + 1), [&](int blocks) { return real_text(k.to_host.time(carried(k, blocks))); });
    });
    add("bus_message", "real", "s on the bus of a message from or to the network interface",
        [this](const NodeKind& k, int n) { return real_text(k.nic.time(message_bytes(n))); });
    add("message_bytes", "real", "B of a ghost zone of this node",
        [this](const NodeKind&, int n) { return real_text(message_bytes(n)); });
    add("send_time", "real", "s that a ghost zone of this node holds its network interface",
        [this](const NodeKind&, int n) { return real_text(d_.machine.network.link.held(message_bytes(n))); });
  }

  void application() {
    add("node_neighbours", "list of Node", "with whom ghost zones are exchanged", [this](const NodeKind&, int n) {
      return list(neighbours(d_.application, n), [](int m) { return fmt::format("Node({})", m); });
    });
    add("node_core_tasks", "int", "tasks of one CPU block",
        [this](const NodeKind& k, int n) { return std::to_string(share(k, n).core_tasks); });
    add("node_card_tasks", "list of Task", "tasks for cards, in CPU blocks", [this](const NodeKind& k, int n) {
      return list(share(k, n).card_tasks, [](int blocks) { return std::to_string(blocks); });
    });
  }

  [[nodiscard]] StaticShare share(const NodeKind& k, int n) const {
    return static_share(k, d_.application.gpu_block_factor.value, d_.mapping.blocks[static_cast<std::size_t>(n)].value);
  }

  const Description& d_;
  const Sizes& sizes_;
  CostEvaluator costs_;
  std::vector<NodeTable> tables_;
};

}  // namespace

Sizes sizes(const Description& description) {
  Sizes result;
  result.nodes = static_cast<int>(description.machine.nodes.size());
  result.blocks = 1;
  for (const Node& node : description.machine.nodes) {
    result.sockets = std::max(result.sockets, node.kind.sockets.value);
    result.buses = std::max({1, result.buses, node.kind.buses()});
    result.cards = std::max(result.cards, node.kind.cards());
    if (node.kind.gpus.value > 0) {
      const int processors = std::min(node.kind.gpus.value, node.kind.gpus_per_card.value);
      result.blocks = std::max(result.blocks, processors * description.application.gpu_block_factor.value);
    }
  }
  result.phases = static_cast<int>(std::max(description.costs.cpu.size(), description.costs.gpu.size()));
  return result;
}

std::vector<int> neighbours(const Application& application, int n) {
  const int columns = application.grid_columns.value;
  const int rows = application.grid_rows.value;
  const int x = n % columns;
  const int y = n / columns;
  std::set<int> found;
  for (const auto& [dx, dy] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
    int u = x + dx;
    int v = y + dy;
    if (application.periodic.value) {
      u = (u + columns) % columns;
      v = (v + rows) % rows;
    }
    if (u >= 0 && u < columns && v >= 0 && v < rows && v * columns + u != n) found.insert(v * columns + u);
  }
  return {found.begin(), found.end()};
}

StaticShare static_share(const NodeKind& kind, int gpu_block, int blocks) {
  StaticShare share;
  const int once = blocks_once(kind, gpu_block);
  const int free_cores = std::max(0, kind.cores() - kind.cards());
  int left = blocks;
  while (left > 0) {
    int round = std::min(left, once);
    left -= round;
    const int on_cores = std::min(round, free_cores);
    share.core_tasks += on_cores;
    round -= on_cores;
    for (int card = 0; card < kind.cards() && round > 0; ++card) {
      const int task = std::min(round, processors_of(kind, card) * gpu_block);
      share.card_tasks.push_back(task);
      round -= task;
    }
    share.core_tasks += round;  // only with fewer cores than cards
  }
  return share;
}

std::vector<NodeTable> node_tables(const Description& description, const Sizes& sizes, Sources& sources, Diagnostics& diagnostics) {
  return Tables(description, sizes, sources, diagnostics).all();
}

}  // namespace petriloom
