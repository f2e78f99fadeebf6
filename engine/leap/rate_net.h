// SPDX-License-Identifier: Apache-2.0
// An unfolded net with what leaps need beside its tokens (docs/approximation.md): rates that may
// look at the marking, and which numbers of tokens are not to be passed unseen.
#pragma once

#include "engine/counts/unfolded_net.h"

namespace petriloom::leap {

/// A binding of an exponential transition. Its propensity is rate * min(degree, servers), where the
/// degree is how many firings the tokens it takes are enough for.
struct Binding {
  double rate = 0;           ///< 1/s, if it does not look at the marking
  bool looks = false;        ///< the rate is an expression over the marking
  std::uint32_t inputs = 0;  ///< how many of its conditions take tokens
  std::int64_t servers = 0;  ///< 0: infinitely many
};

struct RateNet : counts::UnfoldedNet {
  explicit RateNet(UnfoldedNet&& unfolded) : UnfoldedNet(std::move(unfolded)) {}

  std::vector<Binding> bindings;
  /// Of each binding: places that its rate may count, ascending.
  counts::RowList<std::uint32_t> looked;
  /// Of each place: bindings whose propensity it may change, ascending.
  counts::RowList<std::uint32_t> affected;
  /// Of each place: numbers b such that a condition tells b - 1 from b, ascending.
  counts::RowList<std::int64_t> thresholds;

  /// The conditions of a binding that take tokens; none is on a total.
  [[nodiscard]] std::span<const counts::Condition> inputs(std::uint32_t binding) const {
    return conditions[binding].first(bindings[binding].inputs);
  }
};

/// The form of a net for leaps; nothing, and each reason at its place in `diagnostics`, if it has
/// none.
std::optional<RateNet> make_rate_net(const Net& net, const counts::FormLimits& limits, Diagnostics& diagnostics);

}  // namespace petriloom::leap
