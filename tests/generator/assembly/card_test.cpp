// SPDX-License-Identifier: Apache-2.0
// Cards of one's own: a file of nets/hardware whose module GPU declares what it takes, and a
// description that names it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "formats/loom/loom.h"
#include "generator/assembly/generate.h"
#include "tests/own_folder.h"

namespace petriloom::card_test {
namespace {

namespace fs = std::filesystem;

const std::string kRoot = PETRILOOM_ROOT;

std::string text_of(const fs::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

class CardOfOnesOwn : public testing::Test {
 protected:
  /// What nets/hardware/gpu.loom has, and a pause before each task.
  CardOfOnesOwn() {
    fs::create_directories(folder_ / "nets" / "hardware");
    std::string text = text_of(kRoot + "/nets/hardware/gpu.loom");
    replace(text, "module GPU(", "module GPU(\n    pause : real = 3 us,");
    replace(text, "nth(phase_time, 0);", "nth(phase_time, 0) + pause;");
    std::ofstream(folder_ / "nets" / "hardware" / "slow.loom") << text;
  }

  static void replace(std::string& text, const std::string& before, const std::string& after) {
    const std::size_t at = text.find(before);
    ASSERT_NE(at, std::string::npos) << before;
    text.replace(at, before.size(), after);
  }

  /// The small reference system with this key beside `kinds`; empty: without it.
  [[nodiscard]] ReadResult read(const std::string& card) const {
    std::string text = text_of(kRoot + "/templates/coka-mini.yaml");
    if (!card.empty()) replace(text, "  nodes:\n", "  card: " + card + "\n  nodes:\n");
    const fs::path path = folder_ / "own.yaml";
    std::ofstream(path) << text;
    GenerateOptions options;
    options.search_path = {folder_.string(), kRoot};
    return generate(path.string(), options);
  }

  [[nodiscard]] std::string net(const std::string& card) const {
    const ReadResult result = read(card);
    return result.net ? write_loom(*result.net, {}).text : result.diagnostics.format(*result.sources);
  }

  [[nodiscard]] std::string said(const std::string& card) const {
    const ReadResult result = read(card);
    std::string all;
    for (const Diagnostic& one : result.diagnostics.list())
      all += std::to_string(one.where.column) + ": " + one.message + (one.help.empty() ? "\n" : " (" + one.help + ")\n");
    return all;
  }

  const test::OwnFolder own_;
  const fs::path& folder_ = own_.path();
};

TEST_F(CardOfOnesOwn, IsWhatTheDescriptionNames) {
  EXPECT_EQ(net("gpu"), net(""));
  EXPECT_EQ(net("{name: gpu}"), net(""));
  EXPECT_NE(net("slow"), net(""));
  EXPECT_NE(net("slow").find("3e-06"), std::string::npos);
  EXPECT_NE(net("{name: slow, pause: 5 ms}").find("0.005"), std::string::npos);
}

TEST_F(CardOfOnesOwn, MistakesAreToldAtTheirPlace) {
  EXPECT_EQ(said("{name: slow, pauses: 3 us}"), "22: the card 'slow' has no parameter 'pauses' (did you mean 'pause'?)\n");
  EXPECT_EQ(said("{name: slow, idle_power: 3 W}"),
            "22: the card 'slow' gets from the machine its parameter 'idle_power' (one of: pause)\n");
  EXPECT_EQ(said("{name: gpu, pause: 3 us}"), "21: the card 'gpu' has no parameter 'pause' (it takes none from a description)\n");
  EXPECT_EQ(said("{pause: 3 us}"), "3: 'card' needs the key 'name'\n");
  // A file that declares no card is named by nobody.
  EXPECT_EQ(said("slwo"), "9: there is no card 'slwo' (did you mean 'slow'?)\n");
  EXPECT_EQ(said("fpga"), "9: there is no card 'fpga' (one of: gpu, slow)\n");
  EXPECT_EQ(said("dma"), "9: there is no card 'dma': hardware/dma.loom declares no module `GPU` (one of: gpu, slow)\n");
}

TEST_F(CardOfOnesOwn, AMeasureThatTheSystemNeedsIsAskedForWhereTheCardIsNamed) {
  std::string text = text_of(kRoot + "/nets/hardware/gpu.loom");
  replace(text, "measure idle_energy", "measure energy_of_idling");
  std::ofstream(folder_ / "nets" / "hardware" / "lacking.loom") << text;
  EXPECT_EQ(said("lacking"),
            "9: the card 'lacking' has no measure 'idle_energy' (energies of the system are made of its measures idle_energy, "
            "first_phases, last_phase)\n");
}

}  // namespace
}  // namespace petriloom::card_test
