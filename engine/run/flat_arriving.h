// SPDX-License-Identifier: Apache-2.0
// Tokens of a flat net that are on their way.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "engine/run/flat_net.h"

namespace petriloom {

class FlatArriving {
 public:
  /// For so many cells.
  explicit FlatArriving(std::size_t cells) : generation_(cells) {}

  /// `count` tokens will be available in a cell from `time` (s).
  void add(std::uint32_t cell, std::int64_t count, double time) {
    events_.push_back({time, numbers_++, cell, generation_[cell], count});
    std::push_heap(events_.begin(), events_.end(), later);
  }
  /// Calls `visit(cell, count, time)` for all on their way, in the order in which they become available.
  template <class Visit>
  void for_each(const Visit& visit) const {
    std::vector<Event> events = events_;
    std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return later(b, a); });
    for (const Event& event : events) {
      if (event.generation == generation_[event.cell]) visit(event.cell, event.count, event.time);
    }
  }
  /// Those on their way to a cell are no more.
  void forget(std::uint32_t cell) { ++generation_[cell]; }
  /// When the next ones become available, s; infinity if there are none.
  [[nodiscard]] double next() {
    while (!events_.empty() && events_.front().generation != generation_[events_.front().cell]) pop();
    return events_.empty() ? std::numeric_limits<double>::infinity() : events_.front().time;
  }
  /// Takes the next ones, after `next`: their cell and their number.
  std::pair<std::uint32_t, std::int64_t> take() {
    const Event event = events_.front();
    pop();
    return {event.cell, event.count};
  }

 private:
  struct Event {
    double time = 0;
    std::uint64_t number = 0;  // those of one time in the order in which they were put
    std::uint32_t cell = 0;
    std::uint32_t generation = 0;
    std::int64_t count = 0;
  };
  static bool later(const Event& a, const Event& b) { return a.time != b.time ? a.time > b.time : a.number > b.number; }
  void pop() {
    std::pop_heap(events_.begin(), events_.end(), later);
    events_.pop_back();
  }

  std::vector<Event> events_;  // a heap
  std::vector<std::uint32_t> generation_;
  std::uint64_t numbers_ = 0;
};

}  // namespace petriloom
