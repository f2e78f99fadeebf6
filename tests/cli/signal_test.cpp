// SPDX-License-Identifier: Apache-2.0
// Ctrl-C: what is known so far is kept and said, and a second one ends the program at once; the
// game at a terminal goes on.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>
#include "tests/own_folder.h"

namespace {

namespace fs = std::filesystem;

std::string text_of_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Waits until something is so, for a minute at most.
template <class Condition>
bool eventually(const Condition& condition) {
  for (int k = 0; k < 6000; ++k) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// A simulation that would take for ever, in a folder of its own.
class Endless : public testing::Test {
 protected:
  Endless() {
    id_ = fork();
    if (id_ != 0) return;
    if (chdir(folder_.c_str()) != 0) _exit(126);
    dup2(open("out", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    dup2(open("err", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    const std::string net = std::string(PETRILOOM_ROOT) + "/examples/queue/mm1.loom";
    execl(PETRILOOM_BINARY, "petriloom", "simulate", net.c_str(), "--until", "1e12", "--json", "results.json", "--trace",
          "trace.json", nullptr);
    _exit(127);
  }
  ~Endless() override {
    kill(id_, SIGKILL);
    waitpid(id_, &status_, WNOHANG);
  }
  /// Waits until the simulation has fired a lot.
  bool begun() {
    return eventually([this] {
      std::error_code error;
      return fs::file_size(folder_ / "trace.json.tmp", error) > 1'000'000 && !error;
    });
  }
  bool over() {
    return eventually([this] { return waitpid(id_, &status_, WNOHANG) == id_; });
  }

  const petriloom::test::OwnFolder own_;
  const fs::path& folder_ = own_.path();
  pid_t id_ = 0;
  int status_ = 0;
};

TEST_F(Endless, KeepsWhatIsKnown) {
  ASSERT_TRUE(begun());
  kill(id_, SIGINT);
  ASSERT_TRUE(over());
  ASSERT_TRUE(WIFEXITED(status_));
  EXPECT_EQ(WEXITSTATUS(status_), 3);
  const auto results = nlohmann::json::parse(text_of_file(folder_ / "results.json"));
  EXPECT_EQ(results["ended"], "cancelled");
  EXPECT_GT(results["firings"], 1000);
  EXPECT_EQ(results["measures"]["customers"]["n"], 1);
  // The trace is whole, under its own name.
  EXPECT_TRUE(nlohmann::json::parse(text_of_file(folder_ / "trace.json"), nullptr, false).is_array());
  EXPECT_FALSE(fs::exists(folder_ / "trace.json.tmp"));
  EXPECT_NE(text_of_file(folder_ / "err").find("interrupted"), std::string::npos);
  EXPECT_NE(text_of_file(folder_ / "out").find("ended (cancelled)"), std::string::npos);
}

TEST_F(Endless, EndsAtOnceWhenAskedTwice) {
  ASSERT_TRUE(begun());
  // Both arrive before the program goes on, so that it cannot end in good order between them.
  kill(id_, SIGSTOP);
  waitpid(id_, &status_, WUNTRACED);
  kill(id_, SIGINT);
  kill(id_, SIGTERM);
  kill(id_, SIGCONT);
  ASSERT_TRUE(over());
  EXPECT_TRUE(WIFSIGNALED(status_));
  EXPECT_FALSE(fs::exists(folder_ / "results.json"));
}

/// A game at a terminal.
class Terminal {
 public:
  explicit Terminal(const std::string& net) {
    id_ = forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (id_ != 0) return;
    setenv("XDG_STATE_HOME", home_.path().c_str(), 1);
    setenv("TERM", "dumb", 1);
    setenv("NO_COLOR", "1", 1);
    execl(PETRILOOM_BINARY, "petriloom", "play", net.c_str(), nullptr);
    _exit(127);
  }
  ~Terminal() {
    kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
    close(terminal_);
  }
  void type(const std::string& text) const {
    ASSERT_EQ(::write(terminal_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  /// Whether a text is shown from where the last one ended.
  bool shows(const std::string& text) {
    fcntl(terminal_, F_SETFL, O_NONBLOCK);
    return eventually([&] {
      std::array<char, 4096> bytes{};
      const ssize_t count = ::read(terminal_, bytes.data(), bytes.size());
      if (count > 0) shown_.append(bytes.data(), static_cast<std::size_t>(count));
      const std::size_t at = shown_.find(text);
      if (at == std::string::npos) return false;
      shown_.erase(0, at + text.size());
      return true;
    });
  }
  [[nodiscard]] pid_t id() const { return id_; }
  int wait() const {
    int status = 0;
    waitpid(id_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  const petriloom::test::OwnFolder home_;
  pid_t id_ = 0;
  int terminal_ = 0;
  std::string shown_;
};

TEST(PlayAtATerminal, LinesAreCompletedAndRunsInterrupted) {
  Terminal terminal(std::string(PETRILOOM_ROOT) + "/examples/queue/mm1.loom");
  ASSERT_TRUE(terminal.shows("SOURCE  1"));
  ASSERT_TRUE(terminal.shows("> "));
  terminal.type("ste\t\n");
  ASSERT_TRUE(terminal.shows("takes SOURCE"));
  ASSERT_TRUE(terminal.shows("> "));
  terminal.type("run until ser\t\n");
  ASSERT_TRUE(terminal.shows("stopped: serve has fired"));
  ASSERT_TRUE(terminal.shows("> "));
  terminal.type("run\n");  // for ever
  ASSERT_TRUE(terminal.shows("Ctrl-C stops"));
  terminal.type("\x03");
  ASSERT_TRUE(terminal.shows("stopped: interrupted"));
  ASSERT_TRUE(terminal.shows("> "));
  terminal.type("nonsense\n");
  ASSERT_TRUE(terminal.shows("unknown command 'nonsense'"));
  ASSERT_TRUE(terminal.shows("> "));
  terminal.type("undo\n");
  ASSERT_TRUE(terminal.shows(", 2 firings;"));
  terminal.type("quit\n");
  EXPECT_EQ(terminal.wait(), 0);
}

}  // namespace
