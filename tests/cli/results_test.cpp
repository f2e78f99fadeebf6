// SPDX-License-Identifier: Apache-2.0
// Results on stdout, of every command: they arrive in files and pipes, and what is lost is told.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>

#include "tests/cli/started.h"

namespace petriloom::cli_test {

namespace {

namespace fs = std::filesystem;

const std::string kExamples = std::string(PETRILOOM_ROOT) + "/examples/";
const std::string kClosed = kExamples + "network/closed.loom";
const std::string kSmall =
    "place A : unit = 2`();\n"
    "place B : unit;\n"
    "transition t { in A; out B; delay 1 s; }\n"
    "measure waiting = average tokens(A);\n";

/// A command with its results on stdout, and what it reads from stdin.
struct Printing {
  std::string name;
  Words words;
  std::string in;
};

std::vector<Printing> printing() {
  const std::string messages =
      "Content-Length: 58\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}"
      "Content-Length: 44\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}"
      "Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";
  return {{"overview", {"--help"}, ""},
          {"version", {"--version"}, ""},
          {"help", {"verify", "--help"}, ""},
          {"run", {"run", kExamples + "one_node/one_node.yaml", "-o", "out"}, ""},
          {"generate", {"generate", kExamples + "one_node/one_node.yaml"}, ""},
          {"simulate", {"simulate", kClosed, "--until", "20"}, ""},
          {"simulate_json", {"simulate", kClosed, "--until", "20", "--json", "-"}, ""},
          {"simulate_against", {"simulate", kClosed, "--until", "20", "--against", kClosed}, ""},
          {"play", {"play", "small.loom"}, "step\n"},
          {"solve", {"solve", kClosed}, ""},
          {"solve_json", {"solve", kClosed, "--json", "-"}, ""},
          {"verify", {"verify", kClosed}, ""},
          {"verify_json", {"verify", kClosed, "--json", "-"}, ""},
          {"compare", {"compare", kExamples + "coka", "--claim", "M4-model"}, ""},
          {"compare_json", {"compare", kExamples + "coka", "--claim", "M4-model", "--json", "-"}, ""},
          {"convert", {"convert", kClosed, "-", "--to", "pnml"}, ""},
          {"render", {"render", kClosed, "-o", "/dev/stdout.dot"}, ""},
          {"check", {"check", "small.loom"}, ""},
          {"check_json", {"check", "small.loom", "--json", "-"}, ""},
          {"fmt", {"fmt", "small.loom", "--stdout"}, ""},
          {"fmt_stdin", {"fmt", "-"}, kSmall},
          {"lsp", {"lsp"}, messages},
          {"formats", {"formats"}, ""},
          {"formats_json", {"formats", "--json", "-"}, ""}};
}

class Results : public testing::TestWithParam<Printing> {
 protected:
  Results() {
    std::ofstream(folder_ / "small.loom") << kSmall;
    std::ofstream(folder_ / "in") << GetParam().in;
  }
  int run(const Stream& out) {
    Words words{PETRILOOM_BINARY};
    words.insert(words.end(), GetParam().words.begin(), GetParam().words.end());
    // `render` prints where its file is stdout.
    for (std::string& word : words) {
      if (word == "/dev/stdout.dot") word = link();
    }
    const int in = open((folder_ / "in").c_str(), O_RDONLY | O_CLOEXEC);
    const int code = Started(words, folder_.path(), messages_.path(), {{Stream::Kind::file, in}, out, {}}).wait();
    close(in);
    return code;
  }
  int run_into(const fs::path& path, int flags) {
    const int file = open(path.c_str(), flags | O_CLOEXEC, 0600);
    const int code = run({Stream::Kind::file, file});
    close(file);
    return code;
  }
  [[nodiscard]] std::string errors() const { return bytes_of(messages_ / "err"); }

  test::OwnFolder folder_;
  test::OwnFolder messages_;

 private:
  std::string link() {
    if (!fs::is_symlink(folder_ / "stdout.dot")) fs::create_symlink("/dev/stdout", folder_ / "stdout.dot");
    return "stdout.dot";
  }
};

TEST_P(Results, LossIsTold) {
  ASSERT_EQ(run({}), 0) << errors();
  EXPECT_FALSE(bytes_of(messages_ / "out").empty());
  EXPECT_EQ(run_into(make_null(folder_ / "null"), O_WRONLY), 0) << errors();
  EXPECT_EQ(run_into(make_full(folder_ / "full"), O_WRONLY), 2);
  EXPECT_NE(errors().find("No space left on device"), std::string::npos) << errors();
  EXPECT_EQ(run({Stream::Kind::closed, -1}), 2);
  EXPECT_NE(errors().find("Bad file descriptor"), std::string::npos) << errors();
}

TEST_P(Results, ReachFilesAndPipes) {
  ASSERT_EQ(run({}), 0) << errors();
  const std::string expected = stable(bytes_of(messages_ / "out"));
  // Behind what is in a file already, as `>>` has it.
  std::ofstream(folder_ / "log") << "begin\n";
  EXPECT_EQ(run_into(folder_ / "log", O_WRONLY | O_APPEND), 0) << errors();
  EXPECT_EQ(stable(bytes_of(folder_ / "log")), "begin\n" + expected);
}

// `| head -1`: whoever reads has enough. The rest is done all the same, and nothing is said.
TEST_P(Results, AReaderMayGo) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  close(ends[0]);
  ASSERT_EQ(run({}), 0);
  const std::string expected = stable(errors());
  // A file that was asked for by name is not whole, though.
  const bool named = GetParam().name == "render";
  EXPECT_EQ(run({Stream::Kind::file, ends[1]}), named ? 2 : 0);
  EXPECT_EQ(stable(errors()), named ? "cannot write 'stdout.dot': Broken pipe\n" : expected);
  close(ends[1]);
}

INSTANTIATE_TEST_SUITE_P(Cli, Results, testing::ValuesIn(printing()), [](const auto& one) { return one.param.name; });

// mpirun gives processes a terminal of its own, whatever its own stdout is.
TEST(Colours, AreNotForFilesBehindMpirun) {
  if (std::system("mpirun --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "mpirun is not there";
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  const test::OwnFolder messages;
  const Words command{"mpirun", "--oversubscribe", "-n", "1", PETRILOOM_BINARY, "simulate", kClosed, "--until", "20"};
  ASSERT_EQ(Started(command, messages.path(), messages.path(), {}).wait(), 0) << bytes_of(messages / "err");
  const std::string text = bytes_of(messages / "out");
  EXPECT_NE(text.find("at_cpu"), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

}  // namespace

}  // namespace petriloom::cli_test
