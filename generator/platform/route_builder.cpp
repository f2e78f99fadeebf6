// SPDX-License-Identifier: Apache-2.0
#include "generator/platform/route_builder.h"

#include <algorithm>
#include <bit>

namespace petriloom {

int RouteBuilder::add(std::uint64_t what, int rest, const RouteTables::Step& made) {
  auto& alike = known_[what * 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(rest)];
  for (const auto& [of, number] : alike) {
    if (of == what && tables.steps[static_cast<std::size_t>(number)].rest == rest) return number;
  }
  tables.steps.push_back(made);
  alike.emplace_back(what, static_cast<int>(tables.steps.size()) - 1);
  return alike.back().second;
}

int RouteBuilder::step(int link, int rest) {
  const PlatformLink& of = links_[static_cast<std::size_t>(link)];
  int& number = numbers_[static_cast<std::size_t>(link)];
  if (number < 0 && of.shared) {
    number = static_cast<int>(tables.speeds.size());
    tables.speeds.push_back(of.bandwidth);
  }
  RouteTables::Step made = tables.steps[static_cast<std::size_t>(rest)];
  made.link = number;
  made.rest = rest;
  made.latency += of.latency;
  made.most = std::min(made.most, of.bandwidth);
  return add(static_cast<std::uint64_t>(link), rest, made);
}

int RouteBuilder::wait(double latency, int rest) {
  if (latency == 0) return rest;
  RouteTables::Step made = tables.steps[static_cast<std::size_t>(rest)];
  made.link = -1;
  made.rest = rest;
  made.latency += latency;
  return add(std::bit_cast<std::uint64_t>(latency) | std::uint64_t{1} << 63, rest, made);
}

int RouteBuilder::chain(std::span<const int> links, int rest) {
  for (auto link = links.rbegin(); link != links.rend(); ++link) rest = step(*link, rest);
  return rest;
}

}  // namespace petriloom
