// SPDX-License-Identifier: Apache-2.0
// Small random nets that use every feature of arcs, guards and time, over finite colour sets
// and lists.
#pragma once

#include "engine/net/net.h"

namespace petriloom::test {

struct RandomNetOptions {
  /// Delays, distributions, servers, memory; tokens that become available later.
  bool timed = true;
  bool weights = true;
  /// Equal arcs; counts, conditions, guards, rates and weights that look at the marking.
  bool counting = false;
  /// With `counting`: the values of tokens as well as their number.
  bool values = false;
  bool collecting = false;  ///< arcs that collect tokens
  bool emptying = false;    ///< resets of tokens that meet a condition
  bool drawing = false;     ///< random values in outputs and delays
  bool ordered = false;     ///< priorities and orders that differ by binding
  bool nested = false;      ///< places of lists, unions, records and subsets, with patterns of them
  bool delays = true;       ///< of tokens, and memories other than `enabling`
  bool instances = false;   ///< transitions of folded instances, which have servers of their own
  bool named = false;       ///< values drawn by name
  bool sharing = false;     ///< with `timed`: work done of what is shared (random_sharing.h)
  bool measured = false;    ///< with measures of every place and transition
  bool several = false;     ///< with measures over all transitions (add_several)
  /// Delays, rates, weights, measures and stop conditions that are wrong for some colours or
  /// markings.
  bool failing = false;
  /// With `failing`: guards and counts that divide by zero for some colours, too.
  bool failing_guards = false;
};

/// The net of a number; the same every time.
Net random_net(std::uint64_t number, const RandomNetOptions& options = {});

}  // namespace petriloom::test
