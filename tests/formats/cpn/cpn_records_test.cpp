// SPDX-License-Identifier: Apache-2.0
// Records in inscriptions of CPN Tools, and patterns that name some of their fields.
#include <gtest/gtest.h>

#include <set>

#include "engine/simulate/simulate.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_records_test {
namespace {

using test::cpn_file;
using test::CpnPage;
using test::net_of_cpn;
using test::value_of_ml;

// Whether an inscription of the net takes a record apart by its fields instead of naming them.
bool takes_apart(const Net& net) {
  bool found = false;
  for (const Arc& arc : net.transitions[0].arcs) {
    for_each_expr(net.exprs, arc.value, [&](ExprId id) {
      found = found || net.exprs[id].op == Op::project;
      return true;
    });
  }
  return found;
}

// Fields of bounded numbers bind their variables where a record is taken. There are 100,001^5
// records of this colour set, so that no search through them would end.
TEST(CpnRecords, FieldsBindTheirVariables) {
  CpnPage page("P");
  page.place("p", "R", "1`{a=1,b=2,c=3,d=4,e=5}").transition("t", "a < 20");
  page.arc("PtoT", "t", "p", "{a=a,b=b,c=c,d=d,e=e}").arc("TtoP", "t", "p", "{a=a+1,b=b,c=c,d=d,e=e}");
  const Net net =
      net_of_cpn(cpn_file("colset A = int with 0..100000; colset R = record a : A * b : A * c : A * d : A * e : A;"
                          "var a, b, c, d, e : A;",
                          {page}));
  EXPECT_FALSE(takes_apart(net));
  SimulationOptions options;
  options.max_firings = 100;
  EXPECT_EQ(simulate(net, options).firings, 19U);
}

// The same inside a tuple, with a number in place of a variable and a variable of fewer colours.
TEST(CpnRecords, RecordsInTuplesToo) {
  CpnPage page("P");
  page.place("p", "P", "1`(1, {a=1,b=2,c=3})++1`(2, {a=2,b=2,c=3})++1`(3, {a=1,b=7,c=3})").transition("t");
  page.arc("PtoT", "t", "p", "(n, {a=1,b=few,c=c})");
  const Net net =
      net_of_cpn(cpn_file("colset A = int with 0..100000; colset Few = int with 0..5;"
                          "colset R = record a : A * b : A * c : A; colset P = product A * R;"
                          "var n, c : A; var few : Few;",
                          {page}));
  EXPECT_FALSE(takes_apart(net));
  EXPECT_EQ(simulate(net, {}).firings, 1U);
}

// Variables of records, and of lists of such, are bound by the record that holds them, and take
// themselves apart by a guard.
TEST(CpnRecords, VariablesOfRecordsAreBound) {
  CpnPage page("P");
  page.place("p", "S", "1`{s={a=1,l=[{x=1,y=2}]},q={x=3,y=2}}++1`{s={a=1,l=[]},q={x=3,y=2}}").place("r", "S");
  page.transition("t", "[{a=n,l=l}=s, {x=k,y=m}=q, length l > 0, k = 3]");
  page.arc("PtoT", "t", "p", "{s=s,q=q}").arc("TtoP", "t", "r", "{s=s,q=q}");
  const Net net =
      net_of_cpn(cpn_file("colset INT = int; colset Q = record x : INT * y : INT; colset L = list Q;"
                          "colset R = record a : INT * l : L; colset S = record s : R * q : Q;"
                          "var n, k, m : INT; var l : L; var s : R; var q : Q;",
                          {page}));
  EXPECT_FALSE(takes_apart(net));
  EXPECT_EQ(simulate(net, {}).firings, 1U);
}

// Records without a name have one in the net, and those of the same fields of other types another.
TEST(CpnRecords, RecordsWithoutNamesGetNamesApart) {
  CpnPage page("P");
  page.place("p", "R", "1`{a=1,l=[{x=1}]}").place("q", "Q", "1`{a=2,l=7}").place("r", "INT").transition("t");
  page.arc("PtoT", "t", "p", "r").arc("PtoT", "t", "q", "q");
  page.arc("TtoP", "t", "r", "(if r = {a=1,l=[{x=1}]} then 1 else 2) + (if q = {a=2,l=7} then 10 else 20)");
  const Net net =
      net_of_cpn(cpn_file("colset INT = int; colset N = int with 0..9; colset X = record x : N; colset L = list X;"
                          "colset R = record a : N * l : L; colset Q = record a : N * l : N; var r : R; var q : Q;",
                          {page}));
  std::set<std::string> names;
  for (std::size_t k = 0; k < net.colours.size(); ++k) {
    const std::string& name = net.colours[ColourSetId(k)].name;
    EXPECT_TRUE(name.empty() || names.insert(name).second) << name;
  }
  EXPECT_EQ(simulate(net, {}).firings, 1U);
}

// The number of a colour of an index set is bound by the colour, whatever numbers there are.
TEST(CpnRecords, NumbersOfIndicesAreBound) {
  for (const char* numbers : {"int", "int with 0..9", "int with 2..3"}) {
    CpnPage page("P");
    page.place("p", "P", "1`(CI(2), 5)").place("q", "CI", "1`CI(2)++1`CI(3)").place("r", "INT").transition("t");
    page.arc("PtoT", "t", "p", "(CI(j), n)").arc("PtoT", "t", "q", "CI(j)").arc("TtoP", "t", "r", "j");
    const Net net =
        net_of_cpn(cpn_file("colset INT = int; colset CI = index CI with 1..3; colset P = product CI * INT;"
                            "colset N = " +
                                std::string(numbers) + "; var j : N; var n : INT;",
                            {page}));
    SimulationOptions options;
    const SimulationResult result = simulate(net, options);
    EXPECT_FALSE(result.diagnostics.has_errors()) << numbers << result.diagnostics.format(*net.sources);
    EXPECT_EQ(result.firings, 1U) << numbers;
  }
}

// `{f = x, ...}` is of the record that is taken apart, not of the first that has such a field.
TEST(CpnRecords, OpenPatternsAreOfWhatTheyTakeApart) {
  const std::string colours = "colset F = record f : STRING * a : INT; colset G = record f : INT * b : INT; colset LG = list G;";
  EXPECT_EQ(value_of_ml(colours + "fun get {f = x, ...} = x;", "STRING", "get {f = \"s\", a = 1}"), "\"s\"");
  EXPECT_EQ(value_of_ml(colours, "INT", "case {f = 3, b = 4} of {f = x, ...} => x"), "3");
  EXPECT_EQ(value_of_ml(colours + "fun sum ([] : LG) = 0 | sum ({f = x, ...} :: rest) = x + sum rest;", "INT",
                        "sum [{f = 3, b = 4}, {f = 5, b = 6}]"),
            "8");
  EXPECT_EQ(value_of_ml(colours + "fun total l = let fun add ({f, ...}, all) = all + f in foldl add 0 (l : LG) end;", "INT",
                        "length [1] + (fn {b, ...} => b) {f = 3, b = 4}"),
            "5");
  EXPECT_EQ(value_of_ml(colours + "colset U = union One : F + Two : G; fun f (One {a, ...}) = a | f (Two {f, ...}) = f;", "INT",
                        "f (Two {f = 8, b = 0}) * 10 + f (One {f = \"\", a = 1})"),
            "81");
}

}  // namespace
}  // namespace petriloom::cpn_records_test
