// SPDX-License-Identifier: Apache-2.0
// The members of a measure that one firing belongs to.
#pragma once

#include <span>
#include <vector>

#include "engine/containers/id_table.h"
#include "engine/questions/measure_keys.h"

namespace petriloom {

/// Number of members: one for each row of Measure::members, or just one if there are no keys.
std::size_t member_count(const Measure& measure);

/// Members are found by those keys that are variables of the binding; keys that no variable equals
/// are tried one after the other, and the condition decides.
class FiringRows {
 public:
  FiringRows() = default;
  FiringRows(const Net& net, const Measure& measure, const MeasuredFirings& of);

  /// Whether the condition of the measure says no more than which member it is.
  [[nodiscard]] bool decides() const { return decides_; }
  /// Visits the members, ascending, that a firing may belong to by its variables, with their keys
  /// in the frame, which begins with the binding.
  template <class Visit>
  void for_each(std::span<Word> frame, const Visit& visit) {
    std::uint32_t row = first_in(frame, keys_);
    for (; row != IdTable::kNone; row = next_.empty() ? IdTable::kNone : next_[row]) {
      for (const Own& key : own_) frame[key.slot] = (*members_)[row][key.key];
      visit(row);
    }
  }
  /// The only member that a binding belongs to, or kNone; if the condition `decides`.
  [[nodiscard]] std::uint32_t row_of(std::span<const Word> binding) const;

 private:
  struct Found {
    std::uint32_t key = 0;
    std::uint32_t slot = 0;  ///< of the binding
  };
  struct Own {
    std::uint32_t key = 0;
    std::uint32_t slot = 0;  ///< behind the binding
  };
  std::uint32_t first_in(std::span<const Word> frame, std::vector<Word>& keys) const;

  const std::vector<std::vector<Word>>* members_ = nullptr;  // null: there are no keys
  std::vector<Found> found_;
  std::vector<Own> own_;
  IdTable rows_;                     // the first member of each that has the same found keys
  std::vector<std::uint32_t> next_;  // the next such one, by member; empty if all keys are found
  std::vector<Word> keys_;
  bool decides_ = true;
};

}  // namespace petriloom
