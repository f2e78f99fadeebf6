// SPDX-License-Identifier: Apache-2.0
// The tabulator at the prompt of the token game, on a terminal of its own.
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include "tests/own_folder.h"

namespace {

namespace fs = std::filesystem;

constexpr const char* kStations = R"(colour Job = int with 0..9;
var j : Job;
module STATION {
  place QUEUE : Job = [4, 5];
  place DONE : Job;
  transition serve { in QUEUE : j; out DONE : j; }
}
instance station[i in 0..3] : STATION {}
)";

/// What the game prints when it is typed at as a person would; each line is sent when there is a
/// prompt. A watchdog ends it.
std::string typed_at(const std::string& net, const std::string& fold, const std::vector<std::string>& lines) {
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    ::alarm(60);
    ::setenv("TERM", "xterm", 1);
    ::setenv("XDG_STATE_HOME", fs::path(net).parent_path().c_str(), 1);
    ::execl(PETRILOOM_BINARY, PETRILOOM_BINARY, "play", net.c_str(), "--fold", fold.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  std::string text;
  std::array<char, 4096> block{};
  std::size_t next = 0;
  std::size_t seen = 0;
  while (true) {
    pollfd waiting{terminal, POLLIN, 0};
    if (::poll(&waiting, 1, 60'000) <= 0) break;
    const ssize_t count = ::read(terminal, block.data(), block.size());
    if (count <= 0) break;
    text.append(block.data(), static_cast<std::size_t>(count));
    if (next < lines.size() && text.find("> ", seen) != std::string::npos) {
      seen = text.size();
      const std::string line = lines[next++] + "\n";
      if (::write(terminal, line.data(), line.size()) < 0) break;
    }
  }
  ::close(terminal);
  ::waitpid(child, nullptr, 0);
  return text;
}

class PlayCompletion : public testing::TestWithParam<const char*> {
 protected:
  PlayCompletion() { folder_.write("net.loom", kStations); }
  std::string type(const std::string& line) { return typed_at(folder_.file("net.loom"), GetParam(), {line, "quit"}); }

 private:
  const petriloom::test::OwnFolder folder_;
};

TEST_P(PlayCompletion, OfIndicesAndWhatFollowsThem) {
  // `station[3` is station[3] alone, and behind it `.Q` is QUEUE alone: its tokens are shown.
  const std::string text = type("marking station[3\t.Q\t");
  EXPECT_NE(text.find("[2mstation[3]"), std::string::npos) << text;
  EXPECT_NE(text.find("    QUEUE  4, 5", text.find("[2mstation[3]")), std::string::npos) << text;
  EXPECT_EQ(text.find("there is no"), std::string::npos) << text;
}

TEST_P(PlayCompletion, OfWhatCanFire) {
  // Of station[2] only `serve` can fire, and with j = 4 or j = 5.
  const std::string text = type("fire station[2\t j = 5\t");
  EXPECT_NE(text.find("puts  station[2].DONE : 5"), std::string::npos) << text;
}

TEST_P(PlayCompletion, OfTheBinding) {
  const std::string text = type("fire station[1].s\tj\t5");
  EXPECT_NE(text.find("puts  station[1].DONE : 5"), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(Folds, PlayCompletion, testing::Values("auto", "never"));

}  // namespace
