// SPDX-License-Identifier: Apache-2.0
// Units of numbers in the net language.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace petriloom::loom {

/// The factor that takes a number in this unit to SI (s, Hz, B, B/s, flop, flop/s, W, J, V, K, 1); empty if there is no such unit.
std::optional<double> unit_factor(std::string_view unit);
/// All units, for suggestions.
std::vector<std::string> unit_names();

}  // namespace petriloom::loom
