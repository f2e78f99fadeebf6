// SPDX-License-Identifier: Apache-2.0
// Patterns compiled for the engine: the parts that engine/expr/match.h takes them apart into, each with a fast way to read it.
#pragma once

#include <optional>
#include <vector>

#include "engine/compiled/code.h"
#include "engine/expr/match.h"
#include "engine/marking/accessor.h"

namespace petriloom {

/// A leaf of a pattern: the part of the colour must equal the leaf.
struct PatternPart {
  using Kind = ColourPart::Kind;
  Kind kind = Kind::constant;
  Accessor accessor;                 ///< the way to the part, as far as every colour has one ...
  std::vector<PartStep> steps;       ///< ... and from there on
  ColourSetId part_type;             ///< colour set of the part in the token
  ColourSetId leaf_type;             ///< colour set of the variable or expression
  bool convert = false;              ///< words of the two differ or are limited: part -> leaf must be converted and may not fit
  int turn = 0;                      ///< variable: the part is its successor so many times (predecessor: negative), cyclic
  std::uint32_t slot = 0;            ///< variable
  Word word = 0;                     ///< constant, of `leaf_type`
  Code code;                         ///< computed, of `leaf_type`
  std::vector<std::uint32_t> needs;  ///< computed: variables that must be bound before

  /// Whether the leaf's own word is what the accessor reads in every colour that matches, so that an index can have it as a key. A
  /// variable may have to be turned.
  [[nodiscard]] bool can_be_key() const { return steps.empty() && !convert; }
};

struct Pattern {
  std::vector<PatternPart> parts;  ///< wildcards leave none
  bool wildcards = false;          ///< some part of the colour is not looked at

  /// The variables that matching can bind.
  [[nodiscard]] std::vector<std::uint32_t> binds() const;
};

/// Takes apart the pattern `expr`, which stands for colours of `type`. Variables are slots below `limit`.
Pattern take_apart(const Net& net, ExprId expr, ColourSetId type, std::size_t limit);

/// What the leaf must be for the colour to match, as a word of its colour set; empty if nothing does.
inline std::optional<Word> matched_word(const ColourTable& colours, const PatternPart& part, Word colour, WordPool& pool) {
  Word word = part.accessor.read(colour, pool);
  for (const PartStep& step : part.steps) {
    const std::optional<Word> next = step_word(colours, step, word, pool);
    if (!next) return std::nullopt;
    word = *next;
  }
  if (part.turn != 0) return turned(colours[part.part_type], word, -part.turn);
  return part.convert ? convert_back(colours, part.part_type, part.leaf_type, word, pool) : word;
}

}  // namespace petriloom
