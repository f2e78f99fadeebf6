// SPDX-License-Identifier: Apache-2.0
#include "formats/andl_writing/write_andl.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "formats/andl_writing/andl_expr.h"
#include "formats/andl_writing/kept.h"
#include "formats/andl_writing/names.h"
#include "formats/andl_writing/net_class.h"
#include "formats/common/text_writer.h"
#include "formats/common/unfolded.h"

namespace petriloom {

namespace {

using andl::Group;

class AndlWriter : private TextWriter {
 public:
  AndlWriter(const Net& net, const WriteOptions& options, WriteResult& result) : TextWriter(net, options, result) {}

  void write();

 private:
  void places(bool fluid);
  void place(std::size_t p);
  void transition(std::size_t t, Group group);
  void arcs(const Transition& transition);
  std::string rate(const Transition& transition);
  void keep(const Transition& transition, const std::string& name, Group group);
  std::string weight(const Arc& arc);
  std::string total(const Transition& transition, ArcKind kind, PlaceId place);
  std::string number(ExprId expr, double otherwise, std::string_view what, const Location& where);

  std::vector<std::string> places_;
  std::vector<std::string> transitions_;
  andl::Kept kept_;
};

void AndlWriter::write() {
  andl::check_time(net_, options_, "ANDL", result_.diagnostics);
  andl::Names names;
  const std::string title = names.make({net_.name.empty() ? "net" : net_.name})[0];
  std::vector<std::string> paths;
  for (std::size_t p = 0; p < net_.places.size(); ++p) paths.push_back(path(net_, PlaceId(p)));
  places_ = names.make_prefix_free(paths);
  paths.clear();
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) paths.push_back(path(net_, TransitionId(t)));
  transitions_ = names.make(paths);

  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    keep(net_.transitions[t], transitions_[t], andl::group_of(net_, net_.transitions[t], options_));
  }
  kept_.order = andl::kept_order(net_, options_, transitions_);
  put("{}  [{}]\n{{\n{}{}places:\n", andl::class_name(net_, options_), title, names.table(), kept_.text());
  places(false);
  places(true);
  andl::for_each_by_group(net_, options_, result_.text, [this](std::size_t t, Group group) { transition(t, group); });
}

// Those that hold tokens, or those that are fluid.
void AndlWriter::places(bool fluid) {
  const auto wanted = [fluid](const Place& each) { return each.fluid == fluid; };
  const bool any = std::any_of(net_.places.begin(), net_.places.end(), wanted);
  if (any || (!fluid && net_.places.empty())) result_.text += fluid ? "continuous:\n" : "discrete:\n";
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    if (wanted(net_.places[p])) place(p);
  }
}

void AndlWriter::place(std::size_t p) {
  if (net_.places[p].fluid) return put("  {} = {};\n", places_[p], net_.places[p].level);
  std::int64_t total = 0;
  for (const InitialTokens& tokens : net_.places[p].initial) total += tokens.count;
  put("  {} = {};\n", places_[p], total);
}

std::string AndlWriter::number(ExprId expr, double otherwise, std::string_view what, const Location& where) {
  if (!expr.valid()) return fmt::format("{}", otherwise);
  if (const auto text = andl::andl_expression(net_, places_, expr)) return *text;
  report_loss(options_, result_.diagnostics, where, fmt::format("ANDL has no form for this {}", what));
  return fmt::format("{}", otherwise);
}

std::string AndlWriter::weight(const Arc& arc) {
  if (!arc.count.valid()) return "1";
  if (const auto text = andl::andl_expression(net_, places_, arc.count)) return *text;
  result_.diagnostics.error(arc.where, "ANDL has no form for this number of tokens");
  return "1";
}

// What the text cannot say of a transition.
void AndlWriter::keep(const Transition& transition, const std::string& name, Group group) {
  if (group == Group::immediate && !transition.weight.valid()) kept_.first_come.insert(name);
  const bool takes = std::any_of(transition.arcs.begin(), transition.arcs.end(),
                                 [this](const Arc& arc) { return arc.kind == ArcKind::input && !net_[arc.place].fluid; });
  if (group == Group::deterministic && transition.servers == 0 && takes) kept_.servers[name] = 0;
  if (group == Group::stochastic && transition.servers != 1 && takes && !rate(transition).starts_with("MassAction")) {
    kept_.servers[name] = transition.servers;
  }
}

// A timer for each of the disjoint sets of tokens that enable the transition, at most as many as
// there are servers. Mass action is the product of the input markings, which is that number only
// for a single input token.
std::string AndlWriter::rate(const Transition& transition) {
  const std::string factor = number(transition.a, 1, "rate", transition.where);
  std::map<std::string, std::int64_t> inputs;
  bool levels = false;
  for (const Arc& arc : transition.arcs) {
    if (arc.kind == ArcKind::input && net_[arc.place].fluid) levels = true;
    if (arc.kind == ArcKind::input && !net_[arc.place].fluid)
      inputs[places_[arc.place.index()]] += literal_integer(net_, arc.count, 1).value_or(1);
  }
  if (transition.servers == 1 || inputs.empty()) return factor;
  if (!levels && transition.servers == 0 && inputs.size() == 1 && inputs.begin()->second == 1)
    return fmt::format("MassAction({})", factor);
  std::string least;
  const auto meet = [&least](const std::string& term) { least = least.empty() ? term : fmt::format("min({},{})", least, term); };
  if (transition.servers > 1) meet(std::to_string(transition.servers));
  for (const auto& [place, weight] : inputs) meet(weight == 1 ? place : fmt::format("floor({}/{})", place, weight));
  return fmt::format("{}*{}", factor, least);
}

void AndlWriter::transition(std::size_t t, Group group) {
  const Transition& transition = net_.transitions[t];
  put("  {}\n", transitions_[t]);
  arcs(transition);
  switch (group) {
    case Group::untimed:
      break;
    case Group::continuous:
      put("    : {}\n", number(transition.a, 0, "flow", transition.where));
      break;
    case Group::stochastic:
      put("    : {}\n", rate(transition));
      break;
    case Group::immediate:
      put("    : {}\n", number(transition.weight, 1, "weight", transition.where));
      break;
    case Group::deterministic:
      put("    : {}\n", number(transition.a, 0, "delay", transition.where));
      break;
    case Group::scheduled:
      put("    : {}\n", andl::schedule_text(net_, transition));
      break;
  }
  result_.text += "    ;\n";
}

// The number of tokens of all arcs of a kind and place: numbers are added up, what depends on the
// marking is written behind.
std::string AndlWriter::total(const Transition& transition, ArcKind kind, PlaceId place) {
  std::int64_t sum = 0;
  std::string text;
  for (const Arc& arc : transition.arcs) {
    if (arc.kind != kind || arc.place != place) continue;
    if (net_[place].fluid) {
      text += (text.empty() ? "" : "+") + weight(arc);
      continue;
    }
    const std::optional<std::int64_t> count = literal_integer(net_, arc.count, 1);
    if (count) sum += std::max<std::int64_t>(*count, 0);
    if (!count) text += (text.empty() ? "" : "+") + weight(arc);
  }
  if (text.empty()) return std::to_string(sum);
  return sum == 0 ? text : fmt::format("{}+{}", text, sum);
}

void AndlWriter::arcs(const Transition& transition) {
  std::string conditions;
  std::string updates;
  std::set<std::string> written;
  const auto add = [&written](std::string& list, const std::string& term) {
    if (written.insert(term).second) list += (list.empty() ? "" : " & ") + term;
  };
  const auto emptied = [&](PlaceId place) {
    return std::any_of(transition.arcs.begin(), transition.arcs.end(),
                       [&](const Arc& other) { return other.kind == ArcKind::reset && other.place == place; });
  };
  for (const Arc& arc : transition.arcs) {
    const std::string& place = places_[arc.place.index()];
    const auto all = [&] { return total(transition, arc.kind, arc.place); };
    if (arc.condition.valid()) result_.diagnostics.error(arc.where, "ANDL has no form for the condition of this arc");
    switch (arc.kind) {
      case ArcKind::read:
        add(conditions, fmt::format("[{} >= {}]", place, weight(arc)));
        break;
      case ArcKind::inhibitor:
        add(conditions, fmt::format("[{} < {}]", place, weight(arc)));
        break;
      case ArcKind::equal:
        add(conditions, fmt::format("[{} = {}]", place, weight(arc)));
        break;
      case ArcKind::input:
        // What is emptied needs its tokens, but does not lose them one by one.
        if (emptied(arc.place)) add(conditions, fmt::format("[{} >= {}]", place, all()));
        if (!emptied(arc.place)) add(updates, fmt::format("[{} - {}]", place, all()));
        break;
      case ArcKind::output:
        if (!emptied(arc.place)) add(updates, fmt::format("[{} + {}]", place, all()));
        break;
      case ArcKind::reset:
        // Emptied and filled again in one firing: the assignment to the place.
        add(updates, fmt::format("[{} = {}]", place, total(transition, ArcKind::output, arc.place)));
        break;
    }
  }
  for (const ExprId guard : transition.guards) {
    const auto text = andl::andl_condition(net_, places_, guard);
    if (!text) result_.diagnostics.error(transition.where, fmt::format("ANDL has no form for the guard of '{}'", transition.name));
    if (text && !text->empty()) add(conditions, *text);
  }
  put("    : {}\n    : {}\n", conditions, updates);
}

}  // namespace

WriteResult write_andl(const Net& net, const WriteOptions& options) { return write_unfolded<AndlWriter>(net, options); }

}  // namespace petriloom
