// SPDX-License-Identifier: Apache-2.0
// What nets may hold and formats carry or not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

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
  sharing,     ///< work done at a speed that transitions share
  modules,     ///< the tree of modules
  fusion,      ///< places with several names
  positions,   ///< where nodes are drawn
  measures,    ///< what a simulation records
  properties,  ///< formulas and invariants
  stop,        ///< the condition that ends a simulation
  final_,      ///< which markings are intended ends
  scenarios,   ///< other constants and initial markings to choose from
  units,       ///< units of a nested-unit net
};
inline constexpr std::size_t kFeatures = 25;

/// Whether a net without the feature does the same: it stands beside the net, for those who draw,
/// measure or prove.
constexpr bool beside(Feature feature) { return feature >= Feature::fusion; }

/// How a format deals with a feature.
enum class Support : std::uint8_t {
  /// An error, or with --allow-lossy left out and listed; what is beside the net is left out with a
  /// warning.
  none,
  encoded,  ///< kept in another form: unfolded, written out, or as an annotation that only we read
  exact,    ///< in the format's own form
};

/// Support of every feature.
class Supports {
 public:
  constexpr Supports() = default;
  /// One letter for each feature in the order of `Feature`, blanks between groups: x exact, e
  /// encoded, - none. Other texts do not compile.
  // NOLINT(google-explicit-constructor): rows of the table of formats.
  consteval Supports(const char* letters) {
    std::size_t known = 0;
    for (; *letters != '\0'; ++letters) {
      if (*letters == ' ') continue;
      if (*letters != 'x' && *letters != 'e' && *letters != '-') throw "a letter that is none of x, e, -";
      all_.at(known++) = *letters == 'x' ? Support::exact : *letters == 'e' ? Support::encoded : Support::none;
    }
    if (known != kFeatures) throw "a letter for each feature";
  }
  constexpr Support operator[](Feature feature) const { return all_[static_cast<std::size_t>(feature)]; }
  /// Whether the feature is there in some form.
  [[nodiscard]] constexpr bool carry(Feature feature) const { return (*this)[feature] != Support::none; }
  friend constexpr bool operator==(const Supports&, const Supports&) = default;

 private:
  std::array<Support, kFeatures> all_{};
};

}  // namespace petriloom
