// SPDX-License-Identifier: Apache-2.0
// Places and bindings of an unfolded net: what each binding asks for, takes and puts, and its time.
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/counts/make.h"
#include "engine/net/schedule.h"
#include "engine/random/distributions.h"

namespace petriloom::counts {

namespace {

constexpr std::int64_t kMostTokens = 1 << 30;  // of one arc: sums stay far from the ends of 64 bits

}  // namespace

BindingMaker::BindingMaker(const Net& net, const RowNet& rows, UnfoldedNet& made)
    : net_(net),
      rows_(rows),
      made_(made),
      pool_(made.parts.pool),
      enabling_(net, pool_),
      firing_(enabling_),
      empty_(net, enabling_.indices(), pool_),
      places_(net.places.size()) {}

bool BindingMaker::make() {
  made_.initial = rows_.initial;
  for (std::uint32_t place = 0; place < made_.initial.size(); ++place) {
    const UnfoldedPlace& coloured = made_.parts.places[place];
    if (!coloured.total) places_[coloured.place.index()].emplace(coloured.colour, place);
  }
  if (!find_delaying()) return false;
  for (std::size_t binding = 0; binding < rows_.transitions; ++binding) {
    if (!add_tokens(binding)) return false;
  }
  add_twins();
  for (std::size_t binding = 0; binding < rows_.transitions; ++binding) {
    if (!add_conditions(binding) || !add_time(binding) || !add_changes(binding)) return false;
  }
  for (std::size_t t = 0; t < made_.timed.size(); ++t) made_.timed[t].conditions = made_.conditions[made_.timed_binding[t]];
  return true;
}

bool BindingMaker::find_delaying() {
  delayed_places_.resize(net_.places.size());
  for (const Transition& transition : net_.transitions) {
    // A delay of a transition that puts nothing is looked at all the same: it may be wrong.
    bool delaying = transition.delay.valid();
    for (const Arc& arc : transition.arcs) {
      if (arc.kind != ArcKind::output || !(arc.delay.valid() || transition.delay.valid())) continue;
      delaying = true;
      delayed_places_[arc.place.index()] = true;
    }
    delaying_.push_back(delaying);
  }
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    for (const InitialTokens& tokens : net_.places[p].initial) {
      if (tokens.available < 0 || tokens.count >= kMostTokens) return false;
      if (tokens.available > 0) delayed_places_[p] = true;
    }
  }
  return true;
}

std::uint32_t BindingMaker::place_of(PlaceId coloured, Word colour) {
  const auto found = places_[coloured.index()].find(colour);
  return found == places_[coloured.index()].end() ? UnfoldedNet::kNone : found->second;
}

// What a binding takes, puts and empties.
bool BindingMaker::add_tokens(std::size_t binding) {
  bool small = true;
  const auto add = [&](const ArcRows& arcs, bool totals_only, RowList<Change>& to) {
    for_each_entry(arcs, binding, [&](PlaceId coloured, std::int64_t count) {
      small = small && count < kMostTokens;
      if (!totals_only || made_.parts.places[coloured.index()].total) to.add({static_cast<std::uint32_t>(coloured.index()), count});
    });
  };
  add(rows_.input, false, made_.takes);
  made_.takes.end_row();
  const bool delaying = delaying_[transition_of(binding).index()];
  add(rows_.output, delaying, made_.puts);
  if (delaying && !add_delayed(binding)) return false;
  made_.puts.end_row();
  made_.delayed.end_row();
  for (const PlaceId coloured : rows_.reset.places(binding)) made_.resets.add(static_cast<std::uint32_t>(coloured.index()));
  made_.resets.end_row();
  return small;
}

// Rows know nothing of delays: what a firing puts is asked of the firing rule.
bool BindingMaker::add_delayed(std::size_t binding) {
  firing_.effects(empty_, transition_of(binding), made_.parts.binding(net_, binding), true, effects_);
  for (const Effects::Put& put : effects_.puts) {
    const std::uint32_t place = place_of(put.place, put.colour);
    if (place == UnfoldedNet::kNone || put.count >= kMostTokens) return false;
    if (put.delay > 0) {
      const auto [delay, added] = delays_.try_emplace(put.delay, static_cast<std::uint32_t>(delays_.size()));
      if (added) made_.delays.push_back(put.delay);
      made_.delayed.add({place, put.count, delay->second});
    } else {
      made_.puts.add({place, put.count});
    }
  }
  return true;
}

// A place whose tokens may be on their way has a twin that counts them as well.
void BindingMaker::add_twins() {
  made_.twin.assign(made_.initial.size(), UnfoldedNet::kNone);
  const auto add = [&](std::uint32_t place) {
    if (made_.twin[place] != UnfoldedNet::kNone) return;
    made_.twin[place] = static_cast<std::uint32_t>(made_.initial.size());
    made_.initial.push_back(made_.initial[place]);
  };
  for (std::size_t binding = 0; binding < rows_.transitions; ++binding) {
    for (const DelayedPut& put : made_.delayed[binding]) add(put.place);
  }
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    for (const InitialTokens& tokens : net_.places[p].initial) {
      if (tokens.available <= 0) continue;
      const std::uint32_t place = place_of(PlaceId(p), tokens.colour);
      add(place);
      made_.initial[place] -= tokens.count;
      made_.arriving.push_back({place, tokens.count, tokens.available});
    }
  }
  made_.twin.resize(made_.initial.size(), UnfoldedNet::kNone);
}

bool BindingMaker::add_conditions(std::size_t binding) {
  const std::pair<ArcKind, const ArcRows*> asked[] = {{ArcKind::input, &rows_.input},
                                                      {ArcKind::read, &rows_.read},
                                                      {ArcKind::inhibitor, &rows_.inhibitor},
                                                      {ArcKind::equal, &rows_.equal}};
  bool fits = true;
  for (const auto& [kind, arcs] : asked) {
    for_each_entry(*arcs, binding, [&, kind = kind](PlaceId row_place, std::int64_t count) {
      auto place = static_cast<std::uint32_t>(row_place.index());
      const UnfoldedPlace& coloured = made_.parts.places[place];
      // A total has what its colours have. Those on their way are in it, so that it cannot say what is available.
      if (kind == ArcKind::input && coloured.total) return;
      fits = fits && count < kMostTokens && !(kind == ArcKind::read && coloured.total && delayed_places_[coloured.place.index()]);
      if (kind == ArcKind::inhibitor || kind == ArcKind::equal) place = all_of(place);
      made_.conditions.add({kind, place, count});
    });
  }
  made_.conditions.end_row();
  return fits;
}

// False if a binding changes a place by more than stands in a word of the program.
bool BindingMaker::add_changes(std::size_t binding) {
  std::map<std::uint32_t, std::int64_t> changes;
  const auto add = [&](std::uint32_t place, std::int64_t amount) {
    changes[place] += amount;
    if (made_.twin[place] != UnfoldedNet::kNone) changes[made_.twin[place]] += amount;
  };
  for (const Change& take : made_.takes[binding]) add(take.place, -take.amount);
  for (const Change& put : made_.puts[binding]) add(put.place, put.amount);
  for (const DelayedPut& put : made_.delayed[binding]) changes[made_.twin[put.place]] += put.amount;
  bool fit = true;
  for (const auto& [place, amount] : changes) {
    fit = fit && amount == static_cast<std::int32_t>(amount);
    if (amount != 0) made_.changes.add({place, amount});
  }
  made_.changes.end_row();
  return fit;
}

bool BindingMaker::add_time(std::size_t binding) {
  const bool immediate = net_[transition_of(binding)].timing == Timing::immediate;
  made_.timed_of.push_back(immediate ? UnfoldedNet::kNone : static_cast<std::uint32_t>(made_.timed.size()));
  made_.immediate_of.push_back(immediate ? static_cast<std::uint32_t>(made_.immediate.size()) : UnfoldedNet::kNone);
  return immediate ? add_immediate(binding) : add_timed(binding);
}

std::vector<Word> BindingMaker::frame(std::size_t binding) {
  const std::span<const Word> values = made_.parts.binding(net_, binding);
  std::vector<Word> frame(net_[transition_of(binding)].variables.size());
  std::copy(values.begin(), values.end(), frame.begin());
  return frame;
}

double BindingMaker::value(ExprId expr, std::vector<Word>& frame) {
  return expr.valid() ? real_of_word(enabling_.evaluator().eval(expr, frame)) : 0;
}

bool BindingMaker::add_timed(std::size_t binding) {
  const Transition& transition = net_[transition_of(binding)];
  std::vector<Word> words = frame(binding);
  TimedBinding timed;
  timed.timing = transition.timing;
  timed.a = value(transition.a, words);
  timed.b = value(transition.b, words);
  timed.servers = scheduled(transition.timing) ? 1 : transition.servers;
  std::vector<double> times;
  for (const ExprId time : transition.times) times.push_back(value(time, words));
  for (const double time : times) made_.times.add(time);
  made_.times.end_row();
  made_.timed.push_back(timed);
  made_.timed_binding.push_back(static_cast<std::uint32_t>(binding));
  if (scheduled(transition.timing) && check_schedule(transition.timing, times)) return false;
  return check_parameters(transition.timing, timed.a, timed.b).empty() && has_own_servers(binding);
}

// Bindings of one instance come one after the other: the words of its index lead those of the binding.
bool BindingMaker::has_own_servers(std::size_t binding) const {
  const Transition& transition = net_[transition_of(binding)];
  if (transition.servers == 0 || binding == 0 || transition_of(binding - 1) != transition_of(binding)) return true;
  const auto values = made_.parts.binding(net_, binding);
  return !std::equal(values.begin(), values.begin() + transition.folded, made_.parts.binding(net_, binding - 1).begin());
}

bool BindingMaker::add_immediate(std::size_t binding) {
  const Transition& transition = net_[transition_of(binding)];
  std::vector<Word> words = frame(binding);
  ImmediateBinding immediate;
  immediate.weighted = transition.weight.valid();
  immediate.weight = value(transition.weight, words);
  made_.immediate.push_back(immediate);
  made_.immediate_binding.push_back(static_cast<std::uint32_t>(binding));
  return !immediate.weighted || (std::isfinite(immediate.weight) && immediate.weight > 0);
}

}  // namespace petriloom::counts
