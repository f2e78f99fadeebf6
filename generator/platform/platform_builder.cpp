// SPDX-License-Identifier: Apache-2.0
#include "generator/platform/platform_builder.h"

#include <fmt/format.h>

#include "engine/text/quote.h"

namespace petriloom {

void PlatformBuilder::open_zone(const std::string& name, Routing routing, const Location& where) {
  const int number = static_cast<int>(platform.zones.size());
  const int point = add_point(name, where);
  if (point >= 0) platform.points[static_cast<std::size_t>(point)].inside = number;
  PlatformZone zone;
  zone.name = name;
  zone.routing = routing;
  zone.parent = open_;
  zone.point = point;
  zone.where = where;
  platform.zones.push_back(std::move(zone));
  open_ = number;
}

int PlatformBuilder::add_point(const std::string& name, const Location& where) {
  const int number = static_cast<int>(platform.points.size());
  if (!points_.emplace(name, number).second) {
    error(where, fmt::format("there are two hosts, routers or zones {}", quote(name)));
    return -1;
  }
  PlatformPoint point;
  point.name = name;
  point.zone = open_;
  if (in_zone()) {
    point.number = static_cast<int>(zone().points.size());
    zone().points.push_back(number);
  }
  platform.points.push_back(std::move(point));
  return number;
}

int PlatformBuilder::add_host(const std::string& name, double speed, int cores, const Location& where) {
  if (platform.hosts.size() >= kMostPlatformHosts) {
    if (platform.hosts.size() == kMostPlatformHosts)
      error(where, fmt::format("a machine has at most {} nodes", kMostPlatformHosts));
    return -1;
  }
  const int point = add_point(name, where);
  if (point < 0) return -1;
  platform.points[static_cast<std::size_t>(point)].host = true;
  platform.hosts.push_back({name, speed, cores, point, where});
  return point;
}

int PlatformBuilder::add_own_link(const std::string& name, double bandwidth, double latency, bool shared) {
  platform.links.push_back({name, bandwidth, latency, shared});
  return static_cast<int>(platform.links.size()) - 1;
}

DuplexLink PlatformBuilder::add_link(const std::string& name, double bandwidth, double latency, LinkPolicy policy,
                                     const Location& where) {
  DuplexLink made;
  made.split = policy == LinkPolicy::split;
  made.up = add_own_link(made.split ? name + "_UP" : name, bandwidth, latency, policy != LinkPolicy::fat);
  made.down = made.split ? add_own_link(name + "_DOWN", bandwidth, latency) : made.up;
  if (!links_.emplace(name, made).second) error(where, fmt::format("there are two links {}", quote(name)));
  if (made.split) {
    links_.emplace(name + "_UP", DuplexLink{made.up, made.up, false});
    links_.emplace(name + "_DOWN", DuplexLink{made.down, made.down, false});
  }
  return made;
}

void PlatformBuilder::set_loopback(double bandwidth, double latency) {
  if (!platform.loopback) platform.loopback = PlatformLink{"loopback", bandwidth, latency, false};
}

int PlatformBuilder::point(const std::string& name, const Location& where) {
  const auto found = points_.find(name);
  if (found != points_.end()) return found->second;
  error(where, fmt::format("there is no host, router or zone {} above", quote(name)));
  return -1;
}

std::optional<DuplexLink> PlatformBuilder::link(const std::string& name, const Location& where) {
  const auto found = links_.find(name);
  if (found != links_.end()) return found->second;
  error(where, fmt::format("there is no link {} above", quote(name)));
  return std::nullopt;
}

bool PlatformBuilder::is_inside(int point, int zone) const {
  int around = platform.points[static_cast<std::size_t>(point)].zone;
  while (around >= 0 && around != zone) around = platform.zones[static_cast<std::size_t>(around)].parent;
  return around == zone;
}

}  // namespace petriloom
