// SPDX-License-Identifier: Apache-2.0
// Golden tests: each folder of tests/cli/golden holds a shell command in `cmd`, what it must print
// in `expected_stdout` and `expected_stderr` (absent: nothing), its `exit_code` (absent: 0), and
// the files it reads. The command runs in a copy of the folder with `petriloom` in its PATH and the
// root of the project in ROOT. Files named `expected_file_X` are compared with the file X that the
// command has written. With GOLDEN_UPDATE=1 in the environment what came out is written as expected
// instead.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include "tests/own_folder.h"

namespace {

namespace fs = std::filesystem;

constexpr const char* kFilePrefix = "expected_file_";

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) text.replace(at, what.size(), by);
  return text;
}

/// The text without what changes from run to run and from machine to machine: times, rates, memory
/// and paths.
std::string stable(const std::string& text, const fs::path& folder) {
  static const std::regex kSummary("in [0-9.]+ s \\([0-9 ]+ a second\\), peak memory [0-9]+ MiB");
  static const std::regex kJson("\"(wall_seconds|seconds|firings_per_second|peak_bytes)\": *[0-9.eE+-]+");
  std::string result = std::regex_replace(text, kSummary, "in T s (R a second), peak memory M MiB");
  result = std::regex_replace(result, kJson, "\"$1\": N");
  result = replaced(result, fs::canonical(folder).string(), "FOLDER");
  return replaced(result, fs::canonical(PETRILOOM_ROOT).string(), "ROOT");
}

struct Outcome {
  std::string out;
  std::string err;
  int code = 0;
};

std::string quoted(const std::string& path) { return "'" + path + "'"; }

Outcome run(const fs::path& folder) {
  const std::string path = fs::path(PETRILOOM_BINARY).parent_path().string() + ":" + std::getenv("PATH");
  const std::string command = "cd " + quoted(folder.string()) + " && PATH=" + quoted(path) + " ROOT=" + quoted(PETRILOOM_ROOT) +
                              " sh ./cmd >stdout 2>stderr </dev/null";
  const int status = std::system(command.c_str());
  return {stable(read(folder / "stdout"), folder), stable(read(folder / "stderr"), folder),
          WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

/// Writes an expected text, or removes it where it says nothing.
void update(const fs::path& path, const std::string& text, const std::string& nothing) {
  if (text == nothing) {
    fs::remove(path);
  } else {
    write(path, text);
  }
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, PrintsWhatIsExpected) {
  const fs::path source = fs::path(PETRILOOM_ROOT) / "tests/cli/golden" / GetParam();
  const petriloom::test::OwnFolder own;
  const fs::path& folder = own.path();
  fs::copy(source, folder, fs::copy_options::recursive);
  const Outcome outcome = run(folder);
  ASSERT_LT(outcome.code, 4) << outcome.err;  // no command ends with an internal error or a crash
  if (std::getenv("GOLDEN_UPDATE") != nullptr) {
    update(source / "expected_stdout", outcome.out, "");
    update(source / "expected_stderr", outcome.err, "");
    update(source / "exit_code", std::to_string(outcome.code) + "\n", "0\n");
  } else {
    const std::string code = read(source / "exit_code");
    EXPECT_EQ(outcome.out, read(source / "expected_stdout"));
    EXPECT_EQ(outcome.err, read(source / "expected_stderr"));
    EXPECT_EQ(outcome.code, code.empty() ? 0 : std::stoi(code));
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(source)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kFilePrefix)) continue;
    const std::string written = stable(read(folder / name.substr(std::string(kFilePrefix).size())), folder);
    if (std::getenv("GOLDEN_UPDATE") != nullptr) write(entry.path(), written);
    EXPECT_EQ(written, read(entry.path())) << name;
  }
}

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(PETRILOOM_ROOT) / "tests/cli/golden")) {
    if (fs::exists(entry.path() / "cmd")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Cli, Golden, testing::ValuesIn(cases()), [](const auto& one) { return one.param; });

}  // namespace
