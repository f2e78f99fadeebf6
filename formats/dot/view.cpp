// SPDX-License-Identifier: Apache-2.0
#include "formats/dot/view.h"

#include <tuple>

#include "formats/dot/inscription.h"

namespace petriloom {

namespace {

class ViewMaker {
 public:
  ViewMaker(const Net& net, int depth) : net_(net), depth_(depth) {}

  View make() {
    add_modules();
    for (std::size_t p = 0; p < net_.places.size(); ++p) add_node(ViewNode::Kind::place, p, net_.places[p].module, places_);
    for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
      add_node(ViewNode::Kind::transition, t, net_.transitions[t].module, transitions_);
    }
    for (std::size_t t = 0; t < net_.transitions.size(); ++t) add_arcs(t);
    finish_edges();
    return std::move(view_);
  }

 private:
  using Key = std::tuple<std::size_t, std::size_t, EdgeKind>;

  void add_modules() {
    level_.assign(net_.modules.size(), 0);
    box_.assign(net_.modules.size(), 0);
    for (std::size_t m = 0; m < net_.modules.size(); ++m) {
      const ModuleId parent = net_.modules[m].parent;
      if (m > 0) level_[m] = level_[parent.index()] + 1;
      if (depth_ < 0 || level_[m] <= depth_) {
        view_.open.emplace_back(m);
      } else if (level_[m] == depth_ + 1) {
        box_[m] = view_.nodes.size();
        view_.nodes.push_back({ViewNode::Kind::module, m, parent});
      } else {
        box_[m] = box_[parent.index()];
      }
    }
  }

  [[nodiscard]] bool open(ModuleId module) const { return depth_ < 0 || level_[module.index()] <= depth_; }

  void add_node(ViewNode::Kind kind, std::size_t id, ModuleId module, std::vector<std::size_t>& numbers) {
    if (!open(module)) {
      numbers.push_back(box_[module.index()]);
      return;
    }
    numbers.push_back(view_.nodes.size());
    view_.nodes.push_back({kind, id, module});
  }

  void add_arcs(std::size_t t) {
    const Transition& transition = net_.transitions[t];
    const bool shown = open(transition.module);
    for (const Arc& arc : transition.arcs) {
      std::size_t from = places_[arc.place.index()];
      std::size_t to = transitions_[t];
      if (from == to) continue;  // inside a closed module
      if (arc.kind == ArcKind::output) std::swap(from, to);
      const EdgeKind kind = arc.kind == ArcKind::read        ? EdgeKind::read
                            : arc.kind == ArcKind::inhibitor ? EdgeKind::inhibitor
                            : arc.kind == ArcKind::reset     ? EdgeKind::reset
                            : arc.kind == ArcKind::equal     ? EdgeKind::equal
                                                             : EdgeKind::flow;
      std::string& label = labels_[{from, to, kind}];
      if (!shown || !open(net_[arc.place].module)) continue;
      const std::string text = inscription(net_, transition, arc);
      if (!text.empty() && !label.empty()) label += " ++ ";
      label += text;
    }
    for (const Arc& use : transition.uses) {
      const std::size_t from = places_[use.place.index()];
      if (from == transitions_[t]) continue;
      std::string& label = labels_[{from, transitions_[t], EdgeKind::use}];
      if (!shown || !open(net_[use.place].module)) continue;
      const std::string text = inscription(net_, transition, use);
      if (!text.empty() && !label.empty()) label += " ++ ";
      label += text;
    }
  }

  void finish_edges() {
    for (const auto& [key, label] : labels_) {
      const auto& [from, to, kind] = key;
      const auto back = labels_.find({to, from, EdgeKind::flow});
      const bool both = kind == EdgeKind::flow && back != labels_.end() && back->second == label;
      if (both && from > to) continue;  // drawn with the other direction
      view_.edges.push_back({from, to, kind, both, label});
    }
  }

  const Net& net_;
  int depth_;
  View view_;
  std::vector<int> level_;
  std::vector<std::size_t> box_;     // closed modules: the node that stands for them
  std::vector<std::size_t> places_;  // the node each is seen as
  std::vector<std::size_t> transitions_;
  std::map<Key, std::string> labels_;
};

}  // namespace

View make_view(const Net& net, int depth) { return ViewMaker(net, depth).make(); }

}  // namespace petriloom
