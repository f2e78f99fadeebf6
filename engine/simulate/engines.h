// SPDX-License-Identifier: Apache-2.0
// What goes with what: the one table of engines and of what can be asked for beside the results.
// docs/engine.md shows it, which tests/house compares.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace petriloom {

struct SimulationOptions;

/// What a net can be run on. The columns of the table.
enum class RunKind : std::uint8_t { coloured, counts, leap, fluid };
inline constexpr std::array<std::string_view, 4> kRunKinds = {"coloured", "counts", "leap", "fluid"};

/// What a run can be asked for beside its results. The rows of the table.
enum class Extra : std::uint8_t { trace, checkpoint, from, ranks, streams, against };

struct ExtraRow {
  std::string_view what;
  std::array<bool, kRunKinds.size()> by;  ///< whether that goes
};

namespace table_of_engines {
inline constexpr bool no = false, yes = true;
}

inline constexpr std::array<ExtraRow, 6> kExtras = [] {
  using namespace table_of_engines;
  //                                             coloured counts leap fluid
  return std::array<ExtraRow, 6>{{{"a trace", {yes, yes, no, no}},
                                  {"a checkpoint", {yes, yes, no, no}},
                                  {"a saved state", {yes, yes, no, no}},
                                  {"several processes", {yes, yes, no, no}},
                                  {"streams of transitions", {yes, no, no, yes}},
                                  {"another net to compare with", {yes, yes, no, yes}}}};
}();

constexpr const ExtraRow& row_of(Extra extra) { return kExtras[static_cast<std::size_t>(extra)]; }
constexpr bool supported(RunKind kind, Extra extra) { return row_of(extra).by[static_cast<std::size_t>(kind)]; }

/// The first of what the options ask for that does not go; null if all of it goes.
const ExtraRow* lacking(RunKind kind, const SimulationOptions& options);

}  // namespace petriloom
