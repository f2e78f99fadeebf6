// SPDX-License-Identifier: Apache-2.0
#include "engine/questions/measure_keys.h"

#include <algorithm>

namespace petriloom {

std::uint32_t key_slot(const Net& net, const Measure& measure, const MeasuredFirings& of, std::size_t k) {
  const bool own = k < net[measure.module].indices.size() && inside(net, net[of.transition].module, measure.module);
  return static_cast<std::uint32_t>(own ? k : of.slots + k);
}

std::optional<ExprId> equated_with(const ExprArena& exprs, ExprId part, std::uint32_t slot) {
  if (exprs[part].op != Op::equal) return std::nullopt;
  const auto sides = exprs.children(part);
  for (std::size_t side = 0; side < 2; ++side) {
    const Expr& one = exprs[sides[side]];
    if (one.op == Op::variable && one.payload == static_cast<Word>(slot)) return sides[1 - side];
  }
  return std::nullopt;
}

KeyVariables key_variables(const Net& net, const Measure& measure, const MeasuredFirings& of) {
  KeyVariables keys;
  keys.slots.resize(measure.keys.size());
  const std::uint32_t bound = net[of.transition].binding_size;
  std::vector<std::uint32_t> own(measure.keys.size());
  for (std::size_t k = 0; k < own.size(); ++k) {
    own[k] = key_slot(net, measure, of, k);
    if (own[k] < bound) keys.slots[k] = own[k];
  }
  for_each_conjunct(net.exprs, of.condition, [&](ExprId part) {
    for (std::size_t k = 0; k < own.size(); ++k) {
      const std::optional<ExprId> other = keys.slots[k] ? std::nullopt : equated_with(net.exprs, part, own[k]);
      if (!other || net.exprs[*other].op != Op::variable || net.exprs[*other].payload >= static_cast<Word>(bound)) continue;
      keys.slots[k] = static_cast<std::uint32_t>(net.exprs[*other].payload);
      return;
    }
    keys.whole = false;
  });
  return keys;
}

}  // namespace petriloom
