// SPDX-License-Identifier: Apache-2.0
// Which member of a family of measures a firing belongs to.
#pragma once

#include <optional>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// Where key k of a measure of firings stands in the frame of a transition: below the size of the
/// binding it is that variable, else it is a slot of its own, and conditions and values see the
/// member there. The indices of the measure's own instance are the leading variables of all
/// transitions inside of it.
std::uint32_t key_slot(const Net& net, const Measure& measure, const MeasuredFirings& of, std::size_t k);

/// The variables of the binding that the keys equal in every firing that counts: the key's own
/// slot, or what the condition equates it with (`where x = k`). Nothing for a key that only other
/// conditions, or none, speak of.
struct KeyVariables {
  std::vector<std::optional<std::uint32_t>> slots;  ///< by key
  bool whole = true;                                ///< the condition says no more than this
};
KeyVariables key_variables(const Net& net, const Measure& measure, const MeasuredFirings& of);

/// Visits all that a measure looks at, what its delays end with behind what they begin with.
template <class AMeasure, class Visit>
void for_each_measured(AMeasure& measure, const Visit& visit) {
  for (auto& of : measure.firings) visit(of);
  for (auto& of : measure.until) visit(of);
}

/// Visits the conditions and values of a measure; those that it lacks are invalid.
template <class Visit>
void for_each_expression(const Measure& measure, const Visit& visit) {
  visit(measure.condition);
  visit(measure.value);
  for_each_measured(measure, [&](const MeasuredFirings& of) {
    visit(of.condition);
    visit(of.value);
  });
}

/// Visits the parts that `and` joins in a condition, in the order of the text.
template <class Visit>
void for_each_conjunct(const ExprArena& exprs, ExprId condition, const Visit& visit) {
  if (!condition.valid()) return;
  if (exprs[condition].op != Op::and_) {
    visit(condition);
    return;
  }
  for (const ExprId part : exprs.children(condition)) for_each_conjunct(exprs, part, visit);
}

/// Whether a part of a condition is an equation one side of which is the variable in this slot;
/// gives the other side.
std::optional<ExprId> equated_with(const ExprArena& exprs, ExprId part, std::uint32_t slot);

}  // namespace petriloom
