// SPDX-License-Identifier: Apache-2.0
#include "formats/andl_writing/write_candl.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/andl_writing/candl_expr.h"
#include "formats/andl_writing/kept.h"
#include "formats/andl_writing/net_class.h"
#include "formats/common/text_writer.h"

namespace petriloom {

namespace {

using andl::CandlExpressions;
using andl::CandlTerm;
using andl::Group;

constexpr std::string_view kHelp = "ANDL carries the unfolded net";

struct Inputs {
  std::size_t number = 0;
  bool simple = true;  ///< each takes one token, always
};

Inputs inputs_of(const Transition& transition) {
  Inputs inputs;
  for (const Arc& arc : transition.arcs) {
    if (arc.kind != ArcKind::input) continue;
    ++inputs.number;
    inputs.simple = inputs.simple && !arc.each && !arc.count.valid() && !arc.condition.valid();
  }
  return inputs;
}

class CandlWriter : private TextWriter {
 public:
  CandlWriter(const Net& net, const WriteOptions& options, WriteResult& result)
      : TextWriter(net, options, result), pool_(net.pool), evaluator_(net, pool_), colours_(net, names_, result.diagnostics) {}

  void write();

 private:
  void declare();
  void keep(const Transition& transition, const std::string& name);
  void place(std::size_t p);
  void transition(std::size_t t, Group group);
  void arcs(const Transition& transition, CandlExpressions& expressions);
  void arc(const Arc& arc, CandlExpressions& expressions, std::string& conditions, std::string& updates);
  std::string function_of(const Transition& transition, Group group, CandlExpressions& expressions);
  std::string multiset(const std::vector<CandlTerm>& terms) const;
  void refuse(const Location& where, const std::string& what) { result_.diagnostics.error(where, what, std::string(kHelp)); }

  WordPool pool_;
  Evaluator evaluator_;
  andl::Names names_;
  andl::CandlColours colours_;
  std::vector<std::string> places_;
  std::vector<std::string> transitions_;
  std::map<std::pair<std::string, ColourSetId>, std::vector<std::pair<std::size_t, std::string>>>
      variables_;                                       // by order of declaration
  std::vector<std::vector<std::string>> variables_of_;  // of each transition
  std::string variable_lines_;
  andl::Kept kept_;
};

void CandlWriter::write() {
  andl::check_time(net_, options_, "CANDL", result_.diagnostics);
  const std::string title = names_.make({net_.name.empty() ? "net" : net_.name})[0];
  declare();
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) keep(net_.transitions[t], transitions_[t]);
  kept_.order = andl::kept_order(net_, options_, transitions_);
  put("col{}  [{}]\n{{\n{}{}colorsets:\n{}\nvariables:\n{}\nplaces:\ndiscrete:\n", andl::class_name(net_, options_), title,
      names_.table(), kept_.text(), colours_.declarations(), variable_lines_);
  for (std::size_t p = 0; p < net_.places.size(); ++p) place(p);
  andl::for_each_by_group(net_, options_, result_.text, [this](std::size_t t, Group group) { transition(t, group); });
}

// Everything that has a name, before anything that uses it.
void CandlWriter::declare() {
  for (const Place& place : net_.places) colours_.need(place.colour, place.where);
  // The variables of a transition are ordered as they are declared, which decides between bindings
  // of equal rank; where two transitions order them differently there are two of one name.
  std::size_t declared = 0;
  for (const Transition& transition : net_.transitions) {
    std::vector<std::string>& names = variables_of_.emplace_back();
    std::size_t last = 0;
    for (std::size_t k = 0; k < transition.binding_size; ++k) {
      const Variable& variable = transition.variables[k];
      colours_.need(variable.colour, transition.where);
      auto& known = variables_[{variable.name, variable.colour}];
      auto later = std::find_if(known.begin(), known.end(), [&](const auto& each) { return each.first > last; });
      if (later == known.end()) {
        later = known.insert(known.end(), {++declared, names_.make({variable.name})[0]});
        variable_lines_ += fmt::format("  {} : {};\n", colours_.name(variable.colour), later->second);
      }
      last = later->first;
      names.push_back(later->second);
    }
  }
  std::vector<std::string> paths;
  for (std::size_t p = 0; p < net_.places.size(); ++p) paths.push_back(path(net_, PlaceId(p)));
  places_ = names_.make_prefix_free(paths);
  paths.clear();
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) paths.push_back(path(net_, TransitionId(t)));
  transitions_ = names_.make(paths);
}

// What the text cannot say of a transition.
void CandlWriter::keep(const Transition& transition, const std::string& name) {
  const Group group = andl::group_of(net_, transition, options_);
  if (group == Group::immediate && !transition.weight.valid()) kept_.first_come.insert(name);
  if (group != Group::stochastic && group != Group::deterministic) return;
  const auto [inputs, simple] = inputs_of(transition);
  const bool as_written =
      inputs == 0 || transition.servers == 1 || (group == Group::stochastic && transition.servers == 0 && inputs == 1 && simple);
  if (!as_written) kept_.servers[name] = transition.servers;
  if (inputs > 0 && transition.servers != 0 && transition.folded < transition.binding_size) {
    report_loss(options_, result_.diagnostics, transition.where,
                fmt::format("CANDL has no {} servers that the bindings of '{}' share", transition.servers, transition.name),
                "each binding has servers of its own");
  }
}

void CandlWriter::place(std::size_t p) {
  const Place& place = net_.places[p];
  std::map<Word, std::int64_t> counts;
  for (const InitialTokens& tokens : place.initial) counts[tokens.colour] += tokens.count;
  std::string text;
  bool same = !counts.empty() && counts.size() == net_.colours[place.colour].size();
  for (const auto& [colour, count] : counts) {
    same = same && count == counts.begin()->second;
    text +=
        fmt::format("{}{}`{}", text.empty() ? "" : "++", count, andl::tuple_text(colours_.parts(place.colour, colour, net_.pool)));
  }
  if (same && counts.size() > 1) text = fmt::format("{}`all", counts.begin()->second);
  put("  {} {} = {};\n", colours_.name(place.colour), places_[p], text.empty() ? "0`all" : text);
}

void CandlWriter::transition(std::size_t t, Group group) {
  const Transition& transition = net_.transitions[t];
  CandlExpressions expressions(net_, evaluator_, colours_, transition, variables_of_[t]);
  put("  {}\n", transitions_[t]);
  try {
    std::string guard;
    for (const ExprId expr : transition.guards) guard = andl::both(guard, expressions.condition(expr));
    if (!guard.empty()) put(" {{[{}]}}\n", guard);
    arcs(transition, expressions);
    if (group == Group::scheduled) {
      put("    : {}\n", andl::schedule_text(net_, transition));
    } else if (group != Group::untimed) {
      put("    : {}\n", function_of(transition, group, expressions));
    }
  } catch (const andl::NoForm& refused) {
    refuse(refused.where(), refused.what());
  } catch (const EvalError& error) {
    refuse(error.where(), error.what());
  }
  result_.text += "    ;\n";
}

std::string CandlWriter::multiset(const std::vector<CandlTerm>& terms) const {
  std::string text;
  for (const CandlTerm& term : terms) {
    if (!text.empty()) text += "++";
    if (!term.predicate.empty()) text += "[" + term.predicate + "]";
    if (!term.count.empty()) text += term.count + "`";
    text += term.colour;
  }
  return text;
}

void CandlWriter::arcs(const Transition& transition, CandlExpressions& expressions) {
  std::string conditions;
  std::string updates;
  for (const Arc& a : transition.arcs) arc(a, expressions, conditions, updates);
  put("    : {}\n    : {}\n", conditions, updates);
}

void CandlWriter::arc(const Arc& arc, CandlExpressions& expressions, std::string& conditions, std::string& updates) {
  const std::string& place = places_[arc.place.index()];
  const auto add = [](std::string& list, const std::string& term) { list += (list.empty() ? "" : " & ") + term; };
  const bool single = net_.colours[net_[arc.place].colour].size() == 1;
  if (arc.collect) throw andl::NoForm(arc.where, "CANDL has no arcs that collect tokens");
  if (arc.such.valid()) throw andl::NoForm(arc.where, "CANDL has no resets of tokens that meet a condition");
  if (arc.kind == ArcKind::reset) {
    if (!single && net_.exprs[arc.value].op != Op::wildcard) {
      throw andl::NoForm(arc.where, "CANDL empties whole places only");
    }
    if (arc.condition.valid()) throw andl::NoForm(arc.where, "CANDL has no conditional reset arcs");
    add(updates, fmt::format("[{} = 0]", place));
    return;
  }
  const bool counts_all = arc.kind == ArcKind::inhibitor || arc.kind == ArcKind::equal || arc.kind == ArcKind::read;
  if (counts_all && net_.exprs[arc.value].wildcards && !single) {
    throw andl::NoForm(arc.where, "CANDL has no arc that counts tokens of any colour");
  }
  std::string text;
  if (net_.exprs[arc.value].wildcards) {
    const std::optional<std::int64_t> count = literal_integer(net_, arc.count, 1);
    if (!count || arc.condition.valid()) throw andl::NoForm(arc.where, "CANDL has no form for this arc");
    text =
        multiset({{{},
                   *count == 1 ? std::string() : std::to_string(*count),
                   andl::tuple_text(colours_.parts(net_[arc.place].colour, net_.colours[net_[arc.place].colour].low, net_.pool))}});
  } else if (arc.kind == ArcKind::equal) {
    // No token at all is a number of tokens too.
    const std::optional<std::int64_t> count = literal_integer(net_, arc.count, 1);
    if (!count) throw andl::NoForm(arc.where, "CANDL has no form for this equal arc");
    Arc one = arc;
    one.count = {};
    std::vector<CandlTerm> terms = expressions.terms(one);
    for (CandlTerm& term : terms) term.count = std::to_string(std::max<std::int64_t>(*count, 0));
    text = multiset(terms);
  } else {
    text = multiset(expressions.terms(arc));
  }
  if (text.empty()) return;
  switch (arc.kind) {
    case ArcKind::input:
      add(updates, fmt::format("[{} - {{{}}}]", place, text));
      break;
    case ArcKind::output:
      add(updates, fmt::format("[{} + {{{}}}]", place, text));
      break;
    case ArcKind::read:
      add(conditions, fmt::format("[{} >= {{{}}}]", place, text));
      break;
    case ArcKind::inhibitor:
      add(conditions, fmt::format("[{} < {{{}}}]", place, text));
      break;
    case ArcKind::equal:
      add(conditions, fmt::format("[{} = {{{}}}]", place, text));
      break;
    case ArcKind::reset:
      break;
  }
}

// Rate, weight or delay, split by predicate where it depends on the binding.
std::string CandlWriter::function_of(const Transition& transition, Group group, CandlExpressions& expressions) {
  const ExprId expr = group == Group::immediate ? transition.weight : transition.a;
  if (!expr.valid()) return "1";
  const auto [inputs, simple] = inputs_of(transition);
  const bool mass = group == Group::stochastic && transition.servers != 1 && inputs > 0;
  if (mass && (transition.servers != 0 || inputs > 1 || !simple)) {
    result_.diagnostics.warning(transition.where,
                                fmt::format("mass action counts combinations of the tokens of '{}'; the net counts disjoint "
                                            "ones: the same as long as no binding is enabled twice over",
                                            transition.name));
  }
  std::string text;
  for (const auto& [predicate, value] : expressions.values(expr)) {
    const std::string term = mass ? fmt::format("MassAction({})", value) : fmt::format("{}", value);
    text += (text.empty() ? "" : " ++ ") + (predicate.empty() ? term : fmt::format("[{}] {}", predicate, term));
  }
  return text;
}

}  // namespace

WriteResult write_candl(const Net& net, const WriteOptions& options) {
  WriteResult result;
  CandlWriter(net, options, result).write();
  if (result.diagnostics.has_errors()) result.text.clear();
  return result;
}

}  // namespace petriloom
