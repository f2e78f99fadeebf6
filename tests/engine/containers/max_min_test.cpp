// SPDX-License-Identifier: Apache-2.0
#include "engine/containers/max_min.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "tests/engine/progressive_filling.h"

namespace petriloom {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

struct Flow {
  std::vector<MaxMin::Demand> demands;
  double limit = kNoLimit;
};

std::map<std::uint32_t, double> filled(const std::map<std::uint32_t, Flow>& flows, const std::vector<std::int64_t>& capacities) {
  std::vector<test::SlowFlow> slow;
  for (const auto& [id, flow] : flows) {
    slow.push_back({{}, flow.limit, -1});
    for (const MaxMin::Demand& demand : flow.demands) slow.back().uses[{demand.resource, 0}] = demand.weight;
  }
  test::fill_progressively(slow, [&](const test::SlowResource& resource) { return capacities[resource.first]; });
  std::map<std::uint32_t, double> speeds;
  std::size_t k = 0;
  for (const auto& [id, flow] : flows) speeds[id] = slow[k++].speed;
  return speeds;
}

// To the last bit, and each change is told once.
TEST(MaxMin, IsProgressiveFillingWhileThingsChange) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
    MaxMin solver;
    std::vector<std::int64_t> capacities;
    const std::size_t resources = 1 + below(12);
    for (std::size_t r = 0; r < resources; ++r) {
      capacities.push_back(below(20));
      ASSERT_EQ(solver.add_resource(capacities.back()), r);
    }
    std::map<std::uint32_t, Flow> flows;
    std::map<std::uint32_t, double> before;
    for (int step = 0; step < 60; ++step) {
      for (std::uint32_t changes = 1 + below(3); changes > 0; --changes) {
        const std::uint32_t id = below(15);
        const std::uint32_t r = below(resources);
        if (below(4) == 0) {
          solver.set_capacity(r, capacities[r] = below(20));
        } else if (flows.count(id) > 0) {
          solver.remove_flow(id);
          flows.erase(id);
          before.erase(id);
        } else {
          Flow& flow = flows[id];
          for (std::uint32_t k = 0; k < resources; ++k) {
            if (below(3) == 0) flow.demands.push_back({k, 1 + below(3)});
          }
          if (below(3) == 0) flow.limit = 0.25 * (1 + below(12));
          solver.add_flow(id, flow.demands, flow.limit);
        }
      }
      const std::vector<std::uint32_t>& told = solver.solve();
      const auto expected = filled(flows, capacities);
      for (const auto& [id, speed] : expected) {
        ASSERT_EQ(solver.speed(id), speed) << "seed " << seed << ", step " << step << ", flow " << id;
        const bool same = before.count(id) > 0 && before[id] == speed;
        const auto times = std::count(told.begin(), told.end(), id);
        ASSERT_LE(times, 1);
        ASSERT_GE(times, same ? 0 : 1) << "seed " << seed << ", step " << step;
      }
      before = expected;
    }
  }
}

// Of links in a line, each flow of which uses two neighbours, a change at one end moves all others.
// At first link 1 is full, at 500.5, then 3, 5 ...; afterwards links 0, 2, 4 ...
TEST(MaxMin, AChangeReachesAsFarAsItMust) {
  MaxMin solver;
  constexpr std::uint32_t kLinks = 100;
  for (std::uint32_t k = 0; k < kLinks; ++k) solver.add_resource(1000 + k);
  for (std::uint32_t k = 0; k + 1 < kLinks; ++k) solver.add_flow(k, std::vector<MaxMin::Demand>{{k, 1}, {k + 1, 1}}, kNoLimit);
  EXPECT_EQ(solver.solve().size(), kLinks - 1);
  EXPECT_EQ(solver.speed(0), 500.5);
  solver.set_capacity(0, 100);
  EXPECT_GE(solver.solve().size(), kLinks - 1);
  for (std::uint32_t k = 0; k + 1 < kLinks; ++k) EXPECT_EQ(solver.speed(k), k == 0 ? 100 : 501 + (k - 1) / 2) << k;
}

}  // namespace
}  // namespace petriloom
