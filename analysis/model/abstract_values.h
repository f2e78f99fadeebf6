// SPDX-License-Identifier: Apache-2.0
// Random values that cannot be listed, and what is explored in their place (docs/semantics.md, rule
// 23).
#pragma once

#include <optional>

#include "engine/net/net.h"

namespace petriloom {

/// A copy of a net in which a value that is drawn, and that has abstract values, is one of these.
/// Nothing if there are no such values.
std::optional<Net> with_abstract_values(const Net& net);

}  // namespace petriloom
