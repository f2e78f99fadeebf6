// SPDX-License-Identifier: Apache-2.0
// Values that belong to a key, side by side, for those who ask for all of them at once: one look at
// the memory brings them all.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "engine/containers/id_table.h"

namespace petriloom {

/// A set-associative cache (D. A. Patterson, J. L. Hennessy, Computer Organization and Design,
/// 5.4): a row is in one of a few places, and makes room for another where all of them are taken.
class RowCache {
 public:
  using Word = std::int64_t;
  static constexpr std::size_t kMostColumns = 64;

  /// Of rows with keys of so many words, and no columns.
  explicit RowCache(std::size_t key_words) : key_words_(key_words) {}

  /// The number of a new column, from 0; below kMostColumns. All values may go.
  std::uint32_t add_column();
  [[nodiscard]] std::size_t columns() const { return columns_; }
  /// What was put into a column for a key, unless its row has made room for another.
  [[nodiscard]] std::optional<Word> find(std::span<const Word> key, std::size_t column) const {
    if (lines_.empty()) return std::nullopt;
    std::size_t row = set_of(key);
    for (std::size_t k = 0; k < kPlaces; ++k, row += lines_of_row_) {
      const std::uint64_t known = known_of(row);
      if (known == 0) return std::nullopt;
      if (holds(row, key)) return (known >> column & 1U) != 0 ? std::optional(word(row, value_at(column))) : std::nullopt;
    }
    return std::nullopt;
  }
  /// Puts a value into a column for a key, perhaps in place of the row of another.
  void put(std::span<const Word> key, std::size_t column, Word value);

  /// Rows that have made room since the table grew, or since `stays`.
  [[nodiscard]] std::size_t displaced() const { return displaced_; }
  void stays() { displaced_ = 0; }
  /// Makes place for twice as many.
  void grow();
  /// All rows go, and their memory.
  void clear() {
    rows_ = displaced_ = 0;
    lines_ = {};
  }
  /// How many there can be.
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t bytes() const { return lines_.size() * sizeof(Line); }

 private:
  static constexpr std::size_t kFirstRows = 16;
  static constexpr std::size_t kPlaces = 4;
  static constexpr std::size_t kWords = 8;
  /// A line of a processor's cache. A row is some of them: the set of columns that are known, the
  /// key, the columns.
  struct alignas(64) Line {
    std::array<Word, kWords> words{};
  };

  /// The first of the places of a key, which are filled in order.
  [[nodiscard]] std::size_t set_of(std::span<const Word> key) const {
    return (hash_words(0, key) & (rows_ - 1) & ~(kPlaces - 1)) * lines_of_row_;
  }
  [[nodiscard]] std::size_t value_at(std::size_t column) const { return 1 + key_words_ + column; }
  [[nodiscard]] Word word(std::size_t row, std::size_t k) const { return lines_[row + k / kWords].words[k % kWords]; }
  [[nodiscard]] Word& word(std::size_t row, std::size_t k) { return lines_[row + k / kWords].words[k % kWords]; }
  [[nodiscard]] std::uint64_t known_of(std::size_t row) const { return static_cast<std::uint64_t>(lines_[row].words[0]); }
  [[nodiscard]] bool holds(std::size_t row, std::span<const Word> key) const {
    for (std::size_t k = 0; k < key.size(); ++k) {
      if (word(row, 1 + k) != key[k]) return false;
    }
    return true;
  }
  /// The place of a key: its own, an empty one, or that of a row that makes room, which is then
  /// empty.
  std::size_t place_of(std::span<const Word> key);

  std::size_t key_words_;
  std::uint32_t columns_ = 0;
  std::size_t lines_of_row_ = 1;
  std::size_t rows_ = 0;  // none, or a power of two
  std::vector<Line> lines_;
  std::size_t displaced_ = 0;
};

inline std::uint32_t RowCache::add_column() {
  ++columns_;
  if (value_at(columns_) > kWords * lines_of_row_) {
    ++lines_of_row_;
    lines_.assign(rows_ * lines_of_row_, {});
  }
  return columns_ - 1;
}

inline std::size_t RowCache::place_of(std::span<const Word> key) {
  const std::size_t first = set_of(key);
  std::size_t row = first;
  for (std::size_t k = 0; k < kPlaces; ++k, row += lines_of_row_) {
    if (known_of(row) == 0 || holds(row, key)) return row;
  }
  row = first + displaced_++ % kPlaces * lines_of_row_;  // each of them in turn
  word(row, 0) = 0;
  return row;
}

inline void RowCache::put(std::span<const Word> key, std::size_t column, Word value) {
  if (lines_.empty()) {
    rows_ = kFirstRows;
    lines_.resize(rows_ * lines_of_row_);
  }
  const std::size_t row = place_of(key);
  for (std::size_t k = 0; k < key.size(); ++k) word(row, 1 + k) = key[k];
  word(row, 0) = static_cast<Word>(known_of(row) | std::uint64_t{1} << column);
  word(row, value_at(column)) = value;
}

inline void RowCache::grow() {
  std::vector<Line> before(2 * lines_.size());
  before.swap(lines_);
  rows_ *= 2;
  std::vector<Word> key(key_words_);
  for (std::size_t from = 0; from < before.size(); from += lines_of_row_) {
    if (before[from].words[0] == 0) continue;
    for (std::size_t k = 0; k < key_words_; ++k) key[k] = before[from + (1 + k) / kWords].words[(1 + k) % kWords];
    const std::size_t to = place_of(key);
    std::copy_n(before.begin() + static_cast<std::ptrdiff_t>(from), lines_of_row_,
                lines_.begin() + static_cast<std::ptrdiff_t>(to));
  }
  displaced_ = 0;
}

}  // namespace petriloom
