// SPDX-License-Identifier: Apache-2.0
// Programs of many ranks (nets/ranks): how nets grow with them, and that nothing that makes them
// fast changes what comes of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "engine/simulate/simulate.h"
#include "engine/unfold/unfold.h"
#include "formats/loom/loom.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::rank_scale_test {
namespace {

using Settings = std::vector<DescriptionSetting>;

Net machine(const std::string& description, const Settings& settings) {
  const SeededNets nets;
  ReadResult read = nets.generate(description, Fold::automatic, settings);
  if (!read.net) throw std::runtime_error(read.diagnostics.format(*read.sources));
  return std::move(*read.net);
}

struct Ran {
  std::uint64_t firings = 0;
  std::map<std::string, double> values;
  friend bool operator==(const Ran&, const Ran&) = default;
};

Ran ran(const Net& net, Engine engine) {
  SimulationOptions options;
  options.engine = engine;
  const SimulationResult result = simulate(net, options);
  for (const Diagnostic& message : result.diagnostics.list()) ADD_FAILURE() << message.message;
  EXPECT_EQ(result.ended, Ended::condition);
  Ran made{result.firings, {}};
  for (const MeasureResult& measure : result.measures) made.values[measure.name] = measure.value.mean;
  return made;
}

// Places and bindings of all iterations are the same, so that a program can be listed whatever
// their number is.
TEST(RankPrograms, AreTheSameOnCountsAndOnColouredTokens) {
  for (const char* steps : {"[{work: {flop_per_point: 8}}, {halo: {bytes_per_point: 8 B}}, {allreduce: {bytes: 8 B}}]",
                            "[{halo: {bytes_per_point: 8 B, corners: true}}, {broadcast: {bytes: 1 kB, root: 3}}]",
                            "[{gather: {bytes: 8 B}}, {reduce: {bytes: 8 B, along: 1}}, barrier]"}) {
    const Net net = machine("torus-mini.yaml", {{"application.iterations", "5"}, {"application.steps", steps}});
    EXPECT_EQ(ran(net, Engine::counts), ran(net, Engine::coloured)) << steps;
  }
}

TEST(RankPrograms, OfOneRankWithoutWorkEndAtOnce) {
  const Ran one = ran(machine("torus-mini.yaml", {{"machine.nodes[0].count", "1"},
                                                  {"machine.network.topology", "{name: torus, dimensions: [1]}"},
                                                  {"application.domain", "{points: [8], periodic: true}"},
                                                  {"application.iterations", "1000000"},
                                                  {"application.steps", "[{broadcast: {bytes: 1 kB}}]"}}),
                      Engine::coloured);
  EXPECT_EQ(one.values.at("run_time"), 0);
  EXPECT_EQ(one.firings, 2);  // the end of the rank, and that of all
}

// Of twice as many nodes a net has as many places, transitions and expressions, and its text, which
// tells what each rank begins with, is at most twice as long but for longer numbers; each rank
// fires as often.
TEST(RankPrograms, GrowWithTheirRanks) {
  const auto torus = [](int x) {
    return Settings{{"machine.nodes[0].count", fmt::format("{}", 100 * x)},
                    {"machine.network.topology", fmt::format("{{name: torus, dimensions: [{}, 10, 10]}}", x)},
                    {"application.domain", "{points: [64, 64, 64], of: rank, periodic: true}"},
                    {"application.steps", "[{work: {flop: 1e6}}, {halo: {bytes_per_point: 8 B}}]"}};
  };
  const Net less = machine("torus-mini.yaml", torus(100));
  const Net more = machine("torus-mini.yaml", torus(200));
  EXPECT_EQ(more.places.size(), less.places.size());
  EXPECT_EQ(more.transitions.size(), less.transitions.size());
  EXPECT_EQ(more.exprs.size(), less.exprs.size());
  EXPECT_LE(static_cast<double>(write_loom(more, {}).text.size()), 2.02 * static_cast<double>(write_loom(less, {}).text.size()));
  const std::uint64_t few = ran(machine("torus-mini.yaml", torus(4)), Engine::coloured).firings;
  EXPECT_EQ(ran(machine("torus-mini.yaml", torus(8)), Engine::coloured).firings, 2 * (few - 1) + 1);
}

class RankNetworks : public testing::TestWithParam<const char*> {};

TEST_P(RankNetworks, UnfoldToNetsOfTheSameResults) {
  const Net net = machine("torus-mini.yaml", {{"machine.nodes[0].count", "16"},
                                              {"machine.network.topology", "{name: torus, dimensions: [4, 2, 2]}"},
                                              {"machine.network.sharing", GetParam()},
                                              {"application.domain", "{points: [64, 64, 64], periodic: true}"},
                                              {"application.iterations", "3"}});
  const Unfolding unfolded = unfold(net, {});
  ASSERT_TRUE(unfolded.net) << unfolded.diagnostics.format(*net.sources);
  EXPECT_TRUE(place_transition(*unfolded.net));
  EXPECT_GT(unfolded.net->places.size(), 100);
  const Ran folded = ran(net, Engine::coloured);
  EXPECT_EQ(ran(*unfolded.net, Engine::coloured), folded);
  const ReadResult again = read_loom("unfolded.loom", write_loom(*unfolded.net, {}).text, {});
  ASSERT_TRUE(again.net) << again.diagnostics.format(*again.sources);
  EXPECT_EQ(ran(*again.net, Engine::coloured), folded);
}

INSTANTIATE_TEST_SUITE_P(All, RankNetworks, testing::Values("alone", "fair"),
                         [](const testing::TestParamInfo<const char*>& of) { return std::string(of.param); });

}  // namespace
}  // namespace petriloom::rank_scale_test
