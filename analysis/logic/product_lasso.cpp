// SPDX-License-Identifier: Apache-2.0
#include "analysis/logic/product_lasso.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace petriloom {
namespace {

struct Step {
  ProductNode from;
  ProductNode to;
  Label label;
  std::uint64_t marks;
};

// Breadth-first over visited nodes. The search ends at the first edge for which `wanted` holds;
// only targets for which `inside` holds are entered.
template <class Inside, class Wanted>
std::vector<Step> search(Product& product, ProductNode from, const Inside& inside, const Wanted& wanted, const Limits& limits) {
  constexpr std::uint64_t kStepsOfEdge = 8;  // looks into tables outside of the cache
  Poll poll(limits);
  std::unordered_map<ProductNode, Step> entered;
  std::vector<ProductNode> queue{from};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    Product::Cursor cursor;
    ProductEdge edge;
    while (product.next(queue[next], cursor, edge)) {
      poll(kStepsOfEdge);
      const auto target = product.find(edge.state, edge.automaton);
      if (!target || !inside(*target)) continue;
      const Step step{queue[next], *target, edge.label, edge.marks};
      if (wanted(step)) {
        std::vector<Step> steps{step};
        while (steps.back().from != from) steps.push_back(entered.at(steps.back().from));
        std::reverse(steps.begin(), steps.end());
        return steps;
      }
      if (*target != from && entered.emplace(*target, step).second) queue.push_back(*target);
    }
  }
  return {};
}

// What the loop must still see: marks, and for fairness labels that must be taken or met disabled.
class Needs {
 public:
  Needs(Product& product, const std::vector<ProductNode>& part, Fairness fairness)
      : product_(product), marks_(product.automaton().all_marks()) {
    if (fairness == Fairness::none) return;
    for (const ProductNode node : part) {
      const auto labels = enabled(node);
      labels_.insert(labels.begin(), labels.end());
    }
    strong_ = fairness == Fairness::strong;
  }
  [[nodiscard]] bool done() const { return marks_ == 0 && labels_.empty(); }
  [[nodiscard]] bool helped_by(const Step& step) const {
    if ((step.marks & marks_) != 0 || labels_.contains(product_.fair_label(step.label))) return true;
    return !strong_ && disabled_somewhere(step.from);
  }
  void see(const Step& step) {
    marks_ &= ~step.marks;
    labels_.erase(product_.fair_label(step.label));
    if (strong_) return;
    const auto here = enabled(step.from);
    std::erase_if(labels_, [&](Label label) { return !std::binary_search(here.begin(), here.end(), label); });
  }

 private:
  [[nodiscard]] std::vector<Label> enabled(ProductNode node) const {
    const auto labels = product_.space().graph.labels(product_.state(node));
    std::vector<Label> sorted(labels.begin(), labels.end());
    for (Label& label : sorted) label = product_.fair_label(label);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }
  [[nodiscard]] bool disabled_somewhere(ProductNode node) const {
    const auto here = enabled(node);
    return std::any_of(labels_.begin(), labels_.end(),
                       [&](Label label) { return !std::binary_search(here.begin(), here.end(), label); });
  }
  Product& product_;
  std::uint64_t marks_;
  std::set<Label> labels_;
  bool strong_ = false;
};

StatePath to_states(const Product& product, const std::vector<Step>& steps, ProductNode start) {
  StatePath path;
  path.states.push_back(product.state(start));
  for (const Step& step : steps) {
    if (step.label == kStutter) continue;
    path.labels.push_back(step.label);
    path.states.push_back(product.state(step.to));
  }
  return path;
}

const auto kAnywhere = [](ProductNode) { return true; };

std::vector<Step> loop_steps(Product& product, const std::vector<ProductNode>& part, ProductNode start, Fairness fairness,
                             const Limits& limits) {
  const std::unordered_set<ProductNode> members(part.begin(), part.end());
  const auto inside = [&](ProductNode node) { return members.contains(node); };
  Needs needs(product, part, fairness);
  std::vector<Step> loop;
  ProductNode at = start;
  while (!needs.done() || at != start || loop.empty()) {
    const auto wanted = [&](const Step& step) { return needs.done() ? step.to == start : needs.helped_by(step); };
    const std::vector<Step> more = search(product, at, inside, wanted, limits);
    if (more.empty()) break;  // only if `part` is not as promised
    for (const Step& step : more) needs.see(step);
    loop.insert(loop.end(), more.begin(), more.end());
    at = more.back().to;
  }
  return loop;
}

}  // namespace

StatePath product_path(Product& product, ProductNode goal, const Limits& limits) {
  const ProductNode start = 0;
  if (goal == start) return {{product.state(start)}, {}, {}};
  const auto wanted = [&](const Step& step) { return step.to == goal; };
  return to_states(product, search(product, start, kAnywhere, wanted, limits), start);
}

StatePath product_lasso(Product& product, const std::vector<ProductNode>& part, Fairness fairness, const Limits& limits) {
  const std::unordered_set<ProductNode> members(part.begin(), part.end());
  const ProductNode start = 0;
  ProductNode entry = start;
  std::vector<Step> way;
  if (!members.contains(start)) {
    way = search(
        product, start, kAnywhere, [&](const Step& step) { return members.contains(step.to); }, limits);
    entry = way.back().to;
  }
  StatePath path = to_states(product, way, start);
  StatePath loop = to_states(product, loop_steps(product, part, entry, fairness, limits), entry);
  if (loop.labels.empty()) return path;
  loop.loop = 0;
  append(path, loop);
  return path;
}

}  // namespace petriloom
