// SPDX-License-Identifier: Apache-2.0
#include "formats/andl/andl.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/andl/names.h"
#include "formats/andl/net_class.h"
#include "formats/unfolded.h"

namespace petriloom {

namespace {

using andl::Group;

class AndlWriter {
 public:
  AndlWriter(const Net& net, const WriteOptions& options, WriteResult& result) : net_(net), options_(options), result_(result) {}

  void write();

 private:
  void place(std::size_t p);
  void transition(std::size_t t, Group group);
  void arcs(const Transition& transition);
  std::string rate(const Transition& transition);
  std::string number(ExprId expr, double otherwise, std::string_view what, const Location& where);

  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(result_.text), format, std::forward<Arguments>(arguments)...);
  }

  const Net& net_;
  const WriteOptions& options_;
  WriteResult& result_;
  std::vector<std::string> places_;
  std::vector<std::string> transitions_;
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

  put("{}  [{}]\n{{\n{}places:\ndiscrete:\n", andl::class_name(net_, options_), title, names.table());
  for (std::size_t p = 0; p < net_.places.size(); ++p) place(p);
  andl::for_each_by_group(net_, options_, result_.text, [this](std::size_t t, Group group) { transition(t, group); });
}

void AndlWriter::place(std::size_t p) {
  std::int64_t total = 0;
  for (const InitialTokens& tokens : net_.places[p].initial) total += tokens.count;
  put("  {} = {};\n", places_[p], total);
}

std::string AndlWriter::number(ExprId expr, double otherwise, std::string_view what, const Location& where) {
  const std::optional<double> value = literal_real(net_, expr, otherwise);
  if (value) return fmt::format("{}", *value);
  result_.diagnostics.error(where, fmt::format("ANDL is not written with {} that depends on the marking", what));
  return "0";
}

// A timer for each of the disjoint sets of tokens that enable the transition, at most as many as there are servers. Mass action is
// the product of the input markings, which is that number only for a single input token.
std::string AndlWriter::rate(const Transition& transition) {
  const std::string factor = number(transition.a, 1, "a rate", transition.where);
  std::map<std::string, std::int64_t> inputs;
  for (const Arc& arc : transition.arcs) {
    if (arc.kind == ArcKind::input) inputs[places_[arc.place.index()]] += literal_integer(net_, arc.count, 1).value_or(1);
  }
  if (transition.servers == 1 || inputs.empty()) return factor;
  if (transition.servers == 0 && inputs.size() == 1 && inputs.begin()->second == 1) return fmt::format("MassAction({})", factor);
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
    case Group::stochastic:
      put("    : {}\n", rate(transition));
      break;
    case Group::immediate:
      put("    : {}\n", number(transition.weight, 1, "a weight", transition.where));
      break;
    case Group::deterministic:
      put("    : {}\n", number(transition.a, 0, "a delay", transition.where));
      break;
  }
  result_.text += "    ;\n";
}

void AndlWriter::arcs(const Transition& transition) {
  std::string conditions;
  std::string updates;
  const auto add = [](std::string& list, const std::string& term) { list += (list.empty() ? "" : " & ") + term; };
  const auto weight = [&](const Arc& arc) { return literal_integer(net_, arc.count, 1).value_or(1); };
  for (const Arc& arc : transition.arcs) {
    const std::string& place = places_[arc.place.index()];
    switch (arc.kind) {
      case ArcKind::read:
        add(conditions, fmt::format("[{} >= {}]", place, weight(arc)));
        break;
      case ArcKind::inhibitor:
        add(conditions, fmt::format("[{} < {}]", place, weight(arc)));
        break;
      case ArcKind::equal:
        result_.diagnostics.error(arc.where, "'equal' arcs are not written");
        break;
      case ArcKind::input:
        add(updates, fmt::format("[{} - {}]", place, weight(arc)));
        break;
      case ArcKind::output: {
        const bool emptied = std::any_of(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& other) {
          return other.kind == ArcKind::reset && other.place == arc.place;
        });
        if (!emptied) add(updates, fmt::format("[{} + {}]", place, weight(arc)));
        break;
      }
      case ArcKind::reset: {
        // Emptied and filled again in one firing: the assignment to the place.
        std::int64_t put_back = 0;
        for (const Arc& other : transition.arcs) {
          if (other.kind == ArcKind::output && other.place == arc.place) put_back += weight(other);
          if (other.kind == ArcKind::input && other.place == arc.place)
            add(conditions, fmt::format("[{} >= {}]", place, weight(other)));
        }
        add(updates, fmt::format("[{} = {}]", place, put_back));
        break;
      }
    }
  }
  put("    : {}\n    : {}\n", conditions, updates);
}

}  // namespace

WriteResult write_andl(const Net& net, const WriteOptions& options) { return write_unfolded<AndlWriter>(net, options); }

}  // namespace petriloom
