// SPDX-License-Identifier: Apache-2.0
#include "engine/run/flat_choice.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace petriloom {

FlatArrivals::FlatArrivals(const FlatNet& net) : queue_of_(net.initial.size(), FlatNet::kNone) {
  // Arrivals matter to acts of levels where not all have weights.
  for (std::size_t i = 0; i < net.immediate.size(); ++i) {
    const FlatLevel& level = net.levels[net.immediate[i].level];
    if (level.weighted) continue;
    for (const FlatCondition& condition : net.conditions[net.immediate_act[i]]) {
      std::uint32_t& queue = queue_of_[condition.cell];
      if (condition.kind != ArcKind::input || queue != FlatNet::kNone) continue;
      queue = static_cast<std::uint32_t>(queues_.size());
      queues_.emplace_back();
    }
  }
}

void FlatArrivals::put(std::uint32_t cell, std::int64_t count, double now) {
  Queue& queue = queues_[queue_of_[cell]];
  if (queue.head < queue.runs.size() && queue.runs.back().arrival == now) {
    queue.runs.back().count += count;
  } else {
    queue.runs.push_back({now, count});
  }
}

void FlatArrivals::take(std::uint32_t cell, std::int64_t count) {
  Queue& queue = queues_[queue_of_[cell]];
  while (count > 0) {
    ArrivalRun& first = queue.runs[queue.head];
    const std::int64_t some = std::min(count, first.count);
    first.count -= some;
    count -= some;
    if (first.count == 0) ++queue.head;
  }
  if (queue.head * 2 <= queue.runs.size()) return;
  queue.runs.erase(queue.runs.begin(), queue.runs.begin() + static_cast<std::ptrdiff_t>(queue.head));
  queue.head = 0;
}

void FlatArrivals::clear(std::uint32_t cell) {
  Queue& queue = queues_[queue_of_[cell]];
  queue.runs.clear();
  queue.head = 0;
}

void FlatArrivals::earliest(std::uint32_t cell, std::int64_t count, std::vector<ArrivalRun>& out) const {
  const Queue& queue = queues_[queue_of_[cell]];
  for (std::size_t k = queue.head; count > 0; ++k) {
    const std::int64_t some = std::min(count, queue.runs[k].count);
    out.push_back({queue.runs[k].arrival, some});
    count -= some;
  }
}

FlatChoice::FlatChoice(const FlatNet& net, const std::vector<std::int64_t>& tokens, const FlatArrivals& arrivals)
    : net_(net),
      tokens_(tokens),
      arrivals_(arrivals),
      levels_(net.levels.size()),
      pool_of_(net.immediate.size()),
      pools_at_(net.gates.size()),
      ready_(net.immediate.size()),
      queued_(net.immediate.size()),
      keys_(net.immediate.size()) {
  for (std::uint32_t l = 0; l < levels_.size(); ++l) {
    for (const std::uint32_t gate : net.levels[l].gates) {
      const auto number = static_cast<std::uint32_t>(pools_.size());
      const std::size_t words = (net.levels[l].acts.size() + 63) / 64;
      Pool& pool = pools_.emplace_back();
      pool.level = l;
      pool.gate = gate;
      pool.bits.resize(words);
      pool.summary.resize((words + 63) / 64);
      levels_[l].pools.push_back(number);
      pools_at_[gate].push_back(number);
    }
    levels_[l].by_arrival = !net.levels[l].weighted;
    levels_[l].alone = levels_[l].pools.size() == 1;
  }
  for (std::size_t i = 0; i < net.immediate.size(); ++i) {
    for (const std::uint32_t pool : pools_at_[net.immediate[i].gate]) {
      if (pools_[pool].level == net.immediate[i].level) pool_of_[i] = pool;
    }
  }
}

void FlatChoice::start() {
  for (std::uint32_t gate = 0; gate < pools_at_.size(); ++gate) look_at_gate(gate);
  for (std::uint32_t number = 0; number < ready_.size(); ++number) {
    const FlatImmediate& immediate = net_.immediate[number];
    const bool ready = holds(immediate.local);
    if (ready != (ready_[number] != 0)) turn(number, pool_of_[number], immediate.position, ready);
  }
}

bool FlatChoice::holds(std::span<const FlatCondition> conditions) const {
  return std::all_of(conditions.begin(), conditions.end(), [&](const FlatCondition& c) { return c.holds(tokens_[c.cell]); });
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
void FlatChoice::turn(std::uint32_t number, std::uint32_t pool_number, std::uint32_t position, bool ready) {
  ready_[number] = ready ? 1 : 0;
  Pool& pool = pools_[pool_number];
  std::uint64_t& word = pool.bits[position / 64];
  const bool empty = word == 0;
  word ^= std::uint64_t{1} << (position % 64);
  if (empty || word == 0) pool.summary[position / 4096] ^= std::uint64_t{1} << (position / 64 % 64);
  pool.ready += ready ? 1U : ~0U;
  if (pool.open) count(pool_number, ready ? 1 : -1);
  if (!ready || !levels_[pool.level].by_arrival) return;
  if (queued_[number] == 0) enqueue(pool, number);
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
  const bool open = holds(net_.gates[gate].conditions);
  for (const std::uint32_t number : pools_at_[gate]) {
    Pool& pool = pools_[number];
    if (pool.open == open) continue;
    pool.open = open;
    count(number, open ? static_cast<std::int32_t>(pool.ready) : -static_cast<std::int32_t>(pool.ready));
    if (open && levels_[pool.level].by_arrival) note(number);
  }
}

void FlatChoice::add_arrivals(std::span<const FlatCondition> conditions, std::vector<ArrivalRun>& out) const {
  for (const FlatCondition& condition : conditions) {
    if (condition.kind == ArcKind::input && arrivals_.kept(condition.cell)) {
      arrivals_.earliest(condition.cell, condition.count, out);
    }
  }
  normalise(out);
}

// An act that takes nothing goes last.
double FlatChoice::first_of(const std::vector<ArrivalRun>& key) {
  return key.empty() ? std::numeric_limits<double>::infinity() : key.front().arrival;
}

bool FlatChoice::after(const Waiting& a, const Waiting& b) const {
  if (a.first != b.first) return a.first > b.first;
  const int order = compare_arrivals(keys_[a.number], keys_[b.number]);
  return order != 0 ? order > 0 : a.number > b.number;
}

void FlatChoice::enqueue(Pool& pool, std::uint32_t number) {
  queued_[number] = 1;
  keys_[number].clear();
  add_arrivals(net_.immediate[number].local, keys_[number]);
  pool.queue.push_back({first_of(keys_[number]), number});
  std::push_heap(pool.queue.begin(), pool.queue.end(), [this](const auto& a, const auto& b) { return after(a, b); });
}

// The ready act of a pool that goes before the others. There must be one.
std::uint32_t FlatChoice::best_of(Pool& pool) {
  for (;;) {
    const std::uint32_t number = pool.queue.front().number;
    const bool ready = ready_[number] != 0;
    if (ready) {
      key_.clear();
      add_arrivals(net_.immediate[number].local, key_);
      if (key_ == keys_[number]) return number;
    }
    std::pop_heap(pool.queue.begin(), pool.queue.end(), [this](const auto& a, const auto& b) { return after(a, b); });
    pool.queue.pop_back();
    queued_[number] = 0;
    if (ready) enqueue(pool, number);
  }
}

// Enters a pool in the queue of its level, or moves it there, by its best act.
void FlatChoice::offer(std::uint32_t number) {
  Pool& pool = pools_[number];
  Level& level = levels_[pool.level];
  if (pool.active_at == FlatNet::kNone) return;
  const std::uint32_t best = best_of(pool);
  if (pool.offered && pool.best == best) return;
  const auto tie = [this](std::uint32_t a, std::uint32_t b) {
    const int order = compare_arrivals(pools_[a].key, pools_[b].key);
    return order != 0 ? order < 0 : pools_[a].best < pools_[b].best;
  };
  if (pool.offered) level.queue.remove(number, tie);
  pool.offered = true;
  pool.best = best;
  pool.key.swap(key_);
  add_arrivals(net_.gates[pool.gate].conditions, pool.key);
  level.queue.push(first_of(pool.key), number, tie);
}

// Calls `visit(first, bits)` for each word of enabled acts that is not 0; `first` is the position of its lowest bit. Until it
// returns false.
template <class Visit>
void FlatChoice::for_each_word(const Level& level, const Visit& visit) const {
  const auto joined = [&](const auto& word_of) {
    std::uint64_t bits = 0;
    for (const std::uint32_t number : level.active) bits |= word_of(pools_[number]);
    return bits;
  };
  const std::size_t summaries = pools_[level.pools.front()].summary.size();
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

std::uint32_t FlatChoice::choose(Random& random) {
  std::size_t l = 0;
  while (levels_[l].enabled == 0) ++l;
  Level& level = levels_[l];
  const FlatLevel& all = net_.levels[l];
  std::uint32_t number = 0;
  if (level.by_arrival) {
    number = choose_by_arrival(level, random);
  } else if (level.enabled == 1) {
    number = all.acts[position_of(level, 0)];
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
  if (level.alone) return best_of(pools_[level.pools.front()]);
  for (const std::uint32_t number : level.noted) {
    pools_[number].noted = false;
    offer(number);
  }
  level.noted.clear();
  for (;;) {
    const std::uint32_t number = level.queue.top();
    Pool& pool = pools_[number];
    if (pool.active_at != FlatNet::kNone && best_of(pool) == pool.best) {
      add_arrivals(net_.gates[pool.gate].conditions, key_);
      if (key_ == pool.key) return pool.best;
    }
    level.queue.remove(number, [this](std::uint32_t a, std::uint32_t b) {
      const int order = compare_arrivals(pools_[a].key, pools_[b].key);
      return order != 0 ? order < 0 : pools_[a].best < pools_[b].best;
    });
    pool.offered = false;
    offer(number);
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
