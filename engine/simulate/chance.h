// SPDX-License-Identifier: Apache-2.0
// Whether runs of a net can differ.
#pragma once

#include "engine/net/net.h"

namespace petriloom {

/// Whether chance has a part in what a net does: in a duration, a delay, a choice by weight, or in
/// what is drawn or put. Without it all runs are the same, whatever their seeds.
bool has_chance(const Net& net);

}  // namespace petriloom
