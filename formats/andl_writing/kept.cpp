// SPDX-License-Identifier: Apache-2.0
#include "formats/andl_writing/kept.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

namespace petriloom::andl {

namespace {

constexpr std::string_view kHeading = "/* Kept for reading back:";

std::vector<std::string> words(std::string_view line) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t first = line.find_first_not_of(" \r", at);
    if (first == std::string_view::npos) break;
    at = std::min(line.find_first_of(" \r", first), line.size());
    all.emplace_back(line.substr(first, at - first));
  }
  return all;
}

}  // namespace

std::string Kept::text() const {
  if (order.empty() && first_come.empty() && servers.empty()) return {};
  std::string all = std::string(kHeading) + "\n";
  if (!order.empty()) all += fmt::format("   order {}\n", fmt::join(order, " "));
  if (!first_come.empty()) all += fmt::format("   first_come {}\n", fmt::join(first_come, " "));
  for (const auto& [name, number] : servers) all += fmt::format("   servers {} {}\n", name, number);
  return all + "*/\n";
}

Kept kept_in(std::string_view text) {
  Kept kept;
  const std::size_t begin = text.find(kHeading);
  const std::size_t end = begin == std::string_view::npos ? begin : text.find("*/", begin);
  if (end == std::string_view::npos) return kept;
  for (std::size_t at = begin + kHeading.size(); at < end;) {
    const std::size_t line_end = std::min(text.find('\n', at), end);
    std::vector<std::string> line = words(text.substr(at, line_end - at));
    at = line_end + 1;
    if (line.empty()) continue;
    const std::string kind = line.front();
    line.erase(line.begin());
    if (kind == "order") {
      kept.order = std::move(line);
    } else if (kind == "first_come") {
      kept.first_come.insert(line.begin(), line.end());
    } else if (kind == "servers" && line.size() == 2) {
      std::int64_t number = 0;
      const auto result = std::from_chars(line[1].data(), line[1].data() + line[1].size(), number);
      if (result.ec == std::errc() && number >= 0) kept.servers[line[0]] = number;
    }
  }
  return kept;
}

}  // namespace petriloom::andl
