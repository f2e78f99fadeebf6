// SPDX-License-Identifier: Apache-2.0
// Tokens of a flat net that are on their way.
//
// Time never goes back, so that tokens put with one and the same delay become available in the order in which they were put: each
// delay has a lane, first in, first out, and only the lanes wait for each other in a heap.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "engine/containers/fifo.h"

namespace petriloom {

class FlatArriving {
 public:
  /// For so many cells, and delays of so many values.
  FlatArriving(std::size_t cells, std::size_t delays) : generation_(cells), lanes_(delays + 1) {}

  /// `count` tokens will be available in a cell from `time` (s), which is now and the delay of this number (FlatDelayed::delay).
  void add(std::uint32_t cell, std::int64_t count, double time, std::uint32_t delay) {
    push(delay + 1, {time, numbers_++, cell, generation_[cell], count});
  }
  /// The same for tokens on their way at the start, in any order. Before any other call.
  void add_at_start(std::uint32_t cell, std::int64_t count, double time) {
    starting_.push_back({time, numbers_++, cell, generation_[cell], count});
  }
  /// Takes up those on their way at the start, if there are any.
  void start() {
    std::sort(starting_.begin(), starting_.end(), before);
    for (const Event& event : starting_) push(0, event);
    starting_ = {};
  }
  /// Calls `visit(cell, count, time)` for all on their way, in the order in which they become available.
  template <class Visit>
  void for_each(const Visit& visit) const {
    std::vector<Event> events = starting_;
    for (const Fifo<Event>& lane : lanes_) events.insert(events.end(), lane.begin(), lane.end());
    std::sort(events.begin(), events.end(), before);
    for (const Event& event : events) {
      if (!forgotten(event)) visit(event.cell, event.count, event.time);
    }
  }
  /// Those on their way to a cell are no more.
  void forget(std::uint32_t cell) {
    ++generation_[cell];
    forgets_ = true;
  }
  /// When the next ones become available, s; infinity if there are none.
  [[nodiscard]] double next() {
    while (forgets_ && !heads_.empty() && forgotten(lanes_[heads_.front().lane].front())) pop();
    return heads_.empty() ? std::numeric_limits<double>::infinity() : heads_.front().time;
  }
  /// Takes the next ones, after `next`: their cell and their number.
  std::pair<std::uint32_t, std::int64_t> take() {
    const Event& event = lanes_[heads_.front().lane].front();
    const std::pair<std::uint32_t, std::int64_t> taken{event.cell, event.count};
    pop();
    return taken;
  }

 private:
  struct Event {
    double time = 0;
    std::uint64_t number = 0;  // those of one time in the order in which they were put
    std::uint32_t cell = 0;
    std::uint32_t generation = 0;
    std::int64_t count = 0;
  };
  /// The first event of a lane.
  struct Head {
    double time = 0;
    std::uint64_t number = 0;
    std::uint32_t lane = 0;
  };
  template <class A, class B>
  static bool goes_before(const A& a, const B& b) {
    return a.time != b.time ? a.time < b.time : a.number < b.number;
  }
  static bool before(const Event& a, const Event& b) { return goes_before(a, b); }
  static bool later(const Head& a, const Head& b) { return goes_before(b, a); }
  [[nodiscard]] bool forgotten(const Event& event) const { return event.generation != generation_[event.cell]; }
  void push(std::uint32_t lane, const Event& event) {
    if (lanes_[lane].empty()) {
      heads_.push_back({event.time, event.number, lane});
      std::push_heap(heads_.begin(), heads_.end(), later);
    }
    lanes_[lane].push(event);
  }
  void pop() {
    const std::uint32_t number = heads_.front().lane;
    Fifo<Event>& lane = lanes_[number];
    lane.pop();
    if (lane.empty()) {
      std::pop_heap(heads_.begin(), heads_.end(), later);
      heads_.pop_back();
    } else {
      sink({lane.front().time, lane.front().number, number});
    }
  }
  // Puts a later head in place of the first.
  void sink(const Head& head) {
    std::size_t at = 0;
    for (std::size_t child = 1; child < heads_.size(); child = 2 * at + 1) {
      if (child + 1 < heads_.size() && later(heads_[child], heads_[child + 1])) ++child;
      if (!later(head, heads_[child])) break;
      heads_[at] = heads_[child];
      at = child;
    }
    heads_[at] = head;
  }

  std::vector<Head> heads_;  // of lanes that are not empty: a heap
  std::vector<std::uint32_t> generation_;
  std::vector<Fifo<Event>> lanes_;  // the first: those on their way at the start
  std::vector<Event> starting_;
  std::uint64_t numbers_ = 0;
  bool forgets_ = false;  // some may be forgotten
};

}  // namespace petriloom
