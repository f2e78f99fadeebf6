// SPDX-License-Identifier: Apache-2.0
#include "analysis/logic/product.h"

#include <stdexcept>

namespace petriloom {
namespace {

constexpr ProductNode kFree = static_cast<ProductNode>(-1);
constexpr std::size_t kFirstProductSlots = 1 << 10;

std::uint64_t key_of(StateNumber state, BuchiState automaton) { return static_cast<std::uint64_t>(state) << 32 | automaton; }

std::uint64_t scattered(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  return x ^ (x >> 32);
}

}  // namespace

std::uint64_t Product::atoms_of(StateNumber state) const {
  std::uint64_t mask = 0;
  for (std::size_t k = 0; k < atoms_.size(); ++k) {
    if ((*atoms_[k])[state]) mask |= std::uint64_t{1} << k;
  }
  return mask;
}

bool Product::next(ProductNode node, Cursor& cursor, ProductEdge& edge) {
  const StateNumber from = state(node);
  if (!space_.graph.expanded(from)) return false;
  if (!cursor.started) {
    cursor.started = true;
    cursor.atoms = atoms_of(from);
  }
  const auto targets = space_.graph.targets(from);
  const std::vector<BuchiEdge>& rules = automaton_.edges(automaton(node));
  while (cursor.rule < rules.size()) {
    const BuchiEdge& rule = rules[cursor.rule];
    const bool stutter = targets.empty() && cursor.step == 0;
    if (rule.reads(cursor.atoms) && (stutter || cursor.step < targets.size())) {
      edge = {stutter ? from : targets[cursor.step], rule.target, stutter ? kStutter : space_.graph.labels(from)[cursor.step],
              rule.marks};
      ++cursor.step;
      return true;
    }
    ++cursor.rule;
    cursor.step = 0;
  }
  return false;
}

std::size_t Product::find_slot(std::uint64_t key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = scattered(key) & mask;
  while (slots_[slot] != kFree && keys_[slots_[slot]] != key) slot = (slot + 1) & mask;
  return slot;
}

std::optional<ProductNode> Product::find(StateNumber state, BuchiState automaton) const {
  if (slots_.empty()) return std::nullopt;
  const ProductNode found = slots_[find_slot(key_of(state, automaton))];
  return found == kFree ? std::nullopt : std::optional(found);
}

ProductNode Product::node(StateNumber state, BuchiState automaton) {
  if ((keys_.size() + 1) * 3 > slots_.size() * 2) grow();
  const std::uint64_t key = key_of(state, automaton);
  ProductNode& slot = slots_[find_slot(key)];
  if (slot == kFree) {
    if (keys_.size() >= kFree) throw std::length_error("the product with the automaton of the formula is too large");
    slot = static_cast<ProductNode>(keys_.size());
    keys_.push_back(key);
  }
  return slot;
}

void Product::grow() {
  slots_.assign(slots_.empty() ? kFirstProductSlots : slots_.size() * 2, kFree);
  for (std::size_t k = 0; k < keys_.size(); ++k) slots_[find_slot(keys_[k])] = static_cast<ProductNode>(k);
}

}  // namespace petriloom
