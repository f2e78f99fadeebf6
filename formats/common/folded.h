// SPDX-License-Identifier: Apache-2.0
// Transitions of other formats whose bindings have servers of their own.
#pragma once

#include "engine/build/builder.h"

namespace petriloom {

/// Puts a transition into a module of its name that is folded over all its variables, so that its
/// bindings are told apart as those of folded instances are. The transition must not be added yet;
/// its module becomes the new one.
void fold_over_binding(NetBuilder& builder, Transition& transition);

}  // namespace petriloom
