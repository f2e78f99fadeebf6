// SPDX-License-Identifier: Apache-2.0
// Simulations that are killed and gone on with, and those on several processes: the same bytes as
// in one go.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>
#include "tests/own_folder.h"

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A program that runs, and what it says on stderr.
class Process {
 public:
  /// `room`: bytes that a file may have; 0: any.
  Process(const Words& command, const fs::path& messages, std::uint64_t room = 0) {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    id_ = fork();
    if (id_ != 0) return;
    const int null = open("/dev/null", O_WRONLY);
    const int file = open(messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(null, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    if (room > 0) {
      const rlimit limit{room, room};
      setrlimit(RLIMIT_FSIZE, &limit);
      signal(SIGXFSZ, SIG_IGN);  // writing fails instead
    }
    execvp(words[0], words.data());
    _exit(127);
  }
  [[nodiscard]] pid_t id() const { return id_; }
  void kill(int signal) const { ::kill(id_, signal); }
  /// Its exit code, or minus the signal that ended it.
  int wait() {
    if (!over_) waitpid(id_, &status_, 0);
    over_ = true;
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : -WTERMSIG(status_);
  }
  bool over() {
    over_ = over_ || waitpid(id_, &status_, WNOHANG) == id_;
    return over_;
  }

 private:
  pid_t id_ = 0;
  int status_ = 0;
  bool over_ = false;
};

class Checkpoint : public testing::Test {
 protected:
  void SetUp() override {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  }

  [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }
  /// `name` is that of the JSON and the trace; `trace` the ending of the latter; empty: none, so
  /// that nets of finite colours are run on counts.
  [[nodiscard]] Words simulate(const std::string& name, const std::string& trace, const Words& options) const {
    Words words{PETRILOOM_BINARY, "simulate", net_};
    Words outputs{"--until", until_, "--replications", "4", "--json", file(name + ".json")};
    if (!trace.empty()) outputs.insert(outputs.end(), {"--trace", file(name + "_trace." + trace)});
    words.insert(words.end(), outputs.begin(), outputs.end());
    words.insert(words.end(), options.begin(), options.end());
    return words;
  }
  [[nodiscard]] Words resumable(const std::string& name, const std::string& trace, const Words& options = {}) const {
    Words words = simulate(name, trace, options);
    const Words more{"--checkpoint", file("checkpoint"), "--checkpoint-every", "5 ms"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  [[nodiscard]] static Words under_mpirun(const Words& options, const Words& command) {
    Words words{"mpirun", "--oversubscribe"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), command.begin(), command.end());
    return words;
  }
  int run(const Words& command) { return Process(command, folder_ / "messages").wait(); }
  [[nodiscard]] std::string messages() const { return bytes_of(folder_ / "messages"); }

  /// Waits until the checkpoint is another one than `before`; false if the process ends first.
  bool wait_for_checkpoint(Process& process, const std::string& before) const {
    while (bytes_of(file("checkpoint")) == before) {
      if (process.over()) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  void expect_same_results(const std::string& a, const std::string& b) const {
    const auto results = [&](const std::string& name) {
      auto json = nlohmann::ordered_json::parse(bytes_of(file(name + ".json")), nullptr, false);
      EXPECT_TRUE(json.is_object()) << name;
      for (const char* key : {"wall_seconds", "firings_per_second", "peak_bytes"}) json.erase(key);
      return json.dump();
    };
    EXPECT_EQ(results(a), results(b));
  }
  void expect_same(const std::string& a, const std::string& b, const std::string& trace) const {
    expect_same_results(a, b);
    EXPECT_FALSE(fs::exists(file("checkpoint")));
    if (trace.empty()) return;
    EXPECT_TRUE(bytes_of(file(a + "_trace." + trace)) == bytes_of(file(b + "_trace." + trace))) << "the traces differ";
    EXPECT_GT(bytes_of(file(b + "_trace." + trace)).size(), 1000U);
    EXPECT_FALSE(fs::exists(file(b + "_trace." + trace + ".tmp")));
  }

  void kill_and_go_on(const std::string& jobs, const std::string& trace) {
    ASSERT_EQ(run(simulate("whole", trace, {"--jobs", jobs})), 0) << messages();
    std::mt19937 random(static_cast<std::mt19937::result_type>(jobs.size() + trace.size()));
    std::size_t killed = 0;
    for (int k = 0; k < 6; ++k) {
      const std::string before = bytes_of(file("checkpoint"));
      Process process(resumable("pieces", trace, {"--jobs", jobs}), folder_ / "messages");
      if (!wait_for_checkpoint(process, before)) break;
      // The first time at once: on a busy machine the run would end meanwhile.
      if (k > 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 30'000));
      process.kill(SIGKILL);
      if (process.wait() != -SIGKILL) break;
      ++killed;
    }
    EXPECT_GT(killed, 0U) << "the run is too short to be killed";
    if (fs::exists(file("checkpoint"))) {
      ASSERT_EQ(run(resumable("pieces", trace, {"--jobs", jobs})), 0) << messages();
      EXPECT_NE(messages().find("going on from"), std::string::npos);
    }
    expect_same("whole", "pieces", trace);
  }

  static bool have_mpirun() {
    const fs::path library = fs::path(PETRILOOM_BINARY).parent_path() / "../lib/petriloom/petriloom_mpi.so";
    return fs::exists(library) && std::system("mpirun --version >/dev/null 2>&1") == 0;
  }
  /// The process of a rank below mpirun; 0 if it is not there.
  static pid_t process_of_rank(pid_t mpirun, int rank) {
    const std::string wanted = "OMPI_COMM_WORLD_RANK=" + std::to_string(rank) + '\0';
    for (const auto& entry : fs::directory_iterator("/proc")) {
      const std::string status = bytes_of(entry.path() / "status");
      if (status.find("PPid:\t" + std::to_string(mpirun) + "\n") == std::string::npos) continue;
      if (bytes_of(entry.path() / "environ").find(wanted) != std::string::npos) return std::stoi(entry.path().filename().string());
    }
    return 0;
  }

  const petriloom::test::OwnFolder folder_;
  std::string net_ = std::string(PETRILOOM_ROOT) + "/examples/network/closed.loom";
  std::string until_ = "30000";
};

TEST_F(Checkpoint, KilledAndGoneOnWithOnOneThread) { kill_and_go_on("1", "csv"); }
TEST_F(Checkpoint, KilledAndGoneOnWithOnTwoThreads) { kill_and_go_on("2", "csv"); }
TEST_F(Checkpoint, KilledAndGoneOnWithTraceEvents) { kill_and_go_on("2", "json"); }

// All that a state holds beside counts: colours in pools, arrivals, tokens on their way, rests,
// tickets, set times, several streams of one run into one track.
const std::string kAllKinds = R"(
colour Job = record { name : string, parts : list of int };
module WORKER(pace : real) {
  port in QUEUE : Job;
  port out DONE : Job;
  place IDLE : unit = 1`();
  place BUSY : Job;
  place UP : unit = 1`();
  place DOWN : unit;
  var j : Job;
  transition start { in QUEUE : j; in IDLE; out BUSY : j @+ 1 s; }
  transition finish { in BUSY : j; read UP; out IDLE; out DONE : j; time uniform(0.5 * pace, pace); memory age; }
  transition fail { in UP; out DOWN; time exponential(0.05); }
  transition mend { in DOWN; out UP; delay 2 s; }
}
place QUEUE : Job = 1`{name = "a", parts = [1]} ++ 1`{name = "b", parts = []} ++ 2`{name = "c, \"d\"", parts = [2, 3]};
place DONE : Job;
place TICKS : unit;
var j : Job;
instance worker[i in 0..1] : WORKER(pace = 3 s) { QUEUE = QUEUE; DONE = DONE; }
transition back {
  in DONE : j;
  out QUEUE : {name = j.name, parts = if length(j.parts) > 3 then [] else append(j.parts, length(j.parts))};
  time erlang(2, 1.0);
  servers 1;
}
transition tick { out TICKS; every 7 s; }
transition tock { in TICKS : 3`(); }
measure ticks = count tick;
)";

TEST_F(Checkpoint, KilledAndGoneOnWithAllKindsOfState) {
  net_ = file("kinds.loom");
  std::ofstream(net_) << kAllKinds;
  for (const std::string trace : {"csv", "json"}) kill_and_go_on("2", trace);
}

// A full disk ends a run that has a checkpoint, and nothing is lost by it: with room again, the
// same command goes on.
TEST_F(Checkpoint, GoneOnWithAfterTheTraceFailed) {
  ASSERT_EQ(run(simulate("whole", "csv", {})), 0) << messages();
  Process process(resumable("pieces", "csv"), folder_ / "messages", std::uint64_t{2} << 20U);
  EXPECT_EQ(process.wait(), 2) << messages();
  EXPECT_NE(messages().find("pieces_trace.csv: cannot be written: File too large"), std::string::npos) << messages();
  EXPECT_TRUE(fs::exists(file("checkpoint")));
  ASSERT_EQ(run(resumable("pieces", "csv")), 0) << messages();
  expect_same("whole", "pieces", "csv");
}

TEST_F(Checkpoint, KilledAndGoneOnWithoutATrace) {
  until_ = "300000";
  kill_and_go_on("2", "");
}

TEST_F(Checkpoint, StoppedAndGoneOnWith) {
  ASSERT_EQ(run(simulate("whole", "csv", {})), 0) << messages();
  Process process(resumable("pieces", "csv"), folder_ / "messages");
  ASSERT_TRUE(wait_for_checkpoint(process, ""));
  process.kill(SIGTERM);
  ASSERT_EQ(process.wait(), 3) << messages();
  EXPECT_NE(messages().find("the same command goes on from"), std::string::npos) << messages();
  EXPECT_NE(messages().find("not finished: replication 0-3 of 0-3"), std::string::npos) << messages();
  EXPECT_EQ(run(resumable("pieces", "csv")), 0) << messages();
  expect_same("whole", "pieces", "csv");
}

// Time and rate of a run that is gone on with are of all its parts: here of one whose first part is
// said to have taken 1000 s.
TEST_F(Checkpoint, TimeAndRateAreOfAllParts) {
  ASSERT_EQ(run(simulate("whole", "csv", {})), 0) << messages();
  Process process(resumable("pieces", "csv"), folder_ / "messages");
  ASSERT_TRUE(wait_for_checkpoint(process, ""));
  process.kill(SIGTERM);
  ASSERT_EQ(process.wait(), 3) << messages();
  auto saved = nlohmann::ordered_json::parse(bytes_of(file("checkpoint")));
  EXPECT_GT(saved["seconds"].get<double>(), 0);
  saved["seconds"] = 1000;
  std::ofstream(file("checkpoint")) << saved.dump();
  ASSERT_EQ(run(resumable("pieces", "csv")), 0) << messages();
  const auto whole = nlohmann::json::parse(bytes_of(file("whole.json")));
  const auto pieces = nlohmann::json::parse(bytes_of(file("pieces.json")));
  const double seconds = pieces["wall_seconds"].get<double>();
  EXPECT_GT(seconds, 1000);
  EXPECT_EQ(pieces["firings"], whole["firings"]);
  EXPECT_DOUBLE_EQ(pieces["firings_per_second"].get<double>(), whole["firings"].get<double>() / seconds);
}

TEST_F(Checkpoint, OtherSettingsAreRefused) {
  Process process(resumable("pieces", "csv"), folder_ / "messages");
  ASSERT_TRUE(wait_for_checkpoint(process, ""));
  process.kill(SIGKILL);
  process.wait();
  const std::string kept = bytes_of(file("checkpoint"));
  EXPECT_EQ(run(resumable("pieces", "csv", {"--seed", "2"})), 2);
  EXPECT_NE(messages().find("cannot be gone on with: it is of a run with another 'seed' (1, not 2)"), std::string::npos)
      << messages();
  EXPECT_EQ(bytes_of(file("checkpoint")), kept);
  std::ofstream(file("checkpoint")) << "{}";
  EXPECT_EQ(run(resumable("pieces", "csv")), 2);
  EXPECT_NE(messages().find("this is no petriloom checkpoint"), std::string::npos) << messages();
}

// The state that a checkpoint holds of its only run is one for --from.
TEST_F(Checkpoint, StartsFromASavedState) {
  const std::string net = std::string(PETRILOOM_ROOT) + "/examples/network/closed.loom";
  const Words command{PETRILOOM_BINARY, "simulate", net, "--seed", "5", "--until"};
  const auto with = [&](const Words& more) {
    Words words = command;
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  Process process(with({"1000000000", "--checkpoint", file("checkpoint"), "--checkpoint-every", "5 ms"}), folder_ / "messages");
  ASSERT_TRUE(wait_for_checkpoint(process, ""));
  ASSERT_TRUE(wait_for_checkpoint(process, bytes_of(file("checkpoint"))));
  process.kill(SIGTERM);
  EXPECT_EQ(process.wait(), 3);
  const std::string state = nlohmann::json::parse(bytes_of(file("checkpoint")))["running"][0]["state"];
  std::ofstream(file("state")) << state;
  const double now = nlohmann::json::parse(state)["now"];
  const std::string until = std::to_string(static_cast<std::int64_t>(now) + 20'000);
  ASSERT_EQ(run(with({until, "--json", file("whole.json")})), 0) << messages();
  ASSERT_EQ(run({PETRILOOM_BINARY, "simulate", net, "--from", file("state"), "--until", until, "--json", file("pieces.json")}), 0)
      << messages();
  expect_same_results("whole", "pieces");
  EXPECT_EQ(run(with({"1", "--from", file("state")})), 2);
  EXPECT_NE(messages().find("--until: 1 s is before the time of the saved state"), std::string::npos) << messages();
  EXPECT_EQ(run(with({until, "--from", file("state"), "--replications", "2"})), 2);
}

TEST_F(Checkpoint, OnSeveralProcesses) {
  if (!have_mpirun()) GTEST_SKIP() << "mpirun or the library for it is not there";
  for (const std::string trace : {"csv", ""}) {
    ASSERT_EQ(run(simulate("whole", trace, {})), 0) << messages();
    for (const std::string ranks : {"1", "2", "4"}) {
      ASSERT_EQ(run(under_mpirun({"-n", ranks}, simulate("ranks", trace, {}))), 0) << messages();
      expect_same("whole", "ranks", trace);
    }
  }
}

// Open MPI ends the job when a process is lost; the checkpoint is there nevertheless.
TEST_F(Checkpoint, GoneOnWithAfterALostRank) {
  if (!have_mpirun()) GTEST_SKIP() << "mpirun or the library for it is not there";
  until_ = "120000";
  ASSERT_EQ(run(simulate("whole", "csv", {})), 0) << messages();
  Process job(under_mpirun({"-n", "2"}, resumable("ranks", "csv")), folder_ / "messages");
  ASSERT_TRUE(wait_for_checkpoint(job, ""));
  ASSERT_TRUE(wait_for_checkpoint(job, bytes_of(file("checkpoint"))));
  const pid_t worker = process_of_rank(job.id(), 1);
  ASSERT_NE(worker, 0);
  kill(worker, SIGKILL);
  EXPECT_NE(job.wait(), 0);
  ASSERT_TRUE(fs::exists(file("checkpoint")));
  ASSERT_EQ(run(under_mpirun({"-n", "2"}, resumable("ranks", "csv"))), 0) << messages();
  expect_same("whole", "ranks", "csv");
}

TEST_F(Checkpoint, OthersDoTheWorkOfALostRank) {
  if (!have_mpirun()) GTEST_SKIP() << "mpirun or the library for it is not there";
  until_ = "120000";
  ASSERT_EQ(run(simulate("whole", "csv", {})), 0) << messages();
  Process job(under_mpirun({"-n", "2", "--enable-recovery"}, resumable("ranks", "csv", {"--patience", "3 s"})),
              folder_ / "messages");
  ASSERT_TRUE(wait_for_checkpoint(job, ""));
  ASSERT_TRUE(wait_for_checkpoint(job, bytes_of(file("checkpoint"))));
  const pid_t worker = process_of_rank(job.id(), 1);
  ASSERT_NE(worker, 0);
  kill(worker, SIGKILL);
  EXPECT_EQ(job.wait(), 0) << messages();
  EXPECT_NE(messages().find("lost: process 1; others did its work"), std::string::npos) << messages();
  expect_same("whole", "ranks", "csv");
}

}  // namespace
