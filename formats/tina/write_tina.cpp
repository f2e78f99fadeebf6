// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "formats/common/names.h"
#include "formats/common/text_writer.h"
#include "formats/common/unfolded.h"
#include "formats/tina/time.h"
#include "formats/tina/tina.h"
#include "formats/tina/tokens.h"

namespace petriloom {

namespace {

constexpr std::string_view kUntimed = "--untimed leaves time out";

std::string tina_name(const std::string& name) {
  constexpr std::array<std::string_view, 8> kWords{"tr", "pl", "lb", "pr", "nt", "net", "an", "w"};
  const bool plain =
      !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 && std::all_of(name.begin(), name.end(), [](char c) {
        return c == '_' || (std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 128);
      });
  if (plain && std::find(kWords.begin(), kWords.end(), name) == kWords.end()) return name;
  std::string text = "{";
  for (const char c : name) {
    if (c == '{' || c == '}' || c == '\\') text += '\\';
    text += c;
  }
  return text + "}";
}

class TinaWriter : private TextWriter {
 public:
  TinaWriter(const Net& net, const WriteOptions& options, WriteResult& result)
      : TextWriter(net, options, result), timed_(!options.untimed && timed(net)) {}
  void write();

 private:
  void check(const Transition& transition);
  void choose_unit();
  std::string interval(const Transition& transition) const;
  void place(std::size_t p);
  void transition(const Transition& transition);
  void priorities();
  [[nodiscard]] std::string name_of(PlaceId id) const { return tina_name(path(net_, id)); }
  void lose(const Location& where, std::string what, std::string_view help = kUntimed) {
    report_loss(options_, result_.diagnostics, where, std::move(what), std::string(help));
  }

  bool timed_;
  double unit_ = 1;
};

void TinaWriter::write() {
  for (const Transition& each : net_.transitions) check(each);
  if (timed_) {
    for (const tina::Restart& each : tina::restarts(net_.transitions)) {
      lose(net_.transitions[each.timed].where,
           fmt::format(
               "firing '{}' takes from '{}' and fills it again, which starts the timer of '{}' again in TINA and does not here",
               net_.transitions[each.by].name, net_[each.place].name, net_.transitions[each.timed].name));
    }
    choose_unit();
    put("{}{} s\n", tina::kUnit, unit_);
  }
  if (!net_.name.empty()) put("net {}\n", tina_name(net_.name));
  for (std::size_t p = 0; p < net_.places.size(); ++p) place(p);
  for (const Transition& each : net_.transitions) transition(each);
  priorities();
}

// What of the time of a transition TINA has no form for.
void TinaWriter::check(const Transition& transition) {
  for (const Arc& arc : transition.arcs) {
    if (arc.kind == ArcKind::reset) lose(arc.where, "TINA has no reset arcs", "");
    if (arc.kind == ArcKind::equal) lose(arc.where, "TINA has no equal arcs", "");
    if (!literal_integer(net_, arc.count, 1)) {
      result_.diagnostics.error(arc.where, "TINA has no numbers of tokens that depend on the marking");
    }
    const std::optional<double> delay = literal_real(net_, arc.delay);
    if (timed_ && (!delay || *delay != 0)) lose(arc.where, "TINA has no delays of tokens");
  }
  for (const ExprId guard : transition.guards) {
    if (net_.exprs[guard].stateful()) result_.diagnostics.error(transition.where, "TINA has no guards that depend on the marking");
  }
  if (transition.weight.valid()) lose(transition.where, "TINA has no weights", kUntimed);
  if (!timed_) return;
  const std::optional<double> delay = literal_real(net_, transition.delay);
  if (!delay || *delay != 0) lose(transition.where, "TINA has no delays of tokens");
  if (transition.timing == Timing::immediate) return;
  if (transition.timing != Timing::deterministic || !literal_real(net_, transition.a)) {
    lose(transition.where, "TINA has no random times and none that depend on the marking");
    return;
  }
  const bool takes =
      std::any_of(transition.arcs.begin(), transition.arcs.end(), [](const Arc& arc) { return arc.kind == ArcKind::input; });
  if (takes && transition.servers != 1)
    lose(transition.where, fmt::format("TINA has one timer for '{}', not several", transition.name));
  if (transition.memory != Memory::enabling) lose(transition.where, "TINA has no memory of timers");
}

// The largest power of ten of which all delays are whole multiples.
void TinaWriter::choose_unit() {
  constexpr double kMost = 1e15;
  for (int exponent = 0; exponent >= -15; --exponent) {
    unit_ = std::pow(10.0, exponent);
    const bool whole = std::all_of(net_.transitions.begin(), net_.transitions.end(), [this](const Transition& each) {
      const double units = literal_real(net_, each.a).value_or(0) / unit_;
      return each.timing != Timing::deterministic ||
             (units < kMost && std::abs(units - std::round(units)) <= 1e-9 * std::max(1.0, units));
    });
    if (whole) return;
  }
  lose({}, "the delays are no whole multiples of any unit that TINA could count in");
}

std::string TinaWriter::interval(const Transition& transition) const {
  if (!timed_) return {};
  const double units =
      transition.timing == Timing::deterministic ? std::round(literal_real(net_, transition.a).value_or(0) / unit_) : 0;
  return fmt::format(" [{0:.0f},{0:.0f}]", units);
}

void TinaWriter::place(std::size_t p) {
  const Place& place = net_.places[p];
  std::int64_t total = 0;
  for (const InitialTokens& tokens : place.initial) {
    total += tokens.count;
    if (timed_ && tokens.available != 0) lose(place.where, "TINA has no tokens that are available later");
  }
  put("pl {}", name_of(PlaceId(p)));
  if (total != 0) put(" ({})", total);
  put("\n");
}

void TinaWriter::transition(const Transition& transition) {
  const auto id = static_cast<std::size_t>(&transition - net_.transitions.data());
  put("tr {}{}", tina_name(path(net_, TransitionId(id))), interval(transition));
  std::map<std::pair<PlaceId, ArcKind>, std::int64_t> weights;
  bool never = false;
  for (const Arc& arc : transition.arcs) {
    const std::int64_t weight = literal_integer(net_, arc.count, 1).value_or(1);
    if (weight <= 0) continue;
    std::int64_t& total = weights[{arc.place, arc.kind}];
    // Several read arcs of one place share its tokens, several inhibitor arcs all count them.
    if (arc.kind == ArcKind::read) total = std::max(total, weight);
    if (arc.kind == ArcKind::inhibitor) total = total == 0 ? weight : std::min(total, weight);
    if (arc.kind == ArcKind::input || arc.kind == ArcKind::output) total += weight;
  }
  for (const ExprId guard : transition.guards) never = never || literal_integer(net_, guard, 1).value_or(1) == 0;
  const auto terms = [&](ArcKind kind, std::string_view sign) {
    for (const auto& [key, weight] : weights) {
      if (key.second != kind) continue;
      put(" {}", name_of(key.first));
      if (!sign.empty() || weight != 1) put("{}{}", sign.empty() ? "*" : sign, weight);
    }
  };
  terms(ArcKind::input, "");
  terms(ArcKind::read, "?");
  terms(ArcKind::inhibitor, "?-");
  if (never && !net_.places.empty()) put(" {}?-0", name_of(PlaceId(0)));
  put(" ->");
  terms(ArcKind::output, "");
  put("\n");
}

// Each priority above the next lower one; TINA takes the transitive closure.
void TinaWriter::priorities() {
  std::map<std::int64_t, std::string> levels;
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    levels[literal_integer(net_, net_.transitions[t].priority, 0).value_or(0)] += " " + tina_name(path(net_, TransitionId(t)));
  }
  // Times leave priorities a meaning among simultaneous firings only; untimed nets keep them if the
  // net speaks of no time.
  if (options_.untimed && timed(net_)) return;
  for (auto level = levels.rbegin(); level != levels.rend() && std::next(level) != levels.rend(); ++level) {
    put("pr{} >{}\n", level->second, std::next(level)->second);
  }
}

}  // namespace

WriteResult write_tina(const Net& net, const WriteOptions& options) { return write_unfolded<TinaWriter>(net, options); }

}  // namespace petriloom
