// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/token_stages.h"

#include <algorithm>
#include <limits>

#include "engine/compiled/code_compiler.h"

namespace petriloom {

namespace {

/// What an expression of an element is in the token: a part of it, or a tuple made of parts.
struct OfToken {
  std::vector<PartStep> path;
  ColourSetId type;
  ExprId tuple;           ///< valid: `path` is not
  std::size_t stage = 0;  ///< the one whose variable the tuple's parts speak of
};

class StageFinder {
 public:
  StageFinder(const Net& net, std::size_t limit) : net_(net), limit_(limit) {}

  std::optional<TokenStages> find(ExprId list) {
    for (; net_.exprs[list].op == Op::filter || net_.exprs[list].op == Op::map; list = net_.exprs.children(list)[0])
      found_.stages.push_back({list, static_cast<std::uint32_t>(net_.exprs[list].payload), {}, 0});
    if (net_.exprs[list].op != Op::token_list) return std::nullopt;
    found_.place = PlaceId(static_cast<std::size_t>(net_.exprs[list].payload));
    std::reverse(found_.stages.begin(), found_.stages.end());
    ColourPattern known;
    known.type = net_[found_.place].colour;
    known.wildcards = true;
    bool all_known = true;
    for (std::size_t s = 0; s < found_.stages.size(); ++s) all_known = take(s, all_known, known);
    found_.known = compile_pattern(net_, known);
    return std::move(found_);
  }

 private:
  // Whether what comes after the stage is asked of just those tokens of which all is known.
  bool take(std::size_t s, bool all_known, ColourPattern& known) {
    TokenStage& stage = found_.stages[s];
    const ExprId body = net_.exprs.children(stage.node)[1];
    if (net_.exprs[stage.node].op == Op::map) return all_known && of_token(body, s).has_value();
    flatten(body, stage.conditions);
    for (const ExprId condition : stage.conditions) {
      const std::optional<ColourPart> part = all_known ? known_part(condition, s) : std::nullopt;
      if (!part) return false;
      known.parts.push_back(*part);
      ++stage.known;
    }
    return all_known;
  }

  void flatten(ExprId condition, std::vector<ExprId>& into) const {
    if (net_.exprs[condition].op != Op::and_) return into.push_back(condition);
    for (const ExprId child : net_.exprs.children(condition)) flatten(child, into);
  }

  // The part that an equation says of the token, if it can be a key.
  [[nodiscard]] std::optional<ColourPart> known_part(ExprId condition, std::size_t s) const {
    if (net_.exprs[condition].op != Op::equal) return std::nullopt;
    const auto sides = net_.exprs.children(condition);
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const ExprId value = same_word(sides[1 - side]);
      const std::optional<OfToken> token = of_token(sides[side], s);
      if (!token || token->tuple.valid() || speaks_of_element(value)) continue;
      const Expr& node = net_.exprs[value];
      if (!comparable(node.type, token->type)) continue;
      ColourPart part;
      part.path = token->path;
      part.type = token->type;
      part.leaf = node.type;
      if (node.op == Op::literal) {
        part.word = node.payload;
      } else if (node.op == Op::variable && static_cast<std::uint64_t>(node.payload) < limit_) {
        part.kind = ColourPart::Kind::variable;
        part.slot = static_cast<std::uint32_t>(node.payload);
      } else {
        part.kind = ColourPart::Kind::computed;
        part.expr = value;
      }
      return part;
    }
    return std::nullopt;
  }

  // Whether equal values have equal words, or the value is none of the part's colour set.
  [[nodiscard]] bool comparable(ColourSetId value, ColourSetId part) const {
    if (net_.colours[part].kind == ColourKind::real) return false;  // NaN
    return net_.colours.same_words(value, part) || (integral(net_.colours[value]) && integral(net_.colours[part]));
  }

  // Without conversions that leave the word as it is.
  [[nodiscard]] ExprId same_word(ExprId expr) const {
    while (net_.exprs[expr].op == Op::convert) {
      const ExprId child = net_.exprs.children(expr)[0];
      if (!net_.colours.same_words(net_.exprs[child].type, net_.exprs[expr].type)) break;
      expr = child;
    }
    return expr;
  }

  [[nodiscard]] std::optional<OfToken> of_token(ExprId expr, std::size_t s) const {
    expr = same_word(expr);
    const Expr& node = net_.exprs[expr];
    if (node.op == Op::tuple) return OfToken{{}, node.type, expr, s};
    if (node.op == Op::variable) {
      return static_cast<std::uint32_t>(node.payload) == found_.stages[s].slot ? of_element(s) : std::nullopt;
    }
    if (node.op != Op::project) return std::nullopt;
    std::optional<OfToken> whole = of_token(net_.exprs.children(expr)[0], s);
    if (!whole) return std::nullopt;
    const auto k = static_cast<std::uint32_t>(node.payload);
    if (whole->tuple.valid()) return of_token(net_.exprs.children(whole->tuple)[k], whole->stage);
    whole->path.push_back({PartStep::Kind::component, whole->type, k});
    whole->type = node.type;
    return whole;
  }

  // The element that a stage is given.
  [[nodiscard]] std::optional<OfToken> of_element(std::size_t s) const {
    if (s == 0) return OfToken{{}, net_[found_.place].colour, {}, 0};
    const TokenStage& before = found_.stages[s - 1];
    return net_.exprs[before.node].op == Op::map ? of_token(net_.exprs.children(before.node)[1], s - 1) : of_element(s - 1);
  }

  [[nodiscard]] bool speaks_of_element(ExprId expr) const {
    const std::vector<std::uint32_t> slots = free_variables(net_, expr, std::numeric_limits<std::size_t>::max());
    return std::any_of(found_.stages.begin(), found_.stages.end(),
                       [&](const TokenStage& stage) { return std::find(slots.begin(), slots.end(), stage.slot) != slots.end(); });
  }

  const Net& net_;
  std::size_t limit_;
  TokenStages found_;
};

}  // namespace

std::optional<TokenStages> token_stages(const Net& net, ExprId list, std::size_t limit) {
  return StageFinder(net, limit).find(list);
}

}  // namespace petriloom
