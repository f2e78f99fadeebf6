// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/cpn_file.h"

#include <fmt/format.h>

#include "formats/xml/xml.h"

namespace petriloom::cpn {
namespace {

constexpr double kLine = 12;  // height of a line of text

// The file declares ISO-8859-1, so everything beyond ASCII is written as a reference to a
// character.
std::string ascii(std::string_view utf8) {
  std::string text;
  for (std::size_t k = 0; k < utf8.size();) {
    const auto byte = static_cast<unsigned char>(utf8[k]);
    std::size_t length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    if (length == 1) {
      text += utf8[k++];
      continue;
    }
    length = std::min(length, utf8.size() - k);
    std::uint32_t character = byte & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) character = character << 6U | (static_cast<unsigned char>(utf8[k + i]) & 0x3FU);
    text += fmt::format("&#{};", character);
    k += length;
  }
  return text;
}

std::string escaped(std::string_view text) { return ascii(xml_escape(text)); }

std::string_view or_else(const std::string& colour, std::string_view usual) { return colour.empty() ? usual : colour; }

std::string graphics(double x, double y, double thick, bool label, const drawing::Look& look = {}) {
  return fmt::format(
      "<posattr x=\"{:.6f}\" y=\"{:.6f}\"/><fillattr colour=\"{}\" pattern=\"{}\" filled=\"{}\"/>"
      "<lineattr colour=\"{}\" thick=\"{}\" type=\"Solid\"/><textattr colour=\"{}\" bold=\"false\"/>",
      x, y, or_else(look.fill, "White"), label ? "Solid" : "", look.fill.empty() ? "false" : "true", or_else(look.line, "Black"),
      thick, or_else(look.text, "Black"));
}

std::string graphics(const CpnFile::Box& box) {
  const drawing::Look look = box.drawn ? box.drawn->look : drawing::Look{};
  return graphics(box.x, box.y, look.thick, false, look);
}

// A label has the colours of its node, except that it is not filled.
std::string label_graphics(const CpnFile::Box& box, std::string_view kind, double x, double y) {
  drawing::Look look;
  if (box.drawn) {
    look.text = box.drawn->look.text;
    look.line = box.drawn->look.line;
    for (const drawing::Label& label : box.drawn->labels) {
      if (label.kind == kind && label.at.known) x = box.x + label.at.x, y = box.y - label.at.y;
    }
  }
  return graphics(x, y, 0, true, look);
}

std::size_t lines_of(std::string_view text) {
  std::size_t lines = 1;
  for (const char c : text) lines += c == '\n' ? 1 : 0;
  return lines;
}

}  // namespace

std::string CpnFile::new_id() { return fmt::format("ID{}", next_++); }

std::string CpnFile::ml(std::string_view text) {
  return fmt::format("<ml id=\"{0}\">{1}<layout>{1}</layout></ml>\n", new_id(), escaped(text));
}

std::string CpnFile::colour(const ColourDeclaration& declaration) {
  return fmt::format("<color id=\"{}\"><id>{}</id>{}{}<layout>{}</layout></color>\n", new_id(), declaration.name,
                     declaration.timed ? "<timed/>" : "", declaration.elements, escaped(declaration.layout));
}

std::string CpnFile::variable(std::string_view name, std::string_view type, std::string_view comments) {
  return fmt::format("<var id=\"{0}\"><type><id>{1}</id></type><id>{2}</id><layout>{3}var {2} : {1};</layout></var>\n", new_id(),
                     type, name, escaped(comments));
}

std::string CpnFile::block(std::string_view name, const std::string& declarations) {
  if (declarations.empty()) return {};
  return fmt::format("<block id=\"{}\"><id>{}</id>\n{}</block>\n", new_id(), name, declarations);
}

std::string CpnFile::region(std::string_view element, std::string_view text, const Box& box, double x, double y) {
  return fmt::format("<{0} id=\"{1}\">{2}<text tool=\"CPN Tools\" version=\"4.0.1\">{3}</text></{0}>\n", element, new_id(),
                     label_graphics(box, element, x, y), escaped(text));
}

std::string CpnFile::place(const PlaceParts& parts, const Box& box) {
  const double right = box.x + box.width / 2;
  std::string text = fmt::format("<place id=\"{}\">{}<text>{}</text><ellipse w=\"{:.6f}\" h=\"{:.6f}\"/>\n", parts.id,
                                 graphics(box), escaped(parts.name), box.width, box.height);
  text += "<token x=\"-10.000000\" y=\"0.000000\"/><marking x=\"0.000000\" y=\"0.000000\" hidden=\"false\"/>\n";
  if (!parts.fusion.empty()) {
    text += fmt::format("<fusioninfo id=\"{}\" name=\"{}\">{}</fusioninfo>\n", new_id(), escaped(parts.fusion),
                        label_graphics(box, "fusion", box.x - box.width / 2, box.y - box.height / 2));
  }
  if (!parts.port.empty()) {
    text += fmt::format("<port id=\"{}\" type=\"{}\">{}</port>\n", new_id(), parts.port,
                        label_graphics(box, "port", box.x - box.width / 2, box.y - box.height / 2));
  }
  text += region("type", parts.type, box, right, box.y - box.height / 2 - 4);
  text += region("initmark", parts.marking, box, right,
                 box.y + box.height / 2 + 4 + kLine * static_cast<double>(lines_of(parts.marking) - 1) / 2);
  return text + "</place>\n";
}

std::string CpnFile::transition(const TransitionParts& parts, const Box& box) {
  std::string text = fmt::format("<trans id=\"{}\" explicit=\"false\">{}<text>{}</text><box w=\"{:.6f}\" h=\"{:.6f}\"/>\n",
                                 parts.id, graphics(box), escaped(parts.name), box.width, box.height);
  if (!parts.subpage.empty()) {
    text += fmt::format("<subst subpage=\"{}\" portsock=\"{}\"><subpageinfo id=\"{}\" name=\"{}\">{}</subpageinfo></subst>\n",
                        parts.subpage, parts.sockets, new_id(), escaped(parts.subpage_name),
                        label_graphics(box, "subpage", box.x, box.y - box.height / 2 - 4));
  }
  text += "<binding x=\"7.200000\" y=\"-3.000000\"/>\n";
  const double up = box.y + box.height / 2 + 4;
  text +=
      region("cond", parts.guard, box, box.x - box.width / 2 - 10, up + kLine * static_cast<double>(lines_of(parts.guard) - 1) / 2);
  text += region("time", parts.time, box, box.x + box.width / 2 + 10, up);
  text += region("code", parts.code, box, box.x + box.width / 2 + 10, box.y - box.height / 2 - 4);
  if (!parts.priority.empty())
    text += region("priority", parts.priority, box, box.x - box.width / 2 - 10, box.y - box.height / 2 - 4);
  return text + "</trans>\n";
}

std::string CpnFile::arc(std::string_view orientation, std::string_view transition, std::string_view place, std::string_view text,
                         const Box& from, const Box& to, const drawing::Arc* drawn) {
  const drawing::Look look = drawn ? drawn->look : drawing::Look{};
  drawing::Node beside;  // whose text this is
  beside.look = look;
  if (drawn && drawn->label.known) beside.labels.push_back({"annot", drawn->label, {}});
  std::string bends;
  for (std::size_t k = 0; drawn && k < drawn->bends.size(); ++k)
    bends += fmt::format("<bendpoint id=\"{}\" serial=\"1\">{}</bendpoint>\n", new_id(),
                         graphics(drawn->bends[k].x, -drawn->bends[k].y + 0.0, 0, true));
  const double x = (from.x + to.x) / 2;
  // Two arcs between the same nodes keep their texts apart.
  const double y = (from.y + to.y) / 2 + (orientation == "TtoP" ? -kLine / 2 : kLine / 2);
  return fmt::format(
      "<arc id=\"{}\" orientation=\"{}\" order=\"1\">{}<arrowattr headsize=\"1.200000\" currentcyckle=\"2\"/>"
      "<transend idref=\"{}\"/><placeend idref=\"{}\"/>\n{}{}</arc>\n",
      new_id(), orientation, graphics(0, 0, look.thick, false, look), transition, place, bends,
      region("annot", text, {0, 0, 0, 0, &beside}, x, y));
}

std::string CpnFile::words(const drawing::Words& words) {
  if (words.text.empty()) return {};  // cpn.xsd knows no frames
  return fmt::format("<Aux id=\"{}\">{}<label/><text>{}</text></Aux>\n", new_id(),
                     graphics(words.at.x, -words.at.y + 0.0, words.look.thick, true, words.look), escaped(words.text));
}

std::string CpnFile::page(std::string_view id, std::string_view name, const std::string& content) {
  return fmt::format("<page id=\"{}\"><pageattr name=\"{}\"/>\n{}</page>\n", id, escaped(name), content);
}

std::string CpnFile::fusion(std::string_view name, const std::vector<std::string>& places) {
  std::string members;
  for (const std::string& place : places) members += fmt::format("<fusion_elm idref=\"{}\"/>", place);
  return fmt::format("<fusion id=\"{}\" name=\"{}\">{}</fusion>\n", new_id(), escaped(name), members);
}

std::string CpnFile::instance(const std::string& id, std::string_view page, std::string_view transition, const std::string& inner) {
  if (!page.empty()) first_instance_ = id;
  return fmt::format("<instance id=\"{}\" {}=\"{}\">{}</instance>\n", id, page.empty() ? "trans" : "page",
                     page.empty() ? transition : page, inner);
}

std::string CpnFile::monitor(const MonitorParts& parts) {
  std::string text = fmt::format("<monitor id=\"{}\" name=\"{}\" type=\"{}\" typedescription=\"{}\" disabled=\"false\">\n",
                                 new_id(), escaped(parts.name), parts.type, parts.description);
  for (const MonitorNode& node : parts.nodes) {
    text += fmt::format("<node idref=\"{}\" pageinstanceidref=\"{}\"/>\n", node.id, node.instance);
  }
  for (const auto& [role, function] : parts.functions) {
    text += fmt::format("<declaration name=\"{}\">{}</declaration>\n", role, ml(function));
  }
  for (const MonitorOption& option : parts.options) {
    text += fmt::format("<option name=\"{}\" value=\"{}\"/>\n", option.name, option.value);
  }
  return text + "</monitor>\n";
}

std::string CpnFile::document(const DocumentParts& parts) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n"
      "<!DOCTYPE workspaceElements PUBLIC \"-//CPN//DTD CPNXML 1.0//EN\" \"http://cpntools.org/DTD/6/cpn.dtd\">\n"
      "<workspaceElements>\n<generator tool=\"CPN Tools\" version=\"4.0.1\" format=\"6\"/>\n<cpnet>\n";
  text += fmt::format("<globbox>\n{}</globbox>\n{}<instances>\n{}</instances>\n", parts.declarations, parts.pages, parts.instances);
  text += parts.timed ? "<options><option name=\"realtimestamp\"><value><boolean>true</boolean></value></option></options>\n"
                      : "<options/>\n";
  text += fmt::format(
      "<binders><cpnbinder id=\"{}\" x=\"257\" y=\"122\" width=\"800\" height=\"600\"><sheets><cpnsheet id=\"{}\" "
      "panx=\"0.000000\" "
      "pany=\"0.000000\" zoom=\"1.000000\" instance=\"{}\"><zorder><position value=\"0\"/></zorder></cpnsheet></sheets>"
      "<zorder><position value=\"0\"/></zorder></cpnbinder></binders>\n",
      new_id(), new_id(), first_instance_);
  text += parts.monitors.empty() ? "<monitorblock name=\"Monitors\"/>\n"
                                 : fmt::format("<monitorblock name=\"Monitors\">\n{}</monitorblock>\n", parts.monitors);
  return text + "<IndexNode expanded=\"true\"/>\n</cpnet>\n</workspaceElements>\n";
}

}  // namespace petriloom::cpn
