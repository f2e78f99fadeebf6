// SPDX-License-Identifier: Apache-2.0
// What `simulate --against` prints.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/results/shown.h"
#include "engine/simulate/compare.h"

namespace petriloom::cli {

/// What is simulated: a file, its scenario (may be empty) and the values given for constants and
/// keys.
struct Variant {
  std::string file;
  std::string scenario;
  std::vector<std::string> settings;  ///< NAME=VALUE each
};

/// What two variants are called: their files, with those folders that tell them apart, with their
/// scenarios and with the values given.
std::pair<std::string, std::string> variant_names(const Variant& first, const Variant& second);

/// Tables of the measures, and of the observed places and transitions, that both variants have;
/// `first` and `second` name them. Names too long for a column stand above the tables.
std::string comparison_text(const Comparison& comparison, const std::string& first, const std::string& second, bool antithetic,
                            const Shown& shown, bool colour);

}  // namespace petriloom::cli
