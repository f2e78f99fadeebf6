// SPDX-License-Identifier: Apache-2.0
#include "formats/registry/features.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/net/fluid.h"
#include "engine/text/wording.h"
#include "formats/loom/loom.h"
#include "formats/registry/table.h"

namespace petriloom {

namespace {

constexpr std::array<std::string_view, kFeatures> kNames{
    "colours",    "structures", "functions", "stamps",     "rates", "delays",    "schedules", "weights",
    "priorities", "inhibitor",  "read",      "reset",      "equal", "counts",    "fluid",     "modules",
    "fusion",     "positions",  "measures",  "properties", "stop",  "scenarios", "units"};

// One letter for each feature: X exact, e encoded, - none. In the order of the names above.
struct Row {
  std::string_view format;
  std::string_view reading;
  std::string_view writing;
};
// clang-format off
constexpr std::array kRows = std::to_array<Row>({
    // colours structures functions stamps rates delays schedules weights priorities | inhibitor read reset equal counts fluid modules fusion |
    // positions measures properties stop scenarios units
    {"andl", "--e-XXXX-" "XXXXXX------X-", "eee-XXXX-" "XXXX-Xe-------"},
    {"candl", "X-X-XXXX-" "XXXXX-------X-", "X-e-XXXX-" "XXXX--e-------"},
    {"cpn", "XXXX----X" "XX" "X---XX" "X-----", "XXXX----X" "eee---XX" "X-----"},
    {"dot", "", "XXXXXXXXX" "XX" "X--XX-------"},
    {"greatspn", "X---X--XX" "X-------X-----", "Xee-X--XX" "Xe----e-X-----"},
    {"lola", "---------" "--------------", "eee------" "-e----e-------"},
    {"loom", "XXXXXXXXX" "XXXXXXXXXXXXX-", "XXXXXXXXX" "XXXXXXXXXXXX--"},
    {"pdf", "", "XXXXXXXXX" "XX" "X--XX-------"},
    {"png", "", "XXXXXXXXX" "XX" "X--XX-------"},
    {"pnml", "XXXeeeeee" "Xeee--XX" "X----X", "eeeeeeeee" "eeee--XX" "X----X"},
    {"pnml-core", "", "eeeeeeeee" "eeee--XX" "X----X"},
    {"pnml-hl", "", "XXeeeeeee" "eeee--XX" "X----X"},
    {"pnml-sn", "", "X--eeeeee" "eeee--XX" "X----X"},
    {"svg", "", "XXXXXXXXX" "XX" "X--XX-------"},
    {"tina", "-----X--e" "XX------------", "eee--X--e" "XX----e-------"},
});
// clang-format on

const Row* find(std::string_view format) {
  const auto found = std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) { return row.format == format; });
  return found == kRows.end() ? nullptr : &*found;
}

Supports parsed(std::string_view letters) {
  Supports all{};
  for (std::size_t k = 0; k < kFeatures && k < letters.size(); ++k) {
    all[k] = letters[k] == 'X' ? Support::exact : letters[k] == 'e' ? Support::encoded : Support::none;
  }
  return all;
}

constexpr bool well_formed(std::string_view letters) {
  return letters.empty() || (letters.size() == kFeatures && letters.find_first_not_of("Xe-") == std::string_view::npos);
}
static_assert(std::all_of(kRows.begin(), kRows.end(),
                          [](const Row& row) { return well_formed(row.reading) && well_formed(row.writing); }));

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
  if (write_support(format.name)[static_cast<std::size_t>(Feature::fluid)] != Support::none) return false;
  std::string carried;
  for (const Format& each : formats()) {
    if (each.picture || write_support(each.name)[static_cast<std::size_t>(Feature::fluid)] == Support::none) continue;
    carried += fmt::format("{}'{}'", carried.empty() ? "" : ", ", each.name);
  }
  return refuse_fluid(net, fmt::format("the format '{}' has tokens alone", format.name), "carried by: " + carried, diagnostics);
}

void report_beside(const Net& net, const Format& format, const WriteOptions& options, Diagnostics& diagnostics) {
  if (format.picture) return;
  const Supports kept = write_support(format.name);
  const auto lost = [&](Feature feature) { return kept[static_cast<std::size_t>(feature)] == Support::none; };
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
  if (net.nupn) report(Feature::units, top, "the units of the nested-unit net");
  if (net.scenarios.empty() || !lost(Feature::scenarios)) return;
  const std::string names = fmt::format("{}", fmt::join(net.scenarios, ", "));
  if (!net.scenario.empty()) {
    std::vector<std::string> others = net.scenarios;
    others.erase(std::remove(others.begin(), others.end(), net.scenario), others.end());
    diagnostics.warning(
        top, fmt::format("left out: the net without a scenario{}{}", others.empty() ? "" : ", and ", fmt::join(others, ", ")),
        fmt::format("what is written is the net of the scenario {}", net.scenario));
  } else if (format.write == write_loom) {
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

Supports read_support(std::string_view format) {
  const Row* row = find(format);
  return parsed(row ? row->reading : std::string_view());
}

Supports write_support(std::string_view format) {
  const Row* row = find(format);
  return parsed(row ? row->writing : std::string_view());
}

std::string features_text() {
  std::string text = fmt::format("{:<10}", "format");
  for (const std::string_view name : kNames) text += fmt::format(" {}", name);
  text += '\n';
  for (const Format& format : formats()) {
    const Supports in = read_support(format.name);
    const Supports out = write_support(format.name);
    text += fmt::format("{:<10}", format.name);
    for (std::size_t k = 0; k < kFeatures; ++k) {
      const std::string cell{letter(format.read != nullptr, in[k]), letter(format.write != nullptr, out[k])};
      text += k + 1 == kFeatures ? fmt::format(" {}", cell) : fmt::format(" {:<{}}", cell, kNames[k].size());
    }
    text += '\n';
  }
  return text +
         "First letter reading, second writing: X in its own form, e encoded (unfolded, written out, annotated), - not, . not read "
         "or not written\n";
}

}  // namespace petriloom
