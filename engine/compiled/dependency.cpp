// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/dependency.h"

#include <algorithm>

#include "engine/compiled/token_stages.h"

namespace petriloom {

namespace {

using PartKind = PatternPart::Kind;

bool same_part(const PatternPart& a, const PatternPart& b) {
  if (a.kind != b.kind || !(a.accessor == b.accessor) || a.steps != b.steps || a.leaf != b.leaf) return false;
  return a.kind == PartKind::variable ? a.slot == b.slot && a.turn == b.turn : a.word == b.word;
}

}  // namespace

bool same_pattern(const Pattern& a, const Pattern& b) {
  return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), same_part);
}

void Dependencies::add(ExprId expr, Use use) {
  for_each_expr(net_.exprs, expr, [&](ExprId id) {
    const Expr& node = net_.exprs[id];
    if (!net_.exprs.looks(id, look::tokens)) return false;
    if (node.op == Op::tokens) {
      const PlaceId place(static_cast<std::size_t>(node.payload));
      const auto children = net_.exprs.children(id);
      add(place, children.empty() ? Pattern{} : take_apart(net_, children[0], net_[place].colour, binding_size_), use);
    }
    if (node.op != Op::token_list && node.op != Op::filter && node.op != Op::map) return true;
    const std::optional<TokenStages> tokens = token_stages(net_, id, binding_size_);
    if (!tokens) return true;
    add(tokens->place, tokens->known, use);
    for (const TokenStage& stage : tokens->stages) add(net_.exprs.children(stage.node)[1], use);
    return false;
  });
}

void Dependencies::add(PlaceId place, Pattern pattern, Use use) {
  std::erase_if(pattern.parts, [](const PatternPart& part) { return part.kind == PartKind::computed; });
  pattern.wildcards = true;
  const bool enabling = use == Use::enabling;
  const auto includes = [&](const Dependency& other) {
    const bool used = enabling ? other.enabling : other.rate;
    return other.place == place && used && (other.pattern.parts.empty() || same_pattern(other.pattern, pattern));
  };
  if (std::any_of(list_.begin(), list_.end(), includes)) return;
  if (pattern.parts.empty()) {
    for (Dependency& other : list_) {
      if (other.place == place) (enabling ? other.enabling : other.rate) = false;
    }
    std::erase_if(list_, [](const Dependency& other) { return !other.enabling && !other.rate; });
  }
  const auto same = std::find_if(list_.begin(), list_.end(), [&](const Dependency& other) {
    return other.place == place && same_pattern(other.pattern, pattern);
  });
  if (same != list_.end()) {
    (enabling ? same->enabling : same->rate) = true;
    return;
  }
  list_.push_back({place, std::move(pattern), enabling, !enabling});
}

bool key_of_colour(const ColourTable& colours, const Pattern& pattern, Word colour, WordPool& pool, std::vector<Word>& key) {
  key.clear();
  for (const PatternPart& part : pattern.parts) {
    const auto word = matched_word(colours, part, colour, pool);
    if (!word) return false;
    if (part.kind == PartKind::variable) {
      key.push_back(*word);
    } else if (*word != part.word) {
      return false;
    }
  }
  return true;
}

}  // namespace petriloom
