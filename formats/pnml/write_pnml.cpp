// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "formats/names.h"
#include "formats/pnml/document.h"
#include "formats/pnml/pnml.h"
#include "formats/pnml/time_notes.h"
#include "formats/pnml/xml.h"
#include "formats/unfolded.h"

namespace petriloom {

namespace {

class PnmlWriter {
 public:
  PnmlWriter(const Net& net, const WriteOptions& options, WriteResult& result)
      : net_(net), result_(result), notes_(net, options, result.diagnostics), ids_(".-") {}

  void write();

 private:
  void header();
  void place(PlaceId id);
  void transition(TransitionId id);
  void arc(const Transition& transition, const std::string& node, const Arc& arc);
  void arc_element(const std::string& source, const std::string& target, std::int64_t weight, const std::string& note);
  void name(const std::string& path) { put("  <name><text>{}</text></name>\n", xml_escape(path)); }

  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(result_.text), format, std::forward<Arguments>(arguments)...);
  }

  const Net& net_;
  WriteResult& result_;
  pnml::TimeNotes notes_;
  Identifiers ids_;
  std::vector<std::string> place_ids_;
  std::size_t arcs_ = 0;
};

void PnmlWriter::write() {
  header();
  for (std::size_t p = 0; p < net_.places.size(); ++p) place(PlaceId(p));
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) transition(TransitionId(t));
  result_.text += " </page>\n</net>\n</pnml>\n";
}

void PnmlWriter::header() {
  put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pnml xmlns=\"{}\">\n", pnml::kNamespace);
  put("<net id=\"{}\" type=\"{}ptnet\">\n", ids_.make(net_.name.empty() ? "net" : net_.name), pnml::kGrammars);
  put(" <name><text>{}</text></name>\n", xml_escape(net_.name));
  std::string modules = "<paths/>";
  for (std::size_t m = 1; m < net_.modules.size(); ++m) {
    const Module& module = net_.modules[m];
    modules += fmt::format("\n  <module path=\"{}\" kind=\"{}\"{}/>", xml_escape(path(net_, ModuleId(m))), xml_escape(module.kind),
                           module.hardware ? " hardware=\"true\"" : "");
  }
  put(" {}\n", pnml::tool_note(modules));
  put(" <page id=\"{}\">\n", ids_.make("page"));
}

void PnmlWriter::place(PlaceId id) {
  const Place& place = net_[id];
  const std::string path = petriloom::path(net_, id);
  place_ids_.push_back(ids_.make(path));
  put(" <place id=\"{}\">\n", place_ids_.back());
  name(path);
  std::int64_t total = 0;
  for (const InitialTokens& tokens : place.initial) total += tokens.count;
  if (total > 0) put("  <initialMarking><text>{}</text></initialMarking>\n", total);
  if (const std::string late = notes_.place(place); !late.empty()) put("  {}\n", pnml::tool_note(late));
  result_.text += " </place>\n";
}

void PnmlWriter::transition(TransitionId id) {
  const Transition& transition = net_[id];
  const std::string path = petriloom::path(net_, id);
  const std::string node = ids_.make(path);
  put(" <transition id=\"{}\">\n", node);
  name(path);
  if (const std::string note = notes_.transition(transition); !note.empty()) put("  {}\n", pnml::tool_note(note));
  result_.text += " </transition>\n";
  for (const Arc& a : transition.arcs) arc(transition, node, a);
}

void PnmlWriter::arc(const Transition& transition, const std::string& node, const Arc& arc) {
  const std::string& place = place_ids_[arc.place.index()];
  const Location& where = arc.where.known() ? arc.where : transition.where;
  const std::int64_t weight = literal_integer(net_, arc.count, 1).value_or(1);
  switch (arc.kind) {
    case ArcKind::input:
      arc_element(place, node, weight, {});
      return;
    case ArcKind::output:
      arc_element(node, place, weight, notes_.delay(arc, where));
      return;
    case ArcKind::read:
      arc_element(place, node, weight, " kind=\"read\"");
      arc_element(node, place, weight, " kind=\"read\"");
      return;
    case ArcKind::inhibitor:
      result_.diagnostics.error(where, "a place/transition net of PNML has no inhibitor arcs", "ANDL carries them");
      return;
    case ArcKind::reset:
      result_.diagnostics.error(where, "a place/transition net of PNML has no reset arcs", "ANDL carries them");
      return;
    case ArcKind::equal:
      result_.diagnostics.error(where, "a place/transition net of PNML has no 'equal' arcs", "ANDL carries them");
      return;
  }
}

void PnmlWriter::arc_element(const std::string& source, const std::string& target, std::int64_t weight, const std::string& note) {
  put(" <arc id=\"{}\" source=\"{}\" target=\"{}\"", ids_.make(fmt::format("arc{}", ++arcs_)), source, target);
  if (weight == 1 && note.empty()) {
    result_.text += "/>\n";
    return;
  }
  result_.text += ">";
  if (weight != 1) put("<inscription><text>{}</text></inscription>", weight);
  if (!note.empty()) result_.text += pnml::tool_note(fmt::format("<arc{}/>", note));
  result_.text += "</arc>\n";
}

}  // namespace

WriteResult write_pnml(const Net& net, const WriteOptions& options) { return write_unfolded<PnmlWriter>(net, options); }

}  // namespace petriloom
