// SPDX-License-Identifier: Apache-2.0
// Interned states: each distinct byte string once, numbered in order of arrival.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "analysis/model/model.h"

namespace petriloom {

/// Byte strings lie one after the other in large blocks that never move; an open-addressed table of
/// (number, part of the hash) finds them.
class StateStore {
 public:
  StateStore();
  /// The number of a state, and whether it is new. Throws std::length_error beyond 2^32 - 2 states.
  std::pair<StateNumber, bool> intern(StateBytes state);
  /// The number of a state that may be there, or kNoState.
  [[nodiscard]] StateNumber find(StateBytes state) const;
  /// Valid as long as the store.
  [[nodiscard]] StateBytes operator[](StateNumber number) const;
  [[nodiscard]] std::size_t size() const { return starts_.size(); }
  /// Memory held.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  struct Slot {
    StateNumber number = kNoState;
    std::uint32_t tag = 0;  ///< high half of the hash
  };
  [[nodiscard]] std::size_t find_slot(StateBytes state, std::uint64_t hash) const;
  const std::uint8_t* keep(StateBytes state);
  void grow();

  std::vector<std::unique_ptr<std::uint8_t[]>> blocks_;
  std::size_t block_used_ = 0;
  std::size_t block_size_ = 0;
  std::uint64_t arena_bytes_ = 0;
  std::vector<const std::uint8_t*> starts_;  ///< each: length as varint, then the bytes
  std::vector<Slot> slots_;
};

}  // namespace petriloom
