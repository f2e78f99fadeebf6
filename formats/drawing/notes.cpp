// SPDX-License-Identifier: Apache-2.0
// Drawings as notes, a line for each thing:
//   sheet net, sheet kind, sheet module "path"                        begins a page
//   place "A" 60x40 line=Navy fill=Yellow text=Red thick=2            transition likewise
//   page "A" 10 20 60x40                                              a box that stands for a page
//   label type 30 40                                                  of the node before it
//   arc in "A" "T" 5 6 line=Red via 1 2 3 4                           5 6: its text
//   words 10 20 text=Red "text"                                       60x40: in a frame
// and inscriptions: `place "A" type "INT"`, `arc 3 "x"` (the fourth arc).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "formats/drawing/drawing.h"

namespace petriloom::drawing {

namespace {

constexpr std::array<std::string_view, 3> kNodes{"place", "transition", "page"};
constexpr std::array<std::string_view, 3> kOf{"net", "kind", "module"};

std::string number(double value) { return fmt::format("{}", std::round(value * 100) / 100 + 0.0); }

std::string position(const Position& at) { return at.known ? fmt::format(" {} {}", number(at.x), number(at.y)) : ""; }

template <class Thing>
std::string size(const Thing& thing) {
  return thing.width > 0 ? fmt::format(" {}x{}", number(thing.width), number(thing.height)) : std::string();
}

std::string look(const Look& look) {
  std::string text;
  for (const auto& [key, value] : {std::pair("line", &look.line), std::pair("fill", &look.fill), std::pair("text", &look.text)})
    if (!value->empty()) text += fmt::format(" {}={}", key, *value);
  if (look.thick != 1) text += fmt::format(" thick={}", number(look.thick));
  return text;
}

/// Words and quoted texts of one line.
class Line {
 public:
  explicit Line(std::string_view text) : rest_(text) {}

  /// The next word, with the quotes of a text resolved; empty at the end.
  std::string word() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
    quoted_ = rest_.starts_with('"');
    if (!quoted_) {
      const std::size_t end = std::min(rest_.find(' '), rest_.size());
      std::string word(rest_.substr(0, end));
      rest_.remove_prefix(end);
      return word;
    }
    std::string text;
    std::size_t at = 1;
    for (; at < rest_.size() && rest_[at] != '"'; ++at) {
      const bool escaped = rest_[at] == '\\' && at + 1 < rest_.size();
      if (escaped) ++at;
      text += escaped && rest_[at] == 'n' ? '\n' : rest_[at];
    }
    rest_.remove_prefix(std::min(at + 1, rest_.size()));
    return text;
  }
  [[nodiscard]] bool more() const { return rest_.find_first_not_of(' ') != std::string_view::npos; }
  [[nodiscard]] bool was_quoted() const { return quoted_; }

  /// A number, if the next word is one.
  std::optional<double> number() {
    const std::string_view before = rest_;
    const std::string text = word();
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (!quoted_ && error == std::errc{} && end == text.data() + text.size() && std::isfinite(value)) return value;
    rest_ = before;
    return std::nullopt;
  }
  Position position() {
    const auto x = number();
    const auto y = x ? number() : std::nullopt;
    return y ? Position{*x, *y, true} : Position{};
  }

 private:
  std::string_view rest_;
  bool quoted_ = false;
};

// "key=value" of a look.
void read_look(const std::string& word, Look& look) {
  const std::size_t equal = word.find('=');
  if (equal == std::string::npos) return;
  const std::string key = word.substr(0, equal);
  const std::string value = word.substr(equal + 1);
  if (key == "line") look.line = value;
  if (key == "fill") look.fill = value;
  if (key == "text") look.text = value;
  if (key == "thick") look.thick = Line(value).number().value_or(1);
}

// "60x40"
template <class Thing>
void read_size(const std::string& word, Thing& thing) {
  const std::size_t by = word.find('x');
  if (by == std::string::npos || word.find('=') != std::string::npos) return;
  const auto width = Line(word.substr(0, by)).number();
  const auto height = Line(word.substr(by + 1)).number();
  if (width && height) thing.width = *width, thing.height = *height;
}

void read_node(std::size_t kind, Line& line, Page& page) {
  Node node;
  node.kind = static_cast<NodeKind>(kind);
  node.name = line.word();
  node.at = line.position();
  while (line.more()) {
    const std::string word = line.word();
    read_size(word, node);
    read_look(word, node.look);
  }
  page.nodes.push_back(std::move(node));
}

void read_arc(Line& line, Page& page) {
  Arc arc;
  arc.way = line.word();
  arc.place = line.word();
  arc.transition = line.word();
  arc.label = line.position();
  while (line.more()) {
    const std::string word = line.word();
    read_look(word, arc.look);
    if (word != "via") continue;
    for (Position bend = line.position(); bend.known; bend = line.position()) arc.bends.push_back(bend);
  }
  page.arcs.push_back(std::move(arc));
}

void read_drawn(Line line, Page& page) {
  const std::string word = line.word();
  if (word == "label" && !page.nodes.empty()) {
    std::string kind = line.word();
    page.nodes.back().labels.push_back({std::move(kind), line.position(), {}});
  } else if (word == "arc") {
    read_arc(line, page);
  } else if (word == "words") {
    Words words;
    words.at = line.position();
    while (line.more()) {
      std::string next = line.word();
      if (line.was_quoted()) {
        words.text = std::move(next);
      } else {
        read_size(next, words);
        read_look(next, words.look);
      }
    }
    page.words.push_back(std::move(words));
  } else if (const auto kind = std::find(kNodes.begin(), kNodes.end(), word); kind != kNodes.end()) {
    read_node(static_cast<std::size_t>(kind - kNodes.begin()), line, page);
  }
}

void read_inscription(Line line, Page& page) {
  const std::string word = line.word();
  if (word == "arc") {
    const auto k = line.number();
    if (k && *k >= 0 && *k < static_cast<double>(page.arcs.size())) page.arcs[static_cast<std::size_t>(*k)].text = line.word();
    return;
  }
  const auto kind = std::find(kNodes.begin(), kNodes.end(), word);
  if (kind == kNodes.end()) return;
  const std::string name = line.word();
  const std::string label = line.word();
  for (Node& node : page.nodes) {
    if (node.name != name || node.kind != static_cast<NodeKind>(kind - kNodes.begin())) continue;
    for (Label& each : node.labels)
      if (each.kind == label) each.text = line.word();
  }
}

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result + '"';
}

void note(const Page& page, Net& net) {
  const std::string heading = std::string(kHeading) + page.name;
  const std::string inscriptions = std::string(kInscriptions) + page.name;
  std::vector<std::string> said;
  const auto draw = [&](std::string text) { net.notes.emplace_back(heading, std::move(text)); };
  draw(fmt::format("sheet {}{}", kOf[static_cast<std::size_t>(page.of)], page.of == Of::module ? " " + in_quotes(page.path) : ""));
  for (const Node& node : page.nodes) {
    const std::string_view kind = kNodes[static_cast<std::size_t>(node.kind)];
    draw(fmt::format("{} {}{}{}{}", kind, in_quotes(node.name), node.kind == NodeKind::page ? position(node.at) : std::string(),
                     size(node), look(node.look)));
    for (const Label& label : node.labels) {
      draw(fmt::format("label {}{}", label.kind, position(label.at)));
      if (!label.text.empty())
        said.push_back(fmt::format("{} {} {} {}", kind, in_quotes(node.name), label.kind, in_quotes(label.text)));
    }
  }
  for (std::size_t k = 0; k < page.arcs.size(); ++k) {
    const Arc& arc = page.arcs[k];
    std::string text = fmt::format("arc {} {} {}{}{}", arc.way, in_quotes(arc.place), in_quotes(arc.transition),
                                   position(arc.label), look(arc.look));
    if (!arc.bends.empty()) text += " via";
    for (const Position& bend : arc.bends) text += position(bend);
    draw(std::move(text));
    if (!arc.text.empty()) said.push_back(fmt::format("arc {} {}", k, in_quotes(arc.text)));
  }
  for (const Words& words : page.words)
    draw(fmt::format("words{}{}{} {}", position(words.at), size(words), look(words.look), in_quotes(words.text)));
  for (std::string& text : said) net.notes.emplace_back(inscriptions, std::move(text));
}

std::vector<Page> pages(const Net& net) {
  std::vector<Page> all;
  for (const auto& [heading, text] : net.notes) {
    if (!is_drawing(heading)) {
      if (is_inscription(heading) && !all.empty()) read_inscription(Line(text), all.back());
      continue;
    }
    Line line(text);
    if (line.word() == "sheet") {
      const auto of = std::find(kOf.begin(), kOf.end(), line.word());
      Page page;
      page.name = heading.substr(kHeading.size());
      page.of = of == kOf.end() ? Of::kind : static_cast<Of>(of - kOf.begin());
      page.path = line.word();
      all.push_back(std::move(page));
    } else if (!all.empty()) {
      read_drawn(Line(text), all.back());
    }
  }
  return all;
}

}  // namespace petriloom::drawing
