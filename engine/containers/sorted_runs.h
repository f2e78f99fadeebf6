// SPDX-License-Identifier: Apache-2.0
// A priority queue for values that mostly come in order, as those of many alike instances do that
// change in turns.
#pragma once

#include <algorithm>
#include <array>

#include "engine/containers/fifo.h"

namespace petriloom {

/// A few sorted runs, to the end of which a value is added that goes behind what is there, and a
/// heap for the others: the runs of patience sorting, of which there are so few that their fronts
/// are compared one by one. `after(a, b)`: a goes behind b; no two values may be equal.
template <class T>
class SortedRuns {
 public:
  [[nodiscard]] bool empty() const { return least_ == kNone; }
  template <class After>
  void push(const T& value, const After& after) {
    for (std::size_t k = 0; k < runs_.size(); ++k) {
      const bool first = runs_[k].empty();
      if (!first && after(runs_[k].back(), value)) continue;
      runs_[k].push(value);
      if (first) offer(k, after);
      return;
    }
    heap_.push_back(value);
    std::push_heap(heap_.begin(), heap_.end(), after);
    offer(kHeap, after);
  }
  /// The first value; there must be one.
  [[nodiscard]] const T& front() const { return front_of(least_); }
  /// The value that stands `ahead` behind the first in its run, which may well be the next but so
  /// many; null if there is none.
  [[nodiscard]] const T* later(std::size_t ahead) const {
    return least_ != kHeap && ahead < runs_[least_].size() ? &runs_[least_].begin()[static_cast<std::ptrdiff_t>(ahead)] : nullptr;
  }
  /// Takes the first value away.
  template <class After>
  void pop(const After& after) {
    if (least_ == kHeap) {
      std::pop_heap(heap_.begin(), heap_.end(), after);
      heap_.pop_back();
    } else {
      runs_[least_].pop();
    }
    least_ = kNone;
    for (std::size_t k = 0; k < runs_.size(); ++k) {
      if (!runs_[k].empty()) offer(k, after);
    }
    if (!heap_.empty()) offer(kHeap, after);
  }

 private:
  static constexpr std::size_t kRuns = 4;
  static constexpr std::size_t kHeap = kRuns;
  static constexpr std::size_t kNone = kRuns + 1;
  [[nodiscard]] const T& front_of(std::size_t where) const { return where == kHeap ? heap_.front() : runs_[where].front(); }
  // The first value may now be the front of this one.
  template <class After>
  void offer(std::size_t where, const After& after) {
    if (least_ == kNone || (least_ != where && after(front_of(least_), front_of(where)))) least_ = where;
  }

  std::array<Fifo<T>, kRuns> runs_;
  std::vector<T> heap_;
  std::size_t least_ = kNone;  // where the first value is; kNone: there is none
};

}  // namespace petriloom
