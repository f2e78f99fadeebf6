// SPDX-License-Identifier: Apache-2.0
// Tokens of an unfolded net that are on their way.
//
// Time never goes back, so that tokens put with one and the same delay become available in the
// order in which they were put: each delay has a queue, first in, first out, and only the queues
// wait for each other in a heap.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "engine/containers/fifo.h"

namespace petriloom::counts {

class DelayQueues {
 public:
  /// For so many places, and delays of so many values.
  DelayQueues(std::size_t places, std::size_t delays) : generation_(places), queues_(delays + 1) {}

  /// `count` tokens will be available in a place from `time` (s), which is now and the delay of
  /// this number (DelayedPut::delay).
  void add(std::uint32_t place, std::int64_t count, double time, std::uint32_t delay) {
    push(delay + 1, {time, numbers_++, place, generation_[place], count});
  }
  /// The same for tokens on their way at the start, in any order. Before any other call.
  void add_at_start(std::uint32_t place, std::int64_t count, double time) {
    starting_.push_back({time, numbers_++, place, generation_[place], count});
  }
  /// Takes up those on their way at the start, if there are any.
  void start() {
    std::sort(starting_.begin(), starting_.end(), before);
    for (const Event& event : starting_) push(0, event);
    starting_ = {};
  }
  /// Calls `visit(place, count, time)` for all on their way, in the order in which they become
  /// available.
  template <class Visit>
  void for_each(const Visit& visit) const {
    std::vector<Event> events = starting_;
    for (const Fifo<Event>& queue : queues_) events.insert(events.end(), queue.begin(), queue.end());
    std::sort(events.begin(), events.end(), before);
    for (const Event& event : events) {
      if (!forgotten(event)) visit(event.place, event.count, event.time);
    }
  }
  /// Those on their way to a place are no more.
  void forget(std::uint32_t place) {
    ++generation_[place];
    forgets_ = true;
  }
  /// When the next ones become available, s; infinity if there are none.
  [[nodiscard]] double next() {
    while (forgets_ && !heads_.empty() && forgotten(queues_[heads_.front().queue].front())) pop();
    return heads_.empty() ? std::numeric_limits<double>::infinity() : heads_.front().time;
  }
  /// Takes the next ones, after `next`: their place and their number.
  std::pair<std::uint32_t, std::int64_t> take() {
    const Event& event = queues_[heads_.front().queue].front();
    const std::pair<std::uint32_t, std::int64_t> taken{event.place, event.count};
    pop();
    return taken;
  }

 private:
  struct Event {
    double time = 0;
    std::uint64_t number = 0;  // those of one time in the order in which they were put
    std::uint32_t place = 0;
    std::uint32_t generation = 0;
    std::int64_t count = 0;
  };
  /// The first event of a queue.
  struct Head {
    double time = 0;
    std::uint64_t number = 0;
    std::uint32_t queue = 0;
  };
  template <class A, class B>
  static bool goes_before(const A& a, const B& b) {
    return a.time != b.time ? a.time < b.time : a.number < b.number;
  }
  static bool before(const Event& a, const Event& b) { return goes_before(a, b); }
  static bool later(const Head& a, const Head& b) { return goes_before(b, a); }
  [[nodiscard]] bool forgotten(const Event& event) const { return event.generation != generation_[event.place]; }
  void push(std::uint32_t queue, const Event& event) {
    if (queues_[queue].empty()) {
      heads_.push_back({event.time, event.number, queue});
      std::push_heap(heads_.begin(), heads_.end(), later);
    }
    queues_[queue].push(event);
  }
  void pop() {
    const std::uint32_t number = heads_.front().queue;
    Fifo<Event>& queue = queues_[number];
    queue.pop();
    if (queue.empty()) {
      std::pop_heap(heads_.begin(), heads_.end(), later);
      heads_.pop_back();
    } else {
      sink({queue.front().time, queue.front().number, number});
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

  std::vector<Head> heads_;  // of queues that are not empty: a heap
  std::vector<std::uint32_t> generation_;
  std::vector<Fifo<Event>> queues_;  // the first: those on their way at the start
  std::vector<Event> starting_;
  std::uint64_t numbers_ = 0;
  bool forgets_ = false;  // some may be forgotten
};

}  // namespace petriloom::counts
