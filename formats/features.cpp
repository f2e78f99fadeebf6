// SPDX-License-Identifier: Apache-2.0
#include "formats/features.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/format.h"

namespace petriloom {

namespace {

constexpr std::array<std::string_view, kFeatures> kNames{"colours", "structures", "functions", "stamps",   "rates",     "delays",
                                                         "weights", "inhibitor",  "read",      "reset",    "equal",     "counts",
                                                         "modules", "fusion",     "positions", "measures", "properties"};

// One letter for each feature: X exact, e encoded, - none. In the order of the names above.
struct Row {
  std::string_view format;
  std::string_view reading;
  std::string_view writing;
};
// clang-format off
constexpr std::array kRows = std::to_array<Row>({
    //           colours structures functions stamps, rates delays weights, inhibitor read reset equal counts, modules fusion
    //           positions measures properties
    {"andl",    "--e-XXXXXXXX-----", "eee-XXXXXXX-e----"},
    {"candl",   "X-X-XXXXXXXX-----", "X-e-XXXXXXX-e----"},
    {"cpn",     "XXXX--XXXX--XX" "X--", "XXXX---eee--XX" "X--"},
    {"dot",     "",                  "XXXXXXXXXX--X----"},
    {"greatspn", "X---X-XX------X--", "eee-X-XXe---e-X--"},
    {"lola",    "-----------------", "eee-----e---e----"},
    {"loom",    "XXXXXXXXXXXXXXXXX", "XXXXXXXXXXXXXXXXX"},
    {"pdf",     "",                  "XXXXXXXXXX--X----"},
    {"png",     "",                  "XXXXXXXXXX--X----"},
    {"pnml",    "XXXeeeeXeee-X" "XX--", "eeeeeeeeeee-X" "XX--"},
    {"pnml-core", "",                "eeeeeeeeeee-X" "XX--"},
    {"pnml-hl", "",                  "XXeeeeeeeee-X" "XX--"},
    {"pnml-sn", "",                  "X--eeeeeeee-X" "XX--"},
    {"svg",     "",                  "XXXXXXXXXX--X----"},
    {"tina",    "-----XeXX--------", "eee--XeXX---e----"},
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

char letter(bool there, Support support) {
  if (!there) return '.';
  return support == Support::exact ? 'X' : support == Support::encoded ? 'e' : '-';
}

}  // namespace

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
