// SPDX-License-Identifier: Apache-2.0
// One message over platforms and lists of links, with each part of such a file turned, and the time
// that it then takes, told by hand; and the times of SimGrid itself for its own files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>

#include "engine/simulate/simulate.h"
#include "generator/assembly/generate.h"
#include "tests/own_folder.h"

namespace petriloom::platform_test {
namespace {

namespace fs = std::filesystem;

/// A folder with one file, and what a description beside it takes.
class Beside {
 public:
  explicit Beside(const std::string& file, const std::string& text) { folder_.write(file, text); }

  [[nodiscard]] std::string path() const { return folder_.file("description.yaml"); }

 private:
  test::OwnFolder folder_;
};

ReadResult made(const std::string& path, const std::string& text) {
  GenerateOptions options;
  options.search_path = {PETRILOOM_ROOT};
  options.input = {{}, text};
  return generate(path, options);
}

/// In us.
double run_time(const ReadResult& result, Engine engine = Engine::fastest) {
  if (!result.net) {
    ADD_FAILURE() << result.diagnostics.format(*result.sources);
    return 0;
  }
  SimulationOptions options;
  options.engine = engine;
  for (const MeasureResult& measure : simulate(*result.net, options).measures) {
    if (measure.name == "run_time") return measure.value.mean * 1e6;
  }
  return 0;
}

/// The first half of the hosts sends to the second, each 1 MB to one.
std::string pairs(const std::string& machine, std::size_t hosts) {
  return fmt::format(
      "machine: {{{}}}\napplication: {{kind: ranks, domain: {{points: [{}, 2], grid: [{}, 2]}}, steps: [{{broadcast: {{bytes: 1 "
      "MB, along: "
      "1}}}}]}}\n",
      machine, hosts / 2, hosts / 2);
}

struct Case {
  const char* name;
  const char* platform;  ///< what stands in it
  const char* hosts;     ///< half of them senders
  std::size_t count;
  double time;  ///< us
};
std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.name; }

// 1 MB takes 1000 us at 1 GB/s.
#define TWO(LINK, CTN)                                                                                                  \
  "<zone id='z' routing='Full'><host id='a' speed='1Gf'/><host id='b' speed='1Gf'/>" LINK "<route src='a' dst='b'>" CTN \
  "</route></zone>"
#define LINE(ROUTING)                                                                                                     \
  "<zone id='z' routing='" ROUTING                                                                                        \
  "'><host id='a' speed='1Gf'/><host id='b' speed='1Gf'/><router id='r'/><link id='l' bandwidth='1GBps' latency='10us'/>" \
  "<link id='m' bandwidth='500MBps' latency='20us'/><route src='a' dst='r'><link_ctn id='l'/></route>"                    \
  "<route src='r' dst='b'><link_ctn id='m'/></route></zone>"
#define CLUSTER(MORE) "<cluster id='c' prefix='n' suffix='' radical='0-11' speed='1Gf' bw='1GBps' lat='10us' " MORE "/>"
#define CLUSTERS(MORE)                                                                                                             \
  "<zone id='z' routing='Full'><cluster id='c' prefix='n' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='10us' bb_bw='2GBps'" \
  " bb_lat='30us'/><cluster id='d' prefix='m' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='10us'/>"                         \
  "<link id='l' bandwidth='4GBps' latency='100us' " MORE                                                                           \
  "/><zoneRoute src='c' dst='d' gw_src='nc_router' gw_dst='md_router'>"                                                            \
  "<link_ctn id='l'/></zoneRoute></zone>"

const Case kCases[] = {
    {"link", TWO("<link id='l' bandwidth='1GBps' latency='10us'/>", "<link_ctn id='l'/>"), "a, b", 2, 1010},
    {"latency_doubled", TWO("<link id='l' bandwidth='1GBps' latency='20us'/>", "<link_ctn id='l'/>"), "a, b", 2, 1020},
    {"no_latency", TWO("<link id='l' bandwidth='1GBps'/>", "<link_ctn id='l'/>"), "a, b", 2, 1000},
    {"bits", TWO("<link id='l' bandwidth='4Gbps' latency='10us'/>", "<link_ctn id='l'/>"), "a, b", 2, 2010},
    {"route_back", TWO("<link id='l' bandwidth='1GBps' latency='10us'/>", "<link_ctn id='l'/>"), "b, a", 2, 1010},
    {"two_links",
     TWO("<link id='l' bandwidth='1GBps' latency='10us'/><link id='m' bandwidth='0.5GBps' latency='7us'/>",
         "<link_ctn id='l'/><link_ctn id='m'/>"),
     "a, b", 2, 2017},
    {"fat", TWO("<link id='l' bandwidth='1GBps' latency='10us' sharing_policy='FATPIPE'/>", "<link_ctn id='l'/>"), "a, b", 2, 1010},
    {"floyd", LINE("Floyd"), "a, b", 2, 2030},
    {"dijkstra", LINE("Dijkstra"), "a, b", 2, 2030},
    {"dijkstra_cache", LINE("DijkstraCache"), "b, a", 2, 2030},
    {"cluster", CLUSTER(""), "n0, n1", 2, 1020},
    // Two senders share the backbone, or the link of the one receiver's cluster, or nothing.
    {"cluster_backbone", CLUSTER("bb_bw='1GBps' bb_lat='5us'"), "n0, n1, n2, n3", 4, 2025},
    {"cluster_fat_backbone", CLUSTER("bb_bw='1GBps' bb_lat='5us' bb_sharing_policy='FATPIPE'"), "n0, n1, n2, n3", 4, 1025},
    {"cluster_wide_backbone", CLUSTER("bb_bw='2GBps' bb_lat='5us'"), "n0, n1, n2, n3", 4, 1025},
    {"cluster_limiter", CLUSTER("limiter_link='500MBps'"), "n0, n1", 2, 2020},
    {"half_duplex", CLUSTER("sharing_policy='SHARED'"), "n0, n1, n1, n0", 2, 1020},
    {"clusters", CLUSTERS(""), "n0, m0", 2, 1150},
    {"clusters_share", CLUSTERS(""), "n0, n1, n2, n3, m0, m1, m2, m3", 8, 2150},
    // Node 11 of 3 x 2 x 2 is at (2, 1, 1): one step along each dimension.
    {"torus", CLUSTER("topology='TORUS' topo_parameters='3,2,2'"), "n0, n11", 2, 1030},
    // 12 hosts: four below each of three leaf switches.
    {"fat_tree_near", CLUSTER("topology='FAT_TREE' topo_parameters='2;4,3;1,2;1,1'"), "n0, n1", 2, 1020},
    {"fat_tree_far", CLUSTER("topology='FAT_TREE' topo_parameters='2;4,3;1,2;1,1'"), "n0, n4", 2, 1040},
    // Receivers 4 and 6 are both even: one way up.
    {"fat_tree_one_way", CLUSTER("topology='FAT_TREE' topo_parameters='2;4,3;1,2;1,1'"), "n0, n1, n4, n6", 4, 2040},
    {"fat_tree_two_ways", CLUSTER("topology='FAT_TREE' topo_parameters='2;4,3;1,2;1,1'"), "n0, n1, n4, n5", 4, 1040},
    {"fat_tree_cables", CLUSTER("topology='FAT_TREE' topo_parameters='2;4,3;1,1;1,2'"), "n0, n1, n4, n5", 4, 1040},
    // 2 groups of 1 chassis of 2 routers of 3 nodes. Router i of a group has the link to group i.
    {"dragonfly_router", CLUSTER("topology='DRAGONFLY' topo_parameters='2,1;1,1;2,1;3'"), "n0, n1", 2, 1020},
    {"dragonfly_chassis", CLUSTER("topology='DRAGONFLY' topo_parameters='2,1;1,1;2,1;3'"), "n0, n3", 2, 1030},
    // n0 is at router 0, the link at router 1; there router 0 gets it.
    {"dragonfly_group", CLUSTER("topology='DRAGONFLY' topo_parameters='2,1;1,1;2,1;3'"), "n0, n6", 2, 1040},
    {"dragonfly_share", CLUSTER("topology='DRAGONFLY' topo_parameters='2,1;1,1;2,2;3'"), "n0, n1, n6, n7", 4, 2040},
    {"dragonfly_cables", CLUSTER("topology='DRAGONFLY' topo_parameters='2,2;1,1;2,2;3'"), "n0, n1, n6, n7", 4, 1040},
    // 3-4-5: 5 ms apart, and 1 ms up and 2 ms down.
    {"vivaldi",
     "<zone id='z' routing='Vivaldi'><peer id='a' speed='1Gf' bw_in='1GBps' bw_out='500MBps' coordinates='0 0 1'/>"
     "<peer id='b' speed='1Gf' bw_in='1GBps' bw_out='2GBps' coordinates='3 4 2'/></zone>",
     "a, b", 2, 10000},
    {"vivaldi_in",
     "<zone id='z' routing='Vivaldi'><peer id='a' speed='1Gf' bw_in='1GBps' bw_out='500MBps' coordinates='0 0 1'/>"
     "<peer id='b' speed='1Gf' bw_in='1GBps' bw_out='2GBps' coordinates='3 4 2'/></zone>",
     "b, a", 2, 9000},
    {"cabinet",
     "<zone id='z' routing='Cluster'><cabinet id='k' prefix='n' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='10us'/>"
     "<host id='h' speed='1Gf'/><link id='u' bandwidth='500MBps' latency='1us'/><link id='d' bandwidth='250MBps' latency='2us'/>"
     "<host_link id='h' up='u' down='d'/><backbone id='b' bandwidth='1GBps' latency='5us'/></zone>",
     "n0, n1", 2, 1025},
    {"host_link",
     "<zone id='z' routing='Cluster'><cabinet id='k' prefix='n' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='10us'/>"
     "<host id='h' speed='1Gf'/><link id='u' bandwidth='500MBps' latency='1us'/><link id='d' bandwidth='250MBps' latency='2us'/>"
     "<host_link id='h' up='u' down='d'/><backbone id='b' bandwidth='1GBps' latency='5us'/></zone>",
     "n0, h", 2, 4017},
    {"bypass",
     "<zone id='z' routing='Full'><host id='a' speed='1Gf'/><host id='b' speed='1Gf'/><link id='l' bandwidth='1GBps' "
     "latency='10us'/>"
     "<link id='m' bandwidth='500MBps' latency='20us'/><route src='a' dst='b'><link_ctn id='l'/></route>"
     "<bypassRoute src='a' dst='b'><link_ctn id='m'/></bypassRoute></zone>",
     "a, b", 2, 2020},
    {"bypass_is_one_way",
     "<zone id='z' routing='Full'><host id='a' speed='1Gf'/><host id='b' speed='1Gf'/><link id='l' bandwidth='1GBps' "
     "latency='10us'/>"
     "<link id='m' bandwidth='500MBps' latency='20us'/><route src='a' dst='b'><link_ctn id='l'/></route>"
     "<bypassRoute src='a' dst='b'><link_ctn id='m'/></bypassRoute></zone>",
     "b, a", 2, 1010},
};

class PlatformParts : public testing::TestWithParam<Case> {};

TEST_P(PlatformParts, TakeTheTimeThatIsToldByHand) {
  const Case& one = GetParam();
  const Beside beside("p.xml", fmt::format("<?xml version='1.0'?>\n<platform version='4.1'>\n{}\n</platform>\n", one.platform));
  if (std::string(one.name) == "half_duplex") {
    // Each host sends to the other: the link of each carries both messages.
    const ReadResult both = made(beside.path(),
                                 "machine: {platform: {file: p.xml, hosts: [n0, n1]}}\n"
                                 "application: {kind: ranks, steps: [{shift: {bytes: 1 MB}}]}\n");
    EXPECT_NEAR(run_time(both), 2020, 1e-3);
    return;
  }
  const ReadResult net = made(beside.path(), pairs(fmt::format("platform: {{file: p.xml, hosts: [{}]}}", one.hosts), one.count));
  for (const Engine engine : {Engine::fastest, Engine::coloured}) EXPECT_NEAR(run_time(net, engine), one.time, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(All, PlatformParts, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<Case>& of) { return std::string(of.param.name); });

/// A file of SimGrid's own examples, and what SimGrid 3.32 gives for messages of 1 MB that begin at
/// once: network/model:CM02, latency-factor and bandwidth-factor 1, weight-S, TCP-gamma and
/// crosstraffic 0. The last to end.
struct OfSimgrid {
  const char* file;
  const char* hosts;
  std::size_t count;
  double time;  ///< us
};

constexpr OfSimgrid kSimgridTimes[] = {
    {"small_platform", "Tremblay, Jupiter", 2, 140162.582},
    {"small_platform", "Tremblay, Bourassa", 2, 100968.942},
    {"small_platform_with_routers", "Fafard, Ginette", 2, 123838.941},
    {"small_platform_one_link_routes", "Tremblay, Bourassa", 2, 29681.176},
    {"small_platform_fatpipe", "Tremblay, Ruby", 2, 2158.032},
    {"cluster_backbone", "node-0.simgrid.org, node-99.simgrid.org", 2, 8600},
    {"cluster_torus", "node-0.simgrid.org, node-11.simgrid.org", 2, 8150},
    {"cluster_torus", "node-5.simgrid.org, node-6.simgrid.org", 2, 8150},
    {"cluster_dragonfly", "node-0.simgrid.org, node-119.simgrid.org", 2, 8300},
    {"cluster_dragonfly", "node-17.simgrid.org, node-62.simgrid.org", 2, 8350},
    {"cluster_dragonfly", "node-0.simgrid.org, node-9.simgrid.org", 2, 8150},
    {"g5k", "bordeplage-1.bordeaux.grid5000.fr, sol-5.sophia.grid5000.fr", 2, 9100},
    {"g5k", "bordeplage-1.bordeaux.grid5000.fr, bordeplage-2.bordeaux.grid5000.fr", 2, 8300},
    {"griffon", "griffon-1.nancy.grid5000.fr, griffon-40.nancy.grid5000.fr", 2, 8072},
    {"cluster_multi", "node-0.1core.org, node-7.4cores.org", 2, 9100},
    {"bypassRoute", "AS_1_host1, AS_2_host2", 2, 2800},
    {"bypassRoute", "AS_2_host1, AS_2_host2", 2, 2300},
    {"vivaldi", "100030591, 100036570", 2, 46298.715},
    {"cloud", "cb1-1.dc1.acloud.com, cb2-2.dc1.acloud.com", 2, 8600},
    {"data_center", "cb1-1.dc1.acloud.com, cb3-2.dc1.acloud.com", 2, 8600},
    {"dogbone", "S1, C1", 2, 40000},
    {"ns3-big-cluster", "c-01.rennes, c-02.rennes", 2, 5800},
    {"crosstraffic", "C1, S1", 2, 100010000},
    {"dogbone", "S1, S2, C1, C2", 4, 50000},
};

TEST(Platform, TakesWhatSimgridTakes) {
  const fs::path folder = fs::path(PETRILOOM_SHARED) / "machines" / "simgrid-platforms";
  if (!fs::exists(folder)) GTEST_SKIP() << "needs ../shared/machines";
  for (const OfSimgrid& one : kSimgridTimes) {
    const ReadResult net = made((folder / "description.yaml").string(),
                                pairs(fmt::format("platform: {{file: {}.xml, hosts: [{}]}}", one.file, one.hosts), one.count));
    EXPECT_NEAR(run_time(net), one.time, 1e-2 + 1e-8 * one.time) << one.file << ": " << one.hosts;
  }
}

constexpr const char* kKinds = "kinds: {k: {cores_per_socket: 1, frequency: 1 GHz, memory: {latency: 0 s, bandwidth: 1 TB/s}}}";

struct Listed {
  const char* name;
  const char* rows;
  std::size_t nodes;
  double time;
};
std::ostream& operator<<(std::ostream& out, const Listed& one) { return out << one.name; }

constexpr Listed kListed[] = {
    {"pair", "0,1,1 GB/s,10 us\n", 2, 1010},
    {"back", "1,0,1 GB/s,10 us\n", 2, 1010},
    {"over_a_switch", "0,s,1 GB/s,10 us\n1,s,500 MB/s,5 us\n", 2, 2015},
    // The fewest links, though these take longer; of as many, the least latency.
    {"fewest_links", "0,1,100 MB/s,1 ms\n0,s,1 GB/s,10 us\n1,s,1 GB/s,10 us\n", 2, 11000},
    {"least_latency", "0,s,1 GB/s,10 us\n1,s,1 GB/s,10 us\n0,t,2 GB/s,9 us\n1,t,2 GB/s,9 us\n", 2, 518},
    {"share", "0,s,1 GB/s,1 us\n1,s,1 GB/s,1 us\ns,t,1 GB/s,10 us\n2,t,1 GB/s,1 us\n3,t,1 GB/s,1 us\n", 4, 2012},
    {"wide_between", "0,s,1 GB/s,1 us\n1,s,1 GB/s,1 us\ns,t,2 GB/s,10 us\n2,t,1 GB/s,1 us\n3,t,1 GB/s,1 us\n", 4, 1012},
    // Node 1 hands on what node 0 sends, as in a ring without switches.
    {"through_a_node", "0,1,1 GB/s,1 us\n1,2,1 GB/s,1 us\n2,3,1 GB/s,1 us\n", 4, 2002},
};

class ListedLinks : public testing::TestWithParam<Listed> {};

TEST_P(ListedLinks, TakeTheTimeThatIsToldByHand) {
  const Listed& one = GetParam();
  const Beside beside("l.csv", fmt::format("from,to,bandwidth,latency\n{}", one.rows));
  const std::string machine = fmt::format(
      "{}, nodes: [{{kind: k, count: {}}}], network: {{topology: {{name: links, file: l.csv}}, link: {{latency: 0 s, bandwidth: 1 "
      "TB/s}}, "
      "power: 0 W}}",
      kKinds, one.nodes);
  const ReadResult net = made(beside.path(), pairs(machine, one.nodes));
  for (const Engine engine : {Engine::fastest, Engine::coloured}) EXPECT_NEAR(run_time(net, engine), one.time, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(All, ListedLinks, testing::ValuesIn(kListed),
                         [](const testing::TestParamInfo<Listed>& of) { return std::string(of.param.name); });

// A link that both directions share, and one that messages do not share.
TEST(LinkList, SaysHowLinksAreShared) {
  for (const auto& [sharing, time] : {std::pair<std::string, double>{"duplex", 1010}, {"shared", 2010}, {"fat", 1010}}) {
    const Beside beside("l.csv", fmt::format("from,to,bandwidth,latency,sharing\n0,1,1 GB/s,10 us,{}\n", sharing));
    const ReadResult net =
        made(beside.path(),
             fmt::format("machine: {{{}, nodes: [{{kind: k, count: 2}}], network: {{topology: {{name: links, file: l.csv}}, link: "
                         "{{latency: 0 s, "
                         "bandwidth: 1 TB/s}}, power: 0 W}}}}\napplication: {{kind: ranks, steps: [{{shift: {{bytes: 1 MB}}}}]}}\n",
                         kKinds));
    EXPECT_NEAR(run_time(net), time, 1e-3) << sharing;
  }
}

// Cut into packets, a message crosses its two links one packet apart; alone, it meets nobody.
TEST(Platform, IsCrossedInEachWay) {
  const Beside beside("p.xml", fmt::format("<platform version='4.1'>{}</platform>", CLUSTER("bb_bw='1GBps' bb_lat='5us'")));
  for (const auto& [sharing, time] :
       {std::pair<std::string, double>{"fair", 2025}, {"alone", 1025}, {"packets, packet: 100 kB", 2225}}) {
    const ReadResult net =
        made(beside.path(),
             pairs(fmt::format("platform: {{file: p.xml, hosts: [n0, n1, n2, n3]}}, network: {{sharing: {}}}", sharing), 4));
    EXPECT_NEAR(run_time(net), time, 1e-3) << sharing;
  }
}

}  // namespace
}  // namespace petriloom::platform_test
