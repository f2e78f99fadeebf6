// SPDX-License-Identifier: Apache-2.0
// Rule 31 of docs/semantics.md where arrivals are not known: every choice of tokens.
#include <gtest/gtest.h>

#include "analysis/solve/solve.h"
#include "analysis/verify/verify.h"
#include "tests/engine/text_net.h"

namespace petriloom {
namespace {

const std::string kLists =
    "colour D = int with 0..9; var l : list of D; var d : D; place OUT : int; place GO : unit = 1`();\n"
    "fun digits(l : list of D) : int = fold(a = 1, x in l : 10 * a + x);\n"
    "place P : D = 3 ++ 5 ++ 2`7;\n";

/// Whether a formula of the temporal logic CTL holds; fails if that is not decided.
bool holds(const std::string& net, const std::string& formula, bool urgent = false) {
  const Net read = test::text_net(kLists + net + " property asked : ctl " + formula + ";");
  VerifyOptions options;
  options.standard = false;
  options.urgent = urgent;
  const VerifyResult result = verify(read, options);
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*read.sources);
  if (result.properties.empty()) return false;
  const Verdict verdict = result.properties[0].verdict;
  EXPECT_TRUE(verdict == Verdict::holds || verdict == Verdict::refuted) << result.properties[0].note;
  return verdict == Verdict::holds;
}

TEST(Collecting, AnyOfThemAreTaken) {
  const std::string pairs = "transition t { in GO; in P : collect 2`_ as l; out OUT : digits(l); }";
  for (const char* const pair : {"135", "137", "157", "177"}) {
    EXPECT_TRUE(holds(pairs, std::string("EF tokens(OUT, ") + pair + ") = 1")) << pair;
  }
  EXPECT_TRUE(holds(pairs, "AF (tokens(OUT, 135) + tokens(OUT, 137) + tokens(OUT, 157) + tokens(OUT, 177) = 1)"));
  EXPECT_TRUE(holds("transition t { in GO; in P : collect 4`_ as l; out OUT : digits(l); }", "AF tokens(OUT, 13577) = 1"));
  EXPECT_TRUE(holds("transition t { in GO; in P : collect all`_ as l; out OUT : digits(l); }", "AF tokens(OUT, 13577) = 1"));
  EXPECT_TRUE(holds("transition t { in GO; in P : collect 5`_ as l; out OUT : digits(l); }", "AG tokens(OUT) = 0"));
  EXPECT_TRUE(holds("transition t { in GO; in P : collect 0`_ as l; out OUT : digits(l); }", "AF tokens(OUT, 1) = 1"));
}

TEST(Collecting, AnyOfThemWithInstantsInOrder) {
  const std::string late =
      "place Q : D; transition start { in P : d; out Q : d @+ 1 s; }"
      "transition t { in GO; in Q : collect 2`_ as l; out OUT : digits(l); }";
  EXPECT_TRUE(holds(late, "EF tokens(OUT, 135) = 1", true));
  EXPECT_TRUE(holds(late, "EF tokens(OUT, 157) = 1", true));
  EXPECT_TRUE(holds(late, "AF tokens(OUT) = 1", true));
}

// More tokens do not mean more of all that can be done, so that no cover shows a place unbounded.
TEST(Collecting, AllIsNotMonotone) {
  const Net net = test::text_net(
      "place A : int with 0..0 = 0; place B : unit; var l : list of int with 0..0;"
      "transition more { in A : collect all`_ as l; guard length(l) < 3; out A : each (l ++ [0]); }");
  VerifyOptions options;
  options.standard = true;
  for (const PropertyResult& property : verify(net, options).properties) {
    if (property.name == "bounded") {
      EXPECT_EQ(property.verdict, Verdict::holds);
    }
  }
}

TEST(Collecting, TooManyChoicesAreAnError) {
  const Net net = test::text_net(
      "place N : int with 0..99 = all(int with 0..99); var m : list of int with 0..99;"
      "transition t { in N : collect 10`_ as m; }");
  const VerifyResult result = verify(net, {});
  EXPECT_NE(result.diagnostics.format(*net.sources).find("more than 65536 ways to collect 10 tokens of 'N'"), std::string::npos)
      << result.diagnostics.format(*net.sources);
}

// The first two by arrival may fail a guard that two others pass, which would be dead then.
TEST(Collecting, WhatIsEnabledMustNotDependOnTheChoice) {
  const auto said = [](const std::string& items) {
    const Net net = test::text_net(kLists + "var m : list of D; transition t { in GO; " + items + " }");
    return verify(net, {}).diagnostics.format(*net.sources);
  };
  const std::string two = "in P : collect 2`_ as l; ";
  EXPECT_EQ(said(two + "out OUT : digits(l); reset P : x where contains(l, x); draw k = length(l); order by 2;"), "");
  EXPECT_EQ(said("in P : collect all`_ as l; guard length(l) > 3; order by -sum(x in l : x);"), "");
  for (const char* const item :
       {"guard head(l) < 5;", "order by head(l);", "priority head(l);", "in P : d;", "in P : collect 1`_ as m;",
        "read P : 3`7 when head(l) < 5;", "inhibit P : (length(l))`4;", "read OUT : head(l);"}) {
    EXPECT_NE(said(two + item).find("depends on which tokens 't' collects from 'P'"), std::string::npos)
        << item << said(two + item);
  }
}

TEST(Collecting, AMarkovChainKnowsNoOrderOfArrival) {
  const auto said = [](const std::string& count) {
    const Net net = test::text_net(kLists + "transition t { in P : collect " + count +
                                   "`_ as l; guard length(l) > 0; out OUT : digits(l); time exponential(1 / 1 s); }"
                                   "transition u { in OUT : _; out P : 3; out P : 5; time exponential(1 / 1 s); }"
                                   "measure m = average tokens(OUT);");
    const SolveResult result = solve(net, {});
    return result.diagnostics.format(*net.sources);
  };
  EXPECT_NE(said("2").find("depends on the order in which they came"), std::string::npos) << said("2");
  EXPECT_EQ(said("all"), "");
}

}  // namespace
}  // namespace petriloom
