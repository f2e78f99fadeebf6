// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/fusion_names.h"

#include <algorithm>
#include <set>

#include "formats/cpn_writing/page_layout.h"

namespace petriloom::cpn {
namespace {

std::string called_by_author(const drawing::Page* drawn, const std::string& place) {
  const drawing::Node* const node = drawn ? drawn->node(drawing::NodeKind::place, place) : nullptr;
  if (!node) return {};
  for (const drawing::Label& label : node->labels) {
    if (label.kind == "fusion") return label.text;
  }
  return {};
}

}  // namespace

std::vector<std::string> fusion_names(const Net& net, const PagePlans& plans, const std::vector<drawing::Page>& drawn) {
  std::vector<std::string> names(net.places.size());
  std::vector<bool> fused(net.places.size());
  for (const PagePlan& page : plans.pages) {
    for (const SeenPlace& seen : page.places) {
      if (seen.sight != Sight::fused) continue;
      fused[seen.place.index()] = true;
      std::string& name = names[seen.place.index()];
      if (name.empty()) name = called_by_author(drawing::page_of(drawn, net, page.module), seen.name);
    }
  }
  std::set<std::string> taken;
  for (std::size_t p = 0; p < names.size(); ++p) {
    if (!fused[p]) continue;
    const std::string wanted = names[p].empty() ? net.places[p].name : names[p];
    names[p] = wanted;
    for (std::size_t k = 2; !taken.insert(names[p]).second; ++k) names[p] = wanted + " " + std::to_string(k);
  }
  return names;
}

std::size_t end_of(const PagePlan& plan, const drawing::Page* drawn, const ArcText& arc, const std::string& transition) {
  for (std::size_t k = 0; drawn && k < plan.places.size(); ++k) {
    if (plan.places[k].place == arc.place && drawn_arc(drawn, arc.orientation, plan.places[k].name, transition)) return k;
  }
  return plan.position(arc.place);
}

}  // namespace petriloom::cpn
