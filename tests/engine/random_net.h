// SPDX-License-Identifier: Apache-2.0
// Small random nets that use every feature of arcs, guards and time, over finite colour sets
// and lists.
#pragma once

#include "engine/net/net.h"

namespace petriloom::test {

struct RandomNetOptions {
  bool timed = true;  ///< delays, distributions, servers, memory; tokens that become available later
  bool weights = true;
  bool counting = false;   ///< equal arcs; counts, conditions, guards, rates and weights that look at the marking
  bool drawing = false;    ///< random values in outputs and delays
  bool nested = false;     ///< places of lists, unions, records and subsets, with patterns of them
  bool delays = true;      ///< of tokens, and memories other than `enabling`
  bool instances = false;  ///< transitions of folded instances, which have servers of their own
  bool named = false;      ///< values drawn by name
  bool measured = false;   ///< with measures of every place and transition
  bool failing = false;    ///< delays, rates, weights, measures and stop conditions that are wrong for some colours or markings
  bool failing_guards = false;  ///< with `failing`: guards and counts that divide by zero for some colours, too
};

/// The net of a number; the same every time.
Net random_net(std::uint64_t number, const RandomNetOptions& options = {});

}  // namespace petriloom::test
