// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "formats/pnml/document.h"
#include "formats/pnml/pnml.h"
#include "formats/pnml/symmetric_terms.h"
#include "formats/pnml/time_notes.h"
#include "formats/pnml/xml.h"

namespace petriloom {

namespace {

using pnml::SymmetricTerms;

constexpr std::string_view kHelp = "the format 'pnml' carries the unfolded net";

class SymmetricWriter {
 public:
  SymmetricWriter(const Net& net, const WriteOptions& options, WriteResult& result)
      : net_(net),
        result_(result),
        notes_(net, options, result.diagnostics),
        ids_(".-"),
        pool_(net.pool),
        evaluator_(net, pool_),
        sorts_(net, ids_, result.diagnostics) {}

  void write();

 private:
  void declare_variables();
  void place(PlaceId id);
  void transition(TransitionId id);
  void arc(const Transition& transition, const std::string& node, const Arc& arc, SymmetricTerms& terms);
  void arc_element(const std::string& source, const std::string& target, const std::string& multiset, const std::string& note);
  void refuse(const Location& where, const std::string& what) { result_.diagnostics.error(where, what, std::string(kHelp)); }

  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(result_.text), format, std::forward<Arguments>(arguments)...);
  }

  const Net& net_;
  WriteResult& result_;
  pnml::TimeNotes notes_;
  Identifiers ids_;
  WordPool pool_;
  Evaluator evaluator_;
  pnml::Sorts sorts_;
  std::map<std::pair<std::string, ColourSetId>, std::vector<std::string>> variables_;
  std::string variable_lines_;
  std::vector<std::string> place_ids_;
  std::size_t arcs_ = 0;
};

void SymmetricWriter::write() {
  const std::string id = ids_.make(net_.name.empty() ? "net" : net_.name);
  for (const Place& place : net_.places) sorts_.need(place.colour, place.where);
  declare_variables();
  put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pnml xmlns=\"{}\">\n<net id=\"{}\" type=\"{}symmetricnet\">\n",
      pnml::kNamespace, id, pnml::kGrammars);
  put(" <name><text>{}</text></name>\n", xml_escape(net_.name));
  put(" <declaration><structure><declarations>\n{}{} </declarations></structure></declaration>\n <page id=\"{}\">\n",
      sorts_.declarations(), variable_lines_, ids_.make("page"));
  for (std::size_t p = 0; p < net_.places.size(); ++p) place(PlaceId(p));
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) transition(TransitionId(t));
  result_.text += " </page>\n</net>\n</pnml>\n";
}

void SymmetricWriter::declare_variables() {
  for (const Transition& transition : net_.transitions) {
    for (std::size_t k = 0; k < transition.binding_size; ++k) {
      const Variable& variable = transition.variables[k];
      std::vector<std::string>& made = variables_[{variable.name, variable.colour}];
      if (!made.empty()) continue;
      const std::vector<ColourSetId> parts = sorts_.simple(variable.colour);
      for (const ColourSetId part : parts) {
        sorts_.need(part, transition.where);
        made.push_back(ids_.make(parts.size() == 1 ? variable.name : fmt::format("{}.{}", variable.name, made.size() + 1)));
        variable_lines_ +=
            fmt::format("  <variabledecl id=\"{0}\" name=\"{0}\">{1}</variabledecl>\n", made.back(), sorts_.use(part));
      }
    }
  }
}

void SymmetricWriter::place(PlaceId id) {
  const Place& place = net_[id];
  const std::string path = petriloom::path(net_, id);
  place_ids_.push_back(ids_.make(path));
  put(" <place id=\"{}\">\n  <name><text>{}</text></name>\n", place_ids_.back(), xml_escape(path));
  put("  <type><text>{}</text><structure>{}</structure></type>\n", xml_escape(sorts_.name(place.colour)), sorts_.use(place.colour));
  std::map<Word, std::int64_t> counts;
  for (const InitialTokens& tokens : place.initial) counts[tokens.colour] += tokens.count;
  std::vector<std::string> terms;
  std::string text;
  for (const auto& [colour, count] : counts) {
    terms.push_back(pnml::number_of(count, pnml::tuple_term(sorts_.parts(place.colour, colour, net_.pool))));
    text += fmt::format("{}{}'{}", text.empty() ? "" : " + ", count, net_.colours.format(place.colour, colour, net_.pool));
  }
  if (!terms.empty()) {
    put("  <hlinitialMarking><text>{}</text><structure>{}</structure></hlinitialMarking>\n", xml_escape(text), pnml::sum_of(terms));
  }
  if (const std::string late = notes_.place(place); !late.empty()) put("  {}\n", pnml::tool_note(late));
  result_.text += " </place>\n";
}

void SymmetricWriter::transition(TransitionId id) {
  const Transition& transition = net_[id];
  const std::string path = petriloom::path(net_, id);
  const std::string node = ids_.make(path);
  put(" <transition id=\"{}\">\n  <name><text>{}</text></name>\n", node, xml_escape(path));
  std::vector<std::vector<std::string>> variables;
  for (std::size_t k = 0; k < transition.binding_size; ++k) {
    variables.push_back(variables_[{transition.variables[k].name, transition.variables[k].colour}]);
  }
  SymmetricTerms terms(net_, evaluator_, sorts_, transition, std::move(variables));
  try {
    std::string condition;
    for (const ExprId guard : transition.guards) {
      const std::string one = terms.condition(guard);
      condition = condition.empty() ? one : fmt::format("<and>{}</and>", pnml::subterms({condition, one}));
    }
    if (!condition.empty()) put("  <condition><structure>{}</structure></condition>\n", condition);
  } catch (const pnml::NoTerm& refused) {
    refuse(refused.where(), refused.what());
  } catch (const EvalError& error) {
    refuse(error.where(), error.what());
  }
  if (const std::string note = notes_.transition(transition); !note.empty()) put("  {}\n", pnml::tool_note(note));
  result_.text += " </transition>\n";
  for (const Arc& a : transition.arcs) arc(transition, node, a, terms);
}

void SymmetricWriter::arc(const Transition& transition, const std::string& node, const Arc& arc, SymmetricTerms& terms) {
  const Location& where = arc.where.known() ? arc.where : transition.where;
  const std::string& place = place_ids_[arc.place.index()];
  if (arc.kind == ArcKind::inhibitor || arc.kind == ArcKind::reset || arc.kind == ArcKind::equal) {
    refuse(where, fmt::format("a symmetric net of PNML has no {} arcs", arc.kind == ArcKind::reset   ? "reset"
                                                                        : arc.kind == ArcKind::equal ? "'equal'"
                                                                                                     : "inhibitor"));
    return;
  }
  try {
    const std::string multiset = terms.multiset(arc);
    if (multiset.empty()) return;
    if (arc.kind != ArcKind::output) arc_element(place, node, multiset, arc.kind == ArcKind::read ? " kind=\"read\"" : "");
    if (arc.kind == ArcKind::read) arc_element(node, place, multiset, " kind=\"read\"");
    if (arc.kind == ArcKind::output) arc_element(node, place, multiset, notes_.delay(arc, where));
  } catch (const pnml::NoTerm& refused) {
    refuse(refused.where().known() ? refused.where() : where, refused.what());
  } catch (const EvalError& error) {
    refuse(error.where(), error.what());
  }
}

void SymmetricWriter::arc_element(const std::string& source, const std::string& target, const std::string& multiset,
                                  const std::string& note) {
  put(" <arc id=\"{}\" source=\"{}\" target=\"{}\"><hlinscription><structure>{}</structure></hlinscription>{}</arc>\n",
      ids_.make(fmt::format("arc{}", ++arcs_)), source, target, multiset,
      note.empty() ? std::string() : pnml::tool_note(fmt::format("<arc{}/>", note)));
}

}  // namespace

WriteResult write_pnml_symmetric(const Net& net, const WriteOptions& options) {
  WriteResult result;
  SymmetricWriter(net, options, result).write();
  if (result.diagnostics.has_errors()) result.text.clear();
  return result;
}

}  // namespace petriloom
