// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/firing_rows.h"

#include <algorithm>

namespace petriloom {

std::size_t member_count(const Measure& measure) { return measure.keys.empty() ? 1 : measure.members.size(); }

FiringRows::FiringRows(const Net& net, const Measure& measure, const MeasuredFirings& of) {
  if (measure.keys.empty()) {
    decides_ = !of.condition.valid();
    return;
  }
  members_ = &measure.members;
  const KeyVariables variables = key_variables(net, measure, of);
  for (std::uint32_t k = 0; k < measure.keys.size(); ++k) {
    const std::uint32_t slot = key_slot(net, measure, of, k);
    if (variables.slots[k]) found_.push_back({k, *variables.slots[k]});
    if (variables.slots[k] != slot) own_.push_back({k, slot});
  }
  const bool all = found_.size() == measure.keys.size();
  decides_ = all && variables.whole;
  if (!all) next_.assign(measure.members.size(), IdTable::kNone);
  // From the last to the first, so that each comes before those that are there already.
  for (auto row = static_cast<std::uint32_t>(measure.members.size()); row-- > 0;) {
    const std::vector<Word>& member = measure.members[row];
    keys_.clear();
    for (const Found& key : found_) keys_.push_back(member[key.key]);
    const std::uint32_t hash = hash_words(0, keys_);
    const std::uint32_t after = rows_.find(hash, [&](std::uint32_t other) {
      const std::vector<Word>& there = measure.members[other];
      return std::all_of(found_.begin(), found_.end(), [&](const Found& key) { return there[key.key] == member[key.key]; });
    });
    if (after != IdTable::kNone && !all) {
      next_[row] = after;
      rows_.erase(hash, after);
    }
    rows_.insert(hash, row);
  }
}

std::uint32_t FiringRows::first_in(std::span<const Word> frame, std::vector<Word>& keys) const {
  if (members_ == nullptr) return 0;
  keys.clear();
  for (const Found& key : found_) keys.push_back(frame[key.slot]);
  return rows_.find(hash_words(0, keys), [&](std::uint32_t row) {
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if ((*members_)[row][found_[i].key] != keys[i]) return false;
    }
    return true;
  });
}

std::uint32_t FiringRows::row_of(std::span<const Word> binding) const {
  std::vector<Word> keys;
  return first_in(binding, keys);
}

}  // namespace petriloom
