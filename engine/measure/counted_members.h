// SPDX-License-Identifier: Apache-2.0
// Members of measures whose values are functions of numbers of tokens that the engine counts as
// they change, so that no marking is looked at.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "engine/compiled/code.h"

namespace petriloom {

/// What all runs of a net share of them; neither copied nor moved.
class CountedMembers {
 public:
  /// A member: a code of so many counts, which stand from `first` on. Without a code it is none of
  /// these.
  struct Member {
    const Code* code = nullptr;
    std::uint32_t first = 0;
    std::uint32_t size = 0;
    bool plain = false;  ///< its value is its only count
  };

  /// For so many members, none of which is counted yet.
  explicit CountedMembers(std::size_t members) : members_(members) {}
  CountedMembers(const CountedMembers&) = delete;
  CountedMembers& operator=(const CountedMembers&) = delete;

  /// Adds a member with what Code::of_counts made of it, and room for its counts, which are
  /// numbered from the returned number on.
  std::uint32_t add(std::uint32_t member, Code&& code, std::uint32_t size);
  [[nodiscard]] const Member& operator[](std::size_t member) const { return members_[member]; }
  /// Number of counts of all members.
  [[nodiscard]] std::size_t counts() const { return counts_; }

 private:
  std::vector<Member> members_;
  std::deque<Code> codes_;  // each once: most members of a family have the same
  std::unordered_multimap<std::size_t, const Code*> codes_by_hash_;
  std::uint32_t counts_ = 0;
};

}  // namespace petriloom
