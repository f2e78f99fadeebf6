// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "engine/text/quote.h"
#include "generator/platform/platform_tags.h"

namespace petriloom {
namespace {

class PlatformReader : public XmlHandler {
 public:
  explicit PlatformReader(Diagnostics& diagnostics) : builder_(diagnostics) {}

  void start(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) override;
  void text(std::string_view) override {}
  void end() override;

  Platform result() { return std::move(builder_.platform); }

 private:
  using Tag = PlatformTag;
  /// Why the tags of disks, which no program here reads or writes, are passed over.
  static constexpr std::string_view kDisks = "disks are left out: 'storage' of the machine says what file system there is";
  /// A tag, where it may stand, its attributes, and what is done with it. A tag that is not
  /// modelled has only a reason, one that changes nothing has neither.
  struct Row {
    std::string_view name;
    std::string_view attributes;  ///< with a blank around each
    void (PlatformReader::*read)(const Tag&);
    std::string_view reason = {};
  };
  static const std::array<Row, 34> kRows;

  void begin_platform(const Tag& tag);
  void begin_zone(const Tag& tag);
  void read_host(const Tag& tag);
  void read_router(const Tag& tag);
  void read_peer(const Tag& tag);
  void read_link(const Tag& tag);
  void read_backbone(const Tag& tag);
  void read_host_link(const Tag& tag);
  void read_cabinet(const Tag& tag);
  void read_cluster(const Tag& tag);
  void begin_route(const Tag& tag) { begin_any(tag, false, false); }
  void begin_zone_route(const Tag& tag) { begin_any(tag, true, false); }
  void begin_bypass(const Tag& tag) { begin_any(tag, false, true); }
  void begin_zone_bypass(const Tag& tag) { begin_any(tag, true, true); }
  void begin_any(const Tag& tag, bool between_zones, bool bypass);
  void read_step(const Tag& tag);

  bool needs_zone(const Tag& tag, std::string_view what);
  void end_route();
  void end_zone();
  void add_spoke(int host, int up, int down);

  /// A route whose links are being read.
  struct Draft {
    bool open = false;
    bool bypass = false;
    bool symmetrical = true;
    int from = -1;
    int to = -1;
    PlatformRoute there, back;
    Location where;
  };

  PlatformBuilder builder_;
  std::vector<const Row*> stack_;
  std::vector<int> backbones_;  // of each open zone, or -1
  Draft draft_;
  std::size_t elements_ = 0;
};

const std::array<PlatformReader::Row, 34> PlatformReader::kRows{{
    {"platform", " version ", &PlatformReader::begin_platform},
    {"zone", " id routing ", &PlatformReader::begin_zone},
    {"AS", " id routing ", &PlatformReader::begin_zone},
    {"host", " id speed power core pstate coordinates speed_file availability_file state_file ", &PlatformReader::read_host},
    {"router", " id coordinates ", &PlatformReader::read_router},
    {"peer", " id speed power bw_in bw_out lat coordinates speed_file availability_file state_file ", &PlatformReader::read_peer},
    {"link", " id bandwidth latency sharing_policy bandwidth_file latency_file state_file ", &PlatformReader::read_link},
    {"backbone", " id bandwidth latency ", &PlatformReader::read_backbone},
    {"host_link", " id up down ", &PlatformReader::read_host_link},
    {"cabinet", " id prefix suffix radical speed power bw lat ", &PlatformReader::read_cabinet},
    {"cluster",
     " id prefix suffix radical speed power core bw lat sharing_policy topology topo_parameters bb_bw bb_lat bb_sharing_policy"
     " router_id limiter_link loopback_bw loopback_lat ",
     &PlatformReader::read_cluster},
    {"route", " src dst symmetrical ", &PlatformReader::begin_route},
    {"zoneRoute", " src dst gw_src gw_dst symmetrical ", &PlatformReader::begin_zone_route},
    {"ASroute", " src dst gw_src gw_dst symmetrical ", &PlatformReader::begin_zone_route},
    {"bypassRoute", " src dst ", &PlatformReader::begin_bypass},
    {"bypassZoneRoute", " src dst gw_src gw_dst ", &PlatformReader::begin_zone_bypass},
    {"bypassASroute", " src dst gw_src gw_dst ", &PlatformReader::begin_zone_bypass},
    {"link_ctn", " id direction ", &PlatformReader::read_step},
    // What stands in these is for the simulator, or for people.
    {"prop", " id value ", nullptr},
    {"config", " id ", nullptr},
    {"model_prop", " id value ", nullptr},
    {"random", " id min max mean std_deviation seed radical generator ", nullptr},
    {"trace", " id file periodicity ", nullptr},  // counts where it is connected
    {"trace_connect", " kind trace element ", nullptr, "what changes with time, and failures, are not modelled"},
    {"disk", " id read_bw write_bw ", nullptr, kDisks},
    {"storage", " id typeId content attach ", nullptr, kDisks},
    {"storage_type", " id model size content ", nullptr, kDisks},
    {"mount", " storageId name ", nullptr, kDisks},
    {"mstorage", " typeId name ", nullptr, kDisks},
    {"include", " file ", nullptr, "other files are not read"},
    {"actor", " host function start_time kill_time on_failure ", nullptr, "programs are not read: 'application' says what runs"},
    {"process", " host function start_time kill_time on_failure ", nullptr, "programs are not read: 'application' says what runs"},
    {"argument", " value ", nullptr},
    {"gpu", " name ", nullptr, "GPUs of a platform have no meaning"},
}};

void PlatformReader::start(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) {
  const auto row = std::find_if(kRows.begin(), kRows.end(), [name](const Row& one) { return one.name == name; });
  const bool known = row != kRows.end();
  if (elements_++ == 0) {
    builder_.platform.where = where;
    if (name != "platform") builder_.error(where, fmt::format("this is no platform of SimGrid: it begins with <{}>", name));
  } else if (!known) {
    std::vector<std::string> names;
    for (const Row& one : kRows) names.emplace_back(one.name);
    builder_.error(where, fmt::format("there is no tag <{}> in a platform", name), nearest(std::string(name), names));
  }
  stack_.push_back(known ? &*row : nullptr);
  if (!known) return;
  for (const XmlAttribute& one : attributes) {
    if (row->attributes.find(fmt::format(" {} ", one.name)) == std::string_view::npos)
      builder_.error(where, fmt::format("<{}> has no attribute {}", name, quote(one.name)),
                     fmt::format("there are:{}", row->attributes.substr(0, row->attributes.size() - 1)));
  }
  if (row->reason == kDisks) return builder_.warn_once(where, std::string(kDisks));
  if (!row->reason.empty()) builder_.error(where, fmt::format("<{}>: {}", name, row->reason));
  if (row->read != nullptr) (this->*row->read)(Tag(builder_, name, attributes, where));
}

void PlatformReader::end() {
  const Row* row = stack_.back();
  stack_.pop_back();
  if (row == nullptr) return;
  if (row->read == &PlatformReader::begin_zone) end_zone();
  if (draft_.open && row->name != "link_ctn") end_route();
}

void PlatformReader::begin_platform(const Tag& tag) {
  constexpr std::array<std::string_view, 4> kVersions{"3", "4", "4.0", "4.1"};
  const std::string version = tag.text("version");
  if (version.empty() || std::find(kVersions.begin(), kVersions.end(), version) != kVersions.end()) return;
  builder_.error(tag.where, fmt::format("a platform of version {} is not read", quote(version)), "3, 4 or 4.1");
}

bool PlatformReader::needs_zone(const Tag& tag, std::string_view what) {
  if (builder_.in_zone()) return true;
  builder_.error(tag.where, fmt::format("{} stands in a zone", what));
  return false;
}

void PlatformReader::begin_zone(const Tag& tag) {
  struct Known {
    std::string_view name;
    Routing routing;
  };
  constexpr auto kRoutings = std::to_array<Known>({{"full", Routing::full},
                                                   {"floyd", Routing::floyd},
                                                   {"dijkstra", Routing::dijkstra},
                                                   {"dijkstracache", Routing::dijkstra},
                                                   {"cluster", Routing::star},
                                                   {"vivaldi", Routing::vivaldi},
                                                   {"none", Routing::none},
                                                   {"empty", Routing::none}});
  const std::string id = tag.text("id");
  std::string routing = tag.text("routing");
  std::transform(routing.begin(), routing.end(), routing.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const auto known = std::find_if(kRoutings.begin(), kRoutings.end(), [&](const Known& one) { return one.name == routing; });
  if (routing == "wifi") {
    builder_.error(tag.where, "wifi is not modelled");
  } else if (known == kRoutings.end() && !routing.empty()) {
    builder_.error(tag.where, fmt::format("there is no routing {}", quote(routing)),
                   "Full, Floyd, Dijkstra, DijkstraCache, Cluster, Vivaldi or None");
  }
  builder_.open_zone(id, known == kRoutings.end() ? Routing::none : known->routing, tag.where);
  backbones_.push_back(-1);
}

void PlatformReader::read_host(const Tag& tag) {
  if (!needs_zone(tag, "a host")) return;
  tag.refuse_profiles();
  const int point = builder_.add_host(tag.text("id"), tag.speed(), tag.integer("core", 1, 1, 4096), tag.where);
  const auto coordinates = tag.coordinates();
  if (point >= 0) builder_.platform.points[static_cast<std::size_t>(point)].coordinates = coordinates;
}

void PlatformReader::read_router(const Tag& tag) {
  if (!needs_zone(tag, "a router")) return;
  const int point = builder_.add_point(tag.text("id"), tag.where);
  const auto coordinates = tag.coordinates();
  if (point >= 0) builder_.platform.points[static_cast<std::size_t>(point)].coordinates = coordinates;
}

void PlatformReader::read_peer(const Tag& tag) {
  if (!needs_zone(tag, "a peer")) return;
  tag.refuse_profiles();
  if (builder_.zone().routing != Routing::vivaldi) builder_.error(tag.where, "a peer stands in a zone of routing Vivaldi");
  const std::string id = tag.text("id");
  const int point = builder_.add_host(id, tag.speed(), 1, tag.where);
  const int up = builder_.add_own_link(id, tag.quantity("bw_out", PlatformUnit::bandwidth), 0);
  const int down = builder_.add_own_link(id, tag.quantity("bw_in", PlatformUnit::bandwidth), 0);
  const auto coordinates = tag.coordinates();
  if (point < 0) return;
  builder_.platform.points[static_cast<std::size_t>(point)].coordinates = coordinates;
  builder_.zone().spokes[point] = {{up}, {down}};
}

void PlatformReader::read_link(const Tag& tag) {
  tag.refuse_profiles();
  const LinkPolicy policy = tag.policy("sharing_policy", "SHARED");
  const bool wifi = tag.text("sharing_policy", "") == "WIFI";  // which has a bandwidth for each distance
  builder_.add_link(tag.text("id"), wifi ? 1 : tag.quantity("bandwidth", PlatformUnit::bandwidth),
                    tag.optional_quantity("latency", PlatformUnit::time).value_or(0), policy, tag.where);
}

void PlatformReader::read_backbone(const Tag& tag) {
  if (!needs_zone(tag, "a backbone")) return;
  const DuplexLink link = builder_.add_link(tag.text("id"), tag.quantity("bandwidth", PlatformUnit::bandwidth),
                                            tag.quantity("latency", PlatformUnit::time), LinkPolicy::shared, tag.where);
  if (builder_.zone().routing != Routing::star) builder_.error(tag.where, "a backbone stands in a zone of routing Cluster");
  if (backbones_.back() >= 0) builder_.error(tag.where, "this zone has two backbones");
  backbones_.back() = link.up;
}

void PlatformReader::read_host_link(const Tag& tag) {
  if (!needs_zone(tag, "a host_link")) return;
  if (builder_.zone().routing != Routing::star && builder_.zone().routing != Routing::vivaldi)
    builder_.error(tag.where, "a host_link stands in a zone of routing Cluster or Vivaldi");
  const int host = builder_.point(tag.text("id"), tag.where);
  const auto up = builder_.link(tag.text("up"), tag.where);
  const auto down = builder_.link(tag.text("down"), tag.where);
  if (host >= 0 && up && down) builder_.zone().spokes[host] = {{up->up}, {down->down}};
}

void PlatformReader::read_cabinet(const Tag& tag) {
  if (!needs_zone(tag, "a cabinet")) return;
  if (builder_.zone().routing != Routing::star) builder_.error(tag.where, "a cabinet stands in a zone of routing Cluster");
  const std::string prefix = tag.text("prefix", "");
  const std::string suffix = tag.text("suffix", "");
  const double speed = tag.speed();
  const double bandwidth = tag.quantity("bw", PlatformUnit::bandwidth);
  const double latency = tag.quantity("lat", PlatformUnit::time);
  for (const int radical : tag.radicals()) {
    const std::string id = fmt::format("{}{}{}", prefix, radical, suffix);
    const int host = builder_.add_host(id, speed, 1, tag.where);
    const DuplexLink link = builder_.add_link("link_" + id, bandwidth, latency, LinkPolicy::split, tag.where);
    if (host >= 0) builder_.zone().spokes[host] = {{link.up}, {link.down}};
  }
}

void PlatformReader::read_cluster(const Tag& tag) {
  ClusterTag cluster;
  cluster.where = tag.where;
  cluster.id = tag.text("id");
  cluster.prefix = tag.text("prefix", "");
  cluster.suffix = tag.text("suffix", "");
  cluster.router = tag.text("router_id", "");
  cluster.topology = tag.text("topology", "FLAT");
  cluster.parameters = tag.text("topo_parameters", "");
  constexpr std::array<std::string_view, 4> kTopologies{"FLAT", "TORUS", "FAT_TREE", "DRAGONFLY"};
  if (std::find(kTopologies.begin(), kTopologies.end(), cluster.topology) == kTopologies.end())
    builder_.error(tag.where, fmt::format("there is no topology {} of a cluster", quote(cluster.topology)),
                   "FLAT, TORUS, FAT_TREE or DRAGONFLY");
  cluster.radicals = tag.radicals();
  cluster.speed = tag.speed();
  cluster.cores = tag.integer("core", 1, 1, 4096);
  cluster.bandwidth = tag.quantity("bw", PlatformUnit::bandwidth);
  cluster.latency = tag.quantity("lat", PlatformUnit::time);
  cluster.policy = tag.policy("sharing_policy", "SPLITDUPLEX");
  cluster.backbone_bandwidth = tag.optional_quantity("bb_bw", PlatformUnit::bandwidth);
  cluster.backbone_latency = tag.optional_quantity("bb_lat", PlatformUnit::time).value_or(0);
  cluster.backbone_shared = tag.policy("bb_sharing_policy", "SHARED") != LinkPolicy::fat;
  cluster.limiter = tag.optional_quantity("limiter_link", PlatformUnit::bandwidth);
  cluster.loopback_bandwidth = tag.optional_quantity("loopback_bw", PlatformUnit::bandwidth);
  cluster.loopback_latency = tag.optional_quantity("loopback_lat", PlatformUnit::time).value_or(0);
  if (cluster.radicals.empty()) return;  // reported
  add_cluster(builder_, cluster);
}

void PlatformReader::begin_any(const Tag& tag, bool between_zones, bool bypass) {
  draft_ = {};
  draft_.where = tag.where;
  if (!needs_zone(tag, "a route")) return;
  draft_.open = true;
  draft_.bypass = bypass;
  const std::string symmetrical = tag.text("symmetrical", bypass ? "NO" : "YES");
  draft_.symmetrical = symmetrical == "YES" || symmetrical == "yes";
  if (!draft_.symmetrical && symmetrical != "NO" && symmetrical != "no")
    builder_.error(tag.where, fmt::format("expected YES or NO for 'symmetrical', found {}", quote(symmetrical)));
  const auto member = [&](std::string_view key) {
    const std::string name = tag.text(key);
    const int point = name.empty() ? -1 : builder_.point(name, tag.where);
    if (point < 0) return -1;
    const PlatformPoint& found = builder_.platform.points[static_cast<std::size_t>(point)];
    if (&builder_.platform.zones[static_cast<std::size_t>(std::max(found.zone, 0))] == &builder_.zone() && found.zone >= 0 &&
        (found.inside >= 0) == between_zones)
      return point;
    builder_.error(tag.where, fmt::format("{} is no {} of this zone", quote(name), between_zones ? "zone" : "host or router"));
    return -1;
  };
  draft_.from = member("src");
  draft_.to = member("dst");
  if (!between_zones) return;
  const auto gateway = [&](std::string_view key, int zone) {
    const int point = builder_.point(tag.text(key), tag.where);
    if (point < 0 || zone < 0) return -1;
    const PlatformPoint& found = builder_.platform.points[static_cast<std::size_t>(point)];
    const int inside = builder_.platform.points[static_cast<std::size_t>(zone)].inside;
    if (found.inside < 0 && builder_.is_inside(point, inside)) return point;
    builder_.error(tag.where, fmt::format("the gateway {} is no host or router of the zone {}", quote(found.name),
                                          quote(builder_.platform.points[static_cast<std::size_t>(zone)].name)));
    return -1;
  };
  draft_.there.from_gateway = draft_.back.to_gateway = gateway("gw_src", draft_.from);
  draft_.there.to_gateway = draft_.back.from_gateway = gateway("gw_dst", draft_.to);
}

void PlatformReader::read_step(const Tag& tag) {
  const std::string id = tag.text("id");
  const std::string direction = tag.text("direction", "NONE");
  if (id.empty()) return;
  const std::optional<DuplexLink> link = builder_.link(id, tag.where);
  if (direction != "NONE" && direction != "UP" && direction != "DOWN")
    builder_.error(tag.where, fmt::format("expected UP or DOWN for 'direction', found {}", quote(direction)));
  if (!draft_.open) {
    builder_.error(tag.where, "a link_ctn stands in a route");
  } else if (link) {
    if (link->split && direction == "NONE")
      builder_.error(tag.where, fmt::format("a route goes up or down the link {}, which is SPLITDUPLEX", quote(id)),
                     "direction=\"UP\"");
    draft_.there.links.push_back(direction == "DOWN" ? link->down : link->up);
    draft_.back.links.push_back(direction == "DOWN" ? link->up : link->down);
  }
}

void PlatformReader::end_route() {
  draft_.open = false;
  if (draft_.from < 0 || draft_.to < 0) return;
  std::reverse(draft_.back.links.begin(), draft_.back.links.end());
  PlatformZone& zone = builder_.zone();
  if (draft_.from == draft_.to && !draft_.there.links.empty()) {
    const PlatformLink& link = builder_.platform.links[static_cast<std::size_t>(draft_.there.links.front())];
    builder_.set_loopback(link.bandwidth, link.latency);
    return;
  }
  auto& routes = draft_.bypass ? zone.bypasses : zone.routes;
  const bool back = draft_.symmetrical && draft_.from != draft_.to;
  const std::pair<int, int> ends{draft_.from, draft_.to};
  const std::pair<int, int> reversed{draft_.to, draft_.from};
  if (routes.contains(ends) || (back && routes.contains(reversed))) {
    const auto name = [this](int point) { return quote(builder_.platform.points[static_cast<std::size_t>(point)].name); };
    const auto& [from, to] = routes.contains(ends) ? ends : reversed;
    builder_.error(draft_.where, fmt::format("there are two routes from {} to {}", name(from), name(to)),
                   "a route is of both directions unless it says symmetrical=\"NO\"");
    return;
  }
  routes.emplace(ends, std::move(draft_.there));
  if (back) routes.emplace(reversed, std::move(draft_.back));
}

void PlatformReader::end_zone() {
  const int backbone = backbones_.back();
  backbones_.pop_back();
  if (backbone >= 0) {
    for (auto& [host, spoke] : builder_.zone().spokes) {
      spoke.up.push_back(backbone);
      spoke.down.insert(spoke.down.begin(), backbone);
    }
  }
  builder_.close_zone();
}

}  // namespace

std::optional<Platform> read_simgrid_platform(FileId file, const Sources& sources, Diagnostics& diagnostics) {
  Diagnostics own;
  PlatformReader reader(own);
  const bool sound = parse_xml(sources, file, reader, own);
  Platform platform = reader.result();
  if (sound && !own.has_errors() && platform.hosts.empty()) own.error(platform.where, "this platform has no hosts");
  const bool wrong = !sound || own.has_errors();
  diagnostics.append(own);
  return wrong ? std::nullopt : std::optional(std::move(platform));
}

}  // namespace petriloom
