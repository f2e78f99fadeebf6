// SPDX-License-Identifier: Apache-2.0
// Hardware neither makes nor swallows: in modules marked `hardware` (and below) every transition
// takes tokens and puts tokens.
#pragma once

#include "analysis/method/method.h"

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

/// The method that answers the standard check of this name, with one entry of blame for each fault.
Method hardware_rules_by_structure();

}  // namespace petriloom
