// SPDX-License-Identifier: Apache-2.0
// The program, started with the streams that a test wants.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/own_folder.h"

namespace petriloom::cli_test {

using Words = std::vector<std::string>;

/// What becomes of a stream of the program.
struct Stream {
  enum class Kind { standard, closed, file } kind = Kind::standard;
  int file = -1;  ///< a descriptor of the test
};

/// A program that runs in a folder. By default it reads nothing, and what it says goes to the files
/// `out` and `err` of a folder of messages.
class Started {
 public:
  struct Streams {
    Stream in, out, err;
  };
  Started(const Words& command, const std::filesystem::path& folder, const std::filesystem::path& messages, const Streams& streams);
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;
  ~Started();

  [[nodiscard]] pid_t id() const { return id_; }
  /// Whether it has ended.
  bool over();
  /// Its exit code, or minus the signal that ended it.
  int wait();

 private:
  pid_t id_ = 0;
  int status_ = 0;
  bool over_ = false;
};

/// The bytes of a file; empty if there is none.
std::string bytes_of(const std::filesystem::path& path);

/// A result without what changes from run to run.
std::string stable(const std::string& text);

/// Devices like /dev/null and /dev/full at a path; links to those where devices cannot be made.
std::filesystem::path make_null(const std::filesystem::path& path);
std::filesystem::path make_full(const std::filesystem::path& path);

}  // namespace petriloom::cli_test
