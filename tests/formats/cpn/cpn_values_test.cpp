// SPDX-License-Identifier: Apache-2.0
// The basis library of Standard ML, values that code draws, and times in guards of nets of CPN
// Tools.
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/verify/verify.h"
#include "engine/simulate/simulate.h"
#include "formats/cpn/cpn.h"
#include "formats/ml/parser.h"
#include "formats/typing/basis.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_values_test {
namespace {

using test::cpn_file;
using test::CpnPage;
using test::net_of_cpn;
using test::value_of_ml;

SimulationResult run(const Net& net) {
  SimulationOptions options;
  options.max_firings = 1000;
  SimulationResult result = simulate(net, options);
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result;
}

TEST(CpnValues, TheBasisIsRead) {
  cpn::ml::Arena arena;
  Diagnostics diagnostics;
  cpn::Text text;
  text.text = cpn::ml::basis();
  const auto declarations = cpn::ml::Parser(text, arena, diagnostics).whole_declarations();
  EXPECT_TRUE(diagnostics.list().empty()) << diagnostics.list().front().message;
  for (const cpn::ml::Declaration* declaration : declarations) {
    EXPECT_EQ(declaration->kind, cpn::ml::DeclarationKind::functions) << declaration->text;
  }
}

// 1 January 2000 is day 10957 of the count from 1970: 30 years of 365 days and 7 leap days. It was
// a Saturday.
TEST(CpnValues, DatesAreThoseOfTheGregorianCalendar) {
  const std::string date =
      "fun date (y, m, d, s) = Date.date {day = d, hour = 0, minute = 0, month = m, offset = NONE, second = s, year = y};";
  EXPECT_EQ(value_of_ml(date, "INT", "date (2000, Date.Jan, 1, 0)"), "946684800");
  EXPECT_EQ(value_of_ml(date, "INT", "date (1970, Date.Jan, 1, 0)"), "0");
  EXPECT_EQ(value_of_ml(date, "INT", "Date.weekDay (date (2000, Date.Jan, 1, 0))"), "5");
  // The 29th of February, 366 days later the 1st of March; a second before midnight.
  EXPECT_EQ(value_of_ml(date, "INT", "Date.day (date (2000, Date.Feb, 29, 86399))"), "29");
  EXPECT_EQ(value_of_ml(date, "INT", "Date.day (date (2000, Date.Feb, 29, 366 * 86400))"), "1");
  EXPECT_EQ(value_of_ml(date, "INT", "Date.month (date (2000, Date.Feb, 29, 366 * 86400))"), "3");
  EXPECT_EQ(value_of_ml(date, "INT", "Date.year (date (1999, Date.Dec, 31, 86400))"), "2000");
  EXPECT_EQ(value_of_ml(date, "INT", "Date.yearDay (date (1999, Date.Dec, 31, 0))"), "364");
  // 1 h 2 min 5 s.
  EXPECT_EQ(value_of_ml(date, "INT", "Date.second (date (1999, Date.Dec, 31, 3725))"), "5");
  EXPECT_EQ(value_of_ml(date, "INT", "case Date.month (date (1999, Date.Dec, 31, 0)) of Date.Nov => 1 | Date.Dec => 2 | _ => 3"),
            "2");
  EXPECT_EQ(value_of_ml(date, "INT",
                        "if Date.compare (date (2000, Date.Jan, 1, 0), date (2005, Date.Jan, 1, 0)) <> GREATER "
                        "then 1 else 0"),
            "1");
  EXPECT_EQ(value_of_ml(date, "STRING", "Date.fmt \"%Y-%m-%dT%H:%M:%S.000%%\" (date (2004, Date.Mar, 7, 3725))"),
            "\"2004-03-07T01:02:05.000%\"");
}

TEST(CpnValues, OptionsOrdersAndTexts) {
  EXPECT_EQ(value_of_ml("", "INT", "valOf (List.find (fn x => x > 1) [1, 2, 3])"), "2");
  EXPECT_EQ(value_of_ml("", "INT", "case List.find (fn x => x > 5) [1, 2] of NONE => 7 | SOME x => x"), "7");
  EXPECT_EQ(value_of_ml("fun half x = if x mod 2 = 0 then SOME (x div 2) else NONE;", "L", "List.mapPartial half [1, 4, 6]"),
            "[2, 3]");
  EXPECT_EQ(value_of_ml("fun f (x : int option) = getOpt (x, 9);", "INT", "f NONE + f (SOME 1)"), "10");
  EXPECT_EQ(value_of_ml("", "INT", "case Int.compare (3, 4) of LESS => 1 | EQUAL => 2 | GREATER => 3"), "1");
  EXPECT_EQ(value_of_ml("", "INT", "valOf (Int.fromString \" ~12x\")"), "-12");
  EXPECT_EQ(value_of_ml("", "INT", "getOpt (Int.fromString \"x\", 5)"), "5");
  EXPECT_EQ(value_of_ml("", "STRING", "List.nth (String.tokens (fn c => c = #\" \") \"Sat  Jan 01\", 2)"), "\"01\"");
  EXPECT_EQ(value_of_ml("", "INT", "length (String.fields (fn c => c = #\",\") \"a,,b\")"), "3");
  EXPECT_EQ(value_of_ml("", "INT", "if Char.isDigit (String.sub (\"a1\", 1)) andalso #\"b\" > #\"a\" then 1 else 0"), "1");
  EXPECT_EQ(value_of_ml("fun f #\"x\" = 1 | f _ = 2;", "INT", "f #\"x\" + 10 * f #\"y\""), "21");
  EXPECT_EQ(value_of_ml("", "INT", "#1 (List.nth (ListPair.zip ([1, 2], [3, 4]), 1))"), "2");
  EXPECT_EQ(value_of_ml("", "L", "#2 (List.partition (fn x => x > 1) [1, 2, 0])"), "[1, 0]");
  // A colour set may have these names itself.
  EXPECT_EQ(value_of_ml("colset O = with LESS | MORE;", "INT", "case MORE of LESS => 1 | MORE => 2"), "2");
}

// A function of a 'let' is used at the types of each use, also where the one around it has types of
// its own.
TEST(CpnValues, LocalFunctionsAreGeneral) {
  EXPECT_EQ(value_of_ml("fun outer n = let fun go (k, l) = if k = 0 then (n, l, []) else go (k - 1, k :: l) in go (n, []) end;"
                        "fun third (a, b, c : int list) = length b;",
                        "INT", "third (outer 3)"),
            "3");
  EXPECT_EQ(value_of_ml("fun pairs x = let fun twice y = [y, y] in (twice x, twice \"a\") end;", "INT",
                        "length (#1 (pairs 1)) + length (#2 (pairs true))"),
            "4");
}

// 2 * 3 pairs.
TEST(CpnValues, ProductsOfMultisets) {
  EXPECT_EQ(value_of_ml("colset A = int with 1..2; colset B = int with 1..3; colset AB = product A * B;", "INT",
                        "size (AB.mult (A.all (), B.all ()))"),
            "6");
}

// One die: three states of two equal numbers, and the end. Two dice would give nine.
TEST(CpnValues, WhatCodeDrawsIsOneValueForAllArcs) {
  CpnPage page("P");
  page.place("a", "UNIT", "()").place("b", "INT").place("c", "INT").place("d", "INT");
  page.transition("draw", "", "", "output (x);\naction (discrete (1, 3));").transition("join");
  page.arc("PtoT", "draw", "a", "()").arc("TtoP", "draw", "b", "x").arc("TtoP", "draw", "c", "x");
  page.arc("PtoT", "join", "b", "x").arc("PtoT", "join", "c", "x").arc("TtoP", "join", "d", "x");
  const Net net = net_of_cpn(cpn_file("colset UNIT = unit; colset INT = int; var x : INT;", {page}));
  ASSERT_EQ(net.transitions[0].draws.size(), 1U);
  const VerifyResult result = verify(net, {});
  // The start, three before the second transition, three after it.
  EXPECT_EQ(result.state_space.states, 7U);
}

// Drawn together: a value and its double, and a delay that both share.
TEST(CpnValues, SeveralValuesAndDelaysOfOneDrawing) {
  CpnPage page("P");
  page.place("a", "UNIT", "()").place("b", "T").place("c", "INT").place("d", "T");
  page.transition("draw", "", "", "output (x, y); action let val k = discrete (1, 1000000) in (k, 2 * k) end;");
  page.transition("join", "[y = 2 * x]");
  page.arc("PtoT", "draw", "a", "()").arc("TtoP", "draw", "b", "x@+x").arc("TtoP", "draw", "c", "y");
  page.arc("PtoT", "join", "b", "x").arc("PtoT", "join", "c", "y").arc("TtoP", "join", "d", "x@+(2000000 - x)");
  const Net net = net_of_cpn(cpn_file("colset UNIT = unit; colset INT = int; colset T = int timed; var x, y : INT;", {page}));
  const SimulationResult result = run(net);
  EXPECT_EQ(result.firings, 2U);
  EXPECT_DOUBLE_EQ(result.time.mean, 2'000'000);
}

// The delay of a transition is one for all its timed places, untimed ones beside them or not.
TEST(CpnValues, ARandomDelayOfATransitionIsOneForAllTimedPlaces) {
  CpnPage page("P");
  page.place("a", "INT", "1").place("b", "T").place("c", "T").place("u", "INT").place("d", "INT");
  page.transition("t", "", "@+discrete (1, 1000000)").transition("both").transition("extra");
  page.transition("b_alone", "", "", "", "P_LOW").transition("c_alone", "", "", "", "P_LOW");
  page.arc("PtoT", "t", "a", "n").arc("TtoP", "t", "b", "n").arc("TtoP", "t", "c", "n").arc("TtoP", "t", "u", "n");
  page.arc("PtoT", "both", "b", "n").arc("PtoT", "both", "c", "n").arc("PtoT", "extra", "d", "n");
  page.arc("PtoT", "b_alone", "b", "n").arc("TtoP", "b_alone", "d", "n");
  page.arc("PtoT", "c_alone", "c", "n").arc("TtoP", "c_alone", "d", "n");
  const SimulationResult result =
      run(net_of_cpn(cpn_file("colset INT = int; colset T = int timed; var n : INT; val P_LOW = 10000;", {page})));
  EXPECT_EQ(result.firings, 2U);  // a token that comes first goes alone, which takes more
}

// An interval of CPN Tools 4 is drawn; a delay below 0 is none, but counts in a sum with others.
TEST(CpnValues, IntervalsAndNegativeDelays) {
  CpnPage page("P");
  page.place("a", "T", "1").transition("t", "[n < 5]", "@+[7, 7]").arc("PtoT", "t", "a", "n").arc("TtoP", "t", "a", "n+1@+[3, 3]");
  // Four times 10.
  EXPECT_DOUBLE_EQ(run(net_of_cpn(cpn_file("colset T = int timed; var n : T;", {page}))).time.mean, 40);
  CpnPage normal("P");
  normal.place("a", "T", "1").transition("t", "[n < 500]", "@+round(normal(~1000.0, 1.0))");
  normal.arc("PtoT", "t", "a", "n").arc("TtoP", "t", "a", "n+1@+10");
  EXPECT_DOUBLE_EQ(run(net_of_cpn(cpn_file("colset T = int timed; var n : T;", {normal}))).time.mean, 0);
  CpnPage sum("P");
  sum.place("a", "T", "1").transition("t", "[n < 2]", "@+round(normal(~1000.0, 0.000001))");
  sum.arc("PtoT", "t", "a", "n").arc("TtoP", "t", "a", "n+1@+1010");
  // 1010 - 1000.
  EXPECT_DOUBLE_EQ(run(net_of_cpn(cpn_file("colset T = int timed; var n : T;", {sum}))).time.mean, 10);
}

// A token that is ready at 10 is taken 4 before, at 6, and is in q 100 later; by others at 10.
TEST(CpnValues, TokensAreTakenEarly) {
  const auto end = [](const std::string& early_guard, const std::string& marking) {
    CpnPage page("P");
    page.place("start", "UNIT", marking.empty() ? "()" : "").place("p", "T", marking).place("q", "T");
    page.transition("make", "", "@+3").arc("PtoT", "make", "start", "()").arc("TtoP", "make", "p", "1@+7");
    page.transition("early", early_guard).arc("PtoT", "early", "p", "n@+soon").arc("TtoP", "early", "q", "n@+100");
    page.transition("normal").arc("PtoT", "normal", "p", "n").arc("TtoP", "normal", "q", "n@+100");
    const SimulationResult result =
        run(net_of_cpn(cpn_file("colset UNIT = unit; colset T = int timed; var n : T; val soon = 4;", {page})));
    return result.time.mean;
  };
  EXPECT_DOUBLE_EQ(end("[n = 1]", "1`1@10"), 106);
  EXPECT_DOUBLE_EQ(end("[n = 2]", "1`1@10"), 110);
  EXPECT_DOUBLE_EQ(end("[n = 1]", ""), 106);  // 3 for the transition and 7 for the arc
  EXPECT_DOUBLE_EQ(end("[n = 2]", ""), 110);
}

// Generated files declare their parameters after what uses them; what is declared twice is what it
// was up to there.
TEST(CpnValues, DeclarationsMayComeAfterTheirUses) {
  EXPECT_EQ(value_of_ml("fun f n = limit + g n; fun g n = n * factor; val limit = factor + 1; val factor = 10;", "INT", "f 2"),
            "31");
  EXPECT_EQ(value_of_ml("val k = 1; fun f () = k; val k = 2;", "INT", "f () * 10 + k"), "12");
  EXPECT_EQ(value_of_ml("colset P = product A * A; colset A = int with 0..3;", "INT", "size (P.all ())"), "16");
  EXPECT_EQ(
      value_of_ml("fun even 0 = true | even n = odd (n - 1); fun odd 0 = false | odd n = true;", "INT", "if even 4 then 1 else 0"),
      "1");
}

// Code regions run when the transition fires, guards before.
TEST(CpnValues, GuardsCannotAskForWhatCodeGives) {
  CpnPage guarded("P");
  guarded.place("a", "UNIT", "()").place("b", "INT").transition("t", "[x > 2]", "", "output (x); action (discrete (1, 6));");
  guarded.arc("PtoT", "t", "a", "()").arc("TtoP", "t", "b", "x");
  const std::string text = test::refusal_of_cpn(cpn_file("colset UNIT = unit; colset INT = int; var x : INT;", {guarded}));
  EXPECT_NE(text.find("the guard asks for 'x'"), std::string::npos) << text;
}

// Cases are made every 10 while the clock says less than 35: at 0, 10, 20 and 30.
TEST(CpnValues, GuardsMayLookAtTheTime) {
  CpnPage page("P");
  page.place("next", "T", "1").place("cases", "INT").transition("make", "[early ()]");
  page.arc("PtoT", "make", "next", "n").arc("TtoP", "make", "next", "n+1@+10").arc("TtoP", "make", "cases", "n");
  const Net net =
      net_of_cpn(cpn_file("colset INT = int; colset T = int timed; var n : T;"
                          "fun intTime () = IntInf.toInt (time ()); fun early () = intTime () < 35;",
                          {page}));
  const SimulationResult result = run(net);
  EXPECT_EQ(result.firings, 4U);
  EXPECT_TRUE(verify(net, {}).diagnostics.has_errors());
}

// Every text is found where it stands, whatever the layout of the file: on one line, and at its
// end.
TEST(CpnValues, TextsAreFoundInAnyLayout) {
  CpnPage page("P");
  for (int k = 0; k < 200; ++k) page.place("place" + std::to_string(k), "INT", std::to_string(k));
  for (int k = 0; k < 200; ++k) {
    const std::string t = "t" + std::to_string(k);
    page.transition(t).arc("PtoT", t, "place" + std::to_string(k), std::to_string(k));
  }
  std::string text = cpn_file("colset INT = int;", {page});
  EXPECT_EQ(run(net_of_cpn(text)).firings, 200U);
  const std::size_t begin = text.find("<cpnet>");
  std::replace(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), '\n', ' ');
  EXPECT_EQ(run(net_of_cpn(text)).firings, 200U);
  for (std::size_t at = 0; (at = text.find("> <", at)) != std::string::npos; ++at) text.replace(at, 3, ">\r\n<");
  EXPECT_EQ(run(net_of_cpn(text)).firings, 200U);
}

// Files that older tools made hold all declarations as one text, with the words of that time.
TEST(CpnValues, DeclarationsOfOldFiles) {
  CpnPage page("P");
  page.place("a", "Ten", "1")
      .place("b", "Ten")
      .transition("t", "", "@+DEL()")
      .arc("PtoT", "t", "a", "n")
      .arc("TtoP", "t", "b", "n");
  std::string text = cpn_file(
      "color U = with p | q; ;\ncolor Ten = int with 0..10 timed declare ran, ms;\nval broken = = ;\n"
      "color NetDelay = int with 25..25 declare ran;\nfun DEL() = ran'NetDelay();\nvar n : Ten;\n",
      {page});
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{"<ml id=\"IDml\">", "<errordecl>"}, {"</ml>", "</errordecl>"}}) {
    text.replace(text.find(from), from.size(), to);
  }
  text.replace(text.find("\"PtoT\""), 6, "\"ptot\"");
  text.replace(text.find("\"TtoP\""), 6, "\"ttop\"");
  const SimulationResult result = run(net_of_cpn(text));
  EXPECT_EQ(result.firings, 1U);
  EXPECT_DOUBLE_EQ(result.time.mean, 25);
}

}  // namespace
}  // namespace petriloom::cpn_values_test
