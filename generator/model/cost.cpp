// SPDX-License-Identifier: Apache-2.0
#include "generator/model/cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/text/quote.h"
#include "formats/loom/loom.h"

namespace petriloom {

namespace {

constexpr double kMega = 1e6;

}  // namespace

double CostEvaluator::value(const Expression& expression, double hertz) {
  if (expression.text.empty()) return 0;
  const auto key = std::make_tuple(expression.where, expression.text, hertz);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  Diagnostics wrong;
  const std::optional<double> result = evaluate_real(expression.text, {{"f", hertz / kMega}}, sources_, wrong);
  double value = result.value_or(0);
  if (!result) {
    const std::string reason = wrong.list().empty() ? "it has no value" : wrong.list().front().message;
    std::string help = wrong.list().empty() ? "" : wrong.list().front().help;
    if (help.empty()) help = "an expression over f, the clock in MHz, for example 1380 / f";
    if (wrong_.insert(expression.where).second)
      diagnostics_.error(expression.where, fmt::format("the cost {} cannot be evaluated: {}", quote(expression.text), reason),
                         help);
  } else if (!std::isfinite(value) || value < 0) {
    if (wrong_.insert(expression.where).second) {
      diagnostics_.error(expression.where,
                         fmt::format("the cost {} is {} at f = {} MHz", quote(expression.text), value, hertz / kMega),
                         "times and powers are finite and not negative");
    }
    value = 0;
  }
  known_[key] = value;
  return value;
}

double CostEvaluator::time(const PhaseCost& phase, double hertz, double least) { return std::max(value(phase.time, hertz), least); }

BlockCost CostEvaluator::block(const std::vector<PhaseCost>& phases, double hertz, double least) {
  BlockCost cost;
  for (const PhaseCost& phase : phases) {
    const double seconds = time(phase, hertz, least);
    cost.time += seconds;
    cost.energy += seconds * value(phase.power, hertz);
  }
  if (!std::isfinite(cost.time) || !std::isfinite(cost.energy)) {
    diagnostics_.error(phases.front().time.where,
                       fmt::format("the time or the energy of a block, all phases, is too large at f = {} MHz", hertz / kMega),
                       "times are in s and powers in W");
    cost = {};
  }
  return cost;
}

}  // namespace petriloom
