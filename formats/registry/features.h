// SPDX-License-Identifier: Apache-2.0
// What each format can carry, as a table that programs and tests read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/common/format.h"

namespace petriloom {

/// What a net may hold, and a format may carry or not.
enum class Feature : std::uint8_t {
  colours,     ///< tokens of finite colour sets and their products
  structures,  ///< lists, strings and unions as colours
  functions,   ///< functions, conditionals and arithmetic in inscriptions
  stamps,      ///< tokens that are available only later
  rates,       ///< exponential transitions
  delays,      ///< deterministic transitions
  schedules,   ///< transitions that fire at set times
  weights,     ///< immediate transitions with weights
  priorities,  ///< of transitions that could fire at one time
  inhibitor,   ///< inhibitor arcs
  read,        ///< read arcs
  reset,       ///< reset arcs
  equal,       ///< equal arcs
  counts,      ///< numbers of tokens on arcs that depend on the marking
  fluid,       ///< fluid places and continuous transitions
  modules,     ///< the tree of modules
  fusion,      ///< places with several names
  positions,   ///< where nodes are drawn
  measures,    ///< what a simulation records
  properties,  ///< formulas and invariants
  stop,        ///< the condition that ends a simulation
  scenarios,   ///< other constants and initial markings to choose from
  units,       ///< units of a nested-unit net
};
inline constexpr std::size_t kFeatures = 23;

/// Whether a net without the feature does the same: it stands beside the net, for those who draw, measure or prove.
constexpr bool beside(Feature feature) { return feature >= Feature::fusion; }

/// How a format deals with a feature.
enum class Support : std::uint8_t {
  none,     ///< an error, or with --allow-lossy left out and listed; what is beside the net is left out with a warning
  encoded,  ///< kept in another form: unfolded, written out, or as an annotation that only we read
  exact,    ///< in the format's own form
};

/// Whether the format refuses the net because of what it holds and a table can tell: fluid places and continuous transitions, an
/// error at the first of them.
bool refuses(const Net& net, const Format& format, Diagnostics& diagnostics);

/// Warns of what stands beside the net (but where nodes are drawn) and is not kept by a format, once for each feature at the first
/// place where the net has it. An error in place of a warning, unless lossy writing is allowed: scenarios that the net language
/// would lose without one of them being chosen. Nothing for pictures.
void report_beside(const Net& net, const Format& format, const WriteOptions& options, Diagnostics& diagnostics);

/// The word for a feature in tables: "colours".
std::string_view name_of(Feature feature);
/// "no", "encoded" or "exact".
std::string_view name_of(Support support);

/// Support of every feature, by its position in `Feature`.
using Supports = std::array<Support, kFeatures>;

/// What reading a format gives; all `none` for one that is not read or not in the table.
Supports read_support(std::string_view format);
/// What writing a format keeps; all `none` for one that is not written or not in the table.
Supports write_support(std::string_view format);
/// The table as text: a line for each format and a column for each feature, with a legend. The same text stands in docs/formats.md.
std::string features_text();

}  // namespace petriloom
