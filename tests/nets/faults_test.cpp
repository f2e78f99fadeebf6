// SPDX-License-Identifier: Apache-2.0
// One fault is seeded into a copy of a subnet; verification of the small cluster must refute
// something and blame that subnet at the line of the fault or of the transition that has it.

#include <gtest/gtest.h>

#include <ostream>

#include "analysis/verify/verify.h"
#include "tests/nets/seeded_net.h"

namespace petriloom {
namespace {

struct Fault {
  const char* name;
  const char* file;
  const char* section;  ///< the fault is after this text
  const char* before;
  const char* after;
  const char* module;  ///< the kind that is to blame
};

std::ostream& operator<<(std::ostream& out, const Fault& fault) { return out << fault.name; }

constexpr Fault kFaults[] = {
    {"lost_acknowledgement", "hardware/dma.loom", "transition finish_to_device", "    out DMA_ACK : (d, to_device, b);\n", "",
     "DMA"},
    {"lost_answer_of_memory", "hardware/memory.loom", "transition provide", "    out M_ACK : b @+ latency;\n", "", "MEMORY"},
    {"core_not_given_back", "hardware/cpu.loom", "transition finish_block", "    out CPU_IDLE;\n", "", "CPU"},
    {"core_lost_by_driver", "runtime/cpu_driver.loom", "transition start", "    out CPU_IDLE : s @+ time;\n", "", "CPU_DRIVER"},
    {"core_duplicated", "hardware/cpu.loom", "transition finish_method", "out CPU_IDLE;", "out CPU_IDLE : 2`();", "CPU"},
    {"message_duplicated", "hardware/nic.loom", "transition deliver", "out NET_R : n;", "out NET_R : 2`n;", "NIC"},
    {"lane_not_freed", "hardware/pcie.loom", "transition arrive_at_host", "    out LANE : to_host;\n", "", "PCIE"},
    {"interface_not_freed", "network/alone.loom", "transition send", "    out IDLE : node_of(a) @+ busy(a, b, k);\n", "", "WIRES"},
    {"core_waits_for_core", "hardware/cpu.loom", "transition access", "    in  RUN : (b, k);\n",
     "    in  RUN : (b, k);\n    in  CPU_IDLE;\n", "CPU"},
    {"ghosts_before_sending", "application/stencil.loom", "transition collect", "    in  STATE : waiting_starpu;\n",
     "    in  STATE : waiting_starpu;\n    in  MESSAGE_QUEUES : each map(m in neighbours : (send_ghost, m));\n", "APPLICATION"},
};

class SeededFault : public testing::TestWithParam<Fault> {};

/// The first line of the transition that holds line `line` of `text`.
std::uint32_t transition_line(std::string_view text, std::uint32_t line) {
  std::uint32_t number = 0;
  std::uint32_t found = 0;
  std::size_t start = 0;
  while (start < text.size() && number < line) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    ++number;
    if (text.substr(start, end - start).find("transition ") != std::string_view::npos) found = number;
    start = end + 1;
  }
  return found;
}

TEST_P(SeededFault, IsRefutedAndBlamed) {
  const Fault& fault = GetParam();
  SeededNets nets;
  const std::uint32_t line = nets.replace(fault.file, fault.section, fault.before, fault.after);
  const ReadResult read = nets.generate("coka-mini.yaml");
  ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);

  VerifyOptions options;
  options.bytes = std::uint64_t{2} << 30;
  const VerifyResult result = verify(*read.net, options);
  const PropertyResult* worst = nullptr;
  for (const PropertyResult& property : result.properties) {
    if (property.verdict == Verdict::refuted && !property.blame.empty() && worst == nullptr) worst = &property;
  }
  ASSERT_NE(worst, nullptr) << "nothing was refuted with blame";

  const Blame& blame = worst->blame.front();
  const std::string& file = read.sources->name(blame.where.file);
  EXPECT_NE(blame.module.find(std::string("(") + fault.module + ")"), std::string::npos) << worst->name << ": " << blame.module;
  EXPECT_TRUE(file.ends_with(fault.file)) << worst->name << ": " << file;
  EXPECT_EQ(transition_line(read.sources->text(blame.where.file), blame.where.line),
            transition_line(read.sources->text(blame.where.file), line))
      << worst->name << ": " << read.sources->describe(blame.where) << ": " << blame.reason;
  EXPECT_TRUE(blame.origin.known()) << "the line of the description is not named";
}

INSTANTIATE_TEST_SUITE_P(Faults, SeededFault, testing::ValuesIn(kFaults), [](const auto& info) { return info.param.name; });

TEST(CokaMini, HoldsWhatItPromises) {
  for (const Fold fold : {Fold::automatic, Fold::never}) {
    const ReadResult read = SeededNets().generate("coka-mini.yaml", fold);
    ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
    const VerifyResult result = verify(*read.net, {});
    for (const PropertyResult& property : result.properties) {
      EXPECT_EQ(property.verdict, Verdict::holds) << property.name << " " << property.formula;
    }
    EXPECT_TRUE(result.state_space.complete);
    EXPECT_EQ(result.state_space.dead_markings, 0u);
  }
}

TEST(CokaMini, FoldedAndExpandedHaveTheSameStates) {
  const ReadResult folded = SeededNets().generate("coka-mini.yaml", Fold::automatic);
  const ReadResult expanded = SeededNets().generate("coka-mini.yaml", Fold::never);
  ASSERT_TRUE(folded.net) << folded.diagnostics.format(*folded.sources);
  ASSERT_TRUE(expanded.net) << expanded.diagnostics.format(*expanded.sources);
  const StateSpaceFacts a = verify(*folded.net, {}).state_space;
  const StateSpaceFacts b = verify(*expanded.net, {}).state_space;
  EXPECT_EQ(a.states, b.states);
  EXPECT_EQ(a.edges, b.edges);
}

}  // namespace
}  // namespace petriloom
