// SPDX-License-Identifier: Apache-2.0
// The topology of one machine as hwloc writes it (lstopo FILE.xml), as far as a node of a
// description has keys for it.
#pragma once

#include <optional>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom {

/// A clock that the model of a processor tells ("... @ 2.40GHz").
struct ModelClock {
  double hertz = 0;
  Location where;
};

/// What hwloc found. Files of its versions 1 to 3 have it alike but for some words.
struct HwlocTopology {
  struct Package {
    int cores = 0;  ///< where a file has no cores, its processing units count as such
    Location where;
  };
  std::vector<Package> packages;  ///< sockets, in the order of the file; one if the file has none
  std::vector<Location> gpus;     ///< devices that compute: not those that only drive a screen
  std::optional<ModelClock> clock;
  Location where;
};

/// Reads the XML text of `file`. Errors, each with its place: what is no XML or no topology,
/// objects without a type, cores both inside and outside of packages, a machine without cores.
/// Absent after an error.
std::optional<HwlocTopology> read_hwloc(FileId file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
