// SPDX-License-Identifier: Apache-2.0
// What solves Markov chains asks for the end while it works: after one question it goes on for a
// moment only, not to its end.
#include <gtest/gtest.h>

#include <random>

#include "analysis/linear/krylov.h"
#include "analysis/linear/linear.h"
#include "analysis/markov/transient.h"
#include "analysis/solve/solve.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

/// Cancelled when it is asked for the n-th time.
struct CancelledAt {
  explicit CancelledAt(int when) : left(when) {
    limits.cancelled = [this] { return --left <= 0; };
  }
  int left;
  Limits limits;
};

/// A torus of n x n states with rates that lie six powers of ten apart: GMRES takes thousands of
/// iterations.
Inflow torus(std::size_t n) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> power(-3, 3);
  Inflow part;
  part.exits.assign(n * n, 0);
  part.leaves.assign(n * n, 0);
  for (std::size_t s = 0; s < n * n; ++s) {
    const std::size_t x = s % n;
    const std::size_t y = s / n;
    for (const std::size_t from : {y * n + (x + 1) % n, y * n + (x + n - 1) % n, (y + 1) % n * n + x, (y + n - 1) % n * n + x}) {
      part.sources.push_back(static_cast<StateNumber>(from));
      part.rates.push_back(std::pow(10, power(random)));
      part.exits[from] += part.rates.back();
    }
    part.starts.push_back(part.sources.size());
  }
  return part;
}

TEST(SolveLimits, GmresAsksBetweenItsIterations) {
  CancelledAt second(2);
  SteadyOptions options;
  options.method = LinearMethod::gmres;
  options.limits = second.limits;
  const LinearSolution solution = stationary(torus(60), options);
  EXPECT_EQ(solution.stopped, Stopped::cancelled);
  EXPECT_LE(solution.iterations, 200U);
}

// 20,301 markings of three places in a cycle of immediate transitions.
TEST(SolveLimits, CyclesOfImmediateTransitionsAsk) {
  const Net net = text_net(
      "place A : unit = 200`(); place B : unit; place C : unit; place D : unit; place S : unit = 1`();\n"
      "transition ab { in A; in S; out B; out S; weight 1.0; }\ntransition ba { in B; in S; out A; out S; weight 1.1; }\n"
      "transition ac { in A; in S; out C; out S; weight 1.0; }\ntransition ca { in C; in S; out A; out S; weight 1.2; }\n"
      "transition bc { in B; in S; out C; out S; weight 1.0; }\n"
      "transition fin { in S; in C : 200`(); out D; out A : 200`(); weight 1.0; }\n"
      "transition t { in D; out S; time exponential(1.0); }\n");
  NetModel model(net, {});
  const MarkovGraph graph = explore_markov(model, {}, {});
  ASSERT_TRUE(graph.complete());
  CancelledAt twentieth(20);
  Diagnostics diagnostics;
  EXPECT_THROW(Elimination(graph, twentieth.limits).chain(net, diagnostics), LimitReached);
  EXPECT_FALSE(diagnostics.has_errors());
}

// 1e312 steps are more than there are numbers: their Poisson distribution is not asked for, as the
// chain stays where it is after two.
TEST(SolveLimits, StepsBeyondAllNumbers) {
  MarkovChain chain;
  for (const StateNumber to : {1U, 2U, 0U}) {
    chain.graph.add_edge(0, to);
    chain.graph.end_row();
    chain.rates.push_back(to == 0 ? 1e-300 : 1e300);
    chain.exits.push_back(chain.rates.back());
    chain.initial.push_back(to == 1 ? 1 : 0);
    chain.states.push_back(static_cast<StateNumber>(chain.states.size()));
  }
  const TransientState there = solve_transient(chain, 1e12, {});
  EXPECT_EQ(there.stopped, Stopped::complete);
  EXPECT_NEAR(there.probability[2], 1, 1e-12);
  EXPECT_NEAR(there.sojourn[2], 1e12, 1);
}

TEST(SolveLimits, UniformisationAsksByWorkNotBySteps) {
  const Net net = text_net(
      "place A : unit = 300`(); place B : unit; place C : unit;\n"
      "transition ab { in A; out B; time exponential(1.0); }\ntransition bc { in B; out C; time exponential(1.0); }\n"
      "transition ca { in C; out A; time exponential(1.0); }\n");
  int asked = 0;
  SolveOptions options;
  options.transient = 0.1;
  options.steady.limits.cancelled = [&] {
    ++asked;
    return false;
  };
  const SolveResult result = solve(net, options);
  ASSERT_TRUE(result.solved());
  // 45,451 markings with 135,450 rates between them: each step is more work than is done between
  // two questions.
  EXPECT_GE(static_cast<std::uint64_t>(asked), result.iterations);
}

}  // namespace
}  // namespace petriloom::test
