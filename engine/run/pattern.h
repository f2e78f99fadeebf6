// SPDX-License-Identifier: Apache-2.0
// Patterns taken apart: which part of a token's colour is which variable, constant or computed expression.
#pragma once

#include <optional>
#include <vector>

#include "engine/run/accessor.h"
#include "engine/run/code.h"

namespace petriloom {

/// A leaf of a pattern: the part that `accessor` reads must equal the leaf.
struct PatternPart {
  enum class Kind : std::uint8_t { variable, constant, computed };
  Kind kind = Kind::constant;
  Accessor accessor;
  ColourSetId part_type;             ///< colour set of the part in the token
  ColourSetId leaf_type;             ///< colour set of the variable or expression
  bool convert = false;              ///< words of the two differ or are limited: part -> leaf must be converted and may not fit
  int turn = 0;                      ///< variable: the part is its successor (1) or predecessor (-1), cyclic in `part_type`
  std::uint32_t slot = 0;            ///< variable
  Word word = 0;                     ///< constant, as a word of `part_type`
  Code code;                         ///< computed, of `leaf_type`
  std::vector<std::uint32_t> needs;  ///< computed: variables that must be bound before
};

struct Pattern {
  std::vector<PatternPart> parts;  ///< wildcards leave none
  bool wildcards = false;          ///< some part of the colour is not looked at

  /// The variables that matching can bind.
  [[nodiscard]] std::vector<std::uint32_t> binds() const;
};

/// Takes apart the pattern `expr`, which stands for colours of `type`. Variables are slots below `limit`.
Pattern take_apart(const Net& net, ExprId expr, ColourSetId type, std::size_t limit);

/// The cyclic neighbour of a colour of a simple finite colour set.
inline Word neighbour(const ColourSet& set, Word word, int turn) {
  if (turn > 0) return word == set.high ? set.low : word + 1;
  return word == set.low ? set.high : word - 1;
}

/// The word of the leaf's colour set for the word of a part; empty if it does not fit.
inline std::optional<Word> leaf_of_part(const ColourTable& colours, const PatternPart& part, Word word, WordPool& pool) {
  if (part.turn != 0) return neighbour(colours[part.part_type], word, -part.turn);
  if (!part.convert) return word;
  if (colours[part.part_type].kind == ColourKind::real && colours[part.leaf_type].kind != ColourKind::real) {
    const double value = real_of_word(word);
    if (!(value >= -9.0e18 && value <= 9.0e18) || value != static_cast<double>(static_cast<Word>(value))) return std::nullopt;
    word = static_cast<Word>(value);
    if (!colours.contains(part.leaf_type, word)) return std::nullopt;
    return word;
  }
  return colours.convert(part.part_type, part.leaf_type, word, pool);
}

}  // namespace petriloom
