// SPDX-License-Identifier: Apache-2.0
// A place/transition net as compressed sparse rows: for nets of millions of transitions, where a
// Net would be too large.
#pragma once

#include <span>
#include <vector>

#include "engine/net/ids.h"

namespace petriloom {

/// One row of places and counts for each transition, end to end. Rows are written in order; those
/// never written are empty and cost nothing, and counts are stored from the first that is not 1.
class ArcRows {
 public:
  /// Adds an entry to the row of a transition; not to one before the last that was written.
  void add(std::size_t transition, PlaceId place, std::int64_t count);
  /// The places of a row.
  [[nodiscard]] std::span<const PlaceId> places(std::size_t transition) const;
  /// The count of entry `k` of a row.
  [[nodiscard]] std::int64_t count(std::size_t transition, std::size_t k) const;
  /// Entries of all rows.
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] std::size_t bytes() const;

 private:
  std::vector<std::uint64_t> starts_{0};  // of each row and the end of the last
  std::vector<PlaceId> places_;
  std::vector<std::int64_t> counts_;  // empty while all are 1
};

/// Calls `visit(place, count)` for every entry of a row.
template <class Visit>
void for_each_entry(const ArcRows& rows, std::size_t transition, const Visit& visit) {
  const std::span<const PlaceId> places = rows.places(transition);
  for (std::size_t k = 0; k < places.size(); ++k) visit(places[k], rows.count(transition, k));
}

/// The structure of a place/transition net. In each row places ascend and none stands twice.
struct RowNet {
  std::vector<std::int64_t> initial;  ///< tokens of each place at the start
  std::size_t transitions = 0;
  ArcRows input;      ///< takes `count`
  ArcRows output;     ///< puts `count`
  ArcRows read;       ///< needs `count`, takes none
  ArcRows inhibitor;  ///< needs fewer than `count`
  ArcRows equal;      ///< needs exactly `count`
  ArcRows reset;      ///< takes all

  [[nodiscard]] std::size_t places() const { return initial.size(); }
  [[nodiscard]] std::size_t arcs() const;
  [[nodiscard]] std::size_t bytes() const;
};

}  // namespace petriloom
