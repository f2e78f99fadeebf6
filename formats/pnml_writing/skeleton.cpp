// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml_writing/skeleton.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/text/wording.h"
#include "formats/pnml_document/document.h"
#include "formats/pnml_document/timing_text.h"
#include "formats/xml/xml.h"

namespace petriloom::pnml {

namespace {

// Whether going through the pages in order meets the parts of the net in another order than that of
// the net.
bool moved(const std::vector<ModuleId>& pages, const std::vector<std::size_t>& rank) {
  const auto before = [&](ModuleId a, ModuleId b) { return rank[a.index()] < rank[b.index()]; };
  return !std::is_sorted(pages.begin(), pages.end(), before);
}

}  // namespace

std::string_view name_of(ArcKind kind) {
  static constexpr std::array<std::string_view, 6> kNames{"input", "output", "read", "inhibitor", "reset", "equal"};
  return kNames[static_cast<std::size_t>(kind)];
}

Skeleton::Skeleton(const Net& net, const WriteOptions& options, Diagnostics& diagnostics, Identifiers& ids)
    : net_(net), diagnostics_(diagnostics), ids_(ids), notes_(net, options, diagnostics), pages_(net.modules.size()) {
  check_names();
  for (std::size_t m = 1; m < net.modules.size(); ++m) pages_[net.modules[m].parent.index()].inner.emplace_back(m);
  place_ids_.reserve(net.places.size());
  for (std::size_t p = 0; p < net.places.size(); ++p) place_ids_.push_back(ids.make(path(net, PlaceId(p))));
  order();
  add_references();
}

// The names are texts of the file.
void Skeleton::check_names() {
  const auto check = [this](const std::string& name, const Location& where) {
    if (!xml_can_hold(name))
      diagnostics_.error(where, fmt::format("the name {} has characters that XML has not", petriloom::quoted(name)));
  };
  check(net_.name, net_.modules[0].definition);
  for (std::size_t m = 1; m < net_.modules.size(); ++m) {
    check(net_.modules[m].name, net_.modules[m].instance);
    check(net_.modules[m].kind, net_.modules[m].definition);
  }
  for (const Module& module : net_.modules) {
    for (const Reference& reference : module.references) check(reference.name, reference.where);
  }
  for (const Place& place : net_.places) check(place.name, place.where);
  for (const Transition& transition : net_.transitions) check(transition.name, transition.where);
}

void Skeleton::order() {
  std::vector<std::size_t> rank(net_.modules.size());
  std::vector<ModuleId> open{ModuleId(0)};
  for (std::size_t next = 0; !open.empty(); ++next) {
    const ModuleId module = open.back();
    open.pop_back();
    rank[module.index()] = next;
    open.insert(open.end(), pages_[module.index()].inner.rbegin(), pages_[module.index()].inner.rend());
  }
  std::vector<ModuleId> of_places;
  std::vector<ModuleId> of_transitions;
  for (const Place& place : net_.places) of_places.push_back(place.module);
  for (const Transition& transition : net_.transitions) of_transitions.push_back(transition.module);
  places_moved_ = moved(of_places, rank);
  transitions_moved_ = moved(of_transitions, rank);
}

void Skeleton::add_references() {
  for (std::size_t m = 0; m < net_.modules.size(); ++m) {
    const ModuleId module(m);
    const std::string inside = path(net_, module);
    for (const Reference& reference : net_.modules[m].references) {
      const std::string name = inside.empty() ? reference.name : inside + "." + reference.name;
      const std::string id = ids_.make(name);
      pages_[m].references.emplace(reference.place, id);
      const std::string opening = fmt::format("referencePlace ref=\"{}\"", place_id(reference.place));
      pages_[m].text +=
          node(opening, id, name, reference.at) +
          fmt::format("  {}\n </referencePlace>\n", tool_note(fmt::format("<reference kind=\"{}\"/>", name_of(reference.kind))));
    }
  }
}

std::string Skeleton::node(std::string_view element, const std::string& id, const std::string& path, const Position& at) const {
  std::string text = fmt::format(" <{} id=\"{}\">\n  <name><text>{}</text></name>\n", element, id, xml_escape(path));
  if (at.known) text += fmt::format("  <graphics><position x=\"{:.6f}\" y=\"{:.6f}\"/></graphics>\n", at.x, at.y);
  return text;
}

void Skeleton::place(PlaceId place, std::string_view labels, std::string note) {
  const Place& facts = net_[place];
  std::string& text = pages_[facts.module.index()].text;
  if (places_moved_) note += fmt::format("<node at=\"{}\"/>", place.index());
  text += node("place", place_id(place), path(net_, place), facts.at);
  text += labels;
  if (!note.empty()) text += fmt::format("  {}\n", tool_note(note));
  text += " </place>\n";
}

std::string Skeleton::transition(TransitionId transition, std::string_view labels, std::string note) {
  const Transition& facts = net_[transition];
  std::string& text = pages_[facts.module.index()].text;
  const std::string name = path(net_, transition);
  std::string id = ids_.make(name);
  if (transitions_moved_) note += fmt::format("<node at=\"{}\"/>", transition.index());
  text += node("transition", id, name, facts.at);
  text += labels;
  if (!note.empty()) text += fmt::format("  {}\n", tool_note(note));
  text += " </transition>\n";
  return id;
}

const std::string& Skeleton::place_on(ModuleId page, PlaceId place) {
  if (net_[place].module == page) return place_id(place);
  const auto [entry, added] = pages_[page.index()].references.try_emplace(place);
  if (added) {
    entry->second = ids_.make(place_id(place) + ".on." + path(net_, page));
    pages_[page.index()].text += fmt::format(" <referencePlace id=\"{}\" ref=\"{}\"/>\n", entry->second, place_id(place));
  }
  return entry->second;
}

void Skeleton::arc(TransitionId of, const std::string& node, PlaceId place, bool takes, std::string_view label,
                   std::string_view note) {
  const ModuleId page = net_[of].module;
  const std::string& end = place_on(page, place);
  std::string& text = pages_[page.index()].text;
  text += fmt::format(" <arc id=\"{}\" source=\"{}\" target=\"{}\"", ids_.make(fmt::format("arc{}", ++arcs_)), takes ? end : node,
                      takes ? node : end);
  if (label.empty() && note.empty()) {
    text += "/>\n";
    return;
  }
  text += ">";
  text += label;
  if (!note.empty()) text += tool_note(fmt::format("<arc{}/>", note));
  text += "</arc>\n";
}

std::string Skeleton::note_arc(const Arc& arc, std::size_t at, const std::string& attributes, const std::string& content) {
  auto& [count, first] = annotated_[arc.kind];
  if (count++ == 0) first = arc.where;
  const std::string opening =
      fmt::format("<arc kind=\"{}\" place=\"{}\" at=\"{}\"{}", name_of(arc.kind), place_id(arc.place), at, attributes);
  return content.empty() ? opening + "/>" : fmt::format("{}>{}</arc>", opening, content);
}

void Skeleton::warn_of_notes() {
  for (const auto& [kind, met] : annotated_) {
    diagnostics_.warning(met.second,
                         fmt::format("{} in annotations: other tools read a net without them",
                                     counted(met.first, fmt::format("{} arc of the net stands", name_of(kind)),
                                             fmt::format("{} arcs of the net stand", name_of(kind)))),
                         "this program reads them back");
  }
}

// The units of a nested-unit net, as its definition asks for them: H. Garavel, "Nested-unit Petri
// nets", version 1.1 of the annotation.
std::string Skeleton::units() const {
  if (!net_.nupn) return {};
  Identifiers made(".-");
  std::vector<std::string> names;
  for (const Unit& unit : net_.nupn->units) names.push_back(made.make(unit.name));
  std::string text = fmt::format(
      " <toolspecific tool=\"nupn\" version=\"1.1\">\n  <size places=\"{}\" transitions=\"{}\" arcs=\"{}\"/>\n"
      "  <structure units=\"{}\" root=\"{}\" safe=\"{}\">\n",
      net_.places.size(), net_.transitions.size(), arcs_, names.size(), names[net_.nupn->root], net_.nupn->safe);
  for (std::size_t u = 0; u < names.size(); ++u) {
    std::vector<std::string> places;
    std::vector<std::string> below;
    for (const PlaceId place : net_.nupn->units[u].places) places.push_back(place_id(place));
    for (const std::uint32_t unit : net_.nupn->units[u].units) below.push_back(names[unit]);
    text += fmt::format("   <unit id=\"{}\"><places>{}</places><subunits>{}</subunits></unit>\n", names[u], fmt::join(places, " "),
                        fmt::join(below, " "));
  }
  return text + "  </structure>\n </toolspecific>\n";
}

void Skeleton::write_page(std::string& text, ModuleId module) {
  const std::string name = path(net_, module);
  text += fmt::format(" <page id=\"{}\">\n", ids_.make(name.empty() ? "page" : "page." + name));
  if (!name.empty()) text += fmt::format(" <name><text>{}</text></name>\n", xml_escape(name));
  if (name.empty()) text += units();
  text += pages_[module.index()].text;
  for (const ModuleId inner : pages_[module.index()].inner) write_page(text, inner);
  text += " </page>\n";
}

std::string Skeleton::document(std::string_view type, std::string_view net_id, std::string_view labels) {
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pnml xmlns=\"{}\">\n<net id=\"{}\" type=\"{}{}\">\n "
      "<name><text>{}</text></name>\n",
      kNamespace, net_id, kGrammars, type, xml_escape(net_.name));
  std::string modules = "<paths/>";
  for (std::size_t m = 1; m < net_.modules.size(); ++m) {
    const Module& module = net_.modules[m];
    modules += fmt::format("\n  <module path=\"{}\" kind=\"{}\"{}/>", xml_escape(path(net_, ModuleId(m))), xml_escape(module.kind),
                           module.hardware ? " hardware=\"true\"" : "");
  }
  text += fmt::format(" {}\n", tool_note(modules));
  text += labels;
  write_page(text, ModuleId(0));
  warn_of_notes();
  return text + "</net>\n</pnml>\n";
}

}  // namespace petriloom::pnml
