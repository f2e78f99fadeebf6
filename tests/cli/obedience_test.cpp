// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM are obeyed at any moment of any command, whatever it is at.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "tests/cli/hard_inputs.h"

namespace petriloom::test {
namespace {

constexpr double kMostCpuToObey = 1;   // s, from the signal to the end
constexpr double kLongestObeyed = 30;  // s of the wall clock, however busy the machine: then it hangs
constexpr double kLatest = 0.4;        // s after the start, when a signal comes

const char* const kCommands[] = {"generate", "convert", "simulate", "solve", "verify", "render"};
constexpr int kMoments = 34;  // of each command: 204 in all

/// What takes each command longer than any moment at which a signal comes.
std::vector<std::vector<std::string>> endless(const Folder& folder, const std::string& command) {
  std::vector<std::vector<std::string>> result;
  for (const HardInput& input : hard_inputs(folder)) {
    if (input.arguments.front() == command) result.push_back(input.arguments);
  }
  if (command == "convert") result.push_back({"convert", "big.yaml", "big.pnml"});
  if (command == "render") {
    const std::string sixteen = std::string(PETRILOOM_ROOT) + "/templates/coka16.yaml";
    result.push_back({"render", sixteen, "-o", "net.svg", "--depth", "2"});
    result.push_back({"render", "big.yaml", "-o", "net.svg"});
  }
  return result;
}

/// Files that a writer had not given their name yet.
std::vector<std::string> leftovers(const Folder& folder, const std::vector<std::string>& before) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const std::string name = entry.path().filename().string();
    if (std::find(before.begin(), before.end(), name) == before.end()) names.push_back(name);
  }
  return names;
}

TEST(Obedience, SignalsAreObeyedAtAnyMoment) {
  if (sanitized()) GTEST_SKIP() << "a sanitizer takes time of its own";
  const Folder folder("obedience");
  std::mt19937 random(20);
  std::uniform_real_distribution<double> moment(0, kLatest);
  const std::vector<std::string> allowed{"out", "err", "net.svg", "flat.loom", "trace.csv", "big.loom", "big.pnml"};
  for (const std::string command : kCommands) {
    const auto lines = endless(folder, command);
    std::vector<std::string> before = leftovers(folder, {});
    before.insert(before.end(), allowed.begin(), allowed.end());
    ASSERT_FALSE(lines.empty()) << command;
    for (int k = 0; k < kMoments; ++k) {
      const std::vector<std::string>& line = lines[static_cast<std::size_t>(k) % lines.size()];
      const double at = moment(random);
      SCOPED_TRACE(testing::Message() << line[0] << " " << line[1] << ", signal after " << at << " s");
      Child child(folder.path(), line);
      std::this_thread::sleep_for(std::chrono::duration<double>(at));
      const double used = child.cpu();
      child.signal(k % 2 == 0 ? SIGINT : SIGTERM);
      const Ended ended = child.wait(kLongestObeyed);
      // Before the program has set itself up it ends by the signal, and what is quick may be done already.
      EXPECT_TRUE(ended.code == 3 || ended.code == 0 || used < 0.1) << ended.code << folder.read("err").substr(0, 500);
      EXPECT_LE(ended.cpu - used, kMostCpuToObey);
      EXPECT_LT(ended.wall, kLongestObeyed);
      EXPECT_EQ(leftovers(folder, before), std::vector<std::string>());
    }
  }
}

}  // namespace
}  // namespace petriloom::test
