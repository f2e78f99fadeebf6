// SPDX-License-Identifier: Apache-2.0
// Values of files of CPN Tools that are drawn when a run begins or a transition fires, times of the
// clock on tokens that are put, and declarations that nothing needs.
#include <gtest/gtest.h>

#include <set>

#include "analysis/verify/verify.h"
#include "engine/simulate/simulate.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_drawn_test {
namespace {

using test::cpn_file;
using test::CpnPage;
using test::net_of_cpn;

SimulationResult run(const Net& net, std::uint64_t seed = 1) {
  SimulationOptions options;
  options.seed = seed;
  options.max_firings = 1000;
  SimulationResult result = simulate(net, options);
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result;
}

// One of three colours twice: the run may begin in three ways, and before them is the transition
// that draws. What is not taken stays.
TEST(CpnDrawn, InitialMarkingsAreDrawnFirst) {
  CpnPage page("P");
  page.place("a", "C", "2`C.ran()").place("b", "C").place("fixed", "C", "1`1").transition("t", "", "", "", "P_HIGH");
  page.arc("PtoT", "t", "a", "x").arc("TtoP", "t", "b", "x");
  const Net net = net_of_cpn(cpn_file("colset C = int with 1..3; var x : C;", {page}));
  const VerifyResult verified = verify(net, {});
  // Before it is drawn; for each colour none, one and both taken.
  EXPECT_EQ(verified.state_space.states, 1U + 3U * 3U);
  EXPECT_EQ(run(net).firings, 3U);
  EXPECT_EQ(net.transitions.back().name, "initial marking");
}

// The time of a token is drawn as well: between 100 and 200, and for each seed another.
TEST(CpnDrawn, TimesOfInitialTokensAreDrawn) {
  CpnPage page("P");
  page.place("a", "T", "1`1@+(100 + discrete(0, 100))+++1`2@7").place("b", "T").transition("t");
  page.arc("PtoT", "t", "a", "x").arc("TtoP", "t", "b", "x");
  const Net net = net_of_cpn(cpn_file("colset T = int timed; var x : T;", {page}));
  std::set<double> ends;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) ends.insert(run(net, seed).time.mean);
  EXPECT_GT(ends.size(), 3U);
  EXPECT_GE(*ends.begin(), 100);
  EXPECT_LE(*ends.rbegin(), 200);
  EXPECT_EQ(run(net, 5).time.mean, run(net, 5).time.mean);
}

// A variable that only an equation of the guard gives a value: drawn once, whatever uses it.
TEST(CpnDrawn, GuardsMayDraw) {
  CpnPage page("P");
  page.place("a", "INT", "1`1")
      .place("b", "INT")
      .place("c", "INT")
      .place("d", "INT")
      .transition("t", "[y = discrete(1, 1000000), x > 0]");
  page.transition("same", "[x <> y]");
  page.arc("PtoT", "t", "a", "x").arc("TtoP", "t", "b", "y").arc("TtoP", "t", "c", "y");
  page.arc("PtoT", "same", "b", "x").arc("PtoT", "same", "c", "y");
  const Net net = net_of_cpn(cpn_file("colset INT = int; var x, y : INT;", {page}));
  ASSERT_EQ(net.transitions[0].draws.size(), 1U);
  EXPECT_EQ(run(net).firings, 1U);  // what both places hold is the same
}

TEST(CpnDrawn, OtherConditionsCannotAskForIt) {
  CpnPage page("P");
  page.place("a", "INT", "1`1").place("b", "INT").transition("t", "[y = discrete(1, 6), y > 2]");
  page.arc("PtoT", "t", "a", "x").arc("TtoP", "t", "b", "y");
  const std::string text = test::refusal_of_cpn(cpn_file("colset INT = int; var x, y : INT;", {page}));
  EXPECT_NE(text.find("the guard asks for 'y', which is drawn when the transition fires"), std::string::npos) << text;
}

// A token with the time 10 is ready then, if it is put before; one of the past at once. The delay
// of the transition is added to it: 4 + 8 = 12, and 2 + 8 = 10 before 15.
TEST(CpnDrawn, TokensGetTimesOfTheClock) {
  const auto end = [](const std::string& start, const std::string& put, const std::string& delay) {
    CpnPage page("P");
    page.place("a", "T", "1`1@" + start).place("b", "T").place("c", "T").transition("put", "", delay).transition("take");
    page.arc("PtoT", "put", "a", "x").arc("TtoP", "put", "b", put).arc("PtoT", "take", "b", "x").arc("TtoP", "take", "c", "x");
    return run(net_of_cpn(cpn_file("colset T = int timed; var x : T;", {page}))).time.mean;
  };
  EXPECT_DOUBLE_EQ(end("3", "x@10", ""), 10);
  EXPECT_DOUBLE_EQ(end("3", "1`x@(5 + 5)", ""), 10);
  EXPECT_DOUBLE_EQ(end("15", "x@0", ""), 15);
  EXPECT_DOUBLE_EQ(end("3", "x@4", "@+8"), 12);
  EXPECT_DOUBLE_EQ(end("15", "x@2", "@+8"), 15);
  EXPECT_DOUBLE_EQ(end("3", "x@+4", "@+8"), 15);
}

// What is declared around terms with times is drawn once for all that depends on it: 1 to 3 after
// 10 s, 104 to 106 after 20 s, and nothing else.
TEST(CpnDrawn, TermsWithTimesStandInsideDeclarations) {
  CpnPage page("P");
  page.place("a", "T", "1`0").place("b", "T").place("c", "T").transition("put").transition("take", "[x < 4 orelse x > 103]");
  page.arc("PtoT", "put", "a", "x").arc("TtoP", "put", "b", "choose x");
  page.arc("PtoT", "take", "b", "x").arc("TtoP", "take", "c", "x");
  const Net net =
      net_of_cpn(cpn_file("colset T = int timed; var x : T;"
                          "fun choose n = let val drawn = discrete(1, 6) val late = n + drawn + 100"
                          " in if n > 0 then empty"
                          " else if drawn < 4 then 1`drawn@+10 else 1`late@+20 end;",
                          {page}));
  std::set<double> ends;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SimulationResult result = run(net, seed);
    EXPECT_EQ(result.firings, 2U) << seed;
    ends.insert(result.time.mean);
  }
  EXPECT_EQ(ends, (std::set<double>{10, 20}));
}

// The time of the last branch is not that of those before it.
TEST(CpnDrawn, BranchesHaveTimesOfTheirOwn) {
  const auto end = [](const std::string& token) {
    CpnPage page("P");
    page.place("a", "T", "1`" + token).place("b", "T").place("c", "T").transition("put").transition("take");
    page.arc("PtoT", "put", "a", "x").arc("PtoT", "take", "b", "x").arc("TtoP", "take", "c", "x");
    page.arc("TtoP", "put", "b", "if x < 2 then (if x < 1 then x@+1 else x@+2) else x@+3");
    return run(net_of_cpn(cpn_file("colset T = int timed; var x : T;", {page}))).time.mean;
  };
  EXPECT_DOUBLE_EQ(end("0"), 1);
  EXPECT_DOUBLE_EQ(end("1"), 2);
  EXPECT_DOUBLE_EQ(end("2"), 3);
}

// Functions that call themselves know the time too, also where only one of those that call each
// other asks for it: at the time 7 the list is of 14 and 17.
TEST(CpnDrawn, RecursionKnowsTheTime) {
  CpnPage page("P");
  page.place("a", "T", "1`2@7").place("b", "L").place("c", "LT").transition("t").transition("take");
  page.arc("PtoT", "t", "a", "x").arc("TtoP", "t", "b", "later x");
  page.arc("PtoT", "take", "b", "[14, 17]").arc("TtoP", "take", "c", "[1]@+1");
  const Net net =
      net_of_cpn(cpn_file("colset T = int timed; colset L = list T; colset LT = list T timed; var x : T;"
                          "fun clock () = IntInf.toInt (time ());"
                          "fun later 0 = [] | later n = (clock () + 3 * (2 - n) + 7) :: rest n"
                          " and rest n = later (n - 1);",
                          {page}));
  EXPECT_EQ(run(net).firings, 2U);
}

// Colour sets, variables and subsets that nothing uses are no reason to refuse a file.
TEST(CpnDrawn, WhatNothingNeedsMayBeWrong) {
  const std::string wrong = "colset INT = int; var gone : Missing; colset Two = product INT * Missing; var two : Two;";
  CpnPage page("P");
  page.place("a", "INT", "1").transition("t").arc("PtoT", "t", "a", "1");
  EXPECT_EQ(run(net_of_cpn(cpn_file(wrong, {page}))).firings, 1U);
  CpnPage uses("P");
  uses.place("a", "INT", "1").transition("t").arc("PtoT", "t", "a", "#1 two");
  EXPECT_NE(test::refusal_of_cpn(cpn_file(wrong, {uses})).find("error: 'two' is not known here"), std::string::npos);
  CpnPage place("P");
  place.place("a", "Two");
  EXPECT_NE(test::refusal_of_cpn(cpn_file(wrong, {place})).find("error: there is no colour set 'Two'"), std::string::npos);
  CpnPage subset("P");
  subset.place("a", "Even", "1`2++1`4").transition("t").arc("PtoT", "t", "a", "n");
  const std::string even = "colset INT = int; fun even n = n mod 2 = 0; colset Even = subset INT by even; var n : Even;";
  EXPECT_EQ(run(net_of_cpn(cpn_file(even, {subset}))).firings, 2U);
}

}  // namespace
}  // namespace petriloom::cpn_drawn_test
