// SPDX-License-Identifier: Apache-2.0
// What ranks do besides steps that they all go through: tasks that a master deals, noise, and the
// file system that they write to.
#include <fmt/format.h>

#include <array>

#include "generator/reading/read_ranks.h"

namespace petriloom {
namespace {

constexpr int kMostFarmTasks = 10'000'000;
constexpr Range<double> kFarmFlop{0, 1e24};
constexpr Range<double> kFarmBytes{0, 1e18};
constexpr double kRounding = 1e-9;

constexpr auto kFarmKeys = std::to_array<Key<RankFarm>>({
    {"count",
     [](Reader& r, const YamlNode& n, RankFarm& f) {
       f.tasks = r.integer(n, {1, kMostFarmTasks});
     },
     nullptr},
    {"flop", [](Reader& r, const YamlNode& n, RankFarm& f) { f.flop = r.number(n, kFarmFlop); }, "0"},
    {"bytes", [](Reader& r, const YamlNode& n, RankFarm& f) { f.bytes = r.quantity(n, Dimension::bytes, kFarmBytes); }, "0 B"},
    {"working_set", [](Reader& r, const YamlNode& n, RankFarm& f) { f.working_set = r.quantity(n, Dimension::bytes, kFarmBytes); },
     "0 B"},
    {"factor", [](Reader& r, const YamlNode& n, RankFarm& f) { f.factor = r.expression(n, "rank and task", "exponential(1.0)"); },
     ""},
    {"request", [](Reader& r, const YamlNode& n, RankFarm& f) { f.request = r.quantity(n, Dimension::bytes, kFarmBytes); }, "0 B"},
    {"result", [](Reader& r, const YamlNode& n, RankFarm& f) { f.result = r.quantity(n, Dimension::bytes, kFarmBytes); }, "0 B"},
});

}  // namespace

void check_storage(Reader& reader, Machine& machine, const RankSystem& system) {
  const double interface = machine.network.link.per_byte > 0 ? 1 / machine.network.link.per_byte : 0;
  if (machine.storage) {
    Located<double>& door = machine.storage->node_bandwidth;
    const double most = interface > 0 ? interface : machine.storage->bandwidth.value;
    if (door.value == 0) door.value = most;
    if (door.value > most * (1 + kRounding) && reader.readable(machine.network.link.where))
      reader.error(door.where,
                   fmt::format("a node writes {} at most: its interface and the file system take no more",
                               quantity_text(most, Dimension::byte_rate)),
                   "less, or a faster 'link'");
    return;
  }
  for (const RankStep& step : system.steps) {
    if (step.stores)
      reader.error(step.where, "ranks write, and the machine lacks the key 'storage'",
                   "storage: {bandwidth: 10 GB/s}, of a file system");
  }
}

void read_rank_farm(Reader& reader, const YamlNode& node, int ranks, RankSystem& system) {
  RankFarm farm;
  farm.where = node.where;
  if (!read_keys<RankFarm>(reader, node, "'tasks'", kFarmKeys, farm)) return;
  if (farm.working_set.value > 0 && !(farm.bytes.value > 0))
    reader.error(farm.working_set.where, "without the bytes that are moved no cache holds any of them", "bytes");
  if (ranks < 2) reader.error(farm.where, "one rank alone is a master without workers", "two ranks at least");
  system.farm = std::move(farm);
}

}  // namespace petriloom
