// SPDX-License-Identifier: Apache-2.0
// The ready bindings of a conflict class in the order of rule 9.
#include <algorithm>
#include <array>

#include "engine/counts/choice.h"

namespace petriloom::counts {

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

void Choice::add_arrivals(std::span<const Take> takes, ArrivalKey& key) const {
  for (const Take& take : takes) {
    arrivals_.earliest(take.slot, take.count, [&](const ArrivalRun& run) { add_to_key(key, run); });
  }
}

// As compare_arrivals, then by binding.
bool Choice::after(const Waiting& a, const Waiting& b) const {
  const int order = a.whole && b.whole ? a.times.compare(b.times) : compare_slowly(a, b);
  return order != 0 ? order > 0 : a.binding.binding > b.binding.binding;
}

// Where one of two does not stand whole in the queue.
int Choice::compare_slowly(const Waiting& a, const Waiting& b) const {
  std::array<ArrivalRun, 2> of_a;
  std::array<ArrivalRun, 2> of_b;
  const auto runs = [&](const Waiting& waiting, std::array<ArrivalRun, 2>& own) -> std::span<const ArrivalRun> {
    const ArrivalTimes& times = waiting.times;
    if (!waiting.whole) return {long_key(waiting.binding.binding).data(), long_key(waiting.binding.binding).size()};
    own = {ArrivalRun{times.first, times.count}, ArrivalRun{times.second, times.second_count}};
    return {own.data(), times.count == 0 ? 0U : times.second_count == 0 ? 1U : 2U};
  };
  return compare_arrivals(runs(a, of_a), runs(b, of_b));
}

// When the tokens arrived that a binding waits with, and whether that is all of its key; else that
// is `key_`.
bool Choice::find_times(const BindingAt& at, ArrivalTimes& times) {
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
  add_arrivals(local_takes(at.binding), key_);
  const auto small = [](const ArrivalRun& run) { return run.count < std::int64_t{1} << 32U; };
  times = {};
  if (key_.size() > 2 || !std::all_of(key_.begin(), key_.end(), small)) return false;
  if (!key_.empty()) times = joined(key_.front(), key_.size() == 1 ? ArrivalRun{} : key_.back());
  return true;
}

void Choice::enqueue(ClassState& conflict, const BindingAt& binding, const ArrivalTimes& times, bool whole) {
  if (!whole) keys_[net_.classes[binding.binding].number] = key_;
  conflict.queue.push({times, binding, whole}, order());
}

// The ready binding of a conflict class that goes before the others. There must be one.
std::uint32_t Choice::best_of(ClassState& conflict) {
  ArrivalTimes times;
  constexpr std::size_t kAhead = 4;
  for (std::size_t k = 0; k < conflict.fresh.size(); ++k) {
    if (k + kAhead < conflict.fresh.size()) {
      const Fresh& ahead = conflict.fresh[k + kAhead];
      arrivals_.expect(ahead.takes.one.slot);
      __builtin_prefetch(plan_.states.data() + ahead.slot);
    }
    const Fresh& fresh = conflict.fresh[k];
    if (is_ready(fresh.slot)) {
      const BindingAt binding{fresh, plan_.states[fresh.slot].binding};
      const bool whole = find_times(binding, times);
      enqueue(conflict, binding, times, whole);
    } else {
      stop_waiting(fresh.slot);
    }
  }
  conflict.fresh.clear();
  for (;;) {
    const Waiting& front = conflict.queue.front();
    if (!is_ready(front.binding.slot)) {
      stop_waiting(front.binding.slot);
      conflict.queue.pop(order());
      continue;
    }
    const bool whole = find_times(front.binding, times);
    if (whole == front.whole && (whole ? times == front.times : key_ == long_key(front.binding.binding))) {
      expect(conflict);
      return front.binding.binding;
    }
    const BindingAt binding = front.binding;
    conflict.queue.pop(order());
    enqueue(conflict, binding, times, whole);
  }
}

// Asks the memory for what those bindings touch that will probably fire soon: in a large net that
// is in no cache. First where they stand, a few firings later the tokens that they move.
void Choice::expect(const ClassState& conflict) const {
  if (const Waiting* far = conflict.queue.later(4)) {
    __builtin_prefetch(&states_[far->binding.slot]);
    expect(plan_.program.of(far->binding.binding));
  }
  const Waiting* near = conflict.queue.later(2);
  if (near == nullptr) return;
  Cursor row = plan_.program.of(near->binding.binding);
  if ((row.number() & Program::kArrivals) == 0) return;
  row.number();                                    // the transition
  for (int section = 0; section < 2; ++section) {  // what it takes, what it puts
    for (std::uint32_t k = row.number(); k > 0; --k) {
      const std::uint32_t slot = row.slot();
      row.number();  // of tokens
      __builtin_prefetch(&tokens_[slot]);
      arrivals_.expect(slot);
    }
  }
}

}  // namespace petriloom::counts
