// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/kept_total.h"

#include <algorithm>

namespace petriloom {

namespace {

/// What is looked at beside the token that a loop is at.
class Outside {
 public:
  explicit Outside(const Net& net) : net_(net) {}
  void binds(std::uint32_t slot) { bound_.push_back(slot); }
  /// Whether an expression looks at nothing but what is bound.
  bool none(ExprId expr) {
    bool none = !net_.exprs.looks(expr, look::state | look::random);
    for_each_expr(net_.exprs, expr, [&](ExprId id) {
      const Expr& node = net_.exprs[id];
      const auto slot = static_cast<std::uint32_t>(node.payload);
      if (node.op == Op::let || goes_through_list(node.op)) bound_.push_back(slot);
      if (node.op == Op::fold) bound_.push_back(slot + 1);
      if (node.op == Op::variable) none = none && std::find(bound_.begin(), bound_.end(), slot) != bound_.end();
      return none;
    });
    return none;
  }

 private:
  const Net& net_;
  std::vector<std::uint32_t> bound_;
};

bool maps(const Net& net, const TokenStage& stage) { return net.exprs[stage.node].op == Op::map; }

}  // namespace

std::optional<KeptTotal> KeptTotal::of(const Net& net, ExprId node, const TokenStages& tokens) {
  const Expr& loop = net.exprs[node];
  KeptTotal total;
  total.op_ = loop.op;
  total.slot_ = static_cast<std::uint32_t>(loop.payload);
  Outside outside(net);
  for (const TokenStage& stage : tokens.stages) {
    outside.binds(stage.slot);
    Stage& made = total.stages_.emplace_back();
    made.slot = stage.slot;
    if (maps(net, stage)) {
      const ExprId body = net.exprs.children(stage.node)[1];
      if (!outside.none(body)) return std::nullopt;
      made.map = Code(net, body);
    }
    for (std::size_t k = stage.known; k < stage.conditions.size(); ++k) {
      if (!outside.none(stage.conditions[k])) return std::nullopt;
      made.conditions.emplace_back(net, stage.conditions[k]);
    }
  }
  outside.binds(total.slot_);
  const ExprId body = net.exprs.children(node)[1];
  if (!outside.none(body)) return std::nullopt;
  total.body_ = Code(net, body);
  total.kind_ = {0, TotalKind::Of::sum, net.exprs[body].type, net[tokens.place].colour};
  if (loop.op == Op::argmin || loop.op == Op::least) total.kind_.of = TotalKind::Of::least;
  if (loop.op == Op::greatest) total.kind_.of = TotalKind::Of::greatest;
  return total;
}

void KeptTotal::keep(IndexId index, std::uint32_t number) {
  index_ = index;
  kind_.number = number;
}

TokenTerm KeptTotal::term(Evaluator& evaluator, std::span<Word> frame, Word token) const {
  Word element = token;
  try {
    for (const Stage& stage : stages_) {
      frame[stage.slot] = element;
      for (const Code& condition : stage.conditions) {
        if (condition.eval(evaluator, frame) == 0) return {};
      }
      if (stage.map.valid()) element = stage.map.eval(evaluator, frame);
    }
    frame[slot_] = element;
    const Word value = body_.eval(evaluator, frame);
    return {TokenTerm::Kind::value, op_ == Op::forall ? 1 - value : value};
  } catch (const EvalError&) {
    return {TokenTerm::Kind::fails, 0};
  }
}

std::optional<Word> KeptTotal::ask(Evaluator& evaluator, std::span<Word> frame, const Marking& marking, Word key) const {
  const auto term_of = [&](Word token) { return term(evaluator, frame, token); };
  const std::optional<GroupTotal::Answer> answer = marking.total(index_, key, kind_, term_of);
  if (!answer) return std::nullopt;
  if (kind_.of != TotalKind::Of::sum) return op_ == Op::argmin ? answer->colour : answer->value;
  return op_ == Op::sum ? answer->value : static_cast<Word>(answer->value != 0);
}

}  // namespace petriloom
