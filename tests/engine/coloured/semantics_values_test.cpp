// SPDX-License-Identifier: Apache-2.0
// Rule 28 of docs/semantics.md: places as lists of their tokens.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

const std::string kJobs =
    "colour W = int with 0..2; colour Job = record { w : W, n : int, x : real }; var w : W; var j : Job; var k : int;\n"
    "place Q : Job = {w = 0, n = 5, x = 0.5} ++ 2`{w = 1, n = 3, x = 0.25} ++ {w = 2, n = 3, x = 4.0} @+ 9 s;\n"
    "place E : Job; place OUT : int; place GO : unit = 1`();\n";

/// What `expression` is in the first marking.
std::string value(const std::string& expression) {
  const Net net = text_net(kJobs + "transition t { in GO; draw v = " + expression + "; out OUT : v; }");
  TextTrace trace(net);
  SimulationOptions options;
  options.trace = &trace;
  const SimulationResult result = simulate(net, options);
  return result.diagnostics.list().empty() ? trace.text : result.diagnostics.list()[0].message;
}
void expect_value(const std::string& expression, int wanted) {
  EXPECT_NE(value(expression).find(fmt::format("+ OUT {} x1", wanted)), std::string::npos)
      << expression << ": " << value(expression);
}

TEST(SemanticsOfValues, Rule28APlaceIsTheListOfItsTokens) {
  expect_value("sum(e in Q : e.n)", 14);  // 5 + 3 + 3 + 3, one of which is not yet available
  expect_value("sum(e in Q : 1)", 4);
  expect_value("sum(e in Q where e.w = 1 : e.n)", 6);
  expect_value("sum(e in Q where e.w = 1 & e.x > 0.5 : e.n)", 0);
  expect_value("min(e in Q : e.n)", 3);
  expect_value("max(e in Q where e.w > 0 : e.n)", 3);
  expect_value("argmin(e in Q : e.n).w", 1);  // the smaller colour of the two of 3
  expect_value("argmin(e in Q where e.w != 1 : e.n).w", 2);
  expect_value("if exists(e in Q : e.x > 3) then 1 else 0", 1);
  expect_value("if exists(e in Q where e.w = 1 : e.n = 3) then 1 else 0", 1);  // the first of its group settles it
  expect_value("if forall(e in Q where e.w = 2 : e.x < 1) then 1 else 0", 0);
  expect_value("if exists(e in E : true) | !forall(e in E : false) then 1 else 0", 0);
  expect_value("sum(e in E : e.n)", 0);
  expect_value("fold(a = 0, e in Q : 10 * a + e.w)", 112);
  expect_value("length(map(e in Q : e.x))", 4);
  expect_value("length(filter(e in Q : e.w = 1))", 2);
  expect_value("head(sort(e in Q : -e.n)).n", 5);
  expect_value("sum(e in Q, f in Q where f.w = e.w : 1)", 6);
  expect_value("fold(a = 0, e in Q where e.w > 0 : a + e.n)", 9);
  expect_value("sum(x in [3, 4, 5] where x > 3 : x)", 9);
  expect_value("max(x in [3, 4, 5] : 10 - x)", 7);
}

TEST(SemanticsOfValues, Rule28OfNoTokenThereIsNoLeast) {
  EXPECT_TRUE(value("min(e in E : e.n)").starts_with("min of an empty list"));
  EXPECT_TRUE(value("max(e in Q where e.n > 9 : e.n)").starts_with("max of an empty list"));
  EXPECT_TRUE(value("argmin(e in E : e.n).n").starts_with("argmin of an empty list"));
}

TEST(SemanticsOfValues, Rule28OfAnInstanceItHasItsOwnTokens) {
  const std::string text =
      "colour N = index n with 0..2; place ALL : int; var x : int;\n"
      "module M(i : N) { place P : product int * bool = (ord(i), true) ++ (7, false); place U : unit = (ord(i))`();\n"
      "  transition t { guard sum(p in P where p.2 : p.1) + sum(u in U : 100) = 202; in U; out ALL : 1; } }\n"
      "instance m[i in N] : M(i = i);\n"
      "measure one = peak sum(p in m[1].P : p.1);\n"
      "measure greatest[i in N] = peak max(p in m[i].P where p.2 : p.1);\n"
      "measure all = peak sum(p in m[*].P : p.1);\n";
  for (const Fold fold : {Fold::always, Fold::never}) {
    const Net net = text_net(text, fold);
    const SimulationResult result = simulate(net, {});
    EXPECT_EQ(result.firings, 1U);
    EXPECT_EQ(value_of(result, "one").mean, 8);
    EXPECT_EQ(value_of(result, "greatest[2]").mean, 2);
    EXPECT_EQ(value_of(result, "all").mean, 24);
  }
}

}  // namespace
}  // namespace petriloom::test
