// SPDX-License-Identifier: Apache-2.0
// Cells and acts of a flat net: what each act asks for, takes and puts, and its time.
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/counts/make.h"
#include "engine/net/schedule.h"
#include "engine/random/distributions.h"

namespace petriloom {

namespace {

constexpr std::int64_t kMostTokens = 1 << 30;  // of one arc: sums stay far from the ends of 64 bits

}  // namespace

FlatActs::FlatActs(const Net& net, const RowNet& rows, FlatNet& made)
    : net_(net),
      rows_(rows),
      made_(made),
      pool_(made.parts.pool),
      enabling_(net, pool_),
      firing_(enabling_),
      empty_(net, enabling_.indices(), pool_),
      cells_(net.places.size()) {}

bool FlatActs::make() {
  made_.initial = rows_.initial;
  for (std::uint32_t cell = 0; cell < made_.initial.size(); ++cell) {
    const UnfoldedPlace& place = made_.parts.places[cell];
    if (!place.total) cells_[place.place.index()].emplace(place.colour, cell);
  }
  if (!find_delaying()) return false;
  for (std::size_t act = 0; act < rows_.transitions; ++act) {
    if (!add_tokens(act)) return false;
  }
  add_twins();
  for (std::size_t act = 0; act < rows_.transitions; ++act) {
    if (!add_conditions(act) || !add_time(act) || !add_changes(act)) return false;
  }
  for (std::size_t t = 0; t < made_.timed.size(); ++t) made_.timed[t].needs = made_.conditions[made_.timed_act[t]];
  return true;
}

bool FlatActs::find_delaying() {
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

std::uint32_t FlatActs::cell_of(PlaceId place, Word colour) {
  const auto found = cells_[place.index()].find(colour);
  return found == cells_[place.index()].end() ? FlatNet::kNone : found->second;
}

// What an act takes, puts and empties.
bool FlatActs::add_tokens(std::size_t act) {
  bool small = true;
  const auto add = [&](const ArcRows& arcs, bool totals_only, FlatRows<FlatChange>& to) {
    for_each_entry(arcs, act, [&](PlaceId place, std::int64_t count) {
      small = small && count < kMostTokens;
      if (!totals_only || made_.parts.places[place.index()].total) to.add({static_cast<std::uint32_t>(place.index()), count});
    });
  };
  add(rows_.input, false, made_.takes);
  made_.takes.end_row();
  const bool delaying = delaying_[transition_of(act).index()];
  add(rows_.output, delaying, made_.puts);
  if (delaying && !add_delayed(act)) return false;
  made_.puts.end_row();
  made_.delayed.end_row();
  for (const PlaceId place : rows_.reset.places(act)) made_.resets.add(static_cast<std::uint32_t>(place.index()));
  made_.resets.end_row();
  return small;
}

// Rows know nothing of delays: what a firing puts is asked of the firing rule.
bool FlatActs::add_delayed(std::size_t act) {
  firing_.effects(empty_, transition_of(act), made_.parts.binding(net_, act), true, effects_);
  for (const Effects::Put& put : effects_.puts) {
    const std::uint32_t cell = cell_of(put.place, put.colour);
    if (cell == FlatNet::kNone || put.count >= kMostTokens) return false;
    if (put.delay > 0) {
      const auto [delay, added] = delays_.try_emplace(put.delay, static_cast<std::uint32_t>(delays_.size()));
      if (added) made_.delays.push_back(put.delay);
      made_.delayed.add({cell, put.count, delay->second});
    } else {
      made_.puts.add({cell, put.count});
    }
  }
  return true;
}

// A cell whose tokens may be on their way has a twin that counts them as well.
void FlatActs::add_twins() {
  made_.twin.assign(made_.initial.size(), FlatNet::kNone);
  const auto add = [&](std::uint32_t cell) {
    if (made_.twin[cell] != FlatNet::kNone) return;
    made_.twin[cell] = static_cast<std::uint32_t>(made_.initial.size());
    made_.initial.push_back(made_.initial[cell]);
  };
  for (std::size_t act = 0; act < rows_.transitions; ++act) {
    for (const FlatDelayed& put : made_.delayed[act]) add(put.cell);
  }
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    for (const InitialTokens& tokens : net_.places[p].initial) {
      if (tokens.available <= 0) continue;
      const std::uint32_t cell = cell_of(PlaceId(p), tokens.colour);
      add(cell);
      made_.initial[cell] -= tokens.count;
      made_.arriving.push_back({cell, tokens.count, tokens.available});
    }
  }
  made_.twin.resize(made_.initial.size(), FlatNet::kNone);
}

bool FlatActs::add_conditions(std::size_t act) {
  const std::pair<ArcKind, const ArcRows*> asked[] = {{ArcKind::input, &rows_.input},
                                                      {ArcKind::read, &rows_.read},
                                                      {ArcKind::inhibitor, &rows_.inhibitor},
                                                      {ArcKind::equal, &rows_.equal}};
  bool fits = true;
  for (const auto& [kind, arcs] : asked) {
    for_each_entry(*arcs, act, [&, kind = kind](PlaceId row_place, std::int64_t count) {
      auto cell = static_cast<std::uint32_t>(row_place.index());
      const UnfoldedPlace& place = made_.parts.places[cell];
      // A total has what its colours have. Those on their way are in it, so that it cannot say what is available.
      if (kind == ArcKind::input && place.total) return;
      fits = fits && count < kMostTokens && !(kind == ArcKind::read && place.total && delayed_places_[place.place.index()]);
      if (kind == ArcKind::inhibitor || kind == ArcKind::equal) cell = all_of(cell);
      made_.conditions.add({kind, cell, count});
    });
  }
  made_.conditions.end_row();
  return fits;
}

// False if an act changes a cell by more than stands in a word of the program.
bool FlatActs::add_changes(std::size_t act) {
  std::map<std::uint32_t, std::int64_t> changes;
  const auto add = [&](std::uint32_t cell, std::int64_t amount) {
    changes[cell] += amount;
    if (made_.twin[cell] != FlatNet::kNone) changes[made_.twin[cell]] += amount;
  };
  for (const FlatChange& take : made_.takes[act]) add(take.cell, -take.amount);
  for (const FlatChange& put : made_.puts[act]) add(put.cell, put.amount);
  for (const FlatDelayed& put : made_.delayed[act]) changes[made_.twin[put.cell]] += put.amount;
  bool fit = true;
  for (const auto& [cell, amount] : changes) {
    fit = fit && amount == static_cast<std::int32_t>(amount);
    if (amount != 0) made_.changes.add({cell, amount});
  }
  made_.changes.end_row();
  return fit;
}

bool FlatActs::add_time(std::size_t act) {
  const bool immediate = net_[transition_of(act)].timing == Timing::immediate;
  made_.timed_of.push_back(immediate ? FlatNet::kNone : static_cast<std::uint32_t>(made_.timed.size()));
  made_.immediate_of.push_back(immediate ? static_cast<std::uint32_t>(made_.immediate.size()) : FlatNet::kNone);
  return immediate ? add_immediate(act) : add_timed(act);
}

std::vector<Word> FlatActs::frame(std::size_t act) {
  const std::span<const Word> binding = made_.parts.binding(net_, act);
  std::vector<Word> frame(net_[transition_of(act)].variables.size());
  std::copy(binding.begin(), binding.end(), frame.begin());
  return frame;
}

double FlatActs::value(ExprId expr, std::vector<Word>& frame) {
  return expr.valid() ? real_of_word(enabling_.evaluator().eval(expr, frame)) : 0;
}

bool FlatActs::add_timed(std::size_t act) {
  const Transition& transition = net_[transition_of(act)];
  std::vector<Word> words = frame(act);
  FlatTimed timed;
  timed.timing = transition.timing;
  timed.a = value(transition.a, words);
  timed.b = value(transition.b, words);
  timed.servers = scheduled(transition.timing) ? 1 : transition.servers;
  std::vector<double> times;
  for (const ExprId time : transition.times) times.push_back(value(time, words));
  for (const double time : times) made_.times.add(time);
  made_.times.end_row();
  made_.timed.push_back(timed);
  made_.timed_act.push_back(static_cast<std::uint32_t>(act));
  if (scheduled(transition.timing) && check_schedule(transition.timing, times)) return false;
  return check_parameters(transition.timing, timed.a, timed.b).empty() && has_own_servers(act);
}

// Acts of one instance come one after the other: the words of its index lead those of the binding.
bool FlatActs::has_own_servers(std::size_t act) const {
  const Transition& transition = net_[transition_of(act)];
  if (transition.servers == 0 || act == 0 || transition_of(act - 1) != transition_of(act)) return true;
  const auto binding = made_.parts.binding(net_, act);
  return !std::equal(binding.begin(), binding.begin() + transition.folded, made_.parts.binding(net_, act - 1).begin());
}

bool FlatActs::add_immediate(std::size_t act) {
  const Transition& transition = net_[transition_of(act)];
  std::vector<Word> words = frame(act);
  FlatImmediate immediate;
  immediate.weighted = transition.weight.valid();
  immediate.weight = value(transition.weight, words);
  made_.immediate.push_back(immediate);
  made_.immediate_act.push_back(static_cast<std::uint32_t>(act));
  return !immediate.weighted || (std::isfinite(immediate.weight) && immediate.weight > 0);
}

}  // namespace petriloom
