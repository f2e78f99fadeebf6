// SPDX-License-Identifier: Apache-2.0
// Patterns compiled for the engine: the parts that engine/expr/match.h takes them apart into, each
// with a fast way to read it.
#pragma once

#include <optional>
#include <vector>

#include "engine/compiled/code.h"
#include "engine/expr/match.h"
#include "engine/marking/marking.h"

namespace petriloom {

/// A leaf of a pattern, compiled: the part of the colour must equal the leaf.
struct PatternPart : ColourPart {
  Accessor accessor;            ///< the way to the part, as far as every colour has one ...
  std::vector<PartStep> steps;  ///< ... and from there on
  /// Words of `type` and `leaf` differ or are limited: they must be converted and may not fit.
  bool convert = false;
  bool plain = true;  ///< what the accessor reads is the word of the leaf
  Code code;          ///< computed

  /// Whether the leaf's own word is what the accessor reads in every colour that matches, so that
  /// an index can have it as a key. A variable may have to be turned.
  [[nodiscard]] bool can_be_key() const { return steps.empty() && !convert; }
};

struct Pattern {
  std::vector<PatternPart> parts;  ///< wildcards leave none
  bool wildcards = false;          ///< some part of the colour is not looked at
};

/// The compiled form of a pattern.
Pattern compile_pattern(const Net& net, const ColourPattern& pattern);
/// Takes apart the pattern `expr`, which stands for colours of `type`. Variables are slots below
/// `limit`.
Pattern take_apart(const Net& net, ExprId expr, ColourSetId type, std::size_t limit);

/// The index on parts of the colours that match, numbered by `key`, all of which can be keys; added
/// if it is new.
IndexId index_on(const ColourTable& colours, PlaceId place, bool future, const Pattern& pattern, std::span<const std::uint32_t> key,
                 IndexTable& indices, std::uint32_t rank = TokenIndex::kNoRank);

/// What the leaf must be for the colour to match, as a word of its colour set; empty if nothing
/// does.
std::optional<Word> word_on_way(const ColourTable& colours, const PatternPart& part, Word colour, WordPool& pool);
inline std::optional<Word> matched_word(const ColourTable& colours, const PatternPart& part, Word colour, WordPool& pool) {
  return part.plain ? part.accessor.read(colour, pool) : word_on_way(colours, part, colour, pool);
}

}  // namespace petriloom
