// SPDX-License-Identifier: Apache-2.0
// Tables of routes, made from lists of links.
#pragma once

#include <span>
#include <unordered_map>

#include "generator/description/route_tables.h"
#include "generator/platform/platform.h"

namespace petriloom {

class RouteBuilder {
 public:
  explicit RouteBuilder(std::span<const PlatformLink> links) : links_(links), numbers_(links.size(), -1) { tables.steps.resize(1); }

  /// The step before `rest` that crosses a link, and one that takes time alone.
  int step(int link, int rest);
  int wait(double latency, int rest);
  /// The steps over links, one after the other, and behind them `rest`.
  int chain(std::span<const int> links, int rest = 0);

  RouteTables tables;

 private:
  int add(std::uint64_t what, int rest, const RouteTables::Step& made);

  std::span<const PlatformLink> links_;
  std::vector<int> numbers_;  // in the tables, of links
  std::unordered_map<std::uint64_t, std::vector<std::pair<std::uint64_t, int>>> known_;
};

/// More points, and more steps, are an error: a list of the net language has 2^20 elements.
inline constexpr std::size_t kMostRoutePoints = 1024;
inline constexpr std::size_t kMostRouteSteps = 1'048'576;

/// The routes between hosts of a platform, which become the nodes in this order. Pairs without a
/// route are a warning, at `where`.
std::optional<RouteTables> platform_tables(const Platform& platform, std::span<const int> hosts, const Location& where,
                                           Diagnostics& diagnostics);

}  // namespace petriloom
