// SPDX-License-Identifier: Apache-2.0
// What functions of Standard ML and CPN ML give: the values of The Definition of Standard ML, of
// the Basis Library, and of the definitions that the manual of CPN Tools prints.
#include <gtest/gtest.h>

#include "engine/simulate/simulate.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_basis_test {
namespace {

using test::cpn_file;
using test::CpnPage;
using test::expect_values_of_ml;
using test::net_of_cpn;
using test::value_of_ml;

// A transition that puts an expression, with the declarations that `value_of_ml` has.
CpnPage putting(const std::string& colour, const std::string& expression) {
  CpnPage page("P");
  page.place("a", "UNIT", "()").place("b", colour).transition("t").arc("PtoT", "t", "a", "()").arc("TtoP", "t", "b", expression);
  return page;
}

constexpr const char* kColours = "colset UNIT = unit; colset INT = int; colset STRING = string; colset L = list INT;";

// What is said when it fires.
std::string error_of_ml(const std::string& declarations, const std::string& colour, const std::string& expression) {
  const Net net = net_of_cpn(cpn_file(kColours + declarations, {putting(colour, expression)}));
  const SimulationResult result = simulate(net, {});
  return result.diagnostics.has_errors() ? result.diagnostics.format(*net.sources) : "no error";
}

// Reals are no equality type, and any operator has a name of its structure.
TEST(CpnBasis, OperatorsOfStructures) {
  expect_values_of_ml("INT", {{"foldl Int.+ 0 [1, 2, 3]", "6"},
                              {"foldr Int.- 0 [1, 2, 3]", "2"},
                              {"if Real.==(real 1, 1.0) andalso Real.!=(0.5, 1.0) then 1 else 2", "1"},
                              {"round (Real./ (Real.* (3.0, 4.0), 2.0))", "6"},
                              {"IntInf.toInt (RealToIntInf 2 12.345) + round (IntInfToReal 3 4500)", "1238"},
                              {"if Int.<= (2, 2) andalso Real.>(2.0, 1.0) then 1 else 2", "1"}});
  expect_values_of_ml("STRING", {{"foldl String.^ \"\" [\"a\", \"b\"]", "\"ba\""}});
}

// Real.round goes to the even one of two that are as near; trunc to zero, floor and ceil down and
// up.
TEST(CpnBasis, RealsAsWholeNumbers) {
  expect_values_of_ml("L",
                      {{"map round [0.5, 1.5, 2.5, ~0.5, ~1.5, ~2.5]", "[0, 2, 2, 0, -2, -2]"},
                       {"map round [0.49, 0.51, 2.51, ~2.51, 7.0]", "[0, 1, 3, -3, 7]"},
                       {"map trunc [2.9, ~2.9]", "[2, -2]"},
                       {"map floor [2.9, ~2.9]", "[2, -3]"},
                       {"map ceil [2.1, ~2.1]", "[3, -2]"},
                       {"[~7 div 2, ~7 mod 2, 7 div ~2, 7 mod ~2, Int.quot (~7, 2), Int.rem (~7, 2)]", "[-4, 1, -4, -1, -3, -1]"}});
}

// A delay that is drawn keeps its short form: it is never halfway.
TEST(CpnBasis, WhatIsDrawnIsRoundedAtOnce) {
  const auto size = [](const std::string& drawn) {
    CpnPage page("P");
    page.place("a", "T", "1").transition("t").arc("PtoT", "t", "a", "1").arc("TtoP", "t", "a", "1@+round(" + drawn + ")");
    const Net net = net_of_cpn(cpn_file("colset T = int timed;", {page}));
    return net.exprs.size();
  };
  EXPECT_LT(size("exponential(0.5) + 1.0"), size("real(discrete(1, 3)) / 2.0"));
}

TEST(CpnBasis, ListsAndMultisets) {
  expect_values_of_ml("L",
                      {{"remdupl [1,2,3,2,4,2,5,3]", "[1, 4, 2, 5, 3]"},
                       {"intersect [1,2,2,3] [2,3,4,2,2]", "[2, 2, 3]"},
                       {"intersect [1,1] [1]", "[1]"},
                       {"listsub [1,2,3,2] [2,3]", "[1, 2]"},
                       {"[pos 3 [1,2,3], pos 1 [1,1]]", "[2, 0]"},
                       {"fmap (fn x => [x, x + 10]) [1,2]", "[1, 11, 2, 12]"},
                       {"(1`1++2`2) -- 1`2", "[1, 2]"},
                       {"2 ** (1`1++1`2)", "[1, 1, 2, 2]"},
                       {"0 ** (1`1++1`2)", "[]"},
                       {"[true, 1 < 2] % 7", "[7]"},
                       {"[true, 2 < 1] % 7", "[]"},
                       {"[true] // (1`1++1`2)", "[1, 2]"},
                       {"List.take ([1,2,3], 2) ^^ List.drop ([1,2,3], 3)", "[1, 2]"},
                       {"ListMergeSort.sort (fn (a, b) => a > b) [3,1,2,1]", "[1, 1, 2, 3]"},
                       {"map (fn (a, b) => b) (ListMergeSort.sort (fn ((a, _), (b, _)) => a > b) [(2, 1), (1, 2), (2, 3), (1, 4)])",
                        "[2, 4, 1, 3]"},
                       {"ListMergeSort.uniqueSort Int.compare [3,1,2,1,3]", "[1, 2, 3]"}});
  expect_values_of_ml("INT", {{"if ListMergeSort.sorted (fn (a, b) => a > b) [1,2,2] then 1 else 0", "1"},
                              {"if ListMergeSort.sorted (fn (a, b) => a > b) [1,3,2] then 1 else 0", "0"},
                              {"if 1`1++1`2 == 1`2++1`1 then 1 else 0", "1"},
                              {"if 1`1++1`2 != 1`2++1`1 then 1 else 0", "0"},
                              {"if 1`1 <><> 1`2 then 1 else 0", "1"},
                              {"if 1`1 << 1`2++1`1 andalso not (1`1 << 1`1) andalso 1`1 <<= 1`1 then 1 else 0", "1"},
                              {"if 1`2++1`1 >> 1`1 andalso not (1`2++1`2 >> 1`1) andalso 1`1 >>= 1`1 then 1 else 0", "1"},
                              {"ListPair.foldl (fn (a, b, all) => all + a * b) 0 ([1, 2], [10, 20])", "50"},
                              {"case List.collate Int.compare ([1, 2], [1, 3]) of LESS => 1 | EQUAL => 2 | GREATER => 3", "1"},
                              {"case List.collate Int.compare ([1, 2], [1]) of LESS => 1 | EQUAL => 2 | GREATER => 3", "3"}});
}

TEST(CpnBasis, TextsAndCharacters) {
  expect_values_of_ml("STRING", {{"StringCvt.padLeft #\"0\" 4 (Int.toString 42)", "\"0042\""},
                                 {"StringCvt.padRight #\".\" 4 \"ab\"", "\"ab..\""},
                                 {"StringCvt.padLeft #\"0\" 1 \"ab\"", "\"ab\""},
                                 {"String.map Char.toUpper \"aZ-z\"", "\"AZ-Z\""},
                                 {"String.map Char.toLower \"aZ-z\"", "\"az-z\""},
                                 {"substring (\"abc\", 1, 2) ^ substring (\"abc\", 3, 0)", "\"bc\""}});
  expect_values_of_ml(
      "INT", {{"if String.isSubstring \"bc\" \"abcd\" then 1 else 0", "1"},
              {"if String.isSubstring \"cb\" \"abcd\" orelse not (String.isSubstring \"\" \"a\") then 1 else 0", "0"},
              {"if Char.contains \"+-\" #\"-\" andalso Char.notContains \"+-\" #\"*\" then 1 else 0", "1"},
              {"if Char.isPunct #\"!\" andalso not (Char.isPunct #\"a\") andalso Char.isHexDigit #\"F\" then 1 else 0", "1"},
              {"valOf (Int.fromString \"+5\")", "5"}});
}

// The order of colours: products, records and lists lexicographically, labels as declared, unions
// by their variants first.
TEST(CpnBasis, ColoursHaveAnOrder) {
  const std::string colours =
      "colset E = with z | a; colset P = product INT * E; colset R = record x : INT * y : STRING;"
      "colset LP = list P; colset U = union First : INT + Second : P + Third;";
  const auto less = [&](const std::string& test) { return "if " + test + " then 1 else 0"; };
  for (const char* holds : {"P.lt ((1, a), (2, z))", "P.lt ((1, z), (1, a))", "R.lt ({x = 1, y = \"a\"}, {x = 1, y = \"b\"})",
                            "LP.lt ([(1, z)], [(1, z), (0, z)])", "LP.lt ([(1, z), (5, z)], [(1, a)])", "LP.lt ([], [(1, z)])",
                            "U.lt (First 9, Second (1, z))", "U.lt (Second (1, z), Second (1, a))", "U.lt (Second (2, a), Third)",
                            "E.lt (z, a)", "INT.lt (~1, 0)"}) {
    EXPECT_EQ(value_of_ml(colours, "INT", less(holds)), "1") << holds;
  }
  for (const char* holds : {"P.lt ((1, a), (1, a))", "P.lt ((1, a), (1, z))", "LP.lt ([(1, z)], [])", "U.lt (Third, Third)",
                            "U.lt (Third, First 1)", "E.lt (a, z)"}) {
    EXPECT_EQ(value_of_ml(colours, "INT", less(holds)), "0") << holds;
  }
}

// Texts of colours as CPN ML writes them.
TEST(CpnBasis, ColoursHaveTexts) {
  expect_values_of_ml(
      "STRING",
      {{"P.mkstr (~1, \"a\")", "\"(~1,\\\"a\\\")\""},
       {"R.mkstr {y = b, x = 2}", "\"{x=2,y=b}\""},
       {"LR.mkstr [{x = 1, y = a}, {x = 2, y = b}] ^ LR.mkstr []", "\"[{x=1,y=a},{x=2,y=b}][]\""},
       {"U.mkstr (First 3) ^ U.mkstr Second ^ PH.mkstr (ph 2)", "\"First(3)Secondph(2)\""}},
      "colset P = product INT * STRING; colset E = with a | b; colset R = record x : INT * y : E; colset LR = list R;"
      "colset U = union First : INT + Second; colset PH = index ph with 1..3;");
}

// Real.toString is fmt (GEN NONE) of the Basis Library: twelve digits, exponents below -4 and from
// 12 on, which SML/NJ writes with two digits.
TEST(CpnBasis, RealsHaveTwelveDigits) {
  expect_values_of_ml("STRING",
                      {{"Real.toString 0.1 ^ Real.toString ~0.5 ^ Real.toString 3.0 ^ Real.toString 0.0", "\"0.1~0.53.00.0\""},
                       {"Real.toString (1.0 / 3.0) ^ \" \" ^ Real.toString (~200.0 / 3.0)", "\"0.333333333333 ~66.6666666667\""},
                       {"Real.toString 1E20 ^ Real.toString 1.5E~7 ^ Real.toString 0.00001", "\"1E201.5E~071E~05\""},
                       {"Real.toString 0.0001 ^ \" \" ^ Real.toString 123456789012.3", "\"0.0001 123456789012.0\""},
                       {"Real.toString 1E12 ^ Real.toString 1E11 ^ Real.toString ~1.25E100", "\"1E12100000000000.0~1.25E100\""},
                       {"Real.toString 0.9999999999999 ^ Real.toString 2.5E~308", "\"1.02.5E~308\""},
                       {"R.mkstr 0.25 ^ PR.mkstr (1.0, ~2)", "\"0.25(1.0,~2)\""}},
                      "colset R = real; colset PR = product R * INT;");
}

TEST(CpnBasis, MoreOfTheLibrary) {
  expect_values_of_ml("INT", {{"ord #\"A\"", "65"},
                              {"ord (Char.succ #\"y\") - Char.ord #\"z\"", "0"},
                              {"IntInf.pow (2, 10)", "1024"},
                              {"7 before ignore 3", "7"},
                              {"#10 (1, 2, 3, 4, 5, 6, 7, 8, 9, 10) + #11 (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)", "21"},
                              {"Vector.sub (Vector.update (Vector.fromList [1, 2, 3], 1, 9), 1)", "9"},
                              {"Vector.foldl (fn (x, all) => x + all) 0 (Vector.tabulate (4, fn k => k))", "6"}});
  expect_values_of_ml("STRING", {{"(Int.toString o length) [1, 2]", "\"2\""},
                                 {"str (chr 97)", "\"a\""},
                                 {"Real.fmt (StringCvt.FIX (SOME 2)) 3.14159", "\"3.14\""},
                                 {"Real.fmt (StringCvt.FIX (SOME 2)) ~0.055", "\"~0.06\""},
                                 {"Real.fmt (StringCvt.FIX (SOME 0)) 2.0", "\"2\""},
                                 {"Real.fmt (StringCvt.FIX NONE) 0.5", "\"0.500000\""}});
}

// Weibull of shape 1 is exponential; the mean of Rayleigh is s times the root of pi / 2.
TEST(CpnBasis, MoreDistributions) {
  const auto mean = [](const std::string& drawn) {
    CpnPage page("P");
    page.place("a", "T", "1`1").transition("t").arc("PtoT", "t", "a", "n").arc("TtoP", "t", "a", "n@++" + drawn);
    const Net net = net_of_cpn(cpn_file("colset T = int timed; var n : T;", {page},
                                        "<options><option name=\"realtimestamp\"><value><boolean>true</boolean></value></option>"
                                        "</options>"));
    SimulationOptions options;
    options.max_firings = 20001;
    return simulate(net, options).time.mean / 20000;
  };
  EXPECT_NEAR(mean("weibull(3.0, 1.0)"), 3, 0.1);
  EXPECT_NEAR(mean("rayleigh(2.0)"), 2.5066, 0.05);
  EXPECT_NEAR(mean("beta(1.0, 3.0)"), 0.25, 0.01);
  EXPECT_NEAR(mean("real(random [1, 2, 2, 3])"), 2, 0.05);
  EXPECT_NEAR(mean("real(Random.randRange (2, 5) (Random.rand (7, 9)))"), 3.5, 0.05);
  EXPECT_NEAR(mean("Random.randReal (Random.rand (1, 2))"), 0.5, 0.02);
}

TEST(CpnBasis, TimesAreNumbers) {
  expect_values_of_ml("STRING", {{"ModelTime.toString (ModelTime.fromInt 12)", "\"12\""}});
  expect_values_of_ml("INT", {{"floor (ModelTime.toReal (ModelTime.add (ModelTime.fromInt 2, ModelTime.fromInt 3)) * 1.5)", "7"},
                              {"if ModelTime.lt (ModelTime.null, ModelTime.maketime \"3\") then 1 else 0", "1"},
                              {"case ModelTime.cmp (ModelTime.fromInt 2, ModelTime.fromInt 1) of GREATER => 1 | _ => 0", "1"}});
}

// The simulator opens ModelTime, so its functions have no structure before them either; what the
// author declares hides them.
TEST(CpnBasis, TimesAreNumbersWithoutTheirStructure) {
  expect_values_of_ml("INT",
                      {{"floor (toReal (fromInt 3) * 1.5)", "4"}, {"if ready (maketime \"0\") then 1 else 0", "not constant"}});
  expect_values_of_ml("STRING", {{"toString (fromInt 12) ^ mkstr (fromIntInf 3)", "\"123\""}});
  expect_values_of_ml("INT", {{"toReal 3", "4"}}, "fun toReal n = n + 1;");
}

// `date -u -d @1732780800` says the same.
TEST(CpnBasis, DatesOfTimes) {
  expect_values_of_ml("STRING", {{"Date.fmt \"%Y-%m-%d %H:%M:%S\" (Date.fromTimeLocal (Time.fromReal (1732780800.0 + 0.75)))",
                                  "\"2024-11-28 08:00:00\""}});
  expect_values_of_ml(
      "INT",
      {{"Date.weekDay (Date.fromTimeUniv (Time.fromSeconds 1732780800))", "3"},
       {"floor (Time.toReal (Date.toTime (Date.fromTimeUniv (Time.fromReal 5.5)))) + Time.toSeconds (Time.fromReal 2.5)", "7"}});
}

// Where ML raises an exception the run ends there, and says so.
TEST(CpnBasis, ExceptionsEndTheRun) {
  const auto says = [](const std::string& text, const std::string& colour, const std::string& expression,
                       const std::string& declarations = "") {
    const std::string error = error_of_ml(declarations, colour, expression);
    EXPECT_NE(error.find(text), std::string::npos) << expression << " says\n" << error;
  };
  says("no clause fits here (Match)", "INT", "case 3 of 1 => 1 | 2 => 2");
  says("no clause fits here (Match)", "INT", "f 2", "fun f 1 = 1;");
  says("raised: Fail: too much", "INT", "f 2", "fun f x = if x > 1 then raise Fail \"too much\" else x;");
  says("raised: Wrong", "INT", "raise Wrong", "exception Wrong;");
  says("(Subscript)", "STRING", "substring (\"abc\", 2, 2)");
  says("(Subscript)", "STRING", "substring (\"abc\", ~1, 1)");
  says("(Subscript)", "L", "List.take ([1], 2)");
  says("(Subscript)", "L", "List.drop ([1], 2)");
  says("(Match)", "INT", "pos 4 [1]");
  says("(Subtract)", "L", "listsub [1] [2]");
  says("(Subtract)", "L", "1`1 -- 2`1");
  says("division by zero", "INT", "1 div 0");
  says("head of an empty list", "INT", "hd (tl [1])");
}

// Conditions of a guard may stand without the brackets of a list.
TEST(CpnBasis, GuardsAreListsWithoutBrackets) {
  CpnPage page("P");
  page.place("a", "INT", "1`1++1`2++1`3++1`4").transition("t", "n > 1, n < 4").arc("PtoT", "t", "a", "n");
  EXPECT_EQ(simulate(net_of_cpn(cpn_file(std::string(kColours) + "var n : INT;", {page})), {}).firings, 2U);
}

// Blanks stand around the ids of ports and sockets in old files.
TEST(CpnBasis, IdsOfPortsMayHaveBlanks) {
  CpnPage top("T", "Top");
  top.place("a", "INT", "1`1++1`2").transition("go", "", "", "", "", "<subst subpage=\"S\" portsock=\"(IDSp, IDTa)\"/>");
  CpnPage below("S", "Below");
  below.place("p", "INT", "", "<port type=\"In\"/>").transition("take").arc("PtoT", "take", "p", "n");
  EXPECT_EQ(simulate(net_of_cpn(cpn_file(std::string(kColours) + "var n : INT;", {top, below})), {}).firings, 2U);
}

// A fusion set may name places that are gone.
TEST(CpnBasis, FusionSetsMayNameWhatIsGone) {
  CpnPage page("P");
  page.place("a", "INT", "1").place("b", "INT").transition("t").arc("PtoT", "t", "b", "1");
  const Net net = net_of_cpn(cpn_file(kColours, {page},
                                      "<fusion id=\"IDf\" name=\"F\"><fusion_elm idref=\"IDgone\"/><fusion_elm idref=\"IDPa\"/>"
                                      "<fusion_elm idref=\"IDPb\"/></fusion>"));
  EXPECT_EQ(simulate(net, {}).firings, 1U);
}

}  // namespace
}  // namespace petriloom::cpn_basis_test
