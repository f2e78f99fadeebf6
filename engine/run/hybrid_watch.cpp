// SPDX-License-Identifier: Apache-2.0
#include "engine/run/hybrid_watch.h"

#include <algorithm>
#include <limits>

namespace petriloom {

HybridWatch::HybridWatch(const HybridNet& hybrid, Enabling& enabling, const Timers& timers, const Measures& measures,
                         const Marking& marking)
    : hybrid_(hybrid), enabling_(enabling), timers_(timers), marking_(marking) {
  for (const LevelConditions& conditions : hybrid.conditions) {
    std::vector<std::uint32_t>& codes = watched_.emplace_back();
    for (const ExprId expr : conditions.watched) codes.push_back(code_of(expr));
  }
  measures.for_each_of_levels([&](ExprId expr, std::span<const Word> keys, std::uint32_t slots) {
    std::vector<Word> frame(std::max<std::size_t>(slots, keys.size()));
    std::copy(keys.begin(), keys.end(), frame.begin());
    std::vector<ExprId> parts;
    level_comparisons(hybrid.net, expr, static_cast<std::uint32_t>(keys.size()), parts);
    if (hybrid.net.exprs[expr].type == ColourTable::kBool) parts.push_back(expr);
    for (const ExprId part : parts) measured_.push_back({code_of(part), frame});
  });
}

std::uint32_t HybridWatch::code_of(ExprId expr) {
  std::uint32_t number = 0;
  while (number < codes_.size() && codes_[number].expr() != expr) ++number;
  if (number == codes_.size()) codes_.emplace_back(hybrid_.net, expr);
  return number;
}

// A comparison that another part of its expression keeps from being looked at may have no value.
Word HybridWatch::value_of(Item& item) {
  try {
    return codes_[item.code].eval(enabling_.evaluator(), item.frame, &marking_);
  } catch (const EvalError&) {
    return std::numeric_limits<Word>::min();
  }
}

void HybridWatch::look() {
  items_.clear();
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    const LevelConditions& conditions = hybrid_.conditions[k];
    const std::size_t frame = hybrid_.net[conditions.bindings].variables.size();
    for (const Timers::Running& running : timers_.running(conditions.bindings)) {
      for (const std::uint32_t code : watched_[k]) {
        Item& item = items_.emplace_back(Item{code, running.binding, 0});
        item.frame.resize(frame);
      }
    }
  }
  for (const Measured& measured : measured_) items_.push_back({measured.code, measured.frame, 0});
  for (Item& item : items_) item.value = value_of(item);
}

bool HybridWatch::changed() {
  return std::any_of(items_.begin(), items_.end(), [this](Item& item) { return value_of(item) != item.value; });
}

Location HybridWatch::first_changed() {
  const auto found = std::find_if(items_.begin(), items_.end(), [this](Item& item) { return value_of(item) != item.value; });
  return found == items_.end() ? Location() : hybrid_.net.exprs[codes_[found->code].expr()].where;
}

}  // namespace petriloom
