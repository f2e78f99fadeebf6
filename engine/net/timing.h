// SPDX-License-Identifier: Apache-2.0
// What a transition's time means, and the facts of each kind that everybody asks for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace petriloom {

/// What a transition's time means (docs/semantics.md).
enum class Timing : std::uint8_t {
  immediate,      ///< fires at the instant at which it is enabled
  exponential,    ///< a: rate, 1/s
  deterministic,  ///< a: delay, s
  uniform,        ///< a, b: bounds, s
  normal,         ///< a: mean, b: standard deviation, s; negative samples are drawn again
  erlang,         ///< a: shape (int >= 1), b: rate of each stage, 1/s
  gamma,          ///< a: shape, b: scale, s
  weibull,        ///< a: shape, b: scale, s
  lognormal,      ///< a, b: mean and standard deviation of the logarithm
  continuous,     ///< a: what flows while it is enabled, 1/s; it does not fire (docs/fluid.md)
  at,             ///< at each of `times` (s) every binding that is enabled then fires once
  /// The same at first + k period for k = 0, 1 ..; `times`: first, period and, if it ends, last
  /// time (s).
  every,
};

/// Whether transitions of a timing fire at set times rather than after a duration.
constexpr bool scheduled(Timing timing) { return timing >= Timing::at; }

/// What is the same of all transitions of one timing.
struct TimingFacts {
  Timing timing;
  std::string_view name;          ///< in the net language, in files and traces
  std::string_view brief;         ///< in pictures
  std::size_t parameters = 0;     ///< how many of a and b it has
  double least = 0;               ///< of the first parameter
  bool may_be_least = true;       ///< the first parameter may be `least` itself
  std::array<bool, 2> seconds{};  ///< whether a and b are times
  bool distribution = false;      ///< a duration follows a distribution of this name
};

namespace timing_table {
inline constexpr double kAny = -std::numeric_limits<double>::infinity();
inline constexpr std::array kFacts{
    TimingFacts{Timing::immediate, "immediate", ""},
    TimingFacts{Timing::exponential, "exponential", "exp", 1, 0, true, {}, true},
    TimingFacts{Timing::deterministic, "deterministic", "det", 1, 0, true, {true}, true},
    TimingFacts{Timing::uniform, "uniform", "uniform", 2, 0, true, {true, true}, true},
    TimingFacts{Timing::normal, "normal", "normal", 2, kAny, true, {true, true}, true},
    TimingFacts{Timing::erlang, "erlang", "erlang", 2, 1, true, {}, true},
    TimingFacts{Timing::gamma, "gamma", "gamma", 2, 0, false, {false, true}, true},
    TimingFacts{Timing::weibull, "weibull", "weibull", 2, 0, false, {false, true}, true},
    TimingFacts{Timing::lognormal, "lognormal", "lognormal", 2, kAny, true, {}, true},
    TimingFacts{Timing::continuous, "continuous", "flow", 1, kAny},
    TimingFacts{Timing::at, "at", "at"},
    TimingFacts{Timing::every, "every", "every"},
};
constexpr bool in_order() {
  for (std::size_t k = 0; k < kFacts.size(); ++k) {
    if (kFacts[k].timing != static_cast<Timing>(k)) return false;
  }
  return kFacts.back().timing == Timing::every;  // the last enumerator
}
static_assert(in_order(), "a row for each timing, in the order of the enumeration");
}  // namespace timing_table

/// The facts of all timings, in the order of the enumeration.
constexpr const auto& all_timings() { return timing_table::kFacts; }
/// The facts of one.
constexpr const TimingFacts& facts_of(Timing timing) { return timing_table::kFacts[static_cast<std::size_t>(timing)]; }

}  // namespace petriloom
