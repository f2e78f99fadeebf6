// SPDX-License-Identifier: Apache-2.0
// A net of exponential transitions as counts, for tau-leaping (docs/approximation.md): places, bindings with constant changes, and
// rates that may look at the marking.
#pragma once

#include <optional>

#include "engine/counts/unfolded_net.h"

namespace petriloom::leap {

/// A binding of an exponential transition. Its propensity is rate * min(degree, servers), where the degree is how many firings the
/// tokens it takes are enough for.
struct Binding {
  double rate = 0;           ///< 1/s, if it does not look at the marking
  bool looks = false;        ///< the rate is an expression over the marking
  std::int64_t servers = 0;  ///< 0: infinitely many
};

struct UnfoldedNet {
  UnfoldedParts parts;  ///< of the places and bindings. Its pool holds the colours
  std::vector<std::int64_t> initial;
  std::vector<Binding> bindings;
  counts::RowList<counts::Condition> takes;       ///< of each binding: what it takes, but of totals
  counts::RowList<counts::Condition> conditions;  ///< of each binding: read, inhibitor and equal arcs
  counts::RowList<counts::Change> changes;        ///< of each binding: places with another number of tokens afterwards
  counts::RowList<std::uint32_t> looked;          ///< of each binding: places that its rate may count, ascending
  counts::RowList<std::uint32_t> affected;        ///< of each place: bindings whose propensity it may change, ascending
  counts::RowList<std::int64_t> thresholds;       ///< of each place: numbers b such that a condition tells b - 1 from b, ascending
};

/// The form of a net for leaps; nothing, and each reason at its place in `diagnostics`, if it has none.
std::optional<UnfoldedNet> make_leap_net(const Net& net, const counts::FormLimits& limits, Diagnostics& diagnostics);

}  // namespace petriloom::leap
