// SPDX-License-Identifier: Apache-2.0
// Modules of a net: what names and groups its places and transitions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/net/diagnostics.h"
#include "engine/net/ids.h"

namespace petriloom {

/// Where something is drawn: 1/72 inch from the upper left corner, y downwards.
struct Position {
  double x = 0;
  double y = 0;
  bool known = false;
};

/// What a reference is for those who use the module: a port of its interface, or a place of several
/// modules fused into one.
enum class ReferenceKind : std::uint8_t { in, out, inout, fusion };

/// Another name of a place, inside one module. Shares the space of names of that module's places.
struct Reference {
  std::string name;
  ReferenceKind kind = ReferenceKind::inout;
  PlaceId place;
  Position at;
  Location where;
  ColourAliasId alias;  ///< port: by which its colour set is written
};

/// One instance of a module. Module 0 is the net itself. The tree of modules names things and
/// groups them in pictures; firing ignores it.
struct Module {
  /// Local name of the instance, with its index if expanded: "node", "node[3]".
  std::string name;
  /// The module it is an instance of, "CPU"; empty for the net itself and for scopes.
  std::string kind;
  ModuleId parent;  ///< invalid for module 0
  /// Rules for hardware hold for it (no source or sink transitions).
  bool hardware = false;
  /// Index sets this instance is folded over, outermost first, including its parents'.
  std::vector<ColourSetId> indices;
  /// The names these have in the source, parallel to `indices`.
  std::vector<std::string> index_names;
  /// Ports, fusion places: other names of places, inside this module.
  std::vector<Reference> references;
  Location definition;  ///< where the module is written
  Location instance;    ///< where it is instantiated
  /// The line of the description that asked for it; may be unknown.
  Location origin;
};

}  // namespace petriloom
