// SPDX-License-Identifier: Apache-2.0
// The network of an assembly: a topology and a way of crossing its links (nets/network).
#pragma once

#include <map>
#include <string>

#include "generator/assembly/assembly_text.h"
#include "generator/assembly/components.h"

namespace petriloom {

/// The topology that joins so many nodes. The description chooses it, and gives it parameters.
Component network_part(const Network& network, int nodes);

/// What a file of nets/network finds in the net (nets/README.md), but for the functions of its
/// messages, of which each takes `latency`, in s; the places SENT and ARRIVED, and the network
/// between them. Ranks alone have several networks beside each other; null: blocks.
void write_network(AssemblyText& out, const Network& network, double latency, const Component& part, const RankSystem* ranks);

/// The tables that a net with such a network names, by their names; none for most.
std::map<std::string, std::string> network_tables(const Network& network);

/// The import of its WIRES.
void import_wires(AssemblyText& out, const Network& network);

}  // namespace petriloom
