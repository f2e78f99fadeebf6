// SPDX-License-Identifier: Apache-2.0
// The way from one point of a platform to another: through the zones around both, as SimGrid goes
// (its documentation, "Routing models").
#pragma once

#include <string>
#include <utility>

#include "generator/platform/platform.h"

namespace petriloom {

class ZoneRoutes {
 public:
  explicit ZoneRoutes(const Platform& platform);

  /// The links in their order; nothing if the platform has no way, or one that cannot be gone
  /// (`problem` says why then).
  std::optional<PlatformRoute> between(int from, int to);
  [[nodiscard]] std::string take_problem() { return std::exchange(problem_, {}); }

 private:
  /// Nothing if there is no way within the zone itself.
  std::optional<PlatformRoute> local(int zone, int from, int to);
  std::optional<PlatformRoute> star(const PlatformZone& zone, int from, int to);
  std::optional<PlatformRoute> vivaldi(const PlatformZone& zone, int from, int to);
  std::optional<PlatformRoute> shortest(int zone, int from, int to);
  std::optional<PlatformRoute> bypass(int common, int from, int to);
  /// Adds the way between two points to a route.
  bool append(PlatformRoute& route, int from, int to);
  /// For each point of the zone the one before it on the way from `from`, or -1, by their numbers.
  const std::vector<int>& before(int zone, int from);
  void floyd(int zone);

  [[nodiscard]] const PlatformPoint& point(int number) const { return platform_.points[static_cast<std::size_t>(number)]; }
  [[nodiscard]] const PlatformZone& zone(int number) const { return platform_.zones[static_cast<std::size_t>(number)]; }
  /// The zones around a point, the innermost first.
  [[nodiscard]] std::vector<int> around(int point) const;

  const Platform& platform_;
  std::string problem_;
  std::unordered_map<std::string, int> routers_;            // those named router_..., by name
  std::map<std::pair<int, int>, std::vector<int>> before_;  // by zone and number
  int depth_ = 0;
};

}  // namespace petriloom
