// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "engine/text/parse_number.h"
#include "formats/greatspn/document.h"

namespace petriloom::greatspn {

namespace {

constexpr std::int64_t kMostNodes = 10'000'000;

/// Thrown to leave a file at a line that is wrong; it was reported.
struct Stuck {};

/// The lines of a file, and the words of the current one.
class Lines {
 public:
  Lines(const Sources& sources, FileId file, Diagnostics& diagnostics)
      : text_(sources.text(file)), file_(file), diagnostics_(diagnostics) {}

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  /// Goes to the next line; the text must have one.
  void advance() {
    if (done()) fail("the text ends too early", "");
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    line_ = text_.substr(at_, end - at_);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    line_start_ = at_;
    at_ = end + 1;
    ++number_;
    word_ = 0;
  }
  /// To the next line that is not empty.
  void advance_filled() {
    do {
      advance();
    } while (line_.find_first_not_of(" \t") == std::string_view::npos);
  }
  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] std::size_t start() const { return line_start_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] Location where() const {
    const std::size_t column = std::min(line_.find_first_not_of(" \t", word_), line_.size());
    return {file_, number_, static_cast<std::uint32_t>(column + 1)};
  }
  [[nodiscard]] bool more() const { return line_.find_first_not_of(" \t", word_) != std::string_view::npos; }
  std::string_view word(std::string_view what) {
    const std::size_t first = line_.find_first_not_of(" \t", word_);
    if (first == std::string_view::npos) fail("the line ends too early", what);
    const std::size_t end = std::min(line_.find_first_of(" \t", first), line_.size());
    word_ = end;
    return line_.substr(first, end - first);
  }
  std::int64_t integer(std::string_view what) {
    const Location at = where();
    const std::string_view text = word(what);
    const auto value = parse_number<std::int64_t>(text);
    if (!value) fail_at(at, text, what);
    return *value;
  }
  double real(std::string_view what) {
    const Location at = where();
    const std::string_view text = word(what);
    const auto value = parse_number<double>(text);
    if (!value || !std::isfinite(*value)) fail_at(at, text, what);
    return *value;
  }
  /// The layers that a thing is on, ended by 0. What follows is the rest of the line.
  void layers() {
    while (more() && integer("a layer or 0") > 0) {
    }
  }
  /// A position and then a text, which may be missing.
  std::string_view tag() {
    if (!more()) return {};
    real("a position");
    real("a position");
    const std::size_t first = std::min(line_.find_first_not_of(" \t", word_), line_.size());
    std::string_view rest = line_.substr(first);
    while (rest.ends_with(' ') || rest.ends_with('\t')) rest.remove_suffix(1);
    word_ = line_.size();
    return rest;
  }
  [[noreturn]] void fail(std::string_view message, std::string_view wanted) {
    diagnostics_.error({file_, number_ == 0 ? 1 : number_, static_cast<std::uint32_t>(std::min(word_, line_.size()) + 1)},
                       std::string(message), wanted.empty() ? std::string() : fmt::format("expected {}", wanted));
    throw Stuck{};
  }

 private:
  [[noreturn]] void fail_at(const Location& at, std::string_view text, std::string_view what) {
    diagnostics_.error(at, fmt::format("unexpected `{}`", text), fmt::format("expected {}", what));
    throw Stuck{};
  }

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::string_view line_;
  std::size_t line_start_ = 0;
  std::size_t at_ = 0;
  std::size_t word_ = 0;
  std::uint32_t number_ = 0;
};

std::int64_t count(Lines& lines, std::string_view what) {
  const std::int64_t value = lines.integer(what);
  if (value < 0 || value > kMostNodes) lines.fail(fmt::format("{} is no sensible number of nodes", value), "");
  return value;
}

Parameter parameter(Lines& lines) {
  lines.advance_filled();
  Parameter made;
  made.name = lines.word("the name of a parameter");
  made.value = lines.real("its value");
  return made;
}

Node node(Lines& lines) {
  lines.advance_filled();
  Node made;
  made.where = lines.where();
  made.name = lines.word("a name");
  return made;
}

PlaceLine place(Lines& lines) {
  PlaceLine made;
  made.node = node(lines);
  made.marking = lines.integer("a marking");
  made.node.x = lines.real("a position");
  made.node.y = lines.real("a position");
  if (!lines.more()) return made;
  lines.real("a position");
  lines.real("a position");
  lines.layers();
  made.colours = lines.tag();
  return made;
}

std::vector<ArcLine> arcs(Lines& lines, std::int64_t number) {
  std::vector<ArcLine> all;
  for (std::int64_t k = 0; k < number; ++k) {
    lines.advance_filled();
    ArcLine made;
    made.where = lines.where();
    // A negative weight is that of an arc drawn in two pieces.
    made.weight = lines.integer("the weight of an arc");
    if (made.weight == std::numeric_limits<std::int64_t>::min()) lines.fail("this weight is too large", "");
    made.weight = std::abs(made.weight);
    made.place = lines.integer("the number of a place");
    const std::int64_t bends = count(lines, "the number of bends");
    lines.layers();
    made.function = lines.tag();
    for (std::int64_t bend = 0; bend < bends; ++bend) lines.advance_filled();
    all.push_back(made);
  }
  return all;
}

TransitionLine transition(Lines& lines) {
  TransitionLine made;
  made.node = node(lines);
  made.rate = lines.real("a rate");
  made.servers = lines.integer("a number of servers");
  made.kind = lines.integer("a kind: 0 or the number of a group");
  const std::int64_t inputs = count(lines, "the number of input arcs");
  lines.integer("an orientation");
  made.node.x = lines.real("a position");
  made.node.y = lines.real("a position");
  for (int pair = 0; pair < 2 && lines.more(); ++pair) {
    lines.real("a position");
    lines.real("a position");
  }
  lines.layers();
  made.guard = lines.tag();
  if (made.servers < -kMostNodes) lines.fail("too many rates", "");
  if (made.servers < 0) made.rates.push_back(made.rate);
  for (std::int64_t k = 1; k < -made.servers; ++k) {
    lines.advance_filled();
    made.rates.push_back(lines.real("a rate"));
  }
  made.inputs = arcs(lines, inputs);
  lines.advance_filled();
  made.outputs = arcs(lines, count(lines, "the number of output arcs"));
  lines.advance_filled();
  made.inhibitors = arcs(lines, count(lines, "the number of inhibitor arcs"));
  return made;
}

void net(Lines& lines, Document& document) {
  lines.advance();
  if (!lines.line().starts_with("|0|")) lines.fail("this is no net of GreatSPN", "`|0|`");
  lines.advance();
  const std::size_t begin = lines.start();
  while (!lines.line().starts_with("|")) lines.advance();
  document.comment = lines.text().substr(begin, lines.start() - begin);
  lines.advance_filled();
  if (lines.word("`f`") != "f") lines.fail("the numbers of nodes are missing", "`f`");
  const std::int64_t markings = count(lines, "the number of marking parameters");
  const std::int64_t places = count(lines, "the number of places");
  const std::int64_t rates = count(lines, "the number of rate parameters");
  const std::int64_t transitions = count(lines, "the number of transitions");
  const std::int64_t groups = count(lines, "the number of groups");
  for (std::int64_t k = 0; k < markings; ++k) document.marking_parameters.push_back(parameter(lines));
  for (std::int64_t k = 0; k < places; ++k) document.places.push_back(place(lines));
  for (std::int64_t k = 0; k < rates; ++k) document.rate_parameters.push_back(parameter(lines));
  for (std::int64_t k = 0; k < groups; ++k) {
    lines.advance_filled();
    lines.word("the name of a group");
    lines.real("a position");
    lines.real("a position");
    document.priorities.push_back(lines.more() ? lines.integer("a priority") : k + 1);
  }
  for (std::int64_t k = 0; k < transitions; ++k) document.transitions.push_back(transition(lines));
}

// Definitions `(name type x y (@type`, text, `))`, behind what the file says of rates and results.
void definitions(Lines& lines, Document& document) {
  while (!lines.done()) {
    lines.advance();
    if (!lines.line().starts_with("(")) continue;
    Definition made;
    made.where = lines.where();
    made.name = lines.word("a name").substr(1);
    const std::string_view type = lines.word("a type: c, m or f");
    made.type = type.empty() ? ' ' : type[0];
    lines.advance();
    const std::size_t begin = lines.start();
    while (!lines.line().starts_with(")") && !lines.line().starts_with("))")) lines.advance();
    made.text = lines.text().substr(begin, lines.start() - begin);
    document.definitions.push_back(made);
  }
}

}  // namespace

void parse_net(const Sources& sources, FileId file, Document& document, Diagnostics& diagnostics) {
  Lines lines(sources, file, diagnostics);
  try {
    net(lines, document);
  } catch (const Stuck&) {
    // Reported; everything behind stands where something else was expected.
  }
}

void parse_def(const Sources& sources, FileId file, Document& document, Diagnostics& diagnostics) {
  Lines lines(sources, file, diagnostics);
  try {
    definitions(lines, document);
  } catch (const Stuck&) {
    // As above.
  }
}

}  // namespace petriloom::greatspn
