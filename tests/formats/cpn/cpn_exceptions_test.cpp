// SPDX-License-Identifier: Apache-2.0
// Exceptions and where they are handled, operators of the author, alternatives in patterns: values
// as The Definition of Standard ML and the Basis Library give them.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "engine/simulate/simulate.h"
#include "engine/trace/csv.h"
#include "formats/cpn_writing/write_cpn.h"
#include "formats/loom/loom.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_exceptions_test {
namespace {

using test::cpn_file;
using test::CpnPage;
using test::expect_values_of_ml;
using test::net_of_cpn;

// What a transition puts into place b for each token of place a.
std::string put_for_each(const std::string& declarations, const std::string& tokens, const std::string& expression) {
  CpnPage page("P");
  page.place("a", "L", tokens).place("b", "INT").transition("t").arc("PtoT", "t", "a", "l").arc("TtoP", "t", "b", expression);
  const Net net = net_of_cpn(cpn_file("colset INT = int; colset L = list INT; var l : L;" + declarations, {page}));
  const auto run = [](const Net& of) {
    std::ostringstream trace;
    CsvTrace csv(of, trace);
    SimulationOptions options;
    options.trace = &csv;
    const SimulationResult result = simulate(of, options);
    if (result.diagnostics.has_errors()) return result.diagnostics.format(*of.sources);
    std::multiset<int> put;
    std::istringstream lines(trace.str());
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("put,0,b,")) put.insert(std::stoi(line.substr(8)));
    }
    return fmt::format("{}", fmt::join(put, " "));
  };
  const std::string once = run(net);
  if (once.find("error") != std::string::npos) return once;
  // The same when it was written and read again.
  const WriteResult cpn = write_cpn(net, {});
  EXPECT_EQ(run(net_of_cpn(cpn.text)), once) << cpn.text;
  const ReadResult loom = read_loom("again.loom", write_loom(net, {}).text, {});
  EXPECT_TRUE(loom.net) << loom.diagnostics.format(*loom.sources);
  EXPECT_EQ(loom.net ? run(*loom.net) : "", once);
  return once;
}

TEST(CpnExceptions, AreHandledByTheirNames) {
  expect_values_of_ml("INT", {{"hd [] handle Empty => 7", "7"},
                              {"hd [3] handle Empty => 7", "3"},
                              {"hd [] handle _ => 7", "7"},
                              {"hd [] handle e => size (exnName e)", "5"},
                              {"List.nth ([1, 2], 2) handle Empty => 1 | Subscript => 2 | _ => 3", "2"},
                              {"(1 div 0) handle Div => 9", "9"},
                              {"(1 div 0 handle Empty => 1) handle General.Div => 9", "9"},
                              {"(case [1] of [] => 0) handle Match => 4", "4"},
                              {"valOf NONE handle Option => 5", "5"},
                              {"ord (chr 200) handle Chr => 6", "6"},
                              {"size (substring (\"abc\", 2, 2)) handle Subscript => 8", "8"}});
}

TEST(CpnExceptions, OfTheAuthorAreRaisedAndHandled) {
  const char* const kDeclared =
      "exception Full; exception Broken of string and Late;"
      "fun put (l, x) = if length l > 2 then raise Full else if x < 0 then raise Broken \"below\" else x :: l;"
      "fun safe (l, x) = put (l, x) handle Full => [x] | Broken text => [0];";
  expect_values_of_ml("L", {{"safe ([1], 2)", "[2, 1]"}, {"safe ([1, 2, 3], 4)", "[4]"}, {"safe ([], ~1)", "[0]"}}, kDeclared);
  expect_values_of_ml("INT", {{"length (let exception Mine in (raise Mine) handle Mine => [1, 2] end)", "2"}}, kDeclared);
}

// Without brackets the clauses go on as far as they can.
TEST(CpnExceptions, ClausesBindWeakly) {
  expect_values_of_ml(
      "INT", {{"if false orelse hd [] handle Empty => true then 1 else 2", "1"}, {"1 + hd [] handle Empty => 10 + 1", "11"}});
}

TEST(CpnExceptions, InFunctionsThatCallThemselvesAndInListsThatAreGoneThrough) {
  const char* const kTokens = "1`[] ++ 1`[4] ++ 1`[5, 0, 1] ++ 1`[6, 2]";
  const char* const kDeclared =
      "exception Zero;"
      "fun product [] = 1 | product (0 :: _) = raise Zero | product (x :: rest) = x * product rest;"
      "fun halves l = map (fn x => 12 div x) l;";
  EXPECT_EQ(put_for_each(kDeclared, kTokens, "product l handle Zero => ~1"), "-1 1 4 12");
  EXPECT_EQ(put_for_each(kDeclared, kTokens, "length (halves l) handle Div => ~1"), "-1 0 1 2");
  EXPECT_EQ(put_for_each(kDeclared, kTokens, "foldl (fn (x, s) => s + 12 div x) 0 l handle Div => ~1"), "-1 0 3 8");
  EXPECT_EQ(put_for_each(kDeclared, kTokens, "if List.exists (fn x => 12 div x = 2) l handle Div => false then 1 else 0"),
            "0 0 1 1");
}

// The first element that decides ends the search, and what comes behind it is not looked at.
TEST(CpnExceptions, BehindTheElementThatDecidesAreNotRaised) {
  EXPECT_EQ(put_for_each("", "1`[6, 0] ++ 1`[0, 6] ++ 1`[1]",
                         "if List.exists (fn x => 12 div x = 2) l handle Div => false then 1 else 0"),
            "0 0 1");
}

TEST(CpnExceptions, CarryValues) {
  const char* const kDeclared =
      "exception Low of int; exception High of int * string; exception None;"
      "fun within x = if x < 0 then raise Low x else if x > 9 then raise High (x - 9, \"above\") else x;"
      "fun all [] = [] | all (x :: rest) = within x :: all rest;"
      "fun sum l = case l of [] => 0 | x :: rest => within x + sum rest;";
  expect_values_of_ml("INT",
                      {{"within 5 handle Low n => n", "5"},
                       {"within ~3 handle Low n => n * 10", "-30"},
                       {"within 12 handle Low n => n | High (n, text) => n + size text", "8"},
                       {"(within 12 handle Low n => n) handle High (n, _) => n", "3"},
                       {"hd (all [1, 2, ~7, 20]) handle Low n => n | High (n, _) => n", "-7"},
                       {"hd (all [1, 20, ~7]) handle Low n => n | High (n, _) => n", "11"},
                       {"within 3 + within 11 + within ~1 handle Low n => n | High (n, _) => n", "2"},
                       {"within ~4 handle Low ~3 => 1 | Low ~4 => 2 | Low n => 3", "2"},
                       {"let val x = within ~6 in x + 1 end handle Low n => n", "-6"},
                       {"(raise Fail \"abc\") handle Fail text => size text", "3"},
                       {"hd [] handle Low n => n | Empty => 4", "4"}},
                      kDeclared);
  // What each token of a place makes of it, also of the net that was written and read again.
  EXPECT_EQ(put_for_each(kDeclared, "1`[1, 2] ++ 1`[3, ~4] ++ 1`[15, ~4]", "sum l handle Low n => n | High (n, _) => 100 + n"),
            "-4 3 106");
}

TEST(CpnExceptions, AreRaisedAgain) {
  const char* const kDeclared =
      "fun clean f x = f x handle e => raise e; fun last [] = hd [] | last [x] = x | last (x :: l) = last l;";
  EXPECT_EQ(put_for_each(kDeclared, "1`[] ++ 1`[4, 5]", "clean last l handle Empty => ~1"), "-1 5");
  const std::string text = put_for_each(kDeclared, "1`[]", "clean last l handle Div => ~1");
  EXPECT_NE(text.find("raised: Empty"), std::string::npos) << text;
}

TEST(CpnExceptions, ThatNoClauseIsForStayRaised) {
  const std::string text = put_for_each("exception Full;", "1`[]", "(hd l) handle Full => 1");
  EXPECT_NE(text.find("empty"), std::string::npos) << text;
}

// What a handled expression raises is not asked again.
TEST(CpnExceptions, MayBeHandledInsideEachOther) {
  std::string expression = "hd l";
  for (int k = 0; k < 10; ++k) expression = "(" + expression + " handle Empty => 1 div (length l) | Div => 2)";
  EXPECT_EQ(put_for_each("", "1`[] ++ 1`[4]", "(" + expression + " handle _ => 7)"), "2 4");
}

TEST(CpnExceptions, WhatIsNotReadIsSaid) {
  const auto refused = [](const std::string& expression, const std::string& why) {
    CpnPage page("P");
    page.place("a", "INT", "1`1").transition("t").arc("PtoT", "t", "a", "n").arc("TtoP", "t", "a", expression);
    const std::string text = test::refusal_of_cpn(cpn_file("colset INT = int; var n : INT; exception Bad of int;", {page}));
    EXPECT_NE(text.find(why), std::string::npos) << text;
  };
  refused("n handle Unknown x => 1", "there is no exception 'Unknown'");
  refused("hd (map (fn x => raise Bad x) [1]) handle Bad k => k", "'k' has no value here");
  refused("discrete (0, 1) div n handle Div => 1", "drawn at random");
}

TEST(CpnOperators, AreDeclaredByTheAuthor) {
  const char* const kDeclared =
      "infix 6 plus; fun a plus b = a + b + 1; infixr 5 |>> ; fun (x : int) |>> l = l ^^ [x]; fun op minus (a, b) = a - b;"
      "infix 6 minus; infix ap; fun f ap x = f x; nonfix minus;";
  expect_values_of_ml(
      "INT", {{"1 plus 2 * 3 plus 4", "13"}, {"op plus (1, 2)", "4"}, {"minus (5, 2)", "3"}, {"(fn x => x + 1) ap 2", "3"}},
      kDeclared);
  expect_values_of_ml("L", {{"1 |>> 2 |>> [3]", "[3, 2, 1]"}}, kDeclared);
}

TEST(CpnOperators, OfTheLibraryMayGetAnotherMeaning) {
  expect_values_of_ml("INT", {{"2 ^^ 3", "8"}}, "fun pow (a, 0) = 1 | pow (a, n) = a * pow (a, n - 1); fun a ^^ b = pow (a, b);");
}

TEST(CpnPatterns, HaveAlternatives) {
  const char* const kDeclared =
      "colset COLOUR = with red | green | blue; colset ITEM = union Left:INT + Right:INT + None;"
      "fun warm (red | green) = 1 | warm blue = 0;"
      "fun value (Left n | Right n, (1 | 2)) = n | value _ = ~1;"
      "fun pair ((0 | 1), (0 | 1)) = 1 | pair _ = 0;";
  expect_values_of_ml("INT",
                      {{"warm red + warm green + warm blue", "2"},
                       {"value (Left 4, 1) + value (Right 5, 2)", "9"},
                       {"value (None, 1)", "-1"},
                       {"value (Left 4, 3)", "-1"},
                       {"pair (0, 1) + pair (1, 1) + pair (1, 2)", "2"},
                       {"case 3 of (1 | 2) => 0 | (3 | 4) => 1 | _ => 2", "1"},
                       {"(fn (1 | 2) => 0 | _ => 1) 2", "0"}},
                      kDeclared);
}

TEST(CpnLibrary, HasTheFunctionsOfMath) {
  expect_values_of_ml("INT", {{"round (1000000.0 * Math.sin 1.0)", "841471"},
                              {"round (1000000.0 * Math.cos 10.0)", "-839072"},
                              {"round (1000000.0 * Math.tan 0.5)", "546302"},
                              {"round (1000000.0 * Math.atan 2.0)", "1107149"},
                              {"round (1000000.0 * Math.atan2 (1.0, ~1.0))", "2356194"},
                              {"round (1000000.0 * Math.asin 0.5)", "523599"},
                              {"round (1000000.0 * Math.acos ~0.5)", "2094395"},
                              {"round (1000000.0 * Math.sinh 1.0)", "1175201"},
                              {"round (1000000.0 * Math.cosh 1.0)", "1543081"},
                              {"round (1000000.0 * Math.tanh ~1.0)", "-761594"},
                              {"round (1000000.0 * Math.ln Math.e)", "1000000"}});
}

TEST(CpnLibrary, WritesMultisetsInTheirOrder) {
  expect_values_of_ml("STRING", {{"INT.mkstr_ms (1`3 ++ 2`1 ++ 1`3)", "\"2`1++\\n2`3\""},
                                 {"STRING.mkstr_ms (1`\"a\")", "\"1`\\\"a\\\"\""},
                                 {"mkstr_ms (INT.mkstr, INT.lt) (1`5)", "\"1`5\""},
                                 {"INT.mkstr_ms empty", "\"empty\""}});
}

TEST(CpnLibrary, IsOpened) {
  expect_values_of_ml("INT", {{"floor (fromInt 3)", "3"}}, "open Real;");
  expect_values_of_ml("INT", {{"max (2, 5)", "5"}}, "fun max (a, b) = 0; open Int;");
  expect_values_of_ml("INT", {{"max (2, 5)", "0"}}, "open Int; fun max (a, b) = 0;");
  expect_values_of_ml("INT", {{"twice 4", "8"}}, "structure S = struct fun twice x = 2 * x end; open S;");
}

}  // namespace
}  // namespace petriloom::cpn_exceptions_test
