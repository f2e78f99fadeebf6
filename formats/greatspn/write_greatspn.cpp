// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "formats/andl/names.h"
#include "formats/greatspn/comment.h"
#include "formats/greatspn/greatspn.h"
#include "formats/names.h"
#include "formats/text_writer.h"
#include "formats/unfolded.h"

namespace petriloom {

namespace {

constexpr std::string_view kUntimedHelp = "--untimed leaves time out";

bool weighted(const Net& net) {
  return std::any_of(net.transitions.begin(), net.transitions.end(), [](const Transition& each) { return each.weight.valid(); });
}

class GreatSpnWriter : private TextWriter {
 public:
  GreatSpnWriter(const Net& net, const WriteOptions& options, WriteResult& result)
      : TextWriter(net, options, result), timed_(!options.untimed && (timed(net) || weighted(net))) {}
  void write();

 private:
  void check(const Transition& transition);
  void choose_groups();
  void place(std::size_t p);
  void transition(std::size_t t);
  void arcs(const std::map<PlaceId, std::int64_t>& weights);
  [[nodiscard]] std::string position(const Position& at, std::size_t number, double row) const;
  [[nodiscard]] std::int64_t priority(const Transition& transition) const {
    return literal_integer(net_, transition.priority, 0).value_or(0);
  }
  bool timed_;
  std::vector<std::string> places_;
  std::vector<std::string> transitions_;
  std::map<std::int64_t, std::size_t> groups_;  ///< of immediate transitions, by priority in the file
  std::int64_t shift_ = 0;                      ///< what is added to the net's priorities
};

void GreatSpnWriter::write() {
  andl::Names names;
  std::vector<std::string> paths;
  for (std::size_t p = 0; p < net_.places.size(); ++p) paths.push_back(path(net_, PlaceId(p)));
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) paths.push_back(path(net_, TransitionId(t)));
  const std::vector<std::string> made = names.make(paths);
  places_.assign(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(net_.places.size()));
  transitions_.assign(made.begin() + static_cast<std::ptrdiff_t>(net_.places.size()), made.end());
  for (const Transition& each : net_.transitions) check(each);
  choose_groups();
  put("|0|\n{}{}|\n", timed_ ? "" : fmt::format("{}\n", greatspn::kUntimed), names.table());
  put("f 0 {} 0 {} {} 0 0\n", net_.places.size(), net_.transitions.size(), groups_.size());
  for (std::size_t p = 0; p < net_.places.size(); ++p) place(p);
  for (const auto& [level, number] : groups_) put("G{} 0.0 0.0 {}\n", number, level);
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) transition(t);
  result_.companions.push_back({".def", "|256\n%\n|\n"});
}

// Groups are numbered from 1 by rising priority. GreatSPN's priorities of immediate transitions are above 0.
void GreatSpnWriter::choose_groups() {
  if (!timed_) return;
  std::set<std::int64_t> levels;
  for (const Transition& each : net_.transitions) {
    if (each.timing == Timing::immediate) levels.insert(priority(each));
  }
  if (!levels.empty() && *levels.begin() < 1) shift_ = 1 - *levels.begin();
  for (const std::int64_t level : levels) groups_.emplace(level + shift_, groups_.size() + 1);
}

void GreatSpnWriter::check(const Transition& transition) {
  for (const Arc& arc : transition.arcs) {
    if (arc.kind == ArcKind::reset) lose(arc.where, "GreatSPN has no reset arcs");
    if (arc.kind == ArcKind::equal) lose(arc.where, "GreatSPN has no equal arcs");
    if (!literal_integer(net_, arc.count, 1)) {
      result_.diagnostics.error(arc.where, "GreatSPN is not written with numbers of tokens that depend on the marking");
    }
    const std::optional<double> delay = literal_real(net_, arc.delay);
    if (timed_ && (!delay || *delay != 0)) lose(arc.where, "GreatSPN has no delays of tokens", kUntimedHelp);
  }
  for (const ExprId guard : transition.guards) {
    if (net_.exprs[guard].stateful)
      result_.diagnostics.error(transition.where, "GreatSPN has no guards that depend on the marking");
  }
  if (!timed_) {
    if (priority(transition) != 0 && !timed(net_)) lose(transition.where, "GreatSPN has priorities of immediate transitions only");
    return;
  }
  const std::optional<double> delay = literal_real(net_, transition.delay);
  if (!delay || *delay != 0) lose(transition.where, "GreatSPN has no delays of tokens", kUntimedHelp);
  if (transition.timing == Timing::immediate) {
    if (!transition.weight.valid())
      lose(transition.where, fmt::format("GreatSPN has no first come, first served: '{}' has no weight", transition.name));
    return;
  }
  const std::optional<double> rate = literal_real(net_, transition.a);
  if (transition.timing != Timing::exponential) {
    lose(transition.where, "GreatSPN is not written with distributions but the exponential one", kUntimedHelp);
  } else if (!rate || *rate <= 0) {
    lose(transition.where, "GreatSPN is not written with rates that are 0 or depend on the marking");
  }
  if (priority(transition) != 0) lose(transition.where, "GreatSPN has priorities of immediate transitions only");
  const bool reads =
      std::any_of(transition.arcs.begin(), transition.arcs.end(), [](const Arc& arc) { return arc.kind == ArcKind::read; });
  if (reads && transition.servers != 1) {
    lose(transition.where,
         fmt::format("a read arc of '{}' becomes an arc there and back, which bounds how often it is enabled", transition.name));
  }
}

std::string GreatSpnWriter::position(const Position& at, std::size_t number, double row) const {
  constexpr double kPerInch = 72;
  const double x = at.known ? at.x / kPerInch : 0.5 + 0.8 * static_cast<double>(number % 12);
  const auto below = number / 12;
  const double y = at.known ? at.y / kPerInch : row + 1.6 * static_cast<double>(below);
  return fmt::format("{:.4f} {:.4f}", std::max(x, 0.0), std::max(y, 0.0));
}

void GreatSpnWriter::place(std::size_t p) {
  const Place& place = net_.places[p];
  std::int64_t total = 0;
  for (const InitialTokens& tokens : place.initial) {
    total += tokens.count;
    if (timed_ && tokens.available != 0) lose(place.where, "GreatSPN has no tokens that are available later", kUntimedHelp);
  }
  const std::string at = position(place.at, p, 0.5);
  put("{} {} {} {} 0\n", places_[p], total, at, at);
}

void GreatSpnWriter::arcs(const std::map<PlaceId, std::int64_t>& weights) {
  for (const auto& [place, weight] : weights) {
    if (weight > 0) put("   {} {} 0 0\n", weight, place.index() + 1);
  }
}

void GreatSpnWriter::transition(std::size_t t) {
  const Transition& transition = net_.transitions[t];
  std::map<PlaceId, std::int64_t> taken;
  std::map<PlaceId, std::int64_t> read;
  std::map<PlaceId, std::int64_t> made;
  std::map<PlaceId, std::int64_t> fewer;
  for (const Arc& arc : transition.arcs) {
    const std::int64_t weight = literal_integer(net_, arc.count, 1).value_or(1);
    if (weight <= 0) continue;
    if (arc.kind == ArcKind::input) taken[arc.place] += weight;
    if (arc.kind == ArcKind::output) made[arc.place] += weight;
    if (arc.kind == ArcKind::read) read[arc.place] = std::max(read[arc.place], weight);
    if (arc.kind == ArcKind::inhibitor) fewer[arc.place] = fewer.count(arc.place) > 0 ? std::min(fewer[arc.place], weight) : weight;
  }
  for (const auto& [place, weight] : read) {
    const std::int64_t more = std::max<std::int64_t>(weight - taken[place], 0);
    taken[place] += more;
    made[place] += more;
  }
  std::int64_t kind = 0;
  double number = 1;
  std::int64_t servers = 1;
  if (timed_ && transition.timing == Timing::immediate) {
    kind = static_cast<std::int64_t>(groups_.at(priority(transition) + shift_));
    number = literal_real(net_, transition.weight, 1).value_or(1);
  } else if (timed_) {
    number = literal_real(net_, transition.a, 1).value_or(1);
    servers = transition.servers;
  }
  const auto positive = [](const std::map<PlaceId, std::int64_t>& weights) {
    return std::count_if(weights.begin(), weights.end(), [](const auto& each) { return each.second > 0; });
  };
  const std::string at = position(transition.at, t, 1.3);
  put("{} {} {} {} {} 0 {} {} {} 0\n", transitions_[t], number, servers, kind, positive(taken), at, at, at);
  arcs(taken);
  put("   {}\n", positive(made));
  arcs(made);
  put("   {}\n", positive(fewer));
  arcs(fewer);
}

}  // namespace

WriteResult write_greatspn(const Net& net, const WriteOptions& options) { return write_unfolded<GreatSpnWriter>(net, options); }

}  // namespace petriloom
