// SPDX-License-Identifier: Apache-2.0
#include "generator/platform/platform_tags.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/text/parse_number.h"
#include "engine/text/quote.h"

namespace petriloom {
namespace {

constexpr std::array<std::string_view, 3> kExamples{"a speed, as 1Gf", "a bandwidth, as 1.25GBps", "a time, as 50us"};

struct Unmodelled {
  std::string_view key;
  std::string_view what;
};

constexpr auto kProfiles = std::to_array<Unmodelled>({
    {"state_file", "failures are not modelled"},
    {"speed_file", "speeds that change with time are not modelled"},
    {"availability_file", "speeds that change with time are not modelled"},
    {"bandwidth_file", "bandwidths that change with time are not modelled"},
    {"latency_file", "latencies that change with time are not modelled"},
});

/// The words between separators.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t end = text.find(separator);
    std::string_view word = text.substr(0, end);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    words.push_back(word);
    if (end == std::string_view::npos) return words;
    text.remove_prefix(end + 1);
  }
}

double least_of(PlatformUnit unit) { return unit == PlatformUnit::time ? 0 : 1; }

}  // namespace

std::string PlatformTag::text(std::string_view key) const {
  const std::string_view value = attribute(attributes_, key);
  if (value.empty()) builder_.error(where, fmt::format("<{}> needs the attribute '{}'", name_, key));
  return std::string(value);
}

std::string PlatformTag::text(std::string_view key, std::string_view otherwise) const {
  return std::string(has(key) ? attribute(attributes_, key) : otherwise);
}

double PlatformTag::number(std::string_view text, std::string_view key, PlatformUnit unit, double least) const {
  const std::optional<double> found = platform_quantity(text, unit);
  // What is larger than a machine can have stands for "without limit".
  if (found && *found >= least && *found <= 1e24) return std::min(*found, 1e18);
  if (!text.empty())
    builder_.error(where,
                   fmt::format("expected {} for '{}', found {}", kExamples[static_cast<std::size_t>(unit)], key, quote(text)),
                   fmt::format("from {} to 1e24, with a unit of simgrid.dtd", least));
  return 1;
}

double PlatformTag::quantity(std::string_view key, PlatformUnit unit) const { return number(text(key), key, unit, least_of(unit)); }

std::optional<double> PlatformTag::optional_quantity(std::string_view key, PlatformUnit unit) const {
  if (!has(key)) return std::nullopt;
  if (attribute(attributes_, key) == "0") return 0.0;
  return number(attribute(attributes_, key), key, unit, least_of(unit));
}

int PlatformTag::integer(std::string_view key, int otherwise, int low, int high) const {
  if (!has(key)) return otherwise;
  const std::string_view value = attribute(attributes_, key);
  // A state is written "0.0" by default.
  const auto number = parse_number<double>(value);
  if (number && *number == std::floor(*number) && *number >= low && *number <= high) return static_cast<int>(*number);
  builder_.error(where, fmt::format("expected a whole number from {} to {} for '{}', found {}", low, high, key, quote(value)));
  return otherwise;
}

double PlatformTag::speed() const {
  const std::string_view key = has("speed") || !has("power") ? "speed" : "power";  // power: until version 3
  const std::string value = text(key);
  const std::vector<std::string_view> states = split(value, ',');
  double chosen = 1;
  const int state = integer("pstate", 0, 0, static_cast<int>(states.size()) - 1);
  for (std::size_t i = 0; i < states.size(); ++i) {
    // In other states a host may stand still, as while it boots.
    const bool now = static_cast<int>(i) == state;
    const double speed = number(states[i], key, PlatformUnit::speed, now ? least_of(PlatformUnit::speed) : 0);
    if (now) chosen = speed;
  }
  return chosen;
}

LinkPolicy PlatformTag::policy(std::string_view key, std::string_view otherwise) const {
  const std::string value = text(key, otherwise);
  if (value == "SHARED") return LinkPolicy::shared;
  if (value == "SPLITDUPLEX" || value == "FULLDUPLEX") return LinkPolicy::split;
  if (value == "FATPIPE") return LinkPolicy::fat;
  if (value == "WIFI") {
    builder_.error(where, "wifi is not modelled", "SHARED, SPLITDUPLEX or FATPIPE");
  } else {
    builder_.error(where, fmt::format("there is no way {} of sharing a link", quote(value)), "SHARED, SPLITDUPLEX or FATPIPE");
  }
  return LinkPolicy::shared;
}

std::vector<int> PlatformTag::radicals() const {
  std::vector<int> numbers;
  const std::string all = text("radical");
  if (all.empty()) return numbers;
  for (const std::string_view group : split(all, ',')) {
    const std::vector<std::string_view> ends = split(group, '-');
    const auto first = parse_number<int>(ends.front());
    const auto last = parse_number<int>(ends.back());
    if (ends.size() > 2 || !first || !last || *first < 0 || *last < *first) {
      builder_.error(where, fmt::format("expected numbers as 1-4,6 for 'radical', found {}", quote(group)));
    } else if (numbers.size() + static_cast<std::size_t>(*last - *first) >= kMostPlatformHosts) {
      builder_.error(where, fmt::format("a machine has at most {} nodes", kMostPlatformHosts));
      return {};
    } else {
      for (int i = *first; i <= *last; ++i) numbers.push_back(i);
    }
  }
  return numbers;
}

std::optional<std::array<double, 3>> PlatformTag::coordinates() const {
  if (!has("coordinates")) return std::nullopt;
  std::array<double, 3> found{};
  const std::vector<std::string_view> words = split(attribute(attributes_, "coordinates"), ' ');
  bool sound = words.size() == found.size();
  for (std::size_t i = 0; sound && i < found.size(); ++i) {
    const auto number = parse_number<double>(words[i]);
    sound = number && std::isfinite(*number) && std::abs(*number) <= 1e9;
    if (sound) found[i] = *number;
  }
  if (sound) return found;
  builder_.error(
      where, fmt::format("expected three coordinates, as 25.5 9.4 1.4, found {}", quote(attribute(attributes_, "coordinates"))));
  return std::nullopt;
}

void PlatformTag::refuse_profiles() const {
  for (const Unmodelled& one : kProfiles) {
    if (has(one.key)) builder_.error(where, fmt::format("'{}': {}", one.key, one.what), "leave the attribute out");
  }
}

}  // namespace petriloom
