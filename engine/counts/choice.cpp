// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/choice.h"

#include <algorithm>
#include <bit>

#include "engine/random/variates.h"

namespace petriloom::counts {

Choice::Choice(const Plan& plan, const std::vector<std::int64_t>& tokens, const Arrivals& arrivals)
    : plan_(plan),
      net_(plan.unfolded),
      tokens_(tokens),
      arrivals_(arrivals),
      priorities_(net_.priorities.size()),
      states_(net_.immediate.size()),
      failed_(plan.far.size()),
      keys_(net_.immediate.size()) {
  for (std::uint32_t l = 0; l < priorities_.size(); ++l) {
    priorities_[l].by_arrival = !net_.priorities[l].weighted;
    priorities_[l].alone = net_.priorities[l].shared.size() == 1;
    if (net_.priorities[l].ordered)
      priorities_[l].words = static_cast<std::uint32_t>((net_.priorities[l].bindings.size() + 63) / 64);
  }
  for (const ConflictClass& planned : plan.conflicts) {
    const PriorityClass& priority = net_.priorities[planned.priority];
    const std::size_t positions = priority.ordered ? priority.bindings.size() : 0;
    conflicts_.emplace_back(ReadyBits(positions, priority.weighted && priority.uniform)).priority = planned.priority;
  }
}

void Choice::start() {
  for (std::uint32_t shared = 0; shared < net_.shared.size(); ++shared) look_at_shared(shared);
  for (std::uint32_t number = 0; number < net_.immediate.size(); ++number) {
    const std::uint32_t slot = plan_.immediate[number].slot;
    const bool ready = holds(net_.immediate[number].local);
    if (ready != is_ready(slot)) turn(slot, ready, {});
  }
}

bool Choice::holds(std::span<const Condition> conditions) const {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const Condition& c) { return c.holds(tokens_[plan_.places[c.place].slot]); });
}

// The condition that failed last is looked at first: where many wait for all of many, each of them
// asks once for what is missing.
bool Choice::holds_far(std::uint32_t number) {
  const Conditions conditions = plan_.program.far(number).conditions();
  const std::uint32_t size = conditions.size();
  std::uint32_t& failed = failed_[number];
  for (std::uint32_t looked = 0, k = failed; looked < size; ++looked, k = k + 1 == size ? 0 : k + 1) {
    if (conditions.holds(k, tokens_.data())) continue;
    failed = k;
    return false;
  }
  return true;
}

// Of local conditions in the program; of a binding if they do not stand there.
Choice::Takes Choice::takes(const LocalConditions* local, std::uint32_t slot) const {
  if (local == nullptr || local->elsewhere()) {
    const std::span<const Take> takes = local_takes(plan_.states[slot].binding);
    if (takes.empty() || takes.size() > 2) return {};
    return {takes.front(), takes.size() == 1 ? Take{} : takes.back()};
  }
  switch (local->takes()) {
    case 0:
      return {};
    case 1:
      return {local->take(0), {}};
    default:
      return {local->take(0), local->take(1)};
  }
}

void Choice::count(std::uint32_t number, std::int32_t more) {
  priorities_[conflicts_[number].priority].enabled += static_cast<std::uint32_t>(more);
  enabled_ += static_cast<std::uint64_t>(static_cast<std::int64_t>(more));
  set_active(number);
}

void Choice::set_active(std::uint32_t number) {
  ClassState& conflict = conflicts_[number];
  std::vector<std::uint32_t>& active = priorities_[conflict.priority].active;
  const bool is_active = conflict.open && conflict.ready > 0;
  if (is_active == (conflict.active_at != UnfoldedNet::kNone)) return;
  if (is_active) {
    conflict.active_at = static_cast<std::uint32_t>(active.size());
    active.push_back(number);
    return;
  }
  active[conflict.active_at] = active.back();
  conflicts_[active.back()].active_at = conflict.active_at;
  active.pop_back();
  conflict.active_at = UnfoldedNet::kNone;
}

// A binding has become ready, or is no longer.
void Choice::turn(std::uint32_t slot, bool ready, const LocalConditions* local) {
  const std::uint32_t number = plan_.states[slot].conflict;
  std::uint8_t& state = states_[slot];
  state ^= kReady;
  ClassState& conflict = conflicts_[number];
  const PriorityState& priority = priorities_[conflict.priority];
  if (priority.words > 0) conflict.bits.turn(plan_.states[slot].position, ready);
  conflict.ready += ready ? 1U : ~0U;
  if (conflict.open) count(number, ready ? 1 : -1);
  if (!ready || !priority.by_arrival) return;
  if ((state & kWaits) == 0) {
    state |= kWaits;
    conflict.fresh.push_back({slot, takes(local, slot)});
  }
  note(number);
}

// The best binding of a conflict class may be another one. It is looked for when all bindings have
// been looked at.
void Choice::note(std::uint32_t number) {
  ClassState& conflict = conflicts_[number];
  PriorityState& priority = priorities_[conflict.priority];
  if (conflict.noted || priority.alone) return;
  conflict.noted = true;
  priority.noted.push_back(number);
}

void Choice::look_at_shared(std::uint32_t shared) {
  const bool open = plan_.program.shared(shared).conditions().all_hold(tokens_.data());
  for (const std::uint32_t number : plan_.shared[shared].conflicts) {
    ClassState& conflict = conflicts_[number];
    if (conflict.open == open) continue;
    conflict.open = open;
    count(number, open ? static_cast<std::int32_t>(conflict.ready) : -static_cast<std::int32_t>(conflict.ready));
    if (open && priorities_[conflict.priority].by_arrival) note(number);
  }
}

// Of two conflict classes whose best bindings take tokens that arrived first at the same time.
bool Choice::conflict_before(std::uint32_t a, std::uint32_t b) const {
  const int order = compare_keys(conflicts_[a].key, conflicts_[b].key);
  return order != 0 ? order < 0 : conflicts_[a].best < conflicts_[b].best;
}

// Enters an active conflict class in the queue of its priority, or moves it there, by its best
// binding, which is looked for once in a choice.
void Choice::offer(std::uint32_t number) {
  ClassState& conflict = conflicts_[number];
  PriorityState& priority = priorities_[conflict.priority];
  conflict.offered_for = choices_;
  const std::uint32_t best = best_of(conflict);
  key_.clear();
  add_arrivals(local_takes(best), key_);
  add_arrivals(plan_.shared[plan_.conflicts[number].shared].takes, key_);
  if (conflict.offered && conflict.best == best && conflict.key == key_) return;
  withdraw(number);
  conflict.offered = true;
  conflict.best = best;
  conflict.key = key_;
  const double first = key_.empty() ? std::numeric_limits<double>::infinity() : key_.front().arrival;
  priority.queue.push(first, number, [this](std::uint32_t a, std::uint32_t b) { return conflict_before(a, b); });
}

void Choice::withdraw(std::uint32_t number) {
  ClassState& conflict = conflicts_[number];
  if (conflict.offered) {
    priorities_[conflict.priority].queue.remove(number, [this](std::uint32_t a, std::uint32_t b) { return conflict_before(a, b); });
  }
  conflict.offered = false;
}

// Of an ordered priority. Calls `visit(first, bits)` for each word of enabled bindings that is not
// 0; `first` is the position of its lowest bit. Until it returns false.
template <class Visit>
void Choice::for_each_word(const PriorityState& priority, const Visit& visit) const {
  const auto joined = [&](const auto& word_of) {
    std::uint64_t bits = 0;
    for (const std::uint32_t number : priority.active) bits |= word_of(conflicts_[number]);
    return bits;
  };
  const std::size_t summaries = (priority.words + 63) / 64;
  for (std::size_t s = 0; s < summaries; ++s) {
    std::uint64_t words = joined([s](const ClassState& conflict) { return conflict.bits.summary(s); });
    for (; words != 0; words &= words - 1) {
      const std::size_t word = 64 * s + static_cast<std::size_t>(std::countr_zero(words));
      if (!visit(static_cast<std::uint32_t>(64 * word),
                 joined([word](const ClassState& conflict) { return conflict.bits.word(word); })))
        return;
    }
  }
}

// The position of the enabled binding that has `number` enabled ones before it.
std::uint32_t Choice::position_of(const PriorityState& priority, std::uint32_t number) const {
  std::size_t word = 0;
  for (std::size_t step = std::bit_floor<std::size_t>(priority.words); priority.words > 1 && step > 0; step /= 2) {
    if (word + step > priority.words) continue;
    std::uint32_t here = 0;
    for (const std::uint32_t conflict : priority.active) here += conflicts_[conflict].bits.before(word + step);
    const bool behind = number >= here;  // which nobody can foresee
    number -= behind ? here : 0;
    word += behind ? step : 0;
  }
  std::uint64_t bits = 0;
  for (const std::uint32_t conflict : priority.active) bits |= conflicts_[conflict].bits.word(word);
  return static_cast<std::uint32_t>(64 * word) + bit_after(bits, number);
}

void Choice::list(const PriorityState& priority) {
  const PriorityClass& all = net_.priorities[static_cast<std::size_t>(&priority - priorities_.data())];
  candidates_.clear();
  for_each_word(priority, [&](std::uint32_t first, std::uint64_t bits) {
    for (; bits != 0; bits &= bits - 1)
      candidates_.push_back(all.bindings[first + static_cast<std::uint32_t>(std::countr_zero(bits))]);
    return true;
  });
}

// The only enabled binding of a priority.
std::uint32_t Choice::single(const PriorityState& priority) {
  ClassState& conflict = conflicts_[priority.active.front()];
  if (priority.words > 0) return net_.immediate[net_.priorities[conflict.priority].bindings[conflict.bits.first()]].binding;
  for (; !conflict.fresh.empty(); conflict.fresh.pop_back()) {
    const std::uint32_t slot = conflict.fresh.back().slot;
    if (is_ready(slot)) return plan_.states[slot].binding;
    stop_waiting(slot);
  }
  return best_of(conflict);
}

std::uint32_t Choice::choose(Random& random) {
  std::size_t l = 0;
  while (priorities_[l].enabled == 0) ++l;
  PriorityState& priority = priorities_[l];
  const PriorityClass& all = net_.priorities[l];
  if (priority.enabled == 1) return single(priority);
  if (priority.by_arrival) return choose_by_arrival(priority, random);
  if (all.uniform) {
    // As choose_by_weight: weight for weight is taken from what was drawn until it is below 0.
    const auto drawn = static_cast<std::uint32_t>(random.uniform() * priority.enabled);
    return net_.immediate[all.bindings[position_of(priority, std::min(drawn, priority.enabled - 1))]].binding;
  }
  list(priority);
  return net_.immediate[choose_by_weight(random)].binding;
}

std::uint32_t Choice::choose_by_weight(Random& random) {
  const auto weight = [this](std::size_t k) { return net_.immediate[candidates_[k]].weight; };
  return candidates_[drawn_by_weight(candidates_.size(), weight, random)];
}

// The best enabled binding of a priority by rule 9.
std::uint32_t Choice::first_come(PriorityState& priority) {
  if (priority.active.size() == 1) return best_of(conflicts_[priority.active.front()]);
  ++choices_;
  for (const std::uint32_t number : priority.noted) {
    conflicts_[number].noted = false;
    if (conflicts_[number].active_at != UnfoldedNet::kNone) offer(number);
  }
  priority.noted.clear();
  for (;;) {
    const std::uint32_t number = priority.queue.top();
    const ClassState& conflict = conflicts_[number];
    if (conflict.active_at == UnfoldedNet::kNone) {
      withdraw(number);
    } else if (conflict.offered_for == choices_) {
      return conflict.best;
    } else {
      offer(number);
    }
  }
}

std::uint32_t Choice::choose_by_arrival(PriorityState& priority, Random& random) {
  const std::uint32_t best = first_come(priority);
  // None has a weight.
  if (priority.words == 0 || !net_.immediate[net_.classes[best].number].weighted) return best;
  list(priority);
  const auto unweighted = [&](std::uint32_t number) { return !net_.immediate[number].weighted; };
  candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), unweighted), candidates_.end());
  return candidates_.size() == 1 ? best : net_.immediate[choose_by_weight(random)].binding;
}

}  // namespace petriloom::counts
