// SPDX-License-Identifier: Apache-2.0
// Utilisation of the hardware of a description: of all that it describes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "engine/trace/utilisation.h"
#include "generator/assembly/generate.h"
#include "tests/generator/ranks.h"

namespace petriloom::utilisation_test {
namespace {

const std::string kRoot = PETRILOOM_ROOT;

struct Recording {
  double time = 0;
  std::map<std::string, double> measures;
  std::map<std::string, UtilisationSeries> busy;
};

Recording recorded(Fold fold) {
  GenerateOptions options;
  options.search_path = {kRoot};
  options.fold = fold;
  const ReadResult generated = generate(kRoot + "/templates/coka-mini.yaml", options);
  if (!generated.net) throw std::runtime_error(generated.diagnostics.format(*generated.sources));
  UtilisationRecorder recorder(*generated.net);
  SimulationOptions simulation;
  simulation.trace = &recorder;
  const SimulationResult result = simulate(*generated.net, simulation);
  Recording recording{result.time.mean, {}, {}};
  for (const MeasureResult& measure : result.measures) recording.measures[measure.name] = measure.value.mean;
  for (const UtilisationSeries& series : recorder.utilisation(1).busy) recording.busy[series.name] = series;
  return recording;
}

/// Of both nodes together.
double sum(const Recording& recording, const std::string& name) {
  return recording.measures.at("node[0]." + name) + recording.measures.at("node[1]." + name);
}

// Two nodes of one core, one card, one bus with a lane in each direction and one engine. What is
// busy is what the subnets measure: cores that compute, prepare or run methods, tasks on the cards,
// transfers, time of sending.
TEST(Utilisation, OfTheSmallReferenceSystem) {
  const Recording recording = recorded(Fold::automatic);
  const std::map<std::string, double> capacities{{"node.cpu", 2}, {"node.gpu", 2}, {"network.wires", 2}, {"node.pcie", 4}};
  for (const auto& [name, capacity] : capacities) {
    const UtilisationSeries& series = recording.busy.at(name);
    EXPECT_EQ(series.capacity, capacity) << name;
    EXPECT_EQ(series.capacity_of, CapacityOf::stock) << name;
  }
  EXPECT_NEAR(recording.busy.at("node.gpu").mean, sum(recording, "gpu[0].busy"), 1e-9);
  EXPECT_NEAR(recording.busy.at("node.pcie").mean, sum(recording, "pcie[0].busy"), 1e-9);
  EXPECT_NEAR(recording.busy.at("network.wires").mean, sum(recording, "nic.sending") / recording.time, 1e-9);
  EXPECT_NEAR(recording.busy.at("node.cpu").mean, sum(recording, "cpu[0].busy"), 1e-9);
}

// Folded or not, the machine has the same stocks and is as busy.
TEST(Utilisation, DoesNotDependOnFolding) {
  const Recording folded = recorded(Fold::automatic);
  const Recording expanded = recorded(Fold::never);
  ASSERT_EQ(folded.busy.size(), expanded.busy.size());
  for (const auto& [name, series] : folded.busy) {
    EXPECT_EQ(series.capacity, expanded.busy.at(name).capacity) << name;
    EXPECT_EQ(series.capacity_of, expanded.busy.at(name).capacity_of) << name;
    EXPECT_NEAR(series.mean, expanded.busy.at(name).mean, 1e-9) << name;
  }
}

/// How busy the ranks of a program on four nodes of 1 Gflop/s are, of how many.
UtilisationSeries of_ranks(const std::string& program) {
  const std::string machine =
      "machine:\n"
      "  kinds: {k: {cores_per_socket: 1, frequency: 1 GHz, flop_per_cycle: 1, memory: {latency: 0 s, bandwidth: 9 GB/s}}}\n"
      "  nodes: [{kind: k, count: 4}]\n"
      "  network: {topology: {name: torus, dimensions: [4]}, link: {latency: 0 s, bandwidth: 1 TB/s}, power: 5 W}\n";
  const ReadResult generated = test::generated_ranks(machine, program, {}, "ranks.yaml");
  if (!generated.net) throw std::runtime_error(generated.diagnostics.format(*generated.sources));
  UtilisationRecorder recorder(*generated.net);
  SimulationOptions simulation;
  simulation.trace = &recorder;
  simulate(*generated.net, simulation);
  for (const UtilisationSeries& series : recorder.utilisation(1).busy) {
    if (series.name == "ranks") return series;
  }
  throw std::runtime_error("no ranks");
}

// Ranks are busy while they work, and not when they wait or have ended.
TEST(Utilisation, OfRanks) {
  for (const char* const end : {"", ", {barrier: {}}"}) {
    const UtilisationSeries ranks = of_ranks(std::string("steps: [{work: {flop: 1e9, factor: rank}}") + end + "]");
    EXPECT_EQ(ranks.capacity, 4) << end;
    EXPECT_EQ(ranks.capacity_of, CapacityOf::stock) << end;
    EXPECT_NEAR(ranks.mean, (0 + 1 + 2 + 3) / 3.0, 1e-6) << end;
  }
}

// So are those of several programs, of which some begin later or wait for others: 4 + 4 + 2 of 10 s
// that four have.
TEST(Utilisation, OfRanksOfSeveralPrograms) {
  const UtilisationSeries ranks = of_ranks(
      "jobs: [{name: a, nodes: 1, steps: [{work: {flop: 4e9}}]},"
      " {name: b, nodes: 2, after: [a], start: 2 s, steps: [{work: {flop: 4e9, factor: rank}}]},"
      " {name: c, nodes: 1, start: 1 s, steps: [{work: {flop: 2e9}}]}]");
  EXPECT_EQ(ranks.capacity, 4);
  EXPECT_EQ(ranks.capacity_of, CapacityOf::stock);
  EXPECT_NEAR(ranks.mean, (4 + 4 + 2) / 10.0, 1e-6);
}

// Three workers have eight tasks of a second each; their master takes no time to deal them.
TEST(Utilisation, OfAFarm) {
  const UtilisationSeries ranks = of_ranks("tasks: {count: 8, flop: 1e9, request: 1 B, result: 1 B}");
  EXPECT_EQ(ranks.capacity, 4);
  EXPECT_EQ(ranks.capacity_of, CapacityOf::stock);
  EXPECT_NEAR(ranks.mean, 8.0 / 3, 1e-6);
}

}  // namespace
}  // namespace petriloom::utilisation_test
