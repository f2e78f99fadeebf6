// SPDX-License-Identifier: Apache-2.0
// The critical path of small nets is what they show by hand; that of random nets adds up, and each
// of its steps took what the one before put.
#include "engine/critical_path/recorder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "tests/engine/draft.h"
#include "tests/engine/random_net.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

CriticalPath path_of(const Net& net, SimulationOptions options = {}) {
  options.critical_path = true;
  const SimulationResult result = simulate(net, options);
  EXPECT_TRUE(result.critical_path.has_value());
  return result.critical_path.value_or(CriticalPath());
}

/// "at transition(on its way + own)" of every step, and the last token.
std::string text_of(const CriticalPath& path) {
  std::string text;
  for (const PathStep& step : path.steps) {
    constexpr std::array<const char*, 4> kAwaited{"", " < ", " ? ", " @ "};
    text += fmt::format("{} {}({}+{}){}{}; ", step.at, step.transition, step.on_its_way, step.own,
                        kAwaited[static_cast<std::size_t>(step.awaited)], step.awaited == Awaited::start ? "" : step.place);
  }
  if (!path.last_place.empty()) text += fmt::format("{} +{}; ", path.last_place, path.last_on_its_way);
  return text + fmt::format("end {}", path.end);
}

TEST(CriticalPath, IsTheLongerOfTwoBranches) {
  const Net net = text_net(R"(
place BEGIN : unit = 1`();
place A : unit;
place B : unit;
place A2 : unit;
place B2 : unit;
place END : unit;
transition fork { in BEGIN; out A : () @+ 1 s; out B : () @+ 2 s; }
transition left { in A; out A2 : () @+ 5 s; }
transition right { in B; out B2 : () @+ 1 s; }
transition join { in A2; in B2; out END : () @+ 0.5 s; }
)");
  EXPECT_EQ(text_of(path_of(net)), "0 fork(0+0); 1 left(1+0) < A; 6 join(5+0) < A2; END +0.5; end 6.5");
}

TEST(CriticalPath, TimedTransitionsTakeTheirTime) {
  const Net net = text_net(R"(
place QUEUE : unit = 3`();
place DONE : unit;
place IDLE : unit = 1`();
transition serve { in QUEUE; in IDLE; out DONE; out IDLE; time deterministic(2 s); }
)");
  EXPECT_EQ(text_of(path_of(net)), "2 serve(0+2); 4 serve(0+2) < IDLE; 6 serve(0+2) < IDLE; end 6");
}

TEST(CriticalPath, GoesThroughWhatIsReadInhibitedOrCounted) {
  const char* const parts = R"(
place GO : unit = 1`();
place WAIT : unit = 1`();
place GATE : unit = {};
place END : unit;
transition open {{ in GO; {} }}
transition pass {{ in WAIT; {} out END; }}
)";
  const auto path = [&](const char* gate, const char* opens, const char* asks) {
    return text_of(path_of(text_net(fmt::format(fmt::runtime(parts), gate, opens, asks))));
  };
  EXPECT_EQ(path("0`()", "out GATE : () @+ 3 s;", "read GATE;"), "0 open(0+0); 3 pass(3+0) ? GATE; end 3");
  EXPECT_EQ(path("0`()", "out GATE; time deterministic(3 s);", "guard tokens(GATE) > 0;"),
            "3 open(0+3); 3 pass(0+0) ? GATE; end 3");
  EXPECT_EQ(path("1`()", "in GATE; time deterministic(3 s);", "inhibit GATE;"), "3 open(0+3); 3 pass(0+0) ? GATE; end 3");
}

TEST(CriticalPath, OfAColourIsThatOfItsToken) {
  // Token 1 comes at 4 s by a, token 2 at 4 s by b: the one that is read counts.
  const Net net = text_net(R"(
colour Id = int with 1..2;
place GO : Id = all(Id);
place GATE : Id;
place WAIT : Id = 1;
place END : Id;
transition a { in GO : 1; out GATE : 1 @+ 4 s; }
transition b { in GO : 2; out GATE : 2 @+ 4 s; }
transition pass { var i : Id; in WAIT : i; read GATE : i; out END : i; }
)");
  const CriticalPath path = path_of(net);
  EXPECT_EQ(text_of(path), "0 a(0+0); 4 pass(4+0) ? GATE; end 4");
  ASSERT_EQ(path.steps.size(), 2U);
  EXPECT_EQ(path.steps[1].binding, "i = 1");
}

TEST(CriticalPath, WaitsForTheClockWhereNothingElseIsKnown) {
  const Net net = text_net(R"(
place A : unit = 1`();
place B : unit;
place C : unit;
transition tick { in A; out B : () @+ 1 s; }
transition late { in B; guard now >= 2; out C; }
transition other { in C; }
transition clock { time deterministic(1 s); inhibit C; }
)");
  SimulationOptions options;
  options.until = 2.5;
  const std::string text = text_of(path_of(net, options));
  EXPECT_NE(text.find("late"), std::string::npos) << text;
}

TEST(CriticalPath, SharesAddUp) {
  const Net net = text_net(R"(
module M {
  place P : unit = 2`();
  place Q : unit;
  transition work { in P; out Q; time deterministic(2 s); servers 1; }
  transition send { in Q; out R : () @+ 3 s; }
  port out R : unit;
}
place END : unit;
place LAST : unit;
instance m : M { R = END; }
transition finish { in END; out LAST : () @+ 1 s; }
)");
  const CriticalPath path = path_of(net);
  const std::vector<PathShare> shares = shares_of(path);
  double sum = 0;
  for (const PathShare& share : shares) sum += share.seconds;
  EXPECT_DOUBLE_EQ(sum, path.end);
  ASSERT_EQ(shares.size(), 3U);
  EXPECT_EQ(shares[0].name, "m.work");
  EXPECT_EQ(shares[1].name, "m.send -> END");
  const std::vector<PathShare> modules = module_shares_of(path);
  ASSERT_EQ(modules.size(), 2U);
  EXPECT_EQ(modules[0].name, "m");
  EXPECT_EQ(modules[1].name, "");
  EXPECT_DOUBLE_EQ(modules[1].seconds, 1);
}

TEST(CriticalPath, SharesByWhatFiringsAreOf) {
  const Net net = text_net(R"(
colour Kind = enum { short, long };
colour Job = product int * Kind;
place JOBS : Job = 1`(1, short) ++ 1`(2, long) ++ 1`(3, long);
place FREE : unit = 1`();
place RUN : Job;
place DONE : Job;
transition begin { var j : Job; in JOBS : j; in FREE; out RUN : j @+ (if j.2 = short then 1.0 else 3.0); }
transition end { var j : Job; in RUN : j; out FREE; out DONE : j; }
transition last { in DONE : (3, long); time deterministic(0.5 s); }
)");
  const CriticalPath path = path_of(net);
  const auto text = [](const std::vector<PathShare>& shares) {
    std::string all;
    for (const PathShare& one : shares) all += fmt::format("{}: {} in {}; ", one.name, one.seconds, one.steps);
    return all;
  };
  EXPECT_EQ(text(shares_by(path, {"j.2"})), "test, j.2 = long: 6 in 2; test, j.2 = short: 1 in 1; : 0.5 in 1; ");
  EXPECT_EQ(
      text(shares_by(path, {"j.2", "j.1"})),
      "test, j.2 = long, j.1 = 2: 3 in 1; test, j.2 = long, j.1 = 3: 3 in 1; test, j.2 = short, j.1 = 1: 1 in 1; : 0.5 in 1; ");
  EXPECT_EQ(text(transition_shares_of(path)), "begin: 7 in 3; last: 0.5 in 1; ");
}

TEST(CriticalPath, OfRandomNetsAddsUp) {
  std::size_t steps = 0;
  for (std::uint64_t number = 0; number < 1500; ++number) {
    const RandomNetOptions kinds{.counting = number % 3 == 0,
                                 .emptying = number % 4 == 0,
                                 .drawing = number % 5 == 0,
                                 .nested = number % 3 == 1,
                                 .sharing = number % 7 == 0};
    const Net net = random_net(number + 70000, kinds);
    SimulationOptions options;
    options.seed = number;
    options.max_firings = 100;
    options.until = 20;
    const Recorded recorded = record(net, options);
    const CriticalPath path = path_of(net, options);
    if (recorded.firings.empty()) {
      EXPECT_TRUE(path.steps.empty());
      continue;
    }
    double before = 0, sum = path.last_on_its_way;
    for (const PathStep& step : path.steps) {
      EXPECT_GE(step.on_its_way, 0) << number;
      EXPECT_GE(step.own, 0) << number;
      EXPECT_GE(step.at, before) << number;
      EXPECT_NEAR(step.at - before, step.on_its_way + step.own, 1e-9) << number;
      sum += step.on_its_way + step.own;
      before = step.at;
    }
    EXPECT_NEAR(sum, path.end, 1e-9) << number;
    EXPECT_GE(path.end, recorded.times.back()) << number;
    options.engine = Engine::counts;
    EXPECT_EQ(text_of(path_of(net, options)), text_of(path)) << number;
    steps += path.steps.size();
    ASSERT_FALSE(HasFailure()) << number;
  }
  EXPECT_GT(steps, 5000U);
}

}  // namespace
}  // namespace petriloom::test
