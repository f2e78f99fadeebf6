// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

#include "engine/build/builder.h"
#include "engine/text/parse_number.h"
#include "formats/common/format.h"
#include "formats/tina/time.h"
#include "formats/tina/tina.h"
#include "formats/tina/tokens.h"

namespace petriloom {

namespace {

using tina::Interval;
using tina::TokenKind;

constexpr std::array kOpening = std::to_array<std::string_view>({"tr", "pl", "lb", "pr", "nt", "net", "an"});

struct PriorityLine {
  std::vector<std::string> higher;
  std::vector<std::string> lower;
  Location where;
};

class TinaReader {
 public:
  TinaReader(std::vector<tina::Token> words, const ReadOptions& options, NetBuilder& builder)
      : tokens_(std::move(words)), options_(options), builder_(builder) {
    Module whole;
    whole.name = builder.net().name;
    builder.add(std::move(whole));
  }
  void read(double unit);

 private:
  [[nodiscard]] const tina::Token& next() const { return tokens_[at_]; }
  [[nodiscard]] bool symbol(std::string_view text) const { return next().kind == TokenKind::symbol && next().text == text; }
  [[nodiscard]] bool named() const {
    return next().kind == TokenKind::quoted || (next().kind == TokenKind::name && !opening(next()));
  }
  [[nodiscard]] static bool opening(const tina::Token& word) {
    return word.kind == TokenKind::name && std::find(kOpening.begin(), kOpening.end(), word.text) != kOpening.end();
  }
  bool accept(std::string_view text);
  bool expect(std::string_view text);
  void unexpected(std::string_view wanted);
  void skip_line();
  std::int64_t number();
  double bound();
  void label();
  void place();
  void transition();
  void interval(std::size_t transition);
  void priority();
  void net_name();
  void note();
  void terms(std::size_t node, bool of_place, bool before);
  std::size_t place_of(const std::string& name, const Location& where);
  std::size_t transition_of(const std::string& name, const Location& where);
  void arc(std::size_t place, std::size_t transition, std::string_view kind, std::int64_t weight, bool takes,
           const Location& where);

  std::vector<tina::Token> tokens_;
  const ReadOptions& options_;
  NetBuilder& builder_;
  std::size_t at_ = 0;
  std::map<std::string, std::size_t> places_;
  std::map<std::string, std::size_t> transition_numbers_;
  std::vector<Transition> transitions_;
  std::vector<Interval> intervals_;
  std::vector<PriorityLine> priorities_;
  Location first_label_;
  std::size_t labels_ = 0;
};

bool TinaReader::accept(std::string_view text) {
  if (!symbol(text)) return false;
  ++at_;
  return true;
}

void TinaReader::unexpected(std::string_view wanted) {
  const bool end = next().kind == TokenKind::end;
  builder_.diagnostics().error(next().where, end ? "the text ends too early" : fmt::format("unexpected `{}`", next().text),
                               fmt::format("expected {}", wanted));
}

bool TinaReader::expect(std::string_view text) {
  if (accept(text)) return true;
  unexpected(fmt::format("`{}`", text));
  return false;
}

// To the next word that opens a declaration.
void TinaReader::skip_line() {
  while (next().kind != TokenKind::end && !opening(next())) ++at_;
}

// A whole number, with K for thousands and M for millions.
std::int64_t TinaReader::number() {
  std::int64_t value = 0;
  const std::string& text = next().text;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const std::int64_t factor = rest == "K" ? 1'000 : rest == "M" ? 1'000'000 : rest.empty() ? 1 : 0;
  if (next().kind != TokenKind::name || error != std::errc() || factor == 0 || value < 0 ||
      __builtin_mul_overflow(value, factor, &value)) {
    unexpected("a whole number");
    return -1;
  }
  ++at_;
  return value;
}

std::size_t TinaReader::place_of(const std::string& name, const Location& where) {
  const auto [found, is_new] = places_.try_emplace(name, builder_.net().places.size());
  if (is_new) {
    Place place;
    place.name = name;
    place.module = ModuleId(0);
    place.colour = ColourTable::kUnit;
    place.where = where;
    builder_.add(std::move(place));
  }
  return found->second;
}

std::size_t TinaReader::transition_of(const std::string& name, const Location& where) {
  const auto [found, is_new] = transition_numbers_.try_emplace(name, transitions_.size());
  if (is_new) {
    Transition transition;
    transition.name = name;
    transition.module = ModuleId(0);
    transition.where = where;
    transitions_.push_back(std::move(transition));
    intervals_.push_back({});
    intervals_.back().where = where;
  }
  return found->second;
}

void TinaReader::label() {
  if (!accept(":")) return;
  if (labels_++ == 0) first_label_ = next().where;
  if (!named()) return unexpected("a label");
  builder_.net().notes.emplace_back("label", next().text);
  ++at_;
}

// The time of firing: `[a,b]`, `]a,b]`, `[a,w[` ...
void TinaReader::interval(std::size_t transition) {
  if (!symbol("[") && !symbol("]")) return;
  Interval& made = intervals_[transition];
  made.where = next().where;
  made.given = true;
  made.open_below = symbol("]");
  ++at_;
  made.low = bound();
  if (!expect(",")) return;
  if (next().kind == TokenKind::name && next().text == "w") {
    made.high = INFINITY;
    ++at_;
  } else {
    made.high = bound();
  }
  made.open_above = symbol("[");
  if (!accept("[")) expect("]");
  if (made.low > made.high) builder_.diagnostics().error(made.where, "this interval ends before it begins");
}

double TinaReader::bound() {
  const auto value = parse_number<double>(next().text);
  if (next().kind != TokenKind::name || !value || !std::isfinite(*value)) {
    unexpected("a number");
    return 0;
  }
  ++at_;
  return *value;
}

void TinaReader::arc(std::size_t place, std::size_t transition, std::string_view kind, std::int64_t weight, bool takes,
                     const Location& where) {
  Arc made;
  made.place = PlaceId(place);
  made.where = where;
  made.kind = !takes ? ArcKind::output : kind == "?" ? ArcKind::read : kind == "?-" ? ArcKind::inhibitor : ArcKind::input;
  if (kind.starts_with("!")) {
    builder_.diagnostics().error(where, "stopwatch arcs are not supported",
                                 "a timer that stops and goes on has no counterpart in the net");
    return;
  }
  if (!takes && kind != "*") {
    builder_.diagnostics().error(where, fmt::format("`{}` has no meaning on an arc to a place", kind));
    return;
  }
  if (weight == 0) {
    // Nothing is taken or put; at least no token is always there, and fewer than none never.
    if (made.kind == ArcKind::inhibitor) transitions_[transition].guards.push_back(builder_.expr().boolean(false, where));
    return;
  }
  made.value = builder_.expr().unit(where);
  if (weight != 1) made.count = builder_.expr().integer(weight, where);
  transitions_[transition].arcs.push_back(made);
}

// The neighbours of a node, in front of `->` or behind it.
void TinaReader::terms(std::size_t node, bool of_place, bool before) {
  while (named()) {
    const Location where = next().where;
    const std::string name = next().text;
    ++at_;
    std::string kind = "*";
    std::int64_t weight = 1;
    for (const std::string_view known : {"*", "?", "?-", "!", "!-"}) {
      if (!symbol(known)) continue;
      kind = known;
      ++at_;
      const bool bare =
          known != "*" && !(next().kind == TokenKind::name && std::isdigit(static_cast<unsigned char>(next().text[0])) != 0);
      weight = bare ? 1 : number();
      break;
    }
    if (weight < 0) return skip_line();
    const std::size_t place = of_place ? node : place_of(name, where);
    const std::size_t transition = of_place ? transition_of(name, where) : node;
    arc(place, transition, kind, weight, of_place != before, where);
  }
}

void TinaReader::place() {
  if (!named()) return unexpected("the name of a place");
  const std::size_t place = place_of(next().text, next().where);
  ++at_;
  label();
  if (accept("(")) {
    const std::int64_t marking = number();
    if (marking < 0) return skip_line();
    if (marking > 0) builder_.mark(PlaceId(place), 0, marking);
    if (!expect(")")) return skip_line();
  }
  terms(place, true, true);
  if (accept("->")) terms(place, true, false);
}

void TinaReader::transition() {
  if (!named()) return unexpected("the name of a transition");
  const std::size_t transition = transition_of(next().text, next().where);
  ++at_;
  label();
  interval(transition);
  terms(transition, false, true);
  if (accept("->")) terms(transition, false, false);
}

void TinaReader::priority() {
  PriorityLine line;
  line.where = next().where;
  const auto list = [this] {
    std::vector<std::string> names;
    while (named()) {
      names.push_back(next().text);
      ++at_;
    }
    return names;
  };
  line.higher = list();
  const bool less = symbol("<");
  if (!accept("<") && !expect(">")) return skip_line();
  line.lower = list();
  if (less) std::swap(line.higher, line.lower);
  if (line.higher.empty() || line.lower.empty()) return unexpected("the name of a transition");
  priorities_.push_back(std::move(line));
}

void TinaReader::net_name() {
  if (!named()) return unexpected("the name of the net");
  builder_.net().name = next().text;
  builder_.net().modules[0].name = next().text;
  ++at_;
}

// `nt name 0|1 text`: a text beside the net.
void TinaReader::note() {
  if (!named()) return unexpected("the name of a note");
  const std::string name = next().text;
  ++at_;
  if (named() && (next().text == "0" || next().text == "1")) ++at_;
  if (!named()) return unexpected("the text of a note");
  builder_.net().notes.emplace_back("note " + name, next().text);
  ++at_;
}

void TinaReader::read(double unit) {
  while (next().kind != TokenKind::end) {
    const std::string word = next().kind == TokenKind::name ? next().text : std::string();
    if (!opening(next())) {
      unexpected("tr, pl, pr, lb, nt or net");
      skip_line();
      continue;
    }
    ++at_;
    if (word == "tr") transition();
    if (word == "pl") place();
    if (word == "pr") priority();
    if (word == "net") net_name();
    if (word == "nt" || word == "an") note();
    if (word == "lb") {
      if (named()) ++at_;
      if (labels_++ == 0) first_label_ = next().where;
      if (named()) builder_.net().notes.emplace_back("label", next().text);
      skip_line();
    }
  }
  if (labels_ > 0) builder_.diagnostics().warning(first_label_, "labels are kept as notes only; the net is the same without them");
  tina::put_times(transitions_, intervals_, unit, options_.untimed, builder_);
  constexpr std::size_t kMostPairs = 20'000'000;
  std::size_t pairs = 0;
  std::vector<std::vector<std::size_t>> higher(transitions_.size());
  for (const PriorityLine& line : priorities_) {
    pairs += line.higher.size() * line.lower.size();
    if (pairs > kMostPairs) {
      builder_.diagnostics().error(line.where, fmt::format("more than {} pairs of priorities", kMostPairs));
      break;
    }
    for (const std::string& low : line.lower) {
      for (const std::string& high : line.higher) {
        const auto a = transition_numbers_.find(low);
        const auto b = transition_numbers_.find(high);
        if (a == transition_numbers_.end() || b == transition_numbers_.end()) {
          builder_.diagnostics().error(line.where,
                                       fmt::format("there is no transition '{}'", a == transition_numbers_.end() ? low : high));
          continue;
        }
        higher[a->second].push_back(b->second);
      }
    }
  }
  if (!priorities_.empty()) tina::put_priorities(transitions_, higher, priorities_.front().where, builder_);
  for (Transition& transition : transitions_) builder_.add(std::move(transition));
}

double unit_of(std::string_view text) {
  const std::size_t at = text.find(tina::kUnit);
  double unit = 1;
  if (at != std::string_view::npos) {
    const char* const begin = text.data() + at + tina::kUnit.size();
    double value = 0;
    if (std::from_chars(begin, text.data() + text.size(), value).ec == std::errc() && value > 0 && std::isfinite(value))
      unit = value;
  }
  return unit;
}

}  // namespace

bool recognise_tina(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    at = text.find_first_not_of(" \t\r\n", at);
    if (at == std::string_view::npos) return false;
    if (text[at] != '#') break;
    at = std::min(text.find('\n', at), text.size());
  }
  if (at >= text.size()) return false;
  const std::size_t end = std::min(text.find_first_of(" \t\r\n{", at), text.size());
  return std::find(kOpening.begin(), kOpening.end(), text.substr(at, end - at)) != kOpening.end();
}

ReadResult read_tina(const std::string& path, std::string text, const ReadOptions& options) {
  ReadResult result;
  result.sources = std::make_shared<Sources>();
  const FileId file = result.sources->add(path, std::move(text));
  std::vector<tina::Token> words = tina::tokens_of(*result.sources, file, result.diagnostics);
  // The net has no name in the file, or one that replaces this one.
  NetBuilder builder(companion_path(path.substr(path.rfind('/') + 1), ""), result.sources);
  TinaReader(std::move(words), options, builder).read(unit_of(result.sources->text(file)));
  std::optional<Net> net = builder.build();
  result.diagnostics.append(builder.diagnostics());
  if (!result.diagnostics.has_errors()) result.net = std::move(net);
  return result;
}

}  // namespace petriloom
