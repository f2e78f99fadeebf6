// SPDX-License-Identifier: Apache-2.0
// Transitions that no run can come to, so that nobody need look at them.
#pragma once

#include "engine/enabling/enabling.h"

namespace petriloom {

/// By transition, whether it may ever be enabled when a net goes on from a marking: its guards are
/// not false whatever the binding is, and each place from which all its bindings take or read holds
/// tokens, or may be given some by such a transition. Takes time in proportion to the arcs for each
/// round of transitions that it finds.
std::vector<bool> ever_possible(const Enabling& enabling, const Marking& marking);

}  // namespace petriloom
