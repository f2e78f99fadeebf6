// SPDX-License-Identifier: Apache-2.0
// Hosts of a cluster differ in their own links alone: what lies behind these is found once for all.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/text/quote.h"
#include "engine/text/wording.h"
#include "generator/platform/route_builder.h"
#include "generator/platform/zone_routes.h"

namespace petriloom {
namespace {

/// Hosts that reach all others over the same links, but for their own.
struct HostGroup {
  std::vector<int> hosts;  ///< the first two
  std::size_t own_up = 0;
  std::size_t own_down = 0;
};

class Grouping {
 public:
  explicit Grouping(const Platform& platform) : platform_(platform) {
    for (const PlatformZone& zone : platform.zones) {
      for (const auto& [ends, route] : zone.routes) singles_.insert({route.from_gateway, route.to_gateway});
      for (const auto& [ends, route] : zone.bypasses)
        singles_.insert({ends.first, ends.second, route.from_gateway, route.to_gateway});
      if (zone.routing != Routing::star) continue;
      for (const auto& [host, spoke] : zone.spokes) {
        for (const int link : spoke.up) ++used_up_[link];
        for (const int link : spoke.down) ++used_down_[link];
      }
    }
  }

  /// Puts a host into its group, whose number it returns.
  int place(int host, RouteBuilder& out) {
    const int number = platform_.hosts[static_cast<std::size_t>(host)].point;
    const PlatformPoint& point = platform_.points[static_cast<std::size_t>(number)];
    const PlatformZone& zone = platform_.zones[static_cast<std::size_t>(point.zone)];
    const auto spoke = zone.spokes.find(number);
    RouteTables::Place place;
    if (zone.routing != Routing::star || spoke == zone.spokes.end() || singles_.contains(number)) {
      place.point = add({{number}, 0, 0});
    } else {
      const std::vector<int>& up = spoke->second.up;
      const std::vector<int>& down = spoke->second.down;
      const auto shared_up = std::find_if(up.begin(), up.end(), [this](int link) { return used_up_.at(link) > 1; });
      const auto shared_down =
          std::find_if(down.rbegin(), down.rend(), [this](int link) { return used_down_.at(link) > 1; }).base();
      std::vector<int> key{point.zone};
      key.insert(key.end(), shared_up, up.end());
      key.push_back(-1);
      key.insert(key.end(), down.begin(), shared_down);
      const auto known = groups_of_.find(key);
      if (known == groups_of_.end()) {
        place.point =
            add({{number}, static_cast<std::size_t>(shared_up - up.begin()), static_cast<std::size_t>(down.end() - shared_down)});
        groups_of_.emplace(std::move(key), place.point);
      } else {
        place.point = known->second;
        std::vector<int>& hosts = groups[static_cast<std::size_t>(place.point)].hosts;
        if (hosts.size() < 2) hosts.push_back(number);
      }
      place.up = out.chain({up.begin(), shared_up});
      place.down = out.chain({shared_down, down.end()});
    }
    out.tables.places.push_back(place);
    return place.point;
  }

  std::vector<HostGroup> groups;

 private:
  int add(HostGroup group) {
    groups.push_back(std::move(group));
    return static_cast<int>(groups.size()) - 1;
  }

  const Platform& platform_;
  std::set<int> singles_;
  std::unordered_map<int, int> used_up_, used_down_;
  std::map<std::vector<int>, int> groups_of_;
};

/// Pairs that have no route.
struct Missing {
  std::size_t pairs = 0;
  int from = -1;
  int to = -1;
  std::string problem;
};

void fill_routes(const Platform& platform, const std::vector<HostGroup>& groups, RouteBuilder& out, Missing& missing) {
  ZoneRoutes routes(platform);
  for (const HostGroup& from : groups) {
    for (const HostGroup& to : groups) {
      const bool same = &from == &to;
      if (same && from.hosts.size() == 1) {
        out.tables.routes.push_back(0);
        continue;
      }
      const int begin = from.hosts.front();
      const int end = to.hosts[same ? 1 : 0];
      const std::optional<PlatformRoute> route = routes.between(begin, end);
      if (route && !(route->links.empty() && route->distance == 0)) {
        const std::span<const int> links(route->links);
        const int rest = out.chain(links.subspan(from.own_up, links.size() - from.own_up - to.own_down));
        out.tables.routes.push_back(out.wait(route->distance, rest));
      } else {
        if (missing.pairs++ == 0) missing = {1, begin, end, routes.take_problem()};
        out.tables.routes.push_back(-1);
      }
      if (out.tables.steps.size() > kMostRouteSteps) return;
    }
  }
}

}  // namespace

std::optional<RouteTables> platform_tables(const Platform& platform, std::span<const int> hosts, const Location& where,
                                           Diagnostics& diagnostics) {
  RouteBuilder out(platform.links);
  Grouping grouping(platform);
  for (const int host : hosts) grouping.place(host, out);
  const std::size_t points = grouping.groups.size();
  out.tables.points = static_cast<int>(points);
  Missing missing;
  if (points <= kMostRoutePoints) fill_routes(platform, grouping.groups, out, missing);
  if (points > kMostRoutePoints || out.tables.steps.size() > kMostRouteSteps) {
    diagnostics.error(
        where, fmt::format("{} and clusters of hosts have routes of their own, more than fit into tables", points),
        fmt::format("at most {}, and {} steps; fewer 'hosts', or a topology of nets/network", kMostRoutePoints, kMostRouteSteps));
    return std::nullopt;
  }
  if (missing.pairs > 0) {
    const auto name = [&platform](int point) { return quote(platform.points[static_cast<std::size_t>(point)].name); };
    diagnostics.warning(where,
                        fmt::format("{} of the platform {} no route, the first from {} to {}{}{}", counted(missing.pairs, "pair"),
                                    missing.pairs == 1 ? "has" : "have", name(missing.from), name(missing.to),
                                    missing.problem.empty() ? "" : ": ", missing.problem),
                        "a message between them ends the run with an error");
  }
  return std::move(out.tables);
}

}  // namespace petriloom
