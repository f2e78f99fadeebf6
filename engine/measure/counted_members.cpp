// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/counted_members.h"

#include <algorithm>

namespace petriloom {

std::uint32_t CountedMembers::add(std::uint32_t member, Code&& code, std::uint32_t size) {
  const std::size_t hash = code.program_hash();
  const auto [begin, end] = codes_by_hash_.equal_range(hash);
  const auto known = std::find_if(begin, end, [&](const auto& entry) { return entry.second->same_program(code); });
  const Code* const same = known != end ? known->second : &codes_.emplace_back(std::move(code));
  if (known == end) codes_by_hash_.emplace(hash, same);
  members_[member] = {same, counts_, size, same->is_count()};
  counts_ += size;
  return members_[member].first;
}

}  // namespace petriloom
