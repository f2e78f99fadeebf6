// SPDX-License-Identifier: Apache-2.0
#include "engine/critical_path/binding_parts.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace petriloom {

namespace {

constexpr const char* kFirst = "1";
constexpr const char* kName = "name";

/// What stands between commas that are in no brackets and no quotes.
std::vector<std::string_view> parts_of_list(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (quoted && c == '\\') {
      ++k;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '(' || c == '[' || c == '{')) {
      ++depth;
    } else if (!quoted && (c == ')' || c == ']' || c == '}')) {
      --depth;
    } else if (!quoted && depth == 0 && c == ',') {
      parts.push_back(text.substr(begin, k - begin));
      begin = k + 1;
      while (begin < text.size() && text[begin] == ' ') ++begin;
    }
  }
  if (begin < text.size()) parts.push_back(text.substr(begin));
  return parts;
}

/// Of "a = 1, b = 2" what is behind "b = ".
std::optional<std::string_view> named(std::string_view list, std::string_view name) {
  for (const std::string_view part : parts_of_list(list)) {
    if (part.size() > name.size() + 3 && part.starts_with(name) && part.substr(name.size(), 3) == " = ")
      return part.substr(name.size() + 3);
  }
  return std::nullopt;
}

/// A component, a field or the name of a value.
std::optional<std::string_view> part_of_value(std::string_view value, std::string_view part) {
  const std::size_t bracket = value.find_first_of("([{");
  if (bracket == std::string_view::npos) return part == kName ? std::optional(value) : std::nullopt;
  if (part == kName && bracket > 0) return value.substr(0, bracket);
  const std::string_view inner = value.substr(bracket + 1, value.size() - bracket - 2);
  if (value[bracket] == '{') return named(inner, part);
  std::size_t number = 0;
  const auto read = std::from_chars(part.data(), part.data() + part.size(), number);
  const std::vector<std::string_view> parts = parts_of_list(inner);
  if (read.ec != std::errc() || read.ptr != part.data() + part.size() || number < 1 || number > parts.size()) return std::nullopt;
  return parts[number - 1];
}

struct ValuePart {
  std::string name;
  ColourSetId colour;
};

/// What `part_of_value` finds in values of a colour set, as these are written. A list has its first
/// component for all of them.
std::vector<ValuePart> parts_of_colour(const ColourTable& colours, ColourSetId of) {
  const ColourSet& set = colours[colours.base_of(of)];
  std::vector<ValuePart> parts;
  switch (set.kind) {
    case ColourKind::unit:
      return parts;
    case ColourKind::list:
      return {{kFirst, set.components[0]}};
    case ColourKind::product:
    case ColourKind::record:
      for (std::size_t k = 0; k < set.components.size(); ++k)
        parts.push_back({set.kind == ColourKind::record ? set.fields[k] : std::to_string(k + 1), set.components[k]});
      return parts;
    case ColourKind::index:
      return {{kFirst, ColourTable::kInt}, {kName, ColourTable::kString}};
    case ColourKind::union_:
      for (const ColourSetId content : set.components) {
        if (content != ColourTable::kUnit) parts.push_back({kFirst, content});
      }
      [[fallthrough]];
    default:
      parts.push_back({kName, ColourTable::kString});
      return parts;
  }
}

/// The colour sets of a part of values of some; adds the names of all parts that these have.
std::vector<ColourSetId> step_into(const ColourTable& colours, const std::vector<ColourSetId>& sets, std::string_view part,
                                   std::vector<std::string>& known) {
  std::vector<ColourSetId> found;
  const auto is_number = [](std::string_view text) {
    return !text.empty() && text.front() != '0' && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  for (const ColourSetId set : sets) {
    const bool list = colours[colours.base_of(set)].kind == ColourKind::list;
    for (const ValuePart& one : parts_of_colour(colours, set)) {
      if (one.name == part || (list && is_number(part))) found.push_back(one.colour);
      std::string name = list ? "numbers from 1 on" : one.name;
      if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(std::move(name));
    }
  }
  return found;
}

}  // namespace

std::optional<std::string> part_of_binding(std::string_view binding, std::string_view part) {
  const std::string_view variable = part.substr(0, part.find('.'));
  std::optional<std::string_view> value = named(binding, variable);
  for (std::size_t dot = variable.size(); value && dot < part.size();) {
    const std::size_t next = std::min(part.find('.', dot + 1), part.size());
    value = part_of_value(*value, part.substr(dot + 1, next - dot - 1));
    dot = next;
  }
  return value ? std::optional<std::string>(*value) : std::nullopt;
}

std::optional<MissingPart> missing_part(const ColourTable& colours, std::vector<ColourSetId> variable, std::string_view part) {
  for (std::size_t dot = part.find('.'); dot < part.size();) {
    const std::size_t next = std::min(part.find('.', dot + 1), part.size());
    MissingPart missing{std::string(part.substr(0, dot)), std::string(part.substr(dot + 1, next - dot - 1)), {}};
    variable = step_into(colours, variable, missing.part, missing.known);
    if (variable.empty()) return missing;
    dot = next;
  }
  return std::nullopt;
}

}  // namespace petriloom
