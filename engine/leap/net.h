// SPDX-License-Identifier: Apache-2.0
// A net of exponential transitions as counts, for tau-leaping (docs/approximation.md): cells, acts with constant changes, and rates
// that may look at the marking.
#pragma once

#include <optional>

#include "engine/counts/net.h"

namespace petriloom {

/// A binding of an exponential transition. Its propensity is rate * min(degree, servers), where the degree is how many firings the
/// tokens it takes are enough for.
struct LeapAct {
  double rate = 0;           ///< 1/s, if it does not look at the marking
  bool looks = false;        ///< the rate is an expression over the marking
  std::int64_t servers = 0;  ///< 0: infinitely many
};

struct LeapNet {
  UnfoldedParts parts;  ///< of the cells and acts. Its pool holds the colours
  std::vector<std::int64_t> initial;
  std::vector<LeapAct> acts;
  FlatRows<FlatCondition> takes;       ///< of each act: what it takes, but of totals
  FlatRows<FlatCondition> conditions;  ///< of each act: read, inhibitor and equal arcs
  FlatRows<FlatChange> changes;        ///< of each act: cells with another number of tokens afterwards
  FlatRows<std::uint32_t> looked;      ///< of each act: cells that its rate may count, ascending
  FlatRows<std::uint32_t> concerned;   ///< of each cell: acts whose propensity it may change, ascending
  FlatRows<std::int64_t> thresholds;   ///< of each cell: numbers b such that a condition tells b - 1 from b, ascending
};

/// The form of a net for leaps; nothing, and each reason at its place in `diagnostics`, if it has none.
std::optional<LeapNet> make_leap_net(const Net& net, const FlatLimits& limits, Diagnostics& diagnostics);

}  // namespace petriloom
