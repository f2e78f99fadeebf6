// SPDX-License-Identifier: Apache-2.0
// What of a net is seen at a depth of its module tree: open modules with their places and
// transitions, closed ones as boxes, and the arcs between what is seen, equal ones merged.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// How an arc ends at its second node.
enum class EdgeKind : std::uint8_t { flow, read, inhibitor, reset, equal, use };

struct ViewEdge {
  std::size_t from = 0;  ///< position in View::nodes
  std::size_t to = 0;
  EdgeKind kind = EdgeKind::flow;
  bool both = false;  ///< there is the same arc in the other direction
  std::string label;
};

struct ViewNode {
  enum class Kind : std::uint8_t { place, transition, module } kind = Kind::place;
  std::size_t id = 0;  ///< of the place, transition or module
  ModuleId in;         ///< the open module it is drawn in
};

struct View {
  std::vector<ModuleId> open;  ///< parents before children; the net itself first
  std::vector<ViewNode> nodes;
  std::vector<ViewEdge> edges;
};

/// Opens modules down to `depth` (the net itself is 0); a negative depth opens all.
View make_view(const Net& net, int depth);

}  // namespace petriloom
