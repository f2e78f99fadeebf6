// SPDX-License-Identifier: Apache-2.0
// The section `costs`: named cost models.
#include <fmt/format.h>

#include <array>

#include "generator/reading/sections.h"

namespace petriloom {
namespace {

constexpr std::size_t kMostPhases = 64;
constexpr Range<double> kUnitWatts{0, 1e9};

constexpr auto kPhaseKeys = std::to_array<Key<PhaseCost>>({
    {"time", [](Reader& r, const YamlNode& n, PhaseCost& p) { p.time = r.expression(n); }, nullptr},
    {"power", [](Reader& r, const YamlNode& n, PhaseCost& p) { p.power = r.expression(n); }, nullptr},
});

/// One kind of unit.
struct UnitCosts {
  std::vector<PhaseCost> phases;
  double idle_power = 0;
  double highest = 0;
};

void read_phases(Reader& reader, const YamlNode& node, UnitCosts& unit) {
  if (!reader.is_map(node, "'phases'")) return;
  if (node.entries.empty() || node.entries.size() > kMostPhases) {
    reader.error(node.where, fmt::format("expected from 1 to {} phases", kMostPhases));
    return;
  }
  for (const YamlEntry& entry : node.entries) {
    reader.check_name(entry);
    PhaseCost phase;
    phase.phase = entry.key;
    if (read_keys<PhaseCost>(reader, entry.value, fmt::format("the phase '{}'", entry.key), kPhaseKeys, phase)) {
      unit.phases.push_back(std::move(phase));
    }
  }
}

constexpr auto kUnitKeys = std::to_array<Key<UnitCosts>>({
    {"idle_power",
     [](Reader& r, const YamlNode& n, UnitCosts& u) { u.idle_power = r.quantity(n, Dimension::power, kUnitWatts).value; }, nullptr},
    {"phases", read_phases, nullptr},
    {"highest_frequency",
     [](Reader& r, const YamlNode& n, UnitCosts& u) { u.highest = r.quantity(n, Dimension::frequency, kClock).value; }, ""},
});

constexpr auto kModelKeys = std::to_array<Key<CostModel>>({
    {"cpu",
     [](Reader& r, const YamlNode& n, CostModel& m) {
       UnitCosts unit;
       read_keys<UnitCosts>(r, n, "'cpu'", kUnitKeys, unit);
       m.cpu = std::move(unit.phases);
       m.cpu_idle_power = unit.idle_power;
       m.cpu_highest = unit.highest;
     },
     nullptr},
    {"gpu",
     [](Reader& r, const YamlNode& n, CostModel& m) {
       UnitCosts unit;
       read_keys<UnitCosts>(r, n, "'gpu'", kUnitKeys, unit);
       m.gpu = std::move(unit.phases);
       m.gpu_idle_power = unit.idle_power;
       m.gpu_highest = unit.highest;
     },
     ""},
});

}  // namespace

void read_costs(Reader& reader, const YamlNode& node, std::vector<CostModel>& models) {
  if (!reader.is_map(node, "'costs'")) return;
  for (const YamlEntry& entry : node.entries) {
    reader.check_name(entry);
    reader.declare(kCostModel, entry);
    CostModel model;
    model.name = entry.key;
    model.where = entry.where;
    read_keys<CostModel>(reader, entry.value, fmt::format("the cost model '{}'", entry.key), kModelKeys, model);
    models.push_back(std::move(model));
  }
}

}  // namespace petriloom
