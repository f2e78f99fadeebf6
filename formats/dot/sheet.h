// SPDX-License-Identifier: Apache-2.0
// What is drawn of a net where its author drew it: a sheet for each module, with its places, the
// references among them, transitions, and boxes for the modules inside.
#pragma once

#include <string>
#include <vector>

#include "engine/net/net.h"
#include "formats/dot/view.h"
#include "formats/drawing/drawing.h"

namespace petriloom {

struct SheetText {
  Position at;  ///< of its middle
  std::string text;
  std::string colour;
  bool framed = false;  ///< a tag: the kind of a port, the name of a fusion set or of a page
};

struct SheetNode {
  drawing::NodeKind kind = drawing::NodeKind::place;
  std::string inside;
  Position at;
  double width = 0, height = 0;
  drawing::Look look;
  bool marked = false;  ///< a place with tokens at the start
  bool fluid = false;   ///< a fluid place, a continuous transition
  bool timed = false;   ///< a transition that takes time
};

struct SheetArc {
  std::size_t place = 0;       ///< positions in the nodes of the sheet
  std::size_t transition = 0;  ///< also a box
  EdgeKind kind = EdgeKind::flow;
  bool to_place = false;
  bool both = false;
  std::vector<Position> bends = {};  ///< from the place to the transition
  drawing::Look look = {};
};

struct Sheet {
  std::string title;
  std::vector<SheetNode> nodes;
  std::vector<SheetArc> arcs;
  std::vector<SheetText> texts;
  std::vector<drawing::Words> frames;
};

/// Whether the net says where its parts are drawn: most of them, and not all at one place.
bool drawn_by_author(const Net& net);
/// The sheets of all modules down to `depth` (the net itself is 0; negative: of all). Modules that
/// one page of the author draws share a sheet.
std::vector<Sheet> sheets(const Net& net, int depth);

/// The sheets in the language of Graphviz, with all positions.
std::string author_dot(const Net& net, const std::vector<Sheet>& sheets);

/// About how large a text is in a picture.
std::pair<double, double> extent(std::string_view text);

}  // namespace petriloom
