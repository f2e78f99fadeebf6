// SPDX-License-Identifier: Apache-2.0
#include "engine/text/name_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <map>
#include <string_view>

namespace petriloom {

namespace {

constexpr std::size_t kMostNames = 3;   // for rows that show the same
constexpr std::size_t kMostRanges = 3;  // of one index

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

using Indices = std::vector<std::int64_t>;

/// A name taken apart: texts[0], indices[0], texts[1] ...
struct Parts {
  std::vector<std::string> texts{""};
  Indices indices;
};

/// Where the number ends that begins at `at`; `at` if none does. A number stands alone between
/// brackets, commas and blanks: it is no part of a name or of a real number.
std::size_t number_end(const std::string& name, std::size_t at) {
  constexpr std::string_view kBefore = "[(, ";
  constexpr std::string_view kAfter = "]),";
  if (at == 0 || kBefore.find(name[at - 1]) == std::string_view::npos) return at;
  std::size_t end = at + (name[at] == '-' ? 1 : 0);
  const std::size_t first = end;
  while (end < name.size() && digit(name[end])) ++end;
  const bool whole = end > first && end < name.size() && kAfter.find(name[end]) != std::string_view::npos;
  return whole ? end : at;
}

Parts taken_apart(const std::string& name) {
  Parts parts;
  int depth = 0;
  for (std::size_t k = 0; k < name.size(); ++k) {
    const std::size_t end = depth > 0 ? number_end(name, k) : k;
    std::int64_t number = 0;
    if (end > k && std::from_chars(name.data() + k, name.data() + end, number).ec == std::errc()) {
      parts.indices.push_back(number);
      parts.texts.emplace_back();
      k = end - 1;
      continue;
    }
    if (name[k] == '[') ++depth;
    if (name[k] == ']' && depth > 0) --depth;
    parts.texts.back() += name[k];
  }
  return parts;
}

/// A product of sets of numbers, one for each index.
using Box = std::vector<Indices>;

/// The boxes that hold just these; `all` is ascending and without doubles.
std::vector<Box> boxes_of(const std::vector<Indices>& all) {
  if (all.empty() || all.front().empty()) return {Box()};
  std::map<std::int64_t, std::vector<Indices>> by_first;
  for (const Indices& one : all) by_first[one.front()].emplace_back(one.begin() + 1, one.end());
  std::map<std::vector<Indices>, Indices> by_rest;
  for (auto& [first, rest] : by_first) by_rest[std::move(rest)].push_back(first);
  std::vector<Box> boxes;
  for (const auto& [rest, firsts] : by_rest) {
    for (Box& box : boxes_of(rest)) {
      box.insert(box.begin(), firsts);
      boxes.push_back(std::move(box));
    }
  }
  return boxes;
}

struct Ranges {
  std::string text;  // "0..2|5"
  std::size_t number = 0;
};

Ranges ranges_of(const Indices& ascending) {
  Ranges ranges;
  for (std::size_t k = 0; k < ascending.size();) {
    std::size_t last = k;
    while (last + 1 < ascending.size() && ascending[last + 1] == ascending[last] + 1) ++last;
    if (ranges.number++ > 0) ranges.text += "|";
    ranges.text += last == k ? std::to_string(ascending[k]) : fmt::format("{}..{}", ascending[k], ascending[last]);
    k = last + 1;
  }
  return ranges;
}

std::string put_together(const std::vector<std::string>& texts, const std::vector<std::string>& indices) {
  std::string name = texts.front();
  for (std::size_t k = 0; k < indices.size(); ++k) name += indices[k] + texts[k + 1];
  return name;
}

/// Rows that are alike and show the same.
struct Same {
  std::vector<std::size_t> members;
  std::vector<Indices> indices;  // parallel to the members
};

/// The name of a box; empty if it takes too many ranges.
std::string box_name(const std::vector<std::string>& texts, const Box& box) {
  std::vector<std::string> indices;
  for (const Indices& one : box) {
    const Ranges ranges = ranges_of(one);
    if (ranges.number > kMostRanges) return {};
    indices.push_back(ranges.text);
  }
  return put_together(texts, indices);
}

bool within(const Indices& one, const Box& box) {
  for (std::size_t k = 0; k < one.size(); ++k) {
    if (!std::binary_search(box[k].begin(), box[k].end(), one[k])) return false;
  }
  return true;
}

NameGroup with_stars(const std::vector<std::string>& texts, const Same& same) {
  std::vector<std::string> indices;
  for (std::size_t k = 0; k + 1 < texts.size(); ++k) {
    const bool differs = std::any_of(same.indices.begin(), same.indices.end(),
                                     [&](const Indices& one) { return one[k] != same.indices.front()[k]; });
    indices.push_back(differs ? "*" : std::to_string(same.indices.front()[k]));
  }
  return {put_together(texts, indices), same.members, false, 1};
}

std::vector<NameGroup> groups_of(const std::vector<std::string>& texts, const Same& same) {
  std::vector<NameGroup> groups;
  if (texts.size() == 1) {  // without an index there is nothing in which names may differ
    for (const std::size_t member : same.members) groups.push_back({texts.front(), {member}, true, 1});
    return groups;
  }
  std::vector<Indices> all = same.indices;
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  const std::vector<Box> boxes = boxes_of(all);
  for (const Box& box : boxes) {
    NameGroup group{box_name(texts, box), {}, true, 1};
    if (boxes.size() > kMostNames || group.name.empty()) return {with_stars(texts, same)};
    for (std::size_t k = 0; k < same.members.size(); ++k) {
      if (within(same.indices[k], box)) group.members.push_back(same.members[k]);
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

/// Whether a number is one of "0..2|5" or of "*".
bool among(std::string_view ranges, std::int64_t number) {
  if (ranges == "*") return true;
  while (!ranges.empty()) {
    const std::string_view range = ranges.substr(0, ranges.find('|'));
    ranges.remove_prefix(std::min(range.size() + 1, ranges.size()));
    std::int64_t low = 0;
    const char* const end = range.data() + range.size();
    const auto [after, wrong] = std::from_chars(range.data(), end, low);
    if (wrong != std::errc()) return false;
    std::int64_t high = low;
    if (after != end) {
      if (end - after < 3 || after[0] != '.' || after[1] != '.') return false;
      if (const auto last = std::from_chars(after + 2, end, high); last.ec != std::errc() || last.ptr != end) return false;
    }
    if (low <= number && number <= high) return true;
  }
  return false;
}

}  // namespace

std::string NameGroup::label() const {
  if (members.size() == 1) return name;
  return !exact && alike > members.size() ? fmt::format("{} ({} of {})", name, members.size(), alike)
                                          : fmt::format("{} ({})", name, members.size());
}

std::vector<NameGroup> name_groups(std::span<const NamedRow> rows) {
  std::map<std::vector<std::string>, std::map<std::string, Same>> families;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    Parts parts = taken_apart(rows[k].name);
    Same& same = families[std::move(parts.texts)][rows[k].shown];
    same.members.push_back(k);
    same.indices.push_back(std::move(parts.indices));
  }
  std::vector<NameGroup> groups;
  for (const auto& [texts, family] : families) {
    std::size_t alike = 0;
    for (const auto& [shown, same] : family) alike += same.members.size();
    for (const auto& [shown, same] : family) {
      for (NameGroup& group : groups_of(texts, same)) {
        group.alike = alike;
        groups.push_back(std::move(group));
      }
    }
  }
  std::sort(groups.begin(), groups.end(),
            [](const NameGroup& a, const NameGroup& b) { return a.members.front() < b.members.front(); });
  return groups;
}

bool stands_for(const std::string& group, const std::string& name) {
  const Parts parts = taken_apart(name);
  std::string_view rest = group;
  for (std::size_t k = 0; k < parts.texts.size(); ++k) {
    if (!rest.starts_with(parts.texts[k])) return false;
    rest.remove_prefix(parts.texts[k].size());
    if (k == parts.indices.size()) break;
    const std::size_t end = std::min(rest.find_first_not_of("-0123456789.|*"), rest.size());
    if (!among(rest.substr(0, end), parts.indices[k])) return false;
    rest.remove_prefix(end);
  }
  return rest.empty();
}

std::string without_numbers(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (!digit(c)) {
      result += c;
    } else if (result.empty() || result.back() != '#') {
      result += '#';
    }
  }
  return result;
}

}  // namespace petriloom
