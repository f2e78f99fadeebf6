// SPDX-License-Identifier: Apache-2.0
// Which aliases of colour sets the text of a net declares; used by the writer.
#pragma once

#include <vector>

#include "engine/net/net.h"

namespace petriloom::loom {

/// The alias by whose name a colour set is written; null if it is written as itself.
const ColourAlias* written_alias(const Net& net, ColourSetId set, ColourAliasId alias);

/// Aliases in order of declaration. Those that CPN Tools gives every net are among them only if the
/// text names them; `functions` are those that it has.
std::vector<const ColourAlias*> declared_aliases(const Net& net, const std::vector<const Function*>& functions);

}  // namespace petriloom::loom
