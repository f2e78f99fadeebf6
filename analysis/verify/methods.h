// SPDX-License-Identifier: Apache-2.0
// The table of methods by which properties are proved or refuted.
#pragma once

#include <span>

#include "analysis/method/method.h"

namespace petriloom {

/// In the order in which they are tried: each question goes to those that support it, until one of
/// them decides it.
std::span<const Method> methods();

}  // namespace petriloom
