// SPDX-License-Identifier: Apache-2.0
#include "analysis/logic/emptiness.h"

#include <stdexcept>

#include "analysis/logic/fairness.h"
#include "analysis/logic/product_lasso.h"

namespace petriloom {
namespace {

constexpr std::uint64_t kStepsBetweenChecks = 1 << 14;
// Its component is done and accepts nothing.
constexpr std::uint32_t kClosed = static_cast<std::uint32_t>(-1);

class Couvreur {
 public:
  Couvreur(Product& product, Fairness fairness, const Limits& limits)
      : product_(product), fairness_(fairness), limits_(limits), all_(product.automaton().all_marks()) {}

  AcceptedPath run() {
    AcceptedPath result;
    try {
      search(product_.node(0, product_.automaton().initial()));
      result.any_end = any_end_;
      result.found = !accepting_.empty();
      if (result.found) {
        result.path =
            any_end_ ? product_path(product_, accepting_[0], limits_) : product_lasso(product_, accepting_, fairness_, limits_);
      }
    } catch (const LimitReached& limit) {
      stopped_ = limit.why();
    } catch (const std::length_error& error) {
      result.too_large = error.what();
    }
    result.nodes = product_.size();
    result.stopped = stopped_;
    return result;
  }

 private:
  struct Frame {
    ProductNode node;
    Product::Cursor cursor;
  };
  // A component found so far: the order of its first node, the marks on its edges, and on the edge
  // that led into it.
  struct Root {
    std::uint32_t order;
    std::uint64_t marks;
    std::uint64_t entry;
  };

  [[nodiscard]] std::uint64_t bytes() const {
    return product_.bytes() + calls_.capacity() * sizeof(Frame) + roots_.capacity() * sizeof(Root) +
           (open_.capacity() + order_.capacity()) * sizeof(ProductNode);
  }

  void search(ProductNode start) {
    enter(start, 0);
    while (!calls_.empty() && accepting_.empty() && !stopped_) {
      if (++steps_ % kStepsBetweenChecks == 0) stopped_ = limits_.reached(bytes());
      ProductEdge edge;
      const std::size_t top = calls_.size() - 1;
      if (!product_.next(calls_[top].node, calls_[top].cursor, edge)) {
        leave();
        continue;
      }
      const ProductNode target = product_.node(edge.state, edge.automaton);
      if (target == order_.size()) {
        enter(target, edge.marks);
      } else if (order_[target] != kClosed) {
        close_cycle(order_[target], edge.marks);
      }
    }
  }

  void enter(ProductNode node, std::uint64_t entry) {
    const auto order = static_cast<std::uint32_t>(open_.size());
    order_.push_back(order);
    open_.push_back(node);
    roots_.push_back({order, 0, entry});
    calls_.push_back({node, {}});
    if (product_.automaton().universal(product_.automaton(node))) {
      accepting_ = {node};
      any_end_ = true;
    }
  }

  // An edge back to an open node makes all components above it one.
  void close_cycle(std::uint32_t order, std::uint64_t marks) {
    while (roots_.back().order > order) {
      marks |= roots_.back().marks | roots_.back().entry;
      roots_.pop_back();
    }
    roots_.back().marks |= marks;
    if (fairness_ == Fairness::none && roots_.back().marks == all_) {
      accepting_.assign(open_.begin() + roots_.back().order, open_.end());
    }
  }

  void leave() {
    const ProductNode node = calls_.back().node;
    calls_.pop_back();
    if (roots_.back().order != order_[node]) return;
    const std::vector<ProductNode> component(open_.begin() + order_[node], open_.end());
    const bool candidate = fairness_ != Fairness::none && roots_.back().marks == all_;
    open_.resize(order_[node]);
    roots_.pop_back();
    if (candidate) accepting_ = fair_part(product_, component, fairness_, limits_);
    for (const ProductNode member : component) order_[member] = kClosed;
  }

  Product& product_;
  Fairness fairness_;
  const Limits& limits_;
  std::uint64_t all_;
  std::vector<Frame> calls_;
  std::vector<Root> roots_;
  std::vector<ProductNode> open_;     // nodes of components not done, in order of entry
  std::vector<std::uint32_t> order_;  // of each node: its position in open_, or kClosed
  std::vector<ProductNode> accepting_;
  bool any_end_ = false;
  std::optional<Stopped> stopped_;
  std::uint64_t steps_ = 0;
};

}  // namespace

AcceptedPath find_accepted(Product& product, Fairness fairness, const Limits& limits) {
  return Couvreur(product, fairness, limits).run();
}

}  // namespace petriloom
