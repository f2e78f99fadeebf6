// SPDX-License-Identifier: Apache-2.0
// What a page tells its reader to do, and to see (docs/conventions.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace petriloom::cli_test {

/// A step of a page.
struct Step {
  enum class Kind {
    command,  ///< `text` is run
    file,     ///< `text` becomes the file `path`
    output    ///< lines that the command before it printed, in this order
  };
  Kind kind = Kind::command;
  std::size_t line = 0;  ///< of the page
  std::string text;
  int code = 0;  ///< what a command ends with
  std::string path;
};

/// The steps of a page, in their order.
std::vector<Step> steps_of(const std::filesystem::path& page);

/// Whether something in a command stands for what the reader writes: NET, [--option], a|b, ...
bool is_pattern(const std::string& text);

/// The name of the command of petriloom that a text begins with; empty if it begins with none.
std::string command_of(const std::string& text);

/// The first of the lines of `shown` that is not among those of `printed` behind those before it;
/// empty if all are there. `...` stands for what is left out, lines or a part of one.
std::string missing_line(const std::string& shown, const std::string& printed);

}  // namespace petriloom::cli_test
