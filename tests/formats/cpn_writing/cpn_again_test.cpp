// SPDX-License-Identifier: Apache-2.0
// Files of CPN Tools that we write are read as the net that they were written from.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/cpn_writing/write_cpn.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_again_test {
namespace {

using test::cpn_file;
using test::CpnPage;

std::string written(const Net& net) {
  const WriteResult result = write_cpn(net, {});
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.text;
}

// What decides which tokens are taken and put in which order: for each transition its variables,
// what it draws, and its arcs.
std::string shape(const Net& net) {
  std::string text;
  for (const Transition& transition : net.transitions) {
    text += transition.name + "(";
    for (std::size_t k = 0; k < transition.binding_size; ++k) text += (k == 0 ? "" : ", ") + transition.variables[k].name;
    text += fmt::format(") draws {}:", transition.draws.size());
    for (const Arc& arc : transition.arcs) {
      const char* const kind = arc.kind == ArcKind::input ? "takes" : arc.kind == ArcKind::output ? "puts" : "other";
      text += fmt::format(" {} {}", kind, path(net, arc.place));
    }
    text += "\n";
  }
  return text;
}

void expect_shape_kept(const std::string& file, const std::string& expected) {
  const Net net = test::net_of_cpn(file);
  EXPECT_EQ(shape(net), expected);
  const std::string again = written(net);
  EXPECT_EQ(shape(test::net_of_cpn(again)), expected) << again;
}

// In the first transition p stands before k, which a later one has between n and p.
TEST(CpnAgain, VariablesOfEachTransitionKeepTheirOrderAndNames) {
  expect_shape_kept(
      cpn_file("colset INT = int with 1..3; var n, k, p, cf, x' : INT;", {CpnPage("P")
                                                                              .place("A", "INT", "1`1")
                                                                              .transition("T")
                                                                              .arc("PtoT", "T", "A", "n")
                                                                              .arc("TtoP", "T", "A", "p")
                                                                              .transition("U")
                                                                              .arc("PtoT", "U", "A", "n")
                                                                              .arc("TtoP", "U", "A", "k++p++n++cf++x'")}),
      "T(n, p) draws 0: takes A puts A\nU(n, k, p, cf, x') draws 0: takes A puts A puts A puts A puts A puts A\n");
}

TEST(CpnAgain, VariablesThatNoOneOrderSuitsAreSeveral) {
  Net net = test::net_of_cpn(cpn_file("colset INT = int; var n, k : INT;", {CpnPage("P")
                                                                                .place("A", "INT", "1`1")
                                                                                .transition("T")
                                                                                .arc("PtoT", "T", "A", "n")
                                                                                .arc("PtoT", "T", "A", "k")
                                                                                .transition("U")
                                                                                .arc("PtoT", "U", "A", "n")
                                                                                .arc("PtoT", "U", "A", "k")}));
  std::swap(net.transitions[1].variables[0].name, net.transitions[1].variables[1].name);
  const std::string again = shape(test::net_of_cpn(written(net)));
  EXPECT_EQ(again, "T(n, k) draws 0: takes A takes A\nU(k, n) draws 0: takes A takes A\n");
}

TEST(CpnAgain, ArcsKeepTheirOrder) {
  expect_shape_kept(cpn_file("colset INT = int; var n, k : INT;", {CpnPage("P")
                                                                       .place("A", "INT", "1`1")
                                                                       .place("B", "INT", "1`1")
                                                                       .transition("T")
                                                                       .arc("PtoT", "T", "A", "n")
                                                                       .arc("PtoT", "T", "B", "k")
                                                                       .arc("TtoP", "T", "B", "n++k")
                                                                       .arc("TtoP", "T", "A", "k")}),
                    "T(n, k) draws 0: takes A takes B puts B puts B puts A\n");
}

TEST(CpnAgain, WhatCodeDrawsIsDrawnOnce) {
  expect_shape_kept(
      cpn_file("colset INT = int; var n, k : INT;", {CpnPage("P")
                                                         .place("A", "INT", "1`1")
                                                         .place("B", "INT")
                                                         .transition("T", "", "", "input (n); output (k); action discrete(n, n+6);")
                                                         .arc("PtoT", "T", "A", "n")
                                                         .arc("TtoP", "T", "A", "k")
                                                         .arc("TtoP", "T", "B", "k")}),
      "T(n) draws 1: takes A puts A puts B\n");
}

// A delay of a transition that is drawn once for the timed places, beside a value of its code.
TEST(CpnAgain, SeveralValuesAreDrawnInTheirOrder) {
  const Net net = test::net_of_cpn(cpn_file("colset INT = int; colset T = int timed; var n, k : INT;",
                                            {CpnPage("P")
                                                 .place("A", "T", "1`1")
                                                 .place("B", "T")
                                                 .place("C", "INT")
                                                 .transition("T", "", "@+discrete(1,6)", "output (k); action discrete(1,2);")
                                                 .arc("PtoT", "T", "A", "n")
                                                 .arc("TtoP", "T", "A", "k")
                                                 .arc("TtoP", "T", "B", "k")
                                                 .arc("TtoP", "T", "C", "k")}));
  ASSERT_EQ(net.transitions[0].draws.size(), 2U);
  const std::string text = written(net);
  EXPECT_NE(text.find("output (k, delay);\naction\nlet\nval k = discrete(1, 2)\nval delay = "), std::string::npos) << text;
  const Net again = test::net_of_cpn(text);
  EXPECT_EQ(shape(again), "T(n) draws 1: takes A puts A puts B puts C\n");
}

TEST(CpnAgain, TimesAreRealsAndSaidToBe) {
  const std::string text = written(
      test::net_of_cpn(cpn_file("colset INT = int; colset T = int timed; var n : INT;", {CpnPage("P")
                                                                                             .place("A", "T", "1`1@2")
                                                                                             .transition("T", "[time() < 9]", "@+3")
                                                                                             .arc("PtoT", "T", "A", "n")
                                                                                             .arc("TtoP", "T", "A", "n")})));
  EXPECT_NE(text.find("<option name=\"realtimestamp\"><value><boolean>true</boolean></value></option>"), std::string::npos) << text;
  EXPECT_NE(text.find(">@+3<"), std::string::npos) << text;
  const Net again = test::net_of_cpn(text);
  EXPECT_EQ(shape(again), "T(n) draws 0: takes A puts A\n");
  EXPECT_EQ(again.places[0].initial[0].available, 2.0);
}

TEST(CpnAgain, TimesAreRealsWhereNoPlaceHasAny) {
  const std::string text = written(test::net_of_cpn(
      cpn_file("colset INT = int; var n : INT;",
               {CpnPage("P").place("A", "INT", "1`1").transition("T", "[time() < 9]").arc("PtoT", "T", "A", "n")})));
  EXPECT_NE(text.find("<option name=\"realtimestamp\">"), std::string::npos) << text;
  EXPECT_EQ(test::net_of_cpn(text).transitions[0].guards.size(), 1U);
}

TEST(CpnAgain, FunctionsTakeApplicationsInParentheses) {
  const std::string text = written(test::net_of_cpn(cpn_file(
      "colset INT = int; colset P = product INT * INT; colset L = list P; var l : L;", {CpnPage("P")
                                                                                            .place("A", "L", "1`[(1,2)]")
                                                                                            .place("B", "INT")
                                                                                            .transition("T", "[#1 (hd l) > 0]")
                                                                                            .arc("PtoT", "T", "A", "l")
                                                                                            .arc("TtoP", "T", "B", "#2 (hd l)")})));
  EXPECT_NE(text.find("(#2 (hd(l)))"), std::string::npos) << text;
  EXPECT_NE(text.find("((#1 (hd(l))) &gt; 0)"), std::string::npos) << text;
}

// The editor of CPN Tools reserves `all` and `len`.
TEST(CpnAgain, NamesThatCpnToolsReservesAreNotGiven) {
  const std::string text = written(test::net_of_cpn(cpn_file(
      "colset INT = int; var len : INT;", {CpnPage("P").place("A", "INT", "1`1").transition("T").arc("PtoT", "T", "A", "len")})));
  EXPECT_NE(text.find("<id>len_2</id>"), std::string::npos) << text;
  EXPECT_EQ(shape(test::net_of_cpn(text)), "T(len) draws 0: takes A\n");
}

std::vector<std::string> labels_of(const Net& net, const std::string& colour_set) {
  for (std::size_t k = 0; k < net.colours.size(); ++k) {
    const ColourSet& set = net.colours[ColourSetId(k)];
    if (set.name != colour_set) continue;
    return set.kind == ColourKind::union_ ? set.fields : set.labels;
  }
  return {};
}

// In CPN ML the later `y` hides the earlier one.
TEST(CpnAgain, LabelsOfTwoColourSetsMayHaveOneName) {
  const std::string file = cpn_file("colset A = with x | y; colset U = union y:UNIT + z; colset UNIT = unit; var a : A; var u : U;",
                                    {CpnPage("P")
                                         .place("A", "A", "A.all()")
                                         .place("B", "U", "1`y()")
                                         .transition("T", "[u = y()]")
                                         .arc("BOTHDIR", "T", "A", "a")
                                         .arc("PtoT", "T", "B", "u")});
  const Net net = test::net_of_cpn(file);
  const std::string text = written(net);
  const Net again = test::net_of_cpn(text);
  for (const Net* each : {&net, &again}) {
    EXPECT_EQ(labels_of(*each, "A"), (std::vector<std::string>{"x", "y"})) << text;
    EXPECT_EQ(labels_of(*each, "U"), (std::vector<std::string>{"y", "z"})) << text;
  }
  EXPECT_NE(text.find("label &quot;y_2&quot; &quot;y&quot;"), std::string::npos) << text;
}

TEST(CpnAgain, ColourSetsOfTheAuthorKeepTheNamesThatNetsBeginWith) {
  const std::string text = written(test::net_of_cpn(
      cpn_file("colset INT = int with 1..3; colset TIME = with am | pm; var n : INT;", {CpnPage("P")
                                                                                            .place("A", "INT", "1`1")
                                                                                            .place("B", "TIME", "1`am")
                                                                                            .place("C", "", "")
                                                                                            .transition("T", "[size(1`n) = 1]")
                                                                                            .arc("PtoT", "T", "A", "n")})));
  EXPECT_NE(text.find("colset INT = int with 1..3;"), std::string::npos) << text;
  EXPECT_NE(text.find("colset TIME = with am | pm;"), std::string::npos) << text;
}

TEST(CpnAgain, OurOwnColourSetsStepAsideForThem) {
  const std::string text = written(test::net_of_cpn(
      cpn_file("colset INT = int with 1..3; colset N = int; var n : INT; var k : N; fun f(k) = if k = 0 then 0 else f(k - 1);",
               {CpnPage("P")
                    .place("A", "INT", "1`1")
                    .place("B", "N", "1`7")
                    .transition("T", "[f(k) = 0]")
                    .arc("PtoT", "T", "A", "n")
                    .arc("PtoT", "T", "B", "k")})));
  EXPECT_NE(text.find("colset INT = int with 1..3;"), std::string::npos) << text;
  EXPECT_NE(text.find("colset INT_2 = int;"), std::string::npos) << text;
  const Net again = test::net_of_cpn(text);
  EXPECT_EQ(again.colours[again.places[0].colour].kind, ColourKind::range);
  EXPECT_EQ(again.colours[again.places[1].colour].kind, ColourKind::integer);
}

}  // namespace
}  // namespace petriloom::cpn_again_test
