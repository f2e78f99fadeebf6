// SPDX-License-Identifier: Apache-2.0
// The policy three-criteria-heft: what each weight and the stealing do, against what can be told by
// hand of equal tasks that wait for nothing.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "engine/simulate/simulate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::three_criteria_test {
namespace {

constexpr const char* kFile = "tasks/policy/three-criteria-heft.loom";

/// Parameters of the policy, as its file would have them by default.
struct Turned {
  const char* time = "0.0";
  const char* energy = "0.0";
  const char* load = "0.0";
  const char* card_power = "250 W";
  const char* drift = "1000.0 s";  // nobody steals
};

/// What becomes of so many equal tasks on a card and three cores; their data are there at once.
struct Outcome {
  double on_cards = -1;
  double steals = -1;
  double rounds = -1;  ///< the makespan, in durations of a task on a core
};

constexpr double kOnCore = 1024.0 * 1024 * 200 / (68e9 / 6);  // s, 1024 x 1024 points of 200 flop
constexpr double kOnCard = 1024.0 * 1024 * 200 / 624e9;       // 55.06 times as fast

void turn(SeededNets& nets, const Turned& turned) {
  for (const auto& [before, after] : {std::pair{"time_weight : real = 0.8", std::string("time_weight : real = ") + turned.time},
                                      {"energy_weight : real = 0.1", std::string("energy_weight : real = ") + turned.energy},
                                      {"load_weight : real = 0.1", std::string("load_weight : real = ") + turned.load},
                                      {"card_power : real = card_power", std::string("card_power : real = ") + turned.card_power},
                                      {"drift : real = 1 ms", std::string("drift : real = ") + turned.drift}})
    nets.replace(kFile, "module POLICY(", before, after);
}

Outcome run(int tasks, const Turned& turned) {
  SeededNets nets;
  turn(nets, turned);
  // `small` makes 1024 x 1024 points of each block, however many there are.
  const std::string side = std::to_string(tasks / 8.0);
  const ReadResult read = nets.read("examples/tasks/stencil/three-criteria-heft.loom", {{"shape", "apart"},
                                                                                        {"size", "8192"},
                                                                                        {"blocks", std::to_string(tasks)},
                                                                                        {"iterations", "1"},
                                                                                        {"small", side + " / 8.0"},
                                                                                        {"large", side + " / 8.0"},
                                                                                        {"cards", "1"},
                                                                                        {"cores", "3"},
                                                                                        {"bandwidth", "1e18"},
                                                                                        {"latency", "0.0"}});
  Outcome found;
  if (!read.net) {
    ADD_FAILURE() << read.diagnostics.format(*read.sources);
    return found;
  }
  const SimulationResult result = simulate(*read.net, {});
  found.on_cards = mean_of(result, "workers.on_cards");
  found.steals = mean_of(result, "policy.steals");
  found.rounds = mean_of(result, "workers.makespan") / kOnCore;
  return found;
}

constexpr double kSome = 0.01;  // some microseconds of the drivers

TEST(ThreeCriteria, TimeAloneSendsTasksWhereTheyEndFirst) {
  // The card ends 55 before a core ends one; then each core ends one before the card ends the next,
  // and the card two more before a core ends a second one.
  const Outcome found = run(60, {.time = "1.0"});
  EXPECT_EQ(found.on_cards, 57);
  EXPECT_NEAR(found.rounds, 57 * kOnCard / kOnCore, kSome);
}

TEST(ThreeCriteria, EnergyAloneSendsTasksWhereTheyTakeLeast) {
  // 250 W on a card are 4.5 J a second of a core, which takes 15 W.
  EXPECT_EQ(run(8, {.energy = "1.0"}).on_cards, 8);
  // 1 kW are 18.2 J: the first core does all.
  const Outcome found = run(8, {.energy = "1.0", .card_power = "1 kW"});
  EXPECT_EQ(found.on_cards, 0);
  EXPECT_NEAR(found.rounds, 8, kSome);
}

TEST(ThreeCriteria, LoadAloneDealsTasksOut) {
  const Outcome found = run(8, {.load = "1.0"});
  EXPECT_EQ(found.on_cards, 2);
  EXPECT_EQ(found.steals, 0);
  EXPECT_NEAR(found.rounds, 2, kSome);
}

TEST(ThreeCriteria, WeightsAreHeldAgainstEachOther) {
  // With 250 W the card is first and takes least. With 1 kW it takes 1.21 times the energy of a
  // core. With k tasks it costs 0.5 + 0.5 * 1.21, and a core that has none 0.5 * 55.06 / (k + 1) +
  // 0.5, which is less from k = 45 on; then each core gets one.
  EXPECT_EQ(run(48, {.time = "0.5", .energy = "0.5"}).on_cards, 48);
  EXPECT_EQ(run(48, {.time = "0.5", .energy = "0.5", .card_power = "1 kW"}).on_cards, 45);
}

TEST(ThreeCriteria, WorkersThatHaveNothingStealWhenQueuesDriftApart) {
  // Dealt out two by two; the card is soon through with its two, and each core has one that waits.
  const Outcome found = run(8, {.load = "1.0", .drift = "0.0"});
  EXPECT_EQ(found.steals, 3);
  EXPECT_EQ(found.on_cards, 5);
  EXPECT_NEAR(found.rounds, 1, kSome);
  // What waits for a core takes 18.5 ms, on the card 0.3 ms.
  EXPECT_EQ(run(8, {.load = "1.0", .drift = "18 ms"}).steals, 3);
  EXPECT_EQ(run(8, {.load = "1.0", .drift = "19 ms"}).steals, 0);
}

/// `net` of examples/tasks on a card and a core. All may go to the card, which takes the least
/// energy, and be stolen from it.
Verdicts proved(const SeededNets& nets, const std::string& net, std::map<std::string, std::string> constants) {
  const std::string text =
      "import \"" + net + ".loom\"; import \"tasks/finished.loom\"; import \"tasks/policy/three-criteria-heft.loom\";";
  constants.insert({{"cards", "1"}, {"cores", "1"}});
  const ReadResult read = nets.read_text("examples/tasks/" + net + "/three-criteria-heft.loom", text, constants);
  VerifyOptions options;
  options.urgent = true;
  return verdicts(verify(read.net.value(), options));
}

// Two chains of two products of tiles.
Verdicts proved(const SeededNets& nets) { return proved(nets, "gemm", {{"M", "1"}, {"N", "2"}, {"K", "2"}}); }

TEST(ThreeCriteria, StealingIsProved) {
  SeededNets nets;
  turn(nets, {.energy = "1.0", .drift = "0.0"});
  EXPECT_TRUE(proved(nets).refuted.empty());
  EXPECT_TRUE(proved(nets).hold.contains("done"));
  nets.replace(kFile, "transition stolen", "out TAKEN : (w, t);", "");
  EXPECT_TRUE(proved(nets).refuted.contains("done"));
}

TEST(ThreeCriteria, StealingWhatIsOnItsWayElsewhereIsRefuted) {
  SeededNets nets;
  turn(nets, {.energy = "1.0", .drift = "0.0"});
  for (int both = 0; both < 2; ++both) nets.replace(kFile, "transition steal", "tokens(ASKED, (d, memory_of(l.w))) = 0", "true");
  EXPECT_EQ(proved(nets, "cholesky", {{"N", "3"}}).refuted, std::set<std::string>{"coherent"});
}

}  // namespace
}  // namespace petriloom::three_criteria_test
