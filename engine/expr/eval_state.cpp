// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/eval_run.h"

namespace petriloom {

Word Evaluator::Run::state(const Expr& node) {
  if (node.op == Op::now) return word_of_real(owner_.now_);
  if (owner_.state_ == nullptr) fail_at(node, "there is no marking to look at here");
  const StateView& view = *owner_.state_;
  switch (node.op) {
    case Op::fireable:
      return view.fireable(TransitionId(static_cast<std::size_t>(node.payload))) ? 1 : 0;
    case Op::dead:
      return view.dead() ? 1 : 0;
    case Op::level: {
      const std::optional<double> level = view.level(PlaceId(static_cast<std::size_t>(node.payload)));
      if (!level) fail_at(node, "the level of a fluid place is not known here");
      return word_of_real(*level);
    }
    default:
      return tokens(node, view);
  }
}

Word Evaluator::Run::tokens(const Expr& node, const StateView& view) {
  const PlaceId place(static_cast<std::size_t>(node.payload));
  if (node.count == 0) return view.tokens(place);
  const ExprId pattern = child(node, 0);
  const Expr& shape = net_.exprs[pattern];
  if (shape.op == Op::wildcard) return view.tokens(place);
  if (!shape.wildcards) return view.tokens(place, eval(pattern));
  const ColourPattern parts = colour_pattern(net_, pattern, shape.type, kAllSlots);
  // One pointer is captured, so that std::function holds it without allocating.
  const auto match = [&](Word colour) { return matches(parts, colour); };
  return view.tokens_if(place, [&match](Word colour) { return match(colour); });
}

bool Evaluator::Run::matches(const ColourPattern& pattern, Word colour) {
  for (const ColourPart& part : pattern.parts) {
    const std::optional<Word> leaf = matched_word(net_.colours, part, colour, owner_.pool_);
    if (!leaf) return false;
    const Word wanted = part.kind == ColourPart::Kind::variable   ? frame_[part.slot]
                        : part.kind == ColourPart::Kind::constant ? part.word
                                                                  : eval(part.expr);
    if (*leaf != wanted) return false;
  }
  return true;
}

}  // namespace petriloom
