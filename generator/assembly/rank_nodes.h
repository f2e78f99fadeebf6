// SPDX-License-Identifier: Apache-2.0
// What the nodes of a machine give to the ranks on them (nets/ranks/fixed.loom, shared.loom).
#pragma once

#include "generator/assembly/assembly_text.h"

namespace petriloom {

/// Whether any two ranks use one memory at a time, so that what one takes the other has not.
bool share_memories(const Machine& machine, const RankSystem& system);

/// The functions of a rank that RANKS takes, as tables over kinds of nodes where these differ.
void write_rank_nodes(AssemblyText& out, const Machine& machine, const RankSystem& system);

}  // namespace petriloom
