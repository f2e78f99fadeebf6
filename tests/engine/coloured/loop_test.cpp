// SPDX-License-Identifier: Apache-2.0
// What is said of a loop without delay (docs/semantics.md, rule 14): the same text by every engine,
// and which firings it names.
#include <gtest/gtest.h>

#include "engine/counts/event_net.h"
#include "engine/course/loop_watch.h"
#include "tests/engine/text_net.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

/// The messages of the run of a net that speaks of time, without their source lines.
std::string told(const std::string& text, bool on_counts) {
  const Net net = text_net("place LATE : unit = () @+ 1 s;\n" + text);
  EXPECT_EQ(counts::make_event_net(net).has_value(), on_counts) << text;
  std::string all;
  for (const Engine engine : {Engine::coloured, Engine::counts}) {
    if (sanitized() && on_counts && engine == Engine::coloured) continue;  // goes through what is not on counts
    SimulationOptions options;
    options.engine = engine;
    const SimulationResult result = simulate(net, options);
    EXPECT_EQ(result.firings, LoopWatch::kMostFirings) << "those that look for the cycle do not count";
    EXPECT_EQ(result.diagnostics.list().size(), 1U);
    if (result.diagnostics.list().empty()) return {};
    const Diagnostic& message = result.diagnostics.list()[0];
    const std::string one = net.sources->describe(message.where) + ": " + message.message + "\n" + message.help;
    if (all.empty()) all = one;
    EXPECT_EQ(one, all) << "by another engine";
  }
  return all;
}

TEST(Loop, NamesTheCycleOnce) {
  EXPECT_EQ(told("colour N = int with 0..2;\nvar x : N;\nplace P : N = 0; place Q : N;\n"
                 "transition ping { in P : x; out Q : x; }\ntransition pong { in Q : x; out P : succ(x); }\n"
                 "transition innocent { in LATE; }",
                 true),
            "test.loom:5:12: loop without delay: 2000000 firings at 0 s, and these 6 over and over: ping(x = 0) -> pong(x = 0) -> "
            "ping(x = 1) -> pong(x = 1) -> ping(x = 2) -> pong(x = 2) -> ping(x = 0)\n"
            "give one of these transitions a time or a delay: ping (test.loom:5:12), pong (test.loom:6:12)");
}

// What went before is no part of it; durations of 0 are.
TEST(Loop, AfterABeginning) {
  EXPECT_EQ(told("place START : unit = () @+ 0.5 s; place P : unit; place Q : unit;\n"
                 "transition back { in Q; out P; time deterministic(0.0); }\n"
                 "transition go { in P; out Q; }\ntransition begin { in START; out P; }",
                 true),
            "test.loom:3:12: loop without delay: 2000000 firings at 0.5 s, and these 2 over and over: back -> go -> back\n"
            "give one of these transitions a time or a delay: back (test.loom:3:12), go (test.loom:4:12)");
}

// Instances are named with their index; a firing that puts back what it takes is a cycle alone.
TEST(Loop, OfOneInstance) {
  EXPECT_EQ(
      told("colour I = index i with 0..2;\nmodule M(n : int) {\n  place P : unit = n`();\n  transition t { in P; out P; }\n}\n"
           "instance m[k in I] : M(n = if ord(k) = 1 then 1 else 0);",
           true),
      "test.loom:5:14: loop without delay: 2000000 firings at 0 s, and this one over and over: m[1].t -> m[1].t\n"
      "give one of these transitions a time or a delay: m.t (test.loom:5:14)");
}

TEST(Loop, SaysWhatGrows) {
  EXPECT_EQ(told("place P : unit = 1`(); place Q : unit; place R : unit = 3000000`();\n"
                 "transition a { in P; out P; out Q : 2`(); }\ntransition b { in Q : 2`(); in R; out Q : 3`(); }",
                 true),
            "test.loom:4:12: loop without delay: 2000000 firings at 0 s, and this one over and over: b -> b; each time Q gains 1 "
            "token, R loses 1 token\n"
            "give one of these transitions a time or a delay: b (test.loom:4:12)")
      << "of tokens that all arrived at 0, who takes more of them goes first: a missing arrival counts as later";
  EXPECT_EQ(told("var n : int;\nplace P : int = 0;\ntransition count { in P : n; out P : n + 1; }", false),
            "test.loom:4:12: loop without delay: 2000000 firings at 0 s, and this one over and over, with other values each time: "
            "count(n = 2000000) -> count(n = 2000001)\n"
            "give one of these transitions a time or a delay: count (test.loom:4:12)");
}

// Large systems do more than that at one instant: a hundred firings for each colour that is marked.
TEST(Loop, LaterInLargeNets) {
  const auto run = [](const std::string& last) {
    const Net net = text_net(
        "colour N = int with 1..25000;\nvar k : int;\nplace IDLE : N = each all(N);\nplace LATE : unit = () @+ 1 s;\n"
        "place P : int = 0;\ntransition t { in P : k; guard k < " +
        last + "; out P : k + 1; }");
    SimulationOptions options;
    options.engine = Engine::coloured;
    return simulate(net, options);
  };
  const SimulationResult ends = run("2475000");
  EXPECT_FALSE(ends.diagnostics.has_errors());
  EXPECT_EQ(ends.firings, 2'475'000U);
  const SimulationResult loops = run("3000000");
  EXPECT_TRUE(loops.diagnostics.has_errors());
  EXPECT_EQ(loops.firings, 2'500'200U) << "a hundred for each of 25,002";
}

TEST(Loop, AtRandom) {
  const std::string text = told(
      "place P : unit = 1`();\ntransition a { in P; out P; weight 1; }\n"
      "transition b { in P; out P; weight 2; }",
      true);
  EXPECT_EQ(text,
            "test.loom:3:12: loop without delay: 2000000 firings at 0 s of a, b, in no order that repeats\n"
            "give one of these transitions a time or a delay: a (test.loom:3:12), b (test.loom:4:12)");
  const std::string grown = told(
      "place P : unit = 1`(); place Q : unit;\ntransition a { in P; out P; out Q; weight 1; }\n"
      "transition b { in P; out P; out Q; weight 2; }",
      true);
  EXPECT_NE(grown.find("of a, b, in no order that repeats: in 20000 more Q gains 20000 tokens\n"), std::string::npos) << grown;
}

// Of long cycles the first twelve are named; where the run would soon have left the place, the
// transitions alone.
TEST(Loop, LongOnes) {
  const std::string text =
      told("colour N = int with 0..99;\nvar x : N;\nplace P : N = 7;\ntransition t { in P : x; out P : succ(x); }", true);
  EXPECT_NE(text.find("these 100 over and over: t(x = 0) -> t(x = 1) ->"), std::string::npos) << text;
  EXPECT_NE(text.find("t(x = 11) -> (88 more) -> t(x = 0)\n"), std::string::npos) << text;
  EXPECT_EQ(told("place P : unit = 2000100`();\ntransition t { in P; }", true),
            "test.loom:3:12: loop without delay: 2000000 firings at 0 s of t (test.loom:3:12)\n"
            "give one of these transitions a time or a delay: t (test.loom:3:12)");
}

}  // namespace
}  // namespace petriloom::test
