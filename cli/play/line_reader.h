// SPDX-License-Identifier: Apache-2.0
// Lines of a person at a terminal, with editing, history and completion (libedit), or of a script.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace petriloom::cli {

/// What a word may become: `line` is what stands before the word, `word` its beginning.
using Completer = std::function<std::vector<std::string>(const std::string& line, const std::string& word)>;

class LineReader {
 public:
  /// Looks whether stdin is a terminal. Where it is, earlier lines are read from the user's history
  /// file, and written there in the end.
  explicit LineReader(Completer completer);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// Whether a person is at the other end.
  [[nodiscard]] bool interactive() const { return interactive_; }
  /// The next line without its line end; nothing at the end. A script is given no prompt. Lines of
  /// more than 1 MiB are cut.
  std::optional<std::string> next(const std::string& prompt);

 private:
  bool interactive_ = false;
  std::string history_file_;
};

}  // namespace petriloom::cli
