// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/variable_order.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace petriloom::cpn {

std::size_t VariableOrder::node(const Variable& variable, std::size_t copy) {
  const auto [found, fresh] = known_.emplace(std::tuple(variable.name, variable.colour, copy), variables_.size());
  if (fresh) {
    variables_.push_back(variable);
    after_.emplace_back();
  }
  return found->second;
}

bool VariableOrder::reaches(std::size_t from, std::size_t to) const {
  std::vector<bool> seen(variables_.size(), false);
  std::vector<std::size_t> open{from};
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (at == to) return true;
    if (seen[at]) continue;
    seen[at] = true;
    open.insert(open.end(), after_[at].begin(), after_[at].end());
  }
  return false;
}

// Asks that each comes after the one before it, unless all cannot be.
bool VariableOrder::add_chain(const std::vector<std::size_t>& chain) {
  std::vector<std::size_t> fresh;  // positions in the chain
  for (std::size_t k = 0; k + 1 < chain.size(); ++k) {
    if (after_[chain[k]].contains(chain[k + 1])) continue;
    if (reaches(chain[k + 1], chain[k])) {
      for (const std::size_t added : fresh) after_[chain[added]].erase(chain[added + 1]);
      return false;
    }
    after_[chain[k]].insert(chain[k + 1]);
    fresh.push_back(k);
  }
  return true;
}

std::vector<std::size_t> VariableOrder::add(const Transition& transition) {
  // Variables that no transition had before can always be put in order.
  for (std::size_t first_copy = 0;; ++first_copy) {
    std::vector<std::size_t> chain;
    for (std::size_t k = 0; k < transition.binding_size; ++k) {
      const Variable variable{transition.variables[k].name, transition.variables[k].colour, transition.variables[k].alias};
      std::size_t copy = first_copy;
      while (std::find(chain.begin(), chain.end(), node(variable, copy)) != chain.end()) ++copy;
      chain.push_back(node(variable, copy));
    }
    if (add_chain(chain)) return chain;
  }
}

std::size_t VariableOrder::loose(const Variable& variable, const std::vector<std::size_t>& taken) {
  for (std::size_t copy = 0;; ++copy) {
    const std::size_t found = node(variable, copy);
    if (std::find(taken.begin(), taken.end(), found) == taken.end()) return found;
  }
}

std::vector<std::size_t> VariableOrder::order() const {
  std::vector<std::size_t> before(variables_.size(), 0);
  for (const std::set<std::size_t>& later : after_) {
    for (const std::size_t k : later) ++before[k];
  }
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t k = 0; k < before.size(); ++k) {
    if (before[k] == 0) ready.push(k);
  }
  std::vector<std::size_t> order;
  while (!ready.empty()) {
    const std::size_t next = ready.top();
    ready.pop();
    order.push_back(next);
    for (const std::size_t k : after_[next]) {
      if (--before[k] == 0) ready.push(k);
    }
  }
  return order;
}

}  // namespace petriloom::cpn
