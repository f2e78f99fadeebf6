// SPDX-License-Identifier: Apache-2.0
#include "cli/play/line_reader.h"

#include <editline/readline.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace petriloom::cli {

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;  // of one line

// The library calls back without an argument.
Completer the_completer;
std::vector<std::string> the_candidates;

extern "C" char* petriloom_next_candidate(const char*, int state) {
  static std::size_t next = 0;
  if (state == 0) next = 0;
  return next < the_candidates.size() ? strdup(the_candidates[next++].c_str()) : nullptr;
}

extern "C" char** petriloom_complete(const char* text, int start, int) {
  rl_attempted_completion_over = 1;  // not file names
  the_candidates = the_completer(std::string(rl_line_buffer).substr(0, static_cast<std::size_t>(start)), text);
  // What goes on without a blank gets none.
  const bool open = the_candidates.size() == 1 && (the_candidates[0].ends_with('[') || the_candidates[0].ends_with(']'));
  rl_completion_append_character = open ? '\0' : ' ';
  return rl_completion_matches(text, petriloom_next_candidate);
}

/// Where the history is kept by the convention of the XDG base directories; empty if there is no
/// home.
std::string history_path() {
  namespace fs = std::filesystem;
  const char* const state = std::getenv("XDG_STATE_HOME");
  const char* const home = std::getenv("HOME");
  if (state == nullptr && home == nullptr) return {};
  const fs::path folder = (state != nullptr ? fs::path(state) : fs::path(home) / ".local/state") / "petriloom";
  std::error_code error;
  fs::create_directories(folder, error);
  return error ? std::string() : (folder / "play_history").string();
}

}  // namespace

LineReader::LineReader(Completer completer) : interactive_(isatty(STDIN_FILENO) == 1) {
  if (!interactive_) return;
  the_completer = std::move(completer);
  rl_readline_name = "petriloom";
  rl_initialize();
  rl_attempted_completion_function = petriloom_complete;
  rl_basic_word_break_characters = " \t\n(),=<>&|!+*`";
  rl_completer_word_break_characters = const_cast<char*>(rl_basic_word_break_characters);
  using_history();
  stifle_history(1000);
  history_file_ = history_path();
  if (!history_file_.empty()) read_history(history_file_.c_str());
}

LineReader::~LineReader() {
  if (!interactive_) return;
  if (!history_file_.empty()) write_history(history_file_.c_str());
  the_completer = nullptr;
}

std::optional<std::string> LineReader::next(const std::string& prompt) {
  if (interactive_) {
    char* const text = readline(prompt.c_str());
    if (text == nullptr) return std::nullopt;
    std::string line(text);
    std::free(text);
    if (line.find_first_not_of(" \t") != std::string::npos) add_history(line.c_str());
    return line;
  }
  std::string line;
  int c = std::getc(stdin);
  if (c == EOF) return std::nullopt;
  for (; c != EOF && c != '\n'; c = std::getc(stdin)) {
    if (line.size() < kMostBytes) line += static_cast<char>(c);
  }
  return line;
}

}  // namespace petriloom::cli
