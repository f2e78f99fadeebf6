// SPDX-License-Identifier: Apache-2.0
// LTL by automata, against the definition evaluated on lassos: counterexamples must violate the
// formula, and no short lasso of the graph may violate a formula that is said to hold.
#include "analysis/logic/ltl.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "tests/analysis/kripke.h"

namespace petriloom::test {
namespace {

// An infinite word: positions 0 .. n-1, after the last comes `loop`.
struct Word1 {
  std::vector<std::uint32_t> nodes;
  std::size_t loop = 0;
};

class LassoSemantics {
 public:
  LassoSemantics(const Net& net, const GraphModel& model, const Word1& word) : net_(net), model_(model), word_(word) {}

  bool holds(FormulaId id) const { return check(id)[0]; }

 private:
  using Positions = std::vector<bool>;
  std::size_t after(std::size_t k) const { return k + 1 < word_.nodes.size() ? k + 1 : word_.loop; }

  Positions check(FormulaId id) const {
    const Formula& node = net_[id];
    const std::size_t size = word_.nodes.size();
    const Positions a = node.left.valid() ? check(node.left) : Positions(size, true);
    const Positions b = node.right.valid() ? check(node.right) : Positions(size, true);
    const auto pointwise = [&](auto f) {
      Positions result(size);
      for (std::size_t k = 0; k < size; ++k) result[k] = f(k);
      return result;
    };
    const auto fixpoint = [&](bool start, auto f) {
      Positions z(size, start);
      for (std::size_t round = 0; round <= size; ++round) {
        for (std::size_t k = size; k-- > 0;) z[k] = f(k, z[after(k)]);
      }
      return z;
    };
    switch (node.op) {
      case FormulaOp::atom:
        return pointwise([&](std::size_t k) { return model_.atoms[node.atom.index()][word_.nodes[k]]; });
      case FormulaOp::true_:
        return Positions(size, true);
      case FormulaOp::false_:
        return Positions(size, false);
      case FormulaOp::not_:
        return pointwise([&](std::size_t k) { return !a[k]; });
      case FormulaOp::and_:
        return pointwise([&](std::size_t k) { return a[k] && b[k]; });
      case FormulaOp::or_:
        return pointwise([&](std::size_t k) { return a[k] || b[k]; });
      case FormulaOp::implies:
        return pointwise([&](std::size_t k) { return !a[k] || b[k]; });
      case FormulaOp::iff:
        return pointwise([&](std::size_t k) { return a[k] == b[k]; });
      case FormulaOp::next:
        return pointwise([&](std::size_t k) { return a[after(k)]; });
      case FormulaOp::finally:
        return fixpoint(false, [&](std::size_t k, bool z) { return a[k] || z; });
      case FormulaOp::globally:
        return fixpoint(true, [&](std::size_t k, bool z) { return a[k] && z; });
      case FormulaOp::until:
        return fixpoint(false, [&](std::size_t k, bool z) { return b[k] || (a[k] && z); });
      case FormulaOp::weak_until:
        return fixpoint(true, [&](std::size_t k, bool z) { return b[k] || (a[k] && z); });
      case FormulaOp::release:
        return fixpoint(true, [&](std::size_t k, bool z) { return b[k] && (a[k] || z); });
      default:
        ADD_FAILURE();
        return Positions(size);
    }
  }
  const Net& net_;
  const GraphModel& model_;
  const Word1& word_;
};

std::vector<std::uint32_t> successors(const GraphModel& model, std::uint32_t node) {
  std::set<std::uint32_t> result;
  for (const GraphEdge& edge : model.edges[node]) result.insert(edge.target);
  if (result.empty()) result.insert(node);  // a dead state is repeated
  return {result.begin(), result.end()};
}

// All lassos from node 0 with at most `most` positions.
void each_lasso(const GraphModel& model, std::size_t most, const std::function<void(const Word1&)>& visit) {
  Word1 word;
  word.nodes = {0};
  const std::function<void()> extend = [&] {
    for (const std::uint32_t next : successors(model, word.nodes.back())) {
      for (std::size_t k = 0; k < word.nodes.size(); ++k) {
        if (word.nodes[k] != next) continue;
        word.loop = k;
        visit(word);
      }
      if (word.nodes.size() == most) continue;
      word.nodes.push_back(next);
      extend();
      word.nodes.pop_back();
    }
  };
  extend();
}

// The word of a counterexample; one that ends anywhere is continued by first successors.
Word1 word_of(const GraphModel& model, const StateSpace& space, const StatePath& path) {
  Word1 word;
  for (const StateNumber state : path.states) word.nodes.push_back(space.states[state][0]);
  if (path.loop) {
    word.nodes.pop_back();
    word.loop = *path.loop;
    return word;
  }
  const std::size_t given = word.nodes.size();
  for (;;) {
    const std::uint32_t next = successors(model, word.nodes.back()).front();
    for (std::size_t k = given - 1; k < word.nodes.size(); ++k) {
      if (word.nodes[k] != next) continue;
      word.loop = k;
      return word;
    }
    word.nodes.push_back(next);
  }
}

TEST(Ltl, AgreesWithDefinitionOnRandomGraphs) {
  std::mt19937 random(3);
  int refuted = 0;
  int held = 0;
  for (int round = 0; round < 400; ++round) {
    GraphModel model = random_graph(random, 1 + random() % 4, 2, 3, 1.4);
    FormulaMaker formulas;
    const AtomTable atoms = identity_atoms(formulas, 2);
    ExploreOptions options;
    options.atoms = 2;
    const StateSpace space = explore(model, 0, options);
    for (int k = 0; k < 10; ++k) {
      const FormulaId formula = formulas.random_ltl(random, 2, 4);
      const LtlResult result = check_ltl(formulas.net, formula, atoms, space, Fairness::none, {});
      ASSERT_NE(result.verdict, Verdict::undecided) << result.note;
      if (result.verdict == Verdict::refuted) {
        ++refuted;
        ASSERT_TRUE(result.counterexample);
        const Word1 word = word_of(model, space, *result.counterexample);
        EXPECT_FALSE(LassoSemantics(formulas.net, model, word).holds(formula)) << "round " << round << " formula " << k;
      } else {
        ++held;
        each_lasso(model, 5, [&](const Word1& word) {
          EXPECT_TRUE(LassoSemantics(formulas.net, model, word).holds(formula)) << "round " << round << " formula " << k;
        });
      }
    }
  }
  EXPECT_GT(refuted, 500);
  EXPECT_GT(held, 500);
}

// The labels on a loop, and in each of its states those enabled.
struct LoopFacts {
  std::set<Label> taken;
  std::set<Label> sometimes;
  std::set<Label> always;
};

LoopFacts loop_facts(const StateSpace& space, const StatePath& path) {
  LoopFacts facts;
  const std::size_t begin = path.loop.value_or(path.labels.size());
  bool first = true;
  for (std::size_t k = begin; k < path.states.size(); ++k) {
    std::set<Label> here;
    for (const Label label : space.graph.labels(path.states[k])) here.insert(label);
    facts.sometimes.insert(here.begin(), here.end());
    if (first) facts.always = here;
    first = false;
    std::erase_if(facts.always, [&](Label label) { return !here.contains(label); });
    if (k < path.labels.size()) facts.taken.insert(path.labels[k]);
  }
  return facts;
}

TEST(Ltl, FairCounterexamplesAreFair) {
  std::mt19937 random(5);
  int loops = 0;
  for (int round = 0; round < 400; ++round) {
    GraphModel model = random_graph(random, 2 + random() % 4, 2, 3, 1.8);
    FormulaMaker formulas;
    const AtomTable atoms = identity_atoms(formulas, 2);
    ExploreOptions options;
    options.atoms = 2;
    const StateSpace space = explore(model, 0, options);
    for (int k = 0; k < 5; ++k) {
      const FormulaId formula = formulas.random_ltl(random, 2, 3);
      const Verdict none = check_ltl(formulas.net, formula, atoms, space, Fairness::none, {}).verdict;
      const LtlResult weak = check_ltl(formulas.net, formula, atoms, space, Fairness::weak, {});
      const LtlResult strong = check_ltl(formulas.net, formula, atoms, space, Fairness::strong, {});
      // The fairer the paths, the fewer there are.
      if (none == Verdict::holds) {
        EXPECT_EQ(weak.verdict, Verdict::holds);
      }
      if (weak.verdict == Verdict::holds) {
        EXPECT_EQ(strong.verdict, Verdict::holds);
      }
      for (const LtlResult* result : {&weak, &strong}) {
        if (result->verdict != Verdict::refuted) continue;
        const Word1 word = word_of(model, space, *result->counterexample);
        EXPECT_FALSE(LassoSemantics(formulas.net, model, word).holds(formula));
        if (!result->counterexample->loop) continue;
        ++loops;
        const LoopFacts facts = loop_facts(space, *result->counterexample);
        for (const Label label : result == &weak ? facts.always : facts.sometimes) {
          EXPECT_TRUE(facts.taken.contains(label)) << "round " << round << " formula " << k << " label " << label;
        }
      }
    }
  }
  EXPECT_GT(loops, 100);
}

// 0 <-> 1 by labels 0 and 1, and 0 -> 2 by label 2, where p holds for ever. Unfair: round and
// round. Weakly fair: the same, as label 2 is not always enabled. Strongly fair: 2 must be taken.
TEST(Ltl, WeakAndStrongFairnessDiffer) {
  GraphModel model;
  model.labels = 4;
  model.edges = {{{0, 1}, {2, 2}}, {{1, 0}}, {{3, 2}}};
  model.atoms = {{false, false, true}};
  FormulaMaker formulas;
  const AtomTable atoms = identity_atoms(formulas, 1);
  ExploreOptions options;
  options.atoms = 1;
  const StateSpace space = explore(model, 0, options);
  const FormulaId formula = formulas.add(FormulaOp::finally, formulas.atom(0));
  EXPECT_EQ(check_ltl(formulas.net, formula, atoms, space, Fairness::none, {}).verdict, Verdict::refuted);
  EXPECT_EQ(check_ltl(formulas.net, formula, atoms, space, Fairness::weak, {}).verdict, Verdict::refuted);
  EXPECT_EQ(check_ltl(formulas.net, formula, atoms, space, Fairness::strong, {}).verdict, Verdict::holds);
}

TEST(Ltl, AnAutomatonOfManyAtomsIsRefusedNotWrong) {
  FormulaMaker formulas;
  GraphModel model;
  model.edges = {{}};
  constexpr std::size_t kAtoms = 70;
  model.atoms.assign(kAtoms, {true});
  const AtomTable atoms = identity_atoms(formulas, kAtoms);
  ExploreOptions options;
  options.atoms = kAtoms;
  const StateSpace space = explore(model, 0, options);
  FormulaId all = formulas.atom(0);
  for (std::size_t k = 1; k < kAtoms; ++k)
    all = formulas.add(FormulaOp::and_, all, formulas.add(FormulaOp::finally, formulas.atom(k)));
  const LtlResult result = check_ltl(formulas.net, all, atoms, space, Fairness::none, {});
  EXPECT_EQ(result.verdict, Verdict::undecided);
  EXPECT_FALSE(result.note.empty());
}

}  // namespace
}  // namespace petriloom::test
