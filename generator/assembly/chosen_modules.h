// SPDX-License-Identifier: Apache-2.0
// The parameters of modules that the description chooses by name, the policy and the cards: their
// own files declare them, the machine and the description give them.
#pragma once

#include "generator/assembly/components.h"

namespace petriloom {

/// Leaves of the parameters of each component that is chosen those that its file declares. The file
/// is looked for below each of `folders`; if there is none, reading the net will say so. What the
/// description gives and the module does not have, and what it must give and does not, goes to
/// `diagnostics`, as do values that are wrong by themselves. `sources` holds the description.
void apply_chosen(std::vector<Component>& components, const std::vector<std::string>& folders, const Sources& sources,
                  Diagnostics& diagnostics);

/// Whether there is a file below one of `folders`; its name is without ".loom".
bool is_there(const std::vector<std::string>& folders, const std::string& file);

/// The place of column `column` (from 1) of `words`, which are asked for at a place of the
/// description: in the words, if they stand there as they are, or between quotes.
Location pointed_into(const Sources& sources, Location asked, const std::string& words, std::size_t column);

}  // namespace petriloom
