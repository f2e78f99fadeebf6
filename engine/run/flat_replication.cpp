// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flat_replication.h"

#include <algorithm>
#include <map>

namespace petriloom {

FlatReplication::FlatReplication(const Net& net, const FlatPlan& plan, const SimulationOptions& options, std::uint64_t number,
                                 TraceSink* trace)
    : RunCourse(net, options, number, trace, plan.flat.parts.pool),
      plan_(plan),
      flat_(plan.flat),
      shown_(net, enabling_.indices(), pool_),
      view_(shown_, enabling_),
      tokens_(flat_.initial.size()),
      arrivals_(plan.queues),
      arriving_(flat_.initial.size()),
      choice_(plan, tokens_, arrivals_),
      timers_(net, plan, tokens_, random_) {
  enabling_.evaluator().set_state(&view_);
  for (std::uint32_t cell = 0; cell < tokens_.size(); ++cell) tokens(cell) = flat_.initial[cell];
}

// What measures see at the start.
void FlatReplication::show_all() {
  const auto all = [&](std::uint32_t cell) { return tokens(flat_.twin[cell] == FlatNet::kNone ? cell : flat_.twin[cell]); };
  for (std::uint32_t cell = 0; cell < flat_.parts.places.size(); ++cell) {
    const UnfoldedPlace& place = flat_.parts.places[cell];
    if (plan_.shows[cell] != 0 && all(cell) > 0) shown_.put(place.place, place.colour, all(cell));
  }
  std::map<std::uint32_t, std::int64_t> counts;
  for (std::uint32_t cell = 0; cell < flat_.parts.places.size(); ++cell) {
    for (const FlatLook& counted : plan_.counted[cell]) counts[counted.member] += counted.times * all(cell);
  }
  for (const auto& [member, count] : counts) measures_.set_count(member, count);
}

void FlatReplication::begin() {
  show_all();
  for (std::uint32_t cell = 0; cell < tokens_.size(); ++cell) {
    if (plan_.keeps(cell) && tokens(cell) > 0) arrivals_.put(plan_.queue_of[cell], tokens(cell), 0);
  }
  for (const FlatDelayed& coming : flat_.arriving) arriving_.add(coming.cell, coming.amount, coming.delay);
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
  return no_loop(*this);
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
    const std::uint32_t* words = plan_.program.arrival(delivered_.front());
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
    const std::uint32_t* words = plan_.program.arrival(cell);
    choice_.fired(words);
    cell = flat_.arrival_row[cell];
  }
  if (act != FlatNet::kNone) delivered_.push_back(act);
  timers_.fired_together(delivered_, now_);
  delivered_.clear();
}

void FlatReplication::fire(std::uint32_t act) {
  firing_now_ = flat_.parts.transitions[act].transition;
  const std::uint32_t* words = plan_.program.of(act);
  const std::uint32_t flags = *words++;
  if ((flags & FlatProgram::kRecords) != 0) tell_fired(act);
  if ((flags & FlatProgram::kTallies) != 0) {
    for (std::uint32_t k = *words++; k > 0; --k) measures_.count_firing(*words++, now_);
  }
  if ((flags & FlatProgram::kLooks) != 0) look_after(act, words);
  if ((flags & FlatProgram::kStops) != 0) measures_.stop_changed();
  if ((flags & FlatProgram::kCounts) != 0) count_firing(words);
  if ((flags & FlatProgram::kArrivals) != 0) move_arrivals(act, words);
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
    tokens(cell) = 0;
    for (const FlatChange& take : flat_.takes[act]) {
      if (take.cell == cell) tokens(cell) = take.amount;
    }
    if (flat_.twin[cell] == FlatNet::kNone) continue;
    tokens(flat_.twin[cell]) = tokens(cell);
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
  tokens(cell) += count;
  if (plan_.keeps(cell)) arrivals_.put(plan_.queue_of[cell], count, now_);
  delivered_.push_back(cell);
}

void FlatReplication::move_arrivals(std::uint32_t act, const std::uint32_t*& words) {
  for (std::uint32_t k = *words++; k > 0; --k, words += 2) arrivals_.take(words[0], words[1]);
  for (const std::uint32_t cell : flat_.resets[act]) {
    if (plan_.keeps(cell)) arrivals_.clear(plan_.queue_of[cell]);
  }
  for (std::uint32_t k = *words++; k > 0; --k, words += 2) arrivals_.put(words[0], words[1], now_);
}

void FlatReplication::count_firing(const std::uint32_t*& words) {
  for (std::uint32_t k = *words++; k > 0; --k, words += 3) {
    measures_.count(words[0], static_cast<std::int64_t>(std::uint64_t{words[2]} << 32U | words[1]));
  }
}

// Changes what measures look at as the act does, before it does.
void FlatReplication::look_after(std::uint32_t act, const std::uint32_t*& words) {
  for (std::uint32_t k = *words++; k > 0; --k) measures_.member_changed(*words++);
  for (std::uint32_t k = *words++; k > 0; --k, words += 2) {
    const auto& [id, colour, total] = flat_.parts.places[words[0]];
    shown_.take(id, shown_.find(id, colour), words[1]);
  }
  for (const std::uint32_t cell : flat_.resets[act]) {
    if (plan_.shows[cell] == 0) continue;
    const auto& [id, colour, total] = flat_.parts.places[cell];
    const Marking::Slot slot = shown_.find(id, colour);
    if (slot == Marking::kNone) continue;
    shown_.remove(id, slot);
    measures_.changed(id, colour);
  }
  for (std::uint32_t k = *words++; k > 0; --k, words += 2) {
    const auto& [id, colour, total] = flat_.parts.places[words[0]];
    shown_.put(id, colour, words[1]);
  }
}

}  // namespace petriloom
