// SPDX-License-Identifier: Apache-2.0
#include "engine/net/match.h"

#include <algorithm>

namespace petriloom {

namespace {

bool numeric(const ColourSet& set) {
  return set.kind == ColourKind::integer || set.kind == ColourKind::range || set.kind == ColourKind::real;
}

// Whether matching can go through a conversion: what was converted is known from the result.
bool can_undo(const ColourTable& colours, ColourSetId result, ColourSetId original) {
  return colours.converts(result, original) || (numeric(colours[result]) && numeric(colours[original]));
}

class Taker {
 public:
  Taker(const Net& net, std::uint32_t binding_size, ColourPattern& pattern) : net_(net), limit_(binding_size), pattern_(pattern) {}

  void take(ExprId expr, ColourSetId type) {
    const Expr& node = net_.exprs[expr];
    const auto children = net_.exprs.children(expr);
    if (node.op == Op::wildcard) {
      pattern_.wildcards = true;
    } else if (node.op == Op::convert && can_undo(net_.colours, type, net_.exprs[children[0]].type)) {
      take(children[0], type);
    } else if (node.op == Op::tuple && net_.colours[type].composite()) {
      for (std::uint32_t k = 0; k < children.size(); ++k) {
        path_.push_back(k);
        take(children[k], net_.colours[type].components[k]);
        path_.pop_back();
      }
    } else {
      add_leaf(expr, node, type);
    }
  }

 private:
  void add_leaf(ExprId expr, const Expr& node, ColourSetId type) {
    ColourPart part;
    part.path = path_;
    part.type = type;
    part.leaf = node.type;
    part.expr = expr;
    if (node.op == Op::variable && static_cast<std::uint64_t>(node.payload) < limit_) {
      part.kind = ColourPart::Kind::variable;
      part.slot = static_cast<std::uint32_t>(node.payload);
    } else if (node.op == Op::literal) {
      part.word = node.payload;
    } else {
      part.kind = ColourPart::Kind::computed;
      part.needs = free_variables(net_, expr, limit_);
    }
    pattern_.parts.push_back(std::move(part));
  }

  const Net& net_;
  std::uint32_t limit_;
  ColourPattern& pattern_;
  std::vector<std::uint32_t> path_;
};

}  // namespace

bool ColourPattern::binds(std::uint32_t slot) const {
  return std::any_of(parts.begin(), parts.end(),
                     [slot](const ColourPart& part) { return part.kind == ColourPart::Kind::variable && part.slot == slot; });
}

ColourPattern colour_pattern(const Net& net, ExprId expr, ColourSetId type, std::uint32_t binding_size) {
  ColourPattern pattern;
  pattern.type = type;
  Taker(net, binding_size, pattern).take(expr, type);
  return pattern;
}

Word part_word(const ColourTable& colours, ColourSetId type, const ColourPart& part, Word colour, const WordPool& pool) {
  for (const std::uint32_t k : part.path) {
    colour = colours.component(type, colour, k, pool);
    type = colours[type].components[k];
  }
  return colour;
}

std::optional<Word> convert_back(const ColourTable& colours, ColourSetId from, ColourSetId to, Word word, WordPool& pool) {
  if (colours[from].kind == ColourKind::real && colours[to].kind != ColourKind::real && numeric(colours[to])) {
    const double value = real_of_word(word);
    constexpr double kSafe = 9.0e18;
    if (!(value >= -kSafe && value <= kSafe) || value != static_cast<double>(static_cast<Word>(value))) return std::nullopt;
    const Word whole = static_cast<Word>(value);
    return colours.contains(to, whole) ? std::optional<Word>(whole) : std::nullopt;
  }
  return colours.convert(from, to, word, pool);
}

std::optional<Word> leaf_word(const ColourTable& colours, const ColourPart& part, Word word, WordPool& pool) {
  return part.type == part.leaf ? std::optional<Word>(word) : convert_back(colours, part.type, part.leaf, word, pool);
}

std::vector<std::uint32_t> free_variables(const Net& net, ExprId expr, std::uint32_t limit) {
  std::vector<std::uint32_t> slots;
  for_each_expr(net.exprs, expr, [&](ExprId id) {
    const Expr& node = net.exprs[id];
    if (node.op == Op::variable && static_cast<std::uint64_t>(node.payload) < limit) {
      slots.push_back(static_cast<std::uint32_t>(node.payload));
    }
    return true;
  });
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

}  // namespace petriloom
