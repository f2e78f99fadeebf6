// SPDX-License-Identifier: Apache-2.0
// How much shorter a run is with a faster part is what small nets show by hand; with parts as fast
// as they are nothing changes.
#include "engine/simulate/what_if.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/engine/draft.h"
#include "tests/engine/random_net.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

std::string text_of(const WhatIf& what_if) {
  if (!what_if.why_not.empty()) return what_if.why_not;
  std::string text;
  for (const WhatIfRow& row : what_if.rows)
    text += fmt::format("{} {:.6g} {:.6g}{}; ", row.name, row.time.mean, row.shorter.mean,
                        row.of_path ? fmt::format(" of {:.6g}", *row.of_path) : "");
  for (const std::string& name : what_if.left_out) text += "not " + name + "; ";
  return text;
}

WhatIf what_if_of(const Net& net, SimulationOptions options = {}, const WhatIfOptions& of_what_if = {}) {
  options.critical_path = true;
  const SimulationResult result = simulate(net, options);
  return what_if(net, parts_of(net, result), options, result, of_what_if);
}

// Two branches from 0: a of 6 s, and b of 3 s and c of 2 s one after the other, of which either may
// be longer.
constexpr const char* kBranches = R"(
place A : unit = 1`();
place B : unit = 1`();
place C : unit;
place AD : unit;
place CD : unit;
transition a { in A; out AD : () @+ 6 s; }
transition b { in B; out C : () @+ 3 s; }
transition c { in C; out CD; time deterministic(2 s); }
transition never { in AD; in CD; time deterministic(1 s); }
)";

TEST(WhatIf, IsWhatTheOtherBranchAllows) {
  // 7 s: a, then never. With a of 3 s b and c take 5 s, so 6 s in all. b and c do not matter.
  EXPECT_EQ(text_of(what_if_of(text_net(kBranches))), "a 6 1 of 6; never 6.5 0.5 of 1; b 7 0 of 0; c 7 0 of 0; ");
}

TEST(WhatIf, AtOtherSpeeds) {
  WhatIfOptions slower;
  slower.speed = 0.5;  // b of 6 s: 6 + 2 + 1 s; c of 4 s: 3 + 4 + 1 s
  EXPECT_EQ(text_of(what_if_of(text_net(kBranches), {}, slower)), "never 8 -1 of 1; c 8 -1 of 0; b 9 -2 of 0; a 13 -6 of 6; ");
}

TEST(WhatIf, LeavesOutWhatIsTooMuch) {
  WhatIfOptions few;
  few.most_firings = 9;  // 4 firings each
  EXPECT_EQ(text_of(what_if_of(text_net(kBranches), {}, few)), "a 6 1 of 6; never 6.5 0.5 of 1; not b; not c; ");
}

// With tokens in A alone join never fires, and the run is stuck at 1 s: no gain of 2 s.
TEST(WhatIf, OfRunsThatAreStuckThereIsNoTime) {
  constexpr const char* kJoin = R"(
place A : unit = 1`();
place B : unit = %`();
place DONE : unit;
transition first { in A; out A1 : () @+ 1 s; }
place A1 : unit;
transition join { in A1; in B; out DONE : () @+ 2 s; }
final when tokens(DONE) = 1;
)";
  const auto with = [&](const char* tokens) {
    std::string text = kJoin;
    return text_net(text.replace(text.find('%'), 1, tokens));
  };
  const Net net = with("1");
  const SimulationResult result = simulate(net, {});
  const std::vector<FasterPart> parts = {{{"B=0", {}}, with("0")}, {{"B=1", {}}, with("1")}};
  const WhatIf all = what_if(net, parts, {}, result, {});
  ASSERT_EQ(all.rows.size(), 2U);
  EXPECT_EQ(all.rows[0].name, "B=1");
  EXPECT_FALSE(all.rows[0].stuck);
  EXPECT_EQ(all.rows[1].name, "B=0");
  EXPECT_TRUE(all.rows[1].stuck);
  EXPECT_EQ(all.rows[1].shorter.mean, 0);
  ASSERT_EQ(all.messages.size(), 1U);
  EXPECT_TRUE(all.messages[0].diagnostics.list()[0].message.starts_with("with B=0: the run is stuck"));
}

TEST(WhatIf, NamesWhatAnInterruptLeavesOut) {
  const Net net = text_net(kBranches);
  SimulationOptions options;
  const SimulationResult result = simulate(net, options);
  bool over = false;
  options.cancelled = [&] { return over; };
  WhatIfOptions of_what_if;
  of_what_if.begun = [&](const std::string& name) { over = name == "b"; };
  const WhatIf all = what_if(net, parts_of(net, result), options, result, of_what_if);
  EXPECT_TRUE(all.cancelled);
  EXPECT_EQ(text_of(all), "a 6 1; not b; not c; not never; ");
}

TEST(WhatIf, IsNoneWhereTheRunEndsAnyway) {
  SimulationOptions options;
  options.until = 4;
  EXPECT_EQ(text_of(what_if_of(text_net(kBranches), options)),
            "the run ends when it is told to, however fast it is: give it no --until and no --firings");
}

TEST(WhatIf, OfSomeFiringsAlone) {
  // Jobs 1 and 2 on one unit, 2 s and 4 s; where the second is twice as fast the run is 2 s
  // shorter.
  const Net net = with_measures(text_net(R"(
colour Job = int with 1..2;
place JOBS : Job = all(Job);
place FREE : unit = 1`();
place RUN : Job;
transition begin { var j : Job; in JOBS : j; in FREE; out RUN : j @+ 2.0 * real(j); }
transition end { var j : Job; in RUN : j; out FREE; }
)"),
                                std::vector<std::string>{"second = count begin where exists(k in [2] : k = j)"}, "test")
                      .net.value();
  const MeasuredFirings& counted = net.measures.back().firings.front();
  const std::vector<FasterPart> parts{{{"second", {{counted.transition, counted.condition}}}, {}}};
  const SimulationResult result = simulate(net, {});
  EXPECT_EQ(text_of(what_if(net, parts, {}, result, {})), "second 4 2; ");
}

TEST(WhatIf, ScalesEveryDistribution) {
  // Means of 4000 runs: half of what they were, to some per cent.
  for (const char* time : {"exponential(0.5)", "deterministic(2 s)", "uniform(1 s, 3 s)", "normal(2 s, 0.1 s)", "erlang(2, 1.0)",
                           "gamma(2.0, 1 s)", "weibull(2.0, 2 s)", "lognormal(0.5, 0.5)"}) {
    const Net net = text_net(fmt::format("place P : unit = 1`();\ntransition t {{ in P; time {}; }}\n", time));
    SimulationOptions options;
    options.replications = 4000;
    const WhatIf again = what_if_of(net, options);
    ASSERT_EQ(again.rows.size(), 1U) << time;
    // The same numbers are drawn: it is half, but for rounding.
    EXPECT_NEAR(again.rows[0].shorter.mean, again.rows[0].time.mean, 1e-9 * again.rows[0].time.mean) << time;
    EXPECT_GT(again.rows[0].time.mean, 0.1) << time;
  }
}

TEST(WhatIf, AsFastAsBeforeChangesNothing) {
  std::size_t scaled = 0;
  for (std::uint64_t number = 0; number < 400; ++number) {
    const RandomNetOptions kinds{.counting = number % 3 == 0,
                                 .emptying = number % 4 == 0,
                                 .drawing = number % 5 == 0,
                                 .nested = number % 3 == 1,
                                 .sharing = number % 7 == 0};
    const Net net = random_net(number + 90000, kinds);
    std::vector<TimedFirings> all;
    for (const TimedPart& part : timed_parts(net)) all.insert(all.end(), part.firings.begin(), part.firings.end());
    scaled += all.size();
    Diagnostics diagnostics;
    const std::optional<Net> same = with_times(net, all, 1, diagnostics);
    ASSERT_TRUE(same) << number;
    SimulationOptions options;
    options.seed = number;
    options.max_firings = 100;
    options.until = 20;
    const Recorded before = record(net, options);
    const Recorded after = record(*same, options);
    ASSERT_EQ(before.text, after.text) << number;
    ASSERT_EQ(before.times, after.times) << number;
  }
  EXPECT_GT(scaled, 400U);
}

}  // namespace
}  // namespace petriloom::test
