// SPDX-License-Identifier: Apache-2.0
// A 4-ary heap of timers from which any timer can be removed. Four children share a cache line, which for heaps that are pushed to
// and popped from in turns is faster than two (A. LaMarca, R. Ladner, "The influence of caches on the performance of heaps", 1996).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace petriloom {

/// Holds timers by number, ordered by time, at the same time by a rank, and for the same rank by `tie(a, b)`: whether timer a goes
/// before timer b. Time and rank stand in the heap itself, so that only what they leave open is looked up elsewhere.
class TimerHeap {
 public:
  [[nodiscard]] bool empty() const { return nodes_.empty(); }
  [[nodiscard]] double time() const { return nodes_.front().time; }
  [[nodiscard]] std::uint32_t top() const { return nodes_.front().timer; }

  template <class Tie>
  void push(double time, std::uint32_t timer, const Tie& tie, std::uint32_t rank = 0) {
    if (positions_.size() <= timer) positions_.resize(timer + 1);
    if (left_) {
      left_ = false;
      nodes_.front() = {time, timer, rank};
      down(0, tie);
      return;
    }
    nodes_.push_back({time, timer, rank});
    up(nodes_.size() - 1, tie);
  }
  template <class Tie>
  void remove(std::uint32_t timer, const Tie& tie) {
    const std::size_t at = positions_[timer];
    const Node last = nodes_.back();
    nodes_.pop_back();
    if (at == nodes_.size()) return;
    nodes_[at] = last;
    positions_[last.timer] = static_cast<std::uint32_t>(at);
    if (up(at, tie) == at) down(at, tie);
  }
  /// Takes the first timer away, but leaves its place for the next one that is pushed. Until `settle`, only push and remove may be
  /// called.
  void leave() {
    nodes_.front().time = -std::numeric_limits<double>::infinity();
    left_ = true;
  }
  /// Closes the gap that `leave` left, if it is still there.
  template <class Tie>
  void settle(const Tie& tie) {
    if (!left_) return;
    left_ = false;
    remove(nodes_.front().timer, tie);
  }
  /// The time at which a timer in the heap is due.
  [[nodiscard]] double time_of(std::uint32_t timer) const { return nodes_[positions_[timer]].time; }

 private:
  struct Node {
    double time = 0;
    std::uint32_t timer = 0;
    std::uint32_t rank = 0;
  };
  template <class Tie>
  static bool before(const Node& a, const Node& b, const Tie& tie) {
    if (a.time != b.time) return a.time < b.time;
    return a.rank != b.rank ? a.rank < b.rank : tie(a.timer, b.timer);
  }
  void set(std::size_t at, const Node& node) {
    nodes_[at] = node;
    positions_[node.timer] = static_cast<std::uint32_t>(at);
  }
  // The one that goes before the other nodes from `first` on and before `end`. Which of four that is cannot be foreseen, so that
  // times are compared without a jump; where two are equal, which is seldom, all are compared once more.
  template <class Tie>
  std::size_t least_of(std::size_t first, std::size_t end, const Tie& tie) const {
    std::size_t least = first;
    double time = nodes_[first].time;
    bool equal = false;
    for (std::size_t child = first + 1; child < end; ++child) {
      const double other = nodes_[child].time;
      const bool earlier = other < time;
      equal |= other == time;
      least += (child - least) & -static_cast<std::size_t>(earlier);
      time = earlier ? other : time;
    }
    if (!equal) return least;
    least = first;
    for (std::size_t child = first + 1; child < end; ++child) {
      if (before(nodes_[child], nodes_[least], tie)) least = child;
    }
    return least;
  }
  template <class Tie>
  std::size_t up(std::size_t at, const Tie& tie) {
    const Node node = nodes_[at];
    while (at > 0 && before(node, nodes_[(at - 1) / 4], tie)) {
      set(at, nodes_[(at - 1) / 4]);
      at = (at - 1) / 4;
    }
    set(at, node);
    return at;
  }
  template <class Tie>
  void down(std::size_t at, const Tie& tie) {
    const Node node = nodes_[at];
    for (;;) {
      const std::size_t first = 4 * at + 1;
      if (first >= nodes_.size()) break;
      const std::size_t least = least_of(first, std::min(first + 4, nodes_.size()), tie);
      if (!before(nodes_[least], node, tie)) break;
      set(at, nodes_[least]);
      at = least;
    }
    set(at, node);
  }

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> positions_;
  bool left_ = false;  // the first node holds no timer
};

}  // namespace petriloom
