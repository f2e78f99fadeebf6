// SPDX-License-Identifier: Apache-2.0
#include "analysis/solve/below_error.h"

namespace petriloom {

void mark_below_error(const Net& net, const Rewards& flows, const Rewards& there, SolveResult& result) {
  // Times are known to a share of all of them.
  const double spent = result.horizon == Horizon::steady ? result.error : result.error * *result.time;
  std::size_t at = 0;
  for (std::size_t m = 0; m < flows.sums.size(); ++m) {
    const MeasureKind kind = net.measures[m].kind;
    for (std::size_t row = 0; row < flows.sums[m].size(); ++row, ++at) {
      if (kind == MeasureKind::derived) continue;
      SolvedMeasure& one = result.measures[at];
      const double from = state_measure(kind) ? flows.sums[m][row] : flows.counts[m][row];
      one.below_error = one.value.value_or(0) != 0 && from <= spent;
      one.end_below_error = one.at_end.value_or(0) != 0 && there.sums[m][row] <= result.error;
    }
  }
  const auto mark = [](std::vector<Amount>& amounts, const std::vector<double>& from, double error) {
    for (std::size_t k = 0; k < amounts.size(); ++k) amounts[k].below_error = amounts[k].value != 0 && from[k] <= error;
  };
  mark(result.places, there.tokens, result.error);
  mark(result.transitions, flows.firings, spent);
}

}  // namespace petriloom
