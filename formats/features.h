// SPDX-License-Identifier: Apache-2.0
// What each format can carry, as a table that programs and tests read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace petriloom {

struct Format;

/// What a net may hold, and a format may carry or not.
enum class Feature : std::uint8_t {
  colours,     ///< tokens of finite colour sets and their products
  structures,  ///< lists, strings and unions as colours
  functions,   ///< functions, conditionals and arithmetic in inscriptions
  stamps,      ///< tokens that are available only later
  rates,       ///< exponential transitions
  delays,      ///< deterministic transitions
  weights,     ///< immediate transitions with weights and priorities
  inhibitor,   ///< inhibitor arcs
  read,        ///< read arcs
  reset,       ///< reset arcs
  equal,       ///< equal arcs
  counts,      ///< numbers of tokens on arcs that depend on the marking
  modules,     ///< the tree of modules
  fusion,      ///< places with several names
  positions,   ///< where nodes are drawn
  measures,    ///< what a simulation records
  properties,  ///< formulas and invariants
};
inline constexpr std::size_t kFeatures = 17;

/// How a format deals with a feature.
enum class Support : std::uint8_t {
  none,     ///< an error, or with --allow-lossy left out and listed
  encoded,  ///< kept in another form: unfolded, written out, or as an annotation that only we read
  exact,    ///< in the format's own form
};

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
