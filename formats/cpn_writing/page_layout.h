// SPDX-License-Identifier: Apache-2.0
// Where the parts of a page stand: as the net says, or laid out by Graphviz.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/net/net.h"
#include "formats/drawing/drawing.h"

namespace petriloom::cpn {

struct PageNode {
  std::string label;
  std::size_t lines = 1;  ///< of the texts beside it
  Position at;            ///< x right, y down; if unknown it is found
  double width = 60, height = 40;
  bool place = true;
  const drawing::Node* drawn = nullptr;  ///< by the author of the net, who gave it its size
};

struct PageEdge {
  std::size_t from = 0, to = 0;  ///< positions in the list of nodes
  std::string label;
};

/// Gives every node a position (1/72 inch, y up, the middle of the page at 0). If all nodes have
/// one already, these are kept.
void lay_out(std::vector<PageNode>& nodes, const std::vector<PageEdge>& edges);

/// A node as the author of the net drew it, if `page` draws it, which may be null.
PageNode as_drawn(PageNode node, const drawing::Page* page, drawing::NodeKind kind);
/// How the author drew the arc between two nodes; null if the author did not.
const drawing::Arc* drawn_arc(const drawing::Page* page, std::string_view orientation, const std::string& place,
                              const std::string& transition);

}  // namespace petriloom::cpn
