// SPDX-License-Identifier: Apache-2.0
#include "formats/drawing/drawing.h"

#include <algorithm>

namespace petriloom::drawing {

bool is_drawing(std::string_view heading) { return heading.starts_with(kHeading); }
bool is_inscription(std::string_view heading) { return heading.starts_with(kInscriptions); }

const Node* Page::node(NodeKind kind, const std::string& node_name) const {
  const auto found =
      std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) { return node.kind == kind && node.name == node_name; });
  return found == nodes.end() ? nullptr : &*found;
}

bool Page::says() const {
  const auto label = [](const Label& each) { return !each.text.empty(); };
  return std::any_of(arcs.begin(), arcs.end(), [](const Arc& arc) { return !arc.text.empty(); }) ||
         std::any_of(nodes.begin(), nodes.end(),
                     [&](const Node& each) { return std::any_of(each.labels.begin(), each.labels.end(), label); });
}

const Page* page_of(const std::vector<Page>& pages, const Net& net, ModuleId module) {
  const auto draws = [&](const Page& page) {
    switch (page.of) {
      case Of::net:
        return module.index() == 0;
      case Of::kind:
        return module.index() != 0 && page.name == net[module].kind;
      case Of::module:
        return module.index() != 0 && page.path == path(net, module);
    }
    return false;
  };
  const auto found = std::find_if(pages.begin(), pages.end(), draws);
  return found == pages.end() ? nullptr : &*found;
}

}  // namespace petriloom::drawing
