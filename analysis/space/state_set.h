// SPDX-License-Identifier: Apache-2.0
// A set of states, one bit each.
#pragma once

#include <vector>

#include "analysis/model/model.h"

namespace petriloom {

class StateSet {
 public:
  StateSet() = default;
  explicit StateSet(std::size_t states, bool full = false)
      : words_((states + 63) / 64, full ? ~std::uint64_t{0} : 0), size_(states) {
    trim();
  }
  /// Number of states it is about, members or not.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool operator[](StateNumber state) const { return (words_[state / 64] >> (state % 64) & 1) != 0; }
  void insert(StateNumber state) { words_[state / 64] |= std::uint64_t{1} << (state % 64); }
  void erase(StateNumber state) { words_[state / 64] &= ~(std::uint64_t{1} << (state % 64)); }
  /// Makes it about more states; the new ones are members or not as told.
  void resize(std::size_t states, bool full = false) {
    const std::size_t old = size_;
    words_.resize((states + 63) / 64, 0);
    size_ = states;
    if (full) {
      for (std::size_t state = old; state < states; ++state) insert(static_cast<StateNumber>(state));
    }
  }
  void push_back(bool member) {
    if (size_ % 64 == 0) words_.push_back(0);
    ++size_;
    if (member) insert(static_cast<StateNumber>(size_ - 1));
  }
  void complement() {
    for (std::uint64_t& word : words_) word = ~word;
    trim();
  }
  StateSet& operator&=(const StateSet& other) {
    for (std::size_t k = 0; k < words_.size(); ++k) words_[k] &= other.words_[k];
    return *this;
  }
  StateSet& operator|=(const StateSet& other) {
    for (std::size_t k = 0; k < words_.size(); ++k) words_[k] |= other.words_[k];
    return *this;
  }
  [[nodiscard]] std::uint64_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }
  friend bool operator==(const StateSet&, const StateSet&) = default;

 private:
  // Bits beyond the last state stay 0, so that sets can be compared by words.
  void trim() {
    if (size_ % 64 != 0) words_.back() &= (std::uint64_t{1} << (size_ % 64)) - 1;
  }
  std::vector<std::uint64_t> words_;
  std::size_t size_ = 0;
};

}  // namespace petriloom
