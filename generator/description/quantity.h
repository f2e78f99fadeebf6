// SPDX-License-Identifier: Apache-2.0
// Numbers with units, as a description gives them: "2400 MHz", "3 us", "12 GB/s", "16 MiB", "30 W".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace petriloom {

/// What is measured. The value is in the SI unit that stands first in `unit_list`.
enum class Dimension : std::uint8_t { time, frequency, bytes, byte_rate, time_per_byte, power, flop_rate };

/// What is wrong with a quantity, and what would be accepted.
struct QuantityError {
  std::string message;
  std::string help;
};

/// Reads "number unit" and converts it to SI. A time without a unit is in seconds; any other
/// missing, and an unknown or foreign unit, and a value that is not finite, is an error.
std::variant<double, QuantityError> parse_quantity(std::string_view text, Dimension dimension);

/// A value as people write it: 1.111e10 in bytes per time is "11.11 GB/s". Four digits, in units
/// that are powers of 1000.
std::string quantity_text(double value, Dimension dimension);

/// The units of a dimension; that of SI stands first.
std::vector<std::string> unit_names(Dimension dimension);

/// The units of a dimension, for messages: "s, ms, us, ns, ps, min, h".
std::string unit_list(Dimension dimension);

/// "a time", "a frequency" ...
std::string_view dimension_name(Dimension dimension);

}  // namespace petriloom
