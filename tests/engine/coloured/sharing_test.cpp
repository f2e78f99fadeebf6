// SPDX-License-Identifier: Apache-2.0
// Work that is done of what transitions share (docs/semantics.md, rule 30), against the reference
// engine. Every expected time is counted by hand from the net above it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>

#include "tests/engine/draft.h"
#include "tests/engine/reference_engine.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

/// "1 t, 3 t(2); dead": what fires when, and how it ends; the same by the reference engine.
std::string work_course(const std::string& text, double until = 100) {
  const Net net = text_net(text);
  SimulationOptions options;
  options.until = until;
  const Recorded run = record(net, options);
  std::string all;
  for (std::size_t k = 0; k < run.firings.size(); ++k)
    all += fmt::format("{}{:.9g} {}", k == 0 ? "" : ", ", run.times[k], run.firings[k]);
  all += run.result.ended == Ended::dead ? "; dead" : "; until";
  EXPECT_FALSE(run.result.diagnostics.has_errors()) << run.result.diagnostics.format(*net.sources);
  TextTrace trace(net);
  options.trace = &trace;
  ReferenceEngine(net, options).run();
  EXPECT_EQ(run.text, trace.text) << text;
  return all;
}

std::string work_failure(const std::string& text) {
  SimulationOptions options;
  options.until = 10;
  return simulate(text_net(text), options).diagnostics.list().at(0).message;
}

const std::string kWorkPlaces =
    "colour Job = int with 0..9; var j : Job; place CPU : unit = 1`(); place DOWN : unit; place JOBS : Job; place DONE : Job;\n";
const std::string kServeJobs = "transition serve { in JOBS : j; out DONE : j; time deterministic(j); uses CPU; }\n";

std::string of_jobs(const std::string& marking, std::string net = kWorkPlaces) {
  const std::string place = "place JOBS : Job";
  return net.replace(net.find(place), place.size(), place + " = " + marking);
}

// Both at half the speed until 4 s; then the longer one has 4 of 6 left.
TEST(Sharing, TwoJobsShareAProcessor) { EXPECT_EQ(work_course(of_jobs("2 ++ 6") + kServeJobs), "4 serve(2), 8 serve(6); dead"); }

// Of one binding that is enabled three times.
TEST(Sharing, EqualJobsEndTogether) {
  EXPECT_EQ(work_course(of_jobs("3`2") + kServeJobs), "6 serve(2), 6 serve(2), 6 serve(2); dead");
}

// Speeds are found once for all that begin at an instant, and once for all that end: found for each
// of them this takes minutes.
TEST(Sharing, ManyThatBeginAndEndTogetherTakeLittleTime) {
  SimulationOptions options;
  options.until = 1e6;
  const std::clock_t start = std::clock();
  const SimulationResult result =
      simulate(text_net("colour Job = int with 0..39999; var j : Job; place CPU : unit = 1`();\n"
                        "place JOBS : Job = all(Job); place READY : Job; place DONE : Job;\n"
                        "transition ready { in JOBS : j; out READY : j; }\n"
                        "transition serve { in READY : j; out DONE : j; time deterministic(1); uses CPU; }\n"),
               options);
  EXPECT_EQ(result.firings, 80'000U);
  EXPECT_NEAR(result.time.mean, 40'000, 1e-6);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 8);
}

// Two processors: three jobs at 2/3 until 3 s; the last alone at 1.
TEST(Sharing, AtMostLimitsASpeed) {
  const std::string two = of_jobs("2`2 ++ 4") + "transition add { out CPU; at 0 s; }\n";
  EXPECT_EQ(work_course(two + "transition serve { in JOBS : j; time deterministic(j); uses CPU; at most 1; }"),
            "0 add, 3 serve(2), 3 serve(2), 5 serve(4); dead");
  EXPECT_EQ(work_course(two + "transition serve { in JOBS : j; time deterministic(j); at most 2; }"),
            "0 add, 1 serve(2), 1 serve(2), 2 serve(4); dead");
  EXPECT_EQ(work_course(two + "transition serve { in JOBS : j; time deterministic(j); uses CPU; at most 0.5 * j; }"),
            "0 add, 3 serve(2), 3 serve(2), 4 serve(4); dead");
}

// Link a carries 1, b 2. f0 uses both, f1 a, f2 b. Until 4 s: f0 and f1 at 1/2 each, f2 at 3/2.
// When f0 has done its 2, f1 has 2 of 4 left and goes on at 1, f2 6 of 12 and goes on at 2.
TEST(Sharing, ThreeFlowsOverTwoLinks) {
  const std::string net =
      "colour Link = enum { a, b }; colour Flow = int with 0..2; var f : Flow;\n"
      "place LINK : Link = a ++ 2`b; place FLOW : Flow = all(Flow);\n"
      "fun route(f : Flow) : list of Link = if f = 0 then [a, b] else if f = 1 then [a] else [b];\n"
      "fun size(f : Flow) : real = if f = 0 then 2.0 else if f = 1 then 4.0 else 12.0;\n"
      "transition send { in FLOW : f; time deterministic(size(f)); uses LINK : each route(f); }\n";
  EXPECT_EQ(work_course(net), "4 send(0), 6 send(1), 7 send(2); dead");
}

// 2 of the capacity for each unit of speed, beside 1: thirds.
TEST(Sharing, WeightsAreUsePerUnitOfSpeed) {
  EXPECT_EQ(work_course(of_jobs("1") + "transition serve { in JOBS : j; time deterministic(j); uses CPU : 2`(); }"),
            "2 serve(1); dead");
  EXPECT_EQ(work_course(of_jobs("1 ++ 2") + "transition serve { in JOBS : j; time deterministic(j); uses CPU : j`(); }"),
            "3 serve(1), 5 serve(2); dead");
  // Used twice is used with the sum.
  EXPECT_EQ(
      work_course(of_jobs("1") + "transition serve { in JOBS : j; time deterministic(j); uses CPU : each [(), ()]; uses CPU; }"),
      "3 serve(1); dead");
}

// One of 2 is done when the processor goes, and the rest when it is back; after that with two.
TEST(Sharing, SpeedsFollowTheCapacity) {
  const std::string fail = "transition fail { in CPU; out DOWN; at 1 s; }\ntransition repair { in DOWN; out CPU; at 3 s; }\n";
  EXPECT_EQ(work_course(of_jobs("2") + kServeJobs + fail), "1 fail, 3 repair, 4 serve(2); dead");
  EXPECT_EQ(work_course(of_jobs("2") + kServeJobs + "transition fail { in CPU; out DOWN; at 1 s; }"), "1 fail; dead");
  EXPECT_EQ(work_course(of_jobs("3") + kServeJobs + "transition add { out CPU; at 1 s; }"), "1 add, 2 serve(3); dead");
  // A token that comes later is used when it is available.
  EXPECT_EQ(work_course(of_jobs("3") + kServeJobs + "transition add { out CPU : () @+ 1 s; at 1 s; }"),
            "1 add, 2.5 serve(3); dead");
}

// What is done at that instant is done, though the processor goes first.
TEST(Sharing, WhatEndsNowHasNothingLeft) {
  EXPECT_EQ(work_course(of_jobs("2") + "transition fail { in CPU; priority 1; at 2 s; }\n" + kServeJobs),
            "2 fail, 2 serve(2); dead");
}

TEST(Sharing, NothingUsedTakesNoTime) {
  const std::string some = "transition serve { in JOBS : j; time deterministic(j); uses CPU : () when j > 2; }\n";
  EXPECT_EQ(work_course(of_jobs("1 ++ 2 ++ 3 ++ 4") + some), "0 serve(1), 0 serve(2), 6 serve(3), 7 serve(4); dead");
  // No work is done at any speed, also where nothing is there.
  EXPECT_EQ(work_course(of_jobs("0 ++ 1") + "transition take { in CPU; priority 1; at 0 s; }\n" + kServeJobs),
            "0 take, 0 serve(0); dead");
}

// Work without an end takes its share for ever.
TEST(Sharing, ARateOfNoneNeverEnds) {
  EXPECT_EQ(work_course(of_jobs("2") + kServeJobs + "transition idle { in DOWN; time exponential(0.0); uses CPU; }\n" +
                        "transition begin { out DOWN; at 0 s; }"),
            "0 begin, 4 serve(2); dead");
}

// 2 of 4 are done at 2 s, when DOWN comes; memory `age` keeps the rest until 5 s.
TEST(Sharing, MemoryIsOfWork) {
  const std::string stop = "transition stop { out DOWN; at 2 s; }\ntransition go { in DOWN; at 5 s; }\n";
  const auto with = [&](const std::string& memory) {
    return work_course(of_jobs("4") + stop + "transition serve { in JOBS : j; inhibit DOWN; time deterministic(j); uses CPU; " +
                       memory + " }");
  };
  EXPECT_EQ(with("memory age;"), "2 stop, 5 go, 7 serve(4); dead");
  EXPECT_EQ(with(""), "2 stop, 5 go, 9 serve(4); dead");
  // Drawn anew at every firing, whatever it is of.
  EXPECT_EQ(work_course(of_jobs("4") + kServeJobs.substr(0, kServeJobs.size() - 2) +
                        "memory resampling; }\ntransition tick { out DOWN; at 2 s, 3 s; }"),
            "2 tick, 3 tick, 7 serve(4); dead");
}

// What waits for a server uses nothing.
TEST(Sharing, ServersAreBesideIt) {
  EXPECT_EQ(work_course(of_jobs("2 ++ 3") + "transition serve { in JOBS : j; time deterministic(j); uses CPU; servers 1; }"),
            "2 serve(2), 5 serve(3); dead");
}

// Each element has a processor of its own; both share the link, which carries 1.
TEST(Sharing, ElementsOfAnArrayHaveTheirOwn) {
  const std::string net =
      "colour Node = index node with 0..1; place LINK : unit = 1`();\n"
      "module NODE(jobs : int) { place CPU : unit = 2`(); place JOBS : unit = jobs`(); place SENT : unit;\n"
      "  transition run { in JOBS; out SENT; time deterministic(2); uses CPU; }\n"
      "  transition send { in SENT; time deterministic(1); uses LINK; uses CPU; } }\n"
      "instance node[n in Node] : NODE(jobs = 1 + ord(n));\n";
  const std::string folded = work_course(net);
  // node 1 has two jobs at speed 1 until 2 s. node 0 has done its one at 1 s, and sends it until
  // 2 s; then two share the link.
  EXPECT_EQ(folded, "1 run(0), 2 run(1), 2 run(1), 2 send(0), 4 send(1), 4 send(1); dead");
  const Recorded expanded = record(text_net(net, Fold::never), {});
  const Recorded same = record(text_net(net, Fold::always), {});
  EXPECT_EQ(expanded.times, same.times);
}

// Levels are integrated between the ends of work, which stay where they are.
TEST(Sharing, GoesWithFluidPlaces) {
  const std::string fluid = "place TANK : fluid; transition fill { out TANK; flow 1; }\n";
  SimulationOptions options;
  options.until = 20;
  const Net net = text_net(of_jobs("2 ++ 6") + kServeJobs + fluid + "measure end = time until tokens(JOBS) = 0;\n" +
                           "measure first = time until tokens(DONE) = 1; measure level = peak level(TANK);");
  const SimulationResult result = simulate(net, options);
  EXPECT_DOUBLE_EQ(value_of(result, "first").mean, 4);
  EXPECT_DOUBLE_EQ(value_of(result, "end").mean, 8);
  EXPECT_DOUBLE_EQ(value_of(result, "level").mean, 20);
  // Work that waits for a level.
  const std::string late =
      "transition late { in JOBS : j; guard level(TANK) > 3; time deterministic(j); uses CPU; }\nmeasure end = time until "
      "tokens(JOBS) = 0;";
  EXPECT_NEAR(value_of(simulate(text_net(of_jobs("2") + fluid + late), options), "end").mean, 5, 1e-6);
}

TEST(Sharing, WhatIsUsedIsCheckedWhenItBegins) {
  EXPECT_EQ(work_failure(of_jobs("1") + "transition serve { in JOBS : j; time deterministic(j); uses CPU; at most j - 1; }"),
            "at most a speed of 0: it must be finite and above 0");
  EXPECT_EQ(work_failure(of_jobs("2") + "transition serve { in JOBS : j; time deterministic(j); uses CPU : (j * 1000000000)`(); }"),
            "2000000000 are used per unit of speed; more than 1000000000 are not allowed");
}

}  // namespace
}  // namespace petriloom::test
