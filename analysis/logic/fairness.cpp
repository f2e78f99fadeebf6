// SPDX-License-Identifier: Apache-2.0
#include "analysis/logic/fairness.h"

#include <unordered_map>
#include <unordered_set>

#include "analysis/space/scc.h"

namespace petriloom {
namespace {

// What the edges and states of a part have to offer.
struct Survey {
  std::uint64_t marks = 0;
  bool has_edge = false;
  std::unordered_set<Label> taken;
  std::unordered_map<Label, std::size_t> enabled;  // in how many nodes
  StateGraph graph;                                // the edges inside, over positions in the part
};

Survey survey(Product& product, const std::vector<ProductNode>& part, const Limits& limits) {
  constexpr std::uint64_t kStepsOfEdge = 8;  // looks into tables outside of the cache
  Poll poll(limits);
  std::unordered_map<ProductNode, StateNumber> position;
  for (std::size_t k = 0; k < part.size(); ++k) position.emplace(part[k], static_cast<StateNumber>(k));
  Survey result;
  for (const ProductNode node : part) {
    Product::Cursor cursor;
    ProductEdge edge;
    while (product.next(node, cursor, edge)) {
      poll(kStepsOfEdge);
      const auto target = product.find(edge.state, edge.automaton);
      const auto inside = target ? position.find(*target) : position.end();
      if (inside == position.end()) continue;
      result.graph.add_edge(edge.label, inside->second);
      result.has_edge = true;
      result.marks |= edge.marks;
      if (edge.label != kStutter) result.taken.insert(product.fair_label(edge.label));
    }
    result.graph.end_row();
    std::unordered_set<Label> here;
    for (const Label label : product.space().graph.labels(product.state(node))) {
      const Label fair = product.fair_label(label);
      if (here.insert(fair).second) ++result.enabled[fair];
    }
  }
  return result;
}

bool offends(const Survey& found, Label label, std::size_t nodes, Fairness fairness) {
  const auto enabled = found.enabled.find(label);
  if (enabled == found.enabled.end() || found.taken.contains(label)) return false;
  return fairness == Fairness::strong || enabled->second == nodes;
}

// Without the nodes where an offending label is enabled, which a fair cycle cannot visit; split
// into components.
std::vector<std::vector<ProductNode>> without_offenders(const Product& product, const std::vector<ProductNode>& part,
                                                        const Survey& found, const Limits& limits) {
  constexpr std::uint64_t kStepsOfLabel = 8;
  StateSet kept(part.size());
  Poll poll(limits);
  for (std::size_t k = 0; k < part.size(); ++k) {
    bool offending = false;
    poll(kStepsOfLabel * product.space().graph.labels(product.state(part[k])).size());
    for (const Label label : product.space().graph.labels(product.state(part[k]))) {
      offending = offending || offends(found, product.fair_label(label), part.size(), Fairness::strong);
    }
    if (!offending) kept.insert(static_cast<StateNumber>(k));
  }
  const Components components = strong_components(found.graph, part.size(), &kept, limits);
  std::vector<std::vector<ProductNode>> result(components.count);
  for (std::size_t k = 0; k < part.size(); ++k) {
    if (kept[static_cast<StateNumber>(k)]) result[components.of[k]].push_back(part[k]);
  }
  return result;
}

}  // namespace

std::vector<ProductNode> fair_part(Product& product, std::vector<ProductNode> component, Fairness fairness, const Limits& limits) {
  std::vector<std::vector<ProductNode>> open;
  open.push_back(std::move(component));
  while (!open.empty()) {
    const std::vector<ProductNode> part = std::move(open.back());
    open.pop_back();
    if (part.empty()) continue;
    const Survey found = survey(product, part, limits);
    if (!found.has_edge || found.marks != product.automaton().all_marks()) continue;
    bool fair = true;
    for (const auto& [label, nodes] : found.enabled) fair = fair && !offends(found, label, part.size(), fairness);
    if (fair) return part;
    if (fairness != Fairness::strong) continue;
    for (auto& smaller : without_offenders(product, part, found, limits)) open.push_back(std::move(smaller));
  }
  return {};
}

}  // namespace petriloom
