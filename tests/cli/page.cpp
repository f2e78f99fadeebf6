// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/page.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <string_view>

namespace petriloom::cli_test {

namespace {

std::string without_quoted(const std::string& text) { return std::regex_replace(text, std::regex("'[^']*'"), "''"); }

/// A line of a block without its comment, which may tell the exit code.
Step of_block(std::size_t number, const std::string& line) {
  static const std::regex kComment(" +# (.*)$");
  static const std::regex kCode("exit code ([0-4])$");
  Step step{Step::Kind::command, number, line, 0, ""};
  std::smatch comment;
  const std::string plain = without_quoted(line);
  if (!std::regex_search(plain, comment, kComment)) return step;
  std::smatch code;
  const std::string told = comment[1];
  if (std::regex_search(told, code, kCode)) step.code = std::stoi(code[1]);
  step.text.erase(line.size() - static_cast<std::size_t>(comment.length(0)));
  return step;
}

bool is_run(const std::string& text) { return !command_of(text).empty() || text.starts_with("sed -i "); }

/// Reads a page line by line.
class Page {
 public:
  void add(const std::string& line) {
    ++number_;
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    if (line.compare(begin, 3, "```") == 0) {
      fence(line, begin);
    } else if (block_ != nullptr) {
      block_->text += line + "\n";
    } else if (fenced_ ? shell_ : begin >= 4) {
      const Step step = of_block(number_, line.substr(begin));
      if (is_run(step.text)) steps_.push_back(step);
    } else if (!fenced_) {
      text(line);
    }
  }
  std::vector<Step> take() { return std::move(steps_); }

 private:
  void fence(const std::string& line, std::size_t begin) {
    fenced_ = !fenced_;
    block_ = nullptr;
    if (fenced_ && (!heading_.empty() || line.ends_with("output"))) {
      steps_.push_back({heading_.empty() ? Step::Kind::output : Step::Kind::file, number_, "", 0, heading_});
      block_ = &steps_.back();
    }
    heading_.clear();
    shell_ = fenced_ && (line.size() == begin + 3 || line.ends_with("sh") || line.ends_with("console"));
  }
  void text(const std::string& line) {
    static const std::regex kHeading("^`([^`]+)`:$");
    static const std::regex kSpan("`([^`]+)`");
    std::smatch heading;
    if (std::regex_match(line, heading, kHeading))
      heading_ = heading[1];
    else if (!line.empty())
      heading_.clear();
    for (std::sregex_iterator at(line.begin(), line.end(), kSpan), end; at != end; ++at) {
      const std::string span = (*at)[1];
      if (!command_of(span).empty()) steps_.push_back({Step::Kind::command, number_, span, 0, ""});
    }
  }

  std::vector<Step> steps_;
  std::size_t number_ = 0;
  std::string heading_;    ///< the file that the next block holds
  Step* block_ = nullptr;  ///< that is being read
  bool fenced_ = false;
  bool shell_ = false;
};

constexpr std::string_view kLeftOut = "...";

/// Whether a line is as it is shown, with anything in the place of each "...".
bool is_like(std::string_view line, std::string_view shown) {
  for (bool first = true;; first = false) {
    const std::size_t end = shown.find(kLeftOut);
    const std::string_view part = shown.substr(0, end);
    if (end == std::string_view::npos) return first ? line == part : line.ends_with(part);
    const std::size_t at = line.find(part);
    if (at == std::string_view::npos || (first && at != 0)) return false;
    line.remove_prefix(at + part.size());
    shown.remove_prefix(end + kLeftOut.size());
  }
}

}  // namespace

bool is_pattern(const std::string& text) {
  static const std::regex kPlaceholder("\\b[A-Z]+\\b(?!=)|\\[|\\.\\.\\.|[^ ]\\|[^ ]");
  return std::regex_search(without_quoted(text), kPlaceholder);
}

std::string command_of(const std::string& text) {
  static const std::regex kBegin("^(?:\\$|build/bin/)?petriloom ([a-z]+)\\b");
  std::smatch found;
  return std::regex_search(text, found, kBegin) ? found[1].str() : "";
}

std::vector<Step> steps_of(const std::filesystem::path& page) {
  Page read;
  std::ifstream in(page);
  for (std::string line; std::getline(in, line);) read.add(line);
  return read.take();
}

std::string missing_line(const std::string& shown, const std::string& printed) {
  std::istringstream expected(shown);
  std::istringstream found(printed);
  for (std::string line; std::getline(expected, line);) {
    std::string other;
    while (line != kLeftOut && std::getline(found, other) && !is_like(other, line)) {
    }
    if (!found) return line;
  }
  return "";
}

}  // namespace petriloom::cli_test
