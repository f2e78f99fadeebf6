// SPDX-License-Identifier: Apache-2.0
// What is written for CPN Tools: pages, ports, fusion sets and CPN ML as a person would write them,
// valid by the published schema.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "formats/cpn/cpn.h"
#include "formats/cpn_writing/write_cpn.h"
#include "tests/formats/nets.h"
#include "tests/own_folder.h"

namespace petriloom::cpn_write_test {
namespace {

namespace fs = std::filesystem;

std::string written(const Net& net, const WriteOptions& options = {}) {
  const WriteResult result = write_cpn(net, options);
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.text;
}

std::string errors(const std::string& text, const WriteOptions& options = {}) {
  const Net net = test::net_of(text);
  const WriteResult result = write_cpn(net, options);
  EXPECT_TRUE(result.text.empty() || !result.diagnostics.has_errors());
  return result.diagnostics.format(*net.sources);
}

std::string quoted(const std::string& path) { return "'" + path + "'"; }

// By the schema that was published.
void expect_valid(const std::string& text) {
  const test::OwnFolder folder;
  folder.write("net.cpn", text);
  const std::string schema = PETRILOOM_SHARED "/formats/cpn.xsd";
  EXPECT_EQ(std::system(("xmllint --nonet --noout --schema '" + schema + "' " + quoted(folder.file("net.cpn"))).c_str()), 0);
}

// The published document type, with what the files of CPN Tools 4 have that it lacks: options whose
// value is a <boolean>, and priorities.
std::string newer_document_type() {
  std::ifstream in(PETRILOOM_SHARED "/formats/cpn.dtd", std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  for (const auto& [old, now] : std::vector<std::pair<std::string, std::string>>{
           {"<!ELEMENT value     (text)>", "<!ELEMENT value (text | boolean)>\n<!ELEMENT boolean (#PCDATA)>"},
           {"code | channel)*)>",
            "code | channel | priority)*)>\n<!ELEMENT priority (%objatts;, text)>\n<!ATTLIST priority id ID #IMPLIED>"}}) {
    const std::size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    if (at != std::string::npos) text.replace(at, old.size(), now);
  }
  return text;
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (part) << "\nis not in\n" << (text)

TEST(WriteCpn, SaysColoursArcsAndMarkingsInCpnMl) {
  const std::string text = written(test::net_of(R"(
colour Dir = enum { north, east };
colour Core = index core with 1..3;
colour Small = int with 0..2;
colour Msg = record { to : Core, size : Small };
colour Data = union { Full : Msg, Empty };
colour Few = subset Small { 0, 2 };
colour Name = string;
fun twice(n : int) : int = if n < 0 then -1 else 2 * n;
var c : Core; var s : Small; var q : list of Core; var m : Msg; var d : Dir;
place P : Core = all(Core);
place Q : list of Core = [core(1), core(2)];
place M : Msg = {to = core(2), size = 1};
place U : Data = Empty;
place F : Few = Few(2);
place N : string = "a\"b";
place D : Dir = north;
transition t {
  guard twice(s) > s + 1 & d != east;
  in P : succ(c); in M : {to = c, size = s}; in Q : q; read D : d;
  out Q : append(q, c); out P : 2`c when s > 0 ++ core(3); out U : Full({to = c, size = 0});
}
)"));
  for (const char* part : {"colset Dir = with north | east;",
                           "colset Core = index core with 1..3;",
                           "colset Small = int with 0..2;",
                           "colset Msg = record to:Core * size:Small;",
                           "colset Data = union Full:Msg + Empty;",
                           "colset Few = subset Small with [0, 2];",
                           "<index><ml>1</ml><ml>3</ml><id>core</id></index>",
                           "fun twice(n : INT) : INT = (if (n &lt; 0) then ~1 else (2 * n));",
                           "1`core(1) ++\n1`core(2) ++\n1`core(3)",
                           "1`[core(1), core(2)]",
                           "1`{to=core(2), size=1}",
                           "1`Empty",
                           "1`2",
                           "1`&quot;a\\&quot;b&quot;",
                           "1`(q^^[c])",
                           "(if (s &gt; 0) then 2`c else empty) ++\n1`core(3)",
                           "1`Full({to=c, size=0})",
                           "orientation=\"BOTHDIR\"",
                           "1`Core.col((Core.ord(c) + 1) mod 3)",
                           "1`{to=c, size=s}"}) {
    EXPECT_HAS(text, part);
  }
}

TEST(WriteCpn, HandsPlacesDownThroughPortsAndFusesThoseUsedFromElsewhere) {
  const std::string text = written(test::net_of(R"(
module Worker() {
  port in START : unit; port out DONE : unit;
  place BUSY : unit;
  transition begin { in START; out BUSY; }
  transition finish { in BUSY; out DONE; }
}
place QUEUE : unit = 2`();
place READY : unit;
instance w : Worker() { START = QUEUE; DONE = READY; }
transition watch { in w.BUSY; out w.BUSY; }
)"));
  EXPECT_HAS(text, "type=\"In\"");
  EXPECT_HAS(text, "type=\"Out\"");
  EXPECT_HAS(text, "<text>START</text>");
  EXPECT_HAS(text, "<pageattr name=\"Worker\"/>");
  EXPECT_HAS(text, "subpage=\"ID2\" portsock=\"(");
  EXPECT_HAS(text, "<fusion id=");
}

TEST(WriteCpn, KeepsTimesAsRealStampsOfTimedColours) {
  const std::string text = written(test::net_of(R"(
place A : int = 1 ++ 2 @+ 5 s;
place B : int;
var n : int;
transition t { in A : n; out B : n @+ 2.5 s; out A : n + 1 when n < 9; delay 1 ms; }
)"));
  for (const char* part :
       {"colset INT = int timed;", "1`1@0.0 +++\n1`2@5.0", "(1`n)@++2.5", "@++0.001", "<value><boolean>true</boolean></value>"})
    EXPECT_HAS(text, part);
}

TEST(WriteCpn, RefusesWhatCpnToolsHasNotWhereItStands) {
  const std::string text = R"(place A : int = 1; place B : unit;
var n : int;
transition race { in A : n; time exponential(3); }
transition few { inhibit B : 2`(); in A : n; }
transition odd { reset A : 1; }
transition full { reset A; out A : 1; }
)";
  const std::string messages = errors(text);
  EXPECT_HAS(messages, "test.loom:3:12: error: the duration of 'race'");
  EXPECT_HAS(messages, "test.loom:4:30: error: CPN Tools can ask of a place only whether it is empty");
  EXPECT_HAS(messages, "test.loom:5:28: error: CPN Tools has inhibitor and reset arcs for all tokens of a place only");
  EXPECT_HAS(messages, "test.loom:6:19: error: CPN Tools empties the place when the transition has put its tokens");
  WriteOptions lossy;
  lossy.allow_lossy = true;
  EXPECT_HAS(errors(text, lossy), "test.loom:3:12: warning: left out: the duration of 'race'");
}

TEST(WriteCpn, IsValidByThePublishedSchema) {
  if (!fs::exists(PETRILOOM_SHARED "/formats/cpn.xsd")) GTEST_SKIP() << "no ../shared beside the source tree";
  expect_valid(written(test::net_of(test::philosophers(5))));
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    WriteOptions options;
    options.untimed = true;
    options.allow_lossy = true;
    expect_valid(written(test::random_net(seed, true, false), options));
  }
}

TEST(WriteCpn, RealFilesAreWrittenValid) {
  if (!fs::exists(PETRILOOM_SHARED "/formats/cpn-samples")) GTEST_SKIP() << "no ../shared beside the source tree";
  const test::OwnFolder folder;
  folder.write("cpn.dtd", newer_document_type());
  std::string files;
  int count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(PETRILOOM_SHARED "/formats/cpn-samples")) {
    std::ifstream in(entry.path(), std::ios::binary);
    const ReadResult read = read_cpn(entry.path().string(), {std::istreambuf_iterator<char>(in), {}}, {});
    if (!read.net) continue;
    const std::string name = "net" + std::to_string(++count) + ".cpn";
    std::string text = written(*read.net);
    // Else the document type that the file names is looked for as well.
    const std::size_t named = text.find("<!DOCTYPE");
    text.erase(named, text.find('>', named) + 1 - named);
    folder.write(name, text);
    files += " " + quoted(folder.file(name));
  }
  EXPECT_GT(count, 80);
  EXPECT_EQ(std::system(("xmllint --nonet --noout --dtdvalid " + quoted(folder.file("cpn.dtd")) + files).c_str()), 0);
}

}  // namespace
}  // namespace petriloom::cpn_write_test
