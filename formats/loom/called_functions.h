// SPDX-License-Identifier: Apache-2.0
// Which functions of a net its parts need; used by the writer.
#pragma once

#include <vector>

#include "engine/net/net.h"

namespace petriloom::loom {

/// The functions that transitions, measures, properties and the conditions of ends call, and what
/// these call, by name. A net may hold more: those that arguments of instances called while it was
/// made.
std::vector<const Function*> called_functions(const Net& net);

/// Literals that were folded from calls, where a reader need not fold such: it makes functions only
/// after what calls them, but evaluates constants, bounds and initial markings.
std::vector<ExprId> values_of_calls(const Net& net);

}  // namespace petriloom::loom
