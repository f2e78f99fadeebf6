// SPDX-License-Identifier: Apache-2.0
// Formulas of LTL in negation normal form, each distinct one once, simplified as they are made.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "analysis/model/atoms.h"

namespace petriloom {

enum class LtlOp : std::uint8_t { false_, true_, literal, and_, or_, next, until, release };

using LtlId = std::uint32_t;

/// F f is `true U f`, G f is `false R f`.
struct LtlNode {
  LtlOp op = LtlOp::false_;
  std::uint32_t atom = 0;  ///< literal: number of the atom
  bool negated = false;    ///< literal
  LtlId left = 0, right = 0;
  auto operator<=>(const LtlNode&) const = default;
};

class LtlFormulas {
 public:
  LtlFormulas();
  static constexpr LtlId kFalse = 0;
  static constexpr LtlId kTrue = 1;

  [[nodiscard]] const LtlNode& operator[](LtlId id) const { return nodes_[id]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  LtlId literal(std::uint32_t atom, bool negated);
  LtlId conjunction(LtlId a, LtlId b);
  LtlId disjunction(LtlId a, LtlId b);
  LtlId next(LtlId a);
  LtlId until(LtlId a, LtlId b);
  LtlId release(LtlId a, LtlId b);
  LtlId finally(LtlId a) { return until(kTrue, a); }
  LtlId globally(LtlId a) { return release(kFalse, a); }

  /// The negation normal form of a formula of the net, or of its negation. `atoms` numbers the
  /// atoms.
  LtlId from(const Net& net, FormulaId formula, bool negated, const AtomTable& atoms);

 private:
  LtlId make(LtlNode node);
  [[nodiscard]] bool is_finally(LtlId id) const { return nodes_[id].op == LtlOp::until && nodes_[id].left == kTrue; }
  [[nodiscard]] bool is_globally(LtlId id) const { return nodes_[id].op == LtlOp::release && nodes_[id].left == kFalse; }
  [[nodiscard]] bool is_finally_globally(LtlId id) const { return is_finally(id) && is_globally(nodes_[id].right); }
  [[nodiscard]] bool is_globally_finally(LtlId id) const { return is_globally(id) && is_finally(nodes_[id].right); }
  [[nodiscard]] bool opposite(LtlId a, LtlId b) const;
  std::vector<LtlNode> nodes_;
  std::map<LtlNode, LtlId> known_;
};

}  // namespace petriloom
