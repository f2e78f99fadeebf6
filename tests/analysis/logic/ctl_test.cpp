// SPDX-License-Identifier: Apache-2.0
// CTL by fixpoints over compressed edges, against the textbook's definition iterated naively.
#include "analysis/logic/ctl.h"

#include <gtest/gtest.h>

#include "analysis/logic/ctl_witness.h"
#include "tests/analysis/kripke.h"

namespace petriloom::test {
namespace {

using Set = std::vector<bool>;

// Every operator straight from its expansion law, iterated |states| + 1 times from below or above.
class NaiveCtl {
 public:
  NaiveCtl(const Net& net, const GraphModel& model) : net_(net), model_(model), size_(model.edges.size()) {}

  Set check(FormulaId id) const {
    const Formula& node = net_[id];
    const Set a = node.left.valid() ? check(node.left) : Set(size_);
    const Set b = node.right.valid() ? check(node.right) : Set(size_);
    const auto pointwise = [&](auto f) {
      Set result(size_);
      for (std::size_t s = 0; s < size_; ++s) result[s] = f(a[s], b[s]);
      return result;
    };
    switch (node.op) {
      case FormulaOp::atom:
        return model_.atoms[node.atom.index()];
      case FormulaOp::true_:
        return Set(size_, true);
      case FormulaOp::false_:
        return Set(size_, false);
      case FormulaOp::not_:
        return pointwise([](bool x, bool) { return !x; });
      case FormulaOp::and_:
        return pointwise([](bool x, bool y) { return x && y; });
      case FormulaOp::or_:
        return pointwise([](bool x, bool y) { return x || y; });
      case FormulaOp::implies:
        return pointwise([](bool x, bool y) { return !x || y; });
      case FormulaOp::iff:
        return pointwise([](bool x, bool y) { return x == y; });
      case FormulaOp::ex:
        return some(a);
      case FormulaOp::ax:
        return all(a);
      case FormulaOp::ef:
        return iterate(false, [&](const Set& z) { return combine(a, Set(size_, true), some(z)); });
      case FormulaOp::eu:
        return iterate(false, [&](const Set& z) { return combine(b, a, some(z)); });
      // On maximal paths the next step must exist for `all` to keep a promise of something still to
      // come.
      case FormulaOp::af:
        return iterate(false, [&](const Set& z) { return combine(a, Set(size_, true), all_alive(z)); });
      case FormulaOp::au:
        return iterate(false, [&](const Set& z) { return combine(b, a, all_alive(z)); });
      case FormulaOp::ag:
        return iterate(true, [&](const Set& z) { return combine(Set(size_), a, all(z)); });
      case FormulaOp::eg:
        return iterate(true, [&](const Set& z) { return combine(Set(size_), a, some_or_dead(z)); });
      default:
        ADD_FAILURE();
        return Set(size_);
    }
  }

 private:
  Set combine(const Set& now, const Set& keep, const Set& later) const {
    Set result(size_);
    for (std::size_t s = 0; s < size_; ++s) result[s] = now[s] || (keep[s] && later[s]);
    return result;
  }
  Set some(const Set& z) const {
    Set result(size_);
    for (std::size_t s = 0; s < size_; ++s) {
      for (const GraphEdge& edge : model_.edges[s]) result[s] = result[s] || z[edge.target];
    }
    return result;
  }
  Set all(const Set& z) const {
    Set result(size_, true);
    for (std::size_t s = 0; s < size_; ++s) {
      for (const GraphEdge& edge : model_.edges[s]) result[s] = result[s] && z[edge.target];
    }
    return result;
  }
  Set all_alive(const Set& z) const {
    Set result = all(z);
    for (std::size_t s = 0; s < size_; ++s) result[s] = result[s] && !model_.edges[s].empty();
    return result;
  }
  Set some_or_dead(const Set& z) const {
    Set result = some(z);
    for (std::size_t s = 0; s < size_; ++s) result[s] = result[s] || model_.edges[s].empty();
    return result;
  }
  template <class Step>
  Set iterate(bool start, const Step& step) const {
    Set z(size_, start);
    for (std::size_t k = 0; k <= size_; ++k) z = step(z);
    return z;
  }
  const Net& net_;
  const GraphModel& model_;
  std::size_t size_;
};

bool is_path(const StateSpace& space, const StatePath& path) {
  if (path.states.front() != 0 || path.states.size() != path.labels.size() + 1) return false;
  for (std::size_t k = 0; k < path.labels.size(); ++k) {
    const auto targets = space.graph.targets(path.states[k]);
    const auto labels = space.graph.labels(path.states[k]);
    bool found = false;
    for (std::size_t j = 0; j < targets.size(); ++j)
      found = found || (targets[j] == path.states[k + 1] && labels[j] == path.labels[k]);
    if (!found) return false;
  }
  return !path.loop || path.states[*path.loop] == path.states.back();
}

TEST(Ctl, AgreesWithDefinitionOnRandomGraphs) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    GraphModel model = random_graph(random, 2 + random() % 7, 2, 3, 1.6);
    FormulaMaker formulas;
    const AtomTable atoms = identity_atoms(formulas, 2);
    ExploreOptions options;
    options.atoms = 2;
    const StateSpace space = explore(model, 0, options);
    ASSERT_TRUE(space.complete());
    for (int k = 0; k < 10; ++k) {
      const FormulaId formula = formulas.random_ctl(random, 2, 4);
      CtlChecker checker(formulas.net, atoms, space);
      const Set expected = NaiveCtl(formulas.net, model).check(formula);
      const Truth& truth = checker.check(formula);
      for (StateNumber state = 0; state < space.size(); ++state) {
        EXPECT_EQ(truth.yes[state], expected[space.states[state][0]]) << "round " << round;
        EXPECT_EQ(truth.maybe[state], truth.yes[state]);
      }
      const auto path = explain(checker, formula);
      if (path) {
        EXPECT_TRUE(is_path(space, *path));
      }
    }
  }
}

// What is known of a part of a graph must be so in the whole of it.
TEST(Ctl, PartialExplorationNeverClaimsTooMuch) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    GraphModel model = random_graph(random, 8, 2, 3, 2.0);
    FormulaMaker formulas;
    const AtomTable atoms = identity_atoms(formulas, 2);
    ExploreOptions options;
    options.atoms = 2;
    const std::size_t most = 1 + random() % 4;
    options.enough = [most](const StateSpace& space) { return space.graph.rows() >= most; };
    const StateSpace space = explore(model, 0, options);
    for (int k = 0; k < 10; ++k) {
      const FormulaId formula = formulas.random_ctl(random, 2, 4);
      CtlChecker checker(formulas.net, atoms, space);
      const Set expected = NaiveCtl(formulas.net, model).check(formula);
      const Truth& truth = checker.check(formula);
      for (StateNumber state = 0; state < space.size(); ++state) {
        if (truth.yes[state]) {
          EXPECT_TRUE(expected[space.states[state][0]]);
        }
        if (!truth.maybe[state]) {
          EXPECT_FALSE(expected[space.states[state][0]]);
        }
      }
      const auto path = explain(checker, formula);
      if (path) {
        EXPECT_TRUE(is_path(space, *path));
      }
    }
  }
}

// 0 -> 1 -> 2 (dead), 1 -> 1: p holds in 2.
GraphModel line() {
  GraphModel model;
  model.labels = 1;
  model.edges = {{{0, 1}}, {{0, 1}, {0, 2}}, {}};
  model.atoms = {{false, false, true}};
  return model;
}

TEST(CtlWitness, ShowsTheLoopThatAvoidsTheGoal) {
  GraphModel model = line();
  FormulaMaker formulas;
  const AtomTable atoms = identity_atoms(formulas, 1);
  ExploreOptions options;
  options.atoms = 1;
  const StateSpace space = explore(model, 0, options);
  CtlChecker checker(formulas.net, atoms, space);
  const FormulaId af = formulas.add(FormulaOp::af, formulas.atom(0));
  EXPECT_FALSE(checker.check(af).yes[0]);
  const auto path = explain(checker, af);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->states, (std::vector<StateNumber>{0, 1, 1}));
  EXPECT_EQ(path->loop, 1U);
}

TEST(CtlWitness, GoesOnBelowTheOutermostOperator) {
  GraphModel model = line();
  FormulaMaker formulas;
  const AtomTable atoms = identity_atoms(formulas, 1);
  ExploreOptions options;
  options.atoms = 1;
  const StateSpace space = explore(model, 0, options);
  CtlChecker checker(formulas.net, atoms, space);
  // EX EF p holds, shown by the path to p.
  const FormulaId formula = formulas.add(FormulaOp::ex, formulas.add(FormulaOp::ef, formulas.atom(0)));
  const auto path = explain(checker, formula);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->states, (std::vector<StateNumber>{0, 1, 2}));
  EXPECT_FALSE(path->loop);
}

}  // namespace
}  // namespace petriloom::test
