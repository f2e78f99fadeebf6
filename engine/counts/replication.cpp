// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/replication.h"

#include <algorithm>
#include <boost/scope_exit.hpp>

#include "engine/marking/too_many_tokens.h"

namespace petriloom {

namespace {

// A number of two words, the low one first.
std::int64_t long_at(const std::uint32_t* words) { return static_cast<std::int64_t>(std::uint64_t{words[1]} << 32U | words[0]); }

}  // namespace

FlatReplication::FlatReplication(const Net& net, const FlatPlan& plan, const RunOptions& options, std::uint64_t number,
                                 TraceSink* trace)
    : RunCourse(net, options, number, trace, plan.flat.parts.pool),
      plan_(plan),
      flat_(plan.flat),
      shown_(net, enabling_.indices(), pool_),
      view_(shown_, enabling_),
      tokens_(flat_.initial.size()),
      arrivals_(flat_.initial.size()),
      arriving_(flat_.initial.size(), flat_.delays.size()),
      choice_(plan, tokens_, arrivals_),
      timers_(net, plan, tokens_, random_) {
  enabling_.evaluator().set_state(&view_);
  for (std::uint32_t cell = 0; cell < tokens_.size(); ++cell) tokens(cell) = flat_.initial[cell];
}

// What measures see at the start.
void FlatReplication::show_all() {
  for (std::uint32_t cell = 0; cell < flat_.parts.places.size(); ++cell) {
    if (plan_.shows[cell] != 0) put_all(cell, shown_);
  }
  measures_.count_for(*plan_.counted_members, [this](std::uint32_t member, double now) { return value_in_all(member, now); });
  for (std::uint32_t cell = 0; cell < flat_.parts.places.size(); ++cell) {
    for (const FlatCount& counted : plan_.counted[cell]) measures_.count_at_start(counted.count, all_tokens(cell));
  }
}

// The tokens of a cell, with those on their way, in a marking.
void FlatReplication::put_all(std::uint32_t cell, Marking& marking) const {
  const UnfoldedPlace& place = flat_.parts.places[cell];
  if (all_tokens(cell) > 0) marking.put(place.place, place.colour, all_tokens(cell));
}

// The value of a member of a measure that looks at all tokens, or what it fails with.
double FlatReplication::value_in_all(std::uint32_t member, double now) {
  Marking all(net_, enabling_.indices(), pool_);
  for (std::uint32_t cell = 0; cell < flat_.parts.places.size(); ++cell) {
    if (!flat_.parts.places[cell].total) put_all(cell, all);
  }
  const MarkingView view(all, enabling_);
  enabling_.evaluator().set_state(&view);
  BOOST_SCOPE_EXIT_ALL(this) { enabling_.evaluator().set_state(&view_); };
  return measures_.value_in(all, member, now);
}

void FlatReplication::begin() {
  show_all();
  for (std::uint32_t cell = 0; cell < tokens_.size(); ++cell) {
    if (plan_.keeps(cell) && tokens(cell) > 0) arrivals_.put(plan_.slot[cell], tokens(cell), 0);
  }
  for (const FlatComing& coming : flat_.arriving) arriving_.add_at_start(plan_.slot[coming.cell], coming.amount, coming.time);
  arriving_.start();
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

// Asks the memory for what tokens that become available in a cell touch: in a large net that is in no cache.
void FlatReplication::expect(std::uint32_t slot) const {
  __builtin_prefetch(&tokens_[slot]);
  plan_.program.expect_arrival(slot);
  arrivals_.expect(slot);
}

// All that becomes available now is one step.
void FlatReplication::deliver() {
  for (arrived_.clear(); arriving_.next() <= now_;) arrived_.push_back(arriving_.take());
  constexpr std::size_t kAhead = 4;
  for (std::size_t k = 0; k < arrived_.size(); ++k) {
    if (k + kAhead < arrived_.size()) expect(arrived_[k + kAhead].first);
    arrive(arrived_[k].first, arrived_[k].second);
  }
  if (delivered_.size() == 1) {
    const FlatRow row = plan_.program.arrival(delivered_.front());
    const std::uint32_t* words = plan_.program.words(row);
    choice_.fired(row, words);
    timers_.fired(row, words, now_);
    delivered_.clear();
  } else {
    settle_delivered(FlatNet::kNone);
  }
  measures_.settle(now_);
}

// Looks at what the arrivals of a step concern, and the firing of an act with them, if there is one.
void FlatReplication::settle_delivered(std::uint32_t act) {
  constexpr std::size_t kAhead = 2;
  for (std::size_t k = 0; k < delivered_.size(); ++k) {
    if (k + kAhead < delivered_.size()) choice_.expect(plan_.program.arrival(delivered_[k + kAhead]));
    const FlatRow row = plan_.program.arrival(delivered_[k]);
    const std::uint32_t* words = plan_.program.words(row);
    choice_.fired(row, words);
  }
  if (!flat_.timed.empty()) {
    for (std::uint32_t& slot : delivered_) slot = flat_.arrival_row[plan_.cell_at[slot]];
    if (act != FlatNet::kNone) delivered_.push_back(act);
    timers_.fired_together(delivered_, now_);
  }
  delivered_.clear();
}

void FlatReplication::fire(std::uint32_t act) {
  const FlatRow row = plan_.program.of(act);
  const std::uint32_t* words = plan_.program.words(row);
  const std::uint32_t flags = *words++;
  firing_now_ = TransitionId(*words++);
  if ((flags & FlatProgram::kArrivals) != 0) move_arrivals(act, row, words);
  if ((flags & FlatProgram::kRecords) != 0) tell_fired(act);
  if ((flags & FlatProgram::kTallies) != 0) {
    for (std::uint32_t k = *words++; k > 0; --k) measures_.count_firing(row.tally + *words++, now_);
  }
  if ((flags & FlatProgram::kLooks) != 0) look_after(act, row, words);
  if ((flags & FlatProgram::kStops) != 0) measures_.stop_changed();
  if ((flags & FlatProgram::kCounts) != 0) count_firing(row, words);
  if ((flags & FlatProgram::kResets) != 0) reset(act);
  for (std::uint32_t k = *words++; k > 0; --k, words += 2) add(row.slot + words[0], static_cast<std::int32_t>(words[1]));
  if ((flags & FlatProgram::kDelays) != 0) put_later(row, words);
  ++result_.firings;
  choice_.fired(row, words);
  if (delivered_.empty()) {
    timers_.fired(row, words, now_);
  } else {
    settle_delivered(act);
  }
  measures_.settle(now_);
}

void FlatReplication::refuse(std::uint32_t slot) const {
  std::uint32_t cell = plan_.cell_at[slot];
  const auto twin = std::find(flat_.twin.begin(), flat_.twin.end(), cell);
  if (cell >= flat_.parts.places.size()) cell = static_cast<std::uint32_t>(twin - flat_.twin.begin());
  throw TooManyTokens(net_, flat_.parts.places[cell].place, firing_now_);
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
    arriving_.forget(plan_.slot[cell]);
  }
}

void FlatReplication::put_later(const FlatRow& row, const std::uint32_t*& words) {
  for (std::uint32_t k = *words++; k > 0; --k, words += 4) {
    const std::uint32_t slot = row.slot + words[0];
    const double available = now_ + flat_.delays[words[3]];
    if (available > now_) {
      arriving_.add(slot, long_at(words + 1), available, words[3]);
    } else {  // too short to move the time
      arrive(slot, long_at(words + 1));
    }
  }
}

void FlatReplication::arrive(std::uint32_t slot, std::int64_t count) {
  add(slot, count);
  if (plan_.kept[slot] != 0) arrivals_.put(slot, count, now_);
  delivered_.push_back(slot);
}

void FlatReplication::move_arrivals(std::uint32_t act, const FlatRow& row, const std::uint32_t*& words) {
  for (std::uint32_t k = *words++; k > 0; --k, words += 2) arrivals_.take(row.slot + words[0], words[1]);
  for (const std::uint32_t cell : flat_.resets[act]) {
    if (plan_.keeps(cell)) arrivals_.clear(plan_.slot[cell]);
  }
  for (std::uint32_t k = *words++; k > 0; --k, words += 2) arrivals_.put(row.slot + words[0], words[1], now_);
}

void FlatReplication::count_firing(const FlatRow& row, const std::uint32_t*& words) {
  for (std::uint32_t k = *words++; k > 0; --k, words += 4) {
    measures_.count(row.count + words[0], long_at(words + 1), row.member + words[3], now_);
  }
}

// Changes what measures look at as the act does, before it does.
void FlatReplication::look_after(std::uint32_t act, const FlatRow& row, const std::uint32_t*& words) {
  for (std::uint32_t k = *words++; k > 0; --k) measures_.member_changed(row.member + *words++);
  for (std::uint32_t k = *words++; k > 0; --k, words += 2) {
    const auto& [id, colour, total] = flat_.parts.places[plan_.cell_at[row.slot + words[0]]];
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
    const auto& [id, colour, total] = flat_.parts.places[plan_.cell_at[row.slot + words[0]]];
    shown_.put(id, colour, words[1]);
  }
}

}  // namespace petriloom
