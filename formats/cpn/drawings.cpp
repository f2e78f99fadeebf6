// SPDX-License-Identifier: Apache-2.0
#include "engine/text/trimmed.h"
#include "formats/cpn/pages.h"
#include "formats/drawing/drawing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace petriloom::cpn {

namespace {

double length(const std::vector<Position>& line) {
  double sum = 0;
  for (std::size_t k = 1; k < line.size(); ++k) sum += std::hypot(line[k].x - line[k - 1].x, line[k].y - line[k - 1].y);
  return sum;
}

std::string_view way_of(Orientation orientation) {
  switch (orientation) {
    case Orientation::to_transition:
      return "in";
    case Orientation::to_place:
      return "out";
    case Orientation::both:
      return "both";
    case Orientation::inhibitor:
      return "inhibitor";
    case Orientation::reset:
      return "reset";
  }
  return "";
}

class DrawingMaker {
 public:
  DrawingMaker(NetContext& context, Pages& pages) : context_(context), pages_(pages) {}

  void note(const Instance& instance, drawing::Of of) {
    drawing::Page made;
    made.of = of;
    made.name = one_line(instance.page->name);
    if (of == drawing::Of::module) made.path = path(context_.net(), instance.module);
    std::map<std::string, std::size_t> nodes;  // by id
    for (const PlaceNode& node : instance.page->places) {
      nodes[node.id] = made.nodes.size();
      made.nodes.push_back(place(node, pages_.place(instance.places.at(node.id)).name));
    }
    for (const TransitionNode& node : instance.page->transitions) {
      const auto name = instance.names.find(node.id);
      if (name == instance.names.end()) continue;  // it could not be read
      nodes[node.id] = made.nodes.size();
      made.nodes.push_back(transition(node, name->second));
    }
    for (const ArcNode& node : instance.page->arcs) {
      const auto from = nodes.find(node.place);
      const auto to = nodes.find(node.transition);
      if (from != nodes.end() && to != nodes.end())
        made.arcs.push_back(arc(node, made.nodes[from->second], made.nodes[to->second]));
    }
    made.words = instance.page->words;
    drawing::note(made, context_.net());
  }

 private:
  static void say(drawing::Node& node, std::string_view kind, std::string_view text) {
    const auto found =
        std::find_if(node.labels.begin(), node.labels.end(), [&](const drawing::Label& label) { return label.kind == kind; });
    if (found != node.labels.end()) found->text = text;
  }
  // Places of texts that are not there say nothing.
  static void finish(drawing::Node& node) {
    for (drawing::Label& label : node.labels) {
      label.at.x -= node.at.x;
      label.at.y -= node.at.y;
    }
    std::erase_if(node.labels, [](const drawing::Label& label) {
      return label.text.empty() && label.kind != "port" && label.kind != "fusion" && label.kind != "subpage";
    });
  }

  static drawing::Node place(const PlaceNode& node, const std::string& name) {
    drawing::Node made = node.shape;
    made.kind = drawing::NodeKind::place;
    made.name = name;
    say(made, "type", trimmed(node.type.text));
    say(made, "initmark", trimmed(node.marking.text));
    say(made, "fusion", node.fusion);
    finish(made);
    return made;
  }

  drawing::Node transition(const TransitionNode& node, const std::string& name) const {
    drawing::Node made = node.shape;
    made.kind = node.subpage.empty() ? drawing::NodeKind::transition : drawing::NodeKind::page;
    made.name = name;
    say(made, "cond", trimmed(node.guard.text));
    say(made, "time", trimmed(node.time.text));
    say(made, "code", trimmed(node.code.text));
    say(made, "priority", trimmed(node.priority.text));
    for (const Page& page : context_.document.pages)
      if (page.id == node.subpage) say(made, "subpage", one_line(page.name));
    finish(made);
    return made;
  }

  static drawing::Arc arc(const ArcNode& node, const drawing::Node& place, const drawing::Node& transition) {
    drawing::Arc made = node.line;
    made.place = place.name;
    made.transition = transition.name;
    made.way = way_of(node.orientation);
    made.text = trimmed(node.inscription.text);
    // Files list bends in either order; nobody draws the longer line.
    std::vector<Position> line{place.at};
    line.insert(line.end(), made.bends.begin(), made.bends.end());
    line.push_back(transition.at);
    std::vector<Position> other = line;
    std::reverse(other.begin() + 1, other.end() - 1);
    if (length(other) < length(line)) std::reverse(made.bends.begin(), made.bends.end());
    return made;
  }

  NetContext& context_;
  Pages& pages_;
};

}  // namespace

void note_drawings(NetContext& context, Pages& pages) {
  DrawingMaker maker(context, pages);
  std::map<std::string, std::set<const Page*>> named;  // pages by their name
  for (const Page& page : context.document.pages) named[one_line(page.name)].insert(&page);
  std::set<const Page*> drawn;
  for (const Instance& instance : pages.instances()) {
    if (!instance.page || !drawn.insert(instance.page).second) continue;
    const bool alone = named[one_line(instance.page->name)].size() == 1;
    maker.note(instance, instance.module.index() == 0 ? drawing::Of::net : alone ? drawing::Of::kind : drawing::Of::module);
  }
}

}  // namespace petriloom::cpn
