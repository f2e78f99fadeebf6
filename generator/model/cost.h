// SPDX-License-Identifier: Apache-2.0
// Evaluates the expressions of a cost model at a clock.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>

#include "generator/description/description.h"

namespace petriloom {

/// Time and energy of one block on one unit, all phases.
struct BlockCost {
  double time = 0;    ///< s
  double energy = 0;  ///< J
};

/// Remembers what it has evaluated, so that a machine of many equal nodes costs no more than one of
/// them.
class CostEvaluator {
 public:
  CostEvaluator(Sources& sources, Diagnostics& diagnostics) : sources_(sources), diagnostics_(diagnostics) {}

  /// The value at a clock given in Hz (the expression sees it in MHz). An expression that cannot be
  /// evaluated, or is negative or not finite, is an error at the expression, said of the first such
  /// clock; the value is then 0. So it is of one without text, which could not be read.
  double value(const Expression& expression, double hertz);

  /// Whether it was read, and none of its values was an error so far.
  [[nodiscard]] bool is_sound(const Expression& expression) const {
    return !expression.text.empty() && !wrong_.contains(expression.where);
  }

  /// s of a phase, which takes at least `least`: until memory has moved its bytes.
  double time(const PhaseCost& phase, double hertz, double least);

  /// The sum over phases of time, and of time times power.
  BlockCost block(const std::vector<PhaseCost>& phases, double hertz, double least = 0);

 private:
  Sources& sources_;
  Diagnostics& diagnostics_;
  /// By place, too: what is wrong is said wherever it stands.
  std::map<std::tuple<Location, std::string, double>, double> known_;
  std::set<Location> wrong_;
};

}  // namespace petriloom
