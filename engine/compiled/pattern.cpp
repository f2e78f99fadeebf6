// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/pattern.h"

namespace petriloom {

namespace {

// Whether a word of `part` may not be the same word of `leaf`.
bool differs(const ColourTable& colours, ColourSetId part, ColourSetId leaf) {
  if (part == leaf) return false;
  if (!colours.same_words(part, leaf)) return true;
  const ColourSet& p = colours[part];
  const ColourSet& l = colours[leaf];
  return p.finite != l.finite || p.low != l.low || p.high != l.high || p.composite();
}

// The part of an accessor that a step leads to, if it has a fast way there.
std::optional<Accessor> extended(const ColourTable& colours, const Accessor& accessor, const PartStep& step) {
  if (step.kind == PartStep::Kind::component) return accessor.component(colours, step.set, step.first);
  if (step.kind == PartStep::Kind::variant && colours[step.set].pooled()) return accessor.pooled(0);
  return std::nullopt;
}

PatternPart compile(const Net& net, const ColourPart& part) {
  PatternPart compiled{part, {}, {}, false, true, {}};
  for (const PartStep& step : part.path) {
    const auto accessor = compiled.steps.empty() ? extended(net.colours, compiled.accessor, step) : std::nullopt;
    if (accessor) {
      compiled.accessor = *accessor;
    } else {
      compiled.steps.push_back(step);
    }
  }
  compiled.convert = differs(net.colours, part.type, part.leaf);
  compiled.plain = compiled.steps.empty() && !compiled.convert && part.turn == 0;
  if (part.kind == ColourPart::Kind::computed) compiled.code = Code(net, part.expr);
  return compiled;
}

}  // namespace

std::optional<Word> word_on_way(const ColourTable& colours, const PatternPart& part, Word colour, WordPool& pool) {
  Word word = part.accessor.read(colour, pool);
  for (const PartStep& step : part.steps) {
    const std::optional<Word> next = step_word(colours, step, word, pool);
    if (!next) return std::nullopt;
    word = *next;
  }
  if (part.turn != 0) return turned(colours[part.type], word, -part.turn);
  return part.convert ? convert_back(colours, part.type, part.leaf, word, pool) : word;
}

Pattern compile_pattern(const Net& net, const ColourPattern& from) {
  Pattern pattern;
  pattern.wildcards = from.wildcards;
  for (const ColourPart& part : from.parts) pattern.parts.push_back(compile(net, part));
  return pattern;
}

Pattern take_apart(const Net& net, ExprId expr, ColourSetId type, std::size_t limit) {
  return compile_pattern(net, colour_pattern(net, expr, type, limit));
}

IndexId index_on(const ColourTable& colours, PlaceId place, bool future, const Pattern& pattern, std::span<const std::uint32_t> key,
                 IndexTable& indices, std::uint32_t rank) {
  std::vector<Accessor> accessors;
  std::vector<ColourSetId> types;
  for (const std::uint32_t k : key) {
    accessors.push_back(pattern.parts[k].accessor);
    types.push_back(pattern.parts[k].type);
  }
  return indices.add(colours, place, future, std::move(accessors), types, rank);
}

}  // namespace petriloom
