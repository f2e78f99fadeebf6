// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

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
    case Op::token_list: {
      Gather all(owner_.operations_.stack());
      push_tokens(node, all);
      return owner_.operations_.intern(node, all.words());
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

// Views tell colours in any order, some perhaps several times.
void Evaluator::Run::push_tokens(const Expr& node, Gather& into) {
  if (owner_.state_ == nullptr) fail_at(node, "there is no marking to look at here");
  const StateView& view = *owner_.state_;
  const PlaceId place(static_cast<std::size_t>(node.payload));
  std::vector<Word> colours;
  (void)view.tokens_if(place, [&colours](Word colour) { return colours.push_back(colour), false; });
  const ColourSetId type = net_[place].colour;
  std::sort(colours.begin(), colours.end(), [&](Word a, Word b) { return net_.colours.compare(type, a, b, owner_.pool_) < 0; });
  colours.erase(std::unique(colours.begin(), colours.end()), colours.end());
  std::size_t room = ValueOperations::kMostListElements;
  for (const Word colour : colours) {
    const auto count = static_cast<std::size_t>(view.tokens(place, colour));
    if (count > room) fail_at(node, fmt::format("more than {} tokens are gone through", ValueOperations::kMostListElements));
    room -= count;
    for (std::size_t k = 0; k < count; ++k) into.push(colour);
  }
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
