// SPDX-License-Identifier: Apache-2.0
// How loaded links of networks are, against bytes times hops, and how they hang together, against
// what the topologies say.
#include "analysis/capacity/loads.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/simulate/simulate.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::loads_test {
namespace {

constexpr double kMessageBytes = 65536;

/// Messages of 64 KiB that take no time but that of the links, of 1 GB/s.
std::string loaded_net(const std::string& wires, const std::string& file, const std::string& parameters, int nodes,
                       const std::string& sent) {
  return fmt::format("import \"network/{}.loom\";\nimport \"network/{}.loom\";\n", wires, file) +
         fmt::format(
             "colour Node = index node with 0..{0};\ncolour End = index rank with 0..{0};\n"
             "colour Kind = int with 0..0;\ncolour Parcel = product End * End * Kind;\n"
             "fun node_of(e : End) : Node = Node(ord(e));\nfun bytes_of(a : End, b : End, k : Kind) : real = 64 KiB;\n"
             "const message_latency = 0.0;\nconst message_gap = 0.0;\nconst byte_time = 1 / 1 GB/s;\n"
             "const packet_bytes = 4 KiB;\nplace ARRIVED : Parcel;\nplace SENT : Parcel = {1};\n",
             nodes - 1, sent) +
         "instance net : TOPOLOGY(" + parameters + ", bandwidth = 1 GB/s, latency = 0 s) { SENT = SENT; ARRIVED = ARRIVED; }\n";
}

CapacityLoads loads_of(const std::string& text) {
  return run_with_loads(SeededNets().read_text("examples/loads.loom", text)).loads;
}

double used_in_all(const CapacityLoads& loads) {
  double sum = 0;
  for (const CapacityLoad& load : loads.loads) sum += load.used;
  return sum;
}

/// How many have this share, by shares in per mille.
std::map<int, int> by_share(const CapacityLoads& loads) {
  std::map<int, int> count;
  for (const CapacityLoad& load : loads.loads) ++count[static_cast<int>(1000 * load.share + 0.5)];
  return count;
}

std::size_t named_points(const NetworkPicture& network) {
  return static_cast<std::size_t>(
      std::count_if(network.points.begin(), network.points.end(), [](const std::string& name) { return !name.empty(); }));
}

constexpr const char* kToAll =
    "fold(l = ([] : list of Parcel), a in all(End) : l ++ map(b in all(End) where b != a : (a, b, Kind(0))))";

// Six nodes of a leaf switch send to six of another over two links up and two down: these are full,
// those of the nodes a third.
TEST(Loads, UplinksOfAnOversubscribedTreeAreFull) {
  const CapacityLoads loads = loads_of(
      loaded_net("fair", "fat_tree", "children = [6, 4], parents = [1, 2]", 24, "map(i in 0..5 : (End(i), End(6 + i), Kind(0)))"));
  EXPECT_NEAR(loads.end, 3 * kMessageBytes / 1e9, 1e-12);
  EXPECT_NEAR(used_in_all(loads), 6 * kMessageBytes * 4, 1e-3);
  EXPECT_EQ(by_share(loads), (std::map<int, int>{{0, 2 * (24 + 8) - 16}, {333, 12}, {1000, 4}}));
  EXPECT_EQ(loads.loads[3].name, "net.wires.LINK[3]");
  EXPECT_EQ(loads.loads[3].place, "net.wires.LINK");
  EXPECT_EQ(loads.loads[3].capacity, 1e9);
  EXPECT_FALSE(loads.loads[3].held);
}

// Each node to the next one up along each dimension: all links up are full, none down is used.
TEST(Loads, NeighboursOfATorusLoadAllLinksEqually) {
  const CapacityLoads loads = loads_of(loaded_net("fair", "torus", "dimensions = [4, 4]", 16,
                                                  "map(i in 0..15 : (End(i), End(i - i % 4 + (i + 1) % 4), Kind(0))) ++ map(i in "
                                                  "0..15 : (End(i), End((i + 4) % 16), Kind(0)))"));
  EXPECT_EQ(by_share(loads), (std::map<int, int>{{0, 32}, {1000, 32}}));
  EXPECT_EQ(loads.network.points.size(), 16U);
  EXPECT_EQ(loads.network.edges.size(), 64U);
}

TEST(Loads, OfAllToAllAreBytesTimesHops) {
  // Rings of 4, 3 and 2: from a node 4, 2 and 1 steps to all others of each.
  const double hops = 24 * (6 * 4 + 8 * 2 + 12 * 1);
  EXPECT_NEAR(used_in_all(loads_of(loaded_net("fair", "torus", "dimensions = [4, 3, 2]", 24, kToAll))), kMessageBytes * hops, 1);
  EXPECT_NEAR(used_in_all(loads_of(loaded_net("adaptive", "fat_tree", "children = [6, 4], parents = [1, 2]", 24, kToAll))),
              kMessageBytes * 24 * (5 * 2 + 18 * 4), 1);
}

struct Joined {
  const char* file;
  const char* parameters;
  std::size_t points, edges;
};

TEST(Loads, TellHowLinksHangTogether) {
  for (const Joined& joined : {Joined{"fat_tree", "children = [6, 4], parents = [1, 2]", 24 + 4 + 2, 2 * (24 + 8)},
                               // Two nodes along a dimension: the way up is as short as that down.
                               {"torus", "dimensions = [4, 3, 2]", 24, 24 * (2 + 2 + 1)},
                               {"dragonfly", "groups = 4, routers = 3, nodes = 2", 24 + 12, 2 * 24 + 4 * 3 * 2 + 4 * 3}}) {
    const CapacityLoads loads = loads_of(loaded_net("fair", joined.file, joined.parameters, 24, kToAll));
    EXPECT_EQ(loads.network.points.size(), joined.points) << joined.file;
    EXPECT_EQ(loads.network.edges.size(), joined.edges) << joined.file;
    EXPECT_EQ(named_points(loads.network), 24U) << joined.file;
    for (const NetworkEdge& edge : loads.network.edges) EXPECT_NE(edge.from, edge.to) << joined.file;
  }
}

// A link carries one packet after the other: it is held for the bytes of them all.
TEST(Loads, OfPacketsAreHowLongLinksAreHeld) {
  const CapacityLoads loads =
      loads_of(loaded_net("packets", "fat_tree", "children = [4], parents = [1]", 4, "1`(End(0), End(2), Kind(0))"));
  // The second link begins when the first of 16 packets has come.
  EXPECT_NEAR(loads.end, kMessageBytes / 1e9 * 17 / 16, 1e-12);
  EXPECT_EQ(by_share(loads), (std::map<int, int>{{0, 6}, {941, 2}}));
  EXPECT_NEAR(loads.loads[0].used, kMessageBytes / 1e9, 1e-12);
  EXPECT_TRUE(loads.loads[0].held);
  EXPECT_TRUE(loads.network.points.empty());
}

// A job of each length on the core of its first stop: 2 + 3 units of work, and one more where the
// name says so. The pool of a run holds lists that the net does not have.
TEST(Loads, CountWorkThatListsAndRecordsTell) {
  const CapacityLoads loads = loads_of(
      "colour Core = int with 0..1;\ncolour Job = record { work : real, stops : list of Core, name : string };\n"
      "place CORES : Core = 2`0 ++ 2`1;\nvar j : Job;\n"
      "place LEFT : Job = {work = 1.0, stops = [1], name = \"a\"} ++ {work = 2.0, stops = [0, 1], name = \"b\"};\n"
      "place RUNNING : Job;\n"
      "transition start { in LEFT : j; out RUNNING : {work = j.work + 1.0, stops = j.stops ++ j.stops, name = j.name}; }\n"
      "transition serve { in RUNNING : j; time deterministic(if j.name = \"b\" then j.work + 1.0 else j.work); "
      "uses CORES : nth(j.stops, 0); }\n");
  EXPECT_TRUE(loads.unknown.empty());
  ASSERT_EQ(loads.loads.size(), 2U);
  EXPECT_NEAR(loads.loads[0].used, 4, 1e-12);
  EXPECT_NEAR(loads.loads[1].used, 2, 1e-12);
}

// What another module gives back is no capacity of the one that takes it: who is called, and not
// yet called again, is not in use.
TEST(Loads, LeaveOutWhatAnotherModuleGivesBack) {
  const CapacityLoads loads = loads_of(
      "module WORKERS() {\n  port inout CALL : unit;\n  place DONE : unit;\n  place FREE : unit = 1`();\n  place BUSY : unit;\n"
      "  place ONCE_MORE : unit = 1`();\n"
      "  transition call { in CALL; out DONE : () @+ 1 s; }\n"
      "  transition work { in DONE; in FREE; out BUSY : () @+ 1 s; }\n"
      "  transition stop { in BUSY; out FREE; }\n"
      "  transition call_again { in ONCE_MORE; out CALL; }\n}\n"
      "place CALL : unit = 2`();\nplace TASKS : unit = 3`();\n"
      "transition ask { in TASKS; out CALL; }\n"
      "instance workers : WORKERS() { CALL = CALL; }\n");
  ASSERT_EQ(loads.loads.size(), 1U);
  EXPECT_EQ(loads.loads[0].place, "workers.FREE");
}

TEST(Loads, AreSilentOfWorkThatIsRandom) {
  const CapacityLoads loads = loads_of(
      "place CORES : unit = 2`();\nplace JOBS : unit = 4`();\n"
      "transition serve { in JOBS; time exponential(1 / 1 s); uses CORES; }\n"
      "place DISKS : unit = 2`();\nplace FILES : unit = 4`();\n"
      "transition write { in FILES; time deterministic(2 s); uses DISKS; }\n");
  EXPECT_EQ(loads.unknown, std::vector<std::string>{"serve"});
  ASSERT_EQ(loads.loads.size(), 1U);
  EXPECT_EQ(loads.loads[0].place, "DISKS");
  EXPECT_NEAR(loads.loads[0].used, 4 * 2, 1e-12);
}

}  // namespace
}  // namespace petriloom::loads_test
