// SPDX-License-Identifier: Apache-2.0
// A platform of SimGrid: hosts, links, and zones inside each other that say how messages go from
// one to the other.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom {

struct PlatformLink {
  std::string name;
  double bandwidth = 0;  ///< B/s
  double latency = 0;    ///< s
  bool shared = true;    ///< or each message has the bandwidth for itself (FATPIPE)
};

struct PlatformHost {
  std::string name;
  double speed = 0;  ///< flop/s of a core
  int cores = 1;
  int point = 0;
  Location where;
};

/// A host, a router, or a zone in the zone around it.
struct PlatformPoint {
  std::string name;
  int zone = -1;    ///< around it; -1: the outermost zone
  int number = 0;   ///< among the points of that zone
  int inside = -1;  ///< the zone that it is
  bool host = false;
  std::optional<std::array<double, 3>> coordinates;
};

/// Links one after the other. Between zones it begins and ends at gateways inside them.
struct PlatformRoute {
  std::vector<int> links;
  int from_gateway = -1;
  int to_gateway = -1;
  double distance = 0;  ///< s of latency that no link has
};

enum class Routing : std::uint8_t { none, full, floyd, dijkstra, star, vivaldi, torus, fat_tree, dragonfly };

/// A cluster that is a torus, a fat tree or a dragonfly: its links, and how to find them.
struct ClusterShape {
  std::vector<int> sizes;     ///< dimensions; children; groups, chassis, routers and nodes
  std::vector<int> parents;   ///< fat tree: switches above one of each level
  std::vector<int> cables;    ///< to these; dragonfly: between groups, chassis, routers
  std::vector<int> up, down;  ///< numbers of links, as cluster_shapes.cpp counts them
  std::vector<int> limiters;  ///< of each host, then of each switch; empty if there are none
};

/// How a member of a star reaches its middle.
struct PlatformSpoke {
  std::vector<int> up, down;
};

struct PlatformZone {
  std::string name;
  Routing routing = Routing::none;
  int parent = -1;
  int point = -1;           ///< that stands for it in the zone around it
  std::vector<int> points;  ///< in it, by their number
  Location where;
  std::map<std::pair<int, int>, PlatformRoute> routes;  ///< as written, between points
  std::map<std::pair<int, int>, PlatformRoute> bypasses;
  std::unordered_map<int, PlatformSpoke> spokes;  ///< of a star, by point
  ClusterShape shape;
  int gateway = -1;  ///< of a cluster: its router
};

struct Platform {
  std::vector<PlatformHost> hosts;
  std::vector<PlatformLink> links;
  std::vector<PlatformPoint> points;
  std::vector<PlatformZone> zones;
  std::optional<PlatformLink> loopback;  ///< of the first host that has one of its own
  Location where;
};

/// Reads the XML text of `file`; nothing outside of it. Errors, each with its place: what is no
/// platform, what is not there that is named, and what is not modelled: wifi, profiles, failures,
/// programs. Nothing after an error.
std::optional<Platform> read_simgrid_platform(FileId file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
