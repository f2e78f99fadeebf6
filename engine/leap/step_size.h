// SPDX-License-Identifier: Apache-2.0
// How far a run may leap: Y. Cao, D. Gillespie, L. Petzold, "Efficient step size selection for the
// tau-leaping simulation method" (J. Chem. Phys. 124, 044109, 2006), with orders from the rates
// themselves (docs/approximation.md).
#pragma once

#include "engine/leap/state.h"

namespace petriloom::leap {

class StepSize {
 public:
  /// A binding is critical if so many firings, or fewer, would use up what it takes or cross a
  /// threshold.
  static constexpr std::int64_t kCritical = 10;

  /// `followed` says of each place whether its tokens are looked at beside the rates: it then
  /// changes by a share of `epsilon` at most, too.
  StepSize(const RateNet& leap, double epsilon, const std::vector<char>& followed);

  /// Looks at a state; the functions below then speak of it. Throws EvalError.
  void look(State& state);
  /// The longest leap of the bindings that are not critical, s; infinite if nothing limits it.
  [[nodiscard]] double longest() const { return longest_; }
  /// Propensity of the critical bindings together.
  [[nodiscard]] double critical_total() const { return critical_total_; }
  /// The critical bindings that can fire, and the others that can, ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& critical() const { return critical_; }
  [[nodiscard]] const std::vector<std::uint32_t>& others() const { return others_; }

 private:
  /// How the tokens of a place change, and how closely that is to be followed.
  struct Drift {
    double order = 0;       ///< the largest of the rates that depend on it; 0: nothing does
    double mean = 0;        ///< of the change in a second
    double square = 0;      ///< mean of the squared changes
    bool followed = false;  ///< it is looked at beside the rates
  };
  [[nodiscard]] bool is_critical(const State& state, std::uint32_t binding) const;
  void limit(const State& state);

  const RateNet& leap_;
  double epsilon_;
  double longest_ = 0;
  double critical_total_ = 0;
  std::vector<std::uint32_t> critical_, others_;
  std::vector<Drift> drifts_;  // by place
};

}  // namespace petriloom::leap
