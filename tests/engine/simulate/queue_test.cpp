// SPDX-License-Identifier: Apache-2.0
// Queues against their formulas (L. Kleinrock, "Queueing Systems", vol. 1, 1975). Seeds are fixed,
// so the tests are deterministic.
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "tests/engine/draft.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

/// Poisson arrivals at `rate` into a queue of `servers` servers. Measures "queue" (customers in the
/// system) and "stay".
Net queue(double rate, Timing timing, double a, std::int64_t servers) {
  Draft d;
  const PlaceId waiting = d.place("WAITING", 0);
  const TransitionId arrive = d.transition("arrive");
  d.time(arrive, Timing::exponential, rate);
  d.out(arrive, waiting);
  const TransitionId serve = d.transition("serve");
  d.in(serve, waiting);
  d.time(serve, timing, a);
  d[serve].servers = servers;
  d.measure("queue", MeasureKind::average, {}, d.tokens(waiting));
  const MeasureId stay = d.measure("stay", MeasureKind::delay, arrive);
  d.builder.net().measures[stay.index()].until.emplace_back().transition = serve;
  return d.build();
}

/// How many of `seeds` seeds give a 95 % interval that covers `expected`.
int covered(const Net& net, const std::string& measure, double expected, int seeds, double until) {
  int hits = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    SimulationOptions options;
    options.until = many(until);
    options.seed = static_cast<std::uint64_t>(seed);
    options.replications = 10;
    const Estimate value = value_of(simulate(net, options), measure);
    EXPECT_EQ(value.n, 10U);
    if (std::abs(value.mean - expected) <= value.half_width) ++hits;
  }
  return hits;
}

// M/M/1: L = rho / (1 - rho), W = 1 / (mu - lambda).
TEST(Queue, MM1) {
  const Net net = queue(0.5, Timing::exponential, 1, 1);
  EXPECT_GE(covered(net, "queue", 1, 10, 20000), 8);
  EXPECT_GE(covered(net, "stay", 2, 10, 20000), 8);
}

// M/M/2, rho = 0.75: L = 2 rho / (1 - rho^2).
TEST(Queue, MM2) {
  const Net net = queue(1.5, Timing::exponential, 1, 2);
  EXPECT_GE(covered(net, "queue", 2 * 0.75 / (1 - 0.75 * 0.75), 10, 20000), 8);
}

/// Poisson arrivals at `rate`, whose work `processors` share; one job has at most one of them.
/// Measures as above.
Net sharing_queue(double rate, Timing timing, double a, double b, std::int64_t processors) {
  Draft d;
  const PlaceId working = d.place("WORKING", 0);
  const PlaceId free = d.place("PROCESSORS", processors);
  const TransitionId arrive = d.transition("arrive");
  d.time(arrive, Timing::exponential, rate);
  d.out(arrive, working);
  const TransitionId serve = d.transition("serve");
  d.in(serve, working);
  d.time(serve, timing, a, b);
  Arc use;
  use.place = free;
  use.kind = ArcKind::read;
  use.value = d.e().unit(d.where());
  use.where = d.where();
  d[serve].uses.push_back(use);
  d[serve].at_most = d.real(1);
  d.measure("queue", MeasureKind::average, {}, d.tokens(working));
  const MeasureId stay = d.measure("stay", MeasureKind::delay, arrive);
  d.builder.net().measures[stay.index()].until.emplace_back().transition = serve;
  return d.build();
}

// M/G/1-PS: W = E[S] / (1 - rho), whatever the distribution of S (L. Kleinrock, "Queueing Systems",
// vol. 2, 1976, section 4.4). Here E[S] = 1, rho = 0.5; first in, first out W would be 1.5 for
// the deterministic work (Pollaczek and Khinchine).
TEST(Queue, ProcessorSharingIsInsensitive) {
  for (const auto& [timing, a, b] : {std::tuple{Timing::exponential, 1.0, 0.0}, std::tuple{Timing::deterministic, 1.0, 0.0},
                                     std::tuple{Timing::weibull, 0.6, 1 / std::tgamma(1 + 1 / 0.6)}}) {
    const Net net = sharing_queue(0.5, timing, a, b, 1);
    EXPECT_GE(covered(net, "stay", 2, 10, 20000), 8) << facts_of(timing).name;
    EXPECT_GE(covered(net, "queue", 1, 10, 20000), 8) << facts_of(timing).name;
  }
}

// M/M/2-PS has as many in it as M/M/2: L = 2 rho / (1 - rho^2), W = L / lambda.
TEST(Queue, TwoProcessorsShared) {
  const Net net = sharing_queue(1.5, Timing::exponential, 1, 0, 2);
  const double length = 2 * 0.75 / (1 - 0.75 * 0.75);
  EXPECT_GE(covered(net, "queue", length, 10, 20000), 8);
  EXPECT_GE(covered(net, "stay", length / 1.5, 10, 20000), 8);
}

// M/M/infinity: L = lambda / mu.
TEST(Queue, MMInfinity) {
  const Net net = queue(3, Timing::exponential, 1, 0);
  EXPECT_GE(covered(net, "queue", 3, 10, 5000), 8);
}

// M/D/1 (Pollaczek-Khinchine): L = rho + rho^2 / (2 (1 - rho)).
TEST(Queue, MD1) {
  const Net net = queue(0.5, Timing::deterministic, 1, 1);
  EXPECT_GE(covered(net, "queue", 0.75, 10, 20000), 8);
}

// A tandem of M/M/1 queues (Burke, 1956): each is M/M/1 of the arrival rate.
TEST(Queue, Tandem) {
  Draft d;
  const TransitionId arrive = d.transition("arrive");
  d.time(arrive, Timing::exponential, 0.5);
  PlaceId before = d.place("Q0", 0);
  d.out(arrive, before);
  std::vector<ExprId> sizes{d.tokens(before)};
  for (int k = 1; k <= 3; ++k) {
    const TransitionId serve = d.transition("serve" + std::to_string(k));
    d.time(serve, Timing::exponential, 1);
    d[serve].servers = 1;
    d.in(serve, before);
    if (k == 3) break;
    before = d.place("Q" + std::to_string(k), 0);
    d.out(serve, before);
    sizes.push_back(d.tokens(before));
  }
  for (std::size_t k = 0; k < sizes.size(); ++k) d.measure("q" + std::to_string(k), MeasureKind::average, {}, sizes[k]);
  const Net net = d.build();
  for (const char* name : {"q0", "q1", "q2"}) EXPECT_GE(covered(net, name, 1, 5, 20000), 4) << name;
}

}  // namespace
}  // namespace petriloom::test
