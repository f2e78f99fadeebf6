// SPDX-License-Identifier: Apache-2.0
// Whether values lie within a bound. A value is an interval; it lies inside only if all of it does,
// and outside only if nothing of it does.
#pragma once

#include <span>
#include <vector>

#include "cli/claims/claims.h"

namespace petriloom::cli::claims {

/// A value of an expression: what it is for the means of all figures, and between which bounds it
/// lies for all that their confidence intervals hold.
struct Value {
  double mean = 0;
  double low = 0;
  double high = 0;
};

enum class Inside : std::uint8_t { yes, no, unclear };

/// `no` if one of them is, else `unclear` if one of them is.
Inside both(Inside a, Inside b);
/// Low and high belong to the bound.
Inside within(const Value& value, double low, double high);
/// Whether it is the printed number when it is rounded to the digits printed; half a digit is
/// rounded away from 0.
Inside within_digits(const Value& value, const Printed& printed);
/// Whether it deviates from the printed number by `share` of that at most.
Inside within_share(const Value& value, const Printed& printed, double share);

/// The factor by which values are what was published, and whether all are within `share` of that.
struct CommonFactor {
  double factor = 1;
  Inside inside = Inside::unclear;
};
/// The factor that makes the largest deviation of `values[k]` from `factor * published[k]` least,
/// as a quotient. Values and published ones must be above 0; else nothing is inside.
CommonFactor common_factor(std::span<const Value> values, std::span<const double> published, double share);

/// Whether values of groups follow each other: each of a group before each of the next. What is in
/// no group comes after all groups. `ties`: relative differences that do not count.
Inside in_order(std::span<const Value> values, const std::vector<std::vector<std::size_t>>& groups, double ties, bool lowest_first);
/// Whether each value is at least the one before, or with `rising` off at most.
Inside monotone(std::span<const Value> values, double ties, bool rising);

}  // namespace petriloom::cli::claims
