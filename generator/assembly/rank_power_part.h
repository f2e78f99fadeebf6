// SPDX-License-Identifier: Apache-2.0
// What the cores of ranks draw, and the energy of a program of ranks, as text of the net language.
#pragma once

#include "generator/assembly/assembly_text.h"

namespace petriloom {

/// A row for each kind of node, and which row a rank has: `rank_cores` and `memory_shares`.
void write_rank_cores(AssemblyText& out, const RankPower& power);

/// Energy in all and of each component, flop for each J, and the temperatures, of a program or
/// trace whose power is told.
void write_rank_energy(AssemblyText& out, const RankSystem& system);

}  // namespace petriloom
