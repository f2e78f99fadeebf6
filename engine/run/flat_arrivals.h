// SPDX-License-Identifier: Apache-2.0
// When the tokens of a flat net arrived, for the cells where that decides who goes first (docs/semantics.md, rule 9).
//
// Most queues hold tokens of one time: that time stands in the queue itself.
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <vector>

#include "engine/run/binding_order.h"

namespace petriloom {

/// The arrivals of the tokens that an act takes, as binding_order.h compares them: each time once, earliest first.
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

class FlatArrivals {
 public:
  /// For so many queues.
  explicit FlatArrivals(std::size_t queues) : queues_(queues) {}
  /// `count` tokens arrive at `now` (s).
  void put(std::uint32_t queue, std::int64_t count, double now) {
    Queue& q = queues_[queue];
    if (q.first.count == 0) {
      q.first = {now, count};
      return;
    }
    ArrivalRun& last = q.head == q.later.size() ? q.first : q.later.back();
    if (last.arrival == now) {
      last.count += count;
    } else {
      q.later.push_back({now, count});
    }
  }
  /// The `count` earliest go, which must be there.
  void take(std::uint32_t queue, std::int64_t count) {
    Queue& q = queues_[queue];
    while (count > 0) {
      const std::int64_t some = std::min(count, q.first.count);
      q.first.count -= some;
      count -= some;
      if (q.first.count == 0) q.advance();
    }
  }
  void clear(std::uint32_t queue) { queues_[queue] = {}; }
  /// Those that arrived first; a count of 0 if there are none.
  [[nodiscard]] const ArrivalRun& first(std::uint32_t queue) const { return queues_[queue].first; }
  /// Calls `visit(run)` for the arrivals of the `count` earliest, which must be there.
  template <class Visit>
  void earliest(std::uint32_t queue, std::int64_t count, const Visit& visit) const {
    const Queue& q = queues_[queue];
    const std::int64_t first = std::min(count, q.first.count);
    if (first > 0) visit(ArrivalRun{q.first.arrival, first});
    count -= first;
    for (std::size_t k = q.head; count > 0; ++k) {
      const std::int64_t some = std::min(count, q.later[k].count);
      visit(ArrivalRun{q.later[k].arrival, some});
      count -= some;
    }
  }

 private:
  struct Queue {
    ArrivalRun first;               // none if its count is 0
    std::vector<ArrivalRun> later;  // from `head` on
    std::size_t head = 0;
    void advance() {
      if (head == later.size()) return;
      first = later[head++];
      if (head * 2 <= later.size()) return;
      later.erase(later.begin(), later.begin() + static_cast<std::ptrdiff_t>(head));
      head = 0;
    }
  };
  std::vector<Queue> queues_;
};

}  // namespace petriloom
