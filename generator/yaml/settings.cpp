// SPDX-License-Identifier: Apache-2.0
#include "generator/yaml/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "engine/text/quote.h"

namespace petriloom {
namespace {

/// A part of a path: a key, or a number between brackets.
struct Step {
  std::string_view text;
  bool index = false;
  std::uint32_t column = 1;
};

void move_to(YamlNode& node, const Location& file) {
  const auto moved = [&](Location& where) { where = {file.file, file.line, where.column}; };
  moved(node.where);
  for (YamlNode& item : node.items) move_to(item, file);
  for (YamlEntry& entry : node.entries) {
    moved(entry.where);
    move_to(entry.value, file);
  }
}

class Setter {
 public:
  Setter(const DescriptionSetting& setting, Sources& sources, Diagnostics& diagnostics)
      : setting_(setting), diagnostics_(diagnostics), file_(sources.add(setting.option, setting.path + "=" + setting.value)) {}

  void apply(YamlNode& root) {
    const std::optional<YamlNode> value = read_value();
    if (!value || !split()) return;
    if (steps_.front().text == "include") return error(0, "files are included before values are set", "include them in the file");
    YamlNode* at = &root;
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      at = steps_[k].index ? element(*at, k) : entry(*at, k);
      if (at == nullptr) return;
    }
    *at = *value;
  }

 private:
  [[nodiscard]] Location where(std::size_t k) const { return {file_, 1, steps_[k].column}; }

  void error(std::size_t k, const std::string& message, const std::string& help) { diagnostics_.error(where(k), message, help); }

  /// The path up to a step, without it.
  [[nodiscard]] std::string before(std::size_t k) const {
    std::string_view path = std::string_view(setting_.path).substr(0, steps_[k].column - 1);
    while (!path.empty() && (path.back() == '.' || path.back() == '[')) path.remove_suffix(1);
    return path.empty() ? "the description" : fmt::format("'{}'", path);
  }

  /// The value, with the places that it has behind the path.
  std::optional<YamlNode> read_value() {
    Sources alone;
    Diagnostics wrong;
    const std::string text = std::string(setting_.path.size() + 1, ' ') + setting_.value;
    std::optional<YamlNode> value = parse_yaml(alone.add(setting_.option, text), alone, YamlLimits{}, wrong);
    if (value) value->where.column = static_cast<std::uint32_t>(setting_.path.size() + 2);
    for (const Diagnostic& one : wrong.list()) diagnostics_.error({file_, 1, one.where.column}, one.message, one.help);
    if (value) move_to(*value, {file_, 1, 0});
    return wrong.has_errors() ? std::nullopt : value;
  }

  bool split() {
    const std::string_view path = setting_.path;
    for (std::size_t at = 0; at < path.size();) {
      const bool index = path[at] == '[';
      if (index || (path[at] == '.' && at > 0)) ++at;
      const std::size_t end = std::min(path.find_first_of(index ? "]" : ".[", at), path.size());
      steps_.push_back({path.substr(at, end - at), index, static_cast<std::uint32_t>(at + 1)});
      const bool closed = !index || end < path.size();
      if (end == at || !closed) {
        error(steps_.size() - 1, fmt::format("{} is not a path of keys", quote(path)),
              "keys with points between them, and numbers of list entries from 0, such as machine.nodes[0].count");
        return false;
      }
      at = index ? end + 1 : end;
    }
    return true;
  }

  YamlNode* element(YamlNode& node, std::size_t k) {
    std::size_t number = 0;
    const std::string_view text = steps_[k].text;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (node.kind != YamlNode::Kind::list) {
      error(k, fmt::format("{} is not a list", before(k)), known_keys(node));
    } else if (status != std::errc{} || end != text.data() + text.size() || number >= node.items.size()) {
      error(k, fmt::format("{} has no entry [{}]", before(k), text),
            node.items.empty() ? "the list is empty; give all of it as [...]"
                               : fmt::format("its entries are [0] to [{}]", node.items.size() - 1));
    } else {
      return &node.items[number];
    }
    return nullptr;
  }

  static std::string known_keys(const YamlNode& node) {
    std::vector<std::string> keys;
    for (const YamlEntry& entry : node.entries) keys.push_back(entry.key);
    return keys.empty() ? std::string() : fmt::format("its keys are {}", fmt::join(keys, ", "));
  }

  /// The value of a key, which is added if it is not there. What is named by the user is given as a
  /// whole or not at all: a part of a kind of node that does not exist is a slip of the pen.
  YamlNode* entry(YamlNode& node, std::size_t k) {
    const std::string key(steps_[k].text);
    if (node.kind == YamlNode::Kind::null) node.kind = YamlNode::Kind::map;
    if (node.kind == YamlNode::Kind::list) {
      error(k, fmt::format("{} is a list, and '{}' is no number of an entry", before(k), key),
            node.items.empty() ? "" : fmt::format("its entries are [0] to [{}]", node.items.size() - 1));
      return nullptr;
    }
    if (node.kind == YamlNode::Kind::scalar) {
      error(k, fmt::format("{} is {}, which has no keys", before(k), quote(node.text)),
            "set the whole of it: {KEY: VALUE, ...}, or what the name stands for");
      return nullptr;
    }
    if (YamlNode* found = node.find(key)) return found;
    if (k + 1 < steps_.size() && named(k)) {
      std::vector<std::string> names;
      for (const YamlEntry& entry : node.entries) names.push_back(entry.key);
      error(k, fmt::format("{} names no '{}'", before(k), key), names.empty() ? "it names none" : suggest(key, names));
      return nullptr;
    }
    node.entries.push_back({key, where(k), {}});
    node.entries.back().value.where = where(k);
    return &node.entries.back().value;
  }

  /// Whether a step stands where names of the user stand, not keys.
  [[nodiscard]] bool named(std::size_t k) const {
    const std::string parent = before(k);
    return parent == "'links'" || parent == "'costs'" || parent == "'machine.kinds'" || parent.ends_with(".phases'");
  }

  const DescriptionSetting& setting_;
  Diagnostics& diagnostics_;
  FileId file_;
  std::vector<Step> steps_;
};

}  // namespace

void apply_settings(YamlNode& root, const std::vector<DescriptionSetting>& settings, Sources& sources, Diagnostics& diagnostics) {
  for (const DescriptionSetting& setting : settings) Setter(setting, sources, diagnostics).apply(root);
}

}  // namespace petriloom
