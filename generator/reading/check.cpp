// SPDX-License-Identifier: Apache-2.0
#include "generator/reading/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "engine/text/quote.h"
#include "formats/common/input_file.h"
#include "formats/loom/loom.h"
#include "generator/model/analytic.h"
#include "generator/model/node_tables.h"

namespace petriloom {
namespace {

void check_grid(Reader& reader, const Description& description) {
  const Application& application = description.application;
  const std::size_t nodes = description.machine.nodes.size();
  const std::int64_t cells = std::int64_t{application.grid_columns.value} * application.grid_rows.value;
  if (cells != static_cast<std::int64_t>(nodes)) {
    reader.error(application.grid_columns.where,
                 fmt::format("the grid of {} x {} subdomains does not fit the {} nodes of the machine",
                             application.grid_columns.value, application.grid_rows.value, nodes),
                 "one subdomain for each node: columns * rows = nodes");
  }
}

/// The arrays of a node are folded over the nodes, and the indices of both together have a limit.
void check_size(Reader& reader, const Description& description) {
  const Sizes size = sizes(description);
  const int parts = std::max({size.sockets, size.buses, size.cards + 1});
  if (static_cast<std::size_t>(parts) <= kMostIndexRows / static_cast<std::size_t>(std::max(1, size.nodes))) return;
  reader.error(description.machine.nodes.front().where,
               fmt::format("{} nodes of up to {} sockets, {} buses or {} devices each are more than {} parts", size.nodes,
                           size.sockets, size.buses, size.cards + 1, kMostIndexRows),
               "fewer nodes, or fewer parts in a node");
}

void check_blocks(Reader& reader, const Description& description) {
  const auto& blocks = description.mapping.blocks;
  const std::size_t nodes = description.machine.nodes.size();
  if (blocks.size() != nodes) {
    reader.error(description.mapping.where,
                 fmt::format("blocks are given for {} nodes, and the machine has {}", blocks.size(), nodes));
  }
  if (std::all_of(blocks.begin(), blocks.end(), [](const Located<int>& b) { return b.value == 0; })) {
    reader.error(description.mapping.where, "no node has a block to work on", "one number at least is more than 0");
  }
}

void check_halo(Reader& reader, const Application& application) {
  const int side = std::min(application.block_rows.value, application.block_columns.value);
  if (application.halo_width.value > side) {
    reader.error(application.halo_width.where,
                 fmt::format("a halo of {} points is wider than a block of {} x {}", application.halo_width.value,
                             application.block_rows.value, application.block_columns.value),
                 fmt::format("at most {}", side));
  }
}

/// A cost model goes on beyond the clocks that it was made of, to times and powers that no unit
/// has.
void warn_of_clock(Reader& reader, const std::string& model, const Located<double>& clock, double highest) {
  constexpr double kMega = 1e6;
  if (highest == 0 || clock.value <= highest) return;
  reader.warning(
      clock.where,
      fmt::format("the cost model '{}' holds up to {} MHz, and this clock is {} MHz", model, highest / kMega, clock.value / kMega),
      "times and powers may be far off; a model of this unit can stand under 'costs'");
}

void check_costs(Reader& reader, const Description& description, CostEvaluator& costs) {
  bool gpus = false;
  const CostModel& model = description.costs;
  for (const Node& node : description.machine.nodes) {
    warn_of_clock(reader, model.name, node.kind.cpu_frequency, model.cpu_highest);
    costs.block(model.cpu, node.kind.cpu_frequency.value, memory_time(node.kind, description.application));
    if (node.kind.gpus.value == 0) continue;
    gpus = true;
    warn_of_clock(reader, model.name, node.kind.gpu_frequency, model.gpu_highest);
    costs.block(model.gpu, node.kind.gpu_frequency.value);
  }
  if (gpus && model.gpu.empty()) {
    reader.error(description.mapping.cost_model.where,
                 fmt::format("the machine has GPUs, and the cost model '{}' has no phases of 'gpu'", model.name),
                 "give it 'gpu' beside 'cpu', or choose another");
  }
}

/// What blocks draw their cost model says, so that a cap, say, would be passed over.
void warn_of_powers(Reader& reader, const Machine& machine) {
  const auto warn = [&reader](const Location& where, std::string_view key) {
    reader.warning(where, fmt::format("{} has no effect on blocks", key),
                   "what they draw their cost model says, at the clock of their unit; 'kind: ranks' takes it");
  };
  if (machine.power_cap) warn(machine.power_cap->where, "'power_cap'");
  if (machine.network.idle_power.value > 0) warn(machine.network.idle_power.where, "'idle_power' of the network");
  if (machine.network.switch_power.value > 0) warn(machine.network.switch_power.where, "'switch_power'");
  for (const Node& node : machine.nodes) {
    const NodeKind& kind = node.kind;
    if (kind.power) warn(kind.power->where, "'power' of a kind of node");
    if (kind.memory_power) warn(kind.memory_power->where, "'power' of a memory");
    if (kind.memory_idle_power.value > 0) warn(kind.memory_idle_power.where, "'idle_power' of a memory");
    if (kind.rank_gpu.power) warn(kind.rank_gpu.power->where, "'power' of GPUs");
    if (kind.rank_gpu.idle_power.value > 0) warn(kind.rank_gpu.idle_power.where, "'idle_power' of GPUs");
  }
  if (machine.storage)
    reader.warning(machine.storage->bandwidth.where, "'storage' has no effect on blocks", "steps of 'kind: ranks' write to it");
}

}  // namespace

namespace {

/// Adds the names of the files in a folder that declare a module; of all files if none is named.
void add_names(const std::filesystem::path& folder, const std::string& module, std::set<std::string>& names) {
  std::error_code absent;
  for (const auto& entry : std::filesystem::directory_iterator(folder, absent)) {
    std::string error;
    if (entry.path().extension() != ".loom") continue;
    const std::string text = module.empty() ? "" : read_file(entry.path().string(), ReadOptions().most_bytes, error);
    const auto declares = [&](char next) { return text.find("module " + module + next) != std::string::npos; };
    const bool counts = module.empty() || declares('(') || declares(' ');
    if (counts) names.insert(entry.path().stem().string());
  }
}

/// ": FILE declares no module `NAME`", if there is a file of this name all the same.
std::string without_module(const std::string& name, const std::vector<ChosenFrom>& from, const std::vector<std::string>& nets) {
  for (const std::string& folder : nets) {
    for (const auto& [below, module] : from) {
      const std::string file = fmt::format("{}/{}.loom", below, name);
      std::error_code absent;
      if (std::filesystem::exists(folder + "/" + file, absent)) return fmt::format(": {} declares no module `{}`", file, module);
    }
  }
  return {};
}

}  // namespace

void check_chosen(Reader& reader, std::string_view what, const Located<std::string>& name, const std::vector<ChosenFrom>& from,
                  const std::vector<std::string>& nets, const std::set<std::string>& besides) {
  std::set<std::string> names;
  for (const std::string& folder : nets) {
    for (const auto& [below, module] : from) add_names(std::filesystem::path(folder) / below, module, names);
  }
  if (!names.empty()) names.insert(besides.begin(), besides.end());
  if (names.empty() || name.value.empty() || names.contains(name.value)) return;
  reader.error(name.where, fmt::format("there is no {} {}{}", what, quote(name.value), without_module(name.value, from, nets)),
               suggest(name.value, {names.begin(), names.end()}));
}

void check_network_files(Reader& reader, const Network& network, const std::vector<std::string>& nets) {
  check_chosen(reader, "topology", network.topology, {{"network", "TOPOLOGY"}}, nets, {kHypercube});
  check_chosen(reader, "way of sharing links", network.sharing, {{"network", "WIRES"}}, nets);
}

void check_description(Reader& reader, const Description& description, const std::vector<std::string>& nets, const Sound& sound,
                       CostEvaluator& costs) {
  if (sound.machine) check_network(reader, description.machine);
  if (sound.machine) warn_of_powers(reader, description.machine);
  if (description.machine.network.rails.value > 1) {
    reader.error(description.machine.network.rails.where, "nodes of blocks have one interface", "rails are of 'kind: ranks'");
  }
  if (sound.machine && sound.application) check_size(reader, description);
  if (sound.machine && sound.application) check_grid(reader, description);
  if (sound.machine && sound.application && sound.mapping) check_blocks(reader, description);
  if (sound.application) check_halo(reader, description.application);
  if (sound.machine && sound.mapping && sound.costs) check_costs(reader, description, costs);
  check_chosen(reader, "scheduling policy", description.runtime.policy, {{"policy", ""}, {"tasks/policy", "POLICY"}}, nets);
  check_network_files(reader, description.machine.network, nets);
  check_chosen(reader, "card", description.machine.card, {{"hardware", "GPU"}}, nets);
}

}  // namespace petriloom
