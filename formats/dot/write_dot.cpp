// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "formats/dot/inscription.h"
#include "formats/dot/picture.h"
#include "formats/dot/sheet.h"
#include "formats/dot/view.h"
#include "formats/drawing/drawing.h"

namespace petriloom {

namespace {

// The colours of a frame, by the folder its module is written in, and the rows in which closed
// modules stand.
struct Layer {
  std::string_view folder;
  int row;
  std::string_view fill;
  std::string_view line;
};
constexpr std::array<Layer, 5> kLayers{{{"hardware/", 2, "#e3eefb", "#2f6db5"},
                                        {"runtime/", 1, "#e6f5e4", "#3a8a3a"},
                                        {"policy/", 1, "#f1e8f8", "#7d4fa8"},
                                        {"application/", 0, "#fdf1dc", "#c47a12"},
                                        {"", 3, "#f5f5f5", "#777777"}}};

constexpr std::size_t kLeastInRows = 5;
constexpr std::size_t kMostInRow = 5;

const Layer& layer_of(const Net& net, const Module& module) {
  if (module.hardware) return kLayers[0];
  const std::string file = module.definition.known() && net.sources ? net.sources->name(module.definition.file) : std::string();
  for (const Layer& layer : kLayers) {
    if (file.find(layer.folder) != std::string::npos && !layer.folder.empty() && !module.kind.empty()) return layer;
  }
  return kLayers.back();
}

class DotWriter {
 public:
  DotWriter(const Net& net, const View& view, std::string& text) : net_(net), view_(view), text_(text) {}

  void write() {
    put("digraph {} {{\n", drawing::in_quotes(net_.name.empty() ? "net" : net_.name));
    text_ +=
        "  graph [rankdir=TB, fontname=\"Helvetica\", fontsize=13, nodesep=0.15, ranksep=0.3, newrank=true, pad=0.2, "
        "outputorder=edgesfirst, remincross=true];\n"
        "  node [fontname=\"Helvetica\", fontsize=10, margin=\"0.06,0.03\"];\n"
        "  edge [fontname=\"Helvetica\", fontsize=8, color=\"#555555\", fontcolor=\"#333333\", arrowsize=0.6];\n";
    if (!net_.name.empty()) put("  label={}; labelloc=t; labeljust=l;\n", drawing::in_quotes(net_.name));
    children_.resize(net_.modules.size());
    for (const ModuleId module : view_.open) {
      if (net_[module].parent.valid()) children_[net_[module].parent.index()].push_back(module);
    }
    nodes_.resize(net_.modules.size());
    row_.resize(view_.nodes.size());
    top_.resize(view_.nodes.size());
    for (std::size_t k = 0; k < view_.nodes.size(); ++k) nodes_[view_.nodes[k].in.index()].push_back(k);
    module(ModuleId(0), 1);
    for (const ViewEdge& edge : view_.edges) {
      find_top(edge.from, edge.to);
      find_top(edge.to, edge.from);
    }
    for (const ViewEdge& edge : view_.edges) write_edge(edge);
    text_ += "}\n";
  }

 private:
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  void module(ModuleId id, std::size_t level) {
    const std::string indent(2 * level, ' ');
    for (const std::size_t k : nodes_[id.index()]) write_node(k, indent);
    rows(id, indent);
    for (const ModuleId child : children_[id.index()]) {
      const Layer& layer = layer_of(net_, net_[child]);
      put("{}subgraph cluster_{} {{\n", indent, child.index());
      put("{}  label={}; labeljust=l; style=\"rounded,filled\"; fillcolor=\"{}\"; color=\"{}\"; fontcolor=\"{}\";\n", indent,
          drawing::in_quotes(module_title(net_, child)), layer.fill, layer.line, layer.line);
      module(child, level + 1);
      put("{}}}\n", indent);
    }
  }

  // Dot would set out a ring of modules as one long column. Closed modules stand in rows instead,
  // application above runtime above hardware, held in order by arcs that are not drawn.
  void rows(ModuleId id, const std::string& indent) {
    std::map<int, std::vector<std::size_t>> by_layer;
    std::size_t boxes = 0;
    for (const std::size_t k : nodes_[id.index()]) {
      if (view_.nodes[k].kind != ViewNode::Kind::module) continue;
      by_layer[layer_of(net_, net_.modules[view_.nodes[k].id]).row].push_back(k);
      ++boxes;
    }
    if (boxes < kLeastInRows) return;
    std::optional<std::size_t> above;
    for (const auto& [layer, all] : by_layer) {
      const std::size_t count = (all.size() + kMostInRow - 1) / kMostInRow;
      for (std::size_t row = 0; row < count; ++row) {
        const std::size_t begin = row * all.size() / count;
        const std::size_t end = (row + 1) * all.size() / count;
        ++rows_;
        put("{}{{ rank=same;", indent);
        for (std::size_t k = begin; k < end; ++k) {
          put(" n{};", all[k]);
          row_[all[k]] = rows_;
        }
        text_ += " }\n";
        if (above) put("{}n{} -> n{} [style=invis, minlen=2, weight=20];\n", indent, *above, all[begin]);
        above = all[begin];
      }
    }
  }

  void write_node(std::size_t k, const std::string& indent) {
    const ViewNode& node = view_.nodes[k];
    put("{}n{} ", indent, k);
    switch (node.kind) {
      case ViewNode::Kind::place:
        write_place(net_.places[node.id]);
        break;
      case ViewNode::Kind::transition:
        write_transition(net_.transitions[node.id]);
        break;
      case ViewNode::Kind::module: {
        const Layer& layer = layer_of(net_, net_.modules[node.id]);
        put("[shape=box3d, style=filled, fillcolor=\"{}\", color=\"{}\", fontsize=13, height=0.6, margin=\"0.18,0.1\", "
            "label={}];\n",
            layer.fill, layer.line, drawing::in_quotes(module_title(net_, ModuleId(node.id))));
        break;
      }
    }
  }

  void write_place(const Place& place) {
    const std::string tokens = marking_text(net_, place);
    // A fluid place has two rings, as in the papers on fluid stochastic nets.
    put("[shape=ellipse, style=filled, fillcolor=\"{}\", color=\"#333333\",{} label={}];\n", tokens.empty() ? "#ffffff" : "#fff7c2",
        place.fluid ? " peripheries=2," : "", drawing::in_quotes(tokens.empty() ? place.name : place.name + "\n" + tokens));
  }

  void write_transition(const Transition& transition) {
    const std::string time = timing_text(net_, transition);
    const bool timed = transition.timing != Timing::immediate;
    const bool flows = transition.timing == Timing::continuous;
    put("[shape=box, style=filled, fillcolor=\"{}\", color=\"#333333\",{} height={}, penwidth={}, label={}];\n",
        timed && !flows ? "#c9c9c9" : "#ffffff", flows ? " peripheries=2," : "", timed ? "0.4" : "0.2", timed ? "1.4" : "0.8",
        drawing::in_quotes(time.empty() ? transition.name : transition.name + "\n" + time));
  }

  void find_top(std::size_t node, std::size_t box) {
    if (row_[node] == 0 && row_[box] != 0 && (top_[node] == 0 || row_[box] < top_[node])) top_[node] = row_[box];
  }

  // Whether the arc is given to Graphviz the other way round, so that it runs downwards: a place
  // hangs below the uppermost box it is joined to and above the others.
  [[nodiscard]] bool upwards(const ViewEdge& edge) const {
    if (row_[edge.from] != 0) return row_[edge.to] != 0 ? row_[edge.from] > row_[edge.to] : row_[edge.from] > top_[edge.to];
    return row_[edge.to] != 0 && row_[edge.to] == top_[edge.from];
  }

  void write_edge(const ViewEdge& edge) {
    static constexpr std::array<std::string_view, 6> kEnds{"normal", "dot", "odot", "normalnormal", "odiamond", "none"};
    static constexpr std::array<std::string_view, 6> kStyles{
        "", ", style=dashed", "", ", style=dotted", "", ", style=dashed, color=\"#2f6db5\""};
    const auto kind = static_cast<std::size_t>(edge.kind);
    const bool up = upwards(edge);
    put("  n{} -> n{} [dir={}, {}={}{}{}{}];\n", up ? edge.to : edge.from, up ? edge.from : edge.to,
        edge.both ? "both"
        : up      ? "back"
                  : "forward",
        up ? "arrowtail" : "arrowhead", kEnds[kind], kStyles[kind],
        edge.label.empty() ? "" : ", label=", edge.label.empty() ? "" : drawing::in_quotes(edge.label));
  }

  const Net& net_;
  const View& view_;
  std::string& text_;
  std::vector<std::vector<ModuleId>> children_;
  std::vector<std::vector<std::size_t>> nodes_;
  // Of each node that stands in one, counted downwards in the whole picture; else 0.
  std::vector<int> row_;
  std::vector<int> top_;  // of each other node: the uppermost row it is joined to, else 0
  int rows_ = 0;
};

}  // namespace

bool as_author_drew(const Net& net, const WriteOptions& options) {
  return options.layout == Layout::author || (options.layout == Layout::automatic && drawn_by_author(net));
}

WriteResult write_dot(const Net& net, const WriteOptions& options) {
  WriteResult result;
  if (options.layout == Layout::author && !drawn_by_author(net)) {
    result.diagnostics.error(net.modules.empty() ? Location{} : net.modules[0].definition,
                             "this net does not say where its parts are drawn", "--layout graphviz finds places for them");
    return result;
  }
  if (as_author_drew(net, options)) {
    result.text = author_dot(net, sheets(net, options.depth));
    return result;
  }
  const View view = make_view(net, options.depth);
  DotWriter(net, view, result.text).write();
  return result;
}

}  // namespace petriloom
