// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/choice.h"

#include <algorithm>
#include <bit>

namespace petriloom {

FlatChoice::FlatChoice(const FlatPlan& plan, const std::vector<std::int64_t>& tokens, const FlatArrivals& arrivals)
    : plan_(plan),
      net_(plan.flat),
      tokens_(tokens),
      arrivals_(arrivals),
      levels_(net_.levels.size()),
      states_(net_.immediate.size()),
      failed_(plan.far.size()),
      keys_(net_.immediate.size()) {
  for (std::uint32_t l = 0; l < levels_.size(); ++l) {
    levels_[l].by_arrival = !net_.levels[l].weighted;
    levels_[l].alone = net_.levels[l].gates.size() == 1;
    if (net_.levels[l].ordered) levels_[l].words = static_cast<std::uint32_t>((net_.levels[l].acts.size() + 63) / 64);
  }
  for (const FlatPool& planned : plan.pools) {
    const FlatLevel& level = net_.levels[planned.level];
    const std::size_t positions = level.ordered ? level.acts.size() : 0;
    pools_.emplace_back(ReadyBits(positions, level.weighted && level.uniform)).level = planned.level;
  }
}

void FlatChoice::start() {
  for (std::uint32_t gate = 0; gate < net_.gates.size(); ++gate) look_at_gate(gate);
  for (std::uint32_t number = 0; number < net_.immediate.size(); ++number) {
    const std::uint32_t slot = plan_.act_slot[number];
    const bool ready = holds(net_.immediate[number].local);
    if (ready != is_ready(slot)) turn(slot, plan_.pool_of[number], ready, {});
  }
}

bool FlatChoice::holds(std::span<const FlatCondition> conditions) const {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const FlatCondition& c) { return c.holds(tokens_[plan_.slot[c.cell]]); });
}

// The condition that failed last is looked at first: where many wait for all of many, each of them asks once for what is missing.
bool FlatChoice::holds_far(std::uint32_t number) {
  const FlatRow row = plan_.program.far(number);
  const std::uint32_t* words = plan_.program.words(row);
  const std::uint32_t size = *words++;
  std::uint32_t& failed = failed_[number];
  for (std::uint32_t looked = 0, k = failed; looked < size; ++looked, k = k + 1 == size ? 0 : k + 1) {
    const std::uint32_t* at = words + std::size_t{2} * k;
    if (flat_test::passes(at[1], tokens_[row.slot + at[0]])) continue;
    failed = k;
    return false;
  }
  return true;
}

// Of local conditions in the program; of an act if they do not stand there.
FlatChoice::Takes FlatChoice::takes(const Local& local, std::uint32_t slot) const {
  if (local.words == nullptr || *local.words == FlatProgram::kFar) {
    const std::span<const FlatTake> takes = local_takes(plan_.act_at[slot]);
    if (takes.empty() || takes.size() > 2) return {};
    return {takes.front(), takes.size() == 1 ? FlatTake{} : takes.back()};
  }
  const auto take = [&](std::size_t k) { return FlatTake{local.first + local.words[2 * k + 1], local.words[2 * k + 2]}; };
  switch (*local.words >> FlatProgram::kTakes) {
    case 0:
      return {};
    case 1:
      return {take(0), {}};
    default:
      return {take(0), take(1)};
  }
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
void FlatChoice::turn(std::uint32_t slot, std::uint32_t number, bool ready, const Local& local) {
  std::uint8_t& state = states_[slot];
  state ^= kReady;
  Pool& pool = pools_[number];
  const Level& level = levels_[pool.level];
  if (level.words > 0) pool.bits.turn(plan_.position_at[slot], ready);
  pool.ready += ready ? 1U : ~0U;
  if (pool.open) count(number, ready ? 1 : -1);
  if (!ready || !level.by_arrival) return;
  if ((state & kWaits) == 0) {
    state |= kWaits;
    pool.fresh.push_back({slot, takes(local, slot)});
  }
  note(number);
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
  const FlatRow row = plan_.program.gate(gate);
  const std::uint32_t* conditions = plan_.program.words(row);
  const std::uint32_t number_of_conditions = *conditions++;
  const bool open = flat_test::all_pass(conditions, number_of_conditions, tokens_.data(), row.slot);
  for (const std::uint32_t number : plan_.pools_at[gate]) {
    Pool& pool = pools_[number];
    if (pool.open == open) continue;
    pool.open = open;
    count(number, open ? static_cast<std::int32_t>(pool.ready) : -static_cast<std::int32_t>(pool.ready));
    if (open && levels_[pool.level].by_arrival) note(number);
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
  add_arrivals(local_takes(best), key_);
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
    std::uint64_t words = joined([s](const Pool& pool) { return pool.bits.summary(s); });
    for (; words != 0; words &= words - 1) {
      const std::size_t word = 64 * s + static_cast<std::size_t>(std::countr_zero(words));
      if (!visit(static_cast<std::uint32_t>(64 * word), joined([word](const Pool& pool) { return pool.bits.word(word); }))) return;
    }
  }
}

// The position of the enabled act that has `number` enabled ones before it.
std::uint32_t FlatChoice::position_of(const Level& level, std::uint32_t number) const {
  std::size_t word = 0;
  for (std::size_t step = std::bit_floor<std::size_t>(level.words); level.words > 1 && step > 0; step /= 2) {
    if (word + step > level.words) continue;
    std::uint32_t here = 0;
    for (const std::uint32_t pool : level.active) here += pools_[pool].bits.before(word + step);
    const bool behind = number >= here;  // which nobody can foresee
    number -= behind ? here : 0;
    word += behind ? step : 0;
  }
  std::uint64_t bits = 0;
  for (const std::uint32_t pool : level.active) bits |= pools_[pool].bits.word(word);
  return static_cast<std::uint32_t>(64 * word) + bit_after(bits, number);
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
std::uint32_t FlatChoice::single(const Level& level) {
  Pool& pool = pools_[level.active.front()];
  if (level.words > 0) return net_.immediate_act[net_.levels[pool.level].acts[pool.bits.first()]];
  for (; !pool.fresh.empty(); pool.fresh.pop_back()) {
    const std::uint32_t slot = pool.fresh.back().slot;
    if (is_ready(slot)) return plan_.act_at[slot];
    stop_waiting(slot);
  }
  return best_of(pool);
}

std::uint32_t FlatChoice::choose(Random& random) {
  std::size_t l = 0;
  while (levels_[l].enabled == 0) ++l;
  Level& level = levels_[l];
  const FlatLevel& all = net_.levels[l];
  if (level.enabled == 1) return single(level);
  if (level.by_arrival) return choose_by_arrival(level, random);
  if (all.uniform) {
    // As choose_by_weight: weight for weight is taken from what was drawn until it is below 0.
    const auto drawn = static_cast<std::uint32_t>(random.uniform() * level.enabled);
    return net_.immediate_act[all.acts[position_of(level, std::min(drawn, level.enabled - 1))]];
  }
  list(level);
  return net_.immediate_act[choose_by_weight(random)];
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
  if (level.words == 0 || !net_.immediate[net_.immediate_of[best]].weighted) return best;  // none has a weight
  list(level);
  const auto unweighted = [&](std::uint32_t number) { return !net_.immediate[number].weighted; };
  candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), unweighted), candidates_.end());
  return candidates_.size() == 1 ? best : net_.immediate_act[choose_by_weight(random)];
}

}  // namespace petriloom
