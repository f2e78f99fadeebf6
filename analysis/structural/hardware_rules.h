// SPDX-License-Identifier: Apache-2.0
// Hardware neither makes nor swallows: in modules marked `hardware` (and below) every transition takes tokens and puts tokens.
#pragma once

#include "analysis/result/result.h"

namespace petriloom {

/// One transition that breaks the rule.
struct HardwareFault {
  TransitionId transition;
  bool takes = true;  ///< has an input arc
  bool puts = true;   ///< has an output arc
};

/// In order of declaration.
std::vector<HardwareFault> hardware_faults(const Net& net);

/// One entry of blame for it.
Blame blame_fault(const Net& net, const HardwareFault& fault);

/// The same as a property result, with one blame entry for each fault.
PropertyResult check_hardware_rules(const Net& net);

}  // namespace petriloom
