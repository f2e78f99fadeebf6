// SPDX-License-Identifier: Apache-2.0
// The parts of the engine on counts against the obvious way to do the same.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

#include "engine/containers/ready_bits.h"
#include "engine/containers/sorted_runs.h"
#include "engine/containers/timer_heap.h"
#include "engine/counts/arrivals.h"
#include "engine/counts/delay_queues.h"

namespace petriloom::test {
namespace {

TEST(PartsOfCounts, BitAfterFindsEveryBit) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 3000; ++round) {
    std::uint64_t word = random();
    for (int thin = round % 6; thin > 0; --thin) word &= random();
    std::uint32_t before = 0;
    for (std::uint32_t bit = 0; bit < 64; ++bit) {
      if ((word >> bit & 1U) == 0) continue;
      ASSERT_EQ(bit_after(word, before++), bit) << std::hex << word;
    }
  }
}

TEST(PartsOfCounts, ReadyBitsCount) {
  std::mt19937_64 random(2);
  for (const std::uint32_t size : {1U, 64U, 65U, 700U, 9000U}) {
    ReadyBits bits(size, true);
    std::set<std::uint32_t> set;
    for (int round = 0; round < 2000; ++round) {
      const auto position = static_cast<std::uint32_t>(random() % size);
      const bool added = set.insert(position).second;
      if (!added) set.erase(position);
      bits.turn(position, added);
      if (set.empty()) continue;
      ASSERT_EQ(bits.first(), *set.begin());
    }
    for (std::uint32_t word = 1; size > 64 && word <= (size + 63) / 64; ++word) {
      const std::uint32_t from = (word - (word & -word)) * 64;
      EXPECT_EQ(bits.before(word), std::distance(set.lower_bound(from), set.lower_bound(word * 64)));
    }
  }
}

// coloured::Timers, of which some are due at the same time, against a set of (time, rank, number).
TEST(PartsOfCounts, TimersComeInOrder) {
  std::mt19937_64 random(5);
  for (const std::uint32_t most : {1U, 3U, 4U, 6U, 60U, 5000U}) {
    TimerHeap heap;
    std::vector<std::uint64_t> numbers(most);
    const auto tie = [&](std::uint32_t a, std::uint32_t b) { return numbers[a] < numbers[b]; };
    using Timer = std::tuple<double, std::uint32_t, std::uint64_t, std::uint32_t>;
    std::set<Timer> due;
    std::map<std::uint32_t, Timer> timers;
    std::vector<std::uint32_t> free(most);
    std::iota(free.begin(), free.end(), 0);
    const auto push = [&](double time) {
      const std::uint32_t timer = free.back();
      free.pop_back();
      const auto rank = static_cast<std::uint32_t>(random() % 3);
      numbers[timer] = random();
      heap.push(time, timer, tie, rank);
      due.insert(timers[timer] = Timer{time, rank, numbers[timer], timer});
    };
    double now = -0.0;  // a time like 0
    for (int round = 0; round < 20000; ++round) {
      if (timers.size() < most) push(now + static_cast<double>(random() % 50) / 8);
      if (random() % 4 == 0 && timers.size() > 1) {
        const auto one = std::next(timers.begin(), static_cast<std::ptrdiff_t>(random() % timers.size()));
        ASSERT_EQ(heap.time_of(one->first), std::get<0>(one->second));
        heap.remove(one->first, tie);
        due.erase(one->second);
        free.push_back(one->first);
        timers.erase(one);
      }
      if (timers.size() < most && random() % 2 == 0) continue;
      ASSERT_EQ(heap.top(), std::get<3>(*due.begin()));
      ASSERT_EQ(heap.time(), std::get<0>(*due.begin()));
      now = heap.time();
      free.push_back(heap.top());
      timers.erase(heap.top());
      due.erase(due.begin());
      heap.leave();
      if (random() % 2 == 0) push(now + 1);
      heap.settle(tie);
      ASSERT_EQ(heap.empty(), due.empty());
    }
  }
}

TEST(PartsOfCounts, SortedRunsComeInOrder) {
  std::mt19937_64 random(3);
  const auto after = [](std::uint64_t a, std::uint64_t b) { return a > b; };
  for (std::uint64_t spread : {1U, 50U, 100000U}) {  // from all in order to none
    SortedRuns<std::uint64_t> runs;
    std::set<std::uint64_t> set;
    for (std::uint64_t round = 0; round < 20000; ++round) {
      const std::uint64_t value = (round + random() % spread) * 100000 + round;
      runs.push(value, after);
      set.insert(value);
      while (!set.empty() && random() % 2 == 0) {
        ASSERT_EQ(runs.front(), *set.begin());
        runs.pop(after);
        set.erase(set.begin());
      }
      ASSERT_EQ(runs.empty(), set.empty());
    }
  }
}

// Tokens on their way, as a map by time and number.
TEST(PartsOfCounts, ArrivingComeInOrder) {
  constexpr std::uint32_t kCells = 20;
  const std::vector<double> delays{0.5, 1, 1.25, 7, 1e-9};
  std::mt19937_64 random(4);
  counts::DelayQueues arriving(kCells, delays.size());
  std::map<std::pair<double, int>, std::pair<std::uint32_t, std::int64_t>> map;
  int number = 0;
  const auto cell = [&] { return static_cast<std::uint32_t>(random() % kCells); };
  for (; number < 30; ++number) {  // those of the start, in no order
    const std::pair<std::uint32_t, std::int64_t> tokens{cell(), number};
    const double time = static_cast<double>(random() % 10);
    arriving.add_at_start(tokens.first, tokens.second, time);
    map.emplace(std::pair(time, number), tokens);
  }
  arriving.start();
  for (double now = 0; number < 5000;) {
    const std::pair<std::uint32_t, std::int64_t> tokens{cell(), number};
    const auto delay = static_cast<std::uint32_t>(random() % delays.size());
    arriving.add(tokens.first, tokens.second, now + delays[delay], delay);
    map.emplace(std::pair(now + delays[delay], number++), tokens);
    if (random() % 50 == 0) {
      const std::uint32_t forgotten = cell();
      arriving.forget(forgotten);
      std::erase_if(map, [&](const auto& entry) { return entry.second.first == forgotten; });
    }
    auto next = map.begin();
    arriving.for_each([&](std::uint32_t at, std::int64_t count, double time) {
      ASSERT_NE(next, map.end());
      EXPECT_EQ(std::pair(at, count), next->second);
      EXPECT_EQ(time, (next++)->first.first);
    });
    EXPECT_EQ(next, map.end());
    while (!map.empty() && random() % 20 != 0 && map.size() > 5) {
      ASSERT_EQ(arriving.next(), map.begin()->first.first);
      now = arriving.next();
      EXPECT_EQ(arriving.take(), map.begin()->second);
      map.erase(map.begin());
    }
  }
}

// Arrivals, as one number for each token. Counts of a queue reach beyond what stands in it.
TEST(PartsOfCounts, ArrivalsAreThoseOfTheEarliest) {
  std::mt19937_64 random(5);
  counts::Arrivals arrivals(2);
  std::vector<ArrivalRun> runs;
  const auto earliest = [&](std::int64_t count) {
    counts::ArrivalKey key;
    arrivals.earliest(1, count, [&](const ArrivalRun& run) { key.push_back(run); });
    return std::vector<ArrivalRun>(key.begin(), key.end());
  };
  for (int round = 0; round < 3000; ++round) {
    const double now = round / 3;
    const std::int64_t count = random() % 10 == 0 ? std::int64_t{3} << 32U : static_cast<std::int64_t>(1 + random() % 4);
    arrivals.put(1, count, now);
    !runs.empty() && runs.back().arrival == now ? void(runs.back().count += count) : runs.push_back({now, count});
    std::int64_t all = 0;
    for (const ArrivalRun& run : runs) all += run.count;
    ASSERT_EQ(earliest(all), runs);
    const std::uint64_t gone = static_cast<std::uint64_t>(all) * (random() % 5) / 4;
    arrivals.take(1, static_cast<std::int64_t>(gone));
    for (auto left = static_cast<std::int64_t>(gone); left > 0;) {
      const std::int64_t some = std::min(left, runs.front().count);
      left -= some;
      if ((runs.front().count -= some) == 0) runs.erase(runs.begin());
    }
    if (round % 100 == 99) {
      arrivals.clear(1);
      runs.clear();
    }
  }
}

}  // namespace
}  // namespace petriloom::test
