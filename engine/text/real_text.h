// SPDX-License-Identifier: Apache-2.0
// Reals as text that is read again: the one place that knows how a real of the net language is
// spelled.
#pragma once

#include <string>

namespace petriloom {

/// The shortest text of the net language that reads back as the same double and as a real: "2e-06",
/// "3.0". Negative ones stand in parentheses; there is one zero, as among the colours of reals.
/// Infinity has no literal and is written as a product that overflows, what is not a number as a
/// difference of two.
std::string real_text(double value);

}  // namespace petriloom
