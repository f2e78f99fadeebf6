// SPDX-License-Identifier: Apache-2.0
// The simulated cluster against the closed-form model of the reference system, node by node.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

#include "engine/simulate/simulate.h"
#include "generator/assembly/generate.h"
#include "generator/model/analytic.h"
#include "tests/nets/seeded_net.h"
#include "tests/own_folder.h"

namespace petriloom {
namespace {

struct Case {
  const char* cost_model;
  const char* sharing;
};

struct Figures {
  std::map<std::string, double> simulated;
  SystemFigures analytic;
};

/// coka16 with the given cost model and sharing of the buses, one iteration, simulated and
/// computed.
Figures figures(const Case& c) {
  const std::string root = PETRILOOM_ROOT;
  const test::OwnFolder folder;
  std::ifstream in(root + "/templates/coka16.yaml");
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto replace = [&text](const std::string& before, const std::string& after) {
    const std::size_t at = text.find(before);
    ASSERT_NE(at, std::string::npos) << before;
    text.replace(at, before.size(), after);
  };
  replace("cost_model: coka-continuous", std::string("cost_model: ") + c.cost_model);
  replace("sharing: socket", std::string("sharing: ") + c.sharing);
  const std::string path = folder.file("coka16.yaml");
  folder.write("coka16.yaml", text);

  Figures result;
  GenerateOptions options;
  options.search_path = {root};
  const ReadResult net = generate(path, options);
  EXPECT_TRUE(net.net) << net.diagnostics.format(*net.sources);
  DescriptionResult described = read_description(path, {root + "/templates"});
  if (!net.net || !described.description) return result;
  const auto analytic = analytic_figures(*described.description, *described.sources, described.diagnostics);
  EXPECT_TRUE(analytic);
  if (analytic) result.analytic = *analytic;
  const SimulationResult run = simulate(*net.net, {});
  EXPECT_EQ(run.ended, Ended::condition);
  EXPECT_FALSE(run.diagnostics.has_errors()) << run.diagnostics.format(*net.net->sources);
  for (const MeasureResult& measure : run.measures) result.simulated[measure.name] = measure.value.mean;
  return result;
}

class AgainstAnalytic : public testing::TestWithParam<Case> {};

TEST_P(AgainstAnalytic, NodeTimesAndEnergies) {
  const Figures f = figures(GetParam());
  ASSERT_EQ(f.analytic.nodes.size(), 16u);
  const double iterations = 10;
  // Without contention 1 %; with cards sharing a bus 5 % of the bus formula.
  const double tolerance = std::string(GetParam().sharing) == "socket" ? 0.05 : 0.01;
  for (std::size_t n = 0; n < 16; ++n) {
    const NodeFigures& node = f.analytic.nodes[n];
    const std::string index = "[" + std::to_string(n) + "]";
    ASSERT_TRUE(f.simulated.contains("node_time" + index));
    EXPECT_NEAR(f.simulated.at("node_time" + index) / node.iteration_time, 1, tolerance) << "node " << n;
    EXPECT_NEAR(f.simulated.at("node_energy" + index) / iterations / node.energy, 1, tolerance) << "node " << n;
  }
  EXPECT_NEAR(f.simulated.at("iteration_time") / f.analytic.iteration_time, 1, tolerance);
  EXPECT_NEAR(f.simulated.at("energy") / iterations / f.analytic.energy, 1, tolerance);
  EXPECT_NEAR(f.simulated.at("imbalance"), f.analytic.imbalance, tolerance);
}

INSTANTIATE_TEST_SUITE_P(Coka16, AgainstAnalytic,
                         testing::Values(Case{"coka-continuous", "card"}, Case{"coka-printed", "card"},
                                         Case{"coka-continuous", "socket"}, Case{"coka-printed", "socket"}),
                         [](const auto& info) {
                           std::string name = std::string(info.param.cost_model) + "_" + info.param.sharing;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace petriloom
