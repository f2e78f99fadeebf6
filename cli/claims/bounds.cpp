// SPDX-License-Identifier: Apache-2.0
#include "cli/claims/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace petriloom::cli::claims {

namespace {

/// Of what is computed in decimal and compared in binary.
constexpr double kRounding = 1e-9;

/// Whether a value is at most another but for ties.
Inside at_most(const Value& small, const Value& large, double ties) {
  const auto bound = [ties](double value) { return value + std::abs(value) * ties * (1 + kRounding); };
  if (small.high <= bound(large.low)) return Inside::yes;
  return small.low > bound(large.high) ? Inside::no : Inside::unclear;
}

}  // namespace

Inside both(Inside a, Inside b) {
  if (a == Inside::no || b == Inside::no) return Inside::no;
  return a == Inside::unclear || b == Inside::unclear ? Inside::unclear : Inside::yes;
}

Inside within(const Value& value, double low, double high) {
  if (value.low >= low && value.high <= high) return Inside::yes;
  return value.high < low || value.low > high ? Inside::no : Inside::unclear;
}

Inside within_digits(const Value& value, const Printed& printed) {
  // In units of the last digit the printed number is whole. What is rounded away from 0 belongs to
  // the bound on its side of 0 alone.
  const double whole = std::round(printed.value / printed.digit);
  const auto in = [&](double one) {
    const double scaled = one / printed.digit - whole;
    const bool up = whole > 0 || (whole == 0 && one > 0);
    const double low = up ? -0.5 - kRounding : -0.5 + kRounding;
    const double high = up ? 0.5 - kRounding : 0.5 + kRounding;
    return scaled < low ? -1 : scaled > high ? 1 : 0;
  };
  const int low = in(value.low);
  const int high = in(value.high);
  if (low == 0 && high == 0) return Inside::yes;
  return low == high ? Inside::no : Inside::unclear;
}

Inside within_share(const Value& value, const Printed& printed, double share) {
  const double most = std::abs(printed.value) * share * (1 + kRounding);
  return within(value, printed.value - most, printed.value + most);
}

CommonFactor common_factor(std::span<const Value> values, std::span<const double> published, double share) {
  CommonFactor result{1, Inside::no};
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!(values[k].low > 0) || !(published[k] > 0)) return result;
    least = std::min(least, values[k].mean / published[k]);
    most = std::max(most, values[k].mean / published[k]);
  }
  result.factor = std::sqrt(least * most);
  result.inside = Inside::yes;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double centre = result.factor * published[k];
    const double away = centre * share * (1 + kRounding);
    result.inside = both(result.inside, within(values[k], centre - away, centre + away));
  }
  return result;
}

Inside in_order(std::span<const Value> values, const std::vector<std::vector<std::size_t>>& groups, double ties,
                bool lowest_first) {
  std::vector<std::size_t> place(values.size(), groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const std::size_t k : groups[g]) place[k] = g;
  }
  Inside inside = Inside::yes;
  for (std::size_t a = 0; a < values.size(); ++a) {
    for (std::size_t b = 0; b < values.size(); ++b) {
      if (place[a] >= place[b]) continue;
      inside = both(inside, lowest_first ? at_most(values[a], values[b], ties) : at_most(values[b], values[a], ties));
    }
  }
  return inside;
}

Inside monotone(std::span<const Value> values, double ties, bool rising) {
  Inside inside = Inside::yes;
  for (std::size_t k = 1; k < values.size(); ++k) {
    inside = both(inside, rising ? at_most(values[k - 1], values[k], ties) : at_most(values[k], values[k - 1], ties));
  }
  return inside;
}

}  // namespace petriloom::cli::claims
