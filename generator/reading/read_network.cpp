// SPDX-License-Identifier: Apache-2.0
// The key `network` of a machine.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "engine/text/quote.h"
#include "generator/reading/sections.h"

namespace petriloom {
namespace {

constexpr int kMostSwitches = 100'000;
constexpr Range<double> kPacket{1, 1e12};
constexpr int kMostRails = 64;
constexpr Range<double> kShare{0, 1};

/// A network as written: what is not said follows from the rest.
struct NetworkDraft {
  Network network;
  std::optional<Located<int>> leaf_switches;
  std::optional<Located<int>> spine_switches;
  std::optional<Located<double>> bandwidth;
  std::optional<Located<double>> packet_bytes;
};

/// A file has no space in its name.
YamlNode with_file_name(const YamlNode& node) {
  YamlNode file = node;
  YamlNode* name = file.kind == YamlNode::Kind::map ? file.find("name") : &file;
  if (name != nullptr && name->kind == YamlNode::Kind::scalar && name->text == "fat tree") name->text = kFatTree;
  return file;
}

constexpr auto kNetworkKeys = std::to_array<Key<NetworkDraft>>({
    {"topology",
     [](Reader& r, const YamlNode& n, NetworkDraft& d) {
       r.module(with_file_name(n), "topology", d.network.topology, d.network.parameters);
     },
     "fat tree"},
    {"leaf_switches",
     [](Reader& r, const YamlNode& n, NetworkDraft& d) {
       d.leaf_switches = r.integer(n, {1, kMostSwitches});
     },
     ""},
    {"spine_switches",
     [](Reader& r, const YamlNode& n, NetworkDraft& d) {
       d.spine_switches = r.integer(n, {0, kMostSwitches});
     },
     ""},
    {"sharing", [](Reader& r, const YamlNode& n, NetworkDraft& d) { d.network.sharing = r.word(n); }, "fair"},
    {"packet", [](Reader& r, const YamlNode& n, NetworkDraft& d) { d.packet_bytes = r.quantity(n, Dimension::bytes, kPacket); },
     ""},
    {"crosstraffic",
     [](Reader& r, const YamlNode& n, NetworkDraft& d) {
       const Located<double> share = r.number(n, kShare);
       d.network.crosstraffic = {static_cast<int>(std::lround(share.value * 1000)), share.where};
       if (share.value > 0 && d.network.crosstraffic.value == 0) {
         r.error(share.where, "'crosstraffic' is told in thousandths, and this rounds to none", "0.001 at least, or 0");
       }
     },
     "0"},
    {"link", [](Reader& r, const YamlNode& n, NetworkDraft& d) { d.network.link = read_log_gp(r, n); }, nullptr},
    {"bandwidth",
     [](Reader& r, const YamlNode& n, NetworkDraft& d) { d.bandwidth = r.quantity(n, Dimension::byte_rate, kByteRate); }, ""},
    {"hop_latency",
     [](Reader& r, const YamlNode& n, NetworkDraft& d) { d.network.hop_latency = r.quantity(n, Dimension::time, kDuration); },
     "0 s"},
    {"rails",
     [](Reader& r, const YamlNode& n, NetworkDraft& d) {
       d.network.rails = r.integer(n, {1, kMostRails});
     },
     "1"},
    {"power", [](Reader& r, const YamlNode& n, NetworkDraft& d) { d.network.power = r.quantity(n, Dimension::power, kWatts); },
     nullptr},
    {"idle_power",
     [](Reader& r, const YamlNode& n, NetworkDraft& d) { d.network.idle_power = r.quantity(n, Dimension::power, kWatts); }, "0 W"},
    {"switch_power",
     [](Reader& r, const YamlNode& n, NetworkDraft& d) { d.network.switch_power = r.quantity(n, Dimension::power, kWatts); },
     "0 W"},
});

/// The switches of a fat tree are counted by these keys or by its own parameters.
void settle_switches(Reader& reader, const NetworkDraft& draft, Network& network) {
  const bool counted = counts_switches(network);
  for (const auto& [key, switches] :
       {std::pair{"leaf_switches", &draft.leaf_switches}, {"spine_switches", &draft.spine_switches}}) {
    if (!*switches || counted || network.topology.value.empty()) continue;
    reader.error((*switches)->where, fmt::format("'{}' belongs to the topology 'fat tree' without parameters", key),
                 network.topology.value == kFatTree ? "'children' and 'parents' say how many there are" : "leave it out");
  }
  network.leaf_switches = draft.leaf_switches.value_or(Located<int>{1, network.topology.where});
  network.spine_switches = draft.spine_switches.value_or(Located<int>{1, network.topology.where});
  if (network.leaf_switches.value > 1 && network.spine_switches.value == 0) {
    reader.error(network.spine_switches.where, "more than one leaf switch needs a spine switch to join them", "spine_switches: 1");
  } else if (counted && network.leaf_switches.value == 1 && network.spine_switches.value > 1 &&
             reader.readable(network.leaf_switches.where)) {
    reader.warning(network.spine_switches.where, "'spine_switches' has no effect: one leaf switch joins all nodes",
                   "'leaf_switches' is how many there are");
  }
}

/// Links carry what the bytes of a message take, unless they are said to be of another kind.
void settle_bandwidth(Reader& reader, const NetworkDraft& draft, Network& network) {
  if (draft.bandwidth) {
    network.bandwidth = *draft.bandwidth;
    if (network.sharing.value == kAlone)
      reader.warning(draft.bandwidth->where, "'bandwidth' has no effect on messages that never meet",
                     "with 'alone' what they take the 'link' says");
    return;
  }
  const double per_byte = network.link.per_byte;
  network.bandwidth = {per_byte > 0 ? 1 / per_byte : 0, network.link.where};
  const bool usable = network.bandwidth.value >= kByteRate.low && network.bandwidth.value <= kByteRate.high;
  if (usable || network.sharing.value == kAlone || gives(network, "bandwidth")) return;
  reader.error(network.link.where,
               fmt::format("the bandwidth of this link is not from {} to {}", quantity_text(kByteRate.low, Dimension::byte_rate),
                           quantity_text(kByteRate.high, Dimension::byte_rate)),
               "give the network the key 'bandwidth', which messages share, or 'sharing: alone'");
}

/// Links that are listed have their own bandwidth and latency.
void check_listed(Reader& reader, const YamlNode& node, const Network& network) {
  if (network.topology.value != kLinks) return;
  for (const char* key : {"bandwidth", "hop_latency"}) {
    const YamlNode* value = node.find(key);
    if (value != nullptr) reader.error(value->where, fmt::format("'{}' is what the file says of each link", key), "leave it out");
  }
}

void settle_packets(Reader& reader, const NetworkDraft& draft, Network& network) {
  if (!draft.packet_bytes) return;
  network.packet_bytes = *draft.packet_bytes;
  if (network.sharing.value == kPackets || network.sharing.value.empty()) return;
  reader.error(draft.packet_bytes->where, fmt::format("'packet' needs 'sharing: {}'", kPackets),
               fmt::format("with {} messages are not cut", quote(network.sharing.value)));
}

void check_crosstraffic(Reader& reader, const Network& network) {
  const std::string& sharing = network.sharing.value;
  if (network.crosstraffic.value == 0) {
    if (sharing != kCrosstraffic) return;
    reader.error(network.sharing.where, "messages that load their way back say how much", "sharing: fair, crosstraffic: 0.05");
    return;
  }
  if (sharing == kFair || sharing == kCrosstraffic || sharing.empty()) return;
  reader.error(network.crosstraffic.where, fmt::format("'crosstraffic' needs 'sharing: {}'", kFair),
               fmt::format("with {} messages have links of their way alone", quote(sharing)));
}

}  // namespace

void leave_out_network(const Location& where, Network& network) {
  network = {};
  network.topology = {kFatTree, where};
  network.sharing = {kAlone, where};
  network.packet_bytes = {kPacketBytes, where};
  network.crosstraffic = {0, where};
  network.leaf_switches = network.spine_switches = network.rails = {1, where};
  network.link.where = network.bandwidth.where = network.hop_latency.where = network.power.where = where;
}

void read_network(Reader& reader, const YamlNode& node, Machine& machine) {
  NetworkDraft draft;
  leave_out_network(node.where, draft.network);
  const std::size_t errors = reader.errors();
  if (!read_keys<NetworkDraft>(reader, node, "'network'", kNetworkKeys, draft)) return;
  const bool sound = reader.errors() == errors;
  settle_switches(reader, draft, draft.network);
  settle_packets(reader, draft, draft.network);
  check_listed(reader, node, draft.network);
  check_crosstraffic(reader, draft.network);
  if (sound) settle_bandwidth(reader, draft, draft.network);
  machine.network = draft.network;
}

}  // namespace petriloom
