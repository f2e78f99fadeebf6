// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <thread>

namespace petriloom::test {

namespace {

double clock_now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double seconds_of(const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; }

}  // namespace

Child::Child(const std::filesystem::path& folder, const std::vector<std::string>& arguments) : start_(clock_now()) {
  std::vector<std::string> words{"petriloom"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  id_ = fork();
  if (id_ != 0) return;
  if (chdir(folder.c_str()) != 0) _exit(126);
  const int in = open("in", O_RDONLY);
  dup2(in < 0 ? open("/dev/null", O_RDONLY) : in, STDIN_FILENO);
  dup2(open("out", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
  dup2(open("err", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
  execv(PETRILOOM_BINARY, pointers.data());
  _exit(127);
}

Child::~Child() {
  if (!over_) wait(0);
}

void Child::signal(int number) const {
  if (!over_) kill(id_, number);
}

double Child::cpu() const {
  clockid_t clock = 0;
  timespec time{};
  if (over_ || clock_getcpuclockid(id_, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Ended Child::wait(double seconds) {
  constexpr auto kLook = std::chrono::milliseconds(2);
  const double until = clock_now() + seconds;
  int status = 0;
  rusage usage{};
  bool killed = false;
  for (;;) {
    const pid_t found = wait4(id_, &status, WNOHANG, &usage);
    if (found == id_) break;
    if (!killed && clock_now() > until) {
      kill(id_, SIGKILL);
      killed = true;
    }
    std::this_thread::sleep_for(kLook);
  }
  over_ = true;
  Ended ended;
  if (!killed && WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  ended.cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  ended.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  ended.wall = clock_now() - start_;
  return ended;
}

}  // namespace petriloom::test
