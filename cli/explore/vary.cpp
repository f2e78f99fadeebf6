// SPDX-License-Identifier: Apache-2.0
#include "cli/explore/vary.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/explore/range.h"
#include "engine/text/quote.h"
#include "engine/text/trimmed.h"

namespace petriloom::cli::explore {

namespace {

constexpr std::string_view kForms = "KEY=VALUE,VALUE,... or KEY=1..8 or KEY=0..100:5 or KEY=log:1..1024:11";

/// The parts between the commas that stand in no brackets and no quotes; empty, with `problem` set,
/// if brackets or quotes do not match.
std::vector<std::string_view> items_of(std::string_view text, std::string& problem) {
  std::vector<std::string_view> items;
  std::string open;
  char quote = 0;
  std::size_t begin = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || (c == '\'' && trimmed(text.substr(begin, k - begin)).empty())) {
      quote = c;
    } else if (c == '[' || c == '{' || c == '(') {
      open += c == '(' ? ')' : static_cast<char>(c + 2);
    } else if (c == ']' || c == '}' || c == ')') {
      if (open.empty() || open.back() != c) {
        problem = fmt::format("nothing opens the '{}'", c);
        return {};
      }
      open.pop_back();
    } else if (c == ',' && open.empty()) {
      items.push_back(trimmed(text.substr(begin, k - begin)));
      begin = k + 1;
    }
  }
  if (quote != 0 || !open.empty()) {
    problem = fmt::format("a '{}' is missing at its end", quote != 0 ? quote : open.back());
    return {};
  }
  items.push_back(trimmed(text.substr(begin)));
  return items;
}

/// Adds what one item stands for. What is wrong, or empty.
std::string add_item(std::string_view item, std::vector<VariedValue>& values) {
  if (item.empty()) return "a value is empty; write values with commas between them";
  ReadRange range = read_range(item);
  if (!range.problem.empty()) return range.problem;
  if (range.values.empty()) range.values.emplace_back(item);
  if (values.size() + range.values.size() > kMostPoints) return fmt::format("more than {} values", kMostPoints);
  for (std::string& text : range.values) values.push_back({text, number_of(text)});
  return {};
}

/// The first value that is there twice; null if none is.
const VariedValue* repeated(const std::vector<VariedValue>& values) {
  std::set<std::string_view> seen;
  for (const VariedValue& value : values) {
    if (!seen.insert(value.text).second) return &value;
  }
  return nullptr;
}

}  // namespace

bool VariedKey::numeric() const {
  return std::all_of(values.begin(), values.end(), [](const VariedValue& value) { return value.number.has_value(); }) &&
         same_dimension(values);
}

ReadKey read_vary(const std::string& text) {
  ReadKey read;
  const std::size_t equals = text.find('=');
  read.key.key = trimmed(std::string_view(text).substr(0, equals));
  if (equals == std::string::npos || read.key.key.empty() || trimmed(std::string_view(text).substr(equals + 1)).empty()) {
    read.problem = fmt::format("{} does not say what varies and how: {}", quote(text), kForms);
    return read;
  }
  std::string problem;
  for (const std::string_view item : items_of(std::string_view(text).substr(equals + 1), problem)) {
    problem = add_item(item, read.key.values);
    if (!problem.empty()) break;
  }
  const VariedValue* const twice = repeated(read.key.values);
  if (problem.empty() && twice != nullptr) problem = fmt::format("the value {} is there twice", quote(twice->text));
  if (!problem.empty()) read.problem = fmt::format("{}: {}", read.key.key, problem);
  return read;
}

std::uint64_t Sweep::size() const {
  std::uint64_t product = 1;
  for (const VariedKey& key : keys) {
    product *= key.values.size();
    if (product > kMostPoints) return kMostPoints + 1;
  }
  return product;
}

std::vector<std::size_t> Sweep::at(std::size_t point) const {
  std::vector<std::size_t> result(keys.size());
  for (std::size_t k = keys.size(); k-- > 0;) {
    result[k] = point % keys[k].values.size();
    point /= keys[k].values.size();
  }
  return result;
}

std::string Sweep::describe(std::size_t point) const {
  std::string text;
  const std::vector<std::size_t> values = at(point);
  for (std::size_t k = 0; k < keys.size(); ++k) {
    text += fmt::format("{}{} = {}", k == 0 ? "" : ", ", keys[k].key, keys[k].values[values[k]].text);
  }
  return text;
}

}  // namespace petriloom::cli::explore
