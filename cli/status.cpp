// SPDX-License-Identifier: Apache-2.0
#include "cli/status.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace petriloom::cli {

namespace {

// A signal handler can reach nothing but an object of static storage.
volatile std::sig_atomic_t interrupt_count = 0;

extern "C" void petriloom_on_interrupt(int signal) {
  // The second one, of either signal, ends the program.
  if (interrupt_count != 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  interrupt_count = 1;
}

void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace

Status::Status() : terminal_(isatty(STDERR_FILENO) == 1), next_(Clock::now()) {
  // A log gets its first line only when something takes long.
  if (!terminal_) next_ += std::chrono::seconds(10);
}

Status::~Status() { clear(); }

void Status::progress(std::string_view text) {
  const auto now = Clock::now();
  if (quiet_ || now < next_) return;
  if (terminal_) {
    constexpr std::size_t kWidth = 78;
    next_ = now + std::chrono::milliseconds(100);
    put("\r\x1b[K");
    put(text.substr(0, kWidth));
    shown_ = true;
  } else {
    next_ = now + std::chrono::seconds(10);
    put(text);
    put("\n");
  }
  std::fflush(stderr);
}

void Status::clear() {
  if (!shown_) return;
  put("\r\x1b[K");
  std::fflush(stderr);
  shown_ = false;
}

void Status::note(std::string_view text) {
  if (quiet_) return;
  error(text);
}

void Status::error(std::string_view text) {
  clear();
  std::fflush(stdout);  // messages stand behind the results that came before them
  put(text);
  if (text.empty() || text.back() != '\n') put("\n");
  std::fflush(stderr);
}

void catch_interrupts() {
  std::signal(SIGINT, petriloom_on_interrupt);
  std::signal(SIGTERM, petriloom_on_interrupt);
}

bool interrupted() { return interrupt_count != 0; }

void forget_interrupt() {
  interrupt_count = 0;
  catch_interrupts();
}

}  // namespace petriloom::cli
