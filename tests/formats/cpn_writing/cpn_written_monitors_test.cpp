// SPDX-License-Identifier: Apache-2.0
// Measures and stop conditions as monitors of CPN Tools.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "engine/simulate/simulate.h"
#include "formats/cpn/cpn.h"
#include "formats/cpn_writing/write_cpn.h"
#include "formats/cpn_writing/write_monitors.h"
#include "tests/formats/nets.h"
#include "tests/own_folder.h"

namespace petriloom::cpn_written_monitors_test {
namespace {

#define EXPECT_HAS_PART(text, part) EXPECT_NE((text).find(part), std::string::npos) << (part) << "\nis not in\n" << (text)

// Takes 1, 2 and 3 at once; what it puts is moved on inside of another page after 2 s.
const std::string kNet =
    "colour N = int with 0..9;\nvar n, k : N;\nvar l : list of N;\n"
    "place A : N = [1, 2, 3];\nplace 'odd place' : N;\nplace L : list of N = [];\n"
    "transition go { in A : n; in L : l; out L : ([n] ++ l); out 'odd place' : n @+ 2 s; }\n"
    "scope inner { place X : N; transition back { guard k > 1; in .'odd place' : k; out X : k; } }\n";

std::string monitors(const std::string& file) {
  const std::size_t begin = file.find("<monitorblock");
  return file.substr(begin, file.find("<IndexNode") - begin);
}

std::map<std::string, double> means(const Net& net) {
  std::map<std::string, double> all;
  for (const MeasureResult& measure : simulate(net, {}).measures) all[measure.name] = measure.value.mean;
  return all;
}

// The monitors of the net with these lines; the file is read as the same measures.
std::string written(const std::string& lines) {
  const Net net = test::net_of(kNet + lines);
  const WriteResult result = write_cpn(net, {});
  EXPECT_EQ(result.diagnostics.format(*net.sources), "");
  const ReadResult again = read_cpn("f.cpn", result.text, {});
  EXPECT_TRUE(again.net.has_value());
  EXPECT_EQ(again.diagnostics.format(*again.sources), "");
  if (again.net) {
    EXPECT_EQ(means(*again.net), means(net));
    EXPECT_EQ(simulate(*again.net, {}).time.mean, simulate(net, {}).time.mean);
  }
  return monitors(result.text);
}

std::size_t nodes(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find("<node "); at != std::string::npos; at = text.find("<node ", at + 1)) ++count;
  return count;
}

TEST(WrittenMonitors, CountsSizesAndLengths) {
  const std::string count = written("measure starts = count go;\n");
  EXPECT_HAS_PART(count, R"(name="starts" type="6" typedescription="Count transition occurrence data collection")");
  EXPECT_EQ(nodes(count), 1U);
  const std::string size = written("measure left = average tokens('odd place');\n");
  EXPECT_HAS_PART(size, R"(name="left" type="0" typedescription="Marking size")");
  EXPECT_EQ(nodes(size), 3U);  // with the transitions around the place
  EXPECT_HAS_PART(written("measure long = average sum(l in L : length(l));\n"),
                  R"(type="5" typedescription="List length data collection")");
}

TEST(WrittenMonitors, WhatFiringsObserve) {
  const std::string text = written("measure big = mean n over go where n > 1;\nmeasure late = mean now over go, inner.back;\n");
  EXPECT_HAS_PART(text,
                  "fun pred (bindelem) =\nlet\n  fun predBindElem (test'go (1, {l,n})) = (n &gt; 1)\n"
                  "    | predBindElem _ = false\nin\n  predBindElem bindelem\nend<layout>");
  EXPECT_HAS_PART(text, "  fun obsBindElem (test'go (1, {l,n})) = n\n    | obsBindElem _ = ~1\nin\n");
  EXPECT_HAS_PART(text, "    | obsBindElem (inner'back (1, {k})) = time()\n    | obsBindElem _ = ~1.0\nin\n");
  EXPECT_HAS_PART(text, "fun init () = NONE");
}

TEST(WrittenMonitors, AveragesOverTheMarking) {
  const std::string text = written("measure half = average 0.5 * tokens('odd place') + tokens(inner.X);\n");
  EXPECT_HAS_PART(text, "fun pred (bindelem, inner'X_1_mark : N tms, test'odd_place_1_mark : N tms) = true");
  EXPECT_HAS_PART(text,
                  "fun obs (bindelem, inner'X_1_mark : N tms, test'odd_place_1_mark : N tms) = "
                  "((0.5 * Real.fromInt((size test'odd_place_1_mark))) + Real.fromInt((size inner'X_1_mark)))");
  EXPECT_HAS_PART(text, "<option name=\"Timed\" value=\"true\"/>");
}

TEST(WrittenMonitors, StopConditions) {
  const std::string text = written("stop when tokens(A) = 0 | tokens(inner.X) > 0 | tokens(L) > 7 | sum(x in A : x) > 8;\n");
  EXPECT_HAS_PART(text, "name=\"stop\" type=\"7\" typedescription=\"Place content break point\"");
  EXPECT_HAS_PART(text, "<option name=\"If is empty\" value=\"true\"/>");
  EXPECT_HAS_PART(text, "name=\"stop 2\" type=\"7\"");
  EXPECT_HAS_PART(text, "<option name=\"If is empty\" value=\"false\"/>");
  EXPECT_HAS_PART(text, "fun pred (test'L_1_mark : C_list_of_N ms) = ((size test'L_1_mark) &gt; 7)");
  EXPECT_HAS_PART(text, "0 (test'A_1_mark)) &gt; 8)");
}

TEST(WrittenMonitors, WhatCpnToolsHasNotIsLeftOut) {
  const Net net = test::net_of(kNet +
                               "measure some = count go where n > 1;\nmeasure both = count go, inner.back;\n"
                               "measure highest = peak tokens(A);\nmeasure lowest = min n over go;\n"
                               "measure per[i in N] = count go where n = i;\nmeasure starts = count go;\n"
                               "stop when tokens(A) = 0 | sum(x in 'odd place' : x) > 8;\n");
  const WriteResult result = write_cpn(net, {});
  const std::string said = result.diagnostics.format(*net.sources);
  EXPECT_HAS_PART(said, "9:9: warning: left out: the measure 'some': a monitor of CPN Tools counts all firings");
  EXPECT_HAS_PART(said, "10:9: warning: left out: the measure 'both': a monitor of CPN Tools counts firings of one transition");
  EXPECT_HAS_PART(said, "11:9: warning: left out: 2 measures, 'highest' first: CPN Tools has no such monitor");
  EXPECT_HAS_PART(said, "13:9: warning: left out: the measure 'per': a monitor of CPN Tools is one, not a family");
  EXPECT_HAS_PART(said, "warning: left out: the condition that ends a simulation: tokens with times are no list");
  const std::string text = monitors(result.text);
  EXPECT_HAS_PART(text, "name=\"starts\"");
  EXPECT_HAS_PART(text, "name=\"stop\" type=\"7\"");
  EXPECT_EQ(nodes(text), 2U);
}

// Functions of monitors know a node by letters, figures and primes, so two may be known as one.
TEST(WrittenMonitors, NodesThatFunctionsCannotTellApart) {
  EXPECT_EQ(cpn::code_name("Top page", "T's \u00fcber-1"), "Top_page'T's__ber_1");
  const Net net = test::net_of(
      "place 'a b' : unit = 3`();\nplace 'a-b' : unit;\ntransition t { in 'a b'; out 'a-b'; }\n"
      "measure both = average tokens('a b') + tokens('a-b');\nmeasure one = average tokens('a b');\n");
  const WriteResult result = write_cpn(net, {});
  EXPECT_HAS_PART(result.diagnostics.format(*net.sources),
                  "left out: the measure 'both': several nodes are 'test'a_b' in functions of monitors");
  EXPECT_HAS_PART(monitors(result.text), "name=\"one\" type=\"0\"");
}

TEST(WrittenMonitors, WithoutTokenTimesThereIsNoTime) {
  const Net net = test::net_of("place A : unit = 3`();\ntransition t { in A; }\nmeasure late = mean now over t;\n");
  EXPECT_HAS_PART(write_cpn(net, {}).diagnostics.format(*net.sources), "left out: the measure 'late': the file has no time");
}

TEST(WrittenMonitors, AreValidByThePublishedSchema) {
  const std::string schema = PETRILOOM_SHARED "/formats/cpn.xsd";
  if (!std::filesystem::exists(schema)) GTEST_SKIP() << "no ../shared beside the source tree";
  const Net net = test::net_of(
      "colour N = int with 0..9;\nvar n : N;\nplace A : N = [1, 2];\nplace B : N;\ntransition t { in A : n; out B : n; }\n"
      "measure sizes = average 2 * tokens(A);\nmeasure big = mean n over t where n > 1;\nstop when tokens(B) = 2;\n");
  const test::OwnFolder folder;
  folder.write("net.cpn", write_cpn(net, {}).text);
  EXPECT_EQ(std::system(("xmllint --nonet --noout --schema '" + schema + "' '" + folder.file("net.cpn") + "'").c_str()), 0);
}

}  // namespace
}  // namespace petriloom::cpn_written_monitors_test
