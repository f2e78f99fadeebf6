// SPDX-License-Identifier: Apache-2.0
#include "analysis/result/standard_checks.h"

#include <algorithm>
#include <array>

namespace petriloom {

std::span<const StandardCheck> standard_checks() {
  static constexpr std::array kChecks = {
      StandardCheck{"bounded", true, PropertyKind::bounded, {}},
      StandardCheck{"deadlock_free", true, PropertyKind::deadlock_free, {}},
      StandardCheck{"reversible", true, PropertyKind::reversible, {}},
      StandardCheck{"live", false, PropertyKind::live, {}},
      StandardCheck{"quasi_live", false, PropertyKind::quasi_live, {}},
      StandardCheck{kHardwareRules, true, std::nullopt, "every transition of a hardware module takes and puts tokens"},
  };
  return kChecks;
}

std::string_view meaning_of_check(std::string_view name) {
  const auto all = standard_checks();
  const auto found = std::find_if(all.begin(), all.end(), [&](const StandardCheck& check) { return check.name == name; });
  return found == all.end() ? std::string_view() : found->meaning;
}

std::string meaning(const Net& net, const Property& property) {
  const std::string module = path(net, property.module);
  const std::string of = module.empty() ? std::string() : " of " + module;
  switch (property.kind) {
    case PropertyKind::bounded:
      return "every place" + of + " stays under some bound";
    case PropertyKind::deadlock_free:
      return net.final_marking.valid() ? "every dead marking is a final one" : "no reachable marking is dead";
    case PropertyKind::reversible:
      return net.final_marking.valid() ? "the initial marking or a final one can always be reached"
                                       : "the initial marking can always be reached again";
    case PropertyKind::live:
      return "every transition" + of + " can always become enabled again";
    case PropertyKind::quasi_live:
      return "every transition" + of + " is enabled in some reachable marking";
    case PropertyKind::invariant:
    case PropertyKind::ltl:
    case PropertyKind::ctl:
      break;
  }
  return {};
}

}  // namespace petriloom
