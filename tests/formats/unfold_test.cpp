// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/unfold.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/verify/verify.h"
#include "tests/formats/nets.h"

namespace petriloom::unfold_test {
namespace {

Unfolding unfolded(const std::string& text) {
  const Net net = test::net_of(text);
  Unfolding result = unfold(net, {});
  EXPECT_TRUE(result.net.has_value()) << result.diagnostics.format(*net.sources);
  return result;
}

std::vector<std::string> names(const Net& net) {
  std::vector<std::string> all;
  for (std::size_t p = 0; p < net.places.size(); ++p) all.push_back(path(net, PlaceId(p)));
  for (std::size_t t = 0; t < net.transitions.size(); ++t) all.push_back(path(net, TransitionId(t)));
  return all;
}

std::uint64_t states(const Net& net) {
  VerifyOptions options;
  const VerifyResult result = verify(net, options);
  EXPECT_TRUE(result.state_space.complete);
  return result.state_space.states;
}

// The error that unfolding gives.
std::string refused(const std::string& text) {
  const Net net = test::net_of(text);
  UnfoldOptions options;
  options.most_places = 1000;
  const Unfolding result = unfold(net, options);
  EXPECT_FALSE(result.net.has_value());
  return result.diagnostics.format(*net.sources);
}

TEST(Unfold, PhilosophersHaveAPlaceForEachColour) {
  for (const int n : {2, 5, 40}) {
    const Unfolding result = unfolded(test::philosophers(n));
    EXPECT_EQ(result.net->places.size(), static_cast<std::size_t>(3 * n));
    EXPECT_EQ(result.net->transitions.size(), static_cast<std::size_t>(2 * n));
    EXPECT_EQ(result.parts.places.size(), result.net->places.size());
    EXPECT_EQ(result.parts.transitions.size(), result.net->transitions.size());
    EXPECT_TRUE(place_transition(*result.net));
  }
}

TEST(Unfold, ReachableMarkingsAreAsMany) {
  // Markings of the philosophers' ring are the sets of eaters without neighbours: the Lucas numbers
  // 3, 4, 7, 11, 18, 29, 47.
  const Net coloured = test::net_of(test::philosophers(7));
  EXPECT_EQ(states(coloured), 29U);
  const Unfolding result = unfolded(test::philosophers(7));
  EXPECT_EQ(states(*result.net), 29U);
}

TEST(Unfold, OnlyWhatCanOccurIsThere) {
  const Unfolding result = unfolded(R"(
colour N = int with 0..1000;
var x : N;
place A : N = 10;
transition down { guard x > 7; in A : x; out A : x - 1; }
)");
  const std::vector<std::string> expected{"A_7", "A_8", "A_9", "A_10", "down_8", "down_9", "down_10"};
  EXPECT_EQ(names(*result.net), expected);
}

TEST(Unfold, GuardsBindAndListsAreTaken) {
  const Unfolding result = unfolded(R"(
var x, y : int;
place A : int = 2;
place B : int;
place C : int;
transition copy { guard y = 10 * x; in A : x; out B : y; out B : y + 1; }
transition take { in B : each [20, 21]; out C : 5; }
)");
  const std::vector<std::string> expected{"A_2", "B_20", "B_21", "C_5", "copy_2__20", "take"};
  EXPECT_EQ(names(*result.net), expected);
  EXPECT_EQ(states(*result.net), 3U);
}

TEST(Unfold, NamesTellColours) {
  const Unfolding result = unfolded(R"(
colour D = enum { north, south_east };
colour C = index core with 0..3;
colour P = product D * C;
place A : P = (south_east, core(2));
place B : int = 0 - 3;
place L : list of int = 1`[7, 8];
place T : bool = true;
)");
  const std::vector<std::string> expected{"A_south_east__core2", "B_m3", "L_L2__7__8", "T_true"};
  EXPECT_EQ(names(*result.net), expected);
}

TEST(Unfold, FoldedInstancesGetTheirNamesBack) {
  const std::string source = R"(
colour Node = index node with 0..2;
module M() {
  place RUN : int with 0..3 = 1;
  place IDLE : unit = 1`();
  var x : int with 0..3;
  transition go { in RUN : x; in IDLE; out RUN : x; out IDLE; }
}
instance node[n in Node] : M() {}
)";
  const Unfolding result = unfolded(source);
  const std::vector<std::string> all = names(*result.net);
  EXPECT_TRUE(std::count(all.begin(), all.end(), "node[2].RUN_1") == 1);
  EXPECT_TRUE(std::count(all.begin(), all.end(), "node[0].IDLE") == 1);
  EXPECT_TRUE(std::count(all.begin(), all.end(), "node[1].go_1") == 1);
  EXPECT_EQ(all.size(), 9U);
}

TEST(Unfold, InhibitorAndResetArcsReachEveryColour) {
  const Unfolding result = unfolded(R"(
colour C = enum { a, b, c };
var x : C;
place P : C = all(C);
place Q : unit;
transition take { in P : x; }
transition none { inhibit P; inhibit Q; out Q; }
transition clear { reset P; }
)");
  const Net& net = *result.net;
  const auto arcs_of = [&](const std::string& name, ArcKind kind) {
    for (std::size_t t = 0; t < net.transitions.size(); ++t) {
      if (path(net, TransitionId(t)) != name) continue;
      const auto& arcs = net.transitions[t].arcs;
      return std::count_if(arcs.begin(), arcs.end(), [kind](const Arc& arc) { return arc.kind == kind; });
    }
    return std::ptrdiff_t{-1};
  };
  EXPECT_EQ(arcs_of("none", ArcKind::inhibitor), 4);
  EXPECT_EQ(arcs_of("clear", ArcKind::reset), 3);
  // 8 sets of colours, and then the token in Q.
  EXPECT_EQ(states(net), 9U);
}

TEST(Unfold, TimeIsEvaluatedForEachBinding) {
  const Unfolding result = unfolded(R"(
colour N = int with 1..2;
var x : N;
place A : N = all(N);
place B : N;
transition go { in A : x; out B : x @+ real(x) * 2 s; time exponential(real(x) / 1 s); }
)");
  const Net& net = *result.net;
  ASSERT_EQ(net.transitions.size(), 2U);
  EXPECT_EQ(real_of_word(net.exprs[net.transitions[1].a].payload), 2.0);
  const auto output = std::find_if(net.transitions[1].arcs.begin(), net.transitions[1].arcs.end(),
                                   [](const Arc& arc) { return arc.kind == ArcKind::output; });
  EXPECT_EQ(real_of_word(net.exprs[output->delay].payload), 4.0);
}

TEST(Unfold, PropertiesAreCarriedOver) {
  const Unfolding result = unfolded(test::philosophers(3) + "property one : invariant tokens(EAT) + tokens(THINK) = 3;\n");
  ASSERT_EQ(result.net->properties.size(), 1U);
  VerifyOptions options;
  options.standard = false;
  const VerifyResult verdicts = verify(*result.net, options);
  ASSERT_FALSE(verdicts.properties.empty());
  EXPECT_EQ(verdicts.properties[0].verdict, Verdict::holds);
}

TEST(Unfold, ColoursThatGrowAreRefusedAtTheirPlace) {
  const std::string message = refused("var x : int;\nplace A : int = 0;\ntransition up { in A : x; out A : x + 1; }\n");
  EXPECT_NE(message.find("test.loom:2:"), std::string::npos) << message;
  EXPECT_NE(message.find("more than 1000 places"), std::string::npos) << message;
}

TEST(Unfold, ColoursCountedTogetherGetATotal) {
  const std::string source = R"(
colour C = enum { a, b };
var x : C;
place P : C = all(C);
place Q : unit = 3`();
transition t { inhibit P : 2`_; in Q; }
transition u { in P : x; }
transition v { read P : 2`_; in Q; out P : a; }
)";
  const Unfolding result = unfolded(source);
  const std::vector<std::string> all = names(*result.net);
  EXPECT_EQ(std::count(all.begin(), all.end(), "P_total"), 1);
  EXPECT_TRUE(result.parts.places.back().total);
  EXPECT_EQ(states(*result.net), states(test::net_of(source)));
}

TEST(Unfold, WhereAResetRemovesSomeOfTheColoursTheSumIsAGuard) {
  // From {a, b}: r leaves {b}; then t can put its only token into Q.
  const std::string source = R"(
colour C = enum { a, b };
place P : C = all(C);
place Q : unit;
transition t { inhibit P : 2`_; inhibit Q; out Q; }
transition r { reset P : a; }
)";
  const Unfolding result = unfolded(source);
  const std::vector<std::string> all = names(*result.net);
  EXPECT_EQ(std::count(all.begin(), all.end(), "P_total"), 0);
  EXPECT_EQ(result.net->transitions[0].guards.size(), 1U);
  EXPECT_EQ(states(*result.net), 3U);
  EXPECT_EQ(states(test::net_of(source)), 3U);
  // Rows have no guards.
  const Net net = test::net_of(source);
  const UnfoldedRows rows = unfold_rows(net, {});
  ASSERT_FALSE(rows.rows.has_value());
  const std::string message = rows.diagnostics.format(*net.sources);
  EXPECT_NE(message.find("counts together"), std::string::npos) << message;
  EXPECT_NE(message.find("test.loom:6:"), std::string::npos) << message;
}

TEST(Unfold, NumbersDrawnAtRandomAreDrawnInTheUnfoldedNetToo) {
  // 0, 1 or 2 tokens of x in B, one in C or none: 6 markings after go, from 2 bindings, and the
  // first one.
  const std::string source = R"(
colour N = int with 1..2;
var x : N;
fun some() : int = discrete(0, 2);
place A : N = all(N);
place B : N;
place C : N;
place ONE : unit = 1`();
transition go { in A : x; in ONE; out B : (some())`x; out C : x when (bernoulli(0.5) = 1); }
)";
  EXPECT_EQ(states(test::net_of(source)), 13U);
  const Unfolding result = unfolded(source);
  EXPECT_EQ(states(*result.net), 13U);
  const std::string drawn =
      refused("colour N = int with 0..2;\nplace A : N = 0;\ntransition go { in A : 0; out A : discrete(1, 2); }\n");
  EXPECT_NE(drawn.find("drawn at random"), std::string::npos) << drawn;
  const std::string shared = refused(R"(
place A : int = 0;
place B : int;
transition go { in A : 0; out B : each [1, 2] when (bernoulli(0.5) = 1); }
)");
  EXPECT_NE(shared.find("several colours share"), std::string::npos) << shared;
  EXPECT_NE(shared.find("test.loom:4:"), std::string::npos) << shared;
}

TEST(Unfold, WithoutTimeRandomColoursAreATransitionForEach) {
  // Of A: 0, then B: 1 or 2, and C: one token or none: 1 + 2 * 2 markings, and 2 * 2 transitions
  // for the one binding.
  const std::string source = R"(
colour N = int with 0..2;
var x : N;
place A : N = 0;
place B : N;
place C : N;
transition go { in A : x; out B : discrete(1, 2); out C : x when (bernoulli(0.5) = 1); priority 3; time exponential(1 / 2 s); }
)";
  const Net net = test::net_of(source);
  UnfoldOptions options;
  options.untimed = true;
  const Unfolding result = unfold(net, options);
  ASSERT_TRUE(result.net.has_value()) << result.diagnostics.format(*net.sources);
  const std::vector<std::string> expected{"A_0", "B_1", "B_2", "C_0", "go_0", "go_0_2", "go_0_3", "go_0_4"};
  EXPECT_EQ(names(*result.net), expected);
  EXPECT_TRUE(place_transition(*result.net));
  // Priorities go with time (docs/semantics.md, rule 16).
  EXPECT_FALSE(result.net->transitions[0].priority.valid());
  EXPECT_EQ(states(net), 5U);
  EXPECT_EQ(states(*result.net), 5U);
  const UnfoldedRows rows = unfold_rows(net, {});
  ASSERT_TRUE(rows.rows.has_value());
  EXPECT_EQ(rows.rows->transitions, 4U);
  // A number without end has no transition for each outcome; the error stands at the transition.
  const Net endless = test::net_of("place A : int = 0;\nplace B : int;\ntransition go { in A : 0; out B : poisson(3.0); }\n");
  const Unfolding refused = unfold(endless, options);
  ASSERT_FALSE(refused.net.has_value());
  EXPECT_NE(refused.diagnostics.format(*endless.sources).find("test.loom:3:12"), std::string::npos)
      << refused.diagnostics.format(*endless.sources);
}

TEST(Unfold, WeightsStayInANetWithoutTime) {
  const Unfolding result = unfolded(R"(
colour N = int with 1..2;
var x : N;
place A : N = all(N);
transition go { in A : x; weight real(x); }
)");
  ASSERT_EQ(result.net->transitions.size(), 2U);
  ASSERT_TRUE(result.net->transitions[1].weight.valid());
  EXPECT_EQ(real_of_word(result.net->exprs[result.net->transitions[1].weight].payload), 2.0);
}

TEST(Unfold, InstancesOverASubsetAreNamedByTheColoursOfItsBase) {
  const Unfolding result = unfolded(R"(
colour Node = index node with 0..3;
colour Half = subset Node { 1, 3 };
module M() {
  place RUN : unit = 1`();
  transition go { in RUN; out RUN; }
  measure runs = count go;
}
instance host[n in Half] : M() {}
)");
  const std::vector<std::string> expected{"host[1].RUN", "host[3].RUN", "host[1].go", "host[3].go"};
  EXPECT_EQ(names(*result.net), expected);
}

}  // namespace
}  // namespace petriloom::unfold_test
