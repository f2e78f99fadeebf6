// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/arcs.h"

#include "engine/join/terms.h"

namespace petriloom {

UnfoldArcs::UnfoldArcs(const Net& net, WordPool& pool, const Limits& limits, bool untimed)
    : net_(net), pool_(pool), untimed_(untimed), evaluator_(net, pool) {
  evaluator_.budget().set_limits(&limits);
  if (untimed) evaluator_.set_random(&outcomes_);
}

Word UnfoldArcs::eval(ExprId expr, std::span<Word> frame) {
  const Op op = net_.exprs[expr].op;
  if (op == Op::literal || op == Op::variable) return evaluator_.eval(expr, frame);
  const auto fresh = static_cast<std::uint32_t>(codes_.size());
  const std::uint32_t number = code_of_.enter(expr.index(), fresh);
  if (number == fresh) codes_.emplace_back(net_, expr);
  return codes_[number].eval(evaluator_, frame);
}

bool UnfoldArcs::undecided(const Arc& arc) const {
  return state_decides(net_, arc) || (!untimed_ && (draws(net_, arc.count) || draws(net_, arc.condition)));
}

std::optional<std::int64_t> UnfoldArcs::count(const Arc& arc, std::span<Word> frame) {
  if (arc.condition.valid() && eval(arc.condition, frame) == 0) return std::nullopt;
  const std::int64_t count = arc.count.valid() ? eval(arc.count, frame) : 1;
  // An equal arc for no token is a test, too.
  return count > 0 || arc.kind == ArcKind::equal ? std::optional(count) : std::nullopt;
}

bool UnfoldArcs::present(const Arc& arc, std::span<Word> frame) {
  const auto decided = [&](ExprId expr) { return expr.valid() && !net_.exprs[expr].stateful() && !draws(net_, expr); };
  if (decided(arc.condition) && eval(arc.condition, frame) == 0) return false;
  // A condition is drawn before the count says that nothing is put, and an equal arc for no token
  // is a test, too.
  if (draws(net_, arc.condition)) return true;
  return arc.kind == ArcKind::equal || !decided(arc.count) || eval(arc.count, frame) > 0;
}

void UnfoldArcs::colours_of(const Arc& arc, std::span<Word> frame, std::vector<Word>& colours) {
  const Word value = eval(arc.value, frame);
  if (!arc.each) {
    colours.push_back(value);
    return;
  }
  const auto elements = pool_.view(value);
  colours.insert(colours.end(), elements.begin(), elements.end());
}

bool UnfoldArcs::such(const Arc& arc, std::span<Word> frame, Word colour) {
  frame[arc.token] = colour;
  return eval(arc.such, frame) != 0;
}

std::optional<std::uint64_t> UnfoldArcs::key_of(const ColourPattern& pattern, const std::vector<std::uint32_t>& key,
                                                std::span<Word> frame) {
  std::uint64_t word_key = 0;
  for (const std::uint32_t k : key) {
    const ColourPart& part = pattern.parts[k];
    Word word = part.word;
    if (part.kind == ColourPart::Kind::variable) word = frame[part.slot];
    if (part.kind == ColourPart::Kind::computed) word = eval(part.expr, frame);
    if (part.type != part.leaf) {
      const std::optional<Word> fitting = net_.colours.convert(part.leaf, part.type, word, pool_);
      if (!fitting) return std::nullopt;
      word = *fitting;
    }
    if (part.turn != 0) word = turned(net_.colours[part.type], word, part.turn);
    word_key = add_to_index_key(word_key, word);
  }
  return word_key;
}

}  // namespace petriloom
