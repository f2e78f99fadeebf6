// SPDX-License-Identifier: Apache-2.0
// The network of a machine: where its links are, how messages cross them, and what they take.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "generator/description/located.h"
#include "generator/description/route_tables.h"

namespace petriloom {

/// LogGP cost of a transfer of B bytes: latency + overhead + gap + B * per_byte. All in s and s/B.
/// (Alexandrov et al. 1995.)
struct LogGp {
  double latency = 0;
  double overhead = 0;
  double gap = 0;
  double per_byte = 0;
  double overhead_per_byte = 0;  ///< that part of per_byte which holds the sender's core (LoOgGP)
  Location where;
  /// s until B bytes have arrived, and how much of it holds what sends them.
  [[nodiscard]] double time(double bytes) const { return latency + overhead + gap + bytes * per_byte; }
  [[nodiscard]] double held(double bytes) const { return gap + bytes * per_byte; }
};

/// A topology and a way of crossing its links, each a file of nets/network.
struct Network {
  Located<std::string> topology;           ///< a file with a module TOPOLOGY, or kHypercube
  std::vector<GivenParameter> parameters;  ///< of that, as the description gives them
  Located<std::string> sharing;            ///< a file with a module WIRES
  Located<double> packet_bytes;            ///< at most in a packet, where messages are cut
  Located<int> crosstraffic;               ///< thousandths of a message that its way back carries
  /// Of a message. Latency and overhead overlap what follows; gap and bytes hold the interface.
  LogGp link;
  Located<double> bandwidth;     ///< B/s of a link of the topology in each direction
  Located<double> hop_latency;   ///< s that the topology adds for each switch or link passed
  Located<double> power;         ///< W of an interface while sending
  Located<double> idle_power;    ///< W of an interface that does not
  Located<double> switch_power;  ///< W of a switch
  Located<int> rails;            ///< networks beside each other; each node has an interface to each
  /// Of a fat tree without `children` and `parents`: nodes are dealt to leaves in order, equally.
  Located<int> leaf_switches;
  Located<int> spine_switches;
  std::shared_ptr<const RouteTables> routes;  ///< of the topology kLinks
};

/// Whether the description gives a parameter of the topology.
inline bool gives(const Network& network, std::string_view parameter) {
  return std::any_of(network.parameters.begin(), network.parameters.end(),
                     [parameter](const GivenParameter& one) { return one.name == parameter; });
}

/// The file of fat trees.
constexpr const char* kFatTree = "fat_tree";

/// Whether it is a fat tree that the switches describe, and not parameters of its own.
inline bool counts_switches(const Network& network) {
  return network.topology.value == kFatTree && !gives(network, "children") && !gives(network, "parents");
}

/// Links that a file lists.
constexpr const char* kLinks = "links";
/// A torus of twos, as many as the nodes need.
constexpr const char* kHypercube = "hypercube";
/// Ways of crossing that are told apart: messages that never meet, those that are cut, and those
/// that share each link.
constexpr const char* kAlone = "alone";
constexpr const char* kPackets = "packets";
constexpr const char* kFair = "fair";
/// The file that takes the place of kFair where messages load their way back.
constexpr const char* kCrosstraffic = "crosstraffic";
constexpr double kPacketBytes = 4096;

}  // namespace petriloom
