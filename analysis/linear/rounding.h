// SPDX-License-Identifier: Apache-2.0
// How far off a number is after one operation.
#pragma once

#include <limits>

namespace petriloom {

/// The relative error of one operation on `double`.
constexpr double kRounding = std::numeric_limits<double>::epsilon() / 2;
/// The same on `long double`, in which bounds of errors are kept small.
constexpr long double kFineRounding = std::numeric_limits<long double>::epsilon() / 2;

}  // namespace petriloom
