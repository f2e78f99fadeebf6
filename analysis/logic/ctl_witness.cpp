// SPDX-License-Identifier: Apache-2.0
#include "analysis/logic/ctl_witness.h"

namespace petriloom {
namespace {

class Explainer {
 public:
  explicit Explainer(CtlChecker& checker) : checker_(checker), space_(checker.space()) {}

  std::optional<StatePath> run(FormulaId formula) {
    path_.states.push_back(0);
    explain(formula, surely(formula, true)[0]);
    if (path_.labels.empty() && !told_) return std::nullopt;
    return std::move(path_);
  }

 private:
  // Where a formula surely has the value.
  StateSet surely(FormulaId formula, bool value) {
    if (value) return checker_.check(formula).yes;
    return (~checker_.check(formula)).yes;
  }

  static bool temporal(const Net& net, FormulaId formula) {
    const Formula& node = net[formula];
    if (node.op >= FormulaOp::ax) return true;
    return (node.left.valid() && temporal(net, node.left)) || (node.right.valid() && temporal(net, node.right));
  }

  [[nodiscard]] StateNumber end() const { return path_.states.back(); }

  // Continues the path from its end, where `formula` has the value.
  void explain(FormulaId formula, bool value) {
    const Formula& node = checker_.net()[formula];
    switch (node.op) {
      case FormulaOp::not_:
        return explain(node.left, !value);
      case FormulaOp::and_:
        return operand({{node.left, value}, {node.right, value}});
      case FormulaOp::or_:
        return operand({{node.left, value}, {node.right, value}});
      case FormulaOp::implies:
        return operand({{node.left, !value}, {node.right, value}});
      case FormulaOp::ex:
      case FormulaOp::ax:
        return value == (node.op == FormulaOp::ex) ? step(node.left, value) : void();
      case FormulaOp::ef:
      case FormulaOp::ag:
        if (value == (node.op == FormulaOp::ef)) go(StateSet(space_.size(), true), surely(node.left, value), node.left, value);
        return;
      case FormulaOp::eg:
      case FormulaOp::af:
        if (value == (node.op == FormulaOp::eg)) stay(node.left, value);
        return;
      case FormulaOp::eu:
        if (value) go(surely(node.left, true), surely(node.right, true), node.right, true);
        return;
      case FormulaOp::au:
        if (!value) not_until(node);
        return;
      default:
        return;
    }
  }

  struct Operand {
    FormulaId formula;
    bool value;
  };

  // Goes on with the first operand that has the value wanted, preferably one with a path to show.
  void operand(std::initializer_list<Operand> operands) {
    for (const Operand& candidate : operands) {
      if (!temporal(checker_.net(), candidate.formula) || !surely(candidate.formula, candidate.value)[end()]) continue;
      return explain(candidate.formula, candidate.value);
    }
  }

  void step(FormulaId formula, bool value) {
    const StateSet wanted = surely(formula, value);
    const auto targets = space_.graph.targets(end());
    for (std::size_t k = 0; k < targets.size(); ++k) {
      if (!wanted[targets[k]]) continue;
      path_.labels.push_back(space_.graph.labels(end())[k]);
      path_.states.push_back(targets[k]);
      return explain(formula, value);
    }
  }

  void go(const StateSet& through, const StateSet& wanted, FormulaId formula, bool value) {
    const auto path = shortest_path(
        space_, end(), [&](StateNumber state) { return through[state]; }, [&](StateNumber state) { return wanted[state]; });
    if (!path) return;
    told_ = true;
    append(path_, *path);
    explain(formula, value);
  }

  void stay(FormulaId formula, bool value) {
    const Truth operand_truth = value ? checker_.check(formula) : ~checker_.check(formula);
    const auto path = maximal_path(space_, end(), checker_.exists_globally(operand_truth).yes);
    if (!path) return;
    told_ = true;
    append(path_, *path);
  }

  void not_until(const Formula& node) {
    const Truth fails = ~checker_.check(node.right);
    const Truth both = ~checker_.check(node.left) & fails;
    if (checker_.exists_until(fails, both).yes[end()]) return go(fails.yes, both.yes, node.left, false);
    stay(node.right, false);
  }

  CtlChecker& checker_;
  const StateSpace& space_;
  StatePath path_;
  // A path of no steps is an explanation too: the initial state is the goal, or dead.
  bool told_ = false;
};

}  // namespace

std::optional<StatePath> explain(CtlChecker& checker, FormulaId formula) { return Explainer(checker).run(formula); }

}  // namespace petriloom
