// SPDX-License-Identifier: Apache-2.0
// Expressions that look at the marking, carried over into the unfolded net.
#pragma once

#include <map>
#include <unordered_map>

#include "engine/net/builder.h"
#include "engine/net/eval.h"

namespace petriloom {

/// What became of the places and transitions, in order of their colours and bindings.
struct UnfoldedParts {
  std::vector<std::vector<std::pair<Word, PlaceId>>> places;  ///< by place
  std::vector<std::vector<TransitionId>> transitions;         ///< by transition
};

/// Rewrites expressions of the coloured net into ones of the net that is built: what does not look at the marking or the time
/// becomes a literal, a count of tokens the sum over the unfolded places.
class StateRewriter {
 public:
  StateRewriter(const Net& net, Evaluator& evaluator, const UnfoldedParts& parts, NetBuilder& builder)
      : net_(net), evaluator_(evaluator), parts_(parts), builder_(builder) {}

  /// Throws EvalError if a part cannot be evaluated or carried.
  ExprId rewrite(ExprId expr, std::span<Word> frame);
  /// A literal of the new net; equal ones are made once.
  ExprId literal(ColourSetId type, Word word, const Location& where);

 private:
  ExprId rewrite_node(ExprId expr);
  ExprId tokens(const Expr& node, std::span<const ExprId> children);
  ExprId fireable(const Expr& node);
  ExprId over_list(const Expr& node, std::span<const ExprId> children);
  ExprId join(Op op, std::vector<ExprId> terms, ExprId none, const Location& where);
  [[nodiscard]] bool known(ExprId expr) const;

  const Net& net_;
  Evaluator& evaluator_;
  const UnfoldedParts& parts_;
  NetBuilder& builder_;
  std::span<Word> frame_;
  std::vector<std::uint32_t> unknown_;  // slots of variables that stand for values only known in a marking
  std::map<std::pair<ColourSetId, Word>, ExprId> literals_;
};

}  // namespace petriloom
