// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "formats/andl_writing/names.h"
#include "formats/common/names.h"
#include "formats/common/text_writer.h"
#include "formats/common/unfolded.h"
#include "formats/greatspn/colour_texts.h"
#include "formats/greatspn/comment.h"
#include "formats/greatspn/document.h"
#include "formats/greatspn/greatspn.h"

namespace petriloom {

namespace {

constexpr std::string_view kUntimedHelp = "--untimed leaves time out";

bool keeps_time(const Net& net, const WriteOptions& options) {
  const bool weighted =
      std::any_of(net.transitions.begin(), net.transitions.end(), [](const Transition& each) { return each.weight.valid(); });
  return !options.untimed && (timed(net) || weighted);
}

class GreatSpnWriter : private TextWriter {
 public:
  /// `colours` of a coloured net; null for one without.
  GreatSpnWriter(const Net& net, const WriteOptions& options, WriteResult& result, const greatspn::ColourTexts* colours = nullptr)
      : TextWriter(net, options, result), timed_(keeps_time(net, options)), colours_(colours) {}
  void write();

 private:
  void check(const Transition& transition);
  void choose_groups();
  void place(std::size_t p);
  void transition(std::size_t t);
  [[nodiscard]] std::vector<std::string> arcs(const std::map<PlaceId, std::int64_t>& weights,
                                              const std::map<PlaceId, std::string>* functions) const;
  [[nodiscard]] std::string position(const Position& at, std::size_t number, double row) const;
  [[nodiscard]] std::int64_t priority(const Transition& transition) const {
    return literal_integer(net_, transition.priority, 0).value_or(0);
  }
  bool timed_;
  const greatspn::ColourTexts* colours_;
  std::vector<std::string> places_;
  std::vector<std::string> transitions_;
  /// Of immediate transitions, by priority in the file.
  std::map<std::int64_t, std::size_t> groups_;
  std::int64_t shift_ = 0;  ///< what is added to the net's priorities
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
  result_.companions.push_back({".def", "|256\n%\n|\n" + (colours_ ? colours_->definitions : std::string())});
}

// Groups are numbered from 1 by rising priority. GreatSPN's priorities of immediate transitions are
// above 0.
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
    if (net_.exprs[guard].stateful())
      result_.diagnostics.error(transition.where, "GreatSPN has no guards that depend on the marking");
  }
  const std::int64_t priority = written_priority(net_, transition, options_, result_.diagnostics);
  if (!timed_) {
    if (priority != 0 && !timed(net_)) lose(transition.where, "GreatSPN has priorities of immediate transitions only");
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
  if (priority != 0) lose(transition.where, "GreatSPN has priorities of immediate transitions only");
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
  if (colours_ == nullptr || colours_->domains[p].empty()) {
    put("{} {} {} {} 0\n", places_[p], total, at, at);
    return;
  }
  const auto definition = static_cast<std::int64_t>(colours_->markings[p]);
  put("{} {} {} {} 0 {} {}\n", places_[p], definition == 0 ? 0 : greatspn::kDefinitions - definition, at, at, at,
      colours_->domains[p]);
}

// The lines of arcs of one kind: neutral ones with their weights, then those with colour functions.
std::vector<std::string> GreatSpnWriter::arcs(const std::map<PlaceId, std::int64_t>& weights,
                                              const std::map<PlaceId, std::string>* functions) const {
  std::vector<std::string> lines;
  for (const auto& [place, weight] : weights) {
    if (weight > 0) lines.push_back(fmt::format("   {} {} 0 0\n", weight, place.index() + 1));
  }
  if (functions == nullptr) return lines;
  for (const auto& [place, function] : *functions) {
    lines.push_back(fmt::format("   1 {} 0 0 0.0 0.0 {}\n", place.index() + 1, function));
  }
  return lines;
}

void GreatSpnWriter::transition(std::size_t t) {
  const Transition& transition = net_.transitions[t];
  const ArcSums sums = sums_of(net_, transition);
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
  const std::string at = position(transition.at, t, 1.3);
  const auto* colours = colours_ ? &colours_->transitions[t] : nullptr;
  const std::vector<std::string> taken = arcs(sums.taken, colours ? &colours->taken : nullptr);
  put("{} {} {} {} {} 0 {} {} {} 0{}\n", transitions_[t], number, servers, kind, taken.size(), at, at, at,
      colours && !colours->guard.empty() ? fmt::format(" {} {}", at, colours->guard) : std::string());
  put("{}", fmt::join(taken, ""));
  const std::vector<std::string> made = arcs(sums.made, colours ? &colours->made : nullptr);
  put("   {}\n{}", made.size(), fmt::join(made, ""));
  const std::vector<std::string> fewer = arcs(sums.fewer, colours ? &colours->fewer : nullptr);
  put("   {}\n{}", fewer.size(), fmt::join(fewer, ""));
}

}  // namespace

WriteResult write_greatspn(const Net& net, const WriteOptions& options) {
  const auto colours = place_transition(net) ? std::nullopt : greatspn::colour_texts(net, keeps_time(net, options));
  if (!colours) return write_unfolded<GreatSpnWriter>(net, options);
  WriteResult result;
  GreatSpnWriter(net, options, result, &*colours).write();
  if (!result.diagnostics.has_errors()) return result;
  // Unfolded the numbers that were refused may be constant.
  return write_unfolded<GreatSpnWriter>(net, options);
}

}  // namespace petriloom
