// SPDX-License-Identifier: Apache-2.0
// Runs the program as a child, whose time and memory are measured.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/own_folder.h"

namespace petriloom::test {

/// How a child ended.
struct Ended {
  int code = -1;         ///< exit code; -1: by a signal, or it had to be killed
  double cpu = 0;        ///< s, of user and system together
  double megabytes = 0;  ///< most memory at a time (MiB)
  double wall = 0;       ///< s
};

/// The program with some arguments, in a folder; what it prints goes to the files "out" and "err"
/// there, and it reads the file "in" if there is one. Killed at the end.
class Child {
 public:
  Child(const std::filesystem::path& folder, const std::vector<std::string>& arguments);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void signal(int number) const;
  /// The processor time it has used so far, s.
  [[nodiscard]] double cpu() const;
  /// Waits for its end, for so many seconds at most; then it is killed.
  Ended wait(double seconds);

 private:
  pid_t id_ = 0;
  bool over_ = false;
  double start_ = 0;
};

}  // namespace petriloom::test
