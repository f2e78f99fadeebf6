// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/standard_streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace petriloom::cli {

namespace {

// There is one stdout, and one first thing that goes wrong with it.
int first_error = 0;

void note_stdout(bool done) {
  if (!done && first_error == 0) first_error = errno != 0 ? errno : EIO;
}

}  // namespace

void open_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is this one. Opened for the other direction, so that reading or
    // writing is told as an error.
    const int flags = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", flags) < 0) static_cast<void>(::open("/", O_RDONLY | O_DIRECTORY));
  }
  std::signal(SIGPIPE, SIG_IGN);
}

void print(std::string_view text) { note_stdout(std::fwrite(text.data(), 1, text.size(), stdout) == text.size()); }

void flush_results() { note_stdout(std::fflush(stdout) == 0); }

std::string close_results() {
  flush_results();
  // Whoever else flushed it told nobody why that failed.
  if (std::ferror(stdout) != 0 && first_error == 0) first_error = EIO;
  note_stdout(::close(STDOUT_FILENO) == 0);  // the stream stays usable: messages flush it
  if (first_error == 0 || first_error == EPIPE) return {};
  return fmt::format("results cannot be written to stdout: {}", std::strerror(first_error));
}

}  // namespace petriloom::cli
