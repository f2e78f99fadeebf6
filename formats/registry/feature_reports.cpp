// SPDX-License-Identifier: Apache-2.0
#include "formats/registry/feature_reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/questions/fluid.h"
#include "engine/text/wording.h"
#include "formats/registry/table.h"

namespace petriloom {

namespace {

constexpr std::array<std::string_view, kFeatures> kNames{
    "colours",   "structures", "functions",  "stamps", "rates",  "delays",    "schedules", "weights", "priorities",
    "inhibitor", "read",       "reset",      "equal",  "counts", "fluid",     "sharing",   "modules", "fusion",
    "positions", "measures",   "properties", "stop",   "final",  "scenarios", "units"};

// How many names of fused places there are, and where the first is given.
std::pair<std::size_t, Location> fused(const Net& net) {
  std::pair<std::size_t, Location> found;
  for (const Module& module : net.modules) {
    for (const Reference& reference : module.references) {
      if (reference.kind == ReferenceKind::fusion && found.first++ == 0) found.second = reference.where;
    }
  }
  return found;
}

char letter(bool there, Support support) {
  if (!there) return '.';
  return support == Support::exact ? 'X' : support == Support::encoded ? 'e' : '-';
}

}  // namespace

bool refuses(const Net& net, const Format& format, Diagnostics& diagnostics) {
  const auto carried_by = [](Feature feature) {
    std::string carried;
    for (const Format& each : formats()) {
      if (each.picture || !each.writes.carry(feature)) continue;
      carried += fmt::format("{}'{}'", carried.empty() ? "carried by: " : ", ", each.name);
    }
    return carried;
  };
  const bool refused =
      !format.writes.carry(Feature::fluid) &&
      refuse_fluid(net, fmt::format("the format '{}' has tokens alone", format.name), carried_by(Feature::fluid), diagnostics);
  if (format.writes.carry(Feature::sharing)) return refused;
  const auto shared = std::find_if(net.transitions.begin(), net.transitions.end(), shares);
  if (shared == net.transitions.end()) return refused;
  diagnostics.error(shared->uses.empty() ? shared->where : shared->uses[0].where,
                    fmt::format("the work of transition '{}' has no form in the format '{}'", shared->name, format.name),
                    carried_by(Feature::sharing) + "; a net unfolded with --untimed has no time");
  return true;
}

void report_beside(const Net& net, const Format& format, const WriteOptions& options, Diagnostics& diagnostics) {
  if (format.picture) return;
  const auto lost = [&](Feature feature) { return !format.writes.carry(feature); };
  const auto report = [&](Feature feature, const Location& where, const std::string& what) {
    if (lost(feature))
      diagnostics.warning(where, fmt::format("left out: {}", what), fmt::format("the format '{}' has none", format.name));
  };
  const Location& top = net.modules[0].definition;
  if (const auto [names, first] = fused(net); names > 0) {
    report(Feature::fusion, first, counted(names, "further name of a fused place", "further names of fused places"));
  }
  if (!net.measures.empty()) {
    report(Feature::measures, net.measures[0].where, counted(net.measures.size(), "measure", "measures"));
  }
  if (!net.properties.empty()) {
    report(Feature::properties, net.properties[0].where, counted(net.properties.size(), "property", "properties"));
  }
  if (net.stop.valid()) report(Feature::stop, net.exprs[net.stop].where, "the condition that ends a simulation");
  if (net.final_marking.valid()) report(Feature::final_, net.exprs[net.final_marking].where, "which markings are final");
  if (net.nupn) report(Feature::units, top, "the units of the nested-unit net");
  if (net.scenarios.empty() || !lost(Feature::scenarios)) return;
  const std::string names = fmt::format("{}", fmt::join(net.scenarios, ", "));
  if (!net.scenario.empty()) {
    std::vector<std::string> others = net.scenarios;
    others.erase(std::remove(others.begin(), others.end(), net.scenario), others.end());
    diagnostics.warning(
        top, fmt::format("left out: the net without a scenario{}{}", others.empty() ? "" : ", and ", fmt::join(others, ", ")),
        fmt::format("what is written is the net of the scenario {}", net.scenario));
  } else if (format.reads.carry(Feature::scenarios)) {
    report_loss(options, diagnostics, top,
                fmt::format("the scenarios ({}) are not written: they are applied when a net is read", names),
                "--scenario NAME chooses one; `petriloom fmt` changes the layout and keeps all");
  } else {
    report(Feature::scenarios, top, fmt::format("the scenarios ({})", names));
  }
}

std::string_view name_of(Feature feature) { return kNames[static_cast<std::size_t>(feature)]; }

std::string_view name_of(Support support) {
  constexpr std::array<std::string_view, 3> kWords{"no", "encoded", "exact"};
  return kWords[static_cast<std::size_t>(support)];
}

std::string features_text() {
  std::string text = fmt::format("{:<10}", "format");
  for (const std::string_view name : kNames) text += fmt::format(" {}", name);
  text += '\n';
  for (const Format& format : formats()) {
    text += fmt::format("{:<10}", format.name);
    for (std::size_t k = 0; k < kFeatures; ++k) {
      const auto feature = static_cast<Feature>(k);
      const std::string cell{letter(format.read != nullptr, format.reads[feature]),
                             letter(format.write != nullptr, format.writes[feature])};
      text += k + 1 == kFeatures ? fmt::format(" {}", cell) : fmt::format(" {:<{}}", cell, kNames[k].size());
    }
    text += '\n';
  }
  return text +
         "First letter reading, second writing: X in its own form, e encoded (unfolded, written out, annotated), - not, . not read "
         "or not written\n";
}

}  // namespace petriloom
