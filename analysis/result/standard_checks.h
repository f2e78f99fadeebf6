// SPDX-License-Identifier: Apache-2.0
// What `verify` can be asked of any net by a name alone, and what these names mean.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/net/net.h"

namespace petriloom {

inline constexpr std::string_view kHardwareRules = "hardware_rules";

struct StandardCheck {
  std::string_view name;
  bool unasked = true;               ///< made whenever nothing particular is asked for
  std::optional<PropertyKind> kind;  ///< absent: it is no property, but a check of its own
  std::string_view meaning;          ///< of a check of its own: what it says
};

/// In the order in which they are made. Not unasked is what may fail without a fault: subnets come
/// from a library, so that a system may have transitions that it never needs.
std::span<const StandardCheck> standard_checks();

/// What a standard check of its own says; empty of the others.
std::string_view meaning_of_check(std::string_view name);

/// What a property says that is a word without a formula: "no reachable marking is dead"; of a
/// module that is not the net itself with its name. Empty of the other kinds.
std::string meaning(const Net& net, const Property& property);

}  // namespace petriloom
