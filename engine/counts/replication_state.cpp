// SPDX-License-Identifier: Apache-2.0
// The state of a run on counts between two steps, saved and loaded.
#include <algorithm>

#include "engine/counts/replication.h"
#include "engine/enabling/binding_order.h"

namespace petriloom::counts {

RunState Replication::save() {
  begin_once();
  RunState state = save_course();
  save_tokens(state);
  timers_.save(pool_, state);
  return state;
}

void Replication::save_tokens(RunState& state) const {
  const auto value = [&](std::uint32_t place) {
    ColourValue colour;
    const UnfoldedPlace& coloured = unfolded_.parts.places[place];
    append_value(net_.colours, net_[coloured.place].colour, coloured.colour, pool_, colour);
    return colour;
  };
  for (std::uint32_t place = 0; place < unfolded_.parts.places.size(); ++place) {
    if (unfolded_.parts.places[place].total || tokens(place) == 0) continue;
    RunState::Held& held = state.held.emplace_back();
    held.place = unfolded_.parts.places[place].place;
    held.colour = value(place);
    if (plan_.keeps(place)) {
      arrivals_.earliest(plan_.places[place].slot, tokens(place), [&](const ArrivalRun& run) { held.arrivals.push_back(run); });
    } else {
      held.arrivals.push_back({0, tokens(place)});
    }
  }
  arriving_.for_each([&](std::uint32_t slot, std::int64_t count, double time) {
    const std::uint32_t place = plan_.slots[slot].place;
    state.coming.push_back({unfolded_.parts.places[place].place, value(place), time, count});
  });
}

bool Replication::load(const RunState& state) {
  load_course(state);
  if (!load_tokens(state)) return false;
  show_all();
  rewards_.load(state, shown_);
  choice_.start();
  return load_timers(state);
}

std::uint32_t Replication::find_place(PlaceId coloured, const ColourValue& value) {
  std::span<const Word> words = value;
  const std::optional<Word> colour = read_value(net_.colours, net_[coloured].colour, words, pool_);
  const auto& coloured_places = unfolded_.parts.places;
  // Places ascend by place, then colour; totals stand behind them.
  const auto before = [&](const UnfoldedPlace& a, Word b) {
    return a.place != coloured ? a.place < coloured : net_.colours.compare(net_[coloured].colour, a.colour, b, pool_) < 0;
  };
  const auto places_end =
      std::partition_point(coloured_places.begin(), coloured_places.end(), [](const UnfoldedPlace& p) { return !p.total; });
  const auto found = colour ? std::lower_bound(coloured_places.begin(), places_end, *colour, before) : places_end;
  const bool there = found != places_end && found->place == coloured && found->colour == *colour;
  return there ? static_cast<std::uint32_t>(found - coloured_places.begin()) : UnfoldedNet::kNone;
}

bool Replication::load_tokens(const RunState& state) {
  std::fill(tokens_.begin(), tokens_.end(), 0);
  const auto add_all = [&](std::uint32_t place, std::int64_t count) {
    if (const std::uint32_t twin = unfolded_.places[place].twin; twin != UnfoldedNet::kNone) tokens(twin) += count;
  };
  for (const RunState::Held& held : state.held) {
    const std::uint32_t place = find_place(held.place, held.colour);
    if (place == UnfoldedNet::kNone) return false;
    for (const ArrivalRun& run : held.arrivals) {
      tokens(place) += run.count;
      add_all(place, run.count);
      if (plan_.keeps(place)) arrivals_.put(plan_.places[place].slot, run.count, run.arrival);
    }
  }
  for (const RunState::Coming& coming : state.coming) {
    const std::uint32_t place = find_place(coming.place, coming.colour);
    if (place == UnfoldedNet::kNone || unfolded_.places[place].twin == UnfoldedNet::kNone) return false;
    add_all(place, coming.count);
    arriving_.add_at_start(plan_.places[place].slot, coming.count, coming.time);
  }
  arriving_.start();
  for (const UnfoldedTotal& total : unfolded_.totals) {
    for (const PlaceId member : total.members) {
      tokens(static_cast<std::uint32_t>(total.place.index())) += all_tokens(static_cast<std::uint32_t>(member.index()));
    }
  }
  return true;
}

std::uint32_t Replication::find_binding(TransitionId transition, const ColourValue& value) {
  const Transition& facts = net_[transition];
  std::vector<Word> values;
  std::span<const Word> words = value;
  for (std::size_t k = 0; k < facts.binding_size; ++k) {
    const std::optional<Word> word = read_value(net_.colours, facts.variables[k].colour, words, pool_);
    if (!word) return UnfoldedNet::kNone;
    values.push_back(*word);
  }
  const auto order = [&](std::uint32_t binding) {
    return compare_bindings(net_, facts, unfolded_.parts.binding(net_, binding), values, pool_);
  };
  const auto before = [&](const TimedBinding& timed, TransitionId wanted) {
    const TransitionId here = unfolded_.transition_of(timed.binding);
    return here != wanted ? here < wanted : order(timed.binding) < 0;
  };
  const auto found = std::lower_bound(unfolded_.timed.begin(), unfolded_.timed.end(), transition, before);
  if (found == unfolded_.timed.end() || unfolded_.transition_of(found->binding) != transition) return UnfoldedNet::kNone;
  return order(found->binding) == 0 ? found->binding : UnfoldedNet::kNone;
}

bool Replication::load_timers(const RunState& state) {
  timers_.number_from(state.numbers);
  if (state.struck) timers_.strike(state.now);
  for (const RunState::Binding& saved : state.bindings) {
    const std::uint32_t binding = find_binding(saved.transition, saved.binding);
    if (binding == UnfoldedNet::kNone || !saved.rests.empty()) return false;
    timers_.load(binding, saved);
  }
  return true;
}

}  // namespace petriloom::counts
