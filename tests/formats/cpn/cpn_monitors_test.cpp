// SPDX-License-Identifier: Apache-2.0
// Monitors of CPN Tools: what they measure, by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/simulate/simulate.h"
#include "formats/cpn/cpn.h"
#include "formats/cpn_writing/write_cpn.h"
#include "formats/loom/loom.h"
#include "formats/xml/xml.h"
#include "tests/formats/cpn_text.h"

namespace petriloom {
namespace {

using test::cpn_file;
using test::CpnPage;

const char* const kDeclarations =
    "colset N = int with 1..3 timed;\ncolset INT = int;\ncolset L = list INT;\nvar n : N;\nvar l : L;\n";

// Takes 1 at 0 s, 2 at 5 s and 3 at 10 s, and lengthens a list each time.
CpnPage taking() {
  return CpnPage("P")
      .place("Start", "N", "1`1@0 +++ 1`2@5 +++ 1`3@10")
      .place("Done", "INT")
      .place("List", "L", "1`[]")
      .transition("Take")
      .arc("PtoT", "Take", "Start", "n")
      .arc("TtoP", "Take", "Done", "n")
      .arc("PtoT", "Take", "List", "l")
      .arc("TtoP", "Take", "List", "n::l");
}

std::string function(const std::string& role, const std::string& text) {
  return fmt::format("<declaration name=\"{0}\"><ml id=\"ID{1}\">{2}<layout>{2}</layout></ml></declaration>", role,
                     std::hash<std::string>()(role + text), xml_escape(text));
}

std::string monitor(const std::string& name, int type, const std::vector<std::string>& nodes, const std::string& more = "",
                    const std::string& attributes = "") {
  std::string text =
      fmt::format("<monitor id=\"IDm{0}\" name=\"{0}\" type=\"{1}\" typedescription=\"x\" {2}>", name, type, attributes);
  for (const std::string& node : nodes) text += fmt::format("<node idref=\"{}\" pageinstanceidref=\"IDtop\"/>", node);
  return text + more + "</monitor>";
}

std::string with_monitors(const std::string& monitors, const CpnPage& page = taking()) {
  return cpn_file(
      kDeclarations, {page},
      "<instances><instance id=\"IDtop\" page=\"P\"/></instances><monitorblock name=\"Monitors\">" + monitors + "</monitorblock>");
}

struct Seen {
  std::map<std::string, double> means;
  double end = 0;
  Ended ended = Ended::dead;
  std::string messages;
};

std::map<std::string, double> means(const SimulationResult& run) {
  std::map<std::string, double> all;
  for (const MeasureResult& measure : run.measures) all[measure.name] = measure.value.mean;
  return all;
}

void expect_same(const ReadResult& read, const Seen& expected) {
  ASSERT_TRUE(read.net.has_value()) << read.diagnostics.format(*read.sources);
  const SimulationResult run = simulate(*read.net, {});
  EXPECT_EQ(means(run), expected.means) << read.diagnostics.format(*read.sources);
  EXPECT_EQ(run.ended, expected.ended);
  EXPECT_EQ(run.time.mean, expected.end);
}

// What a run sees; the net in the net language and the one for CPN Tools see the same.
Seen run(const std::string& text) {
  Seen result;
  ReadResult read = read_cpn("f.cpn", text, {});
  result.messages = read.diagnostics.format(*read.sources);
  EXPECT_TRUE(read.net.has_value()) << result.messages;
  if (!read.net) return result;
  const SimulationResult run = simulate(*read.net, {});
  EXPECT_FALSE(run.diagnostics.has_errors());
  result.ended = run.ended;
  result.end = run.time.mean;
  result.means = means(run);
  expect_same(read_loom("f.loom", write_loom(*read.net, {}).text, {}), result);
  const WriteResult written = write_cpn(*read.net, {});
  EXPECT_EQ(written.diagnostics.format(*read.sources), "");
  expect_same(read_cpn("f.cpn", written.text, {}), result);
  return result;
}

const char* const kTrue =
    "fun pred (bindelem) = let fun predBindElem (Top'Take (1, {l,n})) = true | predBindElem _ = false in predBindElem bindelem end";

TEST(CpnMonitors, CountFirings) {
  EXPECT_EQ(run(with_monitors(monitor("c", 6, {"IDPTake"}))).means.at("c"), 3);
  EXPECT_EQ(run(with_monitors(monitor("driver's count", 6, {"IDPTake"}))).means.at("driver\u2019s count"), 3);
}

TEST(CpnMonitors, TakeTheAverageOfMarkingsOverTime) {
  const Seen seen = run(with_monitors(monitor("tokens", 0, {"IDPStart"}) + monitor("both", 0, {"IDPStart", "IDPDone"}) +
                                      monitor("length", 5, {"IDPList"})));
  EXPECT_DOUBLE_EQ(seen.means.at("tokens"), 1.5);  // 2 until 5 s, 1 until 10 s
  EXPECT_DOUBLE_EQ(seen.means.at("both"), 3);
  EXPECT_DOUBLE_EQ(seen.means.at("length"), 1.5);
  EXPECT_EQ(seen.messages, "");
}

TEST(CpnMonitors, CollectWhatFiringsObserve) {
  const std::string not_two = function("Predicate", "fun pred (Top'Take (1, {l,n})) = n<>2 | pred _ = false");
  const std::string tens = function("Observer", "fun obs (Top'Take (1, {l,n})) = 10 * n | obs _ = ~1");
  const std::string late =
      function("Observer",
               "fun obs (bindelem) = let fun obsBindElem (Top'Take (1, {l,n})) = IntInf.toInt(time()) - n | obsBindElem "
               "_ = ~1 in obsBindElem bindelem end");
  const std::string second =
      function("Predicate", "fun pred (Top'Take (2, {l,n})) = true | pred (Top'Take (_, {l=[],n=1})) = true | pred _ = false");
  const Seen seen = run(with_monitors(monitor("tens", 3, {"IDPTake"}, not_two + tens) +
                                      monitor("late", 3, {"IDPTake"}, function("Predicate", kTrue) + late) +
                                      monitor("matched", 3, {"IDPTake"}, second + tens)));
  ASSERT_EQ(seen.messages, "");
  EXPECT_DOUBLE_EQ(seen.means.at("tens"), 20);
  EXPECT_DOUBLE_EQ(seen.means.at("late"), 3);  // (0 - 1 + 5 - 2 + 10 - 3) / 3
  EXPECT_DOUBLE_EQ(seen.means.at("matched"), 10);
  EXPECT_EQ(seen.messages, "");
}

TEST(CpnMonitors, CollectMarkingsOverTime) {
  const std::string pred = function("Predicate",
                                    "fun pred (bindelem, Top'List_1_mark : L ms) = let fun predBindElem (Top'Take (1, {l,n})) = "
                                    "true | predBindElem _ = false in predBindElem bindelem end");
  const std::string obs = function("Observer", "fun obs (bindelem, Top'List_1_mark : L ms) = length(ms_to_col(Top'List_1_mark))");
  const auto timed = [](bool is) { return fmt::format("<option name=\"Timed\" value=\"{}\"/>", is); };
  const Seen seen = run(with_monitors(monitor("length", 3, {"IDPList", "IDPTake"}, pred + obs + timed(true))));
  EXPECT_DOUBLE_EQ(seen.means.at("length"), 1.5);
  const Seen after = run(with_monitors(monitor("length", 3, {"IDPList", "IDPTake"}, pred + obs + timed(false))));
  EXPECT_TRUE(after.means.empty());
  EXPECT_NE(after.messages.find("the monitor 'length' is left out: it looks at the marking after some firings"), std::string::npos);
}

TEST(CpnMonitors, StopByTheMarking) {
  const std::string two = function("Predicate", "fun pred (Top'Done_1_mark : INT ms) = size Top'Done_1_mark = 2");
  const Seen second = run(with_monitors(monitor("two", 1, {"IDPDone"}, two)));
  EXPECT_EQ(second.ended, Ended::condition);
  EXPECT_DOUBLE_EQ(second.end, 5);
  const auto content = [](bool empty) { return fmt::format("<option name=\"If is empty\" value=\"{}\"/>", empty); };
  EXPECT_DOUBLE_EQ(run(with_monitors(monitor("none", 7, {"IDPStart"}, content(true)))).end, 10);
  EXPECT_DOUBLE_EQ(run(with_monitors(monitor("some", 7, {"IDPDone"}, content(false)))).end, 0);
}

TEST(CpnMonitors, AreLeftOutWhereTheyAreNeither) {
  const std::string first = function("Predicate", "fun pred (Top'Take (1, {l,n})) = n = 1 | pred _ = false");
  const Seen seen = run(with_monitors(monitor("file", 4, {"IDPTake"}) + monitor("break", 1, {"IDPTake"}, first) +
                                      monitor("broken", 3, {"IDPTake"}, first + function("Observer", "fun obs _ = nothing n")) +
                                      monitor("off", 4, {"IDPTake"}, "", "disabled=\"true\"") + monitor("gone", 6, {"IDPNone"})));
  EXPECT_TRUE(seen.means.empty());
  EXPECT_EQ(seen.ended, Ended::dead);
  for (const char* said :
       {"'file' is left out: it writes a file", "'break' is left out: it stops by what has fired",
        "'broken' is left out: 'nothing' is not known here", "'gone' is left out: it looks at what is neither"}) {
    EXPECT_NE(seen.messages.find(said), std::string::npos) << said << "\n" << seen.messages;
  }
  EXPECT_EQ(seen.messages.find("'off'"), std::string::npos);
}

// Of two instances of a page only the one that is meant.
TEST(CpnMonitors, LookAtOneInstanceOfAPage) {
  const auto by = [](const std::string& socket) {
    return fmt::format("<subst subpage=\"S\" portsock=\"(IDSIn,IDP{})\"><subpageinfo name=\"S\"/></subst>", socket);
  };
  const CpnPage top = CpnPage("P")
                          .place("A", "INT", "1`1++1`2")
                          .place("B", "INT", "1`3")
                          .transition("One", "", "", "", "", by("A"))
                          .transition("Two", "", "", "", "", by("B"));
  const CpnPage sub =
      CpnPage("S", "Sub").place("In", "INT", "", "<port type=\"In\"/>").transition("Go").arc("PtoT", "Go", "In", "i");
  const std::string text =
      cpn_file("colset INT = int;\nvar i : INT;\n", {top, sub},
               "<instances><instance id=\"IDtop\" page=\"P\"><instance id=\"IDone\" trans=\"IDPOne\"/>"
               "<instance id=\"IDtwo\" trans=\"IDPTwo\"/></instance></instances><monitorblock name=\"M\">"
               "<monitor id=\"a\" name=\"first\" type=\"6\"><node idref=\"IDSGo\" pageinstanceidref=\"IDone\"/></monitor>"
               "<monitor id=\"b\" name=\"second\" type=\"6\"><node idref=\"IDSGo\" pageinstanceidref=\"IDtwo\"/></monitor>"
               "</monitorblock>");
  const Seen seen = run(text);
  EXPECT_EQ(seen.means.at("first"), 2);
  EXPECT_EQ(seen.means.at("second"), 1);
}

}  // namespace
}  // namespace petriloom
