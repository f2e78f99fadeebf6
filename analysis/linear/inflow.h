// SPDX-License-Identifier: Apache-2.0
// A strongly connected component of a Markov chain with its edges turned round.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/model/model.h"

namespace petriloom {

/// Of each state the rates with which it is entered from others of the part. States are told by
/// their position in the part.
struct Inflow {
  std::vector<std::uint64_t> starts{0};
  std::vector<StateNumber> sources;  ///< positions
  std::vector<double> rates;         ///< 1/s
  /// Of each state all that leaves it, also to outside of the part, 1/s.
  std::vector<double> exits;
  /// Of each state what leaves the part from it, 1/s; all 0 in a part that is never left. Found
  /// without subtraction, so that it is exact however small it is beside `exits`.
  std::vector<long double> leaves;

  [[nodiscard]] std::size_t size() const { return exits.size(); }
  /// How many sweeps over all rates take some hundredths of a second: then limits are looked at.
  [[nodiscard]] std::uint64_t sweeps_per_look() const {
    constexpr std::uint64_t kRatesPerLook = 2'000'000;
    return 1 + kRatesPerLook / (sources.size() + 1);
  }
  [[nodiscard]] std::span<const StateNumber> sources_of(std::size_t state) const {
    return std::span(sources).subspan(starts[state], starts[state + 1] - starts[state]);
  }
  [[nodiscard]] std::span<const double> rates_into(std::size_t state) const {
    return std::span(rates).subspan(starts[state], starts[state + 1] - starts[state]);
  }
};

}  // namespace petriloom
