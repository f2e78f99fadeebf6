// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "formats/pnml/pnml.h"
#include "formats/pnml_writing/write_pnml.h"
#include "tests/formats/nets.h"

namespace petriloom::pnml_read_test {
namespace {

const std::string kHead =
    "<?xml version=\"1.0\"?>\n<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n"
    "<net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\">\n<page id=\"g\">\n";
const std::string kTail = "</page></net></pnml>\n";

std::string messages(const std::string& text) {
  const ReadResult result = read_pnml("f.pnml", text, {});
  EXPECT_FALSE(result.net.has_value());
  return result.diagnostics.format(*result.sources);
}

void expect_error(const std::string& objects, const std::string& where, const std::string& what) {
  const std::string text = messages(kHead + objects + kTail);
  EXPECT_NE(text.find("f.pnml:" + where), std::string::npos) << text;
  EXPECT_NE(text.find(what), std::string::npos) << text;
}

Net read(const std::string& objects) {
  ReadResult result = read_pnml("f.pnml", kHead + objects + kTail, {});
  EXPECT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
  return std::move(result.net.value());
}

TEST(PnmlRead, ReadsPagesAndReferences) {
  const Net net = read(R"(<place id="p"><initialMarking><text> 3
</text></initialMarking></place>
<page id="inner"><referencePlace id="r" ref="q"/><referencePlace id="q" ref="p"/><transition id="t"/>
<arc id="a" source="r" target="t"><inscription><text>2</text></inscription></arc></page>)");
  EXPECT_EQ(test::described(net),
            "module inner  false\nplace p 3@0\ntransition inner.t timing 0 0 0 weight -1 delay 0 priority 0 servers 0 memory 0\n  "
            "0 p 2 @0\n");
}

TEST(PnmlRead, UnderstandsInhibitorsOfOtherTools) {
  const Net net = read(R"(<place id="p"/><transition id="t"/>
<arc id="a" source="p" target="t" type="inhibitor"/>
<arc id="b" source="p" target="t"><type value="inhibitor"/><inscription><text>3</text></inscription></arc>
<arc id="c" source="p" target="t"><arctype><text>reset</text></arctype></arc>)");
  ASSERT_EQ(net.transitions[0].arcs.size(), 3U);
  EXPECT_EQ(net.transitions[0].arcs[0].kind, ArcKind::inhibitor);
  EXPECT_EQ(net.transitions[0].arcs[1].kind, ArcKind::inhibitor);
  EXPECT_EQ(net.transitions[0].arcs[2].kind, ArcKind::reset);
}

TEST(PnmlRead, ReportsEveryMistakeAtItsPlace) {
  expect_error("<place id=\"p\"/>\n  <place id=\"p\"/>", "6:3", "used twice, first in line 5");
  expect_error("<place/>", "5:1", "no attribute 'id'");
  expect_error("<place id=\"p\"/><arc id=\"a\" source=\"p\" target=\"x\"/>", "5:16", "'x', which is not there");
  expect_error("<place id=\"p\"/><place id=\"q\"/><arc id=\"a\" source=\"p\" target=\"q\"/>", "5:31", "joins two places");
  expect_error("<place id=\"p\"><initialMarking><text>-1</text></initialMarking></place>", "5:31", "less than 0");
  expect_error("<place id=\"p\"><initialMarking><text>99999999999999999999</text></initialMarking></place>", "5:31",
               "not an integer");
  expect_error("<place id=\"p\"><initialMarking><text>1e3</text></initialMarking></place>", "5:31", "not an integer");
  expect_error(
      "<place id=\"p\"/><transition id=\"t\"/><arc id=\"a\" source=\"t\" target=\"p\">"
      "<inscription><text>0</text></inscription></arc>",
      "5:", "less than 1");
  expect_error("<referencePlace id=\"r\" ref=\"s\"/><referencePlace id=\"s\" ref=\"r\"/>", "5:1", "refers to itself");
  expect_error("<transition id=\"t\"/><referencePlace id=\"r\" ref=\"t\"/>", "5:21", "of the other kind");
  expect_error("<place id=\"p\"/><transition id=\"t\"/><arc id=\"a\" source=\"t\" target=\"p\" type=\"inhibitor\"/>", "5:36",
               "out of a transition");
}

TEST(PnmlRead, NamesTheTypeThatIsNotRead) {
  const std::string text = messages(
      "<pnml>\n <net id='n' type='http://www.pnml.org/version-2009/grammar/timednet'><page id='g'><place id='p'><type/></place>"
      "</page></net></pnml>");
  EXPECT_EQ(text.find("f.pnml:2:2: error: the net is of the unknown type 'timednet'"), 0U) << text;
  EXPECT_EQ(text.find("warning"), std::string::npos) << text;
}

TEST(PnmlRead, RefusesEntities) {
  const std::string bomb = messages(R"(<!DOCTYPE pnml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><pnml><net id="&c;"/></pnml>)");
  EXPECT_NE(bomb.find("declares the entity 'a'"), std::string::npos) << bomb;
  const std::string external = messages(R"(<!DOCTYPE pnml [<!ENTITY x SYSTEM "file:///etc/passwd">]><pnml>&x;</pnml>)");
  EXPECT_NE(external.find("declares the entity 'x'"), std::string::npos) << external;
  const std::string unknown = messages(R"(<!DOCTYPE pnml SYSTEM "http://localhost:1/x.dtd"><pnml>&y;</pnml>)");
  EXPECT_NE(unknown.find("the entity 'y'"), std::string::npos) << unknown;
  EXPECT_EQ(external.find("root:"), std::string::npos);
}

TEST(PnmlRead, LimitsDepth) {
  std::string text;
  for (int k = 0; k < 1'000'000; ++k) text += "<page id='x'>";
  const std::string message = messages(kHead + text);
  EXPECT_NE(message.find("nested more than 1000 deep"), std::string::npos) << message.substr(0, 400);
}

TEST(PnmlRead, SurvivesTruncationAndFlippedBits) {
  const WriteResult written = write_pnml(test::random_net(11, false, true), {});
  ASSERT_FALSE(written.text.empty());
  for (std::size_t end = 0; end < written.text.size(); end += 7) {
    const ReadResult result = read_pnml("f.pnml", written.text.substr(0, end), {});
    EXPECT_EQ(result.net.has_value(), !result.diagnostics.has_errors());
  }
  std::mt19937 random(3);
  for (int trial = 0; trial < 2000; ++trial) {
    std::string text = written.text;
    for (int k = 0; k < 3; ++k) text[random() % text.size()] ^= static_cast<char>(1U << (random() % 8U));
    const ReadResult result = read_pnml("f.pnml", text, {});
    EXPECT_EQ(result.net.has_value(), !result.diagnostics.has_errors());
  }
}

TEST(PnmlRead, WarnsOfWhatItLeavesOut) {
  const ReadResult result =
      read_pnml("f.pnml", kHead + "<transition id='t'><colour/></transition><transition id='u'><colour/></transition>" + kTail, {});
  ASSERT_TRUE(result.net.has_value());
  EXPECT_EQ(result.diagnostics.list().size(), 1U);
  EXPECT_NE(result.diagnostics.format(*result.sources).find("<colour> is not read here; all 2 of them are left out"),
            std::string::npos);
}

}  // namespace
}  // namespace petriloom::pnml_read_test
