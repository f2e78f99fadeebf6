// SPDX-License-Identifier: Apache-2.0
#include "analysis/linear/state_order.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace petriloom {
namespace {

// Up to here an order is sought whatever the chain looks like. Above only if it is long and narrow:
// else the search takes longer than what it could save; but if whatever it takes is allowed.
constexpr std::size_t kAnyShape = 300'000;
constexpr std::size_t kNarrow = 1'000;
constexpr auto kNone = static_cast<StateNumber>(-1);

/// Rows of neighbours, ascending.
struct Neighbours {
  std::vector<std::uint64_t> starts{0};
  std::vector<StateNumber> to;
  [[nodiscard]] std::span<const StateNumber> of(std::size_t state) const {
    return std::span(to).subspan(starts[state], starts[state + 1] - starts[state]);
  }
};

/// Who has a rate from or to whom.
Neighbours neighbours_of(const Inflow& part) {
  const std::size_t n = part.size();
  std::vector<std::uint64_t> next(n + 1, 0);
  const auto for_each = [&](const auto& use) {
    for (std::size_t j = 0; j < n; ++j) {
      for (const StateNumber i : part.sources_of(j)) {
        if (i == j) continue;
        use(i, static_cast<StateNumber>(j));
        use(static_cast<StateNumber>(j), i);
      }
    }
  };
  for_each([&](StateNumber a, StateNumber) { ++next[a + std::size_t{1}]; });
  for (std::size_t k = 0; k < n; ++k) next[k + 1] += next[k];
  std::vector<StateNumber> all(next[n]);
  std::vector<std::uint64_t> at(next.begin(), next.end() - 1);
  for_each([&](StateNumber a, StateNumber b) { all[at[a]++] = b; });
  Neighbours result;
  result.to.reserve(all.size());
  for (std::size_t k = 0; k < n; ++k) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(next[k]);
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(next[k + 1]);
    std::sort(begin, end);
    result.to.insert(result.to.end(), begin, std::unique(begin, end));
    result.starts.push_back(result.to.size());
  }
  return result;
}

/// The most states from which it is equally far to one at the edge of the part.
std::size_t width(const Inflow& part) {
  std::size_t widest = 0;
  StateNumber to = 0;
  for (int round = 0; round < 2; ++round) {
    std::vector<std::uint8_t> seen(part.size(), 0);
    std::vector<StateNumber> level{to};
    seen[to] = 1;
    widest = 0;
    while (!level.empty()) {
      widest = std::max(widest, level.size());
      to = level.front();
      std::vector<StateNumber> next;
      for (const StateNumber state : level) {
        for (const StateNumber other : part.sources_of(state)) {
          if (seen[other] == 0) {
            seen[other] = 1;
            next.push_back(other);
          }
        }
      }
      level = std::move(next);
    }
  }
  return widest;
}

std::vector<StateNumber> minimum_degree(const Neighbours& near, std::size_t n) {
  using Pattern = Eigen::SparseMatrix<float, Eigen::ColMajor, int>;
  Pattern pattern(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  pattern.resizeNonZeros(static_cast<Eigen::Index>(near.to.size() + n));
  int* starts = pattern.outerIndexPtr();
  int* rows = pattern.innerIndexPtr();
  int at = 0;
  for (std::size_t k = 0; k < n; ++k) {
    starts[k] = at;
    bool diagonal = false;
    const auto put_diagonal = [&] {
      rows[at++] = static_cast<int>(k);
      diagonal = true;
    };
    for (const StateNumber other : near.of(k)) {
      if (!diagonal && other > k) put_diagonal();
      rows[at++] = static_cast<int>(other);
    }
    if (!diagonal) put_diagonal();
  }
  starts[n] = at;
  std::fill_n(pattern.valuePtr(), pattern.nonZeros(), 1.0F);
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::internal::minimum_degree_ordering(pattern, order);
  std::vector<StateNumber> states(n);
  for (std::size_t k = 0; k < n; ++k) states[k] = static_cast<StateNumber>(order.indices()(static_cast<Eigen::Index>(k)));
  return states;
}

class Analysis {
 public:
  Analysis(const Neighbours& near, StateOrder& order) : near_(near), order_(order) {}

  void run(const EliminationBudget& budget) {
    place();
    find_parents();
    sort_children_first();
    place();
    find_parents();
    if (!count(budget)) return;
    group();
    order_.within = true;
  }

 private:
  [[nodiscard]] std::size_t size() const { return order_.states.size(); }

  void place() {
    order_.places.resize(size());
    for (std::size_t k = 0; k < size(); ++k) order_.places[order_.states[k]] = static_cast<StateNumber>(k);
    order_.starts.assign(1, 0);
    order_.neighbours.clear();
    order_.neighbours.reserve(near_.to.size());
    for (std::size_t k = 0; k < size(); ++k) {
      for (const StateNumber other : near_.of(order_.states[k])) order_.neighbours.push_back(order_.places[other]);
      order_.starts.push_back(order_.neighbours.size());
    }
  }

  /// The first later state that gets a rate by the elimination of each one.
  void find_parents() {
    parents_.assign(size(), kNone);
    std::vector<StateNumber> top(size(), kNone);
    for (std::size_t k = 0; k < size(); ++k) {
      const auto here = static_cast<StateNumber>(k);
      for (StateNumber below : order_.neighbours_of(k)) {
        while (below < here) {
          const StateNumber next = top[below];
          top[below] = here;
          if (next == kNone) parents_[below] = here;
          below = next == kNone ? here : next;
        }
      }
    }
  }

  /// Each state comes after those that hand on to it, and right after the last of them. Parents
  /// come later already, so that walking from the end and putting children before their parents
  /// does.
  void sort_children_first() {
    std::vector<StateNumber> first(size(), kNone);
    std::vector<StateNumber> next(size(), kNone);
    for (std::size_t k = size(); k-- > 0;) {
      if (parents_[k] == kNone) continue;
      next[k] = first[parents_[k]];
      first[parents_[k]] = static_cast<StateNumber>(k);
    }
    std::vector<StateNumber> sorted;
    sorted.reserve(size());
    std::vector<StateNumber> stack;
    for (std::size_t root = 0; root < size(); ++root) {
      if (parents_[root] != kNone) continue;
      stack.push_back(static_cast<StateNumber>(root));
      while (!stack.empty()) {
        const StateNumber top = stack.back();
        if (first[top] != kNone) {
          stack.push_back(first[top]);
          first[top] = next[first[top]];
        } else {
          sorted.push_back(order_.states[top]);
          stack.pop_back();
        }
      }
    }
    order_.states = std::move(sorted);
  }

  bool count(const EliminationBudget& budget) {
    counts_.assign(size(), 0);
    std::vector<StateNumber> seen(size(), kNone);
    for (std::size_t k = 0; k < size(); ++k) {
      const auto here = static_cast<StateNumber>(k);
      seen[k] = here;
      for (StateNumber below : order_.neighbours_of(k)) {
        if (below > here) continue;
        for (; seen[below] != here; below = parents_[below]) {
          seen[below] = here;
          ++counts_[below];
          ++order_.fill;
        }
      }
      if (order_.fill > budget.fill) return false;
    }
    for (const std::uint64_t each : counts_) order_.work += static_cast<double>(each) * static_cast<double>(each);
    return order_.work <= budget.work;
  }

  void group() {
    std::vector<std::uint32_t> group_of(size());
    for (std::size_t k = 0; k < size(); ++k) {
      if (k == 0 || parents_[k - 1] != k || counts_[k - 1] != counts_[k] + 1) order_.groups.push_back(static_cast<StateNumber>(k));
      group_of[k] = static_cast<std::uint32_t>(order_.groups.size() - 1);
    }
    order_.children.assign(order_.groups.size(), 0);
    order_.groups.push_back(static_cast<StateNumber>(size()));
    for (std::size_t g = 0; g + 1 < order_.groups.size(); ++g) {
      const StateNumber parent = parents_[order_.groups[g + 1] - 1];
      if (parent != kNone) ++order_.children[group_of[parent]];
    }
  }

  const Neighbours& near_;
  StateOrder& order_;
  std::vector<StateNumber> parents_;
  std::vector<std::uint64_t> counts_;
};

}  // namespace

StateOrder order_states(const Inflow& part, StateNumber last, const EliminationBudget& budget) {
  StateOrder order;
  if (part.size() > kAnyShape && std::isfinite(budget.work) && width(part) > kNarrow) return order;
  const Neighbours near = neighbours_of(part);
  order.states = minimum_degree(near, part.size());
  const auto at = std::find(order.states.begin(), order.states.end(), last);
  if (at != order.states.end()) std::rotate(at, at + 1, order.states.end());
  Analysis(near, order).run(budget);
  return order;
}

}  // namespace petriloom
