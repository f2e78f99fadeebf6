// SPDX-License-Identifier: Apache-2.0
// Nets as their authors drew them, in the language of Graphviz with all positions (neato -n2).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "formats/dot/picture.h"
#include "formats/dot/sheet.h"

namespace petriloom {

namespace {

constexpr double kInch = 72;
constexpr double kGap = 24, kTitle = 24, kMargin = 10;
constexpr double kWideForHigh = 1.6;  // how much wider than high all sheets together are to be
constexpr double kHead = 7;           // length of an arrow head

// The colours that CPN Tools names, as it paints them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kColours{{{"aqua", "#00ffff"},
                                                                                  {"black", "#000000"},
                                                                                  {"blue", "#0000ff"},
                                                                                  {"fucia", "#ff00ff"},
                                                                                  {"gray", "#808080"},
                                                                                  {"green", "#008000"},
                                                                                  {"lime", "#00ff00"},
                                                                                  {"maroon", "#800000"},
                                                                                  {"navy", "#000080"},
                                                                                  {"olive", "#808000"},
                                                                                  {"purple", "#800080"},
                                                                                  {"red", "#ff0000"},
                                                                                  {"silver", "#c0c0c0"},
                                                                                  {"teal", "#008080"},
                                                                                  {"white", "#ffffff"},
                                                                                  {"yellow", "#ffff00"}}};

std::string_view painted(std::string_view name, std::string_view usual) {
  std::string small;
  for (const char c : name) small += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (small == "fuchsia") small = "fucia";
  for (const auto& [known, value] : kColours)
    if (known == small) return value;
  return usual;
}

// The name of a node in lines that fit into its width, if a blank is where one can end.
std::string wrapped(std::string_view text, double width) {
  std::string result, line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string longer = line.empty() ? word : line + " " + word;
    if (line.empty() || extent(longer).first <= width) {
      line = longer;
      continue;
    }
    result += line + "\n";
    line = word;
  }
  return result + line;
}

// Lines of several stand left under each other, or in the middle.
std::string lines_in_dot(std::string_view text, bool centred = false) {
  const std::string_view end_of_line = centred ? "\\n" : "\\l";
  const bool several = !centred && text.find('\n') != std::string_view::npos;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += end_of_line;
    else if (c == '\t')
      result += "  ";
    else
      result += c;
  }
  return result + (several ? "\\l\"" : "\"");
}

struct Area {
  double left = 0, top = 0, right = 0, bottom = 0;
  bool any = false;

  void take(const Position& at, double width, double height) {
    const Area other{at.x - width / 2, at.y - height / 2, at.x + width / 2, at.y + height / 2, true};
    if (!any) {
      *this = other;
      return;
    }
    left = std::min(left, other.left);
    top = std::min(top, other.top);
    right = std::max(right, other.right);
    bottom = std::max(bottom, other.bottom);
  }
  [[nodiscard]] double width() const { return right - left; }
  [[nodiscard]] double height() const { return bottom - top; }
};

Area area_of(const Sheet& sheet) {
  Area area;
  for (const SheetNode& node : sheet.nodes) area.take(node.at, node.width, node.height);
  for (const SheetText& text : sheet.texts) area.take(text.at, extent(text.text).first + 8, extent(text.text).second + 4);
  for (const drawing::Words& frame : sheet.frames) area.take(frame.at, frame.width, frame.height);
  for (const SheetArc& arc : sheet.arcs)
    for (const Position& bend : arc.bends) area.take(bend, 2, 2);
  return area;
}

// Where the line from `from` to the middle of the node meets its edge.
Position edge_of(const SheetNode& node, const Position& from) {
  const double dx = from.x - node.at.x, dy = from.y - node.at.y;
  const double a = std::max(node.width, 1.0) / 2, b = std::max(node.height, 1.0) / 2;
  if (dx == 0 && dy == 0) return node.at;
  const double part = node.kind == drawing::NodeKind::place
                          ? 1 / std::sqrt(dx * dx / (a * a) + dy * dy / (b * b))
                          : std::min(dx == 0 ? 1e9 : a / std::abs(dx), dy == 0 ? 1e9 : b / std::abs(dy));
  return {node.at.x + dx * std::min(part, 1.0), node.at.y + dy * std::min(part, 1.0), true};
}

class AuthorWriter {
 public:
  AuthorWriter(const Net& net, const std::vector<Sheet>& sheets, std::string& text) : net_(net), sheets_(sheets), text_(text) {}

  void write() {
    put("digraph {} {{\n", lines_in_dot(net_.name.empty() ? "net" : net_.name));
    text_ +=
        "  // Every position is given: neato -n2.\n"
        "  graph [layout=nop2, fontname=\"Helvetica\", fontsize=13, pad=0.2, outputorder=edgesfirst];\n"
        "  node [fontname=\"Helvetica\", fontsize=9, margin=\"0,0\", fixedsize=true];\n"
        "  edge [arrowsize=0.7];\n";
    arrange();
    for (std::size_t k = 0; k < sheets_.size(); ++k) sheet(k);
    text_ += "}\n";
  }

 private:
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  // Sheets in rows, in the order of the modules.
  void arrange() {
    double total = 0, widest = 0;
    for (const Sheet& sheet : sheets_) {
      areas_.push_back(area_of(sheet));
      Area& area = areas_.back();
      area.right = std::max(area.right, area.left + extent(sheet.title).first * 1.15);
      const double width = area.width() + 2 * kMargin + kGap;
      total += width * (area.height() + 2 * kMargin + kTitle + kGap);
      widest = std::max(widest, width);
    }
    const double most = std::max(widest, std::sqrt(total * kWideForHigh));
    double x = 0, y = 0, row = 0;
    for (const Area& area : areas_) {
      const double width = area.width() + 2 * kMargin + kGap;
      if (x > 0 && x + width > most) {
        x = 0;
        y += row;
        row = 0;
      }
      shifts_.push_back({x + kMargin - area.left, y + kTitle + kMargin - area.top, true});
      x += width;
      row = std::max(row, area.height() + 2 * kMargin + kTitle + kGap);
    }
  }

  [[nodiscard]] std::string at(const Position& position) const {
    return fmt::format("{:.2f},{:.2f}", position.x + shift_.x, -(position.y + shift_.y) + 0.0);
  }

  void sheet(std::size_t number) {
    const Sheet& sheet = sheets_[number];
    const Area& area = areas_[number];
    shift_ = shifts_[number];
    // A net of one page needs no frame.
    if (sheets_.size() > 1 || !sheet.title.empty()) {
      const Position low{area.left - kMargin, area.bottom + kMargin, true};
      const Position high{area.right + kMargin, area.top - kMargin - kTitle, true};
      put("  subgraph cluster_{} {{ bb=\"{},{}\"; color=\"{}\"; label={}; lp=\"{}\"; }}\n", number, at(low), at(high),
          sheets_.size() > 1 ? "#999999" : "#ffffff", lines_in_dot(sheet.title),
          at({std::max(area.left + extent(sheet.title).first * 0.65, area.left), high.y + kTitle / 2, true}));
    }
    for (std::size_t k = 0; k < sheet.frames.size(); ++k) {
      const drawing::Words& frame = sheet.frames[k];
      put("  f{}_{} [shape=box, pos=\"{}\", width={:.3f}, height={:.3f}, color=\"{}\", label=\"\"];\n", number, k, at(frame.at),
          frame.width / kInch, frame.height / kInch, painted(frame.look.line, "#000000"));
    }
    for (std::size_t k = 0; k < sheet.nodes.size(); ++k) node(number, k, sheet.nodes[k]);
    for (std::size_t k = 0; k < sheet.texts.size(); ++k) text(number, k, sheet.texts[k]);
    for (const SheetArc& each : sheet.arcs) arc(number, sheet, each);
  }

  void node(std::size_t sheet, std::size_t k, const SheetNode& node) {
    const bool place = node.kind == drawing::NodeKind::place;
    const bool twice = node.fluid || node.kind == drawing::NodeKind::page;
    const std::string_view usual = node.marked ? "#fff7c2" : node.timed && !node.fluid ? "#c9c9c9" : "#ffffff";
    put("  n{}_{} [shape={}, pos=\"{}\", width={:.3f}, height={:.3f}, style=filled, fillcolor=\"{}\", color=\"{}\", "
        "fontcolor=\"{}\", penwidth={}{}, label={}];\n",
        sheet, k, place ? "ellipse" : "box", at(node.at), node.width / kInch, node.height / kInch, painted(node.look.fill, usual),
        painted(node.look.line, "#000000"), painted(node.look.text, "#000000"), node.look.thick, twice ? ", peripheries=2" : "",
        lines_in_dot(wrapped(node.inside, node.width), true));
  }

  void text(std::size_t sheet, std::size_t k, const SheetText& text) {
    const auto [width, height] = extent(text.text);
    put("  t{}_{} [shape={}, pos=\"{}\", width={:.3f}, height={:.3f}, fontsize=9, fontcolor=\"{}\"{}, label={}];\n", sheet, k,
        text.framed ? "box" : "plaintext", at(text.at), (width + 4) / kInch, (height + 1) / kInch, painted(text.colour, "#000000"),
        text.framed ? ", style=filled, fillcolor=\"#ffffff\", penwidth=0.6" : "", lines_in_dot(text.text));
  }

  void arc(std::size_t number, const Sheet& sheet, const SheetArc& arc) {
    static constexpr std::array<std::string_view, 6> kHeads{"normal", "dot", "odot", "normalnormal", "odiamond", "none"};
    static constexpr std::array<std::string_view, 6> kLines{"", ", style=dashed", "", ", style=dotted", "", ", style=dashed"};
    const SheetNode& place = sheet.nodes[arc.place];
    const SheetNode& transition = sheet.nodes[arc.transition];
    std::vector<Position> line;
    line.push_back(edge_of(place, arc.bends.empty() ? transition.at : arc.bends.front()));
    line.insert(line.end(), arc.bends.begin(), arc.bends.end());
    line.push_back(edge_of(transition, arc.bends.empty() ? place.at : arc.bends.back()));
    if (arc.to_place) std::reverse(line.begin(), line.end());
    const auto kind = static_cast<std::size_t>(arc.kind);
    put("  n{}_{} -> n{}_{} [dir={}, arrowhead={}, color=\"{}\", penwidth={}{}, pos=\"{}\"];\n", number,
        arc.to_place ? arc.transition : arc.place, number, arc.to_place ? arc.place : arc.transition, arc.both ? "both" : "forward",
        kHeads[kind], painted(arc.look.line, "#333333"), arc.look.thick, kLines[kind], spline(std::move(line), arc));
  }

  // The line as Bézier curves: heads end at the edges of nodes, the line at the heads.
  [[nodiscard]] std::string spline(std::vector<Position> line, const SheetArc& arc) const {
    const auto shortened = [](Position& end, const Position& before) {
      const double length = std::hypot(end.x - before.x, end.y - before.y);
      const double part = length > 0 ? std::min(kHead / length, 0.9) : 0;
      end.x += (before.x - end.x) * part;
      end.y += (before.y - end.y) * part;
    };
    std::string text;
    if (arc.both) {
      text += "s," + at(line.front()) + " ";
      shortened(line.front(), line[1]);
    }
    if (arc.kind != EdgeKind::use) {
      text += "e," + at(line.back()) + " ";
      shortened(line.back(), line[line.size() - 2]);
    }
    text += at(line[0]);
    for (std::size_t k = 1; k < line.size(); ++k) {
      const Position& a = line[k - 1];
      const Position& b = line[k];
      text += fmt::format(" {} {} {}", at({a.x + (b.x - a.x) / 3, a.y + (b.y - a.y) / 3, true}),
                          at({a.x + (b.x - a.x) * 2 / 3, a.y + (b.y - a.y) * 2 / 3, true}), at(b));
    }
    return text;
  }

  const Net& net_;
  const std::vector<Sheet>& sheets_;
  std::string& text_;
  std::vector<Area> areas_;
  std::vector<Position> shifts_;
  Position shift_;
};

}  // namespace

std::string author_dot(const Net& net, const std::vector<Sheet>& sheets) {
  std::string text;
  AuthorWriter(net, sheets, text).write();
  return text;
}

}  // namespace petriloom
