// SPDX-License-Identifier: Apache-2.0
#include "engine/critical_path/binding_parts.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace petriloom {

namespace {

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
  if (bracket == std::string_view::npos) return part == "name" ? std::optional(value) : std::nullopt;
  if (part == "name" && bracket > 0) return value.substr(0, bracket);
  const std::string_view inner = value.substr(bracket + 1, value.size() - bracket - 2);
  if (value[bracket] == '{') return named(inner, part);
  std::size_t number = 0;
  const auto read = std::from_chars(part.data(), part.data() + part.size(), number);
  const std::vector<std::string_view> parts = parts_of_list(inner);
  if (read.ec != std::errc() || read.ptr != part.data() + part.size() || number < 1 || number > parts.size()) return std::nullopt;
  return parts[number - 1];
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

}  // namespace petriloom
