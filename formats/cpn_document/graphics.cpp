// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_document/graphics.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace petriloom::cpn {

namespace {

struct LabelName {
  std::string_view element;
  std::string_view kind;
};
constexpr std::array<LabelName, 8> kLabels{{{"type", "type"},
                                            {"initmark", "initmark"},
                                            {"port", "port"},
                                            {"fusioninfo", "fusion"},
                                            {"cond", "cond"},
                                            {"time", "time"},
                                            {"code", "code"},
                                            {"priority", "priority"}}};

// There y goes up, here down.
Position place_of(const Element& element) {
  const Element* at = element.child("posattr");
  const double y = at ? -at->number("y") : 0;
  return at ? Position{at->number("x"), y + 0.0, true} : Position{};
}

// A name of a colour, as it stands in a note; black and white say nothing.
std::string colour_of(const Element* element, std::string_view usual) {
  std::string name(element ? element->attribute("colour") : "");
  const bool word = std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
  return word && name != usual ? name : std::string();
}

drawing::Look look_of(const Element& element) {
  drawing::Look look;
  const Element* line = element.child("lineattr");
  look.line = colour_of(line, "Black");
  look.text = colour_of(element.child("textattr"), "Black");
  const Element* fill = element.child("fillattr");
  if (fill && fill->attribute("filled") == "true") look.fill = colour_of(fill, "White");
  if (line && line->number("thick") > 0) look.thick = line->number("thick");
  return look;
}

}  // namespace

drawing::Node shape_of(const Element& element) {
  drawing::Node node;
  node.at = place_of(element);
  node.look = look_of(element);
  const Element* shape = element.child("ellipse");
  if (!shape) shape = element.child("box");
  if (shape) node.width = shape->number("w"), node.height = shape->number("h");
  for (const LabelName& name : kLabels) {
    const Element* label = element.child(name.element);
    if (label) node.labels.push_back({std::string(name.kind), place_of(*label), {}});
  }
  const Element* subst = element.child("subst");
  const Element* tag = subst ? subst->child("subpageinfo") : nullptr;
  if (tag) node.labels.push_back({"subpage", place_of(*tag), {}});
  return node;
}

drawing::Arc line_of(const Element& element) {
  drawing::Arc arc;
  arc.look = look_of(element);
  if (const Element* label = element.child("annot")) arc.label = place_of(*label);
  for (const Element& child : element.children) {
    if (child.name == "bendpoint") arc.bends.push_back(place_of(child));
  }
  return arc;
}

drawing::Words words_of(const Element& element, const Text& text) {
  drawing::Words words;
  words.at = place_of(element);
  words.look = look_of(element);
  words.text = text.text;
  if (const Element* frame = element.child("box")) words.width = frame->number("w"), words.height = frame->number("h");
  return words;
}

}  // namespace petriloom::cpn
