// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flat_replication.h"

#include <algorithm>
#include <map>

namespace petriloom {

FlatReplication::FlatReplication(const Net& net, const FlatNet& flat, const SimulationOptions& options, std::uint64_t number,
                                 TraceSink* trace)
    : RunCourse(net, options, number, trace, flat.parts.pool),
      flat_(flat),
      shown_(net, enabling_.indices(), pool_),
      view_(shown_, enabling_),
      shows_(flat.initial.size()),
      tokens_(flat.initial),
      arrivals_(flat),
      arriving_(flat.initial.size()),
      choice_(flat, tokens_, arrivals_),
      timers_(net, flat, tokens_, random_),
      program_(flat, flags(), choice_.pool_of()) {
  enabling_.evaluator().set_state(&view_);
}

// Which cells measures count, and which they must be shown.
void FlatReplication::find_counted() {
  std::vector<char> emptied(shows_.size());
  for (std::size_t act = 0; act < flat_.parts.transitions.size(); ++act) {
    for (const std::uint32_t cell : flat_.resets[act]) emptied[cell] = 1;
  }
  const auto members_at = [&](std::uint32_t cell) {
    const UnfoldedPlace& place = flat_.parts.places[cell];
    return place.total ? std::vector<std::uint32_t>() : measures_.members_at(place.place, place.colour);
  };
  std::vector<std::uint32_t> looking;  // members that count nothing, or of what a firing empties
  for (std::uint32_t cell = 0; cell < flat_.parts.places.size(); ++cell) {
    for (const std::uint32_t member : members_at(cell)) {
      if (emptied[cell] != 0 || !measures_.is_count(member)) looking.push_back(member);
    }
  }
  std::sort(looking.begin(), looking.end());
  Marking one(net_, enabling_.indices(), pool_);
  for (std::uint32_t cell = 0; cell < flat_.parts.places.size(); ++cell) {
    const UnfoldedPlace& place = flat_.parts.places[cell];
    if (!place.total && measures_.stops_by(place.place)) shows_[cell] = 1;
    for (const std::uint32_t member : members_at(cell)) {
      if (std::binary_search(looking.begin(), looking.end(), member)) {
        shows_[cell] = 1;
        continue;
      }
      one.clear();
      one.put(place.place, place.colour, 1);
      counted_.push_back({cell, member, measures_.value_in(one, member) != 0 ? 1 : 0});
    }
  }
}

// What measures see at the start.
void FlatReplication::show_all() {
  const auto all = [&](std::uint32_t cell) { return tokens_[flat_.twin[cell] == FlatNet::kNone ? cell : flat_.twin[cell]]; };
  for (std::uint32_t cell = 0; cell < flat_.parts.places.size(); ++cell) {
    const UnfoldedPlace& place = flat_.parts.places[cell];
    if (shows_[cell] != 0 && all(cell) > 0) shown_.put(place.place, place.colour, all(cell));
  }
  std::map<std::uint32_t, std::int64_t> counts;
  for (const Counted& counted : counted_) counts[counted.member] += counted.times * all(counted.cell);
  for (const auto& [member, tokens] : counts) measures_.set_count(member, tokens);
}

// Of the acts, for the program; and which cells are shown.
std::vector<std::uint32_t> FlatReplication::flags() {
  find_counted();
  std::vector<std::uint32_t> flags(flat_.parts.transitions.size());
  std::map<std::uint32_t, std::int64_t> counts;
  for (std::size_t act = 0; act < flags.size(); ++act) {
    const TransitionId transition = flat_.parts.transitions[act].transition;
    if (trace_ != nullptr || measures_.records(transition)) flags[act] |= FlatProgram::kRecords;
    counts.clear();
    const auto add = [&](std::uint32_t cell, std::int64_t amount) {
      if (shows_[cell] != 0) flags[act] |= FlatProgram::kShows;
      const auto before = [](const Counted& counted, std::uint32_t wanted) { return counted.cell < wanted; };
      for (auto at = std::lower_bound(counted_.begin(), counted_.end(), cell, before); at != counted_.end() && at->cell == cell;
           ++at)
        counts[at->member] += amount * at->times;
    };
    const auto move = [&](std::uint32_t cell, std::int64_t amount) {
      add(cell, amount);
      if (arrivals_.kept(cell)) flags[act] |= FlatProgram::kArrivals;
    };
    for (const FlatChange& take : flat_.takes[act]) move(take.cell, -take.amount);
    for (const FlatChange& put : flat_.puts[act]) move(put.cell, put.amount);
    for (const std::uint32_t cell : flat_.resets[act]) move(cell, 0);
    for (const FlatDelayed& put : flat_.delayed[act]) add(put.cell, put.amount);
    if (!flat_.delayed[act].empty()) flags[act] |= FlatProgram::kDelays;
    if (!flat_.resets[act].empty()) flags[act] |= FlatProgram::kResets;
    if (!counts.empty()) flags[act] |= FlatProgram::kCounts;
    for (const auto& [member, more] : counts) counts_.add({member, more});
    counts_.end_row();
  }
  return flags;
}

void FlatReplication::begin() {
  show_all();
  if (arrivals_.any()) {
    for (std::uint32_t cell = 0; cell < tokens_.size(); ++cell) {
      if (arrivals_.kept(cell) && tokens_[cell] > 0) arrivals_.put(cell, tokens_[cell], 0);
    }
  }
  for (const FlatDelayed& tokens : flat_.arriving) arriving_.add(tokens.cell, tokens.amount, tokens.delay);
  measures_.start(shown_);
  choice_.start();
  timers_.start_all(0);
}

bool FlatReplication::step() {
  const std::uint32_t act = choice_.next(random_);
  if (act != FlatNet::kNone) {
    fire(act);
  } else if (timers_.next() <= now_) {
    fire(timers_.take());
  } else {
    return advance();
  }
  return no_loop();
}

bool FlatReplication::advance() {
  if (!move_on(std::min(timers_.next(), arriving_.next()))) return false;
  if (arriving_.next() <= now_) deliver();
  return true;
}

// All that becomes available now is one step.
void FlatReplication::deliver() {
  while (arriving_.next() <= now_) {
    const auto [cell, count] = arriving_.take();
    arrive(cell, count);
  }
  if (delivered_.size() == 1) {
    const std::uint32_t* words = program_.arrival(delivered_.front());
    choice_.fired(words);
    timers_.fired(words, now_);
    delivered_.clear();
  } else {
    settle_delivered(FlatNet::kNone);
  }
  measures_.settle(now_);
}

// Looks at what the arrivals of a step concern, and the firing of an act with them, if there is one.
void FlatReplication::settle_delivered(std::uint32_t act) {
  for (std::uint32_t& cell : delivered_) {
    const std::uint32_t* words = program_.arrival(cell);
    choice_.fired(words);
    cell = flat_.arrival_row[cell];
  }
  if (act != FlatNet::kNone) delivered_.push_back(act);
  timers_.fired_together(delivered_, now_);
  delivered_.clear();
}

void FlatReplication::fire(std::uint32_t act) {
  firing_now_ = flat_.parts.transitions[act].transition;
  const std::uint32_t* words = program_.of(act);
  const std::uint32_t flags = *words++;
  if ((flags & FlatProgram::kRecords) != 0) tell_fired(act);
  if ((flags & FlatProgram::kShows) != 0) show(act);
  if ((flags & FlatProgram::kCounts) != 0) {
    for (const FlatChange& more : counts_[act]) measures_.count(more.cell, more.amount);
  }
  if ((flags & FlatProgram::kArrivals) != 0) move_arrivals(act);
  if ((flags & FlatProgram::kResets) != 0) reset(act);
  for (std::uint32_t k = *words++; k > 0; --k, words += 2) tokens_[words[0]] += static_cast<std::int32_t>(words[1]);
  if ((flags & FlatProgram::kDelays) != 0) put_later(act);
  ++result_.firings;
  choice_.fired(words);
  if (delivered_.empty()) {
    timers_.fired(words, now_);
  } else {
    settle_delivered(act);
  }
  measures_.settle(now_);
}

void FlatReplication::tell_fired(std::uint32_t act) {
  const std::span<const Word> binding = flat_.parts.binding(net_, act);
  std::copy(binding.begin(), binding.end(), frame_.begin());
  enabling_.evaluator().set_now(now_);
  measures_.fired(firing_now_, frame_, now_);
  if (trace_ != nullptr) trace_->fired(now_, firing_now_, binding, pool_);
}

// Leaves in a cell that is reset what the act takes from it, so that its changes leave what it puts.
void FlatReplication::reset(std::uint32_t act) {
  for (const std::uint32_t cell : flat_.resets[act]) {
    tokens_[cell] = 0;
    for (const FlatChange& take : flat_.takes[act]) {
      if (take.cell == cell) tokens_[cell] = take.amount;
    }
    if (flat_.twin[cell] == FlatNet::kNone) continue;
    tokens_[flat_.twin[cell]] = tokens_[cell];
    arriving_.forget(cell);
  }
}

void FlatReplication::put_later(std::uint32_t act) {
  for (const FlatDelayed& put : flat_.delayed[act]) {
    const double available = now_ + put.delay;
    if (available > now_) {
      arriving_.add(put.cell, put.amount, available);
    } else {  // too short to move the time
      arrive(put.cell, put.amount);
    }
  }
}

void FlatReplication::arrive(std::uint32_t cell, std::int64_t count) {
  tokens_[cell] += count;
  if (arrivals_.kept(cell)) arrivals_.put(cell, count, now_);
  delivered_.push_back(cell);
}

void FlatReplication::move_arrivals(std::uint32_t act) {
  for (const FlatChange& take : flat_.takes[act]) {
    if (arrivals_.kept(take.cell)) arrivals_.take(take.cell, take.amount);
  }
  for (const std::uint32_t cell : flat_.resets[act]) {
    if (arrivals_.kept(cell)) arrivals_.clear(cell);
  }
  for (const FlatChange& put : flat_.puts[act]) {
    if (arrivals_.kept(put.cell)) arrivals_.put(put.cell, put.amount, now_);
  }
}

// Changes what measures look at as the act does, before it does.
void FlatReplication::show(std::uint32_t act) {
  const auto place = [&](std::uint32_t cell) -> const UnfoldedPlace& { return flat_.parts.places[cell]; };
  for (const FlatChange& take : flat_.takes[act]) {
    if (shows_[take.cell] == 0) continue;
    const auto& [id, colour, total] = place(take.cell);
    shown_.take(id, shown_.find(id, colour), take.amount);
    measures_.changed(id, colour);
  }
  for (const std::uint32_t cell : flat_.resets[act]) {
    if (shows_[cell] == 0) continue;
    const auto& [id, colour, total] = place(cell);
    const Marking::Slot slot = shown_.find(id, colour);
    if (slot == Marking::kNone) continue;
    shown_.remove(id, slot);
    measures_.changed(id, colour);
  }
  const auto put = [&](std::uint32_t cell, std::int64_t count) {
    if (shows_[cell] == 0) return;
    const auto& [id, colour, total] = place(cell);
    shown_.put(id, colour, count);
    measures_.changed(id, colour);
  };
  for (const FlatChange& tokens : flat_.puts[act]) put(tokens.cell, tokens.amount);
  for (const FlatDelayed& tokens : flat_.delayed[act]) put(tokens.cell, tokens.amount);
}

}  // namespace petriloom
