// SPDX-License-Identifier: Apache-2.0
// Whether the patterns of a `case` cover every colour.
#pragma once

#include <span>
#include <vector>

#include "engine/net/colour.h"

namespace petriloom::loom {

/// A pattern as far as coverage is concerned.
struct Shape {
  enum class Kind : std::uint8_t {
    any,
    word,     ///< exactly `word`
    parts,    ///< of a product or record: `parts` are the patterns of the components
    variant,  ///< of a union: number `number`; `parts` is the pattern of what it holds
    /// `parts` are the patterns of the elements; if `open`, of the first `number` and the last
    /// others.
    list,
    other,  ///< covers nothing that can be told
  };
  Kind kind = Kind::any;
  Word word = 0;
  std::size_t number = 0;
  bool open = false;
  std::vector<Shape> parts;

  /// Whether every colour matches.
  [[nodiscard]] bool irrefutable() const;
};

/// Whether every colour of the set matches one of the shapes (L. Maranget, "Warnings for pattern
/// matching", 2007). False too if that takes too long to tell.
bool covers(const ColourTable& colours, ColourSetId set, std::span<const Shape> shapes);

}  // namespace petriloom::loom
