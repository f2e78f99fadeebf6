// SPDX-License-Identifier: Apache-2.0
// The sections `links` and `machine`.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/text/quote.h"
#include "engine/text/wording.h"
#include "generator/reading/network_files.h"
#include "generator/reading/sections.h"

namespace petriloom {
namespace {

constexpr int kMostNodes = 100'000;
constexpr Range<double> kByteTime{0, 1e3};
constexpr std::array<std::string_view, 2> kMemorySharing{"fair", "fixed"};
constexpr std::array<std::string_view, 4> kSharing{"processor", "card", "socket", "node"};
constexpr std::array<std::string_view, 2> kDuplex{"full", "half"};

/// A parameter set as written: the time per byte is given as such or as a bandwidth.
struct LogGpDraft {
  LogGp set;
  std::optional<double> per_byte;
  std::optional<double> bandwidth;
};

constexpr auto kLogGpKeys = std::to_array<Key<LogGpDraft>>({
    {"latency",
     [](Reader& r, const YamlNode& n, LogGpDraft& d) { d.set.latency = r.quantity(n, Dimension::time, kDuration).value; }, nullptr},
    {"overhead",
     [](Reader& r, const YamlNode& n, LogGpDraft& d) { d.set.overhead = r.quantity(n, Dimension::time, kDuration).value; }, "0 s"},
    {"gap", [](Reader& r, const YamlNode& n, LogGpDraft& d) { d.set.gap = r.quantity(n, Dimension::time, kDuration).value; },
     "0 s"},
    {"per_byte",
     [](Reader& r, const YamlNode& n, LogGpDraft& d) { d.per_byte = r.quantity(n, Dimension::time_per_byte, kByteTime).value; },
     ""},
    {"bandwidth",
     [](Reader& r, const YamlNode& n, LogGpDraft& d) { d.bandwidth = r.quantity(n, Dimension::byte_rate, kByteRate).value; }, ""},
    {"overhead_per_byte",
     [](Reader& r, const YamlNode& n, LogGpDraft& d) {
       d.set.overhead_per_byte = r.quantity(n, Dimension::time_per_byte, kByteTime).value;
     },
     "0 s/B"},
});

constexpr auto kCacheKeys = std::to_array<Key<NodeKind>>({
    {"latency", [](Reader& r, const YamlNode& n, NodeKind& k) { k.cache_latency = r.quantity(n, Dimension::time, kDuration); },
     "0 s"},
    {"size", [](Reader& r, const YamlNode& n, NodeKind& k) { k.cache_size = r.quantity(n, Dimension::bytes, kRoom); }, ""},
    {"bandwidth",
     [](Reader& r, const YamlNode& n, NodeKind& k) { k.cache_bandwidth = r.quantity(n, Dimension::byte_rate, kByteRate); }, ""},
});

constexpr auto kMemoryKeys = std::to_array<Key<NodeKind>>({
    {"latency", [](Reader& r, const YamlNode& n, NodeKind& k) { k.memory_latency = r.quantity(n, Dimension::time, kDuration); },
     nullptr},
    {"bandwidth",
     [](Reader& r, const YamlNode& n, NodeKind& k) { k.memory_bandwidth = r.quantity(n, Dimension::byte_rate, kByteRate); },
     nullptr},
    {"core_bandwidth",
     [](Reader& r, const YamlNode& n, NodeKind& k) { k.core_bandwidth = r.quantity(n, Dimension::byte_rate, kByteRate); }, ""},
    {"sharing",
     [](Reader& r, const YamlNode& n, NodeKind& k) {
       const Located<int> number = r.choice(n, kMemorySharing);
       k.memory_fixed = {number.value == 1, number.where};
     },
     "fair"},
    {"idle_power", [](Reader& r, const YamlNode& n, NodeKind& k) { k.memory_idle_power = r.quantity(n, Dimension::power, kWatts); },
     "0 W"},
    {"power", [](Reader& r, const YamlNode& n, NodeKind& k) { k.memory_power = r.quantity(n, Dimension::power, kWatts); }, ""},
});

constexpr auto kBusKeys = std::to_array<Key<NodeKind>>({
    {"to_device", [](Reader& r, const YamlNode& n, NodeKind& k) { k.to_device = read_log_gp(r, n); }, nullptr},
    {"to_host", [](Reader& r, const YamlNode& n, NodeKind& k) { k.to_host = read_log_gp(r, n); }, nullptr},
    {"power", [](Reader& r, const YamlNode& n, NodeKind& k) { k.bus_power = r.quantity(n, Dimension::power, kWatts); }, nullptr},
    {"sharing",
     [](Reader& r, const YamlNode& n, NodeKind& k) {
       const Located<int> number = r.choice(n, kSharing);
       k.bus_sharing = {static_cast<BusSharing>(number.value), number.where};
     },
     "node"},
    {"duplex",
     [](Reader& r, const YamlNode& n, NodeKind& k) {
       const Located<int> number = r.choice(n, kDuplex);
       k.bus_half = {number.value == 1, number.where};
     },
     "full"},
});

constexpr auto kKindKeys = std::to_array<Key<NodeKind>>({
    // What the topology says has been added to the keys below.
    {"hwloc", [](Reader&, const YamlNode&, NodeKind&) {}, ""},
    {"sockets",
     [](Reader& r, const YamlNode& n, NodeKind& k) {
       k.sockets = r.integer(n, {1, kMostUnits});
     },
     "1"},
    {"cores_per_socket",
     [](Reader& r, const YamlNode& n, NodeKind& k) {
       k.cores_per_socket = r.integer(n, {1, kMostUnits});
     },
     nullptr},
    {"frequency", [](Reader& r, const YamlNode& n, NodeKind& k) { k.cpu_frequency = r.quantity(n, Dimension::frequency, kClock); },
     nullptr},
    {"flop_per_cycle", [](Reader& r, const YamlNode& n, NodeKind& k) { k.flop_per_cycle = r.number(n, kFlopPerCycle); }, ""},
    {"frequencies", [](Reader& r, const YamlNode& n, NodeKind& k) { read_core_clocks(r, n, k); }, ""},
    {"power", [](Reader& r, const YamlNode& n, NodeKind& k) { read_core_power(r, n, k); }, ""},
    {"temperature", [](Reader& r, const YamlNode& n, NodeKind& k) { read_core_heating(r, n, k); }, ""},
    {"cache", [](Reader& r, const YamlNode& n, NodeKind& k) { read_keys<NodeKind>(r, n, "'cache'", kCacheKeys, k); }, "{}"},
    {"memory", [](Reader& r, const YamlNode& n, NodeKind& k) { read_keys<NodeKind>(r, n, "'memory'", kMemoryKeys, k); }, nullptr},
    {"gpus", [](Reader& r, const YamlNode& n, NodeKind& k) { read_gpus(r, n, k); }, ""},
    {"bus", [](Reader& r, const YamlNode& n, NodeKind& k) { read_keys<NodeKind>(r, n, "'bus'", kBusKeys, k); }, ""},
    {"nic", [](Reader& r, const YamlNode& n, NodeKind& k) { k.nic = read_log_gp(r, n); }, ""},
});

/// `gpus: 4` is short for `gpus: {processors: 4}`; written out before an override is merged with
/// its kind.
void write_out_gpus(YamlNode& kind) {
  YamlNode* gpus = kind.find("gpus");
  if (gpus == nullptr || gpus->kind != YamlNode::Kind::scalar) return;
  YamlNode map;
  map.kind = YamlNode::Kind::map;
  map.where = gpus->where;
  map.entries.push_back({"processors", gpus->where, std::move(*gpus)});
  *gpus = std::move(map);
}

/// Cards of several processors that these do not fill may be meant, but are more often a slip.
void check_cards(Reader& reader, const NodeKind& kind) {
  const int last = kind.gpus.value % kind.gpus_per_card.value;
  if (last == 0 || !reader.readable(kind.gpus.where)) return;
  reader.warning(kind.gpus_per_card.where,
                 fmt::format("cards of {} are not filled by {}: the last card has {}",
                             counted(kind.gpus_per_card.value, "processor"), kind.gpus.value, last),
                 "'processors' is how many a node has, 'per_card' how many of them share a card");
}

/// What only the values together can tell.
void check_kind(Reader& reader, const NodeKind& kind, bool bus) {
  check_core_power(reader, kind);
  if (kind.gpus.value == 0) return;
  check_cards(reader, kind);
  if (kind.gpu_frequency.value == 0)
    reader.error(kind.gpus.where, "'gpus' needs the key 'frequency'", "for example 'frequency: 875 MHz'");
  if (!bus) reader.error(kind.where, "a node with GPUs needs the key 'bus'", "its keys are to_device, to_host, power and sharing");
  const bool known = reader.readable(kind.gpus_per_card.where) && reader.readable(kind.sockets.where) &&
                     reader.readable(kind.cores_per_socket.where);
  if (known && kind.cards() > kind.cores()) {
    reader.error(kind.gpus.where,
                 fmt::format("{} GPU cards need a core each for their drivers, and the node has {}", kind.cards(), kind.cores()),
                 "fewer cards ('per_card' processors share one), or more cores");
  }
}

NodeKind read_kind(Reader& reader, const YamlNode& node, const std::string& name) {
  NodeKind kind;
  kind.name = name;
  kind.where = node.where;
  for (Located<int>* count : {&kind.sockets, &kind.cores_per_socket, &kind.gpus_per_card}) *count = {1, node.where};
  kind.gpus.where = kind.gpu_frequency.where = kind.bus_sharing.where = node.where;
  kind.bus_sharing.value = BusSharing::node;
  kind.nic.where = kind.to_device.where = kind.to_host.where = node.where;
  if (read_keys<NodeKind>(reader, node, fmt::format("the kind of node '{}'", name), kKindKeys, kind)) {
    check_kind(reader, kind, reader.find(node, "bus") != nullptr);
  }
  return kind;
}

void read_kinds(Reader& reader, const YamlNode& node, Machine&) {
  if (!reader.is_map(node, "'kinds'")) return;
  for (const YamlEntry& entry : node.entries) {
    reader.check_name(entry);
    reader.declare(kNodeKind, entry);
    YamlNode kind = entry.value;
    write_out_gpus(kind);
    if (kind.kind == YamlNode::Kind::map) {
      reader.kinds[entry.key] = kind;
    } else {
      reader.wrong_names.insert(entry.key);
    }
    read_kind(reader, kind, entry.key);
  }
}

/// The keys of an entry of `nodes` besides the overrides.
struct Group {
  Located<std::string> kind;
  Located<int> count;
};

constexpr auto kGroupKeys = std::to_array<Key<Group>>({
    {"kind", [](Reader& r, const YamlNode& n, Group& g) { g.kind = r.word(n); }, nullptr},
    {"count",
     [](Reader& r, const YamlNode& n, Group& g) {
       g.count = r.integer(n, {1, kMostNodes});
     },
     "1"},
});

/// Adds the nodes of an entry; false if how many there are cannot be read.
bool read_group(Reader& reader, const YamlNode& item, Machine& machine) {
  if (!reader.is_map(item, "an entry of 'nodes'")) return false;
  std::vector<std::string> valid;
  for (const Key<Group>& key : kGroupKeys) valid.emplace_back(key.name);
  for (const Key<NodeKind>& key : kKindKeys) valid.emplace_back(key.name);
  reader.report_unknown(item, "an entry of 'nodes'", valid);
  YamlNode own = reader.corrected(item);
  YamlNode overrides = own;
  const auto known = [&valid](const std::string& key) { return std::find(valid.begin(), valid.end(), key) != valid.end(); };
  std::erase_if(own.entries, [](const YamlEntry& e) { return e.key != "kind" && e.key != "count"; });
  std::erase_if(overrides.entries, [&known](const YamlEntry& e) { return e.key == "kind" || e.key == "count" || !known(e.key); });
  Group group;
  read_keys<Group>(reader, own, "an entry of 'nodes'", kGroupKeys, group);
  if (group.kind.value.empty()) return false;
  reader.use(kNodeKind, group.kind.value);
  const auto base = reader.kinds.find(group.kind.value);
  if (base == reader.kinds.end()) {
    if (reader.wrong_names.contains(group.kind.value)) return false;
    std::vector<std::string> names;
    for (const auto& [name, unused] : reader.kinds) names.push_back(name);
    reader.error(group.kind.where, fmt::format("there is no kind of node {}", quote(group.kind.value)),
                 names.empty() ? "'kinds' names none" : suggest(group.kind.value, names));
    return false;
  }
  write_out_gpus(overrides);
  merge_missing(overrides, base->second);
  overrides.where = base->second.where;  // what the kind itself lacks is said there, once
  const Node node{read_kind(reader, overrides, group.kind.value), item.where};
  if (machine.nodes.size() + static_cast<std::size_t>(group.count.value) > kMostNodes) {
    reader.error(group.count.where, fmt::format("a machine has at most {} nodes", kMostNodes));
    return false;
  }
  machine.nodes.insert(machine.nodes.end(), static_cast<std::size_t>(group.count.value), node);
  return reader.readable(group.count.where);
}

void read_nodes(Reader& reader, const YamlNode& node, Machine& machine) {
  if (!reader.is_list(node, "a list of groups of nodes")) return;
  if (node.items.empty()) reader.error(node.where, "the machine has no nodes", "one entry at least, for example {kind: NAME}");
  bool known = true;
  for (const YamlNode& item : node.items) known = read_group(reader, item, machine) && known;
  // What does not fit a number of nodes that is not known is no error of its own.
  if (!known) machine.nodes.clear();
}

constexpr auto kStorageKeys = std::to_array<Key<Storage>>({
    {"bandwidth", [](Reader& r, const YamlNode& n, Storage& s) { s.bandwidth = r.quantity(n, Dimension::byte_rate, kByteRate); },
     nullptr},
    {"latency", [](Reader& r, const YamlNode& n, Storage& s) { s.latency = r.quantity(n, Dimension::time, kDuration); }, "0 s"},
    {"node_bandwidth",
     [](Reader& r, const YamlNode& n, Storage& s) { s.node_bandwidth = r.quantity(n, Dimension::byte_rate, kByteRate); }, ""},
});

void read_storage(Reader& reader, const YamlNode& node, Machine& machine) {
  Storage storage;
  storage.where = node.where;
  if (read_keys<Storage>(reader, node, "'storage'", kStorageKeys, storage)) machine.storage = storage;
}

constexpr auto kMachineKeys = std::to_array<Key<Machine>>({
    // What the platform says has been added to the keys below.
    {"platform", [](Reader& r, const YamlNode& n, Machine&) { check_platform_keys(r, n); }, ""},
    {"kinds", read_kinds, nullptr},
    {"nodes", read_nodes, nullptr},
    {"network", read_network, ""},
    {"card", [](Reader& r, const YamlNode& n, Machine& m) { r.module(n, "card", m.card, m.card_parameters); }, ""},
    {"storage", read_storage, ""},
    {"power_cap", [](Reader& r, const YamlNode& n, Machine& m) { m.power_cap = r.quantity(n, Dimension::power, kWatts); }, ""},
});

}  // namespace

LogGp read_log_gp(Reader& reader, const YamlNode& node) {
  if (node.kind == YamlNode::Kind::scalar) {
    const auto found = reader.links.find(node.text);
    reader.use(kLink, node.text);
    if (found != reader.links.end()) return found->second;
    LogGp none;
    none.where = node.where;
    if (reader.wrong_names.contains(node.text)) {
      reader.mark_unreadable(node.where);
      return none;
    }
    std::vector<std::string> names;
    for (const auto& [name, unused] : reader.links) names.push_back(name);
    reader.unreadable(
        node.where, fmt::format("there is no link {}", quote(node.text)),
        names.empty() ? "'links' names none; include one or give latency and bandwidth here" : suggest(node.text, names));
    return none;
  }
  const std::size_t errors = reader.errors();
  LogGpDraft draft;
  draft.set.where = node.where;
  if (!read_keys<LogGpDraft>(reader, node, "a link", kLogGpKeys, draft)) return draft.set;
  if (draft.per_byte.has_value() == draft.bandwidth.has_value()) {
    reader.error(node.where, "a link needs one of the keys 'per_byte' and 'bandwidth', not both");
  }
  if (reader.errors() != errors) reader.mark_unreadable(node.where);
  draft.set.per_byte = draft.per_byte.value_or(0) + draft.set.overhead_per_byte;
  if (draft.bandwidth) draft.set.per_byte += 1 / *draft.bandwidth;
  return draft.set;
}

void read_links(Reader& reader, const YamlNode& node, std::map<std::string, LogGp>& links) {
  if (!reader.is_map(node, "'links'")) return;
  // A named link is given in full: a map, not another name.
  for (const YamlEntry& entry : node.entries) {
    reader.check_name(entry);
    reader.declare(kLink, entry);
    if (reader.is_map(entry.value, fmt::format("the link '{}'", entry.key))) {
      links[entry.key] = read_log_gp(reader, entry.value);
    } else {
      reader.wrong_names.insert(entry.key);
    }
  }
}

void read_machine(Reader& reader, const YamlNode& node, Machine& machine) {
  machine.card.value = "gpu";
  leave_out_network(node.where, machine.network);
  // What is wrong in the file of a platform has been reported; it has the rest.
  if (const YamlNode* const platform = node.find("platform"); platform != nullptr && node.find("kinds") == nullptr)
    return check_platform_keys(reader, *platform);
  if (node.find("nodes") != nullptr) reader.sections.emplace("node", "a machine of one node that runs tasks, which has no 'nodes'");
  if (!read_keys<Machine>(reader, node, "'machine'", kMachineKeys, machine)) return;
  if (machine.nodes.size() > 1 && reader.find(node, "network") == nullptr) {
    reader.error(node.where, "a machine of more than one node needs the key 'network'");
  }
}

}  // namespace petriloom
