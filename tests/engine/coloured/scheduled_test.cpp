// SPDX-License-Identifier: Apache-2.0
// Transitions that fire at set times (docs/semantics.md, rules 24 and 25), on both engines and the
// reference engine. Every expected time is counted by hand from the net above it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/game/token_game.h"
#include "engine/questions/schedule.h"
#include "tests/engine/draft.h"
#include "tests/engine/reference_engine.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

/// "1 t, 3 t(2); dead": what fires when, and how it ends; the same by all engines.
std::string course(const std::string& text, double until = 100) {
  const Net net = text_net(text);
  std::string first;
  for (const Engine engine : {Engine::coloured, Engine::counts}) {
    SimulationOptions options;
    options.until = until;
    options.engine = engine;
    const Recorded run = record(net, options);
    std::string all;
    for (std::size_t k = 0; k < run.firings.size(); ++k)
      all += fmt::format("{}{} {}", k == 0 ? "" : ", ", run.times[k], run.firings[k]);
    all += run.result.ended == Ended::dead ? "; dead" : "; until";
    if (first.empty()) first = all;
    EXPECT_EQ(all, first) << text;
  }
  SimulationOptions options;
  options.until = until;
  TextTrace trace(net);
  options.trace = &trace;
  ReferenceEngine(net, options).run();
  options.engine = Engine::coloured;
  EXPECT_EQ(record(net, options).text, trace.text) << text;
  return first;
}

const std::string kPlaces = "place P : unit; place Q : unit; place LOG : unit;\n";

TEST(Scheduled, FiresAtItsTimes) {
  EXPECT_EQ(course(kPlaces + "transition t { out LOG; at 5 s, 2 s, 2 s; }"), "2 t, 5 t; dead");
  EXPECT_EQ(course(kPlaces + "transition t { out LOG; every 2 s from 1 s until 6 s; }"), "1 t, 3 t, 5 t; dead");
  EXPECT_EQ(course(kPlaces + "transition t { out LOG; every 2 s until 6 s; }"), "2 t, 4 t, 6 t; dead");
  EXPECT_EQ(course(kPlaces + "transition t { out LOG; every 2 s from 0 s; }", 5), "0 t, 2 t, 4 t; until");
  EXPECT_EQ(course(kPlaces + "transition t { out LOG; at 0 s; }"), "0 t; dead");
}

// Of 0.1 s, ten thousand times: the sum of so many periods is 999.9999999998, the product 1000. 3 *
// 0.1 is above 0.3, yet meant.
TEST(Scheduled, TimesAreNoSums) {
  std::vector<double> times{0, 0.1, 1000};
  EXPECT_EQ(next_time(Timing::every, times, 999.95, false), 1000);
  EXPECT_EQ(next_time(Timing::every, times, 1000, true), 1000);
  EXPECT_EQ(next_time(Timing::every, times, 1000, false), INFINITY);
  times = {0, 0.1, 0.3};
  EXPECT_EQ(next_time(Timing::every, times, 0.25, false), 3 * 0.1);
  for (std::int64_t k = 0; k < 100000; ++k) {
    const std::vector<double> endless{0.7, 0.1};
    const double here = 0.7 + static_cast<double>(k) * 0.1;
    ASSERT_EQ(next_time(Timing::every, endless, here, true), here);
    ASSERT_EQ(next_time(Timing::every, endless, here, false), 0.7 + static_cast<double>(k + 1) * 0.1);
  }
  const Recorded run = record(text_net(kPlaces + "transition t { out LOG; every 0.1 s from 0 s until 1000 s; }"));
  EXPECT_EQ(run.times.size(), 10001U);
  EXPECT_EQ(run.times.back(), 1000);
}

TEST(Scheduled, WhatIsNotEnabledThenPasses) {
  EXPECT_EQ(course("place P : unit = () @+ 3 s;\ntransition t { in P; at 1 s, 4 s, 9 s; }"), "4 t; dead");
  // Enabled at 1 s, taken away at 2 s: back at 3 s, in time for 4 s.
  EXPECT_EQ(course("place P : unit = 1`(); place Q : unit; place R : unit = 1`();\n"
                   "transition t { in P; every 4 s; }\n"
                   "transition away { in P; in R; out Q; time deterministic(2 s); }\n"
                   "transition back { in Q; out P; time deterministic(1 s); }"),
            "2 away, 3 back, 4 t; dead");
}

// Tokens that become available at the time itself still count, also through an immediate
// transition; what timers bring does not.
TEST(Scheduled, AtTheTimeItself) {
  EXPECT_EQ(course("place P : unit = () @+ 4 s;\ntransition t { in P; every 4 s; }"), "4 t; dead");
  EXPECT_EQ(
      course("place P : unit = () @+ 4 s; place Q : unit;\ntransition go { in P; out Q; }\ntransition t { in Q; every 4 s; }"),
      "4 go, 4 t; dead");
  const std::string timer = "transition go { in P; out Q; time deterministic(4 s); }\n";
  const std::string tick = "transition t { in Q; every 4 s; }\n";
  for (const std::string& both : {timer + tick, tick + timer}) {
    EXPECT_EQ(course("place P : unit = 1`(); place Q : unit;\n" + both), "4 go, 8 t; dead");
  }
}

const std::string kColoured =
    "colour N = int with 0..3;\nvar x : N;\nplace P : N = all(N) ++ 1`2;\nplace FREE : unit = 2`();\nplace LOG : N;\n";

TEST(Scheduled, EachBindingOnce) {
  // There are two tokens of colour 2, of which one goes each time.
  EXPECT_EQ(course(kColoured + "transition t { in P : x; out LOG : x; every 5 s; }"),
            "5 t(0), 5 t(1), 5 t(2), 5 t(3), 10 t(2); dead");
  // Two are free: the bindings that come first take them.
  EXPECT_EQ(course(kColoured + "transition t { in P : x; in FREE; out LOG : x; every 5 s; }"), "5 t(0), 5 t(1); dead");
  EXPECT_EQ(
      course(kColoured + "transition t { guard x > 0; in P : x; in FREE; out LOG : x; out FREE : () @+ 1 s; every 5 s; }", 10),
      "5 t(1), 5 t(2), 10 t(2), 10 t(3); until");
  // A server is taken by who has waited longest; colour 2 waits once.
  EXPECT_EQ(course(kColoured + "transition t { in P : x; servers 2; every 5 s; }"),
            "5 t(0), 5 t(1), 10 t(2), 10 t(3), 15 t(2); dead");
}

// A shift register: what a firing puts waits for the next time.
TEST(Scheduled, OnePlaceAtATime) {
  EXPECT_EQ(course("colour N = int with 0..3;\nvar x : N;\nplace P : N = 1`0 ++ 1`1;\n"
                   "transition t { guard x < 3; in P : x; out P : x + 1; every 1 s; }"),
            "1 t(0), 1 t(1), 2 t(1), 2 t(2), 3 t(2); dead");
}

TEST(Scheduled, PriorityDecidesBetweenThem) {
  EXPECT_EQ(course(kPlaces +
                   "transition a { inhibit LOG; out LOG; at 3 s; }\ntransition b { inhibit LOG; out LOG; at 3 s; priority 1; }"),
            "3 b; dead");
}

TEST(Scheduled, TimesOfEachBinding) {
  EXPECT_EQ(course(kColoured + "fun first(n : N) : real = 0.5 * real(n);\n"
                               "transition t { guard x < 2; in P : x; out P : x; every 2 s from first(x) until 4 s; }"),
            "0 t(0), 0.5 t(1), 2 t(0), 2.5 t(1), 4 t(0); dead");
  EXPECT_EQ(course(kColoured + "transition t { in P : x; at real(x), 7 s; }"), "0 t(0), 1 t(1), 2 t(2), 3 t(3), 7 t(2); dead");
}

// Folded, expanded and unfolded nets do the same.
TEST(Scheduled, InArrays) {
  const std::string text =
      "colour I = index i with 0..2;\nmodule M(start : real) {\n  place P : unit = 1`(); place Q : unit;\n"
      "  transition t { in P; out Q; every 2 s from start until 6 s; }\n  transition u { in Q; out P; at 3 s, 4 s; }\n}\n"
      "instance m[i in I] : M(start = 1.0 * ord(i));\n";
  std::string folded;
  for (const Fold fold : {Fold::always, Fold::never}) {
    ReadOptions options;
    options.fold = fold;
    ReadResult read = read_loom("test.loom", text, options);
    ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
    const Recorded run = record(*read.net);
    std::string times;
    for (const double time : run.times) times += fmt::format("{} ", time);
    if (folded.empty()) folded = times;
    EXPECT_EQ(times, folded);
  }
  // 0: t at 0, u at 3, t at 4, u at 4 no (t came by a timer at 4). 1: t 1, u 3, t at 3 no, t 5. 2:
  // t 2, u 3, t 4, 6 no.
  EXPECT_EQ(folded, "0 1 2 3 3 3 4 4 5 ");
}

TEST(Scheduled, WrongTimesOfABinding) {
  const Net net = text_net(kColoured + "transition t {\n  in P : x;\n  every real(x);\n}");
  const SimulationResult result = simulate(net, {});
  ASSERT_TRUE(result.diagnostics.has_errors());
  EXPECT_EQ(result.diagnostics.list()[0].message, "a period must be finite and positive, not 0 s");
  EXPECT_EQ(result.diagnostics.list()[0].where.line, 8U);
}

// By hand a scheduled transition fires at any time; that is no firing of its time.
TEST(Scheduled, InTheTokenGame) {
  const Net net = text_net("place P : unit = 3`();\ntransition t { in P; every 2 s; }");
  TokenGame game(net, 1, 0, nullptr);
  const Choices choices = game.choices(10);
  ASSERT_EQ(choices.list.size(), 1U);
  EXPECT_EQ(choices.list[0].due, 2);
  EXPECT_EQ(choices.list[0].timers, 1U);
  EXPECT_TRUE(game.fire(choices.list[0].transition, {}));
  EXPECT_EQ(game.now(), 0);
  EXPECT_EQ(game.step(), Stepped::fired);
  EXPECT_EQ(game.now(), 2);
  const RunState saved = game.save();
  EXPECT_TRUE(saved.struck);
  TokenGame again(net, saved, nullptr);
  EXPECT_EQ(again.step(), Stepped::fired);
  EXPECT_EQ(again.now(), 4);
  RunState wrong = saved;
  wrong.bindings[0].timers[0].due = 5;
  EXPECT_THROW(TokenGame(net, wrong, nullptr), StateError);
}

}  // namespace
}  // namespace petriloom::test
