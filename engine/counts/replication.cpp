// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/replication.h"

#include <algorithm>
#include <boost/scope_exit.hpp>

#include "engine/marking/too_many_tokens.h"

namespace petriloom::counts {

Replication::Replication(const Net& net, const Plan& plan, const RunOptions& options, std::uint64_t number, TraceSink* trace)
    : RunCourse(net, options, number, trace, plan.unfolded.parts.pool),
      plan_(plan),
      unfolded_(plan.unfolded),
      shown_(net, enabling_.indices(), pool_),
      view_(shown_, enabling_),
      tokens_(unfolded_.places.size()),
      arrivals_(unfolded_.places.size()),
      arriving_(unfolded_.places.size(), unfolded_.delays.size()),
      choice_(plan, tokens_, arrivals_),
      timers_(net, plan, tokens_, random_) {
  enabling_.evaluator().set_state(&view_);
  for (std::uint32_t place = 0; place < tokens_.size(); ++place) tokens(place) = unfolded_.places[place].initial;
}

// What measures see at the start.
void Replication::show_all() {
  for (std::uint32_t place = 0; place < unfolded_.parts.places.size(); ++place) {
    if (plan_.places[place].shown) put_all(place, shown_);
  }
  rewards_.count_for(*plan_.counted_members, [this](std::uint32_t member, double now) { return value_in_all(member, now); });
  for (std::uint32_t place = 0; place < unfolded_.parts.places.size(); ++place) {
    for (const MemberCount& counted : plan_.counted[place]) rewards_.count_at_start(counted.count, all_tokens(place));
  }
}

// The tokens of a place, with those on their way, in a marking.
void Replication::put_all(std::uint32_t place, Marking& marking) const {
  const UnfoldedPlace& coloured = unfolded_.parts.places[place];
  if (all_tokens(place) > 0) marking.put(coloured.place, coloured.colour, all_tokens(place));
}

// What `look` gives where all tokens are seen, not those of `shown_` alone.
template <class Look>
auto Replication::seeing_all(const Look& look) {
  Marking all(net_, enabling_.indices(), pool_);
  for (std::uint32_t place = 0; place < unfolded_.parts.places.size(); ++place) {
    if (!unfolded_.parts.places[place].total) put_all(place, all);
  }
  const MarkingView view(all, enabling_);
  enabling_.evaluator().set_state(&view);
  BOOST_SCOPE_EXIT_ALL(this) { enabling_.evaluator().set_state(&view_); };
  return look(all);
}

// The value of a member of a measure that looks at all tokens, or what it fails with.
double Replication::value_in_all(std::uint32_t member, double now) {
  return seeing_all([&](const Marking& all) { return rewards_.value_in(all, member, now); });
}

bool Replication::in_final_marking() {
  if (!net_.final_marking.valid()) return true;
  return seeing_all([this](const Marking&) { return RunCourse::in_final_marking(); });
}

void Replication::begin() {
  show_all();
  for (std::uint32_t place = 0; place < tokens_.size(); ++place) {
    if (plan_.keeps(place) && tokens(place) > 0) arrivals_.put(plan_.places[place].slot, tokens(place), 0);
  }
  for (const ArrivingTokens& coming : unfolded_.arriving)
    arriving_.add_at_start(plan_.places[coming.place].slot, coming.amount, coming.time);
  arriving_.start();
  rewards_.start(shown_);
  choice_.start();
  timers_.start_all(0);
}

bool Replication::step() {
  const std::uint32_t binding = choice_.next(random_);
  if (binding != UnfoldedNet::kNone) {
    fire(binding);
  } else if (timers_.next() <= now_) {
    fire(timers_.take());
  } else {
    return advance();
  }
  return no_loop();
}

bool Replication::advance() {
  if (!move_on(std::min(timers_.next(), arriving_.next()))) return false;
  if (arriving_.next() <= now_) deliver();
  return true;
}

// Asks the memory for what tokens that become available in a place touch: in a large net that is in
// no cache.
void Replication::expect(std::uint32_t slot) const {
  __builtin_prefetch(&tokens_[slot]);
  plan_.program.expect_arrival(slot);
  arrivals_.expect(slot);
}

// All that becomes available now is one step.
void Replication::deliver() {
  for (arrived_.clear(); arriving_.next() <= now_;) arrived_.push_back(arriving_.take());
  constexpr std::size_t kAhead = 4;
  for (std::size_t k = 0; k < arrived_.size(); ++k) {
    if (k + kAhead < arrived_.size()) expect(arrived_[k + kAhead].first);
    arrive(arrived_[k].first, arrived_[k].second);
  }
  if (delivered_.size() == 1) {
    Cursor row = plan_.program.arrival(delivered_.front());
    choice_.fired(row);
    timers_.fired(row, now_);
    delivered_.clear();
  } else {
    settle_delivered(UnfoldedNet::kNone);
  }
  rewards_.settle(now_);
}

// Looks at what the arrivals of a step affect, and the firing of a binding with them, if there is
// one.
void Replication::settle_delivered(std::uint32_t binding) {
  constexpr std::size_t kAhead = 2;
  for (std::size_t k = 0; k < delivered_.size(); ++k) {
    if (k + kAhead < delivered_.size()) choice_.expect(plan_.program.arrival(delivered_[k + kAhead]));
    Cursor row = plan_.program.arrival(delivered_[k]);
    choice_.fired(row);
  }
  if (!unfolded_.timed.empty()) {
    for (std::uint32_t& slot : delivered_) slot = unfolded_.arrival_row[plan_.slots[slot].place];
    if (binding != UnfoldedNet::kNone) delivered_.push_back(binding);
    timers_.fired_together(delivered_, now_);
  }
  delivered_.clear();
}

void Replication::fire(std::uint32_t binding) {
  Cursor row = plan_.program.of(binding);
  const std::uint32_t flags = row.number();
  firing_now_ = TransitionId(row.number());
  if ((flags & Program::kArrivals) != 0) move_arrivals(binding, row);
  if ((flags & Program::kRecords) != 0) tell_fired(binding);
  if ((flags & Program::kTallies) != 0) {
    for (std::uint32_t k = row.number(); k > 0; --k) rewards_.count_firing(row.tally(), now_);
  }
  if ((flags & Program::kLooks) != 0) look_after(binding, row);
  if ((flags & Program::kStops) != 0) rewards_.stop_changed();
  if ((flags & Program::kCounts) != 0) count_firing(row);
  if ((flags & Program::kResets) != 0) reset(binding);
  for (std::uint32_t k = row.number(); k > 0; --k) {
    const std::uint32_t slot = row.slot();
    add(slot, row.small_amount());
  }
  if ((flags & Program::kDelays) != 0) put_later(row);
  ++result_.firings;
  choice_.fired(row);
  if (delivered_.empty()) {
    timers_.fired(row, now_);
  } else {
    settle_delivered(binding);
  }
  rewards_.settle(now_);
}

void Replication::refuse(std::uint32_t slot) const {
  std::uint32_t place = plan_.slots[slot].place;
  const auto& places = unfolded_.places;
  const auto twin = std::find_if(places.begin(), places.end(), [&](const CountedPlace& one) { return one.twin == place; });
  if (place >= unfolded_.parts.places.size()) place = static_cast<std::uint32_t>(twin - places.begin());
  throw TooManyTokens(net_, unfolded_.parts.places[place].place, firing_now_);
}

void Replication::tell_fired(std::uint32_t binding) {
  const std::span<const Word> values = unfolded_.parts.binding(net_, binding);
  std::copy(values.begin(), values.end(), frame_.begin());
  enabling_.evaluator().set_now(now_);
  rewards_.fired(firing_now_, frame_, now_);
  if (trace_ != nullptr) trace_->fired(now_, firing_now_, values, pool_);
}

// Leaves in a place that is reset what the binding takes from it, so that its changes leave what it
// puts.
void Replication::reset(std::uint32_t binding) {
  for (const std::uint32_t place : unfolded_.resets[binding]) {
    tokens(place) = 0;
    for (const Change& take : unfolded_.takes[binding]) {
      if (take.place == place) tokens(place) = take.amount;
    }
    const std::uint32_t twin = unfolded_.places[place].twin;
    if (twin == UnfoldedNet::kNone) continue;
    tokens(twin) = tokens(place);
    arriving_.forget(plan_.places[place].slot);
  }
}

void Replication::put_later(Cursor& row) {
  for (std::uint32_t k = row.number(); k > 0; --k) {
    const std::uint32_t slot = row.slot();
    const std::int64_t count = row.amount();
    const std::uint32_t delay = row.number();
    const double available = now_ + unfolded_.delays[delay];
    if (available > now_) {
      arriving_.add(slot, count, available, delay);
    } else {  // too short to move the time
      arrive(slot, count);
    }
  }
}

void Replication::arrive(std::uint32_t slot, std::int64_t count) {
  add(slot, count);
  if (plan_.kept[slot] != 0) arrivals_.put(slot, count, now_);
  delivered_.push_back(slot);
}

void Replication::move_arrivals(std::uint32_t binding, Cursor& row) {
  for (std::uint32_t k = row.number(); k > 0; --k) {
    const std::uint32_t slot = row.slot();
    arrivals_.take(slot, row.number());
  }
  for (const std::uint32_t place : unfolded_.resets[binding]) {
    if (plan_.keeps(place)) arrivals_.clear(plan_.places[place].slot);
  }
  for (std::uint32_t k = row.number(); k > 0; --k) {
    const std::uint32_t slot = row.slot();
    arrivals_.put(slot, row.number(), now_);
  }
}

void Replication::count_firing(Cursor& row) {
  for (std::uint32_t k = row.number(); k > 0; --k) {
    const std::uint32_t count = row.count();
    const std::int64_t change = row.amount();
    rewards_.count(count, change, row.member(), now_);
  }
}

// Changes what measures look at as the binding does, before it does.
void Replication::look_after(std::uint32_t binding, Cursor& row) {
  for (std::uint32_t k = row.number(); k > 0; --k) rewards_.member_changed(row.member());
  for (std::uint32_t k = row.number(); k > 0; --k) {
    const auto& [id, colour, total] = unfolded_.parts.places[plan_.slots[row.slot()].place];
    shown_.take(id, shown_.find(id, colour), row.number());
  }
  for (const std::uint32_t place : unfolded_.resets[binding]) {
    if (!plan_.places[place].shown) continue;
    const auto& [id, colour, total] = unfolded_.parts.places[place];
    const Marking::Slot slot = shown_.find(id, colour);
    if (slot == Marking::kNone) continue;
    shown_.remove(id, slot);
    rewards_.changed(id, colour);
  }
  for (std::uint32_t k = row.number(); k > 0; --k) {
    const auto& [id, colour, total] = unfolded_.parts.places[plan_.slots[row.slot()].place];
    shown_.put(id, colour, row.number());
  }
}

}  // namespace petriloom::counts
