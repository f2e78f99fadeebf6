// SPDX-License-Identifier: Apache-2.0
// Platforms and lists of links as texts: units, what is refused with its place, files of SimGrid,
// and tables that stay small.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "generator/platform/link_list.h"
#include "generator/platform/platform.h"
#include "generator/platform/route_builder.h"
#include "generator/platform/units.h"
#include "generator/reading/read_description.h"

namespace petriloom::platform_files_test {
namespace {

namespace fs = std::filesystem;

TEST(PlatformUnits, AreThoseOfTheDtd) {
  EXPECT_EQ(platform_quantity("1.25GBps", PlatformUnit::bandwidth), 1.25e9);
  EXPECT_EQ(platform_quantity("10Gbps", PlatformUnit::bandwidth), 1.25e9);
  EXPECT_EQ(platform_quantity("1KiBps", PlatformUnit::bandwidth), 1024);
  EXPECT_EQ(platform_quantity("8Mibps", PlatformUnit::bandwidth), 1048576);
  EXPECT_EQ(platform_quantity("1.25E9Bps", PlatformUnit::bandwidth), 1.25e9);
  EXPECT_EQ(platform_quantity("125", PlatformUnit::bandwidth), 125);
  EXPECT_DOUBLE_EQ(platform_quantity("98.095Mf", PlatformUnit::speed).value_or(0), 98.095e6);
  EXPECT_EQ(platform_quantity("2gigaflops", PlatformUnit::speed), 2e9);
  EXPECT_EQ(platform_quantity("10f", PlatformUnit::speed), 10);
  EXPECT_DOUBLE_EQ(platform_quantity("50us", PlatformUnit::time).value_or(0), 50e-6);
  EXPECT_EQ(platform_quantity("2 ms", PlatformUnit::time), 2e-3);
  EXPECT_EQ(platform_quantity("1m", PlatformUnit::time), 60);
  EXPECT_EQ(platform_quantity("0", PlatformUnit::time), 0);
  for (const char* none : {"", "us", "-1us", "1 parsec", "nanus", "inf", "1e400s"})
    EXPECT_FALSE(platform_quantity(none, PlatformUnit::time)) << none;
  EXPECT_FALSE(platform_quantity("1us", PlatformUnit::bandwidth));
  EXPECT_FALSE(platform_quantity("1Bps", PlatformUnit::speed));
}

/// What is said of a platform whose inner lines these are; they begin in line 2.
std::string said(const std::string& lines, const std::string& version = "4.1") {
  Sources sources;
  Diagnostics wrong;
  const FileId file = sources.add("p.xml", fmt::format("<platform version='{}'>\n{}\n</platform>\n", version, lines));
  const auto platform = read_simgrid_platform(file, sources, wrong);
  std::string text;
  for (const Diagnostic& one : wrong.list()) text += fmt::format("{}: {}\n", sources.describe(one.where), one.message);
  EXPECT_EQ(platform.has_value(), text.empty());
  return text;
}

std::string in_zone(const std::string& lines, const std::string& routing = "Full") {
  return said(fmt::format("<zone id='z' routing='{}'><host id='a' speed='1Gf'/><link id='l' bandwidth='1GBps'/>\n{}</zone>",
                          routing, lines));
}

// What other programs write and SimGrid takes: a line before the declaration, hosts that stand
// still in a state they are not in, clusters without prefix, and disks, which are told once.
TEST(PlatformFiles, TakeWhatSimGridTakes) {
  Sources sources;
  Diagnostics wrong;
  const FileId file =
      sources.add("p.xml",
                  "\n<?xml version='1.0'?>\n<platform version='4.1'>\n<zone id='z' routing='Full'>\n"
                  "<host id='a' speed='2Gf,0f,1e-9Mf' pstate='0'><disk id='d' read_bw='1MBps' write_bw='1MBps'/>"
                  "<disk id='e' read_bw='1MBps' write_bw='1MBps'/></host>\n"
                  "<cluster id='c' suffix='.c' radical='0-1' speed='1Gf' bw='1000EBps' lat='1us'/>\n</zone>\n</platform>\n");
  const auto platform = read_simgrid_platform(file, sources, wrong);
  ASSERT_TRUE(platform.has_value());
  EXPECT_EQ(platform->hosts.size(), 3U);
  ASSERT_EQ(wrong.list().size(), 1U);
  EXPECT_EQ(sources.describe(wrong.list()[0].where), "p.xml:5:47");
  EXPECT_EQ(wrong.list()[0].message, "disks are left out: 'storage' of the machine says what file system there is");
}

TEST(PlatformErrors, AreToldAtTheirPlaces) {
  EXPECT_EQ(said("<zone id='z' routing='Full'/>", "2"), "p.xml:1:1: a platform of version '2' is not read\n");
  EXPECT_EQ(said(""), "p.xml:1:1: this platform has no hosts\n");
  EXPECT_EQ(said("<host id='a' speed='1Gf'/>"), "p.xml:2:1: a host stands in a zone\n");
  EXPECT_EQ(said("<zone id='z' routing='Wifi'/>"), "p.xml:2:1: wifi is not modelled\n");
  EXPECT_EQ(said("<zone id='z' routing='Star'/>"), "p.xml:2:1: there is no routing 'star'\n");
  EXPECT_EQ(in_zone("<hots id='b' speed='1Gf'/>"), "p.xml:3:1: there is no tag <hots> in a platform\n");
  EXPECT_EQ(in_zone("<host id='b' sped='1Gf'/>"),
            "p.xml:3:1: <host> has no attribute 'sped'\np.xml:3:1: <host> needs the attribute 'speed'\n");
  EXPECT_EQ(in_zone("<host id='a' speed='1Gf'/>"), "p.xml:3:1: there are two hosts, routers or zones 'a'\n");
  EXPECT_EQ(in_zone("<host id='b' speed='1GBps'/>"), "p.xml:3:1: expected a speed, as 1Gf for 'speed', found '1GBps'\n");
  EXPECT_EQ(in_zone("<host id='b' speed='2Gf,1Gf' pstate='2'/>"),
            "p.xml:3:1: expected a whole number from 0 to 1 for 'pstate', found '2'\n");
  EXPECT_EQ(in_zone("<host id='b' speed='1Gf' core='0'/>"),
            "p.xml:3:1: expected a whole number from 1 to 4096 for 'core', found '0'\n");
  EXPECT_EQ(in_zone("<host id='b' speed='1Gf' coordinates='1 2'/>"),
            "p.xml:3:1: expected three coordinates, as 25.5 9.4 1.4, found '1 2'\n");
  EXPECT_EQ(
      in_zone("<host id='b' speed='1Gf' state_file='f'/>\n<link id='m' bandwidth='1GBps' bandwidth_file='f' latency_file='g'/>"),
      "p.xml:3:1: 'state_file': failures are not modelled\n"
      "p.xml:4:1: 'bandwidth_file': bandwidths that change with time are not modelled\n"
      "p.xml:4:1: 'latency_file': latencies that change with time are not modelled\n");
  EXPECT_EQ(in_zone("<link id='l' bandwidth='1GBps'/>"), "p.xml:3:1: there are two links 'l'\n");
  EXPECT_EQ(in_zone("<link id='m' bandwidth='1us'/>"),
            "p.xml:3:1: expected a bandwidth, as 1.25GBps for 'bandwidth', found '1us'\n");
  EXPECT_EQ(in_zone("<link id='m' bandwidth='1GBps' sharing_policy='MINE'/>"),
            "p.xml:3:1: there is no way 'MINE' of sharing a link\n");
  EXPECT_EQ(in_zone("<link id='m' bandwidth='54Mbps,36Mbps' sharing_policy='WIFI'/>"), "p.xml:3:1: wifi is not modelled\n");
  EXPECT_EQ(in_zone("<route src='a' dst='b'><link_ctn id='l'/></route>"),
            "p.xml:3:1: there is no host, router or zone 'b' above\n");
  EXPECT_EQ(in_zone("<router id='b'/><route src='a' dst='b'>\n<link_ctn id='m'/></route>"),
            "p.xml:4:1: there is no link 'm' above\n");
  EXPECT_EQ(in_zone("<router id='b'/><route src='a' dst='b'/>\n<route src='b' dst='a'/>"),
            "p.xml:4:1: there are two routes from 'b' to 'a'\n");
  EXPECT_EQ(in_zone("<router id='b'/><route src='a' dst='b' symmetrical='perhaps'/>"),
            "p.xml:3:17: expected YES or NO for 'symmetrical', found 'perhaps'\n");
  EXPECT_EQ(in_zone("<link id='m' bandwidth='1GBps' sharing_policy='SPLITDUPLEX'/><router id='b'/><route src='a' "
                    "dst='b'>\n<link_ctn id='m'/></route>"),
            "p.xml:4:1: a route goes up or down the link 'm', which is SPLITDUPLEX\n");
  EXPECT_EQ(in_zone("<zone id='y' routing='Full'><router id='b'/></zone>\n<zoneRoute src='y' dst='y' gw_src='a' gw_dst='b'/>"),
            "p.xml:4:1: the gateway 'a' is no host or router of the zone 'y'\n");
  EXPECT_EQ(in_zone("<zone id='y' routing='Full'/>\n<route src='a' dst='y'/>"),
            "p.xml:4:1: 'y' is no host or router of this zone\n");
  EXPECT_EQ(in_zone("<peer id='b' speed='1Gf' bw_in='1GBps' bw_out='1GBps'/>"),
            "p.xml:3:1: a peer stands in a zone of routing Vivaldi\n");
  EXPECT_EQ(in_zone("<backbone id='b' bandwidth='1GBps' latency='0'/>"),
            "p.xml:3:1: a backbone stands in a zone of routing Cluster\n");
  EXPECT_EQ(in_zone("<include file='other.xml'/>"), "p.xml:3:1: <include>: other files are not read\n");
  EXPECT_EQ(said("<trace_connect kind='SPEED' trace='t' element='a'/>"),
            "p.xml:2:1: <trace_connect>: what changes with time, and failures, are not modelled\n");
  EXPECT_EQ(said("<actor host='a' function='f'/>"), "p.xml:2:1: <actor>: programs are not read: 'application' says what runs\n");
}

TEST(PlatformErrors, OfClusters) {
  const auto cluster = [](const std::string& more, const std::string& radical = "0-3") {
    return said(
        fmt::format("<cluster id='c' prefix='n' suffix='' radical='{}' speed='1Gf' bw='1GBps' lat='1us' {}/>", radical, more));
  };
  EXPECT_EQ(cluster(""), "");
  EXPECT_EQ(cluster("", "3-1"), "p.xml:2:1: expected numbers as 1-4,6 for 'radical', found '3-1'\n");
  EXPECT_EQ(cluster("", "0-2147483647"), "p.xml:2:1: a machine has at most 100000 nodes\n");
  EXPECT_EQ(cluster("topology='RING'"), "p.xml:2:1: there is no topology 'RING' of a cluster\n");
  EXPECT_EQ(cluster("topology='TORUS' topo_parameters='3'"), "p.xml:2:1: '3' has 3 places for the 4 hosts of its radical\n");
  EXPECT_EQ(cluster("topology='FAT_TREE' topo_parameters='2;2,2;1;1,1'"),
            "p.xml:2:1: '2;2,2;1;1,1' are no parameters of the topology FAT_TREE\n");
  EXPECT_EQ(cluster("topology='DRAGONFLY' topo_parameters='2,1;1,1;1,1;2'"),
            "p.xml:2:1: a dragonfly of 2 groups needs as many routers in a chassis at least, not 1\n");
  EXPECT_EQ(cluster("topology='TORUS' topo_parameters='99999,99999,99999'"),
            "p.xml:2:1: '99999,99999,99999' has 999970000299999 places for the 4 hosts of its radical\n");
}

TEST(PlatformErrors, OfHostileFiles) {
  Sources sources;
  Diagnostics wrong;
  const FileId bomb = sources.add("bomb.xml",
                                  "<!DOCTYPE platform [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n"
                                  "<platform version=\"4.1\"><zone id=\"&b;\" routing=\"Full\"/></platform>\n");
  EXPECT_FALSE(read_simgrid_platform(bomb, sources, wrong));
  EXPECT_TRUE(wrong.has_errors());
  Diagnostics fetched;
  const FileId outside = sources.add("outside.xml",
                                     "<!DOCTYPE platform SYSTEM \"file:///nowhere/simgrid.dtd\">\n<platform version=\"4.1\">"
                                     "<zone id=\"z\" routing=\"Full\"><host id=\"a\" speed=\"1Gf\"/></zone></platform>\n");
  EXPECT_TRUE(read_simgrid_platform(outside, sources, fetched)) << fetched.format(sources);  // what it names is not read
  Diagnostics no_platform;
  EXPECT_FALSE(read_simgrid_platform(sources.add("other.xml", "<topology/>"), sources, no_platform));
  EXPECT_NE(no_platform.format(sources).find("this is no platform of SimGrid"), std::string::npos);
}

/// What a description with the platform says: "read", or the first error of the platform.
TEST(Platform, FilesOfSimgridAreReadOrRefused) {
  const fs::path folder = fs::path(PETRILOOM_SHARED) / "machines" / "simgrid-platforms";
  if (!fs::exists(folder)) GTEST_SKIP() << "needs ../shared/machines";
  const std::map<std::string, std::string> refused{
      {"faulty_host", "faulty_host.xml:5:5: 'state_file': failures are not modelled"},
      {"small_platform_profile", "small_platform_profile.xml:5:5: 'speed_file': speeds that change with time are not modelled"},
      {"two_hosts_platform_with_availability_included",
       "two_hosts_platform_with_availability_included.xml:28:3: <trace_connect>: what changes with time, and failures, are not "
       "modelled"},
      {"two_hosts_profiles", "two_hosts_profiles.xml:5:5: 'state_file': failures are not modelled"},
      {"wifi", "wifi.xml:7:5: wifi is not modelled"},
      {"wifi_large_cell", "wifi_large_cell.xml:7:5: wifi is not modelled"},
      {"wifi_ns3", "wifi_ns3.xml:8:5: wifi is not modelled"}};
  std::size_t seen = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".xml") continue;
    ++seen;
    const std::string text = fmt::format("machine: {{platform: {}}}\napplication: {{kind: ranks, steps: [barrier]}}\n",
                                         entry.path().filename().string());
    const DescriptionResult read = read_description((folder / "description.yaml").string(), {PETRILOOM_ROOT}, {{}, text});
    std::string first = "read";
    for (const Diagnostic& one : read.diagnostics.list()) {
      if (one.severity != Severity::error || first != "read") continue;
      first = fmt::format("{}: {}", read.sources->describe(one.where), one.message);
      first.erase(0, first.rfind('/', first.find(".xml")) + 1);
    }
    const auto expected = refused.find(entry.path().stem().string());
    EXPECT_EQ(first, expected == refused.end() ? "read" : expected->second);
  }
  EXPECT_EQ(seen, 35U);
}

// 60,000 hosts of a cluster are one point, in which the backbone is the only route.
TEST(Platform, HostsOfAClusterShareTheirTables) {
  Sources sources;
  Diagnostics wrong;
  const FileId file = sources.add("p.xml",
                                  "<platform version='4.1'><zone id='z' routing='Full'><cluster id='c' prefix='n' suffix='' "
                                  "radical='0-59999' speed='1Gf' bw='1GBps' "
                                  "lat='1us' bb_bw='9GBps' bb_lat='2us'/><host id='h' speed='1Gf'/></zone></platform>");
  const auto platform = read_simgrid_platform(file, sources, wrong);
  ASSERT_TRUE(platform) << wrong.format(sources);
  std::vector<int> hosts(60'000);
  for (std::size_t i = 0; i < hosts.size(); ++i) hosts[i] = static_cast<int>(i);
  const auto tables = platform_tables(*platform, hosts, {}, wrong);
  ASSERT_TRUE(tables);
  EXPECT_EQ(tables->points, 1);
  EXPECT_EQ(tables->speeds.size(), 120'001U);
  EXPECT_EQ(tables->steps.size(), 120'002U);
  EXPECT_EQ(tables->routes.size(), 1U);
}

/// What is said of a list of links between three nodes.
std::string said_of_list(const std::string& text) {
  Sources sources;
  Diagnostics wrong;
  const auto tables = link_list_tables(sources.add("l.csv", text), 3, sources, wrong);
  std::string all;
  for (const Diagnostic& one : wrong.list()) all += fmt::format("{}: {}\n", sources.describe(one.where), one.message);
  EXPECT_EQ(tables.has_value(), all.empty());
  return all;
}

TEST(LinkList, ErrorsAreToldAtTheirPlaces) {
  const std::string head = "from,to,bandwidth,latency\n";
  EXPECT_EQ(said_of_list(head + "0,1,1 GB/s,1 us\n1,2,1 GB/s,1 us\n"), "");
  EXPECT_EQ(said_of_list(""), "l.csv: this list of links is empty\n");
  EXPECT_EQ(said_of_list("from,to,speed,latency\n"),
            "l.csv:1:9: a list of links has no column 'speed'\nl.csv:1:1: this list of links has no column 'bandwidth'\n");
  EXPECT_EQ(said_of_list(head + "0,3,1 GB/s,1 us\n"), "l.csv:2:3: there is no node 3\n");
  EXPECT_EQ(said_of_list(head + "0,0,1 GB/s,1 us\n"), "l.csv:2:3: a link leads from one point to another\n");
  EXPECT_EQ(said_of_list(head + "0,1,1 GB/s\n"), "l.csv:2:1: expected 4 cells, found 3\n");
  EXPECT_EQ(said_of_list(head + "0,1,1 GB,1 us\n").substr(0, 10), "l.csv:2:5:");
  EXPECT_EQ(said_of_list(head + "0,1,0 GB/s,1 us\n"), "l.csv:2:5: expected a rate in bytes from 1 to 1e18, found '0 GB/s'\n");
  EXPECT_EQ(said_of_list("from,to,bandwidth,latency,sharing\n0,1,1 GB/s,1 us,half\n"),
            "l.csv:2:17: there is no way 'half' of sharing a link\n");
  EXPECT_EQ(said_of_list(head + "0,1,1 GB/s,1 us\n"), "l.csv: no links lead from node 2 to node 0\n");
}

}  // namespace
}  // namespace petriloom::platform_files_test
