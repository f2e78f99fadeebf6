// SPDX-License-Identifier: Apache-2.0
// The generated net of the reference system, simulated, against the closed-form model: two ways to
// the same figures.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "engine/simulate/simulate.h"
#include "generator/assembly/generate.h"
#include "generator/model/analytic.h"

namespace petriloom::simulation_test {
namespace {

const std::string kRoot = PETRILOOM_ROOT;

void expect_as_in_closed_form(const DescriptionInput& input) {
  const std::string path = kRoot + "/templates/coka16.yaml";
  DescriptionResult read = read_description(path, {kRoot}, input);
  ASSERT_TRUE(read.description);
  const auto expected = analytic_figures(*read.description, *read.sources, read.diagnostics);
  ASSERT_TRUE(expected);

  GenerateOptions options;
  options.search_path = {kRoot};
  options.input = input;
  const ReadResult generated = generate(path, options);
  ASSERT_TRUE(generated.net) << generated.diagnostics.format(*generated.sources);
  const SimulationResult result = simulate(*generated.net, {});
  ASSERT_EQ(result.ended, Ended::condition) << result.diagnostics.format(*generated.sources);
  std::map<std::string, double> measured;
  for (const MeasureResult& measure : result.measures) measured[measure.name] = measure.value.mean;

  // Memory accesses and a latency for each message instead of for all of them together:
  // microseconds in seconds.
  const double iterations = read.description->application.iterations.value;
  for (std::size_t i = 0; i < expected->nodes.size(); ++i) {
    const NodeFigures& node = expected->nodes[i];
    EXPECT_NEAR(measured.at(fmt::format("node_time[{}]", i)) / node.iteration_time, 1, 1e-4);
    EXPECT_NEAR(measured.at(fmt::format("node_energy[{}]", i)) / iterations / node.energy, 1, 1e-3);
  }
  // A node waits for its neighbours only, so the run may be a little shorter than so many times the
  // slowest iteration.
  EXPECT_NEAR(result.time.mean / iterations / expected->iteration_time, 1, 1e-3);
  EXPECT_NEAR(measured.at("imbalance"), expected->imbalance, 1e-4);
}

TEST(Simulation, OfTheReferenceSystemAgreesWithTheClosedForm) { expect_as_in_closed_form({}); }

// At 0.5 GB/s the 310 MB of a block take 0.62 s, which is longer than both phases: 0.575 s and 0.15
// s.
TEST(Simulation, OfAMemoryThatIsTooSlowAgreesWithTheClosedForm) {
  expect_as_in_closed_form({{{"machine.kinds.coka.memory.bandwidth", "0.5 GB/s"}}, {}});
}

/// The time of a run with the task runtime whose points have so many bytes.
double time_with_bytes(const std::string& policy, const std::string& bytes) {
  GenerateOptions options;
  options.search_path = {kRoot};
  options.input = {{{"application.halo.bytes_per_point", bytes}, {"runtime.policy", policy}}, {}};
  const ReadResult generated = generate(kRoot + "/templates/workstation.yaml", options);
  if (!generated.net) throw std::runtime_error(generated.diagnostics.format(*generated.sources));
  const SimulationResult result = simulate(*generated.net, {});
  EXPECT_EQ(result.ended, Ended::condition) << result.diagnostics.format(*generated.sources);
  return result.time.mean;
}

// A bus takes its latency for blocks without bytes, and policies know it: no bytes are as hardly
// any.
TEST(Simulation, OfBlocksWithoutBytes) {
  for (const std::string policy : {"eager", "ws", "dmda"}) {
    EXPECT_NEAR(time_with_bytes(policy, "0 B") / time_with_bytes(policy, "0.001 B"), 1, 1e-5) << policy;
  }
}

}  // namespace
}  // namespace petriloom::simulation_test
