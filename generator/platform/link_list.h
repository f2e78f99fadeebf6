// SPDX-License-Identifier: Apache-2.0
// Links as a table lists them: from, to, bandwidth, latency.
#pragma once

#include <optional>

#include "engine/net/diagnostics.h"
#include "generator/description/route_tables.h"

namespace petriloom {

/// Reads a table with the columns from, to, bandwidth and latency, and perhaps sharing: `duplex`
/// (each direction apart, the default), `shared` (both together), `simplex` (one direction alone)
/// or `fat` (each message for itself). A number is that node of the machine, any other word a
/// switch. Routes have the fewest links, of these the least latency. Errors, each with its place:
/// what is no such table, nodes that the machine does not have, pairs of nodes that no links join.
std::optional<RouteTables> link_list_tables(FileId file, std::size_t nodes, const Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
