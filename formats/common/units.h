// SPDX-License-Identifier: Apache-2.0
// Units of numbers in the net language.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace petriloom::loom {

/// The bytes of a micro sign at the beginning of a text, U+00B5 or the Greek letter U+03BC; 0 if
/// there is none.
std::size_t micro_sign(std::string_view text);
/// A unit without a micro sign: `us` for what is written with one.
std::string plain_unit(std::string_view unit);
/// The factor that takes a number in this unit to SI (s, Hz, B, B/s, flop, flop/s, W, J, V, K, 1);
/// empty if there is no such unit.
std::optional<double> unit_factor(std::string_view unit);
/// The unit that is meant by one that is written as data sheets do: `Gbit/s` for `Gbps` and `Gb/s`,
/// `Tflop/s` for `TFLOPS`, `us` for `usec`; empty if none is.
std::string usual_unit(std::string_view written);
/// All units, for suggestions.
std::vector<std::string> unit_names();

}  // namespace petriloom::loom
