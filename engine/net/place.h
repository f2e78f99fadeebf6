// SPDX-License-Identifier: Apache-2.0
// Places of a net, and the tokens that they hold at the start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/net/colour.h"
#include "engine/net/ids.h"
#include "engine/net/module.h"

namespace petriloom {

/// Tokens a place holds at the start.
struct InitialTokens {
  Word colour = 0;
  std::int64_t count = 1;
  double available = 0;  ///< s: the time from which they are available
};

/// A term of an initial marking as its author wrote it.
struct WrittenTokens {
  ExprId count;      ///< an int
  ExprId value;      ///< of the colour set of the place; if `each`, a list of it
  ExprId available;  ///< real, s; invalid: 0
  bool each = false;
};

struct Place {
  std::string name;
  ModuleId module;
  ColourSetId colour;
  ColourAliasId alias;  ///< by which `colour` is written
  /// How many leading components of `colour` are indices of folded instances (if `colour` is that
  /// one index itself: 1).
  std::uint32_t folded = 0;
  /// Holds a level, a real number from 0, and no tokens; `colour` is unit (docs/fluid.md).
  bool fluid = false;
  double level = 0;                    ///< at the start, of a fluid place
  std::vector<InitialTokens> initial;  ///< ascending by (colour, available), no duplicates
  std::vector<WrittenTokens> written;  ///< what gives `initial`, if it names constants; else empty
  Position at;
  Location where;
};

}  // namespace petriloom
