// SPDX-License-Identifier: Apache-2.0
// A 4-ary heap of timers from which any timer can be removed. Four children share a cache line,
// which for heaps that are pushed to and popped from in turns is faster than two (A. LaMarca, R.
// Ladner, "The influence of caches on the performance of heaps", 1996).
#pragma once

#include <boost/align/aligned_allocator.hpp>

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace petriloom {

/// Holds timers by number, ordered by time, at the same time by a rank, and for the same rank by
/// `tie(a, b)`: whether timer a goes before timer b. Time and rank stand in the heap itself, so
/// that only what they leave open is looked up elsewhere. No time is below 0.
class TimerHeap {
 public:
  [[nodiscard]] bool empty() const { return nodes_.size() == kRoot; }
  [[nodiscard]] double time() const { return std::bit_cast<double>(nodes_[kRoot].time); }
  [[nodiscard]] std::uint32_t top() const { return nodes_[kRoot].timer; }

  template <class Tie>
  void push(double time, std::uint32_t timer, const Tie& tie, std::uint32_t rank = 0) {
    if (positions_.size() <= timer) positions_.resize(timer + 1);
    const Node node{bits_of(time), timer, rank};
    if (left_) {
      left_ = false;
      nodes_[kRoot] = node;
      down(kRoot, tie);
      return;
    }
    nodes_.push_back(node);
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
  /// A timer in the heap is due at another time.
  template <class Tie>
  void move(std::uint32_t timer, double time, const Tie& tie) {
    const std::size_t at = positions_[timer];
    nodes_[at].time = bits_of(time);
    if (up(at, tie) == at) down(at, tie);
  }
  /// Takes the first timer away, but leaves its place for the next one that is pushed. Until
  /// `settle`, only push and remove may be called.
  void leave() {
    nodes_[kRoot].time = std::numeric_limits<std::int64_t>::min();
    left_ = true;
  }
  /// Closes the gap that `leave` left, if it is still there.
  template <class Tie>
  void settle(const Tie& tie) {
    if (!left_) return;
    left_ = false;
    remove(nodes_[kRoot].timer, tie);
  }
  /// The time at which a timer in the heap is due.
  [[nodiscard]] double time_of(std::uint32_t timer) const { return std::bit_cast<double>(nodes_[positions_[timer]].time); }

 private:
  /// The bits of a time that is not below 0 are ordered as the times are, and integers are compared
  /// sooner.
  struct Node {
    std::int64_t time = 0;
    std::uint32_t timer = 0;
    std::uint32_t rank = 0;
  };
  // Of which the children of one node fill a cache line; what is before the root is not used.
  using Nodes = std::vector<Node, boost::alignment::aligned_allocator<Node, 64>>;
  static constexpr std::size_t kRoot = 3;
  static std::size_t parent_of(std::size_t at) { return at / 4 + 2; }
  static std::size_t first_child_of(std::size_t at) { return 4 * (at - 2); }

  // -0 becomes 0.
  static std::int64_t bits_of(double time) { return std::bit_cast<std::int64_t>(time + 0.0); }
  template <class Tie>
  static bool before(const Node& a, const Node& b, const Tie& tie) {
    if (a.time != b.time) return a.time < b.time;
    return a.rank != b.rank ? a.rank < b.rank : tie(a.timer, b.timer);
  }
  void set(std::size_t at, const Node& node) {
    nodes_[at] = node;
    positions_[node.timer] = static_cast<std::uint32_t>(at);
  }
  // The one that goes before the other nodes from `first` on and before `end`.
  template <class Tie>
  std::size_t least_of_all(std::size_t first, std::size_t end, const Tie& tie) const {
    std::size_t least = first;
    for (std::size_t child = first + 1; child < end; ++child) {
      if (before(nodes_[child], nodes_[least], tie)) least = child;
    }
    return least;
  }
  // The same of four. A processor could not predict which one it is, so times are compared without
  // branches. Where two are equal, which is seldom, all are compared once more.
  template <class Tie>
  std::size_t least_of_four(std::size_t first, const Tie& tie) const {
    const auto time = [&](std::size_t child) { return nodes_[first + child].time; };
    const auto choose = [](bool second, auto a, auto b) { return a ^ ((a ^ b) & -static_cast<decltype(a)>(second)); };
    const bool second = time(1) < time(0);
    const bool fourth = time(3) < time(2);
    const std::int64_t left = choose(second, time(0), time(1));
    const std::int64_t right = choose(fourth, time(2), time(3));
    if (time(0) == time(1) || time(2) == time(3) || left == right) [[unlikely]]
      return least_of_all(first, first + 4, tie);
    return first + choose(right < left, std::size_t{second}, std::size_t{2} + fourth);
  }
  template <class Tie>
  std::size_t up(std::size_t at, const Tie& tie) {
    const Node node = nodes_[at];
    while (at > kRoot && before(node, nodes_[parent_of(at)], tie)) {
      set(at, nodes_[parent_of(at)]);
      at = parent_of(at);
    }
    set(at, node);
    return at;
  }
  template <class Tie>
  void down(std::size_t at, const Tie& tie) {
    const Node node = nodes_[at];
    for (;;) {
      const std::size_t first = first_child_of(at);
      if (first >= nodes_.size()) break;
      const bool full = first + 4 <= nodes_.size();
      const std::size_t least = full ? least_of_four(first, tie) : least_of_all(first, nodes_.size(), tie);
      if (!before(nodes_[least], node, tie)) break;
      set(at, nodes_[least]);
      at = least;
    }
    set(at, node);
  }

  Nodes nodes_ = Nodes(kRoot);
  std::vector<std::uint32_t> positions_;
  bool left_ = false;  // the first node holds no timer
};

}  // namespace petriloom
