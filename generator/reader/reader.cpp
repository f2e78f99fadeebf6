// SPDX-License-Identifier: Apache-2.0
#include "generator/reader/reader.h"

#include "engine/text/parse_number.h"
#include "engine/text/quote.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace petriloom {
namespace {

constexpr std::size_t kMostNameLetters = 200;

std::string kind_name(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "nothing";
    case YamlNode::Kind::scalar:
      return quote(node.text);
    case YamlNode::Kind::list:
      return "a list";
    case YamlNode::Kind::map:
      return "a map";
  }
  return {};
}

bool is_word_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace

void Reader::error(const Location& where, const std::string& message, const std::string& help) {
  if (said_.emplace(where, message).second && readable(where)) diagnostics_.error(where, message, help);
}

void Reader::unreadable(const Location& where, const std::string& message, const std::string& help) {
  if (said_.emplace(where, message).second) diagnostics_.error(where, message, help);
  mark_unreadable(where);
}

void Reader::warning(const Location& where, const std::string& message, const std::string& help) {
  if (said_warnings_.emplace(where, message).second) diagnostics_.warning(where, message, help);
}

const std::string* Reader::scalar(const YamlNode& node, std::string_view what, const std::string& help) {
  if (node.kind == YamlNode::Kind::scalar) return &node.text;
  unreadable(node.where, fmt::format("expected {}, found {}", what, kind_name(node)), help);
  return nullptr;
}

Located<int> Reader::integer(const YamlNode& node, Range<int> range) {
  const std::string what = fmt::format("a whole number from {} to {}", range.low, range.high);
  const std::string* text = scalar(node, what);
  if (text == nullptr) return {range.low, node.where};
  const auto value = parse_number<std::int64_t>(*text);
  if (!value || *value < range.low || *value > range.high) {
    unreadable(node.where, fmt::format("expected {}, found {}", what, quote(*text)));
    return {range.low, node.where};
  }
  return {static_cast<int>(*value), node.where};
}

Located<double> Reader::number(const YamlNode& node, Range<double> range) {
  const std::string what = fmt::format("a number from {} to {}", range.low, range.high);
  const std::string* text = scalar(node, what);
  if (text == nullptr) return {range.low, node.where};
  const auto value = parse_number<double>(*text);
  // Written so that nan is in no range.
  if (value && *value >= range.low && *value <= range.high) return {*value, node.where};
  unreadable(node.where, fmt::format("expected {}, found {}", what, quote(*text)));
  return {range.low, node.where};
}

Located<double> Reader::quantity(const YamlNode& node, Dimension dimension, Range<double> range) {
  const std::string* text =
      scalar(node, dimension_name(dimension), fmt::format("a number and a unit; units: {}", unit_list(dimension)));
  if (text == nullptr) return {range.low, node.where};
  const auto parsed = parse_quantity(*text, dimension);
  if (const auto* wrong = std::get_if<QuantityError>(&parsed)) {
    unreadable(node.where, wrong->message, wrong->help);
    return {range.low, node.where};
  }
  const double value = std::get<double>(parsed);
  const bool alone = !text->empty() && text->find_first_not_of("0123456789.eE+- \t") == std::string::npos;
  if (alone && value != 0) {
    warning(node.where, fmt::format("{} has no unit and is taken for seconds", quote(*text)),
            fmt::format("units: {}", unit_list(dimension)));
  }
  if (value < range.low || value > range.high) {
    unreadable(node.where, fmt::format("{} is out of range", quote(*text)),
               fmt::format("from {} to {}", quantity_text(range.low, dimension), quantity_text(range.high, dimension)));
    return {range.low, node.where};
  }
  return {value, node.where};
}

Located<bool> Reader::boolean(const YamlNode& node) {
  const std::string* text = scalar(node, "true or false");
  if (text != nullptr && *text != "true" && *text != "false") {
    unreadable(node.where, fmt::format("expected true or false, found {}", quote(*text)));
  }
  return {text != nullptr && *text == "true", node.where};
}

Located<std::string> Reader::word(const YamlNode& node) {
  const std::string* text = scalar(node, "a name", "letters, digits, '_' and '-'");
  if (text == nullptr) return {{}, node.where};
  if (text->empty() || text->size() > kMostNameLetters || !std::all_of(text->begin(), text->end(), is_word_letter)) {
    unreadable(node.where, fmt::format("{} is not a name", quote(*text)), "letters, digits, '_' and '-'");
    return {{}, node.where};
  }
  return {*text, node.where};
}

void Reader::check_name(const YamlEntry& entry) { word(default_node(entry.key, entry.where)); }

void Reader::module(const YamlNode& node, std::string_view key, Located<std::string>& name,
                    std::vector<GivenParameter>& parameters) {
  if (node.kind != YamlNode::Kind::map) {
    name = word(node);
    return;
  }
  name.where = node.where;
  if (node.find("name") == nullptr) error(node.where, fmt::format("'{}' needs the key 'name'", key));
  for (const YamlEntry& entry : node.entries) {
    if (entry.key == "name") {
      name = word(entry.value);
    } else if (std::string text; write_value(entry.value, text)) {
      parameters.push_back({entry.key, text, entry.where, entry.value.where});
    }
  }
}

bool Reader::write_value(const YamlNode& node, std::string& text) {
  if (node.kind != YamlNode::Kind::list) {
    const std::string* value = scalar(node, "a value");
    if (value != nullptr) text += *value;
    return value != nullptr;
  }
  bool right = true;
  text += '[';
  for (const YamlNode& item : node.items) {
    if (&item != node.items.data()) text += ", ";
    right = write_value(item, text) && right;
  }
  text += ']';
  return right;
}

std::string Reader::identifier(const YamlNode& node) {
  const std::string name = word(node).value;
  const bool digit_first = !name.empty() && name[0] >= '0' && name[0] <= '9';
  if (digit_first || name.find('-') != std::string::npos) {
    unreadable(node.where, fmt::format("{} is not a name of the net language", quote(name)),
               "letters, digits and '_', no digit first");
  }
  return name;
}

Located<int> Reader::choice(const YamlNode& node, std::span<const std::string_view> choices) {
  const std::string what = fmt::format("one of {}", fmt::join(choices, ", "));
  const std::string* text = scalar(node, what);
  if (text == nullptr) return {0, node.where};
  const auto found = std::find(choices.begin(), choices.end(), *text);
  if (found == choices.end()) {
    const std::string near = nearest(*text, {choices.begin(), choices.end()});
    unreadable(node.where, fmt::format("expected {}, found {}", what, quote(*text)),
               near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    return {0, node.where};
  }
  return {static_cast<int>(found - choices.begin()), node.where};
}

Expression Reader::expression(const YamlNode& node, std::string_view over, std::string_view example) {
  constexpr std::size_t kMostLetters = 10'000;
  const std::string* text = scalar(node, fmt::format("an expression over {}", over));
  if (text == nullptr) return {"", node.where};
  if (text->empty() || text->size() > kMostLetters) {
    unreadable(node.where, fmt::format("an expression has from 1 to {} letters", kMostLetters),
               fmt::format("over {}, for example {}", over, example));
    return {"", node.where};
  }
  return {*text, node.where};
}

bool Reader::is_map(const YamlNode& node, std::string_view section) {
  if (node.kind == YamlNode::Kind::map) return true;
  unreadable(node.where, fmt::format("{} is a map of keys, found {}", section, kind_name(node)));
  return false;
}

bool Reader::is_list(const YamlNode& node, std::string_view what) {
  if (node.kind == YamlNode::Kind::list) return true;
  unreadable(node.where, fmt::format("expected {}, found {}", what, kind_name(node)));
  return false;
}

void Reader::check_known(const YamlNode& map, std::string_view section, const std::vector<std::string>& valid) {
  DescribedKeys& known = known_[valid];
  if (known.section.empty()) known.section = section;
  for (const YamlEntry& entry : map.entries) {
    if (std::find(valid.begin(), valid.end(), entry.key) != valid.end()) known.given.insert(entry.key);
  }
  report_unknown(map, section, valid);
}

namespace {

/// Whether a key without a value is the rest of an expression that had a comma:
/// `factor: uniform(0.9, 1.1)`.
bool cut_off(const YamlEntry& entry) {
  return entry.value.kind == YamlNode::Kind::null &&
         std::count(entry.key.begin(), entry.key.end(), ')') > std::count(entry.key.begin(), entry.key.end(), '(');
}

}  // namespace

void Reader::report_unknown(const YamlNode& map, std::string_view section, const std::vector<std::string>& valid) {
  for (const YamlEntry& entry : map.entries) {
    if (std::find(valid.begin(), valid.end(), entry.key) != valid.end()) continue;
    if (cut_off(entry)) {
      error(entry.where, fmt::format("{} is cut off the value before it: within {{ }} a comma ends a value", quote(entry.key)),
            "put quotes around the whole value, or give it a line of its own");
      continue;
    }
    if (const auto belongs = sections.find(entry.key); belongs != sections.end()) {
      error(entry.where, fmt::format("{} has no key {}", section, quote(entry.key)), "it is a key of " + belongs->second);
      continue;
    }
    const std::string near = nearest(entry.key, valid);
    if (!near.empty() && map.find(near) == nullptr) misspelt_.emplace(std::pair(map.where, near), entry.key);
    error(entry.where, fmt::format("{} has no key {}", section, quote(entry.key)),
          fmt::format("{}the keys are {}", near.empty() ? "" : fmt::format("did you mean '{}'? ", near), fmt::join(valid, ", ")));
  }
}

const YamlNode* Reader::find(const YamlNode& map, std::string_view key) const {
  if (const YamlNode* const value = map.find(key)) return value;
  const auto written = misspelt_.find({map.where, std::string(key)});
  return written == misspelt_.end() ? nullptr : map.find(written->second);
}

YamlNode Reader::corrected(const YamlNode& map) const {
  YamlNode meant = map;
  for (const auto& [key, written] : misspelt_) {
    for (YamlEntry& entry : meant.entries) {
      if (key.first == map.where && entry.key == written) entry.key = key.second;
    }
  }
  return meant;
}

void Reader::declare(std::string_view what, const YamlEntry& entry) { named_[entry.where] = {std::string(what), entry.key}; }

void Reader::use(std::string_view what, const std::string& name) { used_.emplace(what, name); }

void Reader::warn_of_unused(FileId file) {
  for (const auto& [where, named] : named_) {
    if (where.file != file || used_.contains(named)) continue;
    warning(where, fmt::format("the {} {} has no effect: nothing names it", named.first, quote(named.second)),
            "leave it out, or include it from a file of its own");
  }
}

std::vector<DescribedKeys> Reader::keys() const {
  std::vector<DescribedKeys> all;
  for (const auto& [valid, known] : known_) {
    all.push_back(known);
    all.back().valid = valid;
  }
  return all;
}

YamlNode default_node(std::string_view text, const Location& where) {
  YamlNode node;
  node.kind = text == "{}" ? YamlNode::Kind::map : text == "[]" ? YamlNode::Kind::list : YamlNode::Kind::scalar;
  if (node.kind == YamlNode::Kind::scalar) node.text = text;
  node.where = where;
  return node;
}

}  // namespace petriloom
