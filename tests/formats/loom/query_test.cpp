// SPDX-License-Identifier: Apache-2.0
// Formulas about a net that is already there, and expressions on their own.
#include <gtest/gtest.h>

#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

void expect_accepted(const Net& net, PropertyKind kind, const std::string& formula) {
  const ReadResult result = with_property(net, kind, "asked", formula);
  ASSERT_TRUE(result.net.has_value()) << formula << "\n" << result.diagnostics.format(*result.sources);
  ASSERT_EQ(result.net->properties.size(), net.properties.size() + 1);
  EXPECT_EQ(result.net->properties.back().name, "asked");
  EXPECT_EQ(result.net->properties.back().text, formula);
}

TEST(WithProperty, TakesPathsInFoldedAndExpandedNets) {
  const std::string text = file_content(PETRILOOM_ROOT "/tests/formats/loom/nets/ring.loom");
  for (const Fold fold : {Fold::automatic, Fold::never}) {
    const Net net = read_right(text, fold);
    expect_accepted(net, PropertyKind::ctl, "AF tokens(station[3].WORK) >= 1");
    expect_accepted(net, PropertyKind::ctl, "AG (station[0].WORK => EF TURN)");
    expect_accepted(net, PropertyKind::ltl, "G F tokens(station[1].PARTS, (_, slow)) = 0");
    expect_accepted(net, PropertyKind::ltl, "G !dead");
    expect_accepted(net, PropertyKind::invariant, "forall(s in 0..5 : tokens(station[s].WORK) <= 1)");
    expect_accepted(net, PropertyKind::invariant, "tokens(group[slow].SEEN) = 1 & tokens(station[*].WORK) <= 1");
    expect_accepted(net, PropertyKind::ctl, "EF fireable(station[*].done)");
  }
}

TEST(WithProperty, LeavesTheNetAloneAndReportsErrors) {
  const Net net = read_right("place DONE : unit; place RUN : unit = 1`();");
  expect_accepted(net, PropertyKind::ctl, "AF DONE");
  EXPECT_TRUE(net.properties.empty());
  for (const char* formula : {"AF DON", "AF", "AF DONE)", "G DONE", "tokens(RUN)", ""}) {
    const ReadResult result = with_property(net, PropertyKind::ctl, "asked", formula);
    EXPECT_FALSE(result.net.has_value()) << formula;
    EXPECT_TRUE(result.diagnostics.has_errors()) << formula;
  }
}

TEST(WithProperty, LocationsOfTheNetStayRight) {
  const Net net = read_right("place A : unit;\nplace B : unit;\n");
  const ReadResult result = with_property(net, PropertyKind::ctl, "asked", "EF B");
  ASSERT_TRUE(result.net.has_value());
  EXPECT_EQ(result.net->sources->describe(result.net->places[1].where), "test.loom:2:7");
  EXPECT_EQ(result.net->sources->describe(result.net->properties[0].where), "asked:1:1");
}

TEST(EvaluateReal, KnowsUnitsFunctionsAndVariables) {
  Sources sources;
  Diagnostics diagnostics;
  const std::map<std::string, double> variables{{"f", 2400}};
  EXPECT_DOUBLE_EQ(evaluate_real("1380 / f", variables, sources, diagnostics).value_or(0), 0.575);
  EXPECT_DOUBLE_EQ(evaluate_real("if f < 650 then 71.4 / f else 0.033", variables, sources, diagnostics).value_or(0), 0.033);
  EXPECT_DOUBLE_EQ(evaluate_real("30 W + 0.0062 * pow(f, 1.2) * 0", variables, sources, diagnostics).value_or(0), 30);
  EXPECT_DOUBLE_EQ(evaluate_real("3 us", {}, sources, diagnostics).value_or(0), 3e-6);
  EXPECT_DOUBLE_EQ(evaluate_real("2", {}, sources, diagnostics).value_or(0), 2);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format(sources);
  for (const char* wrong : {"1380 / g", "1 +", "true", "1 furlong", "tokens(P)", "[1]"}) {
    Diagnostics messages;
    EXPECT_FALSE(evaluate_real(wrong, variables, sources, messages).has_value()) << wrong;
    EXPECT_TRUE(messages.has_errors()) << wrong;
  }
}

}  // namespace
}  // namespace petriloom
