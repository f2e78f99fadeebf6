// SPDX-License-Identifier: Apache-2.0
// How the author of a net drew it, page by page, where its file says more than positions: sizes,
// colours, bends of arcs, where texts stand and what they say. Kept in the notes of the net.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::drawing {

/// Colours by their names there; empty: black lines and texts, no filling.
struct Look {
  std::string line, fill, text;
  double thick = 1;
};

/// A text beside a node: its colour set ("type"), "initmark", "port", "fusion", "cond", "time",
/// "code", "priority", "subpage". `at` is its middle, seen from that of the node.
struct Label {
  std::string kind;
  Position at;
  std::string text;  ///< as the author wrote it; empty if unknown
};

enum class NodeKind : std::uint8_t { place, transition, page };

/// A place, a transition, or a box that stands for another page.
struct Node {
  NodeKind kind = NodeKind::place;
  std::string name;  ///< that it has in its module: of a place, a reference, a transition, a module
  Position at;       ///< of a box alone: places and transitions have theirs in the net
  double width = 0, height = 0;
  Look look;
  std::vector<Label> labels;
};

/// Which way an arc goes: to the transition ("in"), to the place ("out"), both, "inhibitor",
/// "reset".
struct Arc {
  std::string place, transition;  ///< names as of nodes; `transition` may be a box for a page
  std::string way;
  std::vector<Position> bends;  ///< from the place to the transition
  Look look;
  Position label;
  std::string text;
};

/// A text of the page itself, or a frame.
struct Words {
  Position at;
  double width = 0, height = 0;  ///< of the frame; 0: none
  Look look;
  std::string text;
};

/// Which modules a page draws.
enum class Of : std::uint8_t {
  net,     ///< the net itself
  kind,    ///< every module of kind `name`
  module,  ///< the module with the path `path`
};

struct Page {
  Of of = Of::net;
  std::string name;
  std::string path;
  std::vector<Node> nodes;
  std::vector<Arc> arcs;
  std::vector<Words> words;

  [[nodiscard]] const Node* node(NodeKind kind, const std::string& node_name) const;
  /// Whether it has the author's inscriptions.
  [[nodiscard]] bool says() const;
};

/// What begins the heading of a note of a drawing.
inline constexpr std::string_view kHeading = "drawing of ";
/// What begins that of the author's inscriptions. They are not written into files: a net that is
/// written says them itself.
inline constexpr std::string_view kInscriptions = "inscriptions of ";

/// Whether a note is one of these.
bool is_drawing(std::string_view heading);
bool is_inscription(std::string_view heading);

/// A text in quotes on one line, for notes and Graphviz. Bytes beyond ASCII stay as they are.
std::string in_quotes(std::string_view text);
/// Adds a page to the notes of a net, one note for each thing that is drawn.
void note(const Page& page, Net& net);
/// The pages in the notes of a net. Lines that are not understood are passed over: people may
/// change the notes of a file.
std::vector<Page> pages(const Net& net);
/// The page that draws a module; null if there is none.
const Page* page_of(const std::vector<Page>& pages, const Net& net, ModuleId module);

}  // namespace petriloom::drawing
