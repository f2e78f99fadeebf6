// SPDX-License-Identifier: Apache-2.0
// Levels over time, and what lasted from when to when.
#include "engine/trace/utilisation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "engine/trace/activities.h"
#include "engine/trace/tee.h"
#include "tests/engine/draft.h"

namespace petriloom::test {
namespace {

TEST(BinnedSeries, AveragesOfAStep) {
  BinnedSeries bins;
  bins.change(1, 2);  // 2 from 1 s to 3 s
  bins.change(3, -2);
  const std::vector<double> averages = bins.averages(4, 4);
  const std::vector<double> expected{0, 2, 2, 0};
  ASSERT_EQ(averages.size(), 4U);
  // A bin is 4/512 s wide or narrower; a step inside one is spread over it.
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(averages[k], expected[k], 0.02);
  EXPECT_NEAR(bins.averages(4, 1)[0], 1, 1e-9);
  // Nothing changes after the last time: the level holds.
  bins.change(3, 5);
  EXPECT_NEAR(bins.averages(8, 2)[1], 5, 1e-9);
}

// Whatever the order of the changes and however often the bins are widened, the integral is exact:
// each change counts from its time on.
TEST(BinnedSeries, IntegralsAreExact) {
  std::mt19937_64 numbers(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  BinnedSeries bins;
  double integral = 0;
  for (int k = 0; k < 2000; ++k) {
    const double time = uniform(numbers) * std::pow(10.0, k % 7 - 3);
    const double amount = std::floor(uniform(numbers) * 9) - 4;
    bins.change(time, amount);
    integral += amount * (2000 - time);
  }
  EXPECT_NEAR(bins.averages(2000, 1)[0], integral / 2000, 1e-9 * 2000);
  double sum = 0;
  for (const double one : bins.averages(2000, 37)) sum += one * 2000 / 37;
  EXPECT_NEAR(sum, integral, 1e-6);
}

/// Two of three jobs at once, each for 2 s; the third waits in QUEUE from 0 to 2 s, as an immediate
/// transition puts all three there.
Net queue_and_servers() {
  Draft d;
  const PlaceId jobs = d.place("JOBS", 3);
  const PlaceId queue = d.place("QUEUE", 0);
  const PlaceId free = d.place("FREE", 2);
  const PlaceId run = d.place("RUN", 0);
  const TransitionId come = d.transition("come");
  d.in(come, jobs);
  d.out(come, queue);
  const TransitionId start = d.transition("start");
  d.in(start, queue);
  d.in(start, free);
  d.out(start, run).delay = d.real(2);
  const TransitionId stop = d.transition("stop");
  d.in(stop, run);
  d.out(stop, free);
  return d.build();
}

TEST(Utilisation, BusyAndWaiting) {
  const Net net = queue_and_servers();
  UtilisationRecorder recorder(net);
  SimulationOptions options;
  options.trace = &recorder;
  simulate(net, options);
  const Utilisation levels = recorder.utilisation(4);
  EXPECT_EQ(levels.end, 4);
  ASSERT_EQ(levels.busy.size(), 1U);
  EXPECT_EQ(levels.busy[0].name, "net");
  EXPECT_EQ(levels.busy[0].capacity, 2);
  EXPECT_EQ(levels.busy[0].capacity_of, CapacityOf::stock);
  EXPECT_NEAR(levels.busy[0].mean, 1.5, 1e-9);  // 2 for 2 s, then 1 for 2 s
  // Places with tokens at the start are stocks. A token that arrives while another one is taken
  // waits for no time.
  ASSERT_EQ(levels.tokens.size(), 2U);
  EXPECT_EQ(levels.tokens[0].name, "QUEUE");
  EXPECT_NEAR(levels.tokens[0].mean, 0.5, 1e-9);
  EXPECT_NEAR(levels.tokens[0].values[0], 1, 0.02);
  EXPECT_NEAR(levels.tokens[0].values[3], 0, 0.02);
  EXPECT_EQ(levels.tokens[1].name, "RUN");
  EXPECT_NEAR(levels.tokens[1].mean, 0, 0.01);
}

Activities activities_of(const Net& net, ActivityChoice choice, double until = std::numeric_limits<double>::infinity()) {
  ActivityRecorder recorder(net, std::move(choice));
  TraceTee tee;
  tee.add(&recorder);
  SimulationOptions options;
  options.until = until;
  options.trace = tee.sink();
  simulate(net, options);
  return recorder.take();
}

TEST(Activities, OfModulesAreFiringsThatLast) {
  const Activities activities = activities_of(queue_and_servers(), {});
  ASSERT_EQ(activities.list.size(), 3U);
  EXPECT_EQ(activities.rows, std::vector<std::string>{"net"});
  EXPECT_EQ(activities.kinds, std::vector<std::string>{"start"});
  EXPECT_EQ(activities.list[2].begin, 2);
  EXPECT_EQ(activities.list[2].end, 4);
  EXPECT_EQ(activities.end, 4);
  EXPECT_EQ(activities.complete_until, 4);
}

TEST(Activities, OfPlacesAreStays) {
  const Activities activities = activities_of(queue_and_servers(), {{"QUEUE", "FREE"}, 1000});
  // QUEUE: one token waits from 0 to 2 s. FREE: one comes back at 2 s and stays, one at 4 s, when
  // the run ends.
  std::vector<std::string> stays;
  for (const Activity& one : activities.list) {
    stays.push_back(activities.rows[one.row] + " " + activities.kinds[one.kind] + " " + std::to_string(one.begin) + ".." +
                    std::to_string(one.end));
  }
  const std::vector<std::string> expected{"QUEUE QUEUE 0.000000..2.000000", "FREE FREE 2.000000..4.000000"};
  EXPECT_EQ(stays, expected);
}

TEST(Activities, AreCutAtTheEndOfTheRun) {
  const Activities activities = activities_of(queue_and_servers(), {}, 3);
  ASSERT_EQ(activities.list.size(), 3U);
  EXPECT_EQ(activities.list[2].end, 3);
}

TEST(Activities, AreLimited) {
  const Activities activities = activities_of(queue_and_servers(), {{}, 2});
  EXPECT_EQ(activities.list.size(), 2U);
  EXPECT_EQ(activities.complete_until, 2);
}

TEST(Activities, NamesThatAreNone) {
  const Net net = queue_and_servers();
  const ActivityRecorder recorder(net, {{"QUEUE", "QUEUES", "net"}, 10});
  EXPECT_EQ(recorder.unknown(), std::vector<std::string>{"QUEUES"});
}

}  // namespace
}  // namespace petriloom::test
