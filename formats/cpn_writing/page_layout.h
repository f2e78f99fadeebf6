// SPDX-License-Identifier: Apache-2.0
// Where the parts of a page stand: as the net says, or laid out by Graphviz.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::cpn {

struct PageNode {
  std::string label;
  std::size_t lines = 1;  ///< of the texts beside it
  Position at;            ///< x right, y down; if unknown it is found
  double width = 60, height = 40;
  bool place = true;
};

struct PageEdge {
  std::size_t from = 0, to = 0;  ///< positions in the list of nodes
  std::string label;
};

/// Gives every node a position (1/72 inch, y up, the middle of the page at 0). If all nodes have
/// one already, these are kept.
void lay_out(std::vector<PageNode>& nodes, const std::vector<PageEdge>& edges);

}  // namespace petriloom::cpn
