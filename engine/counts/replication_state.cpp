// SPDX-License-Identifier: Apache-2.0
// The state of a run on counts between two steps, saved and loaded.
#include <algorithm>

#include "engine/counts/replication.h"
#include "engine/enabling/binding_order.h"

namespace petriloom {

RunState FlatReplication::save() {
  begin_once(*this);
  RunState state = save_course();
  save_tokens(state);
  timers_.save(pool_, state);
  return state;
}

void FlatReplication::save_tokens(RunState& state) const {
  const auto value = [&](std::uint32_t cell) {
    ColourValue colour;
    const UnfoldedPlace& place = flat_.parts.places[cell];
    append_value(net_.colours, net_[place.place].colour, place.colour, pool_, colour);
    return colour;
  };
  for (std::uint32_t cell = 0; cell < flat_.parts.places.size(); ++cell) {
    if (flat_.parts.places[cell].total || tokens(cell) == 0) continue;
    RunState::Held& held = state.held.emplace_back();
    held.place = flat_.parts.places[cell].place;
    held.colour = value(cell);
    if (plan_.keeps(cell)) {
      arrivals_.earliest(plan_.slot[cell], tokens(cell), [&](const ArrivalRun& run) { held.arrivals.push_back(run); });
    } else {
      held.arrivals.push_back({0, tokens(cell)});
    }
  }
  arriving_.for_each([&](std::uint32_t slot, std::int64_t count, double time) {
    const std::uint32_t cell = plan_.cell_at[slot];
    state.coming.push_back({flat_.parts.places[cell].place, value(cell), time, count});
  });
}

bool FlatReplication::load(const RunState& state) {
  load_course(state);
  if (!load_tokens(state)) return false;
  show_all();
  measures_.load(state, shown_);
  choice_.start();
  return load_timers(state);
}

std::uint32_t FlatReplication::find_cell(PlaceId place, const ColourValue& value) {
  std::span<const Word> words = value;
  const std::optional<Word> colour = read_value(net_.colours, net_[place].colour, words, pool_);
  const auto& places = flat_.parts.places;
  // Cells ascend by place, then colour; totals stand behind them.
  const auto before = [&](const UnfoldedPlace& a, Word b) {
    return a.place != place ? a.place < place : net_.colours.compare(net_[place].colour, a.colour, b, pool_) < 0;
  };
  const auto cells_end = std::find_if(places.begin(), places.end(), [](const UnfoldedPlace& p) { return p.total; });
  const auto found = colour ? std::lower_bound(places.begin(), cells_end, *colour, before) : cells_end;
  const bool there = found != cells_end && found->place == place && found->colour == *colour;
  return there ? static_cast<std::uint32_t>(found - places.begin()) : FlatNet::kNone;
}

bool FlatReplication::load_tokens(const RunState& state) {
  std::fill(tokens_.begin(), tokens_.end(), 0);
  const auto add_all = [&](std::uint32_t cell, std::int64_t count) {
    if (flat_.twin[cell] != FlatNet::kNone) tokens(flat_.twin[cell]) += count;
  };
  for (const RunState::Held& held : state.held) {
    const std::uint32_t cell = find_cell(held.place, held.colour);
    if (cell == FlatNet::kNone) return false;
    for (const ArrivalRun& run : held.arrivals) {
      tokens(cell) += run.count;
      add_all(cell, run.count);
      if (plan_.keeps(cell)) arrivals_.put(plan_.slot[cell], run.count, run.arrival);
    }
  }
  for (const RunState::Coming& coming : state.coming) {
    const std::uint32_t cell = find_cell(coming.place, coming.colour);
    if (cell == FlatNet::kNone || flat_.twin[cell] == FlatNet::kNone) return false;
    add_all(cell, coming.count);
    arriving_.add_at_start(plan_.slot[cell], coming.count, coming.time);
  }
  arriving_.start();
  for (const UnfoldedTotal& total : flat_.totals) {
    for (const PlaceId member : total.members) {
      const auto cell = static_cast<std::uint32_t>(member.index());
      const std::uint32_t twin = flat_.twin[cell];
      tokens(static_cast<std::uint32_t>(total.place.index())) += tokens(twin == FlatNet::kNone ? cell : twin);
    }
  }
  return true;
}

std::uint32_t FlatReplication::find_act(TransitionId transition, const ColourValue& value) {
  const Transition& facts = net_[transition];
  std::vector<Word> binding;
  std::span<const Word> words = value;
  for (std::size_t k = 0; k < facts.binding_size; ++k) {
    const std::optional<Word> word = read_value(net_.colours, facts.variables[k].colour, words, pool_);
    if (!word) return FlatNet::kNone;
    binding.push_back(*word);
  }
  std::vector<std::uint32_t>::const_iterator found =
      std::lower_bound(flat_.timed_act.begin(), flat_.timed_act.end(), transition, [&](std::uint32_t act, TransitionId wanted) {
        const TransitionId here = flat_.parts.transitions[act].transition;
        return here != wanted ? here < wanted : compare_bindings(net_, facts, flat_.parts.binding(net_, act), binding, pool_) < 0;
      });
  if (found == flat_.timed_act.end() || flat_.parts.transitions[*found].transition != transition) return FlatNet::kNone;
  return compare_bindings(net_, facts, flat_.parts.binding(net_, *found), binding, pool_) == 0 ? *found : FlatNet::kNone;
}

bool FlatReplication::load_timers(const RunState& state) {
  timers_.number_from(state.numbers);
  if (state.struck) timers_.strike(state.now);
  for (const RunState::Binding& saved : state.bindings) {
    const std::uint32_t act = find_act(saved.transition, saved.binding);
    if (act == FlatNet::kNone || !saved.rests.empty()) return false;
    timers_.load(act, saved);
  }
  return true;
}

}  // namespace petriloom
