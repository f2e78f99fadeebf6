// SPDX-License-Identifier: Apache-2.0
// The names of a net that is already there, for formulas about it.
#pragma once

#include "formats/inscriptions/scope.h"

namespace petriloom::loom {

/// Fills an empty context, whose builder holds the net, with the scopes and names that a reader of
/// it would have.
void enter_names(Context& context);
/// The texts of a net, with the same file numbers, so that its locations keep their meaning while
/// files are added.
std::shared_ptr<Sources> copy_of_sources(const Net& net);

}  // namespace petriloom::loom
