// SPDX-License-Identifier: Apache-2.0
#include "generator/platform/zone_routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <queue>

#include "engine/text/quote.h"
#include "generator/platform/platform_builder.h"

namespace petriloom {
namespace {

constexpr std::size_t kMostFloydPoints = 1000;
constexpr int kMostRouteDepth = 200;
constexpr std::size_t kMostRouteLinks = 10'000;
constexpr std::string_view kZoneRouter = "router_";

}  // namespace

ZoneRoutes::ZoneRoutes(const Platform& platform) : platform_(platform) {
  for (std::size_t i = 0; i < platform.points.size(); ++i) {
    if (platform.points[i].name.starts_with(kZoneRouter)) routers_.emplace(platform.points[i].name, static_cast<int>(i));
  }
}

std::vector<int> ZoneRoutes::around(int number) const {
  std::vector<int> zones;
  for (int i = point(number).zone; i >= 0; i = zone(i).parent) zones.push_back(i);
  return zones;
}

bool ZoneRoutes::append(PlatformRoute& route, int from, int to) {
  if (from == to) return true;
  const std::optional<PlatformRoute> more = between(from, to);
  if (!more) return false;
  route.links.insert(route.links.end(), more->links.begin(), more->links.end());
  route.distance += more->distance;
  return route.links.size() <= kMostRouteLinks;
}

std::optional<PlatformRoute> ZoneRoutes::between(int from, int to) {
  if (depth_ >= kMostRouteDepth) {
    problem_ = "gateways lead in a circle";
    return std::nullopt;
  }
  ++depth_;
  struct Leave {
    int& depth;
    ~Leave() { --depth; }
  } leave{depth_};
  std::vector<int> from_zones = around(from);
  std::vector<int> to_zones = around(to);
  int common = -1;
  while (!from_zones.empty() && !to_zones.empty() && from_zones.back() == to_zones.back()) {
    common = from_zones.back();
    from_zones.pop_back();
    to_zones.pop_back();
  }
  if (common < 0) {
    problem_ = "they are in no common zone";
    return std::nullopt;
  }
  if (!zone(common).bypasses.empty()) {
    if (std::optional<PlatformRoute> found = bypass(common, from, to)) return found;
  }
  const int from_end = from_zones.empty() ? from : zone(from_zones.back()).point;
  const int to_end = to_zones.empty() ? to : zone(to_zones.back()).point;
  std::optional<PlatformRoute> way = local(common, from_end, to_end);
  if (!way) return std::nullopt;
  const int from_gateway = from_end == from ? from : way->from_gateway >= 0 ? way->from_gateway : zone(from_zones.back()).gateway;
  const int to_gateway = to_end == to ? to : way->to_gateway >= 0 ? way->to_gateway : zone(to_zones.back()).gateway;
  if (from_gateway < 0 || to_gateway < 0) {
    problem_ = fmt::format("the zone {} has no gateway", quote((from_gateway < 0 ? point(from_end) : point(to_end)).name));
    return std::nullopt;
  }
  PlatformRoute whole;
  if (!append(whole, from, from_gateway)) return std::nullopt;
  whole.links.insert(whole.links.end(), way->links.begin(), way->links.end());
  whole.distance += way->distance;
  if (!append(whole, to_gateway, to)) return std::nullopt;
  return whole;
}

std::optional<PlatformRoute> ZoneRoutes::bypass(int common, int from, int to) {
  const auto& bypasses = zone(common).bypasses;
  // The points themselves or the zones around them, the nearest first.
  std::vector<int> from_ends;
  std::vector<int> to_ends;
  if (point(from).zone == common && point(to).zone == common) {
    from_ends = {from};
    to_ends = {to};
  } else {
    for (const int i : around(from)) from_ends.push_back(zone(i).point);
    for (const int i : around(to)) to_ends.push_back(zone(i).point);
  }
  const PlatformRoute* found = nullptr;
  std::pair<int, int> ends;
  const auto look = [&](std::size_t i, std::size_t j) {
    if (found != nullptr || i >= from_ends.size() || j >= to_ends.size()) return;
    const auto route = bypasses.find({from_ends[i], to_ends[j]});
    if (route == bypasses.end()) return;
    found = &route->second;
    ends = route->first;
  };
  for (std::size_t most = 0; most < std::max(from_ends.size(), to_ends.size()); ++most) {
    for (std::size_t i = 0; i < most; ++i) {
      look(i, most);
      look(most, i);
    }
    look(most, most);
  }
  if (found == nullptr) return std::nullopt;
  PlatformRoute whole;
  if (from != ends.first && !append(whole, from, found->from_gateway)) return std::nullopt;
  whole.links.insert(whole.links.end(), found->links.begin(), found->links.end());
  if (to != ends.second && !append(whole, found->to_gateway, to)) return std::nullopt;
  return whole;
}

std::optional<PlatformRoute> ZoneRoutes::local(int number, int from, int to) {
  const PlatformZone& in = zone(number);
  switch (in.routing) {
    case Routing::none:
      return std::nullopt;
    case Routing::full: {
      const auto found = in.routes.find({from, to});
      return found == in.routes.end() ? std::nullopt : std::optional(found->second);
    }
    case Routing::floyd:
    case Routing::dijkstra:
      return shortest(number, from, to);
    case Routing::star:
      return star(in, from, to);
    case Routing::vivaldi:
      return vivaldi(in, from, to);
    case Routing::torus:
    case Routing::fat_tree:
    case Routing::dragonfly:
      if (!point(from).host || !point(to).host) return PlatformRoute{};
      return PlatformRoute{shape_route(in, point(from).number, point(to).number)};
  }
  return std::nullopt;
}

std::optional<PlatformRoute> ZoneRoutes::star(const PlatformZone& in, int from, int to) {
  PlatformRoute route;
  const auto add = [&](int member, std::vector<int> PlatformSpoke::*side) {
    const auto spoke = in.spokes.find(member);
    if (spoke == in.spokes.end()) return;
    for (const int link : spoke->second.*side) {
      if (std::find(route.links.begin(), route.links.end(), link) == route.links.end()) route.links.push_back(link);
    }
  };
  add(from, &PlatformSpoke::up);
  add(to, &PlatformSpoke::down);
  return route;
}

std::optional<PlatformRoute> ZoneRoutes::vivaldi(const PlatformZone& in, int from, int to) {
  std::optional<PlatformRoute> route = star(in, from, to);
  std::array<int, 2> ends{from, to};
  for (int& end : ends) {
    if (point(end).inside < 0) continue;
    // A zone among them is reached by its router_NAME, whose coordinates count.
    const std::string name = std::string(kZoneRouter) + point(end).name;
    const auto router = routers_.find(name);
    if (router == routers_.end()) {
      problem_ = fmt::format("a zone in one of routing Vivaldi needs a router {}", quote(name));
      return std::nullopt;
    }
    end = router->second;
  }
  const auto& here = point(ends[0]).coordinates;
  const auto& there = point(ends[1]).coordinates;
  if (!here || !there) {
    problem_ = fmt::format("{} has no coordinates", quote(point(here ? ends[1] : ends[0]).name));
    return std::nullopt;
  }
  route->distance +=
      1e-3 * (std::hypot((*here)[0] - (*there)[0], (*here)[1] - (*there)[1]) + std::abs((*here)[2]) + std::abs((*there)[2]));
  route->from_gateway = ends[0] == from ? -1 : ends[0];
  route->to_gateway = ends[1] == to ? -1 : ends[1];
  return route;
}

void ZoneRoutes::floyd(int number) {
  const PlatformZone& in = zone(number);
  const std::size_t size = in.points.size();
  constexpr int kFar = 1 << 28;
  std::vector<std::vector<int>> cost(size, std::vector<int>(size, kFar));
  std::vector<std::vector<int>> last(size, std::vector<int>(size, -1));
  for (const auto& [ends, route] : in.routes) {
    const auto a = static_cast<std::size_t>(point(ends.first).number);
    const auto b = static_cast<std::size_t>(point(ends.second).number);
    cost[a][b] = static_cast<int>(route.links.size());
    last[a][b] = static_cast<int>(a);
  }
  for (std::size_t c = 0; c < size; ++c) {
    for (std::size_t a = 0; a < size; ++a) {
      if (cost[a][c] == kFar) continue;
      for (std::size_t b = 0; b < size; ++b) {
        if (cost[c][b] == kFar || cost[a][c] + cost[c][b] >= cost[a][b]) continue;
        cost[a][b] = cost[a][c] + cost[c][b];
        last[a][b] = last[c][b];
      }
    }
  }
  for (std::size_t a = 0; a < size; ++a) before_[{number, static_cast<int>(a)}] = std::move(last[a]);
}

const std::vector<int>& ZoneRoutes::before(int number, int from) {
  const PlatformZone& in = zone(number);
  const std::pair<int, int> key{number, point(from).number};
  const auto known = before_.find(key);
  if (known != before_.end()) return known->second;
  if (in.routing == Routing::floyd && in.points.size() <= kMostFloydPoints) {
    floyd(number);
    return before_.at(key);
  }
  std::vector<int> last(in.points.size(), -1);
  std::vector<std::size_t> cost(in.points.size(), std::size_t(-1));
  using Entry = std::pair<std::size_t, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  cost[static_cast<std::size_t>(key.second)] = 0;
  open.push({0, key.second});
  while (!open.empty()) {
    const auto [so_far, here] = open.top();
    open.pop();
    if (so_far > cost[static_cast<std::size_t>(here)]) continue;
    const int here_point = in.points[static_cast<std::size_t>(here)];
    for (auto edge = in.routes.lower_bound({here_point, -1}); edge != in.routes.end() && edge->first.first == here_point; ++edge) {
      const int next = point(edge->first.second).number;
      const std::size_t reached = so_far + edge->second.links.size();
      if (reached >= cost[static_cast<std::size_t>(next)]) continue;
      cost[static_cast<std::size_t>(next)] = reached;
      last[static_cast<std::size_t>(next)] = here;
      open.push({reached, next});
    }
  }
  return before_[key] = std::move(last);
}

std::optional<PlatformRoute> ZoneRoutes::shortest(int number, int from, int to) {
  const PlatformZone& in = zone(number);
  std::vector<const PlatformRoute*> edges;
  {
    const std::vector<int>& last = before(number, from);
    for (int here = point(to).number; here != point(from).number;) {
      const int previous = last[static_cast<std::size_t>(here)];
      if (previous < 0 || edges.size() > in.points.size()) return std::nullopt;
      edges.push_back(&in.routes.at({in.points[static_cast<std::size_t>(previous)], in.points[static_cast<std::size_t>(here)]}));
      here = previous;
    }
  }
  std::reverse(edges.begin(), edges.end());
  PlatformRoute route;
  if (edges.empty()) return route;
  route.from_gateway = edges.front()->from_gateway;
  route.to_gateway = edges.back()->to_gateway;
  int at = -1;
  for (const PlatformRoute* edge : edges) {
    if (at >= 0 && !append(route, at, edge->from_gateway)) return std::nullopt;
    route.links.insert(route.links.end(), edge->links.begin(), edge->links.end());
    at = edge->to_gateway;
  }
  return route;
}

}  // namespace petriloom
