// SPDX-License-Identifier: Apache-2.0
// The names and parameters of the distributions that expressions draw from.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

struct DistributionFacts {
  Distribution distribution;
  std::string_view name;                    ///< as the net language spells it
  bool whole;                               ///< draws an int, otherwise a real
  std::span<const ColourSetId> parameters;  ///< int or real
  std::string_view signature;               ///< for messages: "normal(mean, sd)"
};

/// All distributions, in order of the enumeration.
std::span<const DistributionFacts> distributions();
const DistributionFacts& facts_of(Distribution distribution);
/// By the name that the net language has for it, or null.
const DistributionFacts* find_distribution(std::string_view name);
/// What is wrong with the parameters, words of the types in `DistributionFacts::parameters`, as
/// text for a message; empty if nothing is. Rates, shapes and scales are positive, probabilities
/// from 0 to 1, bounds in order, and everything finite.
std::string check_parameters(Distribution distribution, std::span<const Word> parameters);

}  // namespace petriloom
