// SPDX-License-Identifier: Apache-2.0
// Utilisation is a share of what there is, not of what was ever busy.
#include "engine/trace/stocks.h"

#include <gtest/gtest.h>

#include "engine/trace/utilisation.h"
#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

struct Recording {
  SimulationResult result;
  Utilisation levels;
};

Recording recorded(const Net& net, double until) {
  UtilisationRecorder recorder(net);
  SimulationOptions options;
  options.until = until;
  options.trace = &recorder;
  Recording recording{simulate(net, options), {}};
  recording.levels = recorder.utilisation(4);
  return recording;
}

/// The only module of a net; fails the test if there are more.
UtilisationSeries of_net(const Recording& recording) {
  EXPECT_EQ(recording.levels.busy.size(), 1U);
  return recording.levels.busy.empty() ? UtilisationSeries() : recording.levels.busy.front();
}

std::vector<std::string> stock_names(const Net& net) {
  std::vector<std::string> names;
  for (const auto& [module, stock] : stocks_of(net)) {
    for (const PlaceId place : stock.places) names.push_back(path(net, place));
  }
  return names;
}

// Four cores, two jobs of 2 s each that start at once: two of four cores are busy all along.
TEST(Utilisation, CountsCoresThatAreNeverUsed) {
  const Net net = text_net(R"(
place JOBS : unit = 2`();
place CORES : unit = 4`();
place RUN : unit;
transition start { in JOBS; in CORES; out RUN : () @+ 2 s; }
transition stop { in RUN; out CORES; }
)");
  const UtilisationSeries cores = of_net(recorded(net, 2));
  EXPECT_EQ(cores.capacity, 4);
  EXPECT_EQ(cores.capacity_of, CapacityOf::stock);
  EXPECT_NEAR(cores.mean / cores.capacity, 0.5, 1e-9);
}

// Two jobs that take three cores each of eight: 6 / 8. As firings they were 2 of at most 2.
TEST(Utilisation, CountsWhatAFiringTakes) {
  const Net net = text_net(R"(
place JOBS : unit = 2`();
place CORES : unit = 8`();
place RUN : unit;
transition start { in JOBS; in CORES : 3`(); out RUN : () @+ 2 s; }
transition stop { in RUN; out CORES : 3`(); }
)");
  const UtilisationSeries cores = of_net(recorded(net, 2));
  EXPECT_EQ(cores.capacity, 8);
  EXPECT_NEAR(cores.mean / cores.capacity, 0.75, 1e-9);
}

// M/M/3: arrivals at 1.8/s, services at 1/s each: rho = 1.8 / 3 = 0.6 (work conservation). In
// 50,000 s the standard deviation of the time average of the servers that are busy is below sqrt(2
// * 1.8 / 50000) / (1 - rho) = 0.021, of the share a third of it. The time average that the engine
// measures is the same number found another way.
TEST(Utilisation, OfMMcIsRho) {
  const std::string arrivals = R"(
place SOURCE : unit = 1`();
place QUEUE : unit;
place FREE : unit = 3`();
place BUSY : unit;
transition arrive { in SOURCE; out SOURCE; out QUEUE; time exponential(1.8); }
measure away = average real(3 - tokens(FREE));
)";
  const std::string race = R"(
transition start { in QUEUE; in FREE; out BUSY; }
transition serve { in BUSY; out FREE; time exponential(1.0); }
)";
  const std::string drawn = R"(
transition start { in QUEUE; in FREE; out BUSY : () @+ exponential(1.0); }
transition stop { in BUSY; out FREE; }
)";
  for (const std::string& service : {race, drawn}) {
    const Net net = text_net(arrivals + service);
    EXPECT_EQ(stock_names(net), std::vector<std::string>{"FREE"});
    const Recording recording = recorded(net, 50'000);
    const UtilisationSeries servers = of_net(recording);
    EXPECT_EQ(servers.capacity, 3);
    EXPECT_NEAR(servers.mean / servers.capacity, 0.6, 0.02);
    EXPECT_NEAR(servers.mean, value_of(recording.result, "away").mean, 1e-9);
  }
}

// Five customers go round through two stations of one server each. They are there from the start as
// the servers are, and come back as these do; but the server allows one service at a time, and they
// five.
TEST(Utilisation, CustomersAreNoServers) {
  const Net net = text_net(R"(
place QUEUE1 : unit = 5`();
place SERVER1 : unit = 1`();
place RUN1 : unit;
place QUEUE2 : unit;
place SERVER2 : unit = 1`();
place RUN2 : unit;
transition start1 { in QUEUE1; in SERVER1; out RUN1 : () @+ 1 s; }
transition stop1 { in RUN1; out SERVER1; out QUEUE2; }
transition start2 { in QUEUE2; in SERVER2; out RUN2 : () @+ 4 s; }
transition stop2 { in RUN2; out SERVER2; out QUEUE1; }
)");
  EXPECT_EQ(stock_names(net), (std::vector<std::string>{"SERVER1", "SERVER2"}));
  // The second server is busy from 1 s on. The first one is for 5 s, and then for 1 of 4 s as
  // customers come back at 5, 9 ... 97 s: (5 + 24 + 99) / (2 * 100).
  const UtilisationSeries servers = of_net(recorded(net, 100));
  EXPECT_EQ(servers.capacity, 2);
  EXPECT_NEAR(servers.mean / servers.capacity, (5 + 24 + 99) / 200.0, 1e-9);
}

// A token that a firing takes and puts back at once is no stock, nor is one that never comes back.
TEST(Utilisation, WithoutStockIsOfTheMostEverBusy) {
  const Net net = text_net(R"(
place JOBS : unit = 3`();
place STATE : unit = 1`();
place RUN : unit;
transition start { in JOBS; in STATE; out STATE; out RUN : () @+ 2 s; }
transition stop { in RUN; }
)");
  EXPECT_TRUE(stock_names(net).empty());
  const UtilisationSeries module = of_net(recorded(net, 4));
  EXPECT_EQ(module.capacity_of, CapacityOf::most_busy);
  EXPECT_EQ(module.capacity, 3);
  EXPECT_NEAR(module.mean, 3, 1e-9);  // until the net dies at 2 s
}

// The work of what shares a capacity, and what a distribution draws, has begun before the firing
// that is told: a wire that is busy all the time would be for the delay of its messages alone.
TEST(Utilisation, IsNotToldOfModulesThatTakeATimeOfTheirOwn) {
  for (const char* time : {"uses LINK; time deterministic(100.0);", "time exponential(0.1);", "time deterministic(10 s);"}) {
    const Net net = text_net(std::string(R"(
place MESSAGES : unit = 3`();
place LINK : unit = 10`();
place THERE : unit;
transition cross { in MESSAGES; out THERE : () @+ 1 s; )") +
                             time + " }");
    EXPECT_TRUE(recorded(net, 100).levels.busy.empty()) << time;
  }
}

/// The share of four ranks that work 1, 2, 3 and 4 s, once each, and then end as is said.
double share_of_ranks(const std::string& ending) {
  const Net net = text_net(R"(
colour Rank = int with 1..4;
place WAIT : product Rank * bool = map(r in Rank : (r, false));
place FINISHED : Rank;
var r : Rank;
transition go_on { in WAIT : (r, false); out WAIT : (r, true) @+ r; }
)" + ending);
  const UtilisationSeries ranks = of_net(recorded(net, 4));
  EXPECT_EQ(ranks.capacity, 4);
  EXPECT_EQ(ranks.capacity_of, CapacityOf::stock);
  return ranks.mean / ranks.capacity;
}

// Ranks that have ended are not busy: 1 + 2 + 3 + 4 of 4 * 4 s. Neither are those whose end lets
// something go on that works with ranks of its own.
TEST(Utilisation, DoesNotCountWhatHasEnded) {
  const std::string end = "transition finish { in WAIT : (r, true); out FINISHED : r; }\n";
  EXPECT_NEAR(share_of_ranks(end), 10.0 / 16, 1e-9);
  EXPECT_NEAR(share_of_ranks(end + R"(
place PASSES : unit;
transition pass { in FINISHED : 5 - r; out PASSES; }
transition go_again { in WAIT : (r, false); in PASSES; out WAIT : (r, false); }
)"),
              10.0 / 16, 1e-9);
}

// Until a firing is over it has what it took, though nobody has it back: 2 s more of each rank.
TEST(Utilisation, CountsTheLastFiringAsLongAsItLasts) {
  EXPECT_NEAR(share_of_ranks("transition finish { in WAIT : (r, true); out FINISHED : r @+ 0.5; }\n"), 11.5 / 16, 1e-9);
}

// Ranks that others may give back are away until they do.
TEST(Utilisation, CountsWhatIsLent) {
  EXPECT_NEAR(share_of_ranks(R"(
place LENT : Rank;
transition lend { in WAIT : (r, true); out FINISHED : r; }
transition use { in FINISHED : r; out LENT : r @+ 9 s; }
transition give_back { in LENT : r; out WAIT : (r, true); }
)"),
              1.0, 1e-9);
}

// What one module takes and another one gives back, too, is not what the first holds.
TEST(Utilisation, OfWhatOthersGiveBackIsOfTheMostEverBusy) {
  const Net net = text_net(R"(
module WORKER() {
  port inout TOKEN : unit;
  port out DONE : unit;
  port in AGAIN : unit;
  transition work { in TOKEN; out DONE : () @+ 1 s; }
  transition give { in AGAIN; out TOKEN : () @+ 1 s; }
}
place TOKEN : unit = 2`();
place DONE : unit;
place AGAIN : unit;
transition back { in DONE; out TOKEN; }
instance worker : WORKER() { TOKEN = TOKEN; DONE = DONE; AGAIN = AGAIN; }
)");
  const Recording recording = recorded(net, 10);
  ASSERT_EQ(recording.levels.busy.size(), 1U);
  EXPECT_EQ(recording.levels.busy[0].name, "worker");
  EXPECT_EQ(recording.levels.busy[0].capacity_of, CapacityOf::most_busy);
}

}  // namespace
}  // namespace petriloom::test
