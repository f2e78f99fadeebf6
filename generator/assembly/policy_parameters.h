// SPDX-License-Identifier: Apache-2.0
// The parameters of a scheduling policy: its own file declares them, the machine and the
// description give them.
#pragma once

#include "generator/assembly/components.h"

namespace petriloom {

/// Leaves of the parameters of the component that is chosen those that its file declares, and adds
/// those that the description gives. The file is looked for below each of `folders`; if there is
/// none, reading the net will say so. What the description gives and the policy does not have, and
/// what it must give and does not, goes to `diagnostics`, as do values that are wrong by
/// themselves. `sources` holds the description.
void apply_policy(std::vector<Component>& components, const Runtime& runtime, const std::vector<std::string>& folders,
                  const Sources& sources, Diagnostics& diagnostics);

/// The place of column `column` (from 1) of `words`, which are asked for at a place of the
/// description: in the words, if they stand there as they are, or between quotes.
Location pointed_into(const Sources& sources, Location asked, const std::string& words, std::size_t column);

}  // namespace petriloom
