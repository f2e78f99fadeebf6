// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flat_choice.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace petriloom {

FlatChoice::FlatChoice(const FlatPlan& plan, const std::vector<std::int64_t>& tokens, const FlatArrivals& arrivals)
    : plan_(plan),
      net_(plan.flat),
      tokens_(tokens),
      arrivals_(arrivals),
      levels_(net_.levels.size()),
      acts_(net_.immediate.size()),
      keys_(net_.immediate.size()) {
  for (std::uint32_t l = 0; l < levels_.size(); ++l) {
    levels_[l].by_arrival = !net_.levels[l].weighted;
    levels_[l].alone = net_.levels[l].gates.size() == 1;
    if (net_.levels[l].ordered) levels_[l].words = static_cast<std::uint32_t>((net_.levels[l].acts.size() + 63) / 64);
  }
  for (std::size_t number = 0; number < acts_.size(); ++number) {
    const std::span<const FlatTake> takes = plan.local_takes[number];
    Act& act = acts_[plan.act_slot[number]];
    if (takes.size() != 1) continue;
    act.queue = takes.front().queue;
    act.count = static_cast<std::uint32_t>(takes.front().count);
  }
  for (const FlatPool& planned : plan.pools) {
    Pool& pool = pools_.emplace_back();
    pool.level = planned.level;
    pool.bits.resize((planned.size + 63) / 64);
    pool.summary.resize((pool.bits.size() + 63) / 64);
  }
}

void FlatChoice::start() {
  for (std::uint32_t gate = 0; gate < net_.gates.size(); ++gate) look_at_gate(gate);
  for (std::uint32_t number = 0; number < acts_.size(); ++number) {
    const FlatImmediate& immediate = net_.immediate[number];
    const bool ready = holds(immediate.local);
    const std::uint32_t pool = plan_.pool_of[number];
    const ActAt act{number, plan_.act_slot[number]};
    if (ready != is_ready(act.slot)) turn(act, pool, immediate.position - plan_.pools[pool].first, ready);
  }
}

bool FlatChoice::holds(std::span<const FlatCondition> conditions) const {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const FlatCondition& c) { return c.holds(tokens_[plan_.slot[c.cell]]); });
}

void FlatChoice::count(std::uint32_t number, std::int32_t more) {
  levels_[pools_[number].level].enabled += static_cast<std::uint32_t>(more);
  enabled_ += static_cast<std::uint64_t>(static_cast<std::int64_t>(more));
  set_active(number);
}

void FlatChoice::set_active(std::uint32_t number) {
  Pool& pool = pools_[number];
  std::vector<std::uint32_t>& active = levels_[pool.level].active;
  const bool is_active = pool.open && pool.ready > 0;
  if (is_active == (pool.active_at != FlatNet::kNone)) return;
  if (is_active) {
    pool.active_at = static_cast<std::uint32_t>(active.size());
    active.push_back(number);
    return;
  }
  active[pool.active_at] = active.back();
  pools_[active.back()].active_at = pool.active_at;
  active.pop_back();
  pool.active_at = FlatNet::kNone;
}

// An act has become ready, or is no longer.
void FlatChoice::turn(ActAt act, std::uint32_t pool_number, std::uint32_t position, bool ready) {
  acts_[act.slot].ready = ready;
  Pool& pool = pools_[pool_number];
  std::uint64_t& word = pool.bits[position / 64];
  const bool empty = word == 0;
  word ^= std::uint64_t{1} << (position % 64);
  if (empty || word == 0) pool.summary[position / 4096] ^= std::uint64_t{1} << (position / 64 % 64);
  pool.ready += ready ? 1U : ~0U;
  if (pool.open) count(pool_number, ready ? 1 : -1);
  if (!ready || !levels_[pool.level].by_arrival) return;
  if (!acts_[act.slot].waits) {
    acts_[act.slot].waits = true;
    pool.fresh.push_back(act);
  }
  note(pool_number);
}

// The best act of a pool may be another one. It is looked for when all acts have been looked at.
void FlatChoice::note(std::uint32_t number) {
  Pool& pool = pools_[number];
  Level& level = levels_[pool.level];
  if (pool.noted || level.alone) return;
  pool.noted = true;
  level.noted.push_back(number);
}

void FlatChoice::look_at_gate(std::uint32_t gate) {
  const std::uint32_t* conditions = plan_.program.gate(gate);
  const bool open = flat_test::all_pass(conditions, tokens_.data());
  for (const std::uint32_t number : plan_.pools_at[gate]) {
    Pool& pool = pools_[number];
    if (pool.open == open) continue;
    pool.open = open;
    count(number, open ? static_cast<std::int32_t>(pool.ready) : -static_cast<std::int32_t>(pool.ready));
    if (open && levels_[pool.level].by_arrival) note(number);
  }
}

void FlatChoice::add_arrivals(std::span<const FlatTake> takes, ArrivalKey& key) const {
  for (const FlatTake& take : takes) {
    arrivals_.earliest(take.queue, take.count, [&](const ArrivalRun& run) { add_to_key(key, run); });
  }
}

// As compare_arrivals, then by number.
bool FlatChoice::after(const Waiting& a, const Waiting& b) const {
  if (a.first != b.first) return a.first > b.first;
  if (a.count != b.count) return a.count < b.count;
  if (a.whole && b.whole) return a.act.number > b.act.number;
  if (a.whole != b.whole) return a.whole;
  const int order = compare_keys(keys_[a.act.number], keys_[b.act.number]);
  return order != 0 ? order > 0 : a.act.number > b.act.number;
}

// How an act waits now. If that is not whole, its key is `key_`.
FlatChoice::Waiting FlatChoice::waiting(ActAt at) {
  const Act& act = acts_[at.slot];
  if (act.queue != FlatNet::kNone) {
    const ArrivalRun& first = arrivals_.first(act.queue);
    if (first.count >= act.count) return {first.arrival, act.count, at};
  }
  key_.clear();
  add_arrivals(plan_.local_takes[at.number], key_);
  if (key_.empty()) return {std::numeric_limits<double>::infinity(), 0, at};
  const std::int64_t count = key_.front().count;
  if (count >= kMany) return {key_.front().arrival, kMany, at, false};
  return {key_.front().arrival, static_cast<std::uint32_t>(count), at, key_.size() == 1};
}

void FlatChoice::enqueue(Pool& pool, const Waiting& waiting) {
  if (!waiting.whole) keys_[waiting.act.number] = key_;
  pool.queue.push_back(waiting);
  std::push_heap(pool.queue.begin(), pool.queue.end(), [this](const auto& a, const auto& b) { return after(a, b); });
}

// The ready act of a pool that goes before the others. There must be one.
std::uint32_t FlatChoice::best_of(Pool& pool) {
  for (const ActAt act : pool.fresh) {
    is_ready(act.slot) ? enqueue(pool, waiting(act)) : void(acts_[act.slot].waits = false);
  }
  pool.fresh.clear();
  for (;;) {
    const Waiting front = pool.queue.front();
    const bool ready = is_ready(front.act.slot);
    Waiting now;
    if (ready) {
      now = waiting(front.act);
      if (now.same(front) && (now.whole || key_ == keys_[front.act.number])) return front.act.number;
    }
    std::pop_heap(pool.queue.begin(), pool.queue.end(), [this](const auto& a, const auto& b) { return after(a, b); });
    pool.queue.pop_back();
    ready ? enqueue(pool, now) : void(acts_[front.act.slot].waits = false);
  }
}

// Of two pools whose best acts take tokens that arrived first at the same time.
bool FlatChoice::pool_before(std::uint32_t a, std::uint32_t b) const {
  const int order = compare_keys(pools_[a].key, pools_[b].key);
  return order != 0 ? order < 0 : pools_[a].best < pools_[b].best;
}

// Enters an active pool in the queue of its level, or moves it there, by its best act, which is looked for once in a choice.
void FlatChoice::offer(std::uint32_t number) {
  Pool& pool = pools_[number];
  Level& level = levels_[pool.level];
  pool.offered_for = choices_;
  const std::uint32_t best = best_of(pool);
  key_.clear();
  add_arrivals(plan_.local_takes[best], key_);
  add_arrivals(plan_.gate_takes[plan_.pools[number].gate], key_);
  if (pool.offered && pool.best == best && pool.key == key_) return;
  withdraw(number);
  pool.offered = true;
  pool.best = best;
  pool.key = key_;
  const double first = key_.empty() ? std::numeric_limits<double>::infinity() : key_.front().arrival;
  level.queue.push(first, number, [this](std::uint32_t a, std::uint32_t b) { return pool_before(a, b); });
}

void FlatChoice::withdraw(std::uint32_t number) {
  Pool& pool = pools_[number];
  if (pool.offered) {
    levels_[pool.level].queue.remove(number, [this](std::uint32_t a, std::uint32_t b) { return pool_before(a, b); });
  }
  pool.offered = false;
}

// Of an ordered level. Calls `visit(first, bits)` for each word of enabled acts that is not 0; `first` is the position of its
// lowest bit. Until it returns false.
template <class Visit>
void FlatChoice::for_each_word(const Level& level, const Visit& visit) const {
  const auto joined = [&](const auto& word_of) {
    std::uint64_t bits = 0;
    for (const std::uint32_t number : level.active) bits |= word_of(pools_[number]);
    return bits;
  };
  const std::size_t summaries = (level.words + 63) / 64;
  for (std::size_t s = 0; s < summaries; ++s) {
    std::uint64_t words = joined([s](const Pool& pool) { return pool.summary[s]; });
    for (; words != 0; words &= words - 1) {
      const std::size_t word = 64 * s + static_cast<std::size_t>(std::countr_zero(words));
      if (!visit(static_cast<std::uint32_t>(64 * word), joined([word](const Pool& pool) { return pool.bits[word]; }))) return;
    }
  }
}

// The position of the enabled act that has `number` enabled ones before it.
std::uint32_t FlatChoice::position_of(const Level& level, std::uint64_t number) const {
  std::uint32_t found = 0;
  for_each_word(level, [&](std::uint32_t first, std::uint64_t bits) {
    const auto here = static_cast<std::uint64_t>(std::popcount(bits));
    if (number >= here) {
      number -= here;
      return true;
    }
    for (; number > 0; --number) bits &= bits - 1;
    found = first + static_cast<std::uint32_t>(std::countr_zero(bits));
    return false;
  });
  return found;
}

void FlatChoice::list(const Level& level) {
  const FlatLevel& all = net_.levels[static_cast<std::size_t>(&level - levels_.data())];
  candidates_.clear();
  for_each_word(level, [&](std::uint32_t first, std::uint64_t bits) {
    for (; bits != 0; bits &= bits - 1) candidates_.push_back(all.acts[first + static_cast<std::uint32_t>(std::countr_zero(bits))]);
    return true;
  });
}

// The only enabled act of a level.
std::uint32_t FlatChoice::single(const Level& level) const {
  const std::uint32_t number = level.active.front();
  const Pool& pool = pools_[number];
  std::size_t s = 0;
  while (pool.summary[s] == 0) ++s;
  const std::size_t word = 64 * s + static_cast<std::size_t>(std::countr_zero(pool.summary[s]));
  const std::size_t position = 64 * word + static_cast<std::size_t>(std::countr_zero(pool.bits[word]));
  return net_.levels[pool.level].acts[plan_.pools[number].first + position];
}

std::uint32_t FlatChoice::choose(Random& random) {
  std::size_t l = 0;
  while (levels_[l].enabled == 0) ++l;
  Level& level = levels_[l];
  const FlatLevel& all = net_.levels[l];
  std::uint32_t number = 0;
  if (level.enabled == 1) {
    number = single(level);
  } else if (level.by_arrival) {
    number = choose_by_arrival(level, random);
  } else if (all.uniform) {
    // As choose_by_weight: weight for weight is taken from what was drawn until it is below 0.
    const auto drawn = static_cast<std::uint64_t>(random.uniform() * level.enabled);
    number = all.acts[position_of(level, std::min<std::uint64_t>(drawn, level.enabled - 1))];
  } else {
    list(level);
    number = choose_by_weight(random);
  }
  return net_.immediate_act[number];
}

std::uint32_t FlatChoice::choose_by_weight(Random& random) {
  double sum = 0;
  for (const std::uint32_t number : candidates_) sum += net_.immediate[number].weight;
  double drawn = random.uniform() * sum;
  for (const std::uint32_t number : candidates_) {
    drawn -= net_.immediate[number].weight;
    if (drawn < 0) return number;
  }
  return candidates_.back();
}

// The best enabled act of a level by rule 9.
std::uint32_t FlatChoice::first_come(Level& level) {
  if (level.active.size() == 1) return best_of(pools_[level.active.front()]);
  ++choices_;
  for (const std::uint32_t number : level.noted) {
    pools_[number].noted = false;
    if (pools_[number].active_at != FlatNet::kNone) offer(number);
  }
  level.noted.clear();
  for (;;) {
    const std::uint32_t number = level.queue.top();
    const Pool& pool = pools_[number];
    if (pool.active_at == FlatNet::kNone) {
      withdraw(number);
    } else if (pool.offered_for == choices_) {
      return pool.best;
    } else {
      offer(number);
    }
  }
}

std::uint32_t FlatChoice::choose_by_arrival(Level& level, Random& random) {
  const std::uint32_t best = first_come(level);
  if (!net_.immediate[best].weighted) return best;
  list(level);
  const auto unweighted = [&](std::uint32_t number) { return !net_.immediate[number].weighted; };
  candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), unweighted), candidates_.end());
  return candidates_.size() == 1 ? best : choose_by_weight(random);
}

}  // namespace petriloom
