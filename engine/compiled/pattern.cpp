// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/pattern.h"

#include <algorithm>

namespace petriloom {

std::vector<std::uint32_t> Pattern::binds() const {
  std::vector<std::uint32_t> slots;
  for (const PatternPart& part : parts) {
    if (part.kind == PatternPart::Kind::variable) slots.push_back(part.slot);
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

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
  PatternPart compiled;
  compiled.kind = part.kind;
  for (const PartStep& step : part.path) {
    const auto accessor = compiled.steps.empty() ? extended(net.colours, compiled.accessor, step) : std::nullopt;
    if (accessor) {
      compiled.accessor = *accessor;
    } else {
      compiled.steps.push_back(step);
    }
  }
  compiled.part_type = part.type;
  compiled.leaf_type = part.leaf;
  compiled.convert = differs(net.colours, part.type, part.leaf);
  compiled.turn = part.turn;
  compiled.slot = part.slot;
  compiled.word = part.word;
  compiled.needs = part.needs;
  if (part.kind == ColourPart::Kind::computed) compiled.code = Code(net, part.expr);
  return compiled;
}

}  // namespace

Pattern take_apart(const Net& net, ExprId expr, ColourSetId type, std::size_t limit) {
  const ColourPattern parts = colour_pattern(net, expr, type, limit);
  Pattern pattern;
  pattern.wildcards = parts.wildcards;
  for (const ColourPart& part : parts.parts) pattern.parts.push_back(compile(net, part));
  return pattern;
}

}  // namespace petriloom
