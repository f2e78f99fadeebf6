// SPDX-License-Identifier: Apache-2.0
// What the nodes of a machine give to the ranks on them (nets/ranks/fixed.loom, shared.loom).
#pragma once

#include "generator/assembly/assembly_text.h"

namespace petriloom {

/// Whether the work of a step has a factor.
bool has_factors(const RankSystem& system);

/// The file of nets/ranks with the module that goes through steps: "fixed", "shared", "powered" ...
std::string way_through_steps(const Description& description);

/// Whether the module in that file asks for memories.
bool names_memories(const Description& description);

/// A row of each rank (`NAME_of_rank`), where those of the nodes of each job are told.
void write_rows_of_jobs(AssemblyText& out, std::string_view name, const std::vector<std::vector<std::size_t>>& rows,
                        const Location& where);

/// The functions of a rank that RANKS takes, as tables over kinds of nodes where these differ.
void write_rank_nodes(AssemblyText& out, const Description& description);

}  // namespace petriloom
