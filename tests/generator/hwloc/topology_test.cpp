// SPDX-License-Identifier: Apache-2.0
// Topologies of hwloc: what is counted, what is refused, and real files.
#include "generator/hwloc/topology.h"
#include "generator/reading/read_description.h"
#include "tests/own_folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace petriloom::hwloc_test {
namespace {

namespace fs = std::filesystem;

struct Read {
  std::optional<HwlocTopology> topology;
  std::string said;
};

Read read(const std::string& objects, const std::string& root = "topology") {
  Sources sources;
  Diagnostics wrong;
  Read result;
  const FileId file =
      sources.add("node.xml", fmt::format("<?xml version=\"1.0\"?>\n<{0} version=\"3.0\">\n{1}\n</{0}>\n", root, objects));
  result.topology = read_hwloc(file, sources, wrong);
  for (const Diagnostic& one : wrong.list()) result.said += fmt::format("{}: {}\n", sources.describe(one.where), one.message);
  return result;
}

std::vector<int> cores(const Read& read) {
  std::vector<int> numbers;
  if (read.topology)
    for (const HwlocTopology::Package& package : read.topology->packages) numbers.push_back(package.cores);
  return numbers;
}

TEST(Hwloc, CountsCoresOfPackages) {
  const Read two = read(
      R"(<object type="Machine"><object type="NUMANode"/>
         <object type="Package"><object type="L3Cache"><object type="Core"><object type="PU"/><object type="PU"/></object>
         <object type="Core"><object type="PU"/></object></object></object>
         <object type="Package"><object type="Group"><object type="Core"><object type="PU"/></object></object></object></object>)");
  EXPECT_EQ(cores(two), (std::vector<int>{2, 1})) << two.said;
}

TEST(Hwloc, WithoutCoresUnitsCount) {
  EXPECT_EQ(cores(read(R"(<object type="Package"><object type="PU"/><object type="PU"/></object>)")), std::vector<int>{2});
  EXPECT_EQ(cores(read(R"(<object type="Machine"><object type="PU"/></object>)")), std::vector<int>{1});
}

TEST(Hwloc, KnowsSocketsOfOldFiles) {
  EXPECT_EQ(cores(read(R"(<object type="Socket"><object type="Core"/></object>)")), std::vector<int>{1});
}

TEST(Hwloc, CountsWhatComputes) {
  const Read read_gpus = read(
      R"(<object type="Package"><object type="Core"/></object>
         <object type="PCIDev" pci_type="0302 [10de:1db8] [10de:131d] a1 00"/>
         <object type="PCIDev" pci_type="0300 [10de:11ba] [10de:0965] a1 00"><object type="OSDev" name="cuda0"/><object type="OSDev" name="opencl0d1"/></object>
         <object type="PCIDev" pci_type="0300 [102b:0532] [00d9:0062] 0a 00"><object type="OSDev" name="card0"/></object>
         <object type="OSDev" name="ze0"/><object type="OSDev" name="zero"/>)");
  ASSERT_TRUE(read_gpus.topology) << read_gpus.said;
  ASSERT_EQ(read_gpus.topology->gpus.size(), 3U);  // a card without a screen, one that CUDA and OpenCL know, one of Level Zero
  EXPECT_EQ(read_gpus.topology->gpus.front().line, 4U);
}

TEST(Hwloc, TellsTheClockOfTheModel) {
  const auto clock = [](const std::string& model) {
    const Read one = read(fmt::format(R"(<object type="Core"/><info name="CPUModel" value="{}"/>)", model));
    return one.topology && one.topology->clock ? one.topology->clock->hertz : 0.0;
  };
  EXPECT_EQ(clock("Intel(R) Xeon(R) CPU E5-2650 0 @ 2.00GHz"), 2e9);
  EXPECT_EQ(clock("X @ 800MHz"), 800e6);
  EXPECT_EQ(clock("X @ 800 MHz"), 800e6);
  for (const char* none :
       {"Dual Core AMD Opteron(tm) Processor 865", "X @ 0GHz", "X @ -1GHz", "X @ nanGHz", "X @ 1e300GHz", "X @ 3", "@"})
    EXPECT_EQ(clock(none), 0.0) << none;
}

TEST(Hwloc, SaysWhatIsWrong) {
  EXPECT_EQ(read("", "net").said,
            "node.xml:2:1: this is no topology of hwloc: it begins with <net>\nnode.xml:2:1: this topology has no cores\n");
  EXPECT_EQ(read("<object/>").said, "node.xml:3:1: this object has no type\nnode.xml:2:1: this topology has no cores\n");
  EXPECT_EQ(read(R"(<object type="Package"/>)").said, "node.xml:3:1: this package has no cores\n");
  EXPECT_EQ(read(R"(<object type="Package"><object type="Core"/></object><object type="Core"/>)").said,
            "node.xml:3:54: 1 core outside of all packages\n");
  EXPECT_NE(read(R"(<object type="Core">)").said, "");
}

TEST(Hwloc, RealFiles) {
  const fs::path folder = fs::path(PETRILOOM_SHARED) / "machines" / "hwloc";
  if (!fs::exists(folder)) GTEST_SKIP() << "needs ../shared/machines";
  std::size_t gpus = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    Sources sources;
    Diagnostics wrong;
    std::ifstream stream(entry.path());
    const FileId file = sources.add(entry.path().filename().string(), {std::istreambuf_iterator<char>(stream), {}});
    const std::optional<HwlocTopology> topology = read_hwloc(file, sources, wrong);
    ASSERT_TRUE(topology) << wrong.format(sources);
    if (entry.path().stem() == "nvidiaDGX2") gpus = topology->gpus.size();
  }
  EXPECT_EQ(gpus, 16U);
}

/// What a description with a topology beside it says of its nodes.
struct Kinds : testing::Test {
  test::OwnFolder folder;
  void write(const std::string& name, const std::string& objects) const {
    folder.write(name, "<topology>\n" + objects + "\n</topology>\n");
  }
  [[nodiscard]] DescriptionResult described(const std::string& kind, const std::string& nodes = "[{kind: k}]") const {
    const std::string text = fmt::format(
        "include: {}/tests/generator/errors/parts/good.yaml\nmachine:\n  kinds: {{k: {}}}\n  nodes: {}\n  network: "
        "{{leaf_switches: 1}}\n"
        "application: {{grid: [1, 1]}}\n",
        PETRILOOM_ROOT, kind, nodes);
    return read_description(folder.file("description.yaml"), {PETRILOOM_ROOT}, {{}, text});
  }
};

const char* const kRest = "memory: {latency: 1 ns, bandwidth: 1 GB/s}, bus: {to_device: wire, to_host: wire, power: 1 W}";
const char* const kTwo =
    R"(<object type="Package"><info name="CPUModel" value="Z @ 2.5GHz"/><object type="Core"/><object type="Core"/><object type="Core"/></object>
       <object type="Package"><object type="Core"/><object type="Core"/><object type="Core"/></object>
       <object type="OSDev" name="cuda0"/><object type="OSDev" name="cuda1"/>)";

TEST_F(Kinds, TakeWhatATopologySays) {
  write("node.xml", kTwo);
  const DescriptionResult read = described(fmt::format("{{hwloc: node.xml, gpus: {{frequency: 1 GHz}}, {}}}", kRest));
  ASSERT_TRUE(read.description) << read.diagnostics.format(*read.sources);
  const NodeKind& kind = read.description->machine.nodes.at(0).kind;
  EXPECT_EQ(kind.sockets.value, 2);
  EXPECT_EQ(kind.cores_per_socket.value, 3);
  EXPECT_EQ(kind.cpu_frequency.value, 2.5e9);
  EXPECT_EQ(kind.gpus.value, 2);
}

TEST_F(Kinds, SayTheirOwnFirst) {
  write("node.xml", kTwo);
  const DescriptionResult read =
      described(fmt::format("{{hwloc: node.xml, gpus: 0, frequency: 1 GHz, cores_per_socket: 7, {}}}", kRest));
  ASSERT_TRUE(read.description) << read.diagnostics.format(*read.sources);
  const NodeKind& kind = read.description->machine.nodes.at(0).kind;
  EXPECT_EQ(kind.sockets.value, 2);
  EXPECT_EQ(kind.cores_per_socket.value, 7);
  EXPECT_EQ(kind.cpu_frequency.value, 1e9);
  EXPECT_EQ(kind.gpus.value, 0);
}

TEST_F(Kinds, OfOneGroupOfNodesCanBeOfAnotherFile) {
  write("node.xml", kTwo);
  write("small.xml", R"(<object type="Core"/><object type="Core"/>)");
  const DescriptionResult read = described(fmt::format("{{hwloc: node.xml, gpus: {{frequency: 1 GHz}}, {}}}", kRest),
                                           "[{kind: k, hwloc: small.xml, gpus: 0}]");
  ASSERT_TRUE(read.description) << read.diagnostics.format(*read.sources);
  const NodeKind& kind = read.description->machine.nodes.at(0).kind;
  EXPECT_EQ(kind.sockets.value, 1);
  EXPECT_EQ(kind.cores_per_socket.value, 2);
}

TEST_F(Kinds, AreWarnedOfGpusThatAreNotThere) {
  write("small.xml", R"(<object type="Core"/>)");
  const DescriptionResult read =
      described(fmt::format("{{hwloc: small.xml, gpus: {{frequency: 1 GHz}}, frequency: 1 GHz, {}}}", kRest));
  ASSERT_TRUE(read.description) << read.diagnostics.format(*read.sources);
  EXPECT_EQ(read.description->machine.nodes.at(0).kind.gpus.value, 0);
  EXPECT_NE(read.diagnostics.format(*read.sources).find("warning: 'small.xml' knows of no GPU"), std::string::npos);
}

TEST_F(Kinds, SocketsAreAlike) {
  write("uneven.xml", R"(<object type="Package"><object type="Core"/></object>
<object type="Package"><object type="Core"/><object type="Core"/></object>)");
  const DescriptionResult read = described(fmt::format("{{hwloc: uneven.xml, frequency: 1 GHz, {}}}", kRest));
  EXPECT_FALSE(read.description);
  EXPECT_NE(read.diagnostics.format(*read.sources).find("uneven.xml:3:1: error: this package has 2 cores, the first has 1 core"),
            std::string::npos)
      << read.diagnostics.format(*read.sources);
  EXPECT_TRUE(
      described(fmt::format("{{hwloc: uneven.xml, sockets: 1, cores_per_socket: 3, frequency: 1 GHz, {}}}", kRest)).description);
}

/// Cards take a core each, and what the description says goes before the file.
TEST_F(Kinds, OfOneNodeThatRunsTasksGiveCardsAndCores) {
  write("node.xml", kTwo);
  const auto workers = [&](const std::string& node) -> std::pair<int, int> {
    const std::string text = fmt::format(
        "name: n\nmachine: {{node: {{{}, bandwidth: 1 GB/s, latency: 1 us, rates: {{core: 1 Gflop/s, card: 5 Gflop/s}}}}}}\n"
        "runtime: {{policy: eager}}\napplication: {{kind: cholesky, tiles: 2}}\n",
        node);
    const DescriptionResult read = read_description(folder.file("description.yaml"), {PETRILOOM_ROOT}, {{}, text});
    if (!read.description) {
      ADD_FAILURE() << read.diagnostics.format(*read.sources);
      return {};
    }
    return {read.description->tasks->machine.cards.value, read.description->tasks->machine.cores.value};
  };
  EXPECT_EQ(workers("hwloc: node.xml"), std::pair(2, 4));
  EXPECT_EQ(workers("hwloc: node.xml, cards: 0"), std::pair(0, 6));
  EXPECT_EQ(workers("hwloc: node.xml, cards: 5"), std::pair(5, 1));
  EXPECT_EQ(workers("hwloc: node.xml, cores: 9"), std::pair(2, 9));
  write("uneven.xml", R"(<object type="Package"><object type="Core"/></object>
<object type="Package"><object type="Core"/><object type="Core"/></object>)");
  EXPECT_EQ(workers("hwloc: uneven.xml"), std::pair(0, 3)) << "sockets need not be alike";
  const auto said = [&](const std::string& node) {
    const DescriptionResult read = read_description(
        folder.file("description.yaml"), {PETRILOOM_ROOT},
        {{}, "machine: {node: {" + node + "}}\nruntime: {policy: eager}\napplication: {kind: cholesky, tiles: 2}\n"});
    return read.diagnostics.format(*read.sources);
  };
  EXPECT_NE(said("hwloc: none.xml").find("none.xml"), std::string::npos);
  EXPECT_NE(said("hwloc: node.xml").find("a node with cards needs the key 'bandwidth'"), std::string::npos);
}

}  // namespace
}  // namespace petriloom::hwloc_test
