// SPDX-License-Identifier: Apache-2.0
#include "tests/formats/cpn_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/cpn/cpn.h"
#include "formats/xml/xml.h"

namespace petriloom::test {

namespace {

std::string label(const std::string& element, const std::string& text) {
  return text.empty()
             ? ""
             : fmt::format("<{0}><text tool=\"CPN Tools\" version=\"4.0.1\">{1}</text></{0}>\n", element, xml_escape(text));
}

}  // namespace

CpnPage& CpnPage::place(const std::string& id, const std::string& colour, const std::string& marking, const std::string& more) {
  body_ += fmt::format("<place id=\"ID{0}{1}\"><posattr x=\"1.5\" y=\"-2.0\"/><text>{1}</text>\n", id_, id) +
           label("type", colour) + label("initmark", marking) + more + "</place>\n";
  return *this;
}

CpnPage& CpnPage::transition(const std::string& id, const std::string& guard, const std::string& time, const std::string& code,
                             const std::string& priority, const std::string& more) {
  body_ += fmt::format("<trans id=\"ID{0}{1}\"><text>{1}</text>\n", id_, id) + label("cond", guard) + label("time", time) +
           label("code", code) + label("priority", priority) + more + "</trans>\n";
  return *this;
}

CpnPage& CpnPage::arc(const std::string& orientation, const std::string& transition, const std::string& place,
                      const std::string& inscription) {
  body_ += fmt::format("<arc id=\"ID{0}arc{1}\" orientation=\"{2}\"><transend idref=\"ID{0}{3}\"/><placeend idref=\"ID{0}{4}\"/>\n",
                       id_, ++arcs_, orientation, transition, place) +
           label("annot", inscription) + "</arc>\n";
  return *this;
}

std::string CpnPage::text() const { return fmt::format("<page id=\"{}\"><pageattr name=\"{}\"/>\n{}</page>\n", id_, name_, body_); }

std::string cpn_file(const std::string& declarations, const std::vector<CpnPage>& pages, const std::string& more) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n"
      "<!DOCTYPE workspaceElements PUBLIC \"-//CPN//DTD CPNXML 1.0//EN\" \"http://cpntools.org/DTD/6/cpn.dtd\">\n"
      "<workspaceElements><generator tool=\"CPN Tools\" version=\"4.0.1\" format=\"6\"/><cpnet>\n"
      "<globbox><block id=\"IDblock\"><id>Declarations</id><ml id=\"IDml\">" +
      xml_escape(declarations) + "</ml></block></globbox>\n";
  for (const CpnPage& page : pages) text += page.text();
  return text + more + "</cpnet></workspaceElements>\n";
}

Net net_of_cpn(const std::string& text) {
  ReadResult result = read_cpn("f.cpn", text, {});
  EXPECT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
  return result.net ? std::move(*result.net) : Net{};
}

// A place of the colour set with the result as its only possible token.
std::string value_of_ml(const std::string& declarations, const std::string& colour, const std::string& expression) {
  CpnPage page("P");
  page.place("a", "UNIT", "()").place("b", colour).transition("t").arc("PtoT", "t", "a", "()").arc("TtoP", "t", "b", expression);
  const Net net = net_of_cpn(
      cpn_file("colset UNIT = unit; colset INT = int; colset STRING = string; colset L = list INT;" + declarations, {page}));
  if (net.transitions.empty()) return "refused";
  for (const Arc& arc : net.transitions[0].arcs) {
    if (arc.kind != ArcKind::output) continue;
    const Expr& value = net.exprs[arc.value];
    return value.op == Op::literal ? net.colours.format(value.type, value.payload, net.pool) : "not constant";
  }
  return "none";
}

void expect_values_of_ml(const std::string& colour, const std::vector<MlValue>& values, const std::string& declarations) {
  for (const MlValue& each : values) EXPECT_EQ(value_of_ml(declarations, colour, each.expression), each.value) << each.expression;
}

std::string refusal_of_cpn(const std::string& text) {
  const ReadResult result = read_cpn("f.cpn", text, {});
  EXPECT_FALSE(result.net.has_value());
  return result.diagnostics.format(*result.sources);
}

}  // namespace petriloom::test
