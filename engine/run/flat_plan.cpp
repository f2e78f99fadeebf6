// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flat_plan.h"

#include <algorithm>
#include <map>

namespace petriloom {

FlatPlan::FlatPlan(const Net& net, FlatNet&& made, const RecordingPlan* recording, bool told)
    : flat(std::move(made)), queue_of(flat.initial.size(), FlatNet::kNone), shows(flat.initial.size()) {
  find_order(net);
  add_slots();
  add_pools();
  add_queues();
  WordPool pool = flat.parts.pool;
  Enabling enabling(net, pool);
  Measures measures(enabling, recording);
  Marking none(net, enabling.indices(), pool);
  const MarkingView view(none, enabling);
  enabling.evaluator().set_state(&view);
  find_counted(none, measures);
  program = FlatProgram(net, *this, measures, told);
}

// By the first variable, which of folded nets is the instance: what acts of one instance touch then fits into fewer cache lines.
void FlatPlan::find_order(const Net& net) {
  for (std::uint32_t act = 0; act < flat.parts.transitions.size(); ++act) order_.push_back(act);
  const auto first = [&](std::uint32_t act) {
    const std::span<const Word> binding = flat.parts.binding(net, act);
    return binding.empty() ? Word{} : binding.front();
  };
  std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) { return first(a) < first(b); });
}

void FlatPlan::add_slots() {
  slot.assign(flat.initial.size(), FlatNet::kNone);
  std::uint32_t slots = 0;
  const auto add = [&](std::uint32_t cell) {
    if (slot[cell] == FlatNet::kNone) slot[cell] = slots++;
  };
  act_slot.resize(flat.immediate.size());
  std::uint32_t act_slots = 0;
  for (const std::uint32_t act : order_) {
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
void FlatPlan::add_queues() {
  for (const std::uint32_t act : order_) {
    const std::uint32_t number = flat.immediate_of[act];
    if (number == FlatNet::kNone || flat.levels[flat.immediate[number].level].weighted) continue;
    for (const FlatCondition& condition : flat.conditions[act]) {
      std::uint32_t& queue = queue_of[condition.cell];
      if (condition.kind == ArcKind::input && queue == FlatNet::kNone) queue = static_cast<std::uint32_t>(queues++);
    }
  }
  for (const FlatImmediate& immediate : flat.immediate) add_takes(immediate.local, local_takes);
  for (const FlatGate& gate : flat.gates) add_takes(gate.conditions, gate_takes);
}

void FlatPlan::add_takes(std::span<const FlatCondition> conditions, FlatRows<FlatTake>& rows) const {
  for (const FlatCondition& condition : conditions) {
    if (condition.kind == ArcKind::input && keeps(condition.cell)) rows.add({queue_of[condition.cell], condition.count});
  }
  rows.end_row();
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
