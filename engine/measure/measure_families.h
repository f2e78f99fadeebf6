// SPDX-License-Identifier: Apache-2.0
// Members of measures by their names, for texts of derived measures that name several of them.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace petriloom {

/// Where a member is.
struct MemberAt {
  std::size_t measure = 0;
  std::size_t row = 0;
  friend auto operator<=>(const MemberAt&, const MemberAt&) = default;
};

/// Members by name with their indices taken out: "node[].cpu.energy" -> the index texts of each member.
struct Family {
  std::vector<std::pair<std::vector<std::string>, MemberAt>> members;
  std::unordered_map<std::string, std::vector<std::size_t>> by_first;  ///< positions in `members` by the first index

  void add(std::vector<std::string> indices, MemberAt place) {
    if (!indices.empty()) by_first[indices.front()].push_back(members.size());
    members.emplace_back(std::move(indices), place);
  }
  /// Members whose indices are those wanted; "*" is any.
  [[nodiscard]] std::vector<MemberAt> fitting(const std::vector<std::string>& wanted) const {
    std::vector<MemberAt> found;
    const auto look_at = [&](const std::pair<std::vector<std::string>, MemberAt>& member) {
      const auto fits = [](const std::string& w, const std::string& index) { return w == "*" || w == index; };
      if (std::equal(wanted.begin(), wanted.end(), member.first.begin(), fits)) found.push_back(member.second);
    };
    if (wanted.empty() || wanted.front() == "*") {
      std::for_each(members.begin(), members.end(), look_at);
    } else if (const auto some = by_first.find(wanted.front()); some != by_first.end()) {
      for (const std::size_t position : some->second) look_at(members[position]);
    }
    return found;
  }
};
using Families = std::map<std::string, Family>;

/// Takes the indices out of a name, whose brackets stay.
inline std::string shape_of(std::string_view name, std::vector<std::string>& indices) {
  std::string shape;
  for (std::size_t i = 0; i < name.size(); ++i) {
    shape += name[i];
    if (name[i] != '[') continue;
    const std::size_t end = std::min(name.find(']', i), name.size());
    indices.emplace_back(name.substr(i + 1, end - i - 1));
    i = end - 1;
  }
  return shape;
}
/// A name, or a pattern of one, with `[*]` in the place of each index: "node[*].cpu[*]" of "node[3].cpu[0]".
inline std::string with_starred_indices(std::string_view name) {
  std::vector<std::string> indices;
  std::string text;
  for (const char c : shape_of(name, indices)) text += c == '[' ? std::string("[*") : std::string(1, c);
  return text;
}

}  // namespace petriloom
