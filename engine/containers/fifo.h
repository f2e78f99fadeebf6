// SPDX-License-Identifier: Apache-2.0
// A queue, first in, first out, in one stretch of memory that is kept: in the steady state nothing
// is allocated.
#pragma once

#include <cstddef>
#include <vector>

namespace petriloom {

template <class T>
class Fifo {
 public:
  [[nodiscard]] bool empty() const { return head_ == values_.size(); }
  /// How many there are.
  [[nodiscard]] std::size_t size() const { return values_.size() - head_; }
  /// The first and the last one, which must be there.
  [[nodiscard]] const T& front() const { return values_[head_]; }
  [[nodiscard]] T& front() { return values_[head_]; }
  [[nodiscard]] T& back() { return values_.back(); }
  /// Adds one behind the last.
  void push(const T& value) { values_.push_back(value); }
  /// Takes the first away, which must be there.
  void pop() {
    if (++head_ == values_.size()) {
      clear();
    } else if (head_ * 2 > values_.size()) {
      values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(head_));
      head_ = 0;
    }
  }
  void clear() {
    values_.clear();
    head_ = 0;
  }
  /// All of them, from the first to the last.
  [[nodiscard]] auto begin() const { return values_.begin() + static_cast<std::ptrdiff_t>(head_); }
  [[nodiscard]] auto end() const { return values_.end(); }

 private:
  std::vector<T> values_;
  std::size_t head_ = 0;  // of the first; those before it are gone
};

}  // namespace petriloom
