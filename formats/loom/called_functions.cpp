// SPDX-License-Identifier: Apache-2.0
#include "formats/loom/called_functions.h"

#include <algorithm>
#include <initializer_list>

#include "engine/expr/match.h"
#include "engine/questions/measure_keys.h"

namespace petriloom::loom {
namespace {

class Calls {
 public:
  explicit Calls(const Net& net) : net_(net), called_(net.functions.size(), false) {}

  std::vector<const Function*> all() {
    for (const Transition& transition : net_.transitions) of(transition);
    for (const Measure& measure : net_.measures) for_each_expression(measure, [&](ExprId expr) { in({expr}); });
    for (const Formula& formula : net_.formulas) in({formula.atom});
    in({net_.stop, net_.final_marking});
    if (!net_.constants.empty()) by_declarations();
    // Functions grow while their bodies are looked at.
    for (std::size_t k = 0; k < functions_.size(); ++k) in({functions_[k]->body});
    std::sort(functions_.begin(), functions_.end(), [](const Function* a, const Function* b) { return a->name < b->name; });
    return std::move(functions_);
  }
  // What names constants may come from another net, whose expressions are not here, if there are
  // none.
  void by_declarations() {
    when_read_ = true;
    for (const Constant& constant : net_.constants)
      if (!constant.fixed) in({constant.value});
    for (const Place& place : net_.places)
      for (const WrittenTokens& term : place.written) in({term.count, term.value, term.available});
    for (std::size_t i = 0; i < net_.colours.size(); ++i)
      in({net_.colours[ColourSetId(i)].written_low, net_.colours[ColourSetId(i)].written_high});
    when_read_ = false;
  }
  [[nodiscard]] const std::vector<ExprId>& values_of_calls() const { return values_of_calls_; }

 private:
  /// Whether a function is called in an expression, as it is written.
  [[nodiscard]] bool calls(ExprId root) const {
    bool found = false;
    for_each_expr(net_.exprs, root, [&](ExprId id) {
      const ExprId written = as_written(net_, id);
      found = found || net_.exprs[id].op == Op::call || (written != id && calls(written));
      return !found;
    });
    return found;
  }

  void of(const Transition& transition) {
    for_each_expression(transition, [this](ExprId expr) { in({expr}); });
  }

  void in(std::initializer_list<ExprId> roots) {
    for (const ExprId root : roots) {
      for_each_expr(net_.exprs, root, [this](ExprId id) {
        const Expr& node = net_.exprs[id];
        if (const ExprId written = as_written(net_, id); written != id) {
          if (!when_read_ && calls(written)) values_of_calls_.push_back(id);
          in({written});
        }
        if (node.op != Op::call) return true;
        const FunctionId function(static_cast<std::size_t>(node.payload));
        if (called_[function.index()]) return true;
        called_[function.index()] = true;
        functions_.push_back(&net_[function]);
        return true;
      });
    }
  }

  const Net& net_;
  std::vector<bool> called_;
  std::vector<const Function*> functions_;
  bool when_read_ = false;  ///< what is looked at is evaluated while the net is read
  std::vector<ExprId> values_of_calls_;
};

}  // namespace

std::vector<const Function*> called_functions(const Net& net) { return Calls(net).all(); }

std::vector<ExprId> values_of_calls(const Net& net) {
  Calls calls(net);
  calls.all();
  return calls.values_of_calls();
}

}  // namespace petriloom::loom
