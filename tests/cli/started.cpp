// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/started.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <regex>

namespace petriloom::cli_test {

namespace fs = std::filesystem;

namespace {

void connect(int number, const Stream& stream, int standard) {
  if (stream.kind == Stream::Kind::closed) {
    close(number);
  } else {
    dup2(stream.kind == Stream::Kind::file ? stream.file : standard, number);
  }
}

/// A device of a kind that every system has, made in a folder of the test; a link to it where
/// devices cannot be made.
fs::path make_device(const fs::path& path, const std::string& standard, unsigned minor) {
  if (mknod(path.c_str(), S_IFCHR | 0666, makedev(1, minor)) == 0) {
    const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
      close(file);
      return path;
    }
    fs::remove(path);
  }
  fs::create_symlink(standard, path);
  return path;
}
}  // namespace

fs::path make_null(const fs::path& path) { return make_device(path, "/dev/null", 3); }
fs::path make_full(const fs::path& path) { return make_device(path, "/dev/full", 7); }

Started::Started(const Words& command, const fs::path& folder, const fs::path& messages, const Streams& streams) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  id_ = fork();
  if (id_ != 0) return;
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int out = open((messages / "out").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const int err = open((messages / "err").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (chdir(folder.c_str()) != 0) _exit(126);
  connect(STDIN_FILENO, streams.in, null);
  connect(STDOUT_FILENO, streams.out, out);
  connect(STDERR_FILENO, streams.err, err);
  execvp(words[0], words.data());
  _exit(127);
}

Started::~Started() {
  if (over()) return;
  kill(id_, SIGKILL);
  wait();
}

bool Started::over() {
  over_ = over_ || waitpid(id_, &status_, WNOHANG) == id_;
  return over_;
}

int Started::wait() {
  if (!over_) waitpid(id_, &status_, 0);
  over_ = true;
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : -WTERMSIG(status_);
}

std::string stable(const std::string& text) {
  static const std::regex kChanging("\"(wall_seconds|seconds|firings_per_second|peak_bytes)\": *[0-9.eE+-]+");
  static const std::regex kSummary("in [0-9.]+ s \\([0-9 ]+ a second\\), peak memory [0-9]+ MiB");
  return std::regex_replace(std::regex_replace(text, kChanging, "\"$1\": N"), kSummary, "in T s");
}

std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace petriloom::cli_test
