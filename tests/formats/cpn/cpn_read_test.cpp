// SPDX-License-Identifier: Apache-2.0
// Nets of CPN Tools against state counts and times that follow from their definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "analysis/verify/verify.h"
#include "engine/simulate/simulate.h"
#include "formats/cpn/cpn.h"
#include "formats/cpn_document/document.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_read_test {
namespace {

using test::cpn_file;
using test::CpnPage;
using test::net_of_cpn;
using test::value_of_ml;

std::uint64_t states(const Net& net) {
  const VerifyResult result = verify(net, {});
  EXPECT_TRUE(result.state_space.complete);
  return result.state_space.states;
}

double end_of(const Net& net) {
  SimulationOptions options;
  options.max_firings = 10'000;
  const SimulationResult result = simulate(net, options);
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.time.mean;
}

// Either both forks of a philosopher are taken or none. With five there are 1 way that nobody eats,
// 5 that one does and 5 that two who are not neighbours do.
TEST(CpnRead, PhilosophersHaveElevenStates) {
  CpnPage page("P");
  page.place("Think", "PH", "PH.all()").place("Eat", "PH").place("Forks", "CS", "CS.all()").transition("Take").transition("Put");
  page.arc("PtoT", "Take", "Think", "p").arc("TtoP", "Take", "Eat", "p").arc("PtoT", "Take", "Forks", "Chopsticks(p)");
  page.arc("PtoT", "Put", "Eat", "p").arc("TtoP", "Put", "Think", "p").arc("TtoP", "Put", "Forks", "Chopsticks(p)");
  const Net net =
      net_of_cpn(cpn_file("val n = 5; colset PH = index ph with 1..n; colset CS = index cs with 1..n; var p : PH;\n"
                          "fun Chopsticks(ph(i)) = 1`cs(i) ++ 1`cs(if i=n then 1 else i+1);",
                          {page}));
  EXPECT_EQ(states(net), 11U);
}

TEST(CpnRead, TimeAddsUpAlongACycle) {
  // A token takes 3 for the transition and 2 for its arc, four times: 20. The first token is there
  // at 5, so 25.
  CpnPage page("P");
  page.place("a", "T", "1`0@5").transition("t", "[n < 4]", "@+3").arc("PtoT", "t", "a", "n").arc("TtoP", "t", "a", "n+1@+2");
  const Net net = net_of_cpn(cpn_file("colset T = int timed; var n : T;", {page}));
  EXPECT_EQ(end_of(net), 25.0);  // when the last token is ready
}

TEST(CpnRead, PrioritiesAreReversed) {
  CpnPage page("P");
  page.place("a", "UNIT", "()").place("b", "UNIT").place("c", "UNIT");
  page.transition("low", "", "", "", "P_LOW").transition("high", "", "", "", "P_HIGH");
  page.arc("PtoT", "low", "a", "()").arc("TtoP", "low", "b", "()").arc("PtoT", "high", "a", "()").arc("TtoP", "high", "c", "()");
  const Net net = net_of_cpn(cpn_file("colset UNIT = unit; val P_HIGH = 100; val P_LOW = 10000;", {page}));
  EXPECT_EQ(states(net), 2U);
}

TEST(CpnRead, SubstitutionTransitionsAreModulesAndFusionJoins) {
  CpnPage top("T");
  CpnPage sub("S", "Worker");
  top.place("in", "INT", "3`1").place("out", "INT");
  top.transition("w1", "", "", "", "", "<subst subpage=\"S\" portsock=\"(IDSa,IDTin)(IDSb,IDTout)\"/>");
  top.transition("w2", "", "", "", "", "<subst subpage=\"S\" portsock=\"(IDSa,IDTin)(IDSb,IDTout)\"/>");
  sub.place("a", "INT", "", "<port type=\"In\"/>").place("b", "INT", "", "<port type=\"Out\"/>").place("busy", "INT", "", "");
  sub.transition("go").arc("PtoT", "go", "a", "n").arc("TtoP", "go", "busy", "n");
  sub.transition("stop").arc("PtoT", "stop", "busy", "n").arc("TtoP", "stop", "b", "n");
  const std::string declarations = "colset INT = int; var n : INT;";
  const Net net = net_of_cpn(cpn_file(declarations, {top, sub}));
  ASSERT_EQ(net.modules.size(), 3U);
  EXPECT_EQ(net.modules[1].name, "w1");
  EXPECT_EQ(net.modules[1].kind, "Worker");
  ASSERT_EQ(net.modules[1].references.size(), 2U);
  EXPECT_EQ(net.modules[1].references[0].kind, ReferenceKind::in);
  EXPECT_EQ(net.modules[1].references[1].kind, ReferenceKind::out);
  EXPECT_EQ(net.places.size(), 4U);
  // Three tokens among in, busy of w1, busy of w2 and out: C(3+3, 3) = 20.
  EXPECT_EQ(states(net), 20U);
  const std::string fusion = "<fusion id=\"IDf\" name=\"F\"><fusion_elm idref=\"IDSbusy\"/></fusion>";
  const Net fused = net_of_cpn(cpn_file(declarations, {top, sub}, fusion));
  EXPECT_EQ(fused.places.size(), 3U);
  EXPECT_EQ(states(fused), 10U);  // C(3+2, 2)
}

TEST(CpnRead, FunctionsAreEvaluatedAsStandardMlDoes) {
  EXPECT_EQ(value_of_ml("", "INT", "~7 div 2"), "-4");
  EXPECT_EQ(value_of_ml("", "INT", "~7 mod 2"), "1");
  EXPECT_EQ(value_of_ml("", "INT", "~7 quot 2"), "-3");
  EXPECT_EQ(value_of_ml("", "INT", "2 + 3 * 4 - 1"), "13");
  EXPECT_EQ(value_of_ml("", "L", "1::2::[] ^^ [3]"), "[1, 2, 3]");
  EXPECT_EQ(value_of_ml("", "L", "List.map (fn x => x * x) [1, 2, 3]"), "[1, 4, 9]");
  // 1 - (2 - (3 - 0)).
  EXPECT_EQ(value_of_ml("", "INT", "foldr (fn (x, s) => x - s) 0 [1, 2, 3]"), "2");
  // 3 - (2 - (1 - 0)).
  EXPECT_EQ(value_of_ml("", "INT", "foldl (fn (x, s) => x - s) 0 [1, 2, 3]"), "2");
  EXPECT_EQ(value_of_ml("", "L", "sort (fn (a, b) => a < b) [3, 1, 2]"), "[1, 2, 3]");
  EXPECT_EQ(value_of_ml("", "STRING", "Int.toString(~3) ^ \"x\""), "\"~3x\"");
  EXPECT_EQ(value_of_ml("fun len [] = 0 | len (_::l) = 1 + len l;", "INT", "len [5, 6, 7]"), "3");
  EXPECT_EQ(value_of_ml("fun even 0 = true | even n = odd (n - 1) and odd 0 = false | odd n = even (n - 1);", "INT",
                        "if even 10 then 1 else 2"),
            "1");
  // 3 * 2^4.
  EXPECT_EQ(value_of_ml("fun twice f x = f (f x);", "INT", "twice (twice (fn x => x * 2)) 3"), "48");
  EXPECT_EQ(value_of_ml("fun mymap f [] = [] | mymap f (x::l) = f x :: mymap f l;", "L",
                        "let val k = 2 in mymap (fn x => x + k) [1, 2] end"),
            "[3, 4]");
  EXPECT_EQ(value_of_ml("colset R = record a : INT * b : STRING;", "INT", "#a {b = \"x\", a = 4}"), "4");
  EXPECT_EQ(value_of_ml("colset U = union A : INT + B;", "INT", "case A(3) of B => 0 | A(n) => n + 1"), "4");
  EXPECT_EQ(value_of_ml("(* a (* nested *) comment *)", "INT", "hd(tl [1, 2])"), "2");
  EXPECT_EQ(value_of_ml("", "STRING", "String.concat [\"a\", \"b\"]"), "\"ab\"");
}

TEST(CpnRead, WhatIsOutsideIsReportedWhereItStands) {
  CpnPage page("P");
  page.place("a", "INT", "1").transition("t", "[Foo.bar n]").arc("PtoT", "t", "a", "n").arc("TtoP", "t", "a", "quux(n)");
  const std::string text = test::refusal_of_cpn(cpn_file("colset INT = int; var n : INT;", {page}));
  EXPECT_NE(text.find("'Foo.bar' is not known here"), std::string::npos) << text;
  EXPECT_NE(text.find("'quux' is not known here"), std::string::npos) << text;
  EXPECT_NE(text.find("f.cpn:11:47:"), std::string::npos) << text;
  EXPECT_NE(text.find("f.cpn:17:47:"), std::string::npos) << text;
}

TEST(CpnRead, CodeThatGivesValuesIsTranslatedAndOtherCodeKept) {
  CpnPage page("P");
  page.place("a", "INT", "4").place("b", "INT");
  page.transition("t", "", "", "input (n);\noutput (m);\naction\n(print \"x\"; n * 2);")
      .transition("log", "", "", "input (n); action print n;");
  page.arc("PtoT", "t", "a", "n").arc("TtoP", "t", "b", "m").arc("PtoT", "log", "b", "n");
  const Net net = net_of_cpn(cpn_file("colset INT = int; var n, m : INT;", {page}));
  EXPECT_EQ(
      std::count_if(net.notes.begin(), net.notes.end(), [](const auto& note) { return note.first.starts_with("code region"); }), 2);
  EXPECT_EQ(net.notes[1].first, "code region of log");
  EXPECT_EQ(states(net), 3U);
}

TEST(CpnRead, UnusedDeclarationsNeedNotBeRead) {
  CpnPage page("P");
  page.place("a", "INT", "1").transition("t").arc("PtoT", "t", "a", "n");
  const Net net = net_of_cpn(cpn_file(
      "colset INT = int; var n : INT; fun log x = TextIO.output(x, \"y\"); structure S = struct val x = 1 end; datatype d = D;",
      {page}));
  EXPECT_EQ(net.transitions.size(), 1U);
}

TEST(CpnRead, HostileTextIsRefusedInBoundedTime) {
  CpnPage page("P");
  page.place("a", "INT", std::string(5000, '(') + "1" + std::string(5000, ')'));
  EXPECT_NE(test::refusal_of_cpn(cpn_file("colset INT = int;", {page})).find("nested more than"), std::string::npos);
  // Types that double with each declaration.
  std::string doubling = "fun f x = (x, x);";
  std::string call = "1";
  for (int k = 0; k < 60; ++k) call = "f(" + call + ")";
  CpnPage large("P");
  large.place("a", "INT", "1").transition("t", "[#1 (" + call + ") = 0]").arc("PtoT", "t", "a", "1");
  EXPECT_FALSE(read_cpn("f.cpn", cpn_file("colset INT = int;" + doubling, {large}), {}).net.has_value());
  const std::string bomb =
      "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><workspaceElements>&b;</workspaceElements>";
  EXPECT_NE(test::refusal_of_cpn(bomb).find("entit"), std::string::npos);
}

// CPN Tools 4 writes 2 for 2`(), in markings and on arcs of places of unit tokens, and nothing
// for ().
TEST(CpnRead, NumbersCountTokensWithoutColours) {
  CpnPage page("P");
  page.place("a", "UNIT", "7").place("b", "").transition("t").transition("end");
  page.arc("PtoT", "t", "a", "2").arc("TtoP", "t", "b", "1 + 1").arc("PtoT", "end", "b", "");
  const Net net = net_of_cpn(cpn_file("colset UNIT = unit;", {page}));
  SimulationOptions options;
  const SimulationResult result = simulate(net, options);
  EXPECT_EQ(result.firings, 3U + 6U);
}

// The simulator of CPN Tools adds what a transition puts before it empties the places of its reset
// arcs (gen_occ of create_trans.sml).
TEST(CpnRead, ResetArcsEmptyPlacesAtTheEndOfAFiring) {
  CpnPage page("P");
  page.place("a", "INT", "1").place("b", "INT", "1`5 ++ 1`6").place("c", "INT");
  page.transition("t").arc("PtoT", "t", "a", "n").arc("Reset", "t", "b", "").arc("TtoP", "t", "b", "n").arc("TtoP", "t", "c", "n");
  const Net net = net_of_cpn(cpn_file("colset INT = int; var n : INT;", {page}));
  EXPECT_EQ(simulate(net, {}).firings, 1U);
  ASSERT_EQ(net.transitions.size(), 1U);
  std::vector<ArcKind> kinds;
  for (const Arc& arc : net.transitions[0].arcs) kinds.push_back(arc.kind);
  EXPECT_EQ(kinds, (std::vector{ArcKind::input, ArcKind::reset, ArcKind::output}));
}

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(CpnRead, RealFilesAreReadStructurally) {
  const std::filesystem::path folder = std::filesystem::path(PETRILOOM_SHARED) / "formats" / "cpn-samples";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::string text = content(entry.path());
    std::string encoding;
    ASSERT_TRUE(cpn::to_utf8(text, encoding)) << entry.path();
    Sources sources;
    Diagnostics diagnostics;
    const cpn::Document document = cpn::read_document(sources, sources.add("f.cpn", text), diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << entry.path() << diagnostics.format(sources);
    EXPECT_FALSE(document.pages.empty()) << entry.path();
    EXPECT_FALSE(document.declarations.empty()) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 93U);
}

}  // namespace
}  // namespace petriloom::cpn_read_test
