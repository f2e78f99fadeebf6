// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/net/unfold.h"
#include "formats/names.h"
#include "formats/pnml/document.h"
#include "formats/pnml/pnml.h"
#include "formats/pnml/timing_text.h"
#include "formats/pnml/xml.h"

namespace petriloom {

namespace {

class PnmlWriter {
 public:
  PnmlWriter(const Net& net, const WriteOptions& options, WriteResult& result)
      : net_(net), options_(options), result_(result), ids_(".-") {}

  void write();

 private:
  void header();
  void place(PlaceId id);
  void transition(TransitionId id);
  void arc(const Transition& transition, const std::string& node, const Arc& arc);
  void arc_element(const std::string& source, const std::string& target, std::int64_t weight, const std::string& note);
  std::string timing(const Transition& transition);
  void real_note(std::string& text, std::string_view key, ExprId value, std::string_view what, const Location& where);
  void name(const std::string& path) { put("  <name><text>{}</text></name>\n", xml_escape(path)); }

  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(result_.text), format, std::forward<Arguments>(arguments)...);
  }

  const Net& net_;
  const WriteOptions& options_;
  WriteResult& result_;
  Identifiers ids_;
  std::vector<std::string> place_ids_;
  std::size_t arcs_ = 0;
};

std::string our_note(std::string_view content) {
  return fmt::format("<toolspecific tool=\"{}\" version=\"{}\">{}</toolspecific>", pnml::kTool, pnml::kToolVersion, content);
}

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
  put(" {}\n", our_note(modules));
  put(" <page id=\"{}\">\n", ids_.make("page"));
}

void PnmlWriter::place(PlaceId id) {
  const Place& place = net_[id];
  const std::string path = petriloom::path(net_, id);
  place_ids_.push_back(ids_.make(path));
  put(" <place id=\"{}\">\n", place_ids_.back());
  name(path);
  std::int64_t total = 0;
  std::string late;
  for (const InitialTokens& tokens : place.initial) {
    total += tokens.count;
    if (tokens.available == 0 || options_.untimed) continue;
    late += fmt::format("<tokens count=\"{}\" available=\"{}\"/>", tokens.count, pnml::real_text(tokens.available));
  }
  if (total > 0) put("  <initialMarking><text>{}</text></initialMarking>\n", total);
  if (!late.empty()) put("  {}\n", our_note(late));
  result_.text += " </place>\n";
}

void PnmlWriter::real_note(std::string& text, std::string_view key, ExprId value, std::string_view what, const Location& where) {
  if (!value.valid()) return;
  const std::optional<double> literal = literal_real(net_, value);
  if (literal) {
    text += fmt::format(" {}=\"{}\"", key, pnml::real_text(*literal));
  } else {
    result_.diagnostics.error(where, fmt::format("PNML cannot carry {} that depends on the marking or the time", what));
  }
}

std::string PnmlWriter::timing(const Transition& transition) {
  std::string text;
  if (transition.priority.valid()) {
    text += fmt::format(" priority=\"{}\"", literal_integer(net_, transition.priority, 0).value_or(0));
  }
  if (!options_.untimed) {
    if (transition.timing != Timing::immediate) text += fmt::format(" distribution=\"{}\"", pnml::name_of(transition.timing));
    real_note(text, "a", transition.a, "a parameter", transition.where);
    real_note(text, "b", transition.b, "a parameter", transition.where);
    real_note(text, "weight", transition.weight, "a weight", transition.where);
    real_note(text, "delay", transition.delay, "a delay", transition.where);
    if (transition.servers != 0) text += fmt::format(" servers=\"{}\"", transition.servers);
    if (transition.memory != Memory::enabling) text += fmt::format(" memory=\"{}\"", pnml::name_of(transition.memory));
  }
  return text;
}

void PnmlWriter::transition(TransitionId id) {
  const Transition& transition = net_[id];
  const std::string path = petriloom::path(net_, id);
  const std::string node = ids_.make(path);
  put(" <transition id=\"{}\">\n", node);
  name(path);
  if (const std::string note = timing(transition); !note.empty()) put("  {}\n", our_note(fmt::format("<timing{}/>", note)));
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
    case ArcKind::output: {
      std::string note;
      if (!options_.untimed) real_note(note, "delay", arc.delay, "a delay", where);
      arc_element(node, place, weight, note);
      return;
    }
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
  if (!note.empty()) result_.text += our_note(fmt::format("<arc{}/>", note));
  result_.text += "</arc>\n";
}

}  // namespace

WriteResult write_pnml(const Net& net, const WriteOptions& options) {
  WriteResult result;
  UnfoldLimits limits;
  limits.untimed = options.untimed;
  const Unfolding unfolding = unfold(net, limits);
  result.diagnostics.append(unfolding.diagnostics);
  if (!unfolding.net) return result;
  PnmlWriter(*unfolding.net, options, result).write();
  if (result.diagnostics.has_errors()) result.text.clear();
  return result;
}

}  // namespace petriloom
