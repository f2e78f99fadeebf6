// SPDX-License-Identifier: Apache-2.0
// The product of a state space and the automaton of a formula: its infinite paths are the paths of
// the state space that the automaton accepts. Made as far as it is visited. In a dead state time
// goes on without a step (docs/semantics.md, rule 17).
#pragma once

#include "analysis/logic/buchi.h"
#include "analysis/space/paths.h"

namespace petriloom {

using ProductNode = std::uint32_t;
inline constexpr Label kStutter = static_cast<Label>(-1);

struct ProductEdge {
  StateNumber state = 0;
  BuchiState automaton = 0;
  Label label = kStutter;
  std::uint64_t marks = 0;
};

class Product {
 public:
  /// `atoms[k]` says where atom k of the automaton holds. All must outlive the product.
  Product(const StateSpace& space, BuchiAutomaton& automaton, std::vector<const StateSet*> atoms)
      : space_(space), automaton_(automaton), atoms_(std::move(atoms)) {}

  /// Fairness takes labels together whose entries here are the same; by default each stands alone.
  /// Must outlive the product.
  void set_fair_labels(std::span<const Label> together) { fair_labels_ = together; }
  [[nodiscard]] Label fair_label(Label label) const { return label < fair_labels_.size() ? fair_labels_[label] : label; }

  /// Where the enumeration of a node's edges stands.
  struct Cursor {
    std::uint64_t atoms = 0;
    std::uint32_t rule = 0;  // edge of the automaton
    std::uint32_t step = 0;  // edge of the state space
    bool started = false;
  };
  /// The next edge of a node; false after the last. A state that was not expanded has none.
  bool next(ProductNode node, Cursor& cursor, ProductEdge& edge);

  /// The number of a node, given in order of first mention.
  ProductNode node(StateNumber state, BuchiState automaton);
  /// The number of a node that has one already, or nothing.
  [[nodiscard]] std::optional<ProductNode> find(StateNumber state, BuchiState automaton) const;
  [[nodiscard]] StateNumber state(ProductNode node) const { return static_cast<StateNumber>(keys_[node] >> 32); }
  [[nodiscard]] BuchiState automaton(ProductNode node) const { return static_cast<BuchiState>(keys_[node]); }
  [[nodiscard]] std::size_t size() const { return keys_.size(); }
  [[nodiscard]] std::uint64_t bytes() const { return keys_.capacity() * sizeof(keys_[0]) + slots_.capacity() * sizeof(slots_[0]); }
  [[nodiscard]] const StateSpace& space() const { return space_; }
  [[nodiscard]] BuchiAutomaton& automaton() { return automaton_; }

 private:
  [[nodiscard]] std::uint64_t atoms_of(StateNumber state) const;
  [[nodiscard]] std::size_t find_slot(std::uint64_t key) const;
  void grow();

  const StateSpace& space_;
  BuchiAutomaton& automaton_;
  std::vector<const StateSet*> atoms_;
  std::span<const Label> fair_labels_;
  std::vector<std::uint64_t> keys_;
  std::vector<ProductNode> slots_;
};

}  // namespace petriloom
