// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/page_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "formats/dot/layout.h"

namespace petriloom::cpn {
namespace {

constexpr double kPointsPerInch = 72;
constexpr std::size_t kMostLaidOut = 3000;  // nodes and edges; a longer page stands in rows
constexpr double kLetter = 5.5;             // width of a letter beside an arc
constexpr double kRow = 110, kColumn = 150;
constexpr std::size_t kInRow = 12;

std::string dot_text(const std::vector<PageNode>& nodes, const std::vector<PageEdge>& edges) {
  std::string text = "digraph page {\n  graph [rankdir=TB, nodesep=0.5, ranksep=0.6];\n  node [fixedsize=true, label=\"\"];\n";
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    // Room for what stands below and beside the node.
    text += fmt::format("  n{} [shape={}, width={:.3f}, height={:.3f}];\n", k, nodes[k].place ? "ellipse" : "box",
                        (nodes[k].width + 30) / kPointsPerInch,
                        (nodes[k].height + 14 * static_cast<double>(nodes[k].lines)) / kPointsPerInch);
  }
  for (const PageEdge& edge : edges) {
    const std::size_t letters = std::min<std::size_t>(edge.label.size(), 40);
    text += fmt::format("  n{} -> n{} [label=\"{}\", fontsize=9];\n", edge.from, edge.to, std::string(letters, 'x'));
  }
  return text + "}\n";
}

// Lines "node NAME X Y WIDTH HEIGHT ..." of Graphviz' plain output, in inches.
bool read_plain(const std::string& plain, std::vector<PageNode>& nodes) {
  std::istringstream lines(plain);
  std::string line;
  std::size_t found = 0;
  double right = 0, top = 0;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string kind, name;
    double x = 0, y = 0;
    words >> kind;
    if (kind == "graph") {
      double scale = 0;
      words >> scale >> right >> top;
    }
    if (kind != "node") continue;
    words >> name >> x >> y;
    std::size_t k = nodes.size();
    if (!name.empty()) std::from_chars(name.data() + 1, name.data() + name.size(), k);
    if (k >= nodes.size()) return false;
    nodes[k].at = {(x - right / 2) * kPointsPerInch, (y - top / 2) * kPointsPerInch, true};
    ++found;
  }
  return found == nodes.size();
}

void in_rows(std::vector<PageNode>& nodes) {
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const std::size_t row = k / kInRow;
    nodes[k].at = {static_cast<double>(k % kInRow) * kColumn, -static_cast<double>(row) * kRow, true};
  }
}

}  // namespace

void lay_out(std::vector<PageNode>& nodes, const std::vector<PageEdge>& edges) {
  for (PageNode& node : nodes)
    if (!node.drawn) node.width = std::max(node.width, kLetter * static_cast<double>(node.label.size()) + 16);
  if (std::all_of(nodes.begin(), nodes.end(), [](const PageNode& node) { return node.at.known; })) {
    for (PageNode& node : nodes) node.at.y = -node.at.y;
    return;
  }
  if (nodes.size() + edges.size() > kMostLaidOut || !read_plain(laid_out(dot_text(nodes, edges), "plain"), nodes)) in_rows(nodes);
}

PageNode as_drawn(PageNode node, const drawing::Page* page, drawing::NodeKind kind) {
  const drawing::Node* drawn = page ? page->node(kind, node.label) : nullptr;
  if (!drawn || drawn->width <= 0 || drawn->height <= 0) return node;
  node.drawn = drawn;
  node.width = drawn->width;
  node.height = drawn->height;
  if (kind == drawing::NodeKind::page) node.at = drawn->at;
  return node;
}

const drawing::Arc* drawn_arc(const drawing::Page* page, std::string_view orientation, const std::string& place,
                              const std::string& transition) {
  if (!page) return nullptr;
  const std::string_view way = orientation == "TtoP"        ? "out"
                               : orientation == "PtoT"      ? "in"
                               : orientation == "BOTHDIR"   ? "both"
                               : orientation == "Inhibitor" ? "inhibitor"
                                                            : "reset";
  const drawing::Arc* either = nullptr;
  for (const drawing::Arc& arc : page->arcs) {
    if (arc.place != place || arc.transition != transition) continue;
    if (arc.way == way) return &arc;
    if (arc.way == "both" || way == "both") either = &arc;
  }
  return either;
}

}  // namespace petriloom::cpn
