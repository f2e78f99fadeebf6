// SPDX-License-Identifier: Apache-2.0
// A hash table of ids whose keys live elsewhere; for deduplicating records that are kept in pools.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace petriloom {

/// Hash of a transition (or other number) with words.
inline std::uint32_t hash_words(std::size_t number, std::span<const std::int64_t> words) {
  std::uint64_t hash = (number + 1) * 0x9e3779b97f4a7c15ULL;
  for (const std::int64_t word : words) {
    hash = (hash ^ static_cast<std::uint64_t>(word)) * 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32U;
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 29U));
}

class IdTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  IdTable() : cells_(16) {}

  /// The id with this hash for which `equal(id)`, or kNone.
  template <class Equal>
  [[nodiscard]] std::uint32_t find(std::uint32_t hash, const Equal& equal) const {
    const std::size_t mask = cells_.size() - 1;
    for (std::size_t i = hash & mask; cells_[i].id != kNone; i = (i + 1) & mask) {
      if (cells_[i].hash == hash && equal(cells_[i].id)) return cells_[i].id;
    }
    return kNone;
  }
  void insert(std::uint32_t hash, std::uint32_t id) {
    if ((used_ + 1) * 2 > cells_.size()) grow();
    place({id, hash});
    ++used_;
  }
  /// Removes an id that was inserted under this hash (Knuth, TAOCP 3, 6.4, algorithm R).
  void erase(std::uint32_t hash, std::uint32_t id) {
    const std::size_t mask = cells_.size() - 1;
    std::size_t hole = hash & mask;
    while (cells_[hole].id != id) hole = (hole + 1) & mask;
    for (std::size_t i = (hole + 1) & mask; cells_[i].id != kNone; i = (i + 1) & mask) {
      if (((i - cells_[i].hash) & mask) >= ((i - hole) & mask)) {
        cells_[hole] = cells_[i];
        hole = i;
      }
    }
    cells_[hole] = {};
    --used_;
  }
  [[nodiscard]] std::size_t size() const { return used_; }

 private:
  struct Cell {
    std::uint32_t id = kNone;
    std::uint32_t hash = 0;
  };
  void place(Cell cell) {
    const std::size_t mask = cells_.size() - 1;
    std::size_t i = cell.hash & mask;
    while (cells_[i].id != kNone) i = (i + 1) & mask;
    cells_[i] = cell;
  }
  void grow() {
    std::vector<Cell> old(cells_.size() * 2);
    old.swap(cells_);
    for (const Cell& cell : old) {
      if (cell.id != kNone) place(cell);
    }
  }
  std::vector<Cell> cells_;
  std::size_t used_ = 0;
};

}  // namespace petriloom
