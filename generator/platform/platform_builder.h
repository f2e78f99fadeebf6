// SPDX-License-Identifier: Apache-2.0
// A platform put together from what its file says, part by part.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "generator/platform/platform.h"

namespace petriloom {

inline constexpr std::size_t kMostPlatformHosts = 100'000;
inline constexpr std::size_t kMostPlatformLinks = 2'000'000;

/// Whether messages share a link, each direction of it apart (two links), or have it for
/// themselves.
enum class LinkPolicy : std::uint8_t { shared, split, fat };

struct DuplexLink {
  int up = -1;
  int down = -1;
  bool split = false;
};

class PlatformBuilder {
 public:
  explicit PlatformBuilder(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void error(const Location& where, const std::string& message, const std::string& help = {}) {
    diagnostics_.error(where, message, help);
  }
  /// Says it at the first place only.
  void warn_once(const Location& where, const std::string& message) {
    if (told_.insert(message).second) diagnostics_.warning(where, message);
  }

  /// Begins a zone inside the one that is open, and ends it.
  void open_zone(const std::string& name, Routing routing, const Location& where);
  void close_zone() { open_ = zone().parent; }
  [[nodiscard]] bool in_zone() const { return open_ >= 0; }
  /// The zone that is open.
  PlatformZone& zone() { return platform.zones[static_cast<std::size_t>(open_)]; }

  /// The number of the new point. Names are of one host, router or zone alone.
  int add_point(const std::string& name, const Location& where);
  int add_host(const std::string& name, double speed, int cores, const Location& where);
  DuplexLink add_link(const std::string& name, double bandwidth, double latency, LinkPolicy policy, const Location& where);
  /// A link that no route of the file names.
  int add_own_link(const std::string& name, double bandwidth, double latency, bool shared = true);
  void set_loopback(double bandwidth, double latency);

  /// -1, which has been reported, if there is none above.
  int point(const std::string& name, const Location& where);
  std::optional<DuplexLink> link(const std::string& name, const Location& where);
  /// Whether a point is in a zone, or in one inside it.
  [[nodiscard]] bool is_inside(int point, int zone) const;

  Platform platform;

 private:
  Diagnostics& diagnostics_;
  std::set<std::string> told_;
  int open_ = -1;
  std::unordered_map<std::string, int> points_;
  std::unordered_map<std::string, DuplexLink> links_;
};

/// A cluster as its tag says it.
struct ClusterTag {
  std::string id, prefix, suffix, router, topology, parameters;
  std::vector<int> radicals;
  double speed = 0;
  int cores = 1;
  double bandwidth = 0, latency = 0;
  LinkPolicy policy = LinkPolicy::split;
  std::optional<double> backbone_bandwidth;
  double backbone_latency = 0;
  bool backbone_shared = true;
  std::optional<double> limiter;
  std::optional<double> loopback_bandwidth;
  double loopback_latency = 0;
  Location where;
};

/// A zone with the hosts of a cluster, their links and its router.
void add_cluster(PlatformBuilder& builder, const ClusterTag& tag);

/// The links of a cluster that is no star, to the zone that is open and has its hosts. False after
/// an error.
bool add_shape(PlatformBuilder& builder, const ClusterTag& tag);
/// The links from a host of a torus, fat tree or dragonfly to another, by their numbers in it.
std::vector<int> shape_route(const PlatformZone& zone, int from, int to);

}  // namespace petriloom
