// SPDX-License-Identifier: Apache-2.0
// Arc patterns taken apart, for matching colours against them: which part of a colour is which variable, constant or expression.
#pragma once

#include <optional>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// A leaf of a pattern.
struct ColourPart {
  enum class Kind : std::uint8_t { variable, constant, computed };
  Kind kind = Kind::constant;
  std::vector<std::uint32_t> path;   ///< the components that lead to the part, outermost first
  ColourSetId type;                  ///< colour set of the part in the colour
  ColourSetId leaf;                  ///< colour set of the variable or expression
  std::uint32_t slot = 0;            ///< variable
  Word word = 0;                     ///< constant, of `leaf`
  ExprId expr;                       ///< computed
  std::vector<std::uint32_t> needs;  ///< computed: the variables in it
};

struct ColourPattern {
  ColourSetId type;
  std::vector<ColourPart> parts;  ///< wildcards leave none
  bool wildcards = false;

  /// Whether matching can bind the variable.
  [[nodiscard]] bool binds(std::uint32_t slot) const;
};

/// Takes apart a pattern for colours of `type`. Variables are the slots below `binding_size`.
ColourPattern colour_pattern(const Net& net, ExprId pattern, ColourSetId type, std::uint32_t binding_size);
/// The part of a colour that `part` speaks of.
Word part_word(const ColourTable& colours, ColourSetId type, const ColourPart& part, Word colour, const WordPool& pool);
/// The word of the part as one of the leaf's colour set; empty if it does not fit.
std::optional<Word> leaf_word(const ColourTable& colours, const ColourPart& part, Word word, WordPool& pool);
/// The same for any colour `from` one set `to` another, also from those reals that are integers back to integers.
std::optional<Word> convert_back(const ColourTable& colours, ColourSetId from, ColourSetId to, Word word, WordPool& pool);
/// The slots below `limit` that the expression reads, ascending.
std::vector<std::uint32_t> free_variables(const Net& net, ExprId expr, std::uint32_t limit);

}  // namespace petriloom
