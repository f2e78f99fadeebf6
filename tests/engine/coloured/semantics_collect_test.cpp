// SPDX-License-Identifier: Apache-2.0
// Rule 31 of docs/semantics.md: arcs that collect tokens; rule 7: resets of tokens that meet a
// condition.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/engine/draft.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

const std::string kDigits =
    "colour D = int with 0..9; var l, m : list of D; var d, e : D; place OUT : int; place GO : unit = 1`();\n"
    "fun digits(l : list of D) : int = fold(a = 1, x in l : 10 * a + x);\n";

/// The tokens put into OUT, each as `time:number`.
std::string puts(const std::string& text, Fold fold = Fold::automatic) {
  SimulationOptions options;
  options.until = 50;
  options.max_firings = 50;
  const Recorded run = record(text_net(kDigits + text, fold), options);
  std::string found;
  std::istringstream lines(run.text);
  std::string line;
  std::string time;
  while (std::getline(lines, line)) {
    if (line[0] != ' ') time = line.substr(0, line.find(' '));
    if (line.starts_with(" + OUT ")) found += time + ":" + line.substr(7, line.find(' ', 7) - 7) + " ";
  }
  return found;
}

TEST(SemanticsOfCollecting, Rule31TheFirstByArrival) {
  const std::string tokens = "place P : D = 5 @+ 1 s ++ 3 @+ 2 s ++ 5 @+ 3 s ++ 1 @+ 4 s; ";
  const std::string three = "transition t { in GO; in P : collect 3`_ as l; out OUT : digits(l) * 10 + length(l); }";
  EXPECT_EQ(puts(tokens + three), "3:13553 ");  // not the 1, which comes later
  EXPECT_EQ(
      puts(tokens + "place LATE : unit = () @+ 9 s;" + "transition t { in LATE; in P : collect 2`_ as l; out OUT : digits(l); }"),
      "9:135 ");  // of two of 5 the first alone
  EXPECT_EQ(puts("place P : D = 7 ++ 2 ++ 4; transition t { in GO; in P : collect 2`_ as l; out OUT : digits(l); }"),
            "0:124 ");  // of equal arrivals the smaller colours
  EXPECT_EQ(puts("place P : D = 7 ++ 2 ++ 4; transition t { in GO; in P : collect 4`_ as l; out OUT : digits(l); }"), "");
}

TEST(SemanticsOfCollecting, Rule31OneListForEachChoiceOfTheOtherVariables) {
  const std::string places =
      "place P : product D * D = (1, 5) ++ (2, 6) ++ (1, 7) ++ (2, 8) ++ (3, 9); place W : D = 3 ++ 2 ++ 1; "
      "var q : list of (product D * D); ";
  const std::string digits = "out OUT : digits(map(x in q : x.2)); ";
  EXPECT_EQ(puts(places + "transition t { in W : d; in P : collect 2`(d, _) as q; " + digits + "}"), "0:157 0:168 ");
  // What no arc binds is tried; a component gives what is behind the index.
  EXPECT_EQ(puts(places + "transition t { in P[d] : collect 2`_ as l; out OUT : digits(l); }"), "0:157 0:168 ");
  // A part that is computed.
  EXPECT_EQ(puts(places + "transition t { in W : d; in P : collect 1`(d, d + 4) as q; " + digits + "}"), "0:15 0:16 ");
}

TEST(SemanticsOfCollecting, Rule31OfNone) {
  const std::string places = "place P : D = 3; ";
  for (const char* const none : {"collect 0`_ as l", "collect (tokens(P) - 3)`_ as l", "collect 2`_ as l when false",
                                 "collect all`4 as l", "collect all`_ as l when false"}) {
    EXPECT_EQ(puts(places + "transition t { in GO; in P : " + none + "; out OUT : digits(l); }"), "0:1 ") << none;
  }
}

TEST(SemanticsOfCollecting, Rule31All) {
  const std::string places = "place P : D = 3 ++ 5 ++ 2`3; place GONE : unit; ";
  EXPECT_EQ(puts(places + "transition t { in GO; in P : collect all`3 as l; out OUT : digits(l); }"), "0:1333 ");
  EXPECT_EQ(puts(places + "transition t { in GO; in P : collect all`_ as l; out OUT : digits(l); }"), "0:13335 ");
  // All of them must be available.
  EXPECT_EQ(puts("place P : D = 3 ++ 5 @+ 2 s; transition t { in GO; in P : collect all`_ as l; out OUT : digits(l); }"), "2:135 ");
}

TEST(SemanticsOfCollecting, Rule31WhatAnotherTermTakesTooIsThereOnceMore) {
  EXPECT_EQ(puts("place P : D = 3 ++ 5 ++ 7; transition t { in P : d; in P : collect 2`_ as l; out OUT : digits(l) * 10 + d; }"),
            "0:1357 ");
  EXPECT_EQ(puts("place P : D = 2`3; transition t { in P : d; in P : collect 2`_ as l; out OUT : digits(l) * 10 + d; }"), "");
}

// Another list is another binding, whose duration begins anew.
TEST(SemanticsOfCollecting, Rule31ATimerEndsWithItsList) {
  const std::string places = "place P : D = 3 ++ 5 ++ 7; ";
  const std::string t = "transition t { in GO; in P : collect 2`_ as l; out OUT : digits(l); time deterministic(4 s); } ";
  EXPECT_EQ(puts(places + t), "4:135 ");
  EXPECT_EQ(puts(places + t + "place THIEF : unit = () @+ 3 s; transition u { in THIEF; in P : 3; }"), "7:157 ");
  EXPECT_EQ(puts(places + t + "place THIEF : unit = () @+ 3 s; transition u { in THIEF; in P : 7; }"), "4:135 ");
  // What comes goes behind what is there, unless it comes at the same time and is smaller.
  EXPECT_EQ(puts(places + t + "place MORE : unit = () @+ 3 s; transition u { in MORE; out P : 1; }"), "4:135 ");
  EXPECT_EQ(puts("place P : D; place A : D = 3 @+ 3 s ++ 5 @+ 3 s; place B : unit = () @+ 3 s; "
                 "transition a { in A : d; out P : d; priority 1; } transition b { in B; out P : 1; }" +
                 t),
            "7:113 ");
}

TEST(SemanticsOfCollecting, Rule31AnInstanceHasItsOwnTokens) {
  const std::string net =
      "place START : product D * D = (1, 4) ++ (2, 5) ++ (1, 6) ++ (2, 7) ++ (1, 8) ++ (3, 3) ++ (3, 4); var i : D;"
      "scope node[n in 1..3 where n < 3] { place IN : D; place RAW : unit; transition fill { in START[n] : d; out IN : d; out RAW; "
      "}"
      "  transition two { in IN : collect 2`_ as l; in RAW : 2`(); out OUT : digits(l) * 10 + n; }"
      "  var u : list of unit;"
      "  transition raw { inhibit START[n]; in RAW : collect all`() as u; guard length(u) > 0; out OUT : length(u); } }";
  const std::string folded = puts(net, Fold::always);
  EXPECT_EQ(folded, puts(net, Fold::never));
  EXPECT_EQ(folded, "0:1461 0:1572 0:1 ");
}

TEST(SemanticsOfCollecting, Rule31MoreThanAMillionTokensAreNoList) {
  const Net net = text_net(kDigits + "place P : D = 2000000`3; transition t { in P : collect all`_ as l; }");
  const SimulationResult result = simulate(net, {});
  ASSERT_TRUE(result.diagnostics.has_errors());
  EXPECT_NE(result.diagnostics.list()[0].message.find("more than 1048576 tokens of 'P' are collected"), std::string::npos);
}

TEST(SemanticsOfResets, Rule7OfTokensThatMeetACondition) {
  const std::string places = "place P : product D * D = (1, 5) ++ (2, 6) ++ 3`(1, 7) ++ (1, 8) @+ 5 s; ";
  const std::string rest = " transition left { in P : (d, e); out OUT : d * 10 + e; }";
  const auto after = [&](const std::string& reset) {
    return puts(places + "transition t { priority 1; in GO; reset " + reset + "; }" + rest);
  };
  EXPECT_EQ(after("P : t where t.2 > 6"), "0:15 0:26 ");  // also what comes later
  EXPECT_EQ(after("P : t where t.1 + t.2 = 8"), "0:15 5:18 ");
  EXPECT_EQ(after("P[1] : x where x != 5"), "0:15 0:26 ");
  EXPECT_EQ(after("P : t where t.1 = 1 when false"), "0:15 0:17 0:17 0:17 0:26 5:18 ");
  EXPECT_EQ(after("P : t where false"), "0:15 0:17 0:17 0:17 0:26 5:18 ");
}

}  // namespace
}  // namespace petriloom::test
