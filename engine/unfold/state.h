// SPDX-License-Identifier: Apache-2.0
// Expressions that look at the marking, carried over into the unfolded net.
#pragma once

#include <map>
#include <utility>

#include "engine/build/builder.h"
#include "engine/expr/eval.h"
#include "engine/expr/outcomes.h"
#include "engine/join/terms.h"

namespace petriloom {

/// What became of the coloured places and transitions, in order of their colours and bindings.
struct UnfoldedNodes {
  std::vector<std::vector<std::pair<Word, PlaceId>>> places;  ///< by place
  std::vector<std::vector<TransitionId>> transitions;         ///< by transition
};

/// Rewrites expressions of the coloured net into ones of the net that is built: what does not look
/// at the marking or the time becomes a literal, a count of tokens the sum over the unfolded
/// places.
class StateRewriter {
 public:
  StateRewriter(const Net& net, Evaluator& evaluator, const UnfoldedNodes& nodes, NetBuilder& builder)
      : net_(net), evaluator_(evaluator), nodes_(nodes), builder_(builder) {}

  /// Throws EvalError if a part cannot be evaluated or carried.
  ExprId rewrite(ExprId expr, std::span<Word> frame);
  /// The same for a condition that is known to hold as far as neither the marking nor a random
  /// value decides it: nothing is left of one that is decided.
  ExprId rewrite_undecided(ExprId expr, std::span<Word> frame);
  /// Whether what was rewritten since the last call has variables of its own (of `let`, of elements
  /// of lists), in their old slots.
  [[nodiscard]] bool uses_slots() { return std::exchange(uses_slots_, false); }
  /// The terms joined by `op` in a balanced tree, so that sums over many places do not become tall;
  /// `none` if there are none.
  ExprId join(Op op, std::vector<ExprId> terms, ExprId none, const Location& where);
  /// A literal of the new net; equal ones are made once.
  ExprId literal(ColourSetId type, Word word, const Location& where);

 private:
  ExprId rewrite_node(ExprId expr);
  ExprId tokens(const Expr& node, std::span<const ExprId> children);
  ExprId fireable(const Expr& node);
  ExprId over_list(const Expr& node, std::span<const ExprId> children);
  /// An element of a list of tokens, with the place of the new net whose tokens are such elements.
  struct PossibleToken {
    Word value = 0;
    PlaceId place;
  };
  /// Those of a list of the tokens of a place; nothing if it is another list.
  std::optional<std::vector<PossibleToken>> tokens_of(ExprId list);
  ExprId over_tokens(const Expr& node, ExprId body, std::span<const PossibleToken> tokens);
  ExprId call(const Expr& node, std::span<const ExprId> children);
  ExprId carry_call(Expr node, const std::vector<ExprId>& arguments);
  ExprId copy(ExprId expr);
  [[nodiscard]] bool known(ExprId expr) const;

  const Net& net_;
  Evaluator& evaluator_;
  const UnfoldedNodes& nodes_;
  NetBuilder& builder_;
  std::span<Word> frame_;
  // Slots of variables that stand for values only known in a marking.
  std::vector<std::uint32_t> unknown_;
  bool uses_slots_ = false;
  std::map<std::pair<ColourSetId, Word>, ExprId> literals_;
  std::map<std::size_t, FunctionId> functions_;  // of the coloured net, carried over
};

}  // namespace petriloom
