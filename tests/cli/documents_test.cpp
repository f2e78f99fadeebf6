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

#include "tests/cli/started.h"

namespace petriloom::cli_test {

namespace {

namespace fs = std::filesystem;

const fs::path kProject = PETRILOOM_ROOT;

/// A command of a page.
struct Shown {
  std::size_t line = 0;
  std::string text;
  int code = 0;
};

std::string without_quoted(const std::string& text) { return std::regex_replace(text, std::regex("'[^']*'"), "''"); }

/// Whether something stands for what the reader writes: NET, [--option], a|b, ...
bool is_pattern(const std::string& text) {
  static const std::regex kPlaceholder("\\b[A-Z]+\\b|\\[|\\.\\.\\.|[^ ]\\|[^ ]");
  return std::regex_search(without_quoted(text), kPlaceholder);
}

/// The name of the command that a text begins with; empty if it begins with none.
std::string command_of(const std::string& text) {
  static const std::regex kBegin("^(?:\\$|build/bin/)?petriloom ([a-z]+)\\b");
  std::smatch found;
  return std::regex_search(text, found, kBegin) ? found[1].str() : "";
}

/// A line of a block without its comment, which may tell the exit code.
Shown of_block(std::size_t number, const std::string& line) {
  static const std::regex kComment(" +# (.*)$");
  static const std::regex kCode("exit code ([0-4])$");
  Shown shown{number, line, 0};
  std::smatch comment;
  const std::string plain = without_quoted(line);
  if (!std::regex_search(plain, comment, kComment)) return shown;
  std::smatch code;
  const std::string told = comment[1];
  if (std::regex_search(told, code, kCode)) shown.code = std::stoi(code[1]);
  shown.text.erase(line.size() - static_cast<std::size_t>(comment.length(0)));
  return shown;
}

std::vector<Shown> commands_of(const fs::path& page) {
  std::vector<Shown> all;
  std::ifstream in(page);
  bool fenced = false;
  bool shell = false;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    if (line.compare(begin, 3, "```") == 0) {
      fenced = !fenced;
      shell = fenced && (line.size() == begin + 3 || line.ends_with("sh") || line.ends_with("console"));
      continue;
    }
    if (fenced ? shell : begin >= 4) {
      const Shown shown = of_block(number, line.substr(begin));
      if (!command_of(shown.text).empty()) all.push_back(shown);
    } else if (!fenced) {
      static const std::regex kSpan("`([^`]+)`");
      for (std::sregex_iterator at(line.begin(), line.end(), kSpan), end; at != end; ++at) {
        const std::string text = (*at)[1];
        if (!command_of(text).empty()) all.push_back({number, text, 0});
      }
    }
  }
  return all;
}

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

class Documents : public testing::TestWithParam<std::string> {
 protected:
  Documents() {
    for (const char* name : {"examples", "templates", "nets"})
      fs::copy(kProject / name, folder_ / name, fs::copy_options::recursive);
    // What a page takes for given: net.loom, model.cpn.
    const fs::path given = kProject / "tests/cli/documents" / fs::path(GetParam()).stem();
    if (fs::exists(given)) fs::copy(given, folder_.path(), fs::copy_options::recursive);
    fs::create_directories(folder_ / "build/bin");
    fs::create_symlink(PETRILOOM_BINARY, folder_ / "build/bin/petriloom");
  }
  /// Runs a line of a shell. SIGINT comes to what does not end.
  int run(const std::string& text) {
    const std::string paths = "PATH=" + (folder_ / "build/bin").string() + ":$PATH; petriloom=build/bin/petriloom; ";
    return Started({"timeout", "--signal=INT", "--kill-after=5", "200", "sh", "-c", paths + text}, folder_.path(), messages_.path(),
                   {})
        .wait();
  }
  std::string help_of(const std::string& command) {
    run("petriloom " + command + " --help");
    return bytes_of(messages_ / "out");
  }

  Folder folder_{"documents"};
  Folder messages_{"messages"};
};

TEST_P(Documents, ShowWhatWorks) {
  static const std::regex kOption("--[a-z][a-z-]*");
  for (const Shown& shown : commands_of(kProject / GetParam())) {
    const std::string where = GetParam() + ":" + std::to_string(shown.line) + ": " + shown.text;
    const std::string command = command_of(shown.text);
    const bool name_alone = shown.text.ends_with("petriloom " + command);
    if (name_alone || is_pattern(shown.text) || command == "lsp") {
      const std::string help = help_of(command);
      EXPECT_NE(help.find("Usage: petriloom " + command), std::string::npos) << where;
      for (std::sregex_iterator at(shown.text.begin(), shown.text.end(), kOption), end; at != end; ++at) {
        EXPECT_NE(help.find(at->str()), std::string::npos) << where << ": there is no " << at->str();
      }
      continue;
    }
    EXPECT_EQ(run(shown.text), shown.code) << where << "\n" << bytes_of(messages_ / "err");
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
