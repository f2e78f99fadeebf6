// SPDX-License-Identifier: Apache-2.0
#include "analysis/verify/methods.h"

#include <array>

#include "analysis/checks/bounded.h"
#include "analysis/checks/ctl_by_states.h"
#include "analysis/checks/deadlock_free.h"
#include "analysis/checks/invariants.h"
#include "analysis/checks/live.h"
#include "analysis/checks/ltl_by_states.h"
#include "analysis/checks/quasi_live.h"
#include "analysis/checks/reversible.h"
#include "analysis/structural/hardware_rules.h"

namespace petriloom {

std::span<const Method> methods() {
  static const std::array kMethods = {
      hardware_rules_by_structure(), invariant_by_states(),  deadlock_free_by_states(), bounded_by_states(), live_by_states(),
      quasi_live_by_states(),        reversible_by_states(), ctl_by_states(),           ltl_by_states(),
  };
  return kMethods;
}

}  // namespace petriloom
