// SPDX-License-Identifier: Apache-2.0
// The ready acts of a pool in the order of rule 9.
#include <algorithm>
#include <array>

#include "engine/counts/choice.h"

namespace petriloom {

namespace {

// The key of two runs of less than 2^32 tokens; that of the second may be none.
ArrivalTimes joined(const ArrivalRun& a, const ArrivalRun& b) {
  const auto a_count = static_cast<std::uint32_t>(a.count);
  const auto b_count = static_cast<std::uint32_t>(b.count);
  if (b_count == 0) return {.first = a.arrival, .count = a_count};
  if (a.arrival == b.arrival) return {.first = a.arrival, .count = a_count + b_count};
  if (b.arrival < a.arrival) return joined(b, a);
  return {.first = a.arrival, .second = b.arrival, .count = a_count, .second_count = b_count};
}

}  // namespace

void FlatChoice::add_arrivals(std::span<const FlatTake> takes, ArrivalKey& key) const {
  for (const FlatTake& take : takes) {
    arrivals_.earliest(take.slot, take.count, [&](const ArrivalRun& run) { add_to_key(key, run); });
  }
}

// As compare_arrivals, then by act.
bool FlatChoice::after(const Waiting& a, const Waiting& b) const {
  const int order = a.whole && b.whole ? a.times.compare(b.times) : compare_slowly(a, b);
  return order != 0 ? order > 0 : a.act.act > b.act.act;
}

// Where one of two does not stand whole in the queue.
int FlatChoice::compare_slowly(const Waiting& a, const Waiting& b) const {
  std::array<ArrivalRun, 2> of_a;
  std::array<ArrivalRun, 2> of_b;
  const auto runs = [&](const Waiting& waiting, std::array<ArrivalRun, 2>& own) -> std::span<const ArrivalRun> {
    const ArrivalTimes& times = waiting.times;
    if (!waiting.whole) return {long_key(waiting.act.act).data(), long_key(waiting.act.act).size()};
    own = {ArrivalRun{times.first, times.count}, ArrivalRun{times.second, times.second_count}};
    return {own.data(), times.count == 0 ? 0U : times.second_count == 0 ? 1U : 2U};
  };
  return compare_arrivals(runs(a, of_a), runs(b, of_b));
}

// When the tokens arrived that an act waits with, and whether that is all of its key; else that is `key_`.
bool FlatChoice::find_times(const ActAt& at, ArrivalTimes& times) {
  const auto& [one, other] = at.takes;
  if (one.count > 0) {
    const double first = arrivals_.time_of(one.slot, one.count);
    const double second = other.count == 0 ? 0 : arrivals_.time_of(other.slot, other.count);
    if (first != ArrivalTimes::kNever && second != ArrivalTimes::kNever) {
      times = joined({first, one.count}, {second, other.count});
      return true;
    }
  }
  key_.clear();
  add_arrivals(local_takes(at.act), key_);
  const auto small = [](const ArrivalRun& run) { return run.count < std::int64_t{1} << 32U; };
  times = {};
  if (key_.size() > 2 || !std::all_of(key_.begin(), key_.end(), small)) return false;
  if (!key_.empty()) times = joined(key_.front(), key_.size() == 1 ? ArrivalRun{} : key_.back());
  return true;
}

void FlatChoice::enqueue(Pool& pool, const ActAt& act, const ArrivalTimes& times, bool whole) {
  if (!whole) keys_[net_.immediate_of[act.act]] = key_;
  pool.queue.push({times, act, whole}, order());
}

// The ready act of a pool that goes before the others. There must be one.
std::uint32_t FlatChoice::best_of(Pool& pool) {
  ArrivalTimes times;
  constexpr std::size_t kAhead = 4;
  for (std::size_t k = 0; k < pool.fresh.size(); ++k) {
    if (k + kAhead < pool.fresh.size()) {
      const Fresh& ahead = pool.fresh[k + kAhead];
      arrivals_.expect(ahead.takes.one.slot);
      __builtin_prefetch(plan_.act_at.data() + ahead.slot);
    }
    const Fresh& fresh = pool.fresh[k];
    if (is_ready(fresh.slot)) {
      const ActAt act{fresh, plan_.act_at[fresh.slot]};
      const bool whole = find_times(act, times);
      enqueue(pool, act, times, whole);
    } else {
      stop_waiting(fresh.slot);
    }
  }
  pool.fresh.clear();
  for (;;) {
    const Waiting& front = pool.queue.front();
    if (!is_ready(front.act.slot)) {
      stop_waiting(front.act.slot);
      pool.queue.pop(order());
      continue;
    }
    const bool whole = find_times(front.act, times);
    if (whole == front.whole && (whole ? times == front.times : key_ == long_key(front.act.act))) {
      expect(pool);
      return front.act.act;
    }
    const ActAt act = front.act;
    pool.queue.pop(order());
    enqueue(pool, act, times, whole);
  }
}

// Asks the memory for what those acts touch that will probably fire soon: in a large net that is in no cache. First where they
// stand, a few firings later the tokens that they move.
void FlatChoice::expect(const Pool& pool) const {
  if (const Waiting* far = pool.queue.later(4)) {
    __builtin_prefetch(&states_[far->act.slot]);
    expect(plan_.program.of(far->act.act));
  }
  const Waiting* near = pool.queue.later(2);
  if (near == nullptr) return;
  const FlatRow row = plan_.program.of(near->act.act);
  const std::uint32_t* words = plan_.program.words(row);
  if ((words[0] & FlatProgram::kArrivals) == 0) return;
  words += 2;
  for (int section = 0; section < 2; ++section) {  // what it takes, what it puts
    for (std::uint32_t k = *words++; k > 0; --k, words += 2) {
      __builtin_prefetch(&tokens_[row.slot + words[0]]);
      arrivals_.expect(row.slot + words[0]);
    }
  }
}

}  // namespace petriloom
