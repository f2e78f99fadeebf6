// SPDX-License-Identifier: Apache-2.0
// Where files go: every output of every command, where there are regular files, links, pipes,
// devices, full ones, or nothing can be. What is there keeps its kind, what is written is whole,
// and what is lost is told.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/cli/started.h"

namespace petriloom::cli_test {

namespace {

namespace fs = std::filesystem;

const std::string kRoot = PETRILOOM_ROOT;
const std::string kShown = kRoot + "/examples/network/closed.loom";
/// A command that puts results into a file, whose name follows the last word.
struct Output {
  std::string name;
  Words words;
  std::string ending;
  bool database = false;  ///< needs a regular file
};

std::vector<Output> outputs() {
  const Words simulate{"simulate", kShown, "--until", "20"};
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  return {{"generate", {"generate", kRoot + "/examples/one_node/one_node.yaml", "-o"}, ".loom"},
          {"simulate_json", with(simulate, {"--json"}), ".json"},
          {"simulate_csv_trace", with(simulate, {"--trace"}), ".csv"},
          {"simulate_json_trace", with(simulate, {"--trace"}), ".json"},
          {"simulate_paje_trace", with(simulate, {"--trace"}), ".paje"},
          {"simulate_sqlite_trace", with(simulate, {"--trace"}), ".sqlite", true},
          {"simulate_gantt", with(simulate, {"--gantt"}), ".svg"},
          {"simulate_series", with(simulate, {"--series", "at_cpu=1s", "--series-file"}), ".csv"},
          {"simulate_against", with(simulate, {"--against", kShown, "--json"}), ".json"},
          {"solve", {"solve", kShown, "--json"}, ".json"},
          {"verify", {"verify", kShown, "--json"}, ".json"},
          {"check", {"check", kShown, "--json"}, ".json"},
          {"formats", {"formats", "--json"}, ".json"},
          {"convert", {"convert", kShown}, ".pnml"},
          {"render", {"render", kShown, "-o"}, ".svg"}};
}

/// What a pipe is given until the program ends.
std::string drain(const fs::path& pipe, Started& program) {
  const int file = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  std::string text;
  for (bool over = false;;) {
    std::array<char, 1 << 16> block{};
    const ssize_t count = read(file, block.data(), block.size());
    if (count > 0) text.append(block.data(), static_cast<std::size_t>(count));
    if (count > 0) continue;
    if (over) break;
    over = program.over();  // what it wrote before is read once more
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  close(file);
  return text;
}

class Outputs : public testing::TestWithParam<Output> {
 protected:
  [[nodiscard]] Words command(const fs::path& file) const {
    Words words{PETRILOOM_BINARY};
    words.insert(words.end(), GetParam().words.begin(), GetParam().words.end());
    words.push_back(file.string());
    return words;
  }
  int run(const fs::path& file, const Started::Streams& streams = {}) {
    return Started(command(file), folder_.path(), messages_.path(), streams).wait();
  }
  [[nodiscard]] fs::path file(const std::string& name) const { return folder_ / (name + GetParam().ending); }
  [[nodiscard]] std::string errors() const { return bytes_of(messages_ / "err"); }
  /// Nothing but what was there lies in the folder: no temporary file.
  void expect_tidy(std::size_t entries) const {
    std::size_t found = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder_.path())) ++found;
    EXPECT_EQ(found, entries);
  }

  test::OwnFolder folder_;
  test::OwnFolder messages_;
};

TEST_P(Outputs, RegularFilesKeepTheirRights) {
  const mode_t mask = umask(022);
  ASSERT_EQ(run(file("new")), 0) << errors();
  umask(mask);
  EXPECT_EQ(fs::status(file("new")).permissions(), fs::perms(0644));
  std::ofstream(file("old")) << "something else";
  fs::permissions(file("old"), fs::perms(0600));
  ASSERT_EQ(run(file("old")), 0) << errors();
  EXPECT_EQ(fs::status(file("old")).permissions(), fs::perms(0600));
  if (!GetParam().database) {
    EXPECT_EQ(stable(bytes_of(file("old"))), stable(bytes_of(file("new"))));
  }
  expect_tidy(2);
}

TEST_P(Outputs, LinksAreFollowed) {
  fs::create_directory(folder_ / "there");
  ASSERT_EQ(run(file("reference")), 0) << errors();
  std::ofstream(file("there/old")) << "something else";
  fs::create_symlink("there/old" + GetParam().ending, file("link"));
  fs::create_symlink("link" + GetParam().ending, file("second"));
  fs::create_symlink(file("there/new"), file("dangling"));
  for (const auto& [link, target] : {std::pair("second", "there/old"), std::pair("dangling", "there/new")}) {
    ASSERT_EQ(run(file(link)), 0) << errors();
    EXPECT_TRUE(fs::is_symlink(file(link))) << link;
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(file(target)))) << target;
    EXPECT_GT(fs::file_size(file(target)), 20U);
    if (!GetParam().database) {
      EXPECT_EQ(stable(bytes_of(file(target))), stable(bytes_of(file("reference"))));
    }
  }
  expect_tidy(5);
}

TEST_P(Outputs, PipesAreWrittenInto) {
  ASSERT_EQ(run(file("reference")), 0) << errors();
  const fs::path pipe = file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  Started program(command(pipe), folder_.path(), messages_.path(), {});
  const std::string text = drain(pipe, program);
  EXPECT_TRUE(fs::is_fifo(fs::symlink_status(pipe)));
  if (GetParam().database) {
    EXPECT_EQ(program.wait(), 2);
    EXPECT_NE(errors().find("a database needs a regular file"), std::string::npos) << errors();
  } else {
    EXPECT_EQ(program.wait(), 0) << errors();
    EXPECT_EQ(stable(text), stable(bytes_of(file("reference"))));
  }
  expect_tidy(2);
}

TEST_P(Outputs, DevicesStayDevices) {
  const fs::path null = make_null(file("null"));
  const fs::path full = make_full(file("full"));
  EXPECT_EQ(run(null), GetParam().database ? 2 : 0) << errors();
  EXPECT_EQ(run(full), 2);
  if (!GetParam().database) {
    EXPECT_NE(errors().find("No space left on device"), std::string::npos) << errors();
  }
  EXPECT_TRUE(fs::is_character_file(fs::status(null)));
  EXPECT_TRUE(fs::is_character_file(fs::status(full)));
  expect_tidy(2);
}

TEST_P(Outputs, ImpossiblePlacesAreTold) {
  EXPECT_EQ(run(folder_ / "missing" / ("x" + GetParam().ending)), 2);
  EXPECT_NE(errors().find("No such file or directory"), std::string::npos) << errors();
  fs::create_directory(file("folder"));
  EXPECT_EQ(run(file("folder")), 2);
  EXPECT_NE(errors().find("Is a directory"), std::string::npos) << errors();
  expect_tidy(1);
  if (geteuid() == 0) return;  // whom no right stops
  std::ofstream(file("kept")) << "kept";
  fs::permissions(file("kept"), fs::perms(0400));
  EXPECT_EQ(run(file("kept")), 2);
  EXPECT_EQ(bytes_of(file("kept")), "kept");
  std::ofstream(file("open")) << "open";
  fs::permissions(folder_.path(), fs::perms(0500));
  EXPECT_EQ(run(file("new")), 2);
  if (!GetParam().database) {
    EXPECT_EQ(run(file("open")), 0) << errors();
  }
  fs::permissions(folder_.path(), fs::perms(0700));
  if (!GetParam().database) {
    EXPECT_NE(bytes_of(file("open")), "open");
  }
}

// Files must not get the numbers of streams that are closed, nor what was meant for these.
TEST_P(Outputs, ClosedStreamsDoNotReachFiles) {
  ASSERT_EQ(run(file("reference")), 0) << errors();
  const bool silent = bytes_of(messages_ / "out").empty();
  const Stream closed{Stream::Kind::closed, -1};
  EXPECT_EQ(run(file("all"), {closed, closed, closed}), silent ? 0 : 2);
  EXPECT_EQ(run(file("messages"), {{}, {}, closed}), 0);
  EXPECT_EQ(run(file("results"), {{}, closed, {}}), silent ? 0 : 2);
  for (const char* name : {"all", "messages", "results"}) {
    if (!GetParam().database) {
      EXPECT_EQ(stable(bytes_of(file(name))), stable(bytes_of(file("reference")))) << name;
    }
    EXPECT_GT(fs::file_size(file(name)), 20U);
  }
}

INSTANTIATE_TEST_SUITE_P(Cli, Outputs, testing::ValuesIn(outputs()), [](const auto& one) { return one.param.name; });

class Places : public testing::Test {
 protected:
  int run(const Words& words, const Started::Streams& streams = {}) {
    Words command{PETRILOOM_BINARY};
    command.insert(command.end(), words.begin(), words.end());
    return Started(command, folder_.path(), messages_.path(), streams).wait();
  }
  [[nodiscard]] std::string errors() const { return bytes_of(messages_ / "err"); }
  test::OwnFolder folder_;
  test::OwnFolder messages_;
};

// What cannot be written at all is told before the work, each of them; what is lost in the end
// loses nothing else.
TEST_F(Places, OneLostFileLosesNoOther) {
  make_full(folder_ / "full.csv");
  const Words begin{"simulate", kShown, "--until", "20", "--series", "at_cpu=1s"};
  const auto with = [&begin](const Words& more) {
    Words words = begin;
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  EXPECT_EQ(
      run(with({"--trace", "full.csv", "--series-file", "missing/series.csv", "--gantt", "missing/gantt.svg", "--json", "a.json"})),
      2);
  EXPECT_EQ(errors(),
            "cannot write 'missing/series.csv': No such file or directory\n"
            "cannot write 'missing/gantt.svg': No such file or directory\n");
  EXPECT_EQ(bytes_of(messages_ / "out"), "");
  EXPECT_FALSE(fs::exists(folder_ / "a.json"));
  EXPECT_EQ(run(with({"--trace", "full.csv", "--json", "a.json"})), 2);
  EXPECT_EQ(errors(), "full.csv: cannot be written: No space left on device\n");
  EXPECT_NE(bytes_of(messages_ / "out").find("at_cpu"), std::string::npos);
  EXPECT_TRUE(nlohmann::json::parse(bytes_of(folder_ / "a.json"), nullptr, false).is_object());
}

TEST_F(Places, FormatsOfSeveralFilesNeedAFile) {
  make_null(folder_ / "null");
  EXPECT_EQ(run({"convert", kShown, "null", "--to", "greatspn"}), 2);
  EXPECT_NE(errors().find("the format 'greatspn' is several files, which 'null' cannot take"), std::string::npos) << errors();
  EXPECT_FALSE(fs::exists(folder_ / "null.def"));
}

TEST_F(Places, StdoutByItsName) {
  const int file = open((folder_ / "both").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  EXPECT_EQ(run({"simulate", kShown, "--until", "20", "--json", "/dev/stdout"}, {{}, {Stream::Kind::file, file}, {}}), 0)
      << errors();
  close(file);
  const std::string text = bytes_of(folder_ / "both");
  const std::size_t json = text.find("{\n");
  EXPECT_LT(text.find("at_cpu"), json);
  ASSERT_NE(json, std::string::npos);
  EXPECT_TRUE(nlohmann::json::parse(text.substr(json), nullptr, false).is_object());
}

TEST_F(Places, CheckpointsAreRegularFilesBehindLinks) {
  make_null(folder_ / "null");
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  for (const char* name : {"null", "pipe"}) {
    EXPECT_EQ(run({"simulate", kShown, "--until", "20", "--checkpoint", name}), 2);
    EXPECT_NE(errors().find("a checkpoint is a regular file"), std::string::npos) << errors();
  }
  fs::create_symlink("kept", folder_ / "link");
  EXPECT_EQ(run({"simulate", kShown, "--until", "20", "--checkpoint", "link"}), 0) << errors();
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_FALSE(fs::exists(folder_ / "kept"));
  // A trace into a device cannot be gone on with; the checkpoint that has nothing in it does not
  // stay.
  fs::create_symlink("null", folder_ / "trace.csv");
  EXPECT_EQ(run({"simulate", kShown, "--until", "20", "--checkpoint", "kept", "--trace", "trace.csv"}), 2);
  EXPECT_NE(errors().find("cannot be gone on with"), std::string::npos) << errors();
  EXPECT_FALSE(fs::exists(folder_ / "kept"));
}

TEST_F(Places, FmtWritesOverFilesAlone) {
  const std::string untidy = "place  A:unit;\n";
  std::ofstream(folder_ / "a.loom") << untidy;
  fs::permissions(folder_ / "a.loom", fs::perms(0640));
  fs::create_symlink("a.loom", folder_ / "link.loom");
  EXPECT_EQ(run({"fmt", "link.loom"}), 0) << errors();
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.loom"));
  EXPECT_EQ(bytes_of(folder_ / "a.loom"), "place A : unit;\n");
  EXPECT_EQ(fs::status(folder_ / "a.loom").permissions(), fs::perms(0640));
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  Started program({PETRILOOM_BINARY, "fmt", "pipe"}, folder_.path(), messages_.path(), {});
  std::ofstream(folder_ / "pipe") << untidy;  // waits for a reader
  EXPECT_EQ(program.wait(), 2);
  EXPECT_NE(errors().find("'pipe' is no regular file"), std::string::npos) << errors();
}

TEST_F(Places, ClosedStdinIsTold) {
  const Stream closed{Stream::Kind::closed, -1};
  EXPECT_EQ(run({"fmt", "-"}, {closed, {}, {}}), 2);
  EXPECT_EQ(run({"play", kShown}, {closed, {}, {}}), 2);
  EXPECT_EQ(run({"lsp"}, {closed, {}, {}}), 2);
}

}  // namespace

}  // namespace petriloom::cli_test
