// SPDX-License-Identifier: Apache-2.0
#include "engine/fluid/level_amounts.h"

namespace petriloom::fluid {

LevelAmounts::LevelAmounts(const HybridNet& hybrid) : hybrid_(hybrid) {
  for (const std::vector<LevelArc>& arcs : hybrid.arcs) {
    Codes& codes = codes_.emplace_back();
    for (const LevelArc& arc : arcs) {
      codes.amounts.emplace_back(hybrid.net, arc.amount);
      codes.conditions.emplace_back(hybrid.net, arc.condition);
      const auto fixed = [](const Code& code) { return !code.valid() || code.constant(); };
      codes.constant = codes.constant && fixed(codes.amounts.back()) && fixed(codes.conditions.back());
    }
  }
}

}  // namespace petriloom::fluid
