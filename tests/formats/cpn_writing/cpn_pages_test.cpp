// SPDX-License-Identifier: Apache-2.0
// Instances with the same body are instances of one page.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "engine/simulate/simulate.h"
#include "engine/trace/csv.h"
#include "formats/cpn_writing/write_cpn.h"
#include "formats/loom/loom.h"
#include "tests/formats/cpn_text.h"
#include "tests/formats/nets.h"

namespace petriloom::cpn_pages_test {
namespace {

using test::cpn_file;
using test::CpnPage;

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (part) << "\nis not in\n" << (text)

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::string trace_of(const Net& net) {
  std::ostringstream text;
  CsvTrace trace(net, text);
  SimulationOptions options;
  options.max_firings = 200;
  options.trace = &trace;
  const SimulationResult run = simulate(net, options);
  std::istringstream lines(text.str());
  text.str("");
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("fire")) text << line << "\n";
  for (const MeasureResult& measure : run.measures) text << measure.name << " " << measure.value.mean << "\n";
  return text.str();
}

// The file, which is read as a net with the same runs, also by way of .loom. A place that is fused
// with one of a page above has its name then.
std::string written(const Net& net) {
  const WriteResult result = write_cpn(net, {});
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  const Net again = test::net_of_cpn(result.text);
  EXPECT_EQ(trace_of(again), trace_of(net)) << result.text;
  EXPECT_EQ(trace_of(test::net_of(write_loom(again, {}).text)), trace_of(net));
  EXPECT_EQ(count(write_loom(again, {}).text, "module STEP"), count(write_loom(net, {}).text, "module STEP"));
  return result.text;
}

std::string written(const std::string& source) { return written(test::net_of(source)); }

const std::string kStep =
    "colour N = int with 0..9; place A : N = 1 ++ 2; place B : N; place C : N; var n : N;\n"
    "module STEP { port in FROM : N; port out TO : N; place GONE : N = 0; transition go { in FROM : n; out TO : n; out GONE : n; } "
    "}\n";
const std::string kBoth = "instance one : STEP { FROM = A; TO = B; } instance two : STEP { FROM = B; TO = C; }\n";

TEST(CpnPages, OneForAllInstancesWithTheNamesOfPorts) {
  const std::string text = written(kStep + kBoth);
  EXPECT_EQ(count(text, "<pageattr name=\"STEP\"/>"), 1U);
  EXPECT_EQ(count(text, "<pageattr"), 2U);
  EXPECT_EQ(count(text, "trans=\"ID"), 2U);  // instances below
  EXPECT_EQ(count(text, "<text>FROM</text>"), 1U);
  EXPECT_EQ(count(text, " name=\"STEP\">"), 2U);
}

TEST(CpnPages, OfOtherPages) {
  const std::string text =
      written(kStep + kBoth +
              "module TWICE { port in FROM : N; port out TO : N; place M : N; instance a : STEP { FROM = FROM; TO = M; }\n"
              "  scope s { transition t { in M : n; guard n > 1; out TO : n; } } instance b : STEP { FROM = M; TO = TO; } }\n"
              "instance three : TWICE { FROM = C; TO = A; } instance four : TWICE { FROM = A; TO = C; }");
  EXPECT_EQ(count(text, "<pageattr"), 4U);
  EXPECT_EQ(count(text, "<text>go</text>"), 1U);
  EXPECT_EQ(count(text, "trans=\"ID"), 10U);
}

// Monitors name the instance that they look at, and its number.
TEST(CpnPages, MonitorsOfOneOfTheInstances) {
  const std::string text = written(kStep + kBoth +
                                   "measure gone = average tokens(two.GONE); measure went = count two.go;\n"
                                   "measure values = mean n over one.go, two.go where n > 1;\n"
                                   "measure both = average tokens(one.GONE) + 2 * tokens(two.GONE);\n"
                                   "stop when tokens(two.GONE) + tokens(one.GONE) > 5;");
  EXPECT_HAS(text, "fun obs (bindelem, STEP'GONE_1_mark : N ms, STEP'GONE_2_mark : N ms)");
  EXPECT_HAS(text, "predBindElem (STEP'go (2, {n})) = ");
}

TEST(CpnPages, PlacesFusedBetweenInstances) {
  const std::string text = written(
      "module M { place P : unit = 3`(); place Q : unit; transition t { in P; out Q; } }\n"
      "instance a : M; instance b : M; fuse a.P, b.P;");
  EXPECT_EQ(count(text, "<pageattr"), 2U);
  EXPECT_EQ(count(text, "<fusion_elm"), 1U);
}

// A member of a fusion set of the page would be the place of both.
TEST(CpnPages, NotOfPlacesThatOthersUse) {
  const Net net = test::net_of(kStep + kBoth + "transition take { in one.GONE : n; out A : n; }");
  const std::string text = write_cpn(net, {}).text;
  EXPECT_EQ(trace_of(test::net_of_cpn(text)), trace_of(net));
  EXPECT_EQ(count(text, "<pageattr"), 3U);
  EXPECT_HAS(text, "<pageattr name=\"one\"/>");
}

// One instance has a port to a place that is fused with others, one to a place that is not.
TEST(CpnPages, PortsToFusedPlaces) {
  const std::string text = written(kStep +
                                   "scope s { place D : N = 3; } scope r { transition back { in .s.D : n; out .A : n; } }\n"
                                   "instance one : STEP { FROM = A; TO = s.D; } instance two : STEP { FROM = B; TO = C; }\n"
                                   "module DEEP { port out O : N; scope inner { transition put { out O : 1; priority -1; } } }\n"
                                   "instance x : DEEP { O = s.D; } instance y : DEEP { O = B; } stop when tokens(C) > 5;");
  EXPECT_EQ(count(text, "<pageattr"), 6U);
  EXPECT_EQ(count(text, "<fusion id="), 1U);
}

// A place whose tokens have times on one of the instances has them on the page.
TEST(CpnPages, TimesOfOneInstance) {
  const std::string text = written(kStep + kBoth + "transition again { in C : n; out A : n @+ 2 s; }");
  EXPECT_EQ(count(text, "<pageattr"), 2U);
}

// Pages of CPN Tools, three levels deep, with a fusion set on the one that is there twice.
TEST(CpnPages, OfFilesOfCpnTools) {
  const Net net = test::net_of_cpn(
      cpn_file("colset INT = int; var n : INT;",
               {CpnPage("P1")
                    .place("A", "INT", "1`1++1`2")
                    .place("B", "INT")
                    .transition("first", "", "", "", "", "<subst subpage=\"P2\" portsock=\"(IDP2I,IDP1A)(IDP2O,IDP1B)\"/>")
                    .transition("second", "", "", "", "", "<subst subpage=\"P2\" portsock=\"(IDP2I,IDP1B)(IDP2O,IDP1A)\"/>"),
                CpnPage("P2", "Middle")
                    .place("I", "INT", "", "<port type=\"In\"/>")
                    .place("O", "INT", "", "<port type=\"Out\"/>")
                    .place("M", "INT")
                    .place("F", "INT", "1`7", "<fusioninfo name=\"All\"/>")
                    .transition("x", "", "", "", "", "<subst subpage=\"P3\" portsock=\"(IDP3From,IDP2I)(IDP3To,IDP2M)\"/>")
                    .transition("y", "", "", "", "", "<subst subpage=\"P3\" portsock=\"(IDP3From,IDP2M)(IDP3To,IDP2O)\"/>"),
                CpnPage("P3", "Inner")
                    .place("From", "INT", "", "<port type=\"In\"/>")
                    .place("To", "INT", "", "<port type=\"Out\"/>")
                    .place("G", "INT", "", "<fusioninfo name=\"All\"/>")
                    .transition("step")
                    .arc("PtoT", "step", "From", "n")
                    .arc("TtoP", "step", "To", "n")
                    .arc("BOTHDIR", "step", "G", "n+5")}));
  const std::string loom = write_loom(net, {}).text;
  EXPECT_EQ(count(loom, "\nmodule "), 2U) << loom;
  EXPECT_HAS(loom, "module Middle {\n  port in  I : INT at (1.5, 2);\n  port out O : INT");
  const std::string text = written(net);
  EXPECT_EQ(count(text, "<pageattr"), 3U);
  EXPECT_HAS(text, "<pageattr name=\"Middle\"/>");
  EXPECT_EQ(count(text, "trans=\"ID"), 6U);
}

// Nobody drew a page of all of them.
TEST(CpnPages, SeveralAtTheTop) {
  const std::string text = written(
      test::net_of_cpn(cpn_file("colset INT = int; var n : INT;",
                                {CpnPage("P1", "One").place("A", "INT", "1`1").transition("T").arc("PtoT", "T", "A", "n"),
                                 CpnPage("P2", "Other").place("A", "INT", "1`1").transition("T").arc("PtoT", "T", "A", "n")})));
  EXPECT_EQ(count(text, "<pageattr"), 2U);
  EXPECT_EQ(count(text, " page=\"ID"), 2U);
  EXPECT_EQ(count(text, "<subst"), 0U);
}

// A member at which nothing happens, one beside another, and their names; arcs end where they were
// drawn.
TEST(CpnPages, MembersOfFusionSets) {
  const std::string member = "<fusioninfo name=\"All of it\"/>";
  const std::string text = written(test::net_of_cpn(
      cpn_file("colset INT = int; var n : INT;", {CpnPage("P1", "One")
                                                      .place("A", "INT", "1`1", member)
                                                      .place("Again", "INT", "", member)
                                                      .transition("T")
                                                      .arc("PtoT", "T", "A", "n")
                                                      .arc("TtoP", "T", "Again", "n")
                                                      .transition("down", "", "", "", "", "<subst subpage=\"P2\" portsock=\"\"/>"),
                                                  CpnPage("P2", "Other").place("Seen", "INT", "", member)})));
  EXPECT_EQ(count(text, "name=\"All of it\""), 4U);
  EXPECT_EQ(count(text, "<fusion_elm"), 3U);
  EXPECT_EQ(count(text, "<port "), 0U);
  const std::string again = text.substr(0, text.find("<text>Again</text>"));
  const std::string id = again.substr(again.rfind("<place id=\"") + 11);
  EXPECT_HAS(text, "<placeend idref=\"" + id.substr(0, id.find('"')) + "\"/>");
}

}  // namespace
}  // namespace petriloom::cpn_pages_test
