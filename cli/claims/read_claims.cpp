// SPDX-License-Identifier: Apache-2.0
#include "cli/claims/read_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "cli/claims/printed.h"
#include "cli/claims/reading.h"
#include "engine/text/parse_number.h"
#include "engine/text/quote.h"

namespace petriloom::cli::claims {

std::vector<const YamlNode*> items_of(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::list) return {&node};
  std::vector<const YamlNode*> items;
  for (const YamlNode& item : node.items) items.push_back(&item);
  return items;
}

std::optional<std::size_t> axis_of(Reader& reader, const YamlNode& node, const Claims& claims) {
  const std::string* text = reader.scalar(node, "the name of an axis");
  if (text == nullptr) return std::nullopt;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < claims.axes.size(); ++k) {
    if (claims.axes[k].name == *text) return k;
    names.push_back(claims.axes[k].name);
  }
  reader.error(node.where, fmt::format("there is no axis {}", quote(*text)),
               names.empty() ? "`axes:` declares them" : suggest(*text, names));
  return std::nullopt;
}

std::vector<std::size_t> axes_of(Reader& reader, const YamlNode& node, const Claims& claims) {
  std::vector<std::size_t> axes;
  for (const YamlNode* item : items_of(node)) {
    const auto axis = axis_of(reader, *item, claims);
    if (!axis) continue;
    if (std::find(axes.begin(), axes.end(), *axis) != axes.end())
      reader.error(item->where, fmt::format("the axis {} stands here twice", quote(item->text)));
    else
      axes.push_back(*axis);
  }
  return axes;
}

std::optional<std::size_t> value_of(Reader& reader, const std::string& text, const Location& where, const Axis& axis) {
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < axis.values.size(); ++k) {
    if (axis.values[k].text == text) return k;
    texts.push_back(axis.values[k].text);
  }
  reader.error(where, fmt::format("the axis {} has no value {}", quote(axis.name), quote(text)), suggest(text, texts));
  return std::nullopt;
}

double read_share(Reader& reader, const YamlNode& node) {
  const std::string* text = reader.scalar(node, "a share", "such as 5 %");
  if (text == nullptr) return 0;
  const auto printed = parse_printed(*text);
  if (printed && printed->unit == "%" && printed->value >= 0) return printed->value;
  reader.error(node.where, fmt::format("{} is not a share", quote(*text)), "such as 5 %");
  return 0;
}

std::optional<Printed> read_printed(Reader& reader, const YamlNode& node) {
  const std::string* text = reader.scalar(node, "a number as it was printed", "such as 8.6 % or 37 min");
  if (text == nullptr) return std::nullopt;
  auto printed = parse_printed(*text);
  if (!printed) {
    reader.error(node.where, fmt::format("{} is not a number", quote(*text)),
                 "digits as they were printed, and a unit if there is one: 8.6 %, 37 min, 0.0330");
    return std::nullopt;
  }
  printed->where = node.where;
  return printed;
}

Text read_text(Reader& reader, const YamlNode& node, std::string_view what) {
  const std::string* text = reader.scalar(node, what);
  if (text == nullptr) return {"", node.where};
  if (text->find_first_not_of(" \t\n") == std::string::npos)
    reader.error(node.where, fmt::format("expected {}, found nothing", what));
  return {*text, node.where};
}

std::map<std::string, Text> read_set(Reader& reader, const YamlNode& node) {
  std::map<std::string, Text> set;
  if (!reader.is_map(node, "set")) return set;
  for (const YamlEntry& entry : node.entries) {
    if (const std::string* text = reader.scalar(entry.value, "a value")) set[entry.key] = {*text, entry.where};
  }
  return set;
}

namespace {

constexpr std::size_t kMostValues = 10'000;

/// Every value reads as a number: whole, or real.
Axis::Kind kind_of(const std::vector<AxisValue>& values) {
  const auto all = [&](auto reads) { return std::all_of(values.begin(), values.end(), reads); };
  if (all([](const AxisValue& one) { return parse_number<std::int64_t>(one.text).has_value(); })) return Axis::Kind::whole;
  if (all([](const AxisValue& one) { return parse_number<double>(one.text).has_value(); })) return Axis::Kind::real;
  return Axis::Kind::words;
}

/// Words are colours of an enumeration, and share their names with all others.
void check_words(Reader& reader, const Axis& axis, const std::vector<Location>& where, const Claims& claims) {
  for (std::size_t k = 0; k < axis.values.size(); ++k) {
    const std::string& text = axis.values[k].text;
    YamlNode node = default_node("-", where[k]);
    node.text = text;
    if (text.empty() || axis.kind == Axis::Kind::words) reader.word(node);
    if (axis.kind != Axis::Kind::words) continue;
    constexpr std::array<std::string_view, 3> kVerdicts{"holds", "refuted", "undecided"};
    if (std::find(kVerdicts.begin(), kVerdicts.end(), text) != kVerdicts.end())
      reader.error(where[k], fmt::format("{} is a verdict of properties, and no value of an axis", quote(text)));
    for (const Axis& other : claims.axes) {
      const auto has = [&](const AxisValue& one) { return one.text == text; };
      if (other.kind == Axis::Kind::words && std::any_of(other.values.begin(), other.values.end(), has))
        reader.error(where[k], fmt::format("{} is a value of the axis {} already", quote(text), quote(other.name)),
                     "words name one value in all of the file");
    }
  }
}

/// The value of an axis: a list of values, or a map of values to what they set.
void read_axis(Reader& reader, const YamlEntry& entry, Claims& claims) {
  Axis axis;
  YamlNode name = default_node("-", entry.where);
  name.text = entry.key;
  axis.name = reader.identifier(name);
  axis.where = entry.where;
  std::vector<Location> where;
  const auto add = [&](const std::string& text, const Location& at) {
    const auto same = [&](const AxisValue& one) { return one.text == text; };
    if (std::any_of(axis.values.begin(), axis.values.end(), same))
      reader.error(at, fmt::format("the axis {} has the value {} twice", quote(axis.name), quote(text)));
    axis.values.push_back({text, {}});
    where.push_back(at);
  };
  if (entry.value.kind == YamlNode::Kind::map) {
    for (const YamlEntry& value : entry.value.entries) {
      add(value.key, value.where);
      axis.values.back().set = read_set(reader, value.value);
    }
  } else if (reader.is_list(entry.value, "a list of values, or a map of values to what they set")) {
    for (const YamlNode& item : entry.value.items) {
      if (const std::string* text = reader.scalar(item, "a word or a number")) add(*text, item.where);
    }
  }
  if (axis.values.empty() || axis.values.size() > kMostValues)
    reader.error(entry.where, fmt::format("an axis has from 1 to {} values", kMostValues));
  axis.kind = kind_of(axis.values);
  check_words(reader, axis, where, claims);
  claims.axes.push_back(std::move(axis));
}

void read_axes(Reader& reader, const YamlNode& node, Claims& claims) {
  if (!reader.is_map(node, "axes")) return;
  for (const YamlEntry& entry : node.entries) read_axis(reader, entry, claims);
}

/// The values that --quick keeps of some axes.
void read_quick_values(Reader& reader, const YamlNode& node, Claims& claims) {
  if (!reader.is_map(node, "quick")) return;
  for (const YamlEntry& entry : node.entries) {
    YamlNode name = default_node("-", entry.where);
    name.text = entry.key;
    const auto axis = axis_of(reader, name, claims);
    if (!axis) continue;
    std::vector<std::size_t>& kept = claims.quick[*axis];
    for (const YamlNode* item : items_of(entry.value)) {
      const std::string* text = reader.scalar(*item, "a value of the axis");
      const auto value = text == nullptr ? std::nullopt : value_of(reader, *text, item->where, claims.axes[*axis]);
      if (value) kept.push_back(*value);
    }
    if (kept.empty()) reader.error(entry.where, "one value of an axis is kept at least");
  }
}

constexpr std::array kSections{
    Key<Claims>{"name", [](Reader& reader, const YamlNode& node, Claims& claims) { claims.name = reader.word(node).value; }, ""},
    Key<Claims>{"about",
                [](Reader& reader, const YamlNode& node, Claims& claims) {
                  claims.about = read_text(reader, node, "what the example is about").text;
                },
                ""},
    Key<Claims>{"axes", read_axes, ""},
    Key<Claims>{"quick", read_quick_values, ""},
    Key<Claims>{"runs", read_runs, "{}"},
    Key<Claims>{"definitions",
                [](Reader& reader, const YamlNode& node, Claims& claims) {
                  claims.definitions = read_text(reader, node, "declarations of the net language");
                },
                ""},
    Key<Claims>{"claims", read_all_claims, nullptr}};

}  // namespace

ReadClaims read_claims(const std::string& path, std::string text) {
  ReadClaims result;
  result.sources = std::make_shared<Sources>();
  const FileId file = result.sources->add(path, std::move(text));
  Diagnostics of_yaml;
  const auto root = parse_yaml(file, *result.sources, {}, of_yaml);
  for (const Diagnostic& one : of_yaml.list()) {
    // What comprehensions have between blanks is a map for YAML.
    const bool colon = one.message.ends_with("illegal map value");
    result.diagnostics.error(
        one.where, one.message,
        colon ? "an expression with ` : ` in it stands between quotes, or in the lines behind `>-`" : one.help);
  }
  if (!root) return result;
  Reader reader(result.diagnostics);
  Claims claims;
  claims.path = path;
  claims.name = std::filesystem::absolute(path).lexically_normal().parent_path().filename().string();
  claims.sources = result.sources;
  if (!read_keys<Claims>(reader, *root, "claims.yaml", kSections, claims)) return result;
  result.claims = std::move(claims);
  return result;
}

}  // namespace petriloom::cli::claims
