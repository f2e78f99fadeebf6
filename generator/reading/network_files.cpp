// SPDX-License-Identifier: Apache-2.0
#include "generator/reading/network_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "engine/text/glob.h"
#include "engine/text/quote.h"
#include "engine/text/real_text.h"
#include "generator/platform/link_list.h"
#include "generator/platform/route_builder.h"
#include "generator/yaml/named_file.h"

namespace petriloom {
namespace {

constexpr std::string_view kPlatformEnding = ".xml";
constexpr NamedFile kPlatformFile{"a platform",
                                  "the name of a platform of SimGrid",
                                  "for example 'platform: cluster.xml'",
                                  "a file of SimGrid with hosts and links",
                                  {&kPlatformEnding, 1}};
constexpr std::string_view kLinksEnding = ".csv";
constexpr NamedFile kLinksFile{"a list of links",
                               "the name of a list of links",
                               "for example 'topology: {name: links, file: links.csv}'",
                               "a table with the columns from, to, bandwidth and latency",
                               {&kLinksEnding, 1}};
/// Of what SimGrid does not limit: the most that descriptions take.
constexpr const char* kUnlimited = "1e18 B/s";

YamlNode map_of(const std::vector<std::pair<std::string, YamlNode>>& entries, const Location& where) {
  YamlNode node = map_node(where);
  for (const auto& [key, value] : entries) node.entries.push_back({key, where, value});
  return node;
}

/// A link that costs nothing but what the links of the platform take, or one as given.
YamlNode link_of(const std::string& latency, const std::string& bandwidth, const Location& where) {
  return map_of({{"latency", scalar_node(latency, where)}, {"bandwidth", scalar_node(bandwidth, where)}}, where);
}

/// The hosts that are nodes, by patterns, in the order of these; all if there are none.
std::vector<int> chosen_hosts(const Platform& platform, const YamlNode* patterns, Diagnostics& diagnostics) {
  std::vector<int> chosen;
  const auto count = static_cast<int>(platform.hosts.size());
  if (patterns == nullptr || patterns->kind != YamlNode::Kind::list) {
    for (int i = 0; i < count; ++i) chosen.push_back(i);
    return chosen;
  }
  std::set<int> known;
  for (const YamlNode& pattern : patterns->items) {
    if (pattern.kind != YamlNode::Kind::scalar) continue;  // told where the keys of the platform are checked
    bool found = false;
    for (int i = 0; i < count; ++i) {
      if (!glob(pattern.text, platform.hosts[static_cast<std::size_t>(i)].name)) continue;
      found = true;
      if (known.insert(i).second) chosen.push_back(i);
    }
    if (found) continue;
    std::vector<std::string> names;
    for (const PlatformHost& host : platform.hosts) names.push_back(host.name);
    const std::string near = nearest(pattern.text, names);
    diagnostics.error(pattern.where, fmt::format("the platform has no host {}", quote(pattern.text)),
                      near.empty() ? fmt::format("there is {}, and `*` stands for any text", quote(names.front()))
                                   : fmt::format("did you mean {}?", quote(near)));
  }
  return chosen;
}

/// A flop of a host takes a cycle, as far as clocks go.
YamlNode kind_of(const PlatformHost& host, const YamlNode* memory) {
  const double clock = std::clamp(host.speed, kClock.low, kClock.high);
  YamlNode kind = map_of({{"cores_per_socket", scalar_node(std::to_string(host.cores), host.where)},
                          {"frequency", scalar_node(real_text(clock) + " Hz", host.where)},
                          {"flop_per_cycle", scalar_node(real_text(host.speed / clock), host.where)}},
                         host.where);
  if (memory != nullptr) {
    add_entry(kind, "memory", *memory);
  } else {
    YamlNode unlimited = link_of("0 s", kUnlimited, host.where);
    add_entry(unlimited, "sharing", scalar_node("fixed", host.where));
    add_entry(kind, "memory", std::move(unlimited));
  }
  return kind;
}

void add_nodes(YamlNode& machine, const Platform& platform, const std::vector<int>& hosts, const YamlNode* memory) {
  YamlNode kinds = map_node(platform.where);
  YamlNode nodes;
  nodes.kind = YamlNode::Kind::list;
  nodes.where = platform.where;
  std::map<std::pair<double, int>, std::string> known;
  std::string last;
  int count = 0;
  const auto finish = [&] {
    if (count > 0)
      nodes.items.push_back(
          map_of({{"kind", scalar_node(last, platform.where)}, {"count", scalar_node(std::to_string(count), platform.where)}},
                 platform.where));
  };
  for (const int number : hosts) {
    const PlatformHost& host = platform.hosts[static_cast<std::size_t>(number)];
    std::string& name = known[{host.speed, host.cores}];
    if (name.empty()) {
      name = fmt::format("host{}", known.size());
      add_entry(kinds, name, kind_of(host, memory));
    }
    if (name != last) {
      finish();
      last = name;
      count = 0;
    }
    ++count;
  }
  finish();
  add_entry(machine, "kinds", std::move(kinds));
  add_entry(machine, "nodes", std::move(nodes));
}

void add_network(YamlNode& root, YamlNode& machine, const Platform& platform) {
  if (machine.find("network") == nullptr) add_entry(machine, "network", map_node(platform.where));
  YamlNode& network = *machine.find("network");
  if (network.kind == YamlNode::Kind::map) {
    add_entry(network, "topology", scalar_node(kLinks, platform.where));
    if (network.find("link") == nullptr) add_entry(network, "link", link_of("0 s", kUnlimited, platform.where));
    if (network.find("power") == nullptr) add_entry(network, "power", scalar_node("0 W", platform.where));
  }
  YamlNode* application = root.find("application");
  const YamlNode* kind = application == nullptr ? nullptr : application->find("kind");
  if (platform.loopback && kind != nullptr && kind->text == "ranks" && application->find("copy") == nullptr)
    add_entry(
        *application, "copy",
        link_of(real_text(platform.loopback->latency) + " s", real_text(platform.loopback->bandwidth) + " B/s", platform.where));
}

/// Whether nothing of the description contradicts the platform.
bool says_all(const YamlNode& machine, Diagnostics& diagnostics) {
  bool alone = true;
  const auto refuse = [&](const YamlNode* at, std::string_view key) {
    if (at == nullptr) return;
    alone = false;
    diagnostics.error(at->where, fmt::format("'{}' is what the platform says", key), "leave it out, or 'platform'");
  };
  refuse(machine.find("kinds"), "kinds");
  refuse(machine.find("nodes"), "nodes");
  if (const YamlNode* network = machine.find("network")) refuse(network->find("topology"), "topology");
  return alone;
}

void merge_platform(YamlNode& root, YamlNode& machine, NetworkFiles& files, Sources& sources, Diagnostics& diagnostics) {
  const YamlNode given = *machine.find("platform");
  const YamlNode* name = given.kind == YamlNode::Kind::map ? given.find("file") : &given;
  if (name == nullptr || !says_all(machine, diagnostics)) return;
  const std::optional<FileId> file = load_named_file(*name, kPlatformFile, sources, diagnostics);
  const std::optional<Platform> platform = file ? read_simgrid_platform(*file, sources, diagnostics) : std::nullopt;
  if (!platform) return;
  const std::vector<int> hosts = chosen_hosts(*platform, given.find("hosts"), diagnostics);
  if (hosts.empty()) return;
  add_nodes(machine, *platform, hosts, given.find("memory"));
  add_network(root, machine, *platform);
  if (std::optional<RouteTables> tables = platform_tables(*platform, hosts, name->where, diagnostics))
    files.routes = std::make_shared<const RouteTables>(std::move(*tables));
}

struct PlatformKeys {};

constexpr auto kPlatformKeys = std::to_array<Key<PlatformKeys>>({
    {"file", [](Reader&, const YamlNode&, PlatformKeys&) {}, nullptr},
    {"hosts",
     [](Reader& r, const YamlNode& n, PlatformKeys&) {
       if (!r.is_list(n, "a list of names of hosts, or patterns with *")) return;
       if (n.items.empty()) r.error(n.where, "the machine has no nodes", "for example hosts: [node-*]");
       for (const YamlNode& item : n.items) r.scalar(item, "the name of a host");
     },
     ""},
    {"memory", [](Reader&, const YamlNode&, PlatformKeys&) {}, ""},  // read in each kind of host
});

}  // namespace

NetworkFiles merge_network_files(YamlNode& root, Sources& sources, Diagnostics& diagnostics) {
  NetworkFiles files;
  YamlNode* machine = root.find("machine");
  if (machine == nullptr || machine->kind != YamlNode::Kind::map) return files;
  if (machine->find("platform") != nullptr && machine->find("node") == nullptr)
    merge_platform(root, *machine, files, sources, diagnostics);
  YamlNode* network = machine->find("network");
  YamlNode* topology = network == nullptr ? nullptr : network->find("topology");
  const YamlNode* name = topology == nullptr ? nullptr : topology->find("name");
  if (name == nullptr || name->text != kLinks) return files;
  const auto file =
      std::find_if(topology->entries.begin(), topology->entries.end(), [](const YamlEntry& one) { return one.key == "file"; });
  if (file == topology->entries.end()) return files;
  files.links = std::move(file->value);
  topology->entries.erase(file);
  return files;
}

void settle_network_files(Reader& reader, const NetworkFiles& files, Machine& machine, Sources& sources, Diagnostics& diagnostics) {
  if (machine.network.topology.value != kLinks) return;
  machine.network.routes = files.routes;
  if (files.routes) return;
  if (!files.links) {
    reader.error(machine.network.topology.where, "the topology 'links' needs a file", std::string(kLinksFile.example));
    return;
  }
  const std::optional<FileId> file = load_named_file(*files.links, kLinksFile, sources, diagnostics);
  if (!file || machine.nodes.empty()) return;
  if (std::optional<RouteTables> tables = link_list_tables(*file, machine.nodes.size(), sources, diagnostics))
    machine.network.routes = std::make_shared<const RouteTables>(std::move(*tables));
}

void check_platform_keys(Reader& reader, const YamlNode& node) {
  PlatformKeys keys;
  if (node.kind == YamlNode::Kind::map) read_keys<PlatformKeys>(reader, node, "'platform'", kPlatformKeys, keys);
}

}  // namespace petriloom
