// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/net_rows.h"

namespace petriloom {

void ArcRows::add(std::size_t transition, PlaceId place, std::int64_t count) {
  // The last start is the end of the last row.
  while (starts_.size() < transition + 2) starts_.push_back(places_.size());
  if (count != 1 && counts_.empty()) counts_.assign(places_.size(), 1);
  if (count != 1 || !counts_.empty()) counts_.push_back(count);
  places_.push_back(place);
  starts_.back() = places_.size();
}

std::span<const PlaceId> ArcRows::places(std::size_t transition) const {
  if (transition + 1 >= starts_.size()) return {};
  return {places_.data() + starts_[transition], starts_[transition + 1] - starts_[transition]};
}

std::int64_t ArcRows::count(std::size_t transition, std::size_t k) const {
  return counts_.empty() ? 1 : counts_[starts_[transition] + k];
}

std::size_t ArcRows::bytes() const {
  return starts_.capacity() * sizeof(std::uint64_t) + places_.capacity() * sizeof(PlaceId) +
         counts_.capacity() * sizeof(std::int64_t);
}

std::size_t RowNet::arcs() const {
  return input.size() + output.size() + read.size() + inhibitor.size() + equal.size() + reset.size();
}

std::size_t RowNet::bytes() const {
  return initial.capacity() * sizeof(std::int64_t) + input.bytes() + output.bytes() + read.bytes() + inhibitor.bytes() +
         equal.bytes() + reset.bytes();
}

}  // namespace petriloom
