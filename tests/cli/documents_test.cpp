// SPDX-License-Identifier: Apache-2.0
// The commands that the pages show (docs/conventions.md says which those are) do what the text
// says: they run in the order in which they stand, in a copy of what a fresh clone has, and end
// with the exit code that is told. Patterns name options that there are.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "tests/cli/page.h"
#include "tests/cli/started.h"

namespace petriloom::cli_test {

namespace {

namespace fs = std::filesystem;

const fs::path kProject = PETRILOOM_ROOT;

std::vector<std::string> pages() {
  std::vector<std::string> all;
  for (const char* folder : {"", "docs", "examples", "nets", "templates", "editors"}) {
    for (const auto& entry : fs::directory_iterator(kProject / folder)) {
      if (entry.path().extension() == ".md") all.push_back(fs::relative(entry.path(), kProject).string());
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool is_held_against_help(const std::string& text) {
  const std::string command = command_of(text);
  const bool name_alone = text.ends_with("petriloom " + command);
  return !command.empty() && (name_alone || is_pattern(text) || command == "lsp");
}

class Documents : public testing::TestWithParam<std::string> {
 protected:
  Documents() {
    for (const char* name : {"examples", "templates", "nets"})
      fs::copy(kProject / name, folder_ / name, fs::copy_options::recursive);
    // What a page takes for given: net.loom, model.cpn.
    const fs::path given = kProject / "tests/cli/documents" / fs::path(GetParam()).stem();
    if (fs::exists(given)) fs::copy(given, folder_.path(), fs::copy_options::recursive);
    fs::create_directories(folder_ / "build/bin");
    // A program looks for nets in the folder in which it is itself.
    fs::copy_file(PETRILOOM_BINARY, folder_ / "build/bin/petriloom");
  }
  /// Runs a line of a shell. SIGINT comes to what does not end.
  int run(const std::string& text) {
    const std::string paths = "PATH=" + (folder_ / "build/bin").string() + ":$PATH; petriloom=build/bin/petriloom; ";
    return Started({"timeout", "--signal=INT", "--kill-after=5", "200", "sh", "-c", paths + text}, folder_.path(), messages_.path(),
                   {})
        .wait();
  }
  /// A pattern has a command and options that there are.
  void hold_against_help(const std::string& text, const std::string& where) {
    static const std::regex kOption("--[a-z][a-z-]*");
    const std::string command = command_of(text);
    run("petriloom " + command + " --help");
    const std::string help = bytes_of(messages_ / "out");
    EXPECT_NE(help.find("Usage: petriloom " + command), std::string::npos) << where << text;
    for (std::sregex_iterator at(text.begin(), text.end(), kOption), end; at != end; ++at)
      EXPECT_NE(help.find(at->str()), std::string::npos) << where << text << ": there is no " << at->str();
  }

  test::OwnFolder folder_;
  test::OwnFolder messages_;
};

TEST_P(Documents, ShowWhatWorks) {
  std::string printed;
  for (const Step& step : steps_of(kProject / GetParam())) {
    const std::string where = GetParam() + ":" + std::to_string(step.line) + ": ";
    if (step.kind == Step::Kind::file) {
      fs::create_directories((folder_ / step.path).parent_path());
      std::ofstream(folder_ / step.path) << step.text;
    } else if (step.kind == Step::Kind::output) {
      const std::string missing = missing_line(step.text, printed);
      EXPECT_EQ(missing, "") << where << "the command before it printed\n" << printed;
    } else if (is_held_against_help(step.text)) {
      hold_against_help(step.text, where);
    } else {
      EXPECT_EQ(run(step.text), step.code) << where << step.text << "\n" << bytes_of(messages_ / "err");
      printed = bytes_of(messages_ / "out") + bytes_of(messages_ / "err");
    }
  }
}

std::string page_name(const testing::TestParamInfo<std::string>& one) {
  std::string name = one.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cli, Documents, testing::ValuesIn(pages()), page_name);

}  // namespace

}  // namespace petriloom::cli_test
