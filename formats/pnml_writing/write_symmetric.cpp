// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "formats/pnml_document/document.h"
#include "formats/pnml_writing/skeleton.h"
#include "formats/pnml_writing/terms.h"
#include "formats/pnml_writing/write_pnml.h"
#include "formats/xml/xml.h"

namespace petriloom {

namespace {

using pnml::SymmetricTerms;

constexpr std::string_view kSymmetricHelp = "the format 'pnml' carries the unfolded net";

class SymmetricWriter {
 public:
  SymmetricWriter(const Net& net, const WriteOptions& options, WriteResult& result, pnml::SortKind kind)
      : net_(net),
        result_(result),
        ids_(".-"),
        id_(ids_.make(net.name.empty() ? "net" : net.name)),
        pool_(net.pool),
        evaluator_(net, pool_),
        sorts_(net, ids_, result.diagnostics, kind),
        options_(options) {}

  void write();

 private:
  void declare_variables();
  void place(PlaceId id);
  void transition(TransitionId id);
  void arc(TransitionId id, const std::string& node, const Arc& arc, SymmetricTerms& terms);
  std::string note_arcs(const Transition& transition, SymmetricTerms& terms);
  std::string multiset(const Transition& transition, const Arc& arc, SymmetricTerms& terms);
  [[nodiscard]] const Location& place_of(const Transition& transition, const Arc& arc) const {
    return arc.where.known() ? arc.where : transition.where;
  }
  void refuse(const Location& where, const std::string& what) {
    report_loss(options_, result_.diagnostics, where, what, std::string(kSymmetricHelp));
  }

  const Net& net_;
  WriteResult& result_;
  Identifiers ids_;
  std::string id_;
  WordPool pool_;
  Evaluator evaluator_;
  pnml::Sorts sorts_;
  std::map<std::pair<std::string, ColourSetId>, std::vector<std::string>> variables_;
  std::string variable_lines_;
  const WriteOptions& options_;
  std::optional<pnml::Skeleton> out_;  // made when the ids of sorts and variables are taken
};

void SymmetricWriter::write() {
  for (const Place& place : net_.places) sorts_.need(place.colour, place.where);
  declare_variables();
  out_.emplace(net_, options_, result_.diagnostics, ids_);
  for (std::size_t p = 0; p < net_.places.size(); ++p) place(PlaceId(p));
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) transition(TransitionId(t));
  result_.text =
      out_->document(sorts_.high_level() ? "highlevelnet" : "symmetricnet", id_,
                     fmt::format(" <declaration><structure><declarations>\n{}{} </declarations></structure></declaration>\n",
                                 sorts_.declarations(), variable_lines_));
}

void SymmetricWriter::declare_variables() {
  for (const Transition& transition : net_.transitions) {
    for (std::size_t k = 0; k < transition.binding_size; ++k) {
      const Variable& variable = transition.variables[k];
      std::vector<std::string>& made = variables_[{variable.name, variable.colour}];
      if (!made.empty()) continue;
      const std::vector<ColourSetId> parts = simple_sets(net_.colours, variable.colour);
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
  std::string labels = fmt::format("  <type><text>{}</text><structure>{}</structure></type>\n",
                                   xml_escape(sorts_.name(place.colour)), sorts_.use(place.colour));
  std::map<Word, std::int64_t> counts;
  for (const InitialTokens& tokens : place.initial) counts[tokens.colour] += tokens.count;
  std::vector<std::string> terms;
  std::map<Word, std::size_t> numbers;
  std::string text;
  for (const auto& [colour, count] : counts) {
    try {
      terms.push_back(pnml::number_of(count, pnml::tuple_term(sorts_.parts(place.colour, colour, net_.pool))));
    } catch (const pnml::NoTerm& refused) {
      refuse(place.where, refused.what());
      continue;
    }
    numbers.emplace(colour, terms.size() - 1);
    text += fmt::format("{}{}'{}", text.empty() ? "" : " + ", count, net_.colours.format(place.colour, colour, net_.pool));
  }
  if (!terms.empty()) {
    labels += fmt::format("  <hlinitialMarking><text>{}</text><structure>{}</structure></hlinitialMarking>\n", xml_escape(text),
                          pnml::sum_of(terms));
  }
  out_->place(id, labels, out_->notes().place(place, numbers));
}

void SymmetricWriter::transition(TransitionId id) {
  const Transition& transition = net_[id];
  std::vector<std::vector<std::string>> variables;
  for (std::size_t k = 0; k < transition.binding_size; ++k) {
    variables.push_back(variables_[{transition.variables[k].name, transition.variables[k].colour}]);
  }
  SymmetricTerms terms(net_, evaluator_, sorts_, transition, std::move(variables));
  std::string condition;
  for (const ExprId guard : transition.guards) {
    try {
      const std::string one = terms.condition(guard);
      condition = condition.empty() ? one : fmt::format("<and>{}</and>", pnml::subterms({condition, one}));
    } catch (const pnml::NoTerm& refused) {
      refuse(refused.where().known() ? refused.where() : transition.where, refused.what());
    } catch (const EvalError& error) {
      refuse(error.where(), error.what());
    }
  }
  const std::string label =
      condition.empty() ? std::string() : fmt::format("  <condition><structure>{}</structure></condition>\n", condition);
  const std::string note = out_->notes().transition(transition) + note_arcs(transition, terms);
  const std::string node = out_->transition(id, label, note);
  for (const Arc& a : transition.arcs) {
    if (a.kind < ArcKind::inhibitor) arc(id, node, a, terms);
  }
}

// The multiset of an arc; empty if there is none or it was refused.
std::string SymmetricWriter::multiset(const Transition& transition, const Arc& arc, SymmetricTerms& terms) {
  const Location& where = place_of(transition, arc);
  try {
    return terms.multiset(arc);
  } catch (const pnml::NoTerm& refused) {
    refuse(refused.where().known() ? refused.where() : where, refused.what());
  } catch (const EvalError& error) {
    refuse(error.where(), error.what());
  }
  return {};
}

std::string SymmetricWriter::note_arcs(const Transition& transition, SymmetricTerms& terms) {
  std::string note;
  for (std::size_t k = 0; k < transition.arcs.size(); ++k) {
    const Arc& arc = transition.arcs[k];
    if (arc.kind < ArcKind::inhibitor) continue;
    const Expr& value = net_.exprs[arc.value];
    if (value.op == Op::wildcard && !arc.condition.valid() && !arc.such.valid()) {
      const auto count = literal_integer(net_, arc.count, 1);
      if (!count) refuse(place_of(transition, arc), "a symmetric net has constant numbers of tokens only");
      note += out_->note_arc(arc, k, fmt::format(" any=\"true\" weight=\"{}\"", count.value_or(1)), {});
    } else if (const std::string all = multiset(transition, arc, terms); !all.empty()) {
      note += out_->note_arc(arc, k, {}, fmt::format("<structure>{}</structure>", all));
    }
  }
  return note;
}

void SymmetricWriter::arc(TransitionId id, const std::string& node, const Arc& arc, SymmetricTerms& terms) {
  const Transition& transition = net_[id];
  const std::string all = multiset(transition, arc, terms);
  if (all.empty()) return;
  const std::string label = fmt::format("<hlinscription><structure>{}</structure></hlinscription>", all);
  const bool read = arc.kind == ArcKind::read;
  const std::string note =
      read ? std::string(" kind=\"read\"")
           : (arc.kind == ArcKind::output ? out_->notes().delay(arc, place_of(transition, arc)) : std::string());
  out_->arc(id, node, arc.place, arc.kind != ArcKind::output, label, note);
  if (read) out_->arc(id, node, arc.place, false, label, note);
}

WriteResult write_coloured(const Net& net, const WriteOptions& options, pnml::SortKind kind) {
  WriteResult result;
  SymmetricWriter(net, options, result, kind).write();
  if (result.diagnostics.has_errors()) result.text.clear();
  return result;
}

}  // namespace

WriteResult write_pnml_symmetric(const Net& net, const WriteOptions& options) {
  return write_coloured(net, options, pnml::SortKind::symmetric);
}

WriteResult write_pnml_high_level(const Net& net, const WriteOptions& options) {
  return write_coloured(net, options, pnml::SortKind::high_level);
}

}  // namespace petriloom
