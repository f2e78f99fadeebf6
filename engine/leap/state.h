// SPDX-License-Identifier: Apache-2.0
// The counts of a run with leaps, and the propensities of its bindings (docs/approximation.md).
#pragma once

#include "engine/enabling/enabling.h"
#include "engine/leap/rate_net.h"

namespace petriloom::leap {

/// Compiled rates, to be made before the marking that they look at.
class Rates {
 public:
  Rates(const RateNet& leap, Enabling& enabling);
  /// The value of the rate of a binding in `marking`, whatever it is. Throws EvalError.
  double eval(std::uint32_t binding, const Marking& marking);
  /// Whether the rate of some binding counts tokens of a place.
  [[nodiscard]] bool looks_at(PlaceId coloured) const { return places_[coloured.index()]; }

 private:
  const RateNet& leap_;
  Enabling& enabling_;
  std::vector<Code> codes_;  // by transition
  std::vector<bool> places_;
  std::vector<Word> frame_;
};

class State {
 public:
  /// `shows` says of each place whether `marking()` is to hold its tokens. All must outlive this.
  State(const RateNet& leap, Enabling& enabling, Rates& rates, std::vector<char> shows);

  /// Computes all propensities; to be called first. Throws EvalError, as `refresh`.
  void start();
  [[nodiscard]] std::int64_t tokens(std::uint32_t place) const { return tokens_[place]; }
  /// Expected firings a second of a binding, and of all.
  [[nodiscard]] double propensity(std::uint32_t binding) const { return sums_[leaves_ + binding]; }
  [[nodiscard]] double total() const { return sums_[1]; }
  /// Adds tokens to a place; there must be enough if `amount` is negative. Propensities are those
  /// of before until `refresh`.
  void add(std::uint32_t place, std::int64_t amount);
  void refresh();
  /// Whether a binding can fire.
  [[nodiscard]] bool enabled(std::uint32_t binding) const;
  /// The binding at `u` (0 to 1) of the propensities one after the other; `total()` must be above
  /// 0.
  [[nodiscard]] std::uint32_t pick(double u) const;
  /// By how much the propensity of a binding changes relative to the places it depends on: the sum
  /// of the absolute elasticities, by central differences of one token. That is the order of mass
  /// action: 2 + 1 / (x - 1) for x (x - 1) / 2.
  double order(std::uint32_t binding);
  /// What measures look at.
  [[nodiscard]] const Marking& marking() const { return shown_; }

 private:
  [[nodiscard]] std::int64_t degree(std::uint32_t binding) const;
  double compute(std::uint32_t binding);
  void set(std::uint32_t binding, double propensity);
  void show(std::uint32_t place, std::int64_t amount);
  std::optional<double> probe(std::uint32_t binding, std::uint32_t place, std::int64_t amount);

  const RateNet& leap_;
  Enabling& enabling_;
  Rates& rates_;
  std::vector<char> shows_;
  std::vector<std::int64_t> tokens_;
  Marking shown_;
  // A tree: node k is the sum of 2k and 2k + 1, the leaves are the propensities.
  std::vector<double> sums_;
  std::size_t leaves_ = 1;
  std::vector<std::uint32_t> dirty_;  // bindings
  std::vector<char> is_dirty_;
};

}  // namespace petriloom::leap
