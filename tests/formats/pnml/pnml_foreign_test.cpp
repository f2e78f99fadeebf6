// SPDX-License-Identifier: Apache-2.0
// What other tools write beside the standard, pages, references and units.
#include <gtest/gtest.h>

#include "formats/common/names.h"
#include "formats/pnml/pnml.h"
#include "formats/pnml/validate.h"
#include "formats/pnml_writing/write_pnml.h"
#include "tests/formats/nets.h"

namespace petriloom::pnml_foreign_test {
namespace {

const std::string kHead =
    "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n"
    "<net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\">\n";
const std::string kTail = "</net></pnml>\n";

ReadResult read(const std::string& objects) { return read_pnml("f.pnml", kHead + objects + kTail, {}); }

Net net_of(const std::string& objects) {
  ReadResult result = read(objects);
  EXPECT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
  return std::move(result.net.value());
}

std::string messages(const std::string& objects) {
  const ReadResult result = read(objects);
  return result.diagnostics.format(*result.sources);
}

TEST(PnmlForeign, TimeOfPipe) {
  const Net net = net_of(R"(<page id="g"><transition id="a"><rate><value>2.5</value></rate><timed><value>true</value></timed>
<infiniteServer><value>false</value></infiniteServer><priority><value>3</value></priority></transition>
<transition id="b"><rate><value>0.5</value></rate><timed><value>false</value></timed></transition>
<transition id="c"><rate><value>4.0</value></rate><timed><value>true</value></timed><infiniteServer><value>true</value></infiniteServer>
</transition></page>)");
  EXPECT_EQ(net.transitions[0].timing, Timing::exponential);
  EXPECT_EQ(literal_real(net, net.transitions[0].a), 2.5);
  EXPECT_EQ(net.transitions[0].servers, 1);
  EXPECT_EQ(literal_integer(net, net.transitions[0].priority, 0), 3);
  EXPECT_EQ(net.transitions[1].timing, Timing::immediate);
  EXPECT_EQ(literal_real(net, net.transitions[1].weight), 0.5);
  EXPECT_EQ(net.transitions[2].servers, 0);
}

TEST(PnmlForeign, CapacityOfPipeIsAnErrorUnlessThereIsNone) {
  EXPECT_EQ(messages("<page id='g'><place id='p'><capacity><value>0</value></capacity></place></page>"), "");
  EXPECT_NE(messages("<page id='g'><place id='p'><capacity><value>3</value></capacity></place></page>").find("f.pnml:3:28: error"),
            std::string::npos);
}

TEST(PnmlForeign, IntervalsOfTina) {
  const auto delay = [](const std::string& bounds) {
    return "<page id='g'><transition id='t'><delay><interval xmlns='http://www.w3.org/1998/Math/MathML' closure='closed'>" +
           bounds + "</interval></delay></transition></page>";
  };
  EXPECT_EQ(net_of(delay("<cn>3</cn><cn>3</cn>")).transitions[0].timing, Timing::deterministic);
  EXPECT_EQ(net_of(delay("<cn>0</cn><ci>infty</ci>")).transitions[0].timing, Timing::immediate);
  const Net uniform = net_of(delay("<cn>1</cn><cn>2.5</cn>"));
  EXPECT_EQ(uniform.transitions[0].timing, Timing::uniform);
  EXPECT_EQ(literal_real(uniform, uniform.transitions[0].b), 2.5);
  EXPECT_NE(messages(delay("<cn>1</cn><cn>2.5</cn>")).find("warning: the free choice of a time"), std::string::npos);
  EXPECT_NE(messages(delay("<cn>1</cn><ci>infty</ci>")).find("error: a delay without upper bound"), std::string::npos);
  EXPECT_NE(messages(delay("<cn>2</cn><cn>1</cn>")).find("error: a delay that is not an interval"), std::string::npos);
}

TEST(PnmlForeign, DistributionsOfProM) {
  const auto timed = [](const std::string& type, const std::string& parameters) {
    return "<page id='g'><transition id='t'><toolspecific tool='StochasticPetriNet' version='0.2'><property "
           "key='distributionType'>" +
           type + "</property><property key='distributionParameters'>" + parameters +
           "</property><property key='priority'>1</property><property "
           "key='weight'>2.0</property></toolspecific></transition></page>";
  };
  const Net net = net_of(timed("EXPONENTIAL", "4.0"));
  EXPECT_EQ(net.transitions[0].timing, Timing::exponential);
  EXPECT_EQ(literal_real(net, net.transitions[0].a), 0.25) << "the parameter is the mean";
  const Net uniform = net_of(timed("UNIFORM", "1.5;2"));
  EXPECT_EQ(literal_real(uniform, uniform.transitions[0].a), 1.5);
  EXPECT_EQ(literal_real(uniform, uniform.transitions[0].b), 2);
  EXPECT_EQ(literal_real(net_of(timed("IMMEDIATE", "")), net_of(timed("IMMEDIATE", "")).transitions[0].weight), 2);
  EXPECT_NE(messages(timed("HISTOGRAM", "1")).find("no distribution 'HISTOGRAM'"), std::string::npos);
}

TEST(PnmlForeign, NamesAnnotationsThatItDoesNotKnow) {
  const std::string text = messages(
      "<page id='g'><place id='p'><toolspecific tool='X' version='1'><a/></toolspecific></place>"
      "<place id='q'><toolspecific tool='X' version='1'/></place></page>");
  EXPECT_NE(text.find("the annotation of 'X' is not read here; all 2 of them are left out"), std::string::npos) << text;
}

TEST(PnmlPages, AreModulesWithReferencesAndPositions) {
  const Net net = net_of(R"(<page id="top"><place id="p"><graphics><position x="10.5" y="20"/></graphics></place>
<page id="inner"><referencePlace id="r" ref="p"><graphics><position x="1" y="2"/></graphics></referencePlace><transition id="t"/>
<arc id="a" source="r" target="t"/></page></page>)");
  ASSERT_EQ(net.modules.size(), 2U) << "one page with everything in it is the net";
  EXPECT_EQ(path(net, ModuleId(1)), "inner");
  EXPECT_EQ(path(net, TransitionId(0)), "inner.t");
  EXPECT_EQ(path(net, PlaceId(0)), "p");
  EXPECT_EQ(net.places[0].at.x, 10.5);
  ASSERT_EQ(net.modules[1].references.size(), 1U);
  EXPECT_EQ(net.modules[1].references[0].name, "r");
  EXPECT_EQ(net.modules[1].references[0].place, PlaceId(0));
  EXPECT_EQ(net.modules[1].references[0].at.y, 2);
  // Written and read again: the same names and positions.
  const WriteResult written = write_pnml(net, {});
  const ReadResult back = read_pnml("back.pnml", written.text, {});
  ASSERT_TRUE(back.net.has_value()) << back.diagnostics.format(*back.sources) << written.text;
  EXPECT_EQ(test::described(*back.net), test::described(net));
}

std::string units(const std::string& structure) {
  return "<page id='g'><place id='p'/><place id='q'/><toolspecific tool='nupn' version='1.1'><size places='2' transitions='0' "
         "arcs='0'/>"
         "<structure units='2' root='u' safe='true'>" +
         structure + "</structure></toolspecific></page>";
}

TEST(PnmlUnits, AreReadAndChecked) {
  const Net net =
      net_of(units("<unit id='u'><places>p</places><subunits>v</subunits></unit>"
                   "<unit id='v'><places>q</places><subunits/></unit>"));
  ASSERT_TRUE(net.nupn.has_value());
  EXPECT_TRUE(net.nupn->safe);
  EXPECT_EQ(net.nupn->units[net.nupn->root].name, "u");
  EXPECT_EQ(net.nupn->units[0].units, std::vector<std::uint32_t>{1});
  EXPECT_EQ(net.nupn->units[1].places, std::vector<PlaceId>{PlaceId(1)});
  for (const std::string bad :
       {"<unit id='u'><places>p</places><subunits/></unit>", "<unit id='u'><places>p q p</places><subunits/></unit>",
        "<unit id='u'><places>p</places><subunits>u</subunits></unit><unit id='v'><places>q</places><subunits/></unit>",
        "<unit id='u'><places>p q</places><subunits/></unit><unit id='v'><places/><subunits/></unit>",
        "<unit id='x'><places>p q</places><subunits/></unit>"}) {
    EXPECT_FALSE(net_of(units(bad)).nupn.has_value()) << bad;
    EXPECT_NE(messages(units(bad)).find("warning: the units are not a tree"), std::string::npos) << bad;
  }
}

// Written and read again the units are the same, in the unfolded net those of the places that the
// colours became.
TEST(PnmlUnits, AreWritten) {
  const Net net =
      net_of(units("<unit id='u'><places>p</places><subunits>v w</subunits></unit><unit id='v'><places>q</places><subunits/></unit>"
                   "<unit id='w'><places/><subunits/></unit>"));
  for (const auto& write : {write_pnml, write_pnml_core, write_pnml_symmetric, write_pnml_high_level}) {
    const WriteResult written = write(net, {});
    EXPECT_NE(written.text.find("<size places=\"2\" transitions=\"0\" arcs=\"0\"/>"), std::string::npos) << written.text;
    const ReadResult back = read_pnml("back.pnml", written.text, {});
    ASSERT_TRUE(back.net.has_value() && back.net->nupn.has_value()) << written.text;
    EXPECT_TRUE(back.net->nupn->safe);
    EXPECT_EQ(back.net->nupn->root, 0U);
    ASSERT_EQ(back.net->nupn->units.size(), 3U);
    EXPECT_EQ(back.net->nupn->units[0].name, "u");
    EXPECT_EQ(back.net->nupn->units[0].units, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(back.net->nupn->units[1].places, std::vector<PlaceId>{PlaceId(1)});
  }
  const std::string grammar = std::string(PETRILOOM_ROOT) + "/formats/pnml/grammar/ptnet.pntd";
  EXPECT_EQ(validate_pnml(write_pnml(net, {}).text, grammar), "");
  Net coloured = test::net_of(
      "colour C = enum { a, b };\nvar c : C;\nplace P : C = a;\nplace Q : C;\ntransition t { in P : c; out Q : c; }\n"
      "transition s { in P : c; out P : succ(c); }\n");
  coloured.nupn = Nupn{true, 1, {{"x y", {PlaceId(0)}, {}}, {"root", {PlaceId(1)}, {0}}}};
  const Net flat = std::move(read_pnml("flat.pnml", write_pnml(coloured, {}).text, {}).net.value());
  ASSERT_TRUE(flat.nupn.has_value());
  // A name that is no list element is made one.
  EXPECT_EQ(flat.nupn->units[0].name, "x_y");
  EXPECT_EQ(flat.nupn->units[flat.nupn->root].name, "root");
  ASSERT_EQ(flat.nupn->units[0].places.size(), 2U);
  EXPECT_EQ(flat[flat.nupn->units[0].places[1]].name, "P_b");
}

}  // namespace
}  // namespace petriloom::pnml_foreign_test
