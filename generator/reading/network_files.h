// SPDX-License-Identifier: Apache-2.0
// Files that say what links a machine has: platforms of SimGrid (machine.platform), and lists of
// links (the topology `links`).
#pragma once

#include <memory>
#include <optional>

#include "generator/platform/platform.h"
#include "generator/reader/reader.h"

namespace petriloom {

/// What of these files is needed once the machine has been read.
struct NetworkFiles {
  std::shared_ptr<const RouteTables> routes;  ///< of a platform
  std::optional<YamlNode> links;              ///< the name of a list of links
};

/// Replaces the key `platform` of a machine by what the platform says: adds kinds, nodes and
/// network, and the loopback as `copy` of ranks. What the description says itself of the network
/// stays. Takes the file out of the parameters of the topology `links`.
NetworkFiles merge_network_files(YamlNode& root, Sources& sources, Diagnostics& diagnostics);

/// Gives the network its routes. Errors: a topology `links` without a file, and what in a file does
/// not fit the nodes.
void settle_network_files(Reader& reader, const NetworkFiles& files, Machine& machine, Sources& sources, Diagnostics& diagnostics);

/// The keys of a machine's platform, which have been replaced by what it says.
void check_platform_keys(Reader& reader, const YamlNode& node);

}  // namespace petriloom
