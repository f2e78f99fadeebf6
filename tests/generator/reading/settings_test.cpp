// SPDX-License-Identifier: Apache-2.0
// Values given to keys of a description from outside.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "generator/reading/read_description.h"

namespace petriloom::settings_test {
namespace {

const std::string kRoot = PETRILOOM_ROOT;

DescriptionResult read(const std::vector<DescriptionSetting>& settings) {
  return read_description(kRoot + "/templates/coka-mini.yaml", {kRoot}, {settings, std::nullopt});
}

/// "line:column: message" of the first error, which must be in a setting.
std::string said(const std::vector<DescriptionSetting>& settings) {
  const DescriptionResult result = read(settings);
  if (result.diagnostics.list().empty()) return {};
  const Diagnostic& first = result.diagnostics.list().front();
  EXPECT_EQ(result.sources->name(first.where.file), "--set");
  return fmt::format("{}: {}", first.where.column, first.message);
}

TEST(Settings, ReplaceWhatTheFilesSay) {
  const DescriptionResult result = read({{"application.iterations", "7"},
                                         {"application.grid", "[1, 3]"},
                                         {"machine.nodes[0].count", "3"},
                                         {"machine.nodes[0].memory.latency", "5 ns"},
                                         {"mapping.blocks", "[9, 9, 9]"},
                                         {"links.ib-qdr.latency", "2us"}});
  ASSERT_TRUE(result.description) << result.diagnostics.format(*result.sources);
  EXPECT_EQ(result.description->application.iterations.value, 7);
  ASSERT_EQ(result.description->machine.nodes.size(), 3U);
  EXPECT_DOUBLE_EQ(result.description->machine.nodes[2].kind.memory_latency.value, 5e-9);
  EXPECT_DOUBLE_EQ(result.description->machine.network.link.latency, 2e-6);
}

TEST(Settings, AddKeysThatWereLeftToTheirDefaults) {
  const DescriptionResult result = read({{"machine.network.hop_latency", "3 us"}, {"run.replications", "4"}});
  ASSERT_TRUE(result.description) << result.diagnostics.format(*result.sources);
  EXPECT_DOUBLE_EQ(result.description->machine.network.hop_latency.value, 3e-6);
  EXPECT_EQ(result.description->run.replications.value, 4);
}

TEST(Settings, AreToldAtTheirPlaceWhenTheyAreWrong) {
  EXPECT_EQ(said({{"application.iterations", "two"}}), "24: expected a whole number from 1 to 1000000000, found 'two'");
  EXPECT_EQ(said({{"application.grid", "[2, x]"}}), "22: expected a whole number from 1 to 100000, found 'x'");
  EXPECT_EQ(said({{"aplication.iterations", "2"}}), "1: a description has no key 'aplication'");
  EXPECT_EQ(said({{"machine.nodes[1].count", "2"}}), "15: 'machine.nodes' has no entry [1]");
  EXPECT_EQ(said({{"machine.nodes.count", "2"}}), "15: 'machine.nodes' is a list, and 'count' is no number of an entry");
  EXPECT_EQ(said({{"machine.kinds.minni.sockets", "2"}}), "15: 'machine.kinds' names no 'minni'");
  EXPECT_EQ(said({{"machine.network.link.latency", "2 us"}}), "22: 'machine.network.link' is 'ib-qdr', which has no keys");
  EXPECT_EQ(said({{"application[0]", "2"}}), "13: 'application' is not a list");
  EXPECT_EQ(said({{"include", "x.yaml"}}), "1: files are included before values are set");
  EXPECT_EQ(said({{"a..b", "2"}}), "3: 'a..b' is not a path of keys");
  EXPECT_EQ(said({{"machine.nodes[0", "2"}}), "15: 'machine.nodes[0' is not a path of keys");
}

TEST(Settings, GoWithADescriptionThatIsNoFile) {
  const std::string text = "include: [" + kRoot + "/templates/coka-mini.yaml]\nname: given\n";
  const DescriptionResult result = read_description("stdin", {kRoot}, {{{"application.iterations", "3"}}, text});
  ASSERT_TRUE(result.description) << result.diagnostics.format(*result.sources);
  EXPECT_EQ(result.description->name, "given");
  EXPECT_EQ(result.description->application.iterations.value, 3);
}

}  // namespace
}  // namespace petriloom::settings_test
