// SPDX-License-Identifier: Apache-2.0
// Numbers as they were printed: with the digits and the unit that they have there.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/claims/claims.h"

namespace petriloom::cli::claims {

/// Reads "8.6 %", "0.0330", "37 min" or "1.50e3". All digits that stand there count as printed.
/// Nothing if it is no number, or its unit is none of the net language.
std::optional<Printed> parse_printed(std::string_view text);
/// A value beside a printed one: in its unit, with a digit more than it has, three at least.
std::string beside_printed(double value, const Printed& printed);

}  // namespace petriloom::cli::claims
