// SPDX-License-Identifier: Apache-2.0
// A bound of the error of any approximate solution of the equations of a Markov chain, however it
// was found.
//
// The flow into each state that an approximate x leaves unbalanced is r = right + x Q. Let w be at
// least the expected time from each state until a given one is reached, or the part is left. Then
// the sum of the errors of x is at most twice the sum of |r_i| w_i, as what is unbalanced is spent
// within that time. Any w with A w >= 1 is such a bound, A being -Q without the row and column of
// the given state: A has an inverse without negative numbers (A. Berman, R. J. Plemmons,
// "Nonnegative matrices in the mathematical sciences", 1979). So a rough solution of A w = 1,
// scaled up until this holds, proves the accuracy of x.
#pragma once

#include "analysis/linear/inflow.h"
#include "engine/text/limits.h"

namespace petriloom {

/// The edges of a part by the state they lead from.
class Outflow {
 public:
  explicit Outflow(const Inflow& part);
  [[nodiscard]] std::span<const StateNumber> targets(std::size_t state) const {
    return std::span(targets_).subspan(starts_[state], starts_[state + 1] - starts_[state]);
  }
  [[nodiscard]] std::span<const double> rates(std::size_t state) const {
    return std::span(rates_).subspan(starts_[state], starts_[state + 1] - starts_[state]);
  }
  [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }

 private:
  std::vector<std::uint64_t> starts_;
  std::vector<StateNumber> targets_;
  std::vector<double> rates_;
};

class PassageBound {
 public:
  /// `reference` is the state to be reached, or the size of the part if it is left. All must
  /// outlive this.
  PassageBound(const Inflow& part, const Outflow& out, std::size_t reference);

  /// Seeks times, given a rough solution that says where the chain mostly is. False if none were
  /// found in so many sweeps, or for a limit, which is then in `stopped`.
  bool find(std::span<const double> mostly, std::uint64_t sweeps, const Limits& limits);
  /// Takes given times, if they serve.
  bool take(std::vector<double> times);

  /// The bound of the sum of the errors of `x`; of a part that is never left, of `x` with the right
  /// sum. `right` may be empty.
  [[nodiscard]] double error(std::span<const long double> x, std::span<const double> right) const;
  [[nodiscard]] Stopped stopped() const { return stopped_; }
  [[nodiscard]] std::uint64_t sweeps() const { return sweeps_; }
  /// No state is further than this from the reference, s.
  [[nodiscard]] double longest() const;

 private:
  [[nodiscard]] long double towards(std::size_t state) const;
  void sweep(bool forward);
  bool check(std::span<const double> mostly);
  [[nodiscard]] long double time(std::size_t state) const { return state == reference_ ? 0 : offset_ + times_[state]; }

  const Inflow& part_;
  const Outflow& out_;
  std::size_t reference_;
  // Beyond offset_; that is what differs from state to state, and may be much smaller.
  std::vector<double> times_;
  long double offset_ = 0;
  long double least_ = 0;  // of A w
  std::uint64_t sweeps_ = 0;
  Stopped stopped_ = Stopped::complete;
};

}  // namespace petriloom
