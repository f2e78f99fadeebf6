// SPDX-License-Identifier: Apache-2.0
// When the tokens of an unfolded net arrived, for the places where that decides who goes first
// (docs/semantics.md, rule 9).
//
// Most queues hold tokens of one time: that time stands in the queue itself, of which four share a
// cache line.
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/containers/fifo.h"
#include "engine/containers/take_number.h"
#include "engine/enabling/binding_order.h"

namespace petriloom::counts {

/// The arrivals of the tokens that a binding takes, as engine/enabling/binding_order.h compares
/// them: each time once, earliest first.
using ArrivalKey = boost::container::small_vector<ArrivalRun, 2>;

/// Adds a run to a key.
inline void add_to_key(ArrivalKey& key, const ArrivalRun& run) {
  auto at = key.end();
  while (at != key.begin() && (at - 1)->arrival > run.arrival) --at;
  if (at != key.begin() && (at - 1)->arrival == run.arrival) {
    (at - 1)->count += run.count;
  } else {
    key.insert(at, run);
  }
}

/// As compare_arrivals.
inline int compare_keys(const ArrivalKey& a, const ArrivalKey& b) {
  return compare_arrivals({a.data(), a.size()}, {b.data(), b.size()});
}

/// A key of at most two runs of less than 2^32 tokens.
struct ArrivalTimes {
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  double first = kNever, second = kNever;  ///< s; kNever: there is no such run
  std::uint32_t count = 0, second_count = 0;

  /// As compare_keys of both.
  [[nodiscard]] int compare(const ArrivalTimes& other) const {
    if (first != other.first) return first < other.first ? -1 : 1;
    if (count != other.count) return count > other.count ? -1 : 1;
    if (second != other.second) return second < other.second ? -1 : 1;
    if (second_count != other.second_count) return second_count > other.second_count ? -1 : 1;
    return 0;
  }
  friend bool operator==(const ArrivalTimes&, const ArrivalTimes&) = default;
};

class Arrivals {
 public:
  /// For so many queues: one for each slot.
  explicit Arrivals(std::size_t queues) : queues_(queues) {}
  /// `count` tokens arrive at `now` (s).
  void put(std::uint32_t queue, std::int64_t count, double now) {
    Queue& q = queues_[queue];
    if (q.later == kNone && count + std::int64_t{q.count} <= kMost && (q.count == 0 || q.arrival == now)) {
      q.arrival = now;
      q.count += static_cast<std::uint32_t>(count);
    } else {
      put_later(q, {now, count});
    }
  }
  /// The `count` earliest go, which must be there.
  void take(std::uint32_t queue, std::int64_t count) {
    Queue& q = queues_[queue];
    while (count > 0) {
      const std::int64_t some = std::min<std::int64_t>(count, q.count);
      q.count -= static_cast<std::uint32_t>(some);
      count -= some;
      if (q.count == 0 && q.later != kNone) advance(q);
    }
  }
  /// None are left.
  void clear(std::uint32_t queue) {
    Queue& q = queues_[queue];
    if (q.later != kNone) {
      later_[q.later].clear();
      free_.push_back(q.later);
    }
    q = {};
  }
  /// When the `count` earliest arrived, which must be there, if that is one time and simply told;
  /// else ArrivalTimes::kNever.
  [[nodiscard]] double time_of(std::uint32_t queue, std::uint32_t count) const {
    return queues_[queue].count >= count ? queues_[queue].arrival : ArrivalTimes::kNever;
  }
  /// Says that a queue will be asked for soon.
  void expect(std::uint32_t queue) const { __builtin_prefetch(queues_.data() + queue); }
  /// Calls `visit(run)` for the arrivals of the `count` earliest, which must be there.
  template <class Visit>
  void earliest(std::uint32_t queue, std::int64_t count, const Visit& visit) const {
    const Queue& q = queues_[queue];
    ArrivalRun run{q.arrival, std::min<std::int64_t>(count, q.count)};
    count -= run.count;
    if (count > 0) {
      for (const ArrivalRun& later : later_[q.later]) {
        const std::int64_t some = std::min(count, later.count);
        if (some == 0) break;
        count -= some;
        if (later.arrival != run.arrival) {
          visit(run);
          run = {later.arrival, 0};
        }
        run.count += some;
      }
    }
    if (run.count > 0) visit(run);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr std::int64_t kMost = 0xffffffffU;  // of a count that stands in a queue
  struct Queue {
    double arrival = 0;
    std::uint32_t count = 0;      // of that arrival; none if 0
    std::uint32_t later = kNone;  // where the others stand
  };
  void put_later(Queue& q, const ArrivalRun& run) {
    if (q.later == kNone) q.later = take_number(later_, free_);
    Fifo<ArrivalRun>& later = later_[q.later];
    if (!later.empty() && later.back().arrival == run.arrival) {
      later.back().count += run.count;
    } else {
      later.push(run);
    }
    if (q.count == 0) advance(q);
  }
  // Takes the next arrival into the queue.
  void advance(Queue& q) {
    Fifo<ArrivalRun>& later = later_[q.later];
    ArrivalRun& run = later.front();
    const std::int64_t some = std::min(run.count, kMost);
    q.arrival = run.arrival;
    q.count = static_cast<std::uint32_t>(some);
    run.count -= some;
    if (run.count > 0) return;
    later.pop();
    if (!later.empty()) return;
    free_.push_back(q.later);
    q.later = kNone;
  }

  std::vector<Queue> queues_;
  std::vector<Fifo<ArrivalRun>> later_;  // of queues with tokens of several arrivals
  std::vector<std::uint32_t> free_;      // those of later_ that are not in use
};

}  // namespace petriloom::counts
