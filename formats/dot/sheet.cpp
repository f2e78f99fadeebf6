// SPDX-License-Identifier: Apache-2.0
#include "formats/dot/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "formats/dot/brief_text.h"
#include "formats/dot/inscription.h"

namespace petriloom {

namespace {

constexpr std::size_t kLongestDrawn = 200;  // an inscription that no author placed may be this long
constexpr double kLetterWidth = 5.6, kLineHeight = 12;
constexpr double kSmall = 24;  // a node without a size, its name stands below it
constexpr double kApart = 40;

std::string_view port_tag(ReferenceKind kind) {
  return kind == ReferenceKind::in ? "In" : kind == ReferenceKind::out ? "Out" : kind == ReferenceKind::inout ? "I/O" : "Fusion";
}

/// Builds the sheet of one module.
class SheetMaker {
 public:
  SheetMaker(const Net& net, ModuleId module, const drawing::Page* page)
      : net_(net), module_(module), page_(page), says_(page && page->says()) {}

  Sheet make() {
    for (std::size_t p = 0; p < net_.places.size(); ++p)
      if (net_.places[p].module == module_) add_place(PlaceId(p), net_.places[p].name, net_.places[p].at, "");
    for (const Reference& reference : net_[module_].references)
      add_place(reference.place, reference.name, reference.at, port_tag(reference.kind));
    for (std::size_t t = 0; t < net_.transitions.size(); ++t)
      if (net_.transitions[t].module == module_) add_transition(TransitionId(t));
    for (std::size_t m = 1; m < net_.modules.size(); ++m)
      if (net_.modules[m].parent == module_) add_box(ModuleId(m));
    if (page_) drawn_arcs();
    for (const auto& [t, node] : transitions_) plain_arcs(t, node);
    for (const auto& [m, node] : boxes_) plain_sockets(m, node);
    place_the_rest();
    for (const Late& late : late_) late.arc ? place_arc_text(late) : place_text(late);
    if (page_) words();
    return std::move(sheet_);
  }

 private:
  /// A text whose place follows from those of nodes.
  struct Late {
    bool arc = false;
    std::size_t of = 0;  ///< the node, or the arc
    Position at;         ///< of nodes: seen from there; unknown: `side`
    int side = 0;        ///< 0: below; 1 upper left, 2 upper right, 3 lower left, 4 lower right
    SheetText text;
  };

  std::size_t add(const drawing::Node* drawn, drawing::NodeKind kind, const std::string& name, Position at) {
    SheetNode node;
    node.kind = kind;
    node.at = kind == drawing::NodeKind::page && drawn ? drawn->at : at;
    if (drawn) {
      node.look = drawn->look;
      node.inside = name;
    }
    const bool sized = drawn && drawn->width > 0 && drawn->height > 0;
    const auto [width, height] = extent(name);
    const bool named = kind == drawing::NodeKind::page || page_ != nullptr;
    if (named) node.inside = name;
    node.width = sized ? drawn->width : named ? width + 14 : kSmall;
    node.height = sized ? drawn->height : named ? height + 10 : kSmall;
    sheet_.nodes.push_back(node);
    if (!named) late_.push_back({false, sheet_.nodes.size() - 1, {}, 0, {{}, name, "", false}});
    return sheet_.nodes.size() - 1;
  }

  /// Adds a text beside a node: as the author wrote and placed it, or `text`.
  void label(std::size_t node, const drawing::Node* drawn, std::string_view kind, std::string text, int side, bool framed = false) {
    Late late;
    late.of = node;
    late.side = side;
    late.text.framed = framed;
    if (drawn) {
      late.text.colour = drawn->look.text;
      for (const drawing::Label& each : drawn->labels) {
        if (each.kind != kind) continue;
        late.at = each.at;
        if (!each.text.empty()) text = each.text;
      }
      if (!late.at.known && says_ && !framed) return;  // the author wrote none
    }
    if (text.empty()) return;
    late.text.text = std::move(text);
    late_.push_back(std::move(late));
  }

  void add_place(PlaceId id, const std::string& name, Position at, std::string_view tag) {
    const Place& place = net_[id];
    const drawing::Node* drawn = page_ ? page_->node(drawing::NodeKind::place, name) : nullptr;
    const std::size_t node = add(drawn, drawing::NodeKind::place, name, at);
    SheetNode& made = sheet_.nodes[node];
    made.fluid = place.fluid;
    const std::string marking = marking_text(net_, place);
    made.marked = !marking.empty();
    shown_.emplace(id, node);
    place_nodes_.emplace(name, std::pair(id, node));
    if (!page_) {
      made.inside = tag.empty() ? marking : "";
      if (!tag.empty() && tag != "Fusion") label(node, nullptr, "port", std::string(tag), 3, true);
      return;
    }
    label(node, drawn, "type", place.fluid ? "fluid" : net_.colours.describe(place.colour), 4);
    label(node, drawn, "initmark", tag.empty() ? marking : std::string(), 2);
    const bool fused = tag == "Fusion" || (drawn && std::any_of(drawn->labels.begin(), drawn->labels.end(),
                                                                [](const auto& each) { return each.kind == "fusion"; }));
    if (fused) label(node, drawn, "fusion", "Fusion", 3, true);
    if (!fused && !tag.empty()) label(node, drawn, "port", std::string(tag), 3, true);
  }

  void add_transition(TransitionId id) {
    const Transition& transition = net_[id];
    const drawing::Node* drawn = page_ ? page_->node(drawing::NodeKind::transition, transition.name) : nullptr;
    const std::size_t node = add(drawn, drawing::NodeKind::transition, transition.name, transition.at);
    SheetNode& made = sheet_.nodes[node];
    made.timed = transition.timing != Timing::immediate;
    made.fluid = transition.timing == Timing::continuous;
    transitions_.emplace(id, node);
    transition_nodes_.emplace(transition.name, node);
    std::string guard;
    for (const ExprId each : transition.guards)
      guard += (guard.empty() ? "[" : ", ") + brief_text(net_, transition.variables, each);
    if (!guard.empty()) guard += "]";
    label(node, drawn, "cond", guard, 1);
    label(node, drawn, "time", timing_text(net_, transition), 2);
    label(node, drawn, "code", "", 4);
    label(node, drawn, "priority", "", 3);
  }

  void add_box(ModuleId id) {
    const drawing::Node* drawn = page_ ? page_->node(drawing::NodeKind::page, net_[id].name) : nullptr;
    const std::size_t node = add(drawn, drawing::NodeKind::page, drawn ? net_[id].name : module_title(net_, id), {});
    boxes_.emplace(id, node);
    transition_nodes_.emplace(net_[id].name, node);
    if (drawn) label(node, drawn, "subpage", net_[id].kind, 0, true);
  }

  static EdgeKind edge_kind(ArcKind kind) {
    switch (kind) {
      case ArcKind::read:
        return EdgeKind::read;
      case ArcKind::inhibitor:
        return EdgeKind::inhibitor;
      case ArcKind::reset:
        return EdgeKind::reset;
      case ArcKind::equal:
        return EdgeKind::equal;
      case ArcKind::input:
      case ArcKind::output:
        return EdgeKind::flow;
    }
    return EdgeKind::flow;
  }

  // Whether the net has what an arc of the drawing shows; its text in the net.
  bool covers(const drawing::Arc& drawn, PlaceId place, const Transition& transition, std::string& text) const {
    bool found = false;
    for (const Arc& arc : transition.arcs) {
      const bool put = arc.kind == ArcKind::output;
      const bool looked = arc.kind == ArcKind::inhibitor || arc.kind == ArcKind::reset;
      const bool same = drawn.way == "out"         ? put
                        : drawn.way == "inhibitor" ? arc.kind == ArcKind::inhibitor
                        : drawn.way == "reset"     ? arc.kind == ArcKind::reset
                                                   : !put && !looked;
      if (arc.place != place || !same) continue;
      found = true;
      const std::string each = inscription(net_, transition, arc, kLongestDrawn);
      if (!each.empty() && !text.empty()) text += " ++ ";
      text += each;
    }
    return found;
  }

  void drawn_arcs() {
    for (const drawing::Arc& drawn : page_->arcs) {
      const auto place = place_nodes_.find(drawn.place);
      const auto node = transition_nodes_.find(drawn.transition);
      if (place == place_nodes_.end() || node == transition_nodes_.end()) continue;
      const PlaceId id = place->second.first;
      std::string text;
      const auto transition =
          std::find_if(transitions_.begin(), transitions_.end(), [&](const auto& each) { return each.second == node->second; });
      if (transition != transitions_.end()) {
        if (!covers(drawn, id, net_[transition->first], text)) continue;
        covered_.insert({node->second, id,
                         drawn.way == "out"         ? "out"
                         : drawn.way == "inhibitor" ? "inhibitor"
                         : drawn.way == "reset"     ? "reset"
                                                    : "in"});
        if (drawn.way == "both") covered_.insert({node->second, id, "out"});
      } else {
        covered_.insert({node->second, id, ""});
      }
      SheetArc arc{place->second.second, node->second};
      arc.kind = drawn.way == "inhibitor" ? EdgeKind::inhibitor : drawn.way == "reset" ? EdgeKind::reset : EdgeKind::flow;
      arc.to_place = drawn.way == "out";
      arc.both = drawn.way == "both";
      arc.bends = drawn.bends;
      arc.look = drawn.look;
      if (says_) text = drawn.text;
      add_arc(std::move(arc), drawn.label, text);
    }
  }

  void add_arc(SheetArc arc, Position at, const std::string& text) {
    Late late;
    late.arc = true;
    late.of = sheet_.arcs.size();
    late.text = {at, text, arc.look.text, false};
    sheet_.arcs.push_back(std::move(arc));
    if (!text.empty()) late_.push_back(std::move(late));
  }

  // The node of a place on this sheet; one with its path, if the place stands elsewhere.
  std::size_t node_of(PlaceId id) {
    const auto found = shown_.find(id);
    if (found != shown_.end()) return found->second;
    const std::size_t node = add(nullptr, drawing::NodeKind::place, path(net_, id), {});
    shown_.emplace(id, node);
    return node;
  }

  // The arcs of a transition that the author did not draw.
  void plain_arcs(TransitionId id, std::size_t node) {
    const Transition& transition = net_[id];
    std::map<std::tuple<std::size_t, bool, EdgeKind>, std::string> labels;
    const auto note = [&](const Arc& arc, EdgeKind kind) {
      std::string& text = labels[{node_of(arc.place), arc.kind == ArcKind::output, kind}];
      const std::string each = inscription(net_, transition, arc, kLongestDrawn);
      if (!each.empty() && !text.empty()) text += " ++ ";
      text += each;
    };
    for (const Arc& arc : transition.arcs) {
      const std::string_view way = arc.kind == ArcKind::output      ? "out"
                                   : arc.kind == ArcKind::inhibitor ? "inhibitor"
                                   : arc.kind == ArcKind::reset     ? "reset"
                                                                    : "in";
      if (!covered_.contains({node, arc.place, way})) note(arc, edge_kind(arc.kind));
    }
    for (const Arc& use : transition.uses) note(use, EdgeKind::use);
    for (const auto& [key, text] : labels) {
      const auto& [place, out, kind] = key;
      const auto back = labels.find({place, !out, kind});
      const bool both = kind == EdgeKind::flow && back != labels.end() && back->second == text;
      if (both && out) continue;
      SheetArc arc{place, node, kind};
      arc.to_place = out;
      arc.both = both;
      add_arc(std::move(arc), {}, text);
    }
  }

  // The places that a module inside shares with this one.
  void plain_sockets(ModuleId id, std::size_t node) {
    for (const Reference& reference : net_[id].references) {
      const auto place = shown_.find(reference.place);
      if (reference.kind == ReferenceKind::fusion || place == shown_.end() || covered_.contains({node, reference.place, ""}))
        continue;
      SheetArc arc{place->second, node};
      arc.to_place = reference.kind == ReferenceKind::out;
      arc.both = reference.kind == ReferenceKind::inout;
      sheet_.arcs.push_back(std::move(arc));
    }
  }

  // Nodes without a position stand in a row below the others.
  void place_the_rest() {
    double left = 0, bottom = 0;
    bool any = false;
    for (const SheetNode& node : sheet_.nodes) {
      if (!node.at.known) continue;
      left = any ? std::min(left, node.at.x - node.width / 2) : node.at.x - node.width / 2;
      bottom = any ? std::max(bottom, node.at.y + node.height / 2) : node.at.y + node.height / 2;
      any = true;
    }
    for (SheetNode& node : sheet_.nodes) {
      if (node.at.known) continue;
      node.at = {left + node.width / 2, bottom + kApart + node.height / 2, true};
      left += node.width + kApart;
    }
  }

  void place_text(const Late& late) {
    const SheetNode& node = sheet_.nodes[late.of];
    SheetText text = late.text;
    const auto [width, height] = extent(text.text);
    text.at = {node.at.x + late.at.x, node.at.y + late.at.y, true};
    if (!late.at.known && late.side == 0) text.at.y = node.at.y + node.height / 2 + height / 2;
    if (!late.at.known && late.side != 0) {
      const bool right = late.side % 2 == 0;
      text.at.x = node.at.x + (right ? 1 : -1) * (node.width / 2 + width / 2 - 4);
      text.at.y = node.at.y + (late.side > 2 ? 1 : -1) * (node.height / 2 + height / 2 - 2);
    }
    sheet_.texts.push_back(std::move(text));
  }

  void place_arc_text(const Late& late) {
    SheetText text = late.text;
    if (!text.at.known) {
      const SheetArc& arc = sheet_.arcs[late.of];
      const SheetNode& a = sheet_.nodes[arc.place];
      const SheetNode& b = sheet_.nodes[arc.transition];
      // Two arcs between the same nodes keep their texts apart.
      text.at = {(a.at.x + b.at.x) / 2, (a.at.y + b.at.y) / 2 + (arc.to_place ? kLineHeight : -kLineHeight) / 2, true};
    }
    sheet_.texts.push_back(std::move(text));
  }

  void words() {
    for (const drawing::Words& each : page_->words) {
      if (each.width > 0) sheet_.frames.push_back(each);
      if (!each.text.empty()) sheet_.texts.push_back({each.at, each.text, each.look.text, false});
    }
  }

  const Net& net_;
  ModuleId module_;
  const drawing::Page* page_;
  bool says_;
  Sheet sheet_;
  std::vector<Late> late_;
  std::map<PlaceId, std::size_t> shown_;
  std::map<std::string, std::pair<PlaceId, std::size_t>> place_nodes_;
  std::map<std::string, std::size_t> transition_nodes_;  // and boxes
  std::map<TransitionId, std::size_t> transitions_;
  std::map<ModuleId, std::size_t> boxes_;
  std::set<std::tuple<std::size_t, PlaceId, std::string_view>> covered_;  // transition or box, place, way
};

}  // namespace

std::pair<double, double> extent(std::string_view text) {
  std::size_t lines = 1, longest = 0, letters = 0;
  for (const char c : text) {
    if (c == '\n') {
      ++lines;
      letters = 0;
    } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
      longest = std::max(longest, ++letters);
    }
  }
  return {kLetterWidth * static_cast<double>(longest), kLineHeight * static_cast<double>(lines)};
}

bool drawn_by_author(const Net& net) {
  std::set<std::tuple<std::size_t, double, double>> positions;
  std::size_t known = 0;
  const auto look = [&](const Position& at, ModuleId module) {
    if (at.known) ++known, positions.emplace(module.index(), at.x, at.y);
  };
  for (const Place& place : net.places) look(place.at, place.module);
  for (const Transition& transition : net.transitions) look(transition.at, transition.module);
  const std::size_t all = net.places.size() + net.transitions.size();
  return all > 0 && 2 * known >= all && 5 * positions.size() >= 4 * known;
}

std::vector<Sheet> sheets(const Net& net, int depth) {
  const std::vector<drawing::Page> pages = drawing::pages(net);
  std::vector<Sheet> all;
  std::map<const drawing::Page*, std::pair<std::size_t, std::size_t>> drawn;  // the sheet, and how many modules it is
  std::vector<int> level(net.modules.size(), 0);
  for (std::size_t m = 0; m < net.modules.size(); ++m) {
    const ModuleId id(m);
    if (m > 0) level[m] = level[net[id].parent.index()] + 1;
    if (depth >= 0 && level[m] > depth) continue;
    const drawing::Page* page = drawing::page_of(pages, net, id);
    if (page) {
      const auto [found, fresh] = drawn.emplace(page, std::pair(all.size(), 0));
      ++found->second.second;
      if (!fresh) continue;
    }
    Sheet sheet = SheetMaker(net, id, page).make();
    if (sheet.nodes.empty() && sheet.texts.empty()) {
      if (page) drawn.erase(page);
      continue;
    }
    sheet.title = m == 0 ? (page ? page->name : "") : module_title(net, id);
    all.push_back(std::move(sheet));
  }
  for (const auto& [page, count] : drawn) {
    if (count.second > 1) all[count.first].title = fmt::format("{} ({} instances)", page->name, count.second);
  }
  return all;
}

}  // namespace petriloom
