// SPDX-License-Identifier: Apache-2.0
// Bounds of small graphs by hand, of random ones against slower ways to find them.
#include "analysis/makespan/bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "analysis/makespan/matrix_game.h"

namespace petriloom::makespan_test {
namespace {

TEST(MatrixGame, OfTwoByTwoIsMixed) {
  // 3 1 / 0 2: rows 1/2, 1/2; columns 1/4, 3/4; value 3/2.
  const GameSolution solution = solve_game({{3, 1}, {0, 2}});
  EXPECT_NEAR(solution.value, 1.5, 1e-12);
  EXPECT_NEAR(solution.rows[0], 0.5, 1e-12);
  EXPECT_NEAR(solution.columns[0], 0.25, 1e-12);
  EXPECT_NEAR(solve_game({{7}}).value, 7, 1e-12);
  EXPECT_NEAR(solve_game({{-1, 1}, {1, -1}}).value, 0, 1e-12);
}

TEST(MatrixGame, NeitherSideCanDoBetter) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> payoffs(-5, 5);
  for (int k = 0; k < 300; ++k) {
    std::vector<std::vector<double>> payoff(1 + random() % 9, std::vector<double>(1 + random() % 9));
    for (auto& row : payoff) std::generate(row.begin(), row.end(), [&] { return payoffs(random); });
    const GameSolution solution = solve_game(payoff);
    for (std::size_t c = 0; c < payoff[0].size(); ++c) {
      double mean = 0;
      for (std::size_t r = 0; r < payoff.size(); ++r) mean += solution.rows[r] * payoff[r][c];
      EXPECT_GE(mean, solution.value - 1e-9);
    }
    for (const auto& row : payoff) {
      double mean = 0;
      for (std::size_t c = 0; c < row.size(); ++c) mean += solution.columns[c] * row[c];
      EXPECT_LE(mean, solution.value + 1e-9);
    }
  }
}

TEST(Bounds, OfIndependentTasksAreTheirWork) {
  // 6 tasks of 2 s on 3 equal workers.
  const MakespanBounds bounds =
      makespan_bounds({{{3, std::vector<double>(6, 2.0), {}}}, std::vector<std::vector<std::uint32_t>>(6)});
  EXPECT_NEAR(bounds.area, 4, 1e-12);
  EXPECT_NEAR(bounds.path, 2, 1e-12);
  EXPECT_NEAR(bounds.both, 4, 1e-12);
  EXPECT_TRUE(bounds.exact);
}

TEST(Bounds, OfAChainAreItsLength) {
  // 1 + 2 + 3 s on the faster of two kinds; the work would fit into less.
  const WorkGraph chain{{{1, {1, 2, 3}, {}}, {4, {10, 20, 30}, {}}}, {{1}, {2}, {}}};
  const MakespanBounds bounds = makespan_bounds(chain);
  EXPECT_NEAR(bounds.path, 6, 1e-12);
  // 6 (1 - x) = 60 x / 4 of a share x on the slow ones: x = 2/7.
  EXPECT_NEAR(bounds.area, 6 * 5.0 / 7, 1e-9);
  EXPECT_NEAR(bounds.both, 6, 1e-9);
}

TEST(Bounds, OfTwoKindsShareTheWorkAsTheyAreGoodAtIt) {
  // Two kinds of tasks, 4 of each; a card takes 1 s of both, a core 2 s of the first and 8 s of the
  // second. x tasks of the first on the core: 2 x = 8 - x, x = 8/3: 16/3 s.
  std::vector<double> card(8, 1.0), core{2, 2, 2, 2, 8, 8, 8, 8};
  const WorkGraph graph{{{1, card, {}}, {1, core, {}}}, std::vector<std::vector<std::uint32_t>>(8)};
  EXPECT_NEAR(makespan_bounds(graph).area, 16.0 / 3, 1e-9);
}

TEST(Bounds, TogetherAreAboveBoth) {
  // A chain of 3 and 3 tasks beside it, each 1 s on the card and 2 s on the core. Work: 6 - x = 2
  // x, so 4 s with 2 tasks on the core. Path: 3 s. With the chain on the card both hold at 4 s.
  // With a chain of 5 and one beside: path 5 s, work 4 s; of the chain x on the core make it 5 + x
  // long, and the card works 6 - x - y: 5 s are enough.
  const auto bounds_of = [](std::size_t chain) {
    WorkGraph graph{{{1, std::vector<double>(6, 1.0), {}}, {1, std::vector<double>(6, 2.0), {}}}, {}};
    graph.successors.resize(6);
    for (std::uint32_t t = 0; t + 1 < chain; ++t) graph.successors[t] = {t + 1};
    return makespan_bounds(graph);
  };
  EXPECT_NEAR(bounds_of(3).both, 4, 1e-8);
  EXPECT_NEAR(bounds_of(5).both, 5, 1e-8);
  // Two chains of 3, all tasks as before: either alone fits on the card, but not both. By symmetry
  // a share x of each on the core: path 3 (1 + x), work of the card 6 (1 - x), of the core 12 x: x
  // = 1/3, 4 s.
  WorkGraph two{{{1, std::vector<double>(6, 1.0), {}}, {1, std::vector<double>(6, 2.0), {}}}, {{1}, {2}, {}, {4}, {5}, {}}};
  EXPECT_NEAR(makespan_bounds(two).both, 4, 1e-8);
  // A core of 4 s a task: work 24/5 = 4.8 s with x = 1/5, but then the paths take 3 (1 + 3 x) = 4.8
  // s: 4.8 s.
  two.kinds[1].seconds.assign(6, 4.0);
  EXPECT_NEAR(makespan_bounds(two).both, 4.8, 1e-8);
  // Of 10 s: work 60/11 with x = 1/11, paths 3 (1 + 9 x) = 60/11. Of 10 s on two cores: work 5 s
  // with x = 1/6, paths 3 (1 + 9 x) = 7.5 s; both: 6 (1 - x) = 3 (1 + 9 x), x = 1/11, 60/11 s,
  // above the work and the path.
  two.kinds[1] = {2, std::vector<double>(6, 10.0), {}};
  const MakespanBounds bounds = makespan_bounds(two);
  EXPECT_NEAR(bounds.area, 5, 1e-8);
  EXPECT_NEAR(bounds.path, 3, 1e-8);
  EXPECT_NEAR(bounds.both, 60.0 / 11, 1e-7);
}

TEST(Bounds, TeamsTakeSeveralWorkers) {
  // 3 tasks of 2 s on 2 of 3 cores each.
  const WorkGraph graph{{{3, {2, 2, 2}, {2, 2, 2}}}, {{}, {}, {}}};
  EXPECT_NEAR(makespan_bounds(graph).area, 4, 1e-12);
}

/// Of schedules: list scheduling on the worker that ends a task first, as the order of numbers has
/// it.
double some_schedule(const WorkGraph& graph, std::mt19937& random) {
  std::vector<std::vector<double>> free;
  for (const WorkerKind& kind : graph.kinds) free.emplace_back(kind.workers, 0.0);
  std::vector<double> ready(graph.successors.size(), 0);
  double end = 0;
  for (std::size_t t = 0; t < graph.successors.size(); ++t) {
    const std::size_t k = random() % graph.kinds.size();
    double& worker = *std::min_element(free[k].begin(), free[k].end());
    worker = std::max(worker, ready[t]) + graph.kinds[k].seconds[t];
    for (const std::uint32_t successor : graph.successors[t]) ready[successor] = std::max(ready[successor], worker);
    end = std::max(end, worker);
  }
  return end;
}

TEST(Bounds, NoScheduleIsBelow) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> seconds(0.1, 3);
  std::size_t above = 0;
  for (int number = 0; number < 150; ++number) {
    WorkGraph graph;
    const std::size_t tasks = 2 + random() % 8;
    for (std::size_t k = 0; k < 1 + random() % 3; ++k) {
      graph.kinds.push_back({1 + random() % 2, std::vector<double>(tasks), {}});
      std::generate(graph.kinds.back().seconds.begin(), graph.kinds.back().seconds.end(), [&] { return seconds(random); });
    }
    graph.successors.resize(tasks);
    for (std::uint32_t a = 0; a < tasks; ++a) {
      for (std::uint32_t b = a + 1; b < tasks; ++b) {
        if (random() % 3 == 0) graph.successors[a].push_back(b);
      }
    }
    const MakespanBounds bounds = makespan_bounds(graph);
    EXPECT_TRUE(bounds.exact);
    EXPECT_GE(bounds.both, bounds.area);
    EXPECT_GE(bounds.both, bounds.path);
    if (bounds.both > std::max(bounds.area, bounds.path) * 1.001) ++above;
    for (int k = 0; k < 200; ++k) EXPECT_GE(some_schedule(graph, random), bounds.both * (1 - 1e-9));
  }
  EXPECT_GT(above, 2U);
}

}  // namespace
}  // namespace petriloom::makespan_test
