// SPDX-License-Identifier: Apache-2.0
// CTL on an explored state space by fixpoints over its edges (Clarke, Emerson, Sistla 1986), on
// maximal paths: docs/semantics.md, rule 17.
#pragma once

#include <unordered_map>

#include "analysis/model/atoms.h"
#include "analysis/space/explore.h"

namespace petriloom {

/// Where a formula holds. If not all states are explored some are unknown: in `maybe` but not in
/// `yes`.
struct Truth {
  StateSet yes;
  StateSet maybe;
};

class CtlChecker {
 public:
  /// All three must outlive the checker; `atoms` numbers the atoms of `space`.
  CtlChecker(const Net& net, const AtomTable& atoms, const StateSpace& space) : net_(net), atoms_(atoms), space_(space) {}

  // All of these poll the limits of the space: they throw LimitReached, after which others may
  // still be asked.
  /// Where a formula holds. The formula must have CTL and boolean operators only. The result stays
  /// valid as long as the checker.
  const Truth& check(FormulaId formula);
  /// Where E[f U g], EG f and EX f hold.
  Truth exists_until(const Truth& f, const Truth& g);
  Truth exists_globally(const Truth& f);
  Truth exists_next(const Truth& f) const;

  [[nodiscard]] const Net& net() const { return net_; }
  [[nodiscard]] const StateSpace& space() const { return space_; }

 private:
  Truth compute(const Formula& node);
  [[nodiscard]] Truth atom(const Formula& node) const;
  [[nodiscard]] Truth constant(bool value) const;
  const ReverseGraph& reverse();
  StateSet backward(StateSet reached, const StateSet& through);

  const Net& net_;
  const AtomTable& atoms_;
  const StateSpace& space_;
  std::unordered_map<FormulaId, Truth> known_;
  std::optional<ReverseGraph> reverse_;
  std::uint64_t held_ = 0;  // bytes
};

Truth operator~(Truth truth);
Truth operator&(Truth a, const Truth& b);
Truth operator|(Truth a, const Truth& b);

}  // namespace petriloom
