// SPDX-License-Identifier: Apache-2.0
// Networks (nets/network): routes of each topology counted over all pairs of nodes, and the time of
// messages that meet, each against what can be told by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <ostream>

#include "engine/simulate/simulate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::network_test {
namespace {

/// What a topology finds; messages of 64 KiB.
std::string machine(int nodes) {
  return fmt::format(
      "colour Node = index node with 0..{0};\ncolour End = index rank with 0..{0};\n"
      "colour Kind = int with 0..0;\ncolour Parcel = product End * End * Kind;\n"
      "fun node_of(e : End) : Node = Node(ord(e));\nfun bytes_of(a : End, b : End, k : Kind) : real = 64 KiB;\n"
      "const message_latency = 1 us;\nconst message_gap = 0.5 us;\nconst byte_time = 1 / 1 GB/s;\n"
      "const packet_bytes = 4 KiB;\nvar p : Parcel;\nplace ARRIVED : Parcel;\nplace GOT : Parcel;\n"
      "transition get {{ in ARRIVED : p; out GOT : p; }}\n",
      nodes - 1);
}

/// WIRES that count how many ways of all messages go over each link.
const std::string kCountingWires =
    "module WIRES(colour Link, fun ways(a : End, b : End) : int, fun route(a : End, b : End, way : int) : list of Link,\n"
    "    fun speed(l : Link) : real, fun far(a : End, b : End) : real,\n"
    "    fun longer(a : End, b : End, way : int) : real = 0.0) {\n"
    "  port in SENT : Parcel; port out ARRIVED : Parcel;\n"
    "  place WAY : product Parcel * int; place CROSSED : Link;\n"
    "  var a, b : End; var k : Kind; var w : int;\n"
    "  transition spread { in SENT : (a, b, k); out WAY : each map(w in 0..ways(a, b) - 1 : ((a, b, k), w)); }\n"
    "  transition cross { in WAY : ((a, b, k), w); out CROSSED : each route(a, b, w); out ARRIVED : (a, b, k); }\n"
    "  measure crossings = sum length(route(a, b, w)) over cross;\n"
    "  measure busiest = peak max(l in Link : tokens(CROSSED, l));\n"
    "  measure idlest = peak min(l in Link : tokens(CROSSED, l));\n"
    "}\n";

std::string instance(const std::string& parameters) {
  return "instance net : TOPOLOGY(" + parameters + ", bandwidth = 1 GB/s, latency = 1 us) { SENT = SENT; ARRIVED = ARRIVED; }\n";
}

std::map<std::string, double> measured(const std::string& text, Engine engine) {
  const SeededNets nets;
  const ReadResult read = nets.read_text("examples/network.loom", text);
  for (const Diagnostic& message : read.diagnostics.list()) {
    if (message.severity == Severity::error) ADD_FAILURE() << read.sources->describe(message.where) << message.message;
  }
  std::map<std::string, double> values;
  if (!read.net) return values;
  SimulationOptions options;
  options.engine = engine;
  const SimulationResult result = simulate(*read.net, options);
  for (const Diagnostic& message : result.diagnostics.list()) ADD_FAILURE() << message.message;
  for (const MeasureResult& measure : result.measures) values[measure.name] = measure.value.mean;
  return values;
}

struct Routes {
  const char* name;
  const char* file;
  int nodes;
  const char* parameters;
  double crossings;  ///< links of all ways between any two nodes
  double busiest;    ///< ways over one link
  double idlest;
};
std::ostream& operator<<(std::ostream& out, const Routes& routes) { return out << routes.name; }

constexpr Routes kRoutes[] = {
    // Rings of 4, 3 and 2: from a node 4, 2 and 1 steps to all others. Half round 4 is up.
    {"torus", "torus", 24, "dimensions = [4, 3, 2]", 24 * (6 * 4 + 8 * 2 + 12 * 1), 18, 0},
    // Each order loads the links of a dimension alike.
    {"torus_in_any_order", "torus", 24, "dimensions = [4, 3, 2], any_order = true", 3 * 24 * (6 * 4 + 8 * 2 + 12 * 1), 3 * 18, 0},
    {"odd_torus", "torus", 25, "dimensions = [5, 5]", 1500, 15, 15},
    {"hypercube", "torus", 16, "dimensions = [2, 2, 2, 2]", 16 * 4 * 8, 8, 0},
    {"ring", "torus", 7, "dimensions = [7]", 7 * (1 + 2 + 3) * 2, 6, 6},
    {"switch", "fat_tree", 5, "children = [5], parents = [1]", 5 * 4 * 2, 4, 4},
    // Of 24 nodes 5 are below the same leaf switch (one way), 18 below others (two ways).
    {"fat_tree", "fat_tree", 24, "children = [6, 4], parents = [1, 2]", 24 * (5 * 2 + 18 * 2 * 4), 6 * 18, 5 + 18 * 2},
    {"three_levels", "fat_tree", 8, "children = [2, 2, 2], parents = [1, 2, 2]", 8 * (2 + 2 * 2 * 4 + 4 * 4 * 6), 21, 16},
    // Two cables from each node, so that there are two ways below one switch.
    {"rails", "fat_tree", 4, "children = [4], parents = [2]", 4 * 3 * 2 * 2, 3, 3},
    // 36 pairs of nodes use the link between two groups; two of three routers do not have it.
    {"dragonfly", "dragonfly", 24, "groups = 4, routers = 3, nodes = 2", 24 * 23 * 2 + 12 * 36 + 96 + 2 * 12 * 24, 36, 0},
    // Counted by a program of its own; links from a router to itself carry nothing.
    {"dragonfly_with_detours", "dragonfly", 24, "groups = 4, routers = 3, nodes = 2, detours = true", 7680, 180, 0},
    // One router has the links to all others.
    {"stars", "dragonfly", 6, "groups = 3, routers = 1, nodes = 2", 6 * 5 * 2 + 6 * 4, 5, 0},
};

class NetworkRoutes : public testing::TestWithParam<Routes> {};

TEST_P(NetworkRoutes, AreAsLongAndAsLoadedAsTold) {
  const Routes& routes = GetParam();
  const std::string all =
      "fun others(e : End) : list of End = filter(f in End : f != e);\nvar e : End;\n"
      "place SENT : Parcel;\nplace BEGIN : End = all(End);\n"
      "transition begin { in BEGIN : e; out SENT : each map(f in others(e) : (e, f, Kind(0))); }\n";
  const auto values = measured(fmt::format("import \"network/{}.loom\";\n", routes.file) + machine(routes.nodes) + kCountingWires +
                                   all + instance(routes.parameters),
                               Engine::fastest);
  EXPECT_EQ(values.at("net.wires.crossings"), routes.crossings);
  EXPECT_EQ(values.at("net.wires.busiest"), routes.busiest);
  EXPECT_EQ(values.at("net.wires.idlest"), routes.idlest);
}

INSTANTIATE_TEST_SUITE_P(All, NetworkRoutes, testing::ValuesIn(kRoutes),
                         [](const testing::TestParamInfo<Routes>& of) { return std::string(of.param.name); });

constexpr double kBytes = 65.536;  // us of a message over a link of 1 GB/s
constexpr double kPacket = 4.096;  // of a packet
constexpr double kEnds = 1.5;      // latency and gap of a message

struct Meeting {
  const char* name;
  const char* wires;
  const char* file;
  int nodes;
  const char* parameters;
  const char* sent;
  double first, last;  ///< us until a message has arrived
};
std::ostream& operator<<(std::ostream& out, const Meeting& meeting) { return out << meeting.name; }

constexpr const char* kTorus = "dimensions = [4, 3, 2]";
constexpr const char* kTree = "children = [6, 4], parents = [1, 2]";
constexpr const char* kFly = "groups = 4, routers = 3, nodes = 2";
constexpr const char* kTwo = "(End(0), End(1), 0) ++ (End(0), End(23), 0)";
constexpr const char* kSix = "map(i in 0..5 : (End(i), End(6 + i), Kind(0)))";
constexpr const char* kBetween = "(End(0), End(6), 0) ++ (End(1), End(7), 0)";
constexpr const char* kJoining = "(End(1), End(0), 0) ++ (End(2), End(0), 0)";
constexpr const char* kEven = "(End(0), End(6), 0) ++ (End(1), End(8), 0)";
constexpr const char* kThreeEven = "(End(0), End(6), 0) ++ (End(1), End(8), 0) ++ (End(2), End(10), 0)";
constexpr const char* kCorners = "(End(0), End(5), 0) ++ (End(0), End(13), 0)";
constexpr const char* kWithin = "(End(3), End(3), 0)";

constexpr Meeting kMeetings[] = {
    // The interface sends one after the other; latencies overlap.
    {"alone_torus", "alone", "torus", 24, kTorus, kTwo, kBytes + kEnds + 1, 2 * (kBytes + 0.5) + 1 + 3},
    {"alone_tree", "alone", "fat_tree", 24, kTree, kTwo, kBytes + kEnds + 1, 2 * (kBytes + 0.5) + 1 + 3},
    {"alone_never_meet", "alone", "fat_tree", 24, kTree, kSix, kBytes + kEnds + 3, kBytes + kEnds + 3},
    {"fair_torus_apart", "fair", "torus", 24, kTorus, kTwo, kBytes + kEnds + 1, kBytes + kEnds + 3},
    {"fair_tree_shares", "fair", "fat_tree", 24, kTree, kTwo, 2 * kBytes + kEnds + 1, 2 * kBytes + kEnds + 3},
    // Six nodes, two links up: three on each.
    {"fair_oversubscribed", "fair", "fat_tree", 24, kTree, kSix, 3 * kBytes + kEnds + 3, 3 * kBytes + kEnds + 3},
    {"fair_fast_above", "fair", "fat_tree", 24, "children = [6, 4], parents = [1, 2], speeds = [1 GB/s, 3 GB/s]", kSix,
     kBytes + kEnds + 3, kBytes + kEnds + 3},
    {"fair_slow_above", "fair", "fat_tree", 24, "children = [6, 4], parents = [1, 2], speeds = [1 GB/s, 0.5 GB/s]", kSix,
     6 * kBytes + kEnds + 3, 6 * kBytes + kEnds + 3},
    {"fair_one_more_parent", "fair", "fat_tree", 24, "children = [6, 4], parents = [1, 3]", kSix, 2 * kBytes + kEnds + 3,
     2 * kBytes + kEnds + 3},
    {"fair_between_groups", "fair", "dragonfly", 24, kFly, kBetween, 2 * kBytes + kEnds + 3, 2 * kBytes + kEnds + 3},
    // The second goes over a group that neither is in: two links more.
    {"fair_with_detours", "fair", "dragonfly", 24, "groups = 4, routers = 3, nodes = 2, detours = true", kBetween,
     kBytes + kEnds + 3, kBytes + kEnds + 5},
    {"adaptive_between_groups", "adaptive", "dragonfly", 24, kFly, kBetween, 2 * kBytes + kEnds + 3, 2 * kBytes + kEnds + 3},
    {"adaptive_with_detours", "adaptive", "dragonfly", 24, "groups = 4, routers = 3, nodes = 2, detours = true", kBetween,
     kBytes + kEnds + 3, kBytes + kEnds + 5},
    {"adaptive_shortest_of_free", "adaptive", "dragonfly", 24, "groups = 4, routers = 3, nodes = 2, detours = true",
     "(End(1), End(7), 0)", kBytes + kEnds + 3, kBytes + kEnds + 3},
    // Six links one after the other.
    {"packets_with_detours", "packets", "dragonfly", 24, "groups = 4, routers = 3, nodes = 2, detours = true",
     "(End(1), End(7), 0)", kBytes + 5 * kPacket + kEnds + 5, kBytes + 5 * kPacket + kEnds + 5},
    // Both go along the first dimension, unless one may begin with another.
    {"fair_in_order", "fair", "torus", 24, kTorus, kCorners, 2 * kBytes + kEnds + 2, 2 * kBytes + kEnds + 2},
    {"fair_in_any_order", "fair", "torus", 24, "dimensions = [4, 3, 2], any_order = true", kCorners, kBytes + kEnds + 2,
     kBytes + kEnds + 2},
    {"adaptive_in_order", "adaptive", "torus", 24, kTorus, kCorners, 2 * kBytes + kEnds + 2, 2 * kBytes + kEnds + 2},
    {"adaptive_in_any_order", "adaptive", "torus", 24, "dimensions = [4, 3, 2], any_order = true", kCorners, kBytes + kEnds + 2,
     kBytes + kEnds + 2},
    {"fair_fast_between_groups", "fair", "dragonfly", 24,
     "groups = 4, routers = 3, nodes = 2, inner_speed = 2 GB/s, outer_speed = 2 GB/s", kBetween, kBytes + kEnds + 3,
     kBytes + kEnds + 3},
    {"fair_slow_within_groups", "fair", "dragonfly", 24,
     "groups = 4, routers = 3, nodes = 2, inner_speed = 0.25 GB/s, outer_speed = 2 GB/s", kBetween, 8 * kBytes + kEnds + 3,
     8 * kBytes + kEnds + 3},
    {"fair_into_one", "fair", "fat_tree", 24, kTree, kJoining, 2 * kBytes + kEnds + 1, 2 * kBytes + kEnds + 1},
    // Three links one after the other: two packets more than one link takes.
    {"packets_torus", "packets", "torus", 24, kTorus, kTwo, kBytes + kEnds + 1, kBytes + 2 * kPacket + kEnds + 3},
    // The link down carries 32 packets, the first when it has come up.
    {"packets_into_one", "packets", "fat_tree", 24, kTree, kJoining, 32 * kPacket + kEnds + 1, 33 * kPacket + kEnds + 1},
    {"packets_oversubscribed", "packets", "fat_tree", 24, kTree, kSix, 49 * kPacket + kEnds + 3, 51 * kPacket + kEnds + 3},
    // Receivers with even numbers have the same switch, unless messages look which one is free.
    {"fair_same_way", "fair", "fat_tree", 24, kTree, kEven, 2 * kBytes + kEnds + 3, 2 * kBytes + kEnds + 3},
    {"adaptive_ways", "adaptive", "fat_tree", 24, kTree, kEven, kBytes + kEnds + 3, kBytes + kEnds + 3},
    {"adaptive_more_than_ways", "adaptive", "fat_tree", 24, kTree, kThreeEven, kBytes + kEnds + 3, 2 * kBytes + kEnds + 3},
    {"adaptive_oversubscribed", "adaptive", "fat_tree", 24, kTree, kSix, 3 * kBytes + kEnds + 3, 3 * kBytes + kEnds + 3},
    {"adaptive_torus_apart", "adaptive", "torus", 24, kTorus, kTwo, kBytes + kEnds + 1, kBytes + kEnds + 3},
    {"adaptive_within", "adaptive", "torus", 24, kTorus, kWithin, kEnds, kEnds},
    {"alone_within", "alone", "torus", 24, kTorus, kWithin, kBytes + kEnds, kBytes + kEnds},
    {"fair_within", "fair", "torus", 24, kTorus, kWithin, kEnds, kEnds},
    {"packets_within", "packets", "torus", 24, kTorus, kWithin, kEnds, kEnds},
};

class NetworkMeetings : public testing::TestWithParam<Meeting> {};

TEST_P(NetworkMeetings, TakeWhatIsToldByHand) {
  const Meeting& meeting = GetParam();
  const std::string text = fmt::format("import \"network/{}.loom\";\nimport \"network/{}.loom\";\n", meeting.wires, meeting.file) +
                           machine(meeting.nodes) + fmt::format("place SENT : Parcel = {};\n", meeting.sent) +
                           "measure first = first now over get;\nmeasure last = last now over get;\n" +
                           instance(meeting.parameters);
  for (const Engine engine : {Engine::fastest, Engine::coloured}) {
    const auto values = measured(text, engine);
    EXPECT_NEAR(values.at("first") * 1e6, meeting.first, 1e-6);
    EXPECT_NEAR(values.at("last") * 1e6, meeting.last, 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(All, NetworkMeetings, testing::ValuesIn(kMeetings),
                         [](const testing::TestParamInfo<Meeting>& of) { return std::string(of.param.name); });

struct TooSmall {
  const char* file;
  const char* parameters;
};

TEST(Networks, WithFewerPlacesThanNodesAreRefused) {
  for (const auto& [file, parameters] :
       {TooSmall{"torus", "dimensions = [4, 3]"}, TooSmall{"fat_tree", "children = [6, 2], parents = [1, 2]"},
        TooSmall{"dragonfly", "groups = 2, routers = 3, nodes = 2"}}) {
    const SeededNets nets;
    const ReadResult read = nets.read_text(
        "examples/network.loom", fmt::format("import \"network/alone.loom\";\nimport \"network/{}.loom\";\n", file) + machine(24) +
                                     "place SENT : Parcel = (End(0), End(1), 0);\n" + instance(parameters));
    EXPECT_FALSE(read.net) << file;
    ASSERT_FALSE(read.diagnostics.list().empty()) << file;
    EXPECT_EQ(read.diagnostics.list()[0].message, "12 is not a colour of PlacesForAllNodes (24 to 1073741824)") << file;
  }
}

}  // namespace
}  // namespace petriloom::network_test
