// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM are obeyed at any moment of any command, whatever it is at.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "tests/cli/hard_inputs.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

constexpr double kMostCpuToObey = 1;  // s, from the signal to the end
// Seconds of the wall clock, however busy the machine: then it hangs.
constexpr double kLongestObeyed = 30;
constexpr double kLatest = 0.4;  // s after the start, when a signal comes

const char* const kCommands[] = {"generate", "convert", "simulate", "solve", "verify", "render"};
constexpr int kMoments = 20;  // of each command: 120 in all

/// What takes each command longer than any moment at which a signal comes.
std::vector<std::vector<std::string>> endless(const OwnFolder& folder, const std::string& command) {
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
std::vector<std::string> leftovers(const OwnFolder& folder, const std::vector<std::string>& before) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const std::string name = entry.path().filename().string();
    if (std::find(before.begin(), before.end(), name) == before.end()) names.push_back(name);
  }
  return names;
}

TEST(Obedience, SignalsAreObeyedAtAnyMoment) {
  if (sanitized()) GTEST_SKIP() << "a sanitizer takes time of its own";
  const OwnFolder folder;
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
      // Before the program has set itself up it ends by the signal, and what is quick may be done
      // already.
      EXPECT_TRUE(ended.code == 3 || ended.code == 0 || used < 0.1) << ended.code << folder.read("err").substr(0, 500);
      EXPECT_LE(ended.cpu - used, kMostCpuToObey);
      EXPECT_LT(ended.wall, kLongestObeyed);
      EXPECT_EQ((folder.read("out") + folder.read("err")).find("the time limit"), std::string::npos);
      EXPECT_EQ(leftovers(folder, before), std::vector<std::string>());
    }
  }
}

// A game and an editor's server go on after Ctrl-C where they can, and end where an expression
// never does.
TEST(Obedience, ConversationsEndOnTheFirstSignal) {
  const OwnFolder folder;
  const std::string endless =
      "fun fib(n : int) : int = if n < 2 then n else fib(n - 1) + fib(n - 2);\nvar x : int with 0..3;\n"
      "place P : int with 0..3 = 1`1;\ntransition t { in P : x; guard fib(60 + x) > 0; out P : x; delay 1 s; }\n";
  folder.write("guard.loom", endless);
  const auto frame = [](const std::string& content) {
    return "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n" + content;
  };
  const std::string start = R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})";
  const std::string open =
      R"({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///c.loom", )"
      R"("languageId": "loom", "version": 1, "text": "fun fib(n : int) : int = if n < 2 then n else )"
      R"(fib(n - 1) + fib(n - 2);\nconst C : int = fib(60);\nplace P : unit = C`();\n"}}})";
  for (const int signal : {SIGINT, SIGTERM}) {
    for (const bool game : {true, false}) {
      SCOPED_TRACE(game);
      folder.write("in", game ? "step\n" : frame(start) + frame(open));
      Child child(folder.path(), game ? std::vector<std::string>{"play", "guard.loom"} : std::vector<std::string>{"lsp"});
      std::this_thread::sleep_for(std::chrono::duration<double>(0.3));
      child.signal(signal);
      const Ended ended = child.wait(kLongestObeyed);
      EXPECT_EQ(ended.code, 3) << folder.read("err");
      EXPECT_NE(folder.read("err").find("interrupted"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace petriloom::test
