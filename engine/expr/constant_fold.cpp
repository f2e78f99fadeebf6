// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/constant_fold.h"

#include <algorithm>

#include "engine/expr/eval.h"

namespace petriloom {

namespace {

constexpr std::uint64_t kMostSteps = 4'000'000;  // calls and list elements visited
// Of one expression, literals aside; larger ones are left to run time.
constexpr std::size_t kMostNodes = 10'000;
constexpr std::uint32_t kMostSlots = 1U << 12U;

// Finds out whether an expression is closed, and how many slots its own variables need.
class ClosedCheck {
 public:
  explicit ClosedCheck(const Net& net) : net_(net) {}

  bool closed(ExprId id) {
    const Expr& node = net_.exprs[id];
    if (node.op == Op::literal) return true;
    if (++nodes_ > kMostNodes || node.stateful() || node.wildcards) return false;
    if (node.op == Op::variable) return std::find(bound_.begin(), bound_.end(), node.payload) != bound_.end();
    const std::span<const ExprId> children = net_.exprs.children(id);
    const std::size_t binds = binders(node.op);
    if (binds == 0) {
      if (node.op == Op::call && !callable(node)) return false;
      return std::all_of(children.begin(), children.end(), [this](ExprId child) { return closed(child); });
    }
    // The last child is the body; only it sees what the node binds.
    for (std::size_t k = 0; k + 1 < children.size(); ++k) {
      if (!closed(children[k])) return false;
    }
    const std::size_t before = bound_.size();
    for (std::size_t k = 0; k < binds; ++k) bound_.push_back(node.payload + static_cast<Word>(k));
    slots_ = std::max(slots_, static_cast<std::uint32_t>(node.payload) + static_cast<std::uint32_t>(binds));
    const bool result = closed(children.back());
    bound_.resize(before);
    return result;
  }

  [[nodiscard]] std::uint32_t slots() const { return slots_; }

 private:
  static std::size_t binders(Op op) {
    if (op == Op::fold) return 2;
    return op == Op::let || goes_through_list(op) ? 1 : 0;
  }

  [[nodiscard]] bool callable(const Expr& call) const {
    const Function& function = net_.functions[static_cast<std::size_t>(call.payload)];
    return function.body.valid() && !net_.exprs[function.body].stateful();
  }

  const Net& net_;
  std::vector<Word> bound_;
  std::size_t nodes_ = 0;
  std::uint32_t slots_ = 0;
};

}  // namespace

std::optional<Word> constant_value(Net& net, ExprId expr, std::string* error) {
  const Expr& node = net.exprs[expr];
  if (node.op == Op::literal) return node.payload;
  ClosedCheck check(net);
  if (!check.closed(expr) || check.slots() > kMostSlots) return std::nullopt;
  std::vector<Word> frame(check.slots());
  Evaluator evaluator(net, net.pool);
  evaluator.budget().set_steps(kMostSteps);
  try {
    return evaluator.eval(expr, frame);
  } catch (const EvalError& failure) {
    if (error != nullptr) *error = failure.what();
    return std::nullopt;
  }
}

}  // namespace petriloom
