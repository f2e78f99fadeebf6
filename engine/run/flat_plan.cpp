// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flat_plan.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace petriloom {

namespace {

// Acts ordered by the first variable, which of folded nets is the instance: what acts of one instance touch then fits into fewer
// cache lines.
std::vector<std::uint32_t> by_instance(const Net& net, const UnfoldedParts& parts) {
  std::vector<std::uint32_t> order(parts.transitions.size());
  std::iota(order.begin(), order.end(), 0);
  const auto first = [&](std::uint32_t act) {
    const std::span<const Word> binding = parts.binding(net, act);
    return binding.empty() ? Word{} : binding.front();
  };
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return first(a) < first(b); });
  return order;
}

}  // namespace

FlatPlan::FlatPlan(const Net& net, FlatNet&& made, const RecordingPlan* recording, bool told)
    : flat(std::move(made)), kept(flat.initial.size()), shows(flat.initial.size()) {
  add_slots(by_instance(net, flat.parts));
  add_pools();
  find_kept();
  for (std::uint32_t number = 0; number < flat.immediate.size(); ++number) {
    if (flat.immediate[number].local.size() > FlatProgram::kMany) far.push_back(number);
  }
  WordPool pool = flat.parts.pool;
  Enabling enabling(net, pool);
  Measures measures(enabling, recording);
  Marking none(net, enabling.indices(), pool);
  const MarkingView view(none, enabling);
  enabling.evaluator().set_state(&view);
  find_counted(none, measures);
  program = FlatProgram(net, *this, measures, told);
}

void FlatPlan::add_slots(const std::vector<std::uint32_t>& order) {
  slot.assign(flat.initial.size(), FlatNet::kNone);
  const auto add = [&](std::uint32_t cell) {
    if (slot[cell] != FlatNet::kNone) return;
    slot[cell] = static_cast<std::uint32_t>(cell_at.size());
    cell_at.push_back(cell);
  };
  act_slot.resize(flat.immediate.size());
  std::uint32_t act_slots = 0;
  for (const std::uint32_t act : order) {
    if (flat.immediate_of[act] != FlatNet::kNone) act_slot[flat.immediate_of[act]] = act_slots++;
    for (const FlatCondition& condition : flat.conditions[act]) add(condition.cell);
    for (const FlatChange& change : flat.changes[act]) add(change.cell);
  }
  for (std::uint32_t cell = 0; cell < slot.size(); ++cell) add(cell);
}

void FlatPlan::add_pools() {
  pools_at.resize(flat.gates.size());
  pool_of.resize(flat.immediate.size());
  for (std::uint32_t l = 0; l < flat.levels.size(); ++l) {
    const FlatLevel& level = flat.levels[l];
    std::map<std::uint32_t, std::uint32_t> pool_at;  // of this level, by gate
    for (const std::uint32_t gate : level.gates) {
      const auto number = static_cast<std::uint32_t>(pools.size());
      pool_at.emplace(gate, number);
      pools_at[gate].push_back(number);
      pools.push_back({l, gate, 0, level.ordered ? static_cast<std::uint32_t>(level.acts.size()) : 0});
    }
    for (const std::uint32_t number : level.acts) {
      pool_of[number] = pool_at.at(flat.immediate[number].gate);
      FlatPool& pool = pools[pool_of[number]];
      if (level.ordered) continue;
      if (pool.size++ == 0) pool.first = flat.immediate[number].position;
    }
  }
}

// Arrivals matter to acts of levels where not all have weights.
void FlatPlan::find_kept() {
  for (std::uint32_t number = 0; number < flat.immediate.size(); ++number) {
    if (flat.levels[flat.immediate[number].level].weighted) continue;
    for (const FlatCondition& condition : flat.conditions[flat.immediate_act[number]]) {
      if (condition.kind == ArcKind::input) kept[slot[condition.cell]] = 1;
    }
  }
  for (const FlatImmediate& immediate : flat.immediate) add_takes(immediate.local, local_takes);
  for (const FlatGate& gate : flat.gates) add_takes(gate.conditions, gate_takes);
}

void FlatPlan::add_takes(std::span<const FlatCondition> conditions, FlatRows<FlatTake>& rows) const {
  for (const FlatCondition& condition : conditions) {
    if (takes(condition)) rows.add({slot[condition.cell], static_cast<std::uint32_t>(condition.count)});
  }
  rows.end_row();
}

std::optional<std::uint32_t> FlatPlan::far_of(std::uint32_t number) const {
  const auto found = std::lower_bound(far.begin(), far.end(), number);
  if (found == far.end() || *found != number) return std::nullopt;
  return static_cast<std::uint32_t>(found - far.begin());
}

// Which cells measures count, and which they must be shown. Members that count nothing, or what a firing empties, look at a
// marking.
void FlatPlan::find_counted(Marking& one, Measures& measures) {
  std::vector<char> emptied(shows.size());
  for (std::size_t act = 0; act < flat.parts.transitions.size(); ++act) {
    for (const std::uint32_t cell : flat.resets[act]) emptied[cell] = 1;
  }
  std::vector<char> looking(measures.members());
  FlatRows<std::uint32_t> members;  // by cell
  for (std::uint32_t cell = 0; cell < flat.parts.places.size(); ++cell) {
    const UnfoldedPlace& place = flat.parts.places[cell];
    if (!place.total) {
      if (measures.stops_by(place.place)) shows[cell] = 1;
      for (const std::uint32_t member : measures.members_at(place.place, place.colour)) {
        if (emptied[cell] != 0 || !measures.is_count(member)) looking[member] = 1;
        members.add(member);
      }
    }
    members.end_row();
  }
  const auto add_count = [&](std::uint32_t cell, std::uint32_t member) {
    const UnfoldedPlace& place = flat.parts.places[cell];
    one.clear();
    one.put(place.place, place.colour, 1);
    counted.add({member, measures.value_in(one, member) != 0 ? 1 : 0});
  };
  for (std::uint32_t cell = 0; cell < flat.initial.size(); ++cell) {
    const bool is_twin = cell >= flat.parts.places.size();
    for (const std::uint32_t member : is_twin ? std::span<const std::uint32_t>() : members[cell]) {
      if (looking[member] == 0) {
        add_count(cell, member);
        continue;
      }
      shows[cell] = 1;
      looks.add({member, 0});
    }
    looks.end_row();
    counted.end_row();
  }
}

std::unique_ptr<FlatPlan> plan_runs(const Net& net, const RecordingPlan* recording, bool told, const FlatLimits& limits) {
  std::optional<FlatNet> flat = flatten(net, limits);
  if (!flat) return nullptr;
  try {
    return std::make_unique<FlatPlan>(net, std::move(*flat), recording, told);
  } catch (const EvalError&) {
    return nullptr;  // the coloured run tells
  }
}

}  // namespace petriloom
