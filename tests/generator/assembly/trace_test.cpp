// SPDX-License-Identifier: Apache-2.0
// Programs of ranks that are traces: rules of LogGOPS by hand, operations of all ranks against
// SimGrid, each key turned, and what is wrong in a file told at its place there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>

#include "engine/simulate/simulate.h"
#include "formats/message_trace/message_trace.h"
#include "generator/assembly/generate.h"
#include "tests/generator/means.h"
#include "tests/own_folder.h"

namespace petriloom::rank_trace_test {
namespace {

/// Nodes of 8 Gflop/s; L = 10 us, o = 2 us, g = 3 us, G = 1 ns.
const std::string kAloneMachine =
    "machine:\n"
    "  kinds:\n"
    "    k: {sockets: 2, cores_per_socket: 2, frequency: 1 GHz, flop_per_cycle: 2,\n"
    "        memory: {latency: 1 us, bandwidth: 4 GB/s}}\n"
    "  nodes: [{kind: k, count: 4}]\n"
    "  network: {sharing: alone, link: {latency: 10 us, overhead: 2 us, gap: 3 us, bandwidth: 1 GB/s}, power: 6 W}\n";
/// 5 hosts of 1 Gflop/s, links of 125 MB/s and 50 us, each way.
const std::string kSimgridMachine =
    "machine:\n"
    "  kinds: {k: {cores_per_socket: 1, frequency: 1 GHz, flop_per_cycle: 1, memory: {latency: 0 s, bandwidth: 1 TB/s}}}\n"
    "  nodes: [{kind: k, count: 5}]\n"
    "  network: {link: {latency: 100 us, bandwidth: 125 MB/s}, power: 1 W}\n";

/// A folder for the files of one test.
class TraceFolder {
 public:
  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }
  [[nodiscard]] ReadResult made(const std::string& machine, const std::string& application,
                                const std::vector<DescriptionSetting>& settings = {}) const {
    GenerateOptions options;
    options.search_path = {PETRILOOM_ROOT};
    options.input = {settings, machine + "application: {kind: ranks, " + application + "}\n"};
    return generate(folder_.file("trace.yaml"), options);
  }

 private:
  test::OwnFolder folder_;
};

std::map<std::string, double> measured(const ReadResult& made, Engine engine = Engine::fastest) {
  return test::means_of(made, engine);
}

double run_time(const ReadResult& made, Engine engine = Engine::fastest) { return measured(made, engine)["run_time"]; }

struct TraceKnob {
  const char* name;
  const char* file;
  const char* text;
  const char* keys;
  std::vector<std::pair<const char*, const char*>> settings;
  double time;  ///< us
};
std::ostream& operator<<(std::ostream& out, const TraceKnob& knob) { return out << knob.name; }

constexpr const char* kOne = "num_ranks 2\nrank 0 {\nsend 1001b to 1\n}\nrank 1 {\nrecv 1001b from 0\n}\n";
constexpr const char* kTwo =
    "num_ranks 2\nrank 0 {\nl1: send 1001b to 1 tag 1\nl2: send 1001b to 1 tag 2\nl2 requires l1\n}\n"
    "rank 1 {\nr1: recv 1001b from 0 tag 1\nr2: recv 1001b from 0 tag 2\nr2 requires r1\n}\n";
constexpr const char* kTwoPorts =
    "num_ranks 2\nrank 0 {\nl1: send 1001b to 1 tag 1\nl2: send 1001b to 1 tag 2 nic 1\nl2 requires l1\n}\n"
    "rank 1 {\nr1: recv 1001b from 0 tag 1\nr2: recv 1001b from 0 tag 2 nic 1\nr2 requires r1\n}\n";
// The receiver works for 50 us before it asks, the sender for 60 us behind it.
constexpr const char* kLate =
    "num_ranks 2\nrank 0 {\nl1: send 1001b to 1\nl2: calc 60000\nl2 requires l1\n}\n"
    "rank 1 {\nl1: calc 50000\nl2: recv 1001b from 0\nl2 requires l1\n}\n";
constexpr const char* kWork = "num_ranks 1\nrank 0 {\nl1: calc 5000\nl2: calc 3000\nl2 requires l1\n}\n";
constexpr const char* kBegun = "num_ranks 1 // of two cores\nrank 0 {\nl1: calc 5000\nl2: calc 3000 cpu 1\nl2 irequires l1\n}\n";
constexpr const char* kOtherCore =
    "/* of\ntwo cores */ num_ranks 1\nrank 0 {\nl1: calc 5000\nl2: calc 3000 cpu 1\nl2 requires l1\n}\n";
constexpr const char* kPair = "0 init\n1 init\n0 send 1 0 1e6\n1 recv 0 0 1e6\n";
constexpr const char* kOverlap =
    "0 init\n1 init\n0 isend 1 7 1e6\n0 compute 8e6\n0 wait 0 1 7\n1 irecv 0 7 1e6\n1 compute 8e6\n1 waitall\n";

const TraceKnob kTraceKnobs[] = {
    // The core sends for o, the message is under way for L, and taken for o and the bytes but one.
    {"one", "a.goal", kOne, "", {}, 2 + 10 + 2 + 1},
    {"latency", "a.goal", kOne, "", {{"machine.network.link.latency", "20 us"}}, 2 + 20 + 2 + 1},
    {"overhead", "a.goal", kOne, "", {{"machine.network.link.overhead", "4 us"}}, 4 + 10 + 4 + 1},
    {"bandwidth", "a.goal", kOne, "", {{"machine.network.link.bandwidth", "500 MB/s"}}, 2 + 10 + 2 + 2},
    {"overhead_per_byte", "a.goal", kOne, "", {{"machine.network.link.overhead_per_byte", "5 ns/B"}}, 2 + 10 + 2 + 5},
    {"hop_latency", "a.goal", kOne, "", {{"machine.network.hop_latency", "1 us"}}, 2 + 10 + 1 + 2 + 1},
    // All bytes cross the link there, and the gap is a latency.
    {"fair", "a.goal", kOne, "", {{"machine.network.sharing", "fair"}}, 2 + 1.001 + 3 + 10 + 2},
    {"packets", "a.goal", kOne, "", {{"machine.network.sharing", "packets"}}, 2 + 2 * 1.001 + 3 + 10 + 2},
    {"within_a_node", "a.goal", kOne, ", ranks_per_node: 2", {}, 2 + 1 + 1001 / 4e3 + 2},
    {"copy", "a.goal", kOne, ", ranks_per_node: 2, copy: {latency: 3 us, bandwidth: 1 GB/s}", {}, 2 + 3 + 1.001 + 2},
    {"cyclic", "a.goal", kOne, ", ranks_per_node: 2, order: cyclic", {}, 15},
    // The second leaves when the interface is free, after g and the bytes but one.
    {"two", "a.goal", kTwo, "", {}, 4 + 15},
    {"gap", "a.goal", kTwo, "", {{"machine.network.link.gap", "8 us"}}, 9 + 15},
    // Other ports: the core alone is waited for, at the receiver for 3 us.
    {"two_ports", "a.goal", kTwoPorts, "", {}, 2 + 10 + 3 + 3},
    {"work", "a.goal", kWork, "", {}, 8},
    {"unit", "a.goal", kWork, ", unit: 1 us", {}, 8000},
    {"begun", "a.goal", kBegun, "", {}, 5},
    {"other_core", "a.goal", kOtherCore, "", {}, 8},
    {"not_held", "a.goal", kLate, "", {}, 2 + 60},
    {"held", "a.goal", kLate, ", buffered: 1000 B", {}, 50 + 60},
    {"just_not_held", "a.goal", kLate, ", buffered: 1001 B", {}, 2 + 60},
    // It leaves when it is awaited; the sender does not wait for that, or does.
    {"eager", "a.goal", kLate, ", eager: 1000 B", {}, 50 + 10 + 3},
    {"eager_and_held", "a.goal", kLate, ", eager: 1000 B, buffered: 1000 B", {}, 50 + 10 + 60},
    {"just_eager", "a.goal", kLate, ", eager: 1001 B", {}, 2 + 60},
    {"slower_by_size",
     "a.goal",
     kOne,
     ", sizes: [{from: 0 B, latency: 5}, {from: 1001 B, latency: 2, bandwidth: 0.5}, {from: 1002 B, latency: 9}]",
     {},
     2 + 2 * 10 + 2 + 2},
    {"slower_by_size_when_awaited", "a.goal", kLate, ", eager: 0 B, sizes: [{from: 1 B, latency: 2}]", {}, 50 + 2 * 10 + 3},
    {"slower_by_size_on_links",
     "a.goal",
     kOne,
     ", sizes: [{from: 1 kB, bandwidth: 0.5}]",
     {{"machine.network.sharing", "fair"}},
     2 + 2.002 + 3 + 10 + 2},
    {"compute", "a.txt", "0 init\n0 compute 8e6\n0 compute 8e6\n", "", {}, 2000},
    {"frequency", "a.txt", "0 init\n0 compute 8e6\n", "", {{"machine.kinds.k.frequency", "2 GHz"}}, 500},
    {"ranks_share_the_cores", "a.txt", "0 init\n0 compute 8e6\n", ", ranks_per_node: 4", {}, 4000},
    {"sleep", "a.txt", "0 sleep 0.002\n", "", {}, 2000},
    {"pair", "a.txt", kPair, "", {}, 2 + 10 + 2 + 999.999},
    {"doubles", "a.txt", "0 init 1\n1 init 1\n0 send 1 0 1e6\n1 recv 0 0 1e6\n", "", {}, 14 + 7999.999},
    {"integers", "a.txt", "0 init 1\n1 init 1\n0 send 1 0 1e6 1\n1 recv 0 0 1e6 1\n", "", {}, 14 + 3999.999},
    // Who works takes nothing before it is done.
    {"overlap", "a.txt", kOverlap, "", {{"machine.network.sharing", "fair"}}, 1000 + 17},
    {"both_ways", "a.txt", "0 sendRecv 1000 1 1000 1 6 6\n1 sendRecv 1000 0 1000 0 6 6\n", "", {}, 2 + 10 + 2 + 0.999},
    {"test_is_passed_over", "a.txt", "0 isend 1 0 1\n0 test 0 1 0\n0 wait 0 1 0\n1 irecv 0 0 1\n1 waitall\n", "", {}, 14},
};

class TraceKnobs : public testing::TestWithParam<TraceKnob> {};

TEST_P(TraceKnobs, HaveTheirEffect) {
  const TraceKnob& knob = GetParam();
  const TraceFolder folder;
  folder.write(knob.file, knob.text);
  std::vector<DescriptionSetting> settings;
  for (const auto& [key, value] : knob.settings) settings.push_back({key, value});
  for (const Engine engine : {Engine::fastest, Engine::coloured}) {
    EXPECT_NEAR(run_time(folder.made(kAloneMachine, fmt::format("trace: {}{}", knob.file, knob.keys), settings), engine) * 1e6,
                knob.time, 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(All, TraceKnobs, testing::ValuesIn(kTraceKnobs),
                         [](const testing::TestParamInfo<TraceKnob>& of) { return std::string(of.param.name); });

/// Rank r works r Mflop before, and (5 - r) / 2 Mflop after. What SimGrid 3.32 (Debian 12) prints:
///   smpirun -np 5 -replay LIST -platform P.xml -hostfile H --cfg=smpi/bw-factor:0:1.0
///     --cfg=smpi/lat-factor:0:1.0 --cfg=network/TCP-gamma:0 --cfg=network/crosstraffic:0
///     --cfg=network/weight-S:0
/// with <cluster prefix="node-" suffix="" radical="0-4" speed="1Gf" bw="125MBps" lat="50us"/>.
/// and without any --cfg. R in an action is the rank's own part, (r + 1) * 100000.
struct Collective {
  const char* action;
  double time;     ///< s, without factors
  double usually;  ///< s, with SimGrid's usual factors
};
std::ostream& operator<<(std::ostream& out, const Collective& of) { return out << of.action; }

const Collective kCollectives[] = {
    {"bcast 1000000", 0.030800, 0.035507},
    {"bcast 1000000 2", 0.028800, 0.033507},
    {"reduce 100000 1000000", 0.008400, 0.009515},
    {"reduce 100000 1000000 3 0", 0.031867, 0.034546},
    {"allreduce 200000 2000000", 0.017101, 0.022064},
    {"alltoall 300000 300000", 0.016201, 0.018380},
    {"gather 500000 500000 1", 0.019101, 0.021174},
    {"scatter 500000 500000 4", 0.022601, 0.024674},
    {"allgather 400000 400000", 0.019401, 0.021952},
    {"gatherv R 100000 200000 300000 400000 500000 2", 0.013201, 0.014870},
    {"scatterv 100000 200000 300000 400000 500000 R 0", 0.014801, 0.016571},
    {"allgatherv R 100000 200000 300000 400000 500000", 0.022601, 0.025099},
    {"reducescatter 100000 100000 100000 100000 100000 5000000", 0.027901, 0.031240},
    {"reducescatter 100000 200000 300000 400000 500000 5000000", 0.027901, 0.033672},
    {"reducescatter 10000 20000 30000 40000 50000 5000000", 0.015321, 0.020996},
    {"scan 300000 1000000", 0.017201, 0.018870},
    {"barrier", 0.006600, 0.006702},
};

/// `smpi/lat-factor` and `smpi/bw-factor` as they are in SimGrid 3.32.
constexpr const char* kSimgridSizes =
    "[{from: 0 B, latency: 2.01467, bandwidth: 0.812084}, {from: 257 B, latency: 1.95341, bandwidth: 0.338112}, "
    "{from: 732 B, latency: 1.9503, bandwidth: 0.341987}, {from: 1426 B, latency: 1.61075, bandwidth: 0.608902}, "
    "{from: 3484 B, latency: 1.88101, bandwidth: 0.77493}, {from: 5776 B, latency: 2.18796, bandwidth: 1.08739}, "
    "{from: 9376 B, latency: 2.59299, bandwidth: 0.58729}, {from: 15424 B, latency: 3.48845, bandwidth: 0.697866}, "
    "{from: 65472 B, latency: 11.6436, bandwidth: 0.940694}]";
constexpr double kSimgridDigits = 1e-4;  // it prints microseconds

class TraceCollectives : public testing::TestWithParam<Collective> {};

TEST_P(TraceCollectives, TakeWhatSimgridSays) {
  const TraceFolder folder;
  std::string list;
  for (int rank = 0; rank < 5; ++rank) {
    std::string action = GetParam().action;
    if (const std::size_t own = action.find('R'); own != std::string::npos)
      action.replace(own, 1, std::to_string((rank + 1) * 100000));
    folder.write(fmt::format("{}.txt", rank), fmt::format("{0} init\n{0} compute {1}\n{0} {2}\n{0} compute {3}\n{0} finalize\n",
                                                          rank, rank * 1000000, action, (5 - rank) * 500000));
    list += fmt::format("{}.txt\n", rank);
  }
  folder.write("list.txt", list);
  const std::string keys = "trace: list.txt, eager: 0 B, buffered: 65535 B";
  const double time = run_time(folder.made(kSimgridMachine, keys));
  EXPECT_NEAR(time, GetParam().time, kSimgridDigits * GetParam().time);
  const double usually = run_time(
      folder.made(kSimgridMachine, fmt::format("{}, sizes: {}", keys, kSimgridSizes), {{"machine.network.crosstraffic", "0.05"}}));
  EXPECT_NEAR(usually, GetParam().usually, kSimgridDigits * GetParam().usually);
}

INSTANTIATE_TEST_SUITE_P(All, TraceCollectives, testing::ValuesIn(kCollectives));

/// Two nodes of two cores, of 1 and 2 Gflop/s, which draw 15 and 25 W at work.
const std::string kPoweredMachine =
    "machine:\n"
    "  kinds:\n"
    "    k: {cores_per_socket: 2, frequency: 2 GHz, flop_per_cycle: 1, frequencies: [1 GHz, 2 GHz],\n"
    "        power: {idle: 5 W, work: 5 + 0.01 * f, message: 8}, memory: {latency: 1 us, bandwidth: 4 GB/s}}\n"
    "  nodes: [{kind: k, count: 2}]\n"
    "  network: {link: {latency: 10 us, overhead: 2 us, gap: 3 us, bandwidth: 1 GB/s}, power: 6 W}\n";
// Half a second of work, a message, and a second of work.
constexpr const char* kChain = "0 compute 2e9\n0 send 1 0 1e6\n1 recv 0 0 1e6\n1 compute 4e9\n";
constexpr const char* kUnits = "num_ranks 1\nrank 0 {\nl1: calc 1000000000\nl2: calc 1000000000 cpu 1\n}\n";
constexpr double kUs = 1e-6;
constexpr double kChainTime = 1.5 + (2 + 10 + 3 + 1000 + 2) * kUs;
constexpr double kChainAlone = 1.5 + (2 + 10 + 2 + 999.999) * kUs;  // the receiver's core takes the bytes
constexpr double kChainEnergy = 2 * 20 * 1.5 + 2 * 3 * 2 * 2 * kUs;

struct TracePower {
  const char* name;
  const char* file;
  const char* text;
  std::vector<std::pair<const char*, const char*>> settings;
  std::map<std::string, double> expected;
};
std::ostream& operator<<(std::ostream& out, const TracePower& knob) { return out << knob.name; }

const TracePower kTracePowers[] = {
    {"chain",
     "a.txt",
     kChain,
     {},
     {{"run_time", kChainTime},
      {"core_energy", 4 * 5 * kChainTime + kChainEnergy},
      {"network_energy", 6 * 1003 * kUs},
      {"energy", 4 * 5 * kChainTime + kChainEnergy + 6 * 1003 * kUs},
      {"gflops_per_watt", 6 / (4 * 5 * kChainTime + kChainEnergy + 6 * 1003 * kUs)}}},
    {"message", "a.txt", kChain, {{"machine.kinds.k.power.message", "5"}}, {{"core_energy", 4 * 5 * kChainTime + 2 * 20 * 1.5}}},
    {"alone",
     "a.txt",
     kChain,
     {{"machine.network.sharing", "alone"}},
     {{"core_energy", 4 * 5 * kChainAlone + kChainEnergy + 2 * 3 * 999.999 * kUs}, {"network_energy", 6 * 1003 * kUs}}},
    {"frequency", "a.txt", kChain, {{"machine.kinds.k.frequency", "1 GHz"}}, {{"run_time", kChainTime + 1.5}}},
    {"cap",
     "a.txt",
     kChain,
     {{"machine.kinds.k.power.cap", "20 W"}},
     {{"run_time", kChainTime + 1.5}, {"core_energy", 4 * 5 * (kChainTime + 1.5) + 2 * 10 * 3 + 2 * 3 * 2 * 2 * kUs}}},
    {"idle_of_all",
     "a.txt",
     kChain,
     {{"machine.kinds.k.memory.idle_power", "1 W"}, {"machine.network.idle_power", "2 W"}, {"machine.network.switch_power", "3 W"}},
     {{"memory_energy", 2 * kChainTime}, {"network_energy", 4 * kChainTime + 4 * 1003 * kUs}, {"switch_energy", 3 * kChainTime}}},
    // Two of a rank's cores in the trace are one of its cores each.
    {"cores_of_a_trace", "a.goal", kUnits, {}, {{"run_time", 1}, {"core_energy", 4 * 5 + 2 * 20}}},
    {"units_follow_the_clock",
     "a.goal",
     kUnits,
     {{"machine.power_cap", "80 W"}},
     {{"run_time", 2}, {"core_energy", 4 * 5 * 2 + 2 * 10 * 2}}},
};

class TracePowers : public testing::TestWithParam<TracePower> {};

TEST_P(TracePowers, AreAsToldByHand) {
  const TracePower& knob = GetParam();
  const TraceFolder folder;
  folder.write(knob.file, knob.text);
  std::vector<DescriptionSetting> settings;
  for (const auto& [key, value] : knob.settings) settings.push_back({key, value});
  std::map<std::string, double> values = measured(folder.made(kPoweredMachine, fmt::format("trace: {}", knob.file), settings));
  for (const auto& [measure, value] : knob.expected) EXPECT_NEAR(values[measure], value, 1e-9 * value) << measure;
}

INSTANTIATE_TEST_SUITE_P(All, TracePowers, testing::ValuesIn(kTracePowers),
                         [](const testing::TestParamInfo<TracePower>& of) { return std::string(of.param.name); });

/// LogGOPSim (76451de1) prints 27500 ns for a broadcast along such a tree of 32 ranks.
TEST(TraceOfGoal, ATreeTakesWhatLogGopsimSays) {
  constexpr int kRanks = 32;
  std::string text = fmt::format("num_ranks {}\n", kRanks);
  for (int rank = 0; rank < kRanks; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    int bit = 1;
    while (bit <= rank) bit *= 2;
    if (rank > 0) text += fmt::format("l0: recv 1b from {} tag 0\n", rank - bit / 2);
    for (int label = 1; rank + bit < kRanks; bit *= 2, ++label) {
      text += fmt::format("l{}: send 1b to {} tag 0\n", label, rank + bit);
      if (rank > 0) text += fmt::format("l{} requires l0\n", label);
    }
    text += "}\n";
  }
  const TraceFolder folder;
  folder.write("tree.goal", text);
  const double time =
      run_time(folder.made(kAloneMachine, "trace: tree.goal, buffered: 65535 B",
                           {{"machine.nodes[0].count", "32"},
                            {"machine.network.link", "{latency: 2.5 us, overhead: 1.5 us, gap: 1 us, per_byte: 6 ns/B}"}}));
  EXPECT_NEAR(time, 27.5e-6, 1e-15);
}

TEST(TraceFiles, ThatAreCutOrChangedAreReadOrRefused) {
  for (const std::string text : {kTwoPorts, kOtherCore, kOverlap, "0 alltoallv 2 1 1 2 1 1\n1 alltoallv 2 1 1 2 1 1\n"}) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      for (const std::string& other :
           {text.substr(0, at), text.substr(at), text.substr(0, at) + "9" + text.substr(at + 1),
            text.substr(0, at) + '\0' + text.substr(at + 1), text.substr(0, at) + "-" + text.substr(at)}) {
        Sources sources;
        Diagnostics diagnostics;
        const std::vector<FileId> files{sources.add("a.txt", other)};
        const auto trace = read_message_trace(files, sources, diagnostics);
        EXPECT_NE(trace.has_value(), diagnostics.has_errors()) << other;
      }
    }
  }
}

TEST(TraceFiles, WithMoreThanANetTakesAreRefused) {
  // A barrier is 200,000 operations of rank 0, and 400,000 waits of one for another.
  std::string text = "99999 init\n";
  for (int k = 0; k < 20; ++k) text += "0 barrier\n";
  Sources sources;
  Diagnostics diagnostics;
  const std::vector<FileId> files{sources.add("a.txt", text)};
  EXPECT_FALSE(read_message_trace(files, sources, diagnostics));
  ASSERT_EQ(diagnostics.error_count(), 1U);
  EXPECT_EQ(sources.describe(diagnostics.list().front().where).substr(0, 8), "a.txt:4:");
}

}  // namespace
}  // namespace petriloom::rank_trace_test
