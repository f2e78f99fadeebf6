// SPDX-License-Identifier: Apache-2.0
// A number that may be nothing but the error of the solution is marked, where the error is not of
// each number.
#include <gtest/gtest.h>

#include "analysis/solve/solve.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

// M/M/1/200 at one half: it is full with probability 2^-201, and empty with one half. Where it is
// full, something is told by an immediate transition.
const char* const kQueue =
    "place ROOM : unit = 200`(); place Q : unit; place QUIET : unit = 1`(); place HEARD : unit; place TOLD : unit;\n"
    "transition arrive { in ROOM; out Q; time exponential(1.0); servers 1; }\n"
    "transition serve { in Q; out ROOM; time exponential(2.0); servers 1; }\n"
    "transition alarm { in QUIET; inhibit ROOM; out HEARD; time exponential(1.0); }\n"
    "transition tell { in HEARD; out TOLD; weight 1.0; }\ntransition calm { in TOLD; out QUIET; time exponential(1.0); }\n"
    "measure full = average if tokens(ROOM) = 0 then 1.0 else 0.0;\nmeasure empty = average if tokens(Q) = 0 then 1.0 else 0.0;\n"
    "measure alarms = count alarm;\nmeasure served = count serve;\n";

SolveResult by(LinearMethod method) {
  SolveOptions options;
  options.steady.method = method;
  return solve(text_net(kQueue), options);
}

std::vector<std::string> marked(const SolveResult& result) {
  std::vector<std::string> names;
  const auto add = [&](const auto& all) {
    for (const auto& one : all) {
      if (one.below_error) names.push_back(one.name);
    }
  };
  add(result.measures);
  add(result.places);
  add(result.transitions);
  return names;
}

TEST(BelowError, IsMarkedAfterSweeps) {
  const SolveResult result = by(LinearMethod::gauss_seidel);
  ASSERT_TRUE(result.solved());
  EXPECT_EQ(marked(result), (std::vector<std::string>{"full", "alarms", "TOLD", "alarm", "tell", "calm"}));
}

TEST(BelowError, NothingIsWhereEachNumberIsKnown) {
  for (const LinearMethod method : {LinearMethod::direct, LinearMethod::aggregation}) {
    const SolveResult result = by(method);
    ASSERT_TRUE(result.solved());
    EXPECT_EQ(marked(result), std::vector<std::string>());
    EXPECT_GT(result.measures[0].value.value_or(0), 0);
  }
}

// After a second there were 200 arrivals with probability 1e-375: less than any number. After 30 s,
// with 1e-90 or so.
TEST(BelowError, IsMarkedUntilATime) {
  SolveOptions options;
  options.transient = 30;
  const SolveResult result = solve(text_net(kQueue), options);
  ASSERT_TRUE(result.solved());
  EXPECT_TRUE(result.measures[0].below_error);
  EXPECT_TRUE(result.measures[0].end_below_error);
  EXPECT_TRUE(result.measures[2].below_error);
  EXPECT_FALSE(result.measures[1].below_error);
  EXPECT_FALSE(result.measures[1].end_below_error);
  EXPECT_FALSE(result.measures[3].below_error);
}

}  // namespace
}  // namespace petriloom::test
