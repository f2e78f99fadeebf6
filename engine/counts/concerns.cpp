// SPDX-License-Identifier: Apache-2.0
// Levels and gates of the immediate acts of a flat net, and whom each change concerns.
#include <algorithm>
#include <map>

#include "engine/counts/make.h"
#include "engine/enabling/priority.h"

namespace petriloom {

FlatConcerns::FlatConcerns(const Net& net, const FlatLimits& limits, FlatNet& made)
    : net_(net), limits_(limits), made_(made), evaluator_(net, made.parts.pool) {}

bool FlatConcerns::make() {
  rank_timed();
  add_levels();
  find_hubs();
  return split_conditions() && find_concerned();
}

std::int64_t FlatConcerns::priority(std::size_t act) {
  return priority_of(net_[made_.parts.transitions[act].transition], evaluator_);
}

void FlatConcerns::rank_timed() {
  std::vector<std::pair<std::int64_t, std::uint32_t>> order;
  for (std::uint32_t t = 0; t < made_.timed.size(); ++t) order.emplace_back(-priority(made_.timed_act[t]), t);
  std::sort(order.begin(), order.end());
  for (std::uint32_t k = 0; k < order.size(); ++k) made_.timed[order[k].second].rank = k;
}

void FlatConcerns::add_levels() {
  std::map<std::int64_t, std::vector<std::uint32_t>, std::greater<>> levels;
  for (std::uint32_t i = 0; i < made_.immediate.size(); ++i) levels[priority(made_.immediate_act[i])].push_back(i);
  for (const auto& [priority, acts] : levels) {
    FlatLevel level;
    for (const std::uint32_t i : acts) {
      FlatImmediate& immediate = made_.immediate[i];
      immediate.level = static_cast<std::uint32_t>(made_.levels.size());
      immediate.position = static_cast<std::uint32_t>(level.acts.size());
      level.ordered = level.ordered || immediate.weighted;
      level.weighted = level.weighted && immediate.weighted;
      level.uniform = level.uniform && immediate.weighted && immediate.weight == made_.immediate[acts.front()].weight;
      level.acts.push_back(i);
    }
    made_.levels.push_back(std::move(level));
  }
}

void FlatConcerns::find_hubs() {
  std::vector<std::size_t> consumers(made_.initial.size());
  for (const std::uint32_t act : made_.immediate_act) {
    for (const FlatCondition& condition : made_.conditions[act]) ++consumers[condition.cell];
  }
  for (const std::size_t number : consumers) hub_.push_back(number > limits_.few);
}

bool FlatConcerns::split_conditions() {
  std::map<std::vector<FlatCondition>, std::uint32_t> gates;
  gates.emplace(std::vector<FlatCondition>{}, 0);
  made_.gates.emplace_back();
  for (std::uint32_t i = 0; i < made_.immediate.size(); ++i) {
    FlatGate gate;
    for (const FlatCondition& condition : made_.conditions[made_.immediate_act[i]]) {
      hub_[condition.cell] ? gate.conditions.push_back(condition) : made_.local.add(condition);
    }
    made_.local.end_row();
    std::sort(gate.conditions.begin(), gate.conditions.end());
    const auto [found, added] = gates.try_emplace(gate.conditions, static_cast<std::uint32_t>(made_.gates.size()));
    if (added) made_.gates.push_back(std::move(gate));
    made_.immediate[i].gate = found->second;
    made_.levels[made_.immediate[i].level].gates.push_back(found->second);
  }
  for (std::size_t i = 0; i < made_.immediate.size(); ++i) made_.immediate[i].local = made_.local[i];
  for (FlatLevel& level : made_.levels) {
    std::sort(level.gates.begin(), level.gates.end());
    level.gates.erase(std::unique(level.gates.begin(), level.gates.end()), level.gates.end());
    if (level.ordered && level.gates.size() * level.acts.size() > std::size_t{64} << 20U) return false;  // a bit for each
  }
  return true;
}

// For each cell, who has a condition on it.
void FlatConcerns::find_consumers() {
  timed_by_.resize(made_.initial.size());
  immediate_by_.resize(made_.initial.size());
  gates_by_.resize(made_.initial.size());
  for (std::uint32_t t = 0; t < made_.timed.size(); ++t) {
    for (const FlatCondition& c : made_.timed[t].needs) timed_by_[c.cell].push_back(t);
  }
  for (std::uint32_t i = 0; i < made_.immediate.size(); ++i) {
    for (const FlatCondition& c : made_.immediate[i].local) immediate_by_[c.cell].push_back(i);
  }
  for (std::uint32_t g = 0; g < made_.gates.size(); ++g) {
    for (const FlatCondition& c : made_.gates[g].conditions) gates_by_[c.cell].push_back(g);
  }
}

bool FlatConcerns::find_concerned() {
  find_consumers();
  const std::size_t acts = made_.parts.transitions.size();
  std::vector<std::uint32_t> cells;
  const auto within = [&] {
    return made_.timed_after.size() + made_.immediate_after.size() + made_.gates_after.size() <= limits_.concerned;
  };
  for (std::size_t act = 0; act < acts && within(); ++act) {
    cells.clear();
    for (const FlatChange& change : made_.changes[act]) cells.push_back(change.cell);
    for (const std::uint32_t cell : made_.resets[act]) {
      cells.push_back(cell);
      if (made_.twin[cell] != FlatNet::kNone) cells.push_back(made_.twin[cell]);
    }
    add_concerned(cells, made_.timed_of[act]);
  }
  made_.arrival_row.assign(made_.initial.size(), FlatNet::kNone);
  for (std::uint32_t cell = 0, row = static_cast<std::uint32_t>(acts); cell < made_.twin.size() && within(); ++cell) {
    if (made_.twin[cell] == FlatNet::kNone) continue;
    made_.arrival_row[cell] = row++;
    add_concerned({cell}, FlatNet::kNone);
  }
  return within();
}

void FlatConcerns::add_concerned(const std::vector<std::uint32_t>& cells, std::uint32_t self) {
  gather(cells, timed_by_, self);
  // Durations are drawn for those without a limit of servers first.
  std::stable_partition(found_.begin(), found_.end(), [&](std::uint32_t t) { return made_.timed[t].servers == 0; });
  write(made_.timed_after);
  gather(cells, immediate_by_, FlatNet::kNone);
  write(made_.immediate_after);
  gather(cells, gates_by_, FlatNet::kNone);
  write(made_.gates_after);
}

void FlatConcerns::gather(const std::vector<std::uint32_t>& cells, const std::vector<std::vector<std::uint32_t>>& by,
                          std::uint32_t self) {
  found_.clear();
  if (self != FlatNet::kNone) found_.push_back(self);
  for (const std::uint32_t cell : cells) found_.insert(found_.end(), by[cell].begin(), by[cell].end());
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
}

void FlatConcerns::write(FlatRows<std::uint32_t>& rows) {
  for (const std::uint32_t number : found_) rows.add(number);
  rows.end_row();
}

}  // namespace petriloom
