// SPDX-License-Identifier: Apache-2.0
// How the author of a CPN Tools file drew it: kept in the notes of the net, through both languages,
// and drawn like that.
#include <gtest/gtest.h>

#include "formats/cpn_writing/write_cpn.h"
#include "formats/dot/picture.h"
#include "formats/dot/sheet.h"
#include "formats/drawing/drawing.h"
#include "formats/loom/loom.h"
#include "tests/formats/cpn_text.h"
#include "tests/formats/nets.h"

namespace petriloom::cpn_drawing_test {
namespace {

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (part) << "\nis not in\n" << (text)

std::string graphics(const std::string& x, const std::string& y, const std::string& colour) {
  return "<posattr x=\"" + x + "\" y=\"" + y + "\"/><fillattr colour=\"White\" pattern=\"\" filled=\"false\"/><lineattr colour=\"" +
         colour + "\" thick=\"1\" type=\"Solid\"/><textattr colour=\"" + colour + "\" bold=\"false\"/>";
}

std::string place(const std::string& id, const std::string& name, const std::string& x, const std::string& more = "") {
  return "<place id=\"" + id + "\">" + graphics(x, "50.000000", "Navy") + "<text>" + name +
         "</text><ellipse w=\"60.000000\" h=\"30.000000\"/><type id=\"T" + id + "\">" + graphics("30", "20", "Navy") +
         "<text>INT</text></type><initmark id=\"M" + id + "\">" + graphics("0", "90", "Navy") + "<text>" +
         (id == "ID1" ? "2`1" : "") + "</text></initmark>" + more + "</place>\n";
}

std::string arc(const std::string& id, const std::string& way, const std::string& transition, const std::string& at,
                const std::string& more = "") {
  return "<arc id=\"" + id + "\" orientation=\"" + way + "\" order=\"1\">" + graphics("0", "0", "Black") + "<transend idref=\"" +
         transition + "\"/><placeend idref=\"" + at + "\"/>" + more + "<annot id=\"A" + id + "\">" + graphics("55", "60", "Black") +
         "<text>if n &lt; 100 then n else n - 100</text></annot></arc>\n";
}

// A place and a transition, joined by an arc with two bends that stand there from the transition
// on; a box for a page below.
std::string file() {
  const std::string bend1 = "<bendpoint id=\"B1\" serial=\"1\">" + graphics("150", "80", "Black") + "</bendpoint>";
  const std::string bend2 = "<bendpoint id=\"B2\" serial=\"2\">" + graphics("50", "80", "Black") + "</bendpoint>";
  return "<?xml version=\"1.0\"?><workspaceElements><generator tool=\"CPN Tools\" version=\"4.0.1\" format=\"6\"/><cpnet>"
         "<globbox><ml id=\"G1\">colset INT = int; var n : INT;</ml></globbox>\n"
         "<page id=\"P1\"><pageattr name=\"Above\"/>\n" +
         place("ID1", "In hand", "0.000000") +
         "<trans id=\"ID2\" explicit=\"false\"><posattr x=\"200.000000\" y=\"50.000000\"/><fillattr colour=\"Yellow\" "
         "filled=\"true\"/>"
         "<lineattr colour=\"Red\" thick=\"3\"/><textattr colour=\"Black\"/><text>go</text><box w=\"80\" h=\"40\"/><cond "
         "id=\"C1\">" +
         graphics("150", "90", "Black") + "<text>[n &lt; 1000]</text></cond></trans>\n" + "<trans id=\"ID3\" explicit=\"false\">" +
         graphics("0", "-100", "Black") +
         "<text>Part</text><box w=\"90\" h=\"44\"/><subst subpage=\"P2\" portsock=\"(ID5,ID1)\"><subpageinfo id=\"S1\" "
         "name=\"Below\">" +
         graphics("0", "-125", "Black") + "</subpageinfo></subst></trans>\n" + arc("ID4", "BOTHDIR", "ID3", "ID1") +
         "<arc id=\"ID9\" orientation=\"PtoT\" order=\"1\">" + graphics("0", "0", "Green") +
         "<transend idref=\"ID2\"/><placeend idref=\"ID1\"/>" + bend1 + bend2 + "<annot id=\"N1\">" +
         graphics("100", "95", "Green") + "<text>n</text></annot></arc>\n<Aux id=\"X1\">" + graphics("10", "200", "Blue") +
         "<label/><text>What is\nleft</text></Aux></page>\n"
         "<page id=\"P2\"><pageattr name=\"Below\"/>\n" +
         place("ID5", "Port", "0.000000", "<port id=\"Q1\" type=\"I/O\">" + graphics("-30", "35", "Black") + "</port>") +
         "<trans id=\"ID6\" explicit=\"false\">" + graphics("100", "50", "Black") +
         "<text>step</text><box w=\"60\" h=\"40\"/></trans>\n" + "<arc id=\"ID7\" orientation=\"PtoT\" order=\"1\">" +
         graphics("0", "0", "Black") +
         "<transend idref=\"ID6\"/><placeend idref=\"ID5\"/><annot id=\"N2\"><text>n</text></annot></arc>\n" +
         arc("ID8", "TtoP", "ID6", "ID5") + "</page>\n</cpnet></workspaceElements>\n";
}

void expect_drawing(const Net& net) {
  const std::vector<drawing::Page> pages = drawing::pages(net);
  ASSERT_EQ(pages.size(), 2U);
  EXPECT_EQ(pages[0].of, drawing::Of::net);
  EXPECT_EQ(pages[0].name, "Above");
  const drawing::Page* below = drawing::page_of(pages, net, ModuleId(1));
  ASSERT_NE(below, nullptr);
  EXPECT_EQ(below->name, "Below");
  const drawing::Node* go = pages[0].node(drawing::NodeKind::transition, "go");
  ASSERT_NE(go, nullptr);
  EXPECT_EQ(go->width, 80);
  EXPECT_EQ(go->look.fill, "Yellow");
  EXPECT_EQ(go->look.line, "Red");
  EXPECT_EQ(go->look.thick, 3);
  ASSERT_EQ(go->labels.size(), 1U);
  EXPECT_EQ(go->labels[0].at.x, -50);
  EXPECT_EQ(go->labels[0].at.y, -40);  // there y goes up
  const drawing::Node* part = pages[0].node(drawing::NodeKind::page, "Part");
  ASSERT_NE(part, nullptr);
  EXPECT_EQ(part->at.y, 100);
  ASSERT_EQ(pages[0].arcs.size(), 2U);
  const drawing::Arc& taken = pages[0].arcs[pages[0].arcs[0].way == "in" ? 0 : 1];
  ASSERT_EQ(taken.bends.size(), 2U);
  EXPECT_EQ(taken.bends[0].x, 50);  // from the place on
  EXPECT_EQ(taken.bends[1].x, 150);
  EXPECT_EQ(taken.look.line, "Green");
  ASSERT_EQ(pages[0].words.size(), 1U);
  EXPECT_EQ(pages[0].words[0].text, "What is\nleft");
  EXPECT_EQ(pages[0].words[0].at.y, -200);
  EXPECT_EQ(net.places[0].at.x, 0);
  EXPECT_EQ(net.places[0].at.y, -50);
}

TEST(CpnDrawing, IsKeptThroughTheNetLanguageAndBack) {
  const Net net = test::net_of_cpn(file());
  expect_drawing(net);
  EXPECT_EQ(drawing::pages(net)[0].node(drawing::NodeKind::transition, "go")->labels[0].text, "[n < 1000]");

  const WriteResult loom = write_loom(net, {});
  EXPECT_HAS(loom.text, "note \"drawing of Above\" \"transition \\\"go\\\" 80x40 line=Red fill=Yellow thick=3\";");
  // The net says its inscriptions itself.
  EXPECT_EQ(loom.text.find("inscriptions of"), std::string::npos);
  EXPECT_GT(loom.text.find("note \"drawing of"), loom.text.find("transition go"));
  expect_drawing(test::net_of(loom.text));
}

TEST(CpnDrawing, IsWrittenForCpnToolsAgain) {
  const WriteResult written = write_cpn(test::net_of_cpn(file()), {});
  EXPECT_HAS(written.text, "<ellipse w=\"60.000000\" h=\"30.000000\"/>");
  EXPECT_HAS(written.text, "<posattr x=\"150.000000\" y=\"90.000000\"/>");
  EXPECT_HAS(written.text, "<fillattr colour=\"Yellow\" pattern=\"\" filled=\"true\"/>");
  expect_drawing(test::net_of_cpn(written.text));
}

TEST(CpnDrawing, PicturesShowItAsItIs) {
  const Net net = test::net_of_cpn(file());
  ASSERT_TRUE(drawn_by_author(net));
  const std::string text = write_dot(net, {}).text;
  // Every node at its place: 200 to the right of the other on the same line.
  const std::vector<Sheet> drawn = sheets(net, -1);
  ASSERT_EQ(drawn.size(), 2U);
  EXPECT_EQ(drawn[0].title, "Above");
  ASSERT_EQ(drawn[0].nodes.size(), 3U);
  EXPECT_EQ(drawn[0].nodes[1].at.x - drawn[0].nodes[0].at.x, 200);
  // The arc from the page below is drawn on both pages, each once.
  EXPECT_EQ(drawn[0].arcs.size(), 2U);
  EXPECT_EQ(drawn[1].arcs.size(), 2U);
  // Inscriptions are the author's, and whole.
  EXPECT_HAS(text, "label=\"if n < 100 then n else n - 100\"");
  EXPECT_HAS(text, "label=\"[n < 1000]\"");
  EXPECT_HAS(text, "label=\"What is\\lleft\\l\"");
  EXPECT_HAS(text, "label=\"I/O\"");
  EXPECT_HAS(text, "fillcolor=\"#ffff00\", color=\"#ff0000\"");
  const std::string svg = write_svg(net, {}).text;
  EXPECT_HAS(svg, "<polygon fill=\"#ffff00\" stroke=\"#ff0000\" stroke-width=\"3\"");
}

// Names that are longer than a node is wide stand in lines, each as long as fits.
TEST(CpnDrawing, LongNamesStandInLines) {
  std::string text = file();
  text.replace(text.find("In hand"), 7, "Waiting\nfor its own tests");
  const Net net = test::net_of_cpn(text);
  EXPECT_HAS(author_dot(net, sheets(net, -1)), "label=\"Waiting\\nfor its\\nown tests\"");
}

// A substitution transition without a name is called as its page.
TEST(CpnDrawing, BoxesWithoutNamesAreCalledAsTheirPages) {
  std::string text = file();
  text.erase(text.find(">Part<") + 1, 4);
  const Net net = test::net_of_cpn(text);
  EXPECT_EQ(net.modules[1].name, "Below");
  EXPECT_EQ(sheets(net, -1)[1].title, "Below");
}

TEST(CpnDrawing, ClosedPagesAreBoxes) {
  const Net net = test::net_of_cpn(file());
  EXPECT_EQ(sheets(net, 0).size(), 1U);
  WriteOptions found;
  found.layout = Layout::graphviz;
  EXPECT_EQ(write_dot(net, found).text.find("pos="), std::string::npos);
}

TEST(CpnDrawing, NetsWithoutPositionsHaveNone) {
  const Net net = test::net_of("place A : unit; place B : unit; transition t { in A; out B; }");
  EXPECT_FALSE(drawn_by_author(net));
  WriteOptions author;
  author.layout = Layout::author;
  const WriteResult refused = write_dot(net, author);
  EXPECT_TRUE(refused.text.empty());
  EXPECT_HAS(refused.diagnostics.format(*net.sources), "--layout graphviz");
  // Positions alone are enough, but not if all parts stand at one place.
  const std::string placed = "place A : unit at (0, 0); place B : unit at (100, 0); transition t at (50, 0) { in A; out B; }";
  EXPECT_TRUE(drawn_by_author(test::net_of(placed)));
  EXPECT_HAS(write_dot(test::net_of(placed), {}).text, "pos=");
  EXPECT_FALSE(
      drawn_by_author(test::net_of("place A : unit at (0, 0); place B : unit at (0, 0); transition t at (0, 0) { in A; out B; }")));
}

}  // namespace
}  // namespace petriloom::cpn_drawing_test
