// SPDX-License-Identifier: Apache-2.0
// The atoms of formulas, numbered for the state space.
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// A state expression that is true or false in a marking.
struct Atom {
  ExprId expr;
  std::uint32_t slots = 0;  ///< size of the frame it needs
};

/// Numbers the atoms below formulas; equal expressions share a number.
class AtomTable {
 public:
  /// Enters all atoms of a formula.
  void add(const Net& net, FormulaId formula);
  /// Enters one atom; its number.
  std::size_t add(const Atom& atom);
  /// The number of an atom that was entered with a formula.
  [[nodiscard]] std::size_t number(const Formula& atom) const { return numbers_.at(atom.atom); }
  [[nodiscard]] std::size_t number(const Atom& atom) const { return numbers_.at(atom.expr); }
  [[nodiscard]] const std::vector<Atom>& list() const { return list_; }

 private:
  std::vector<Atom> list_;
  std::unordered_map<ExprId, std::size_t> numbers_;
};

}  // namespace petriloom
