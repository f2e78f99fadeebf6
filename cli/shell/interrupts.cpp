// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/interrupts.h"

#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>

namespace petriloom::cli {

namespace {

// A signal handler can reach nothing but objects of static storage.
volatile std::sig_atomic_t interrupt_count = 0;
volatile std::sig_atomic_t time_is_up = 0;
volatile std::sig_atomic_t keepers = 0;  // of what must not end at once
volatile std::sig_atomic_t impatient = 0;

constexpr unsigned kPatience = 1;  // s

// Only what a signal handler may call.
void end_now(const char* why) {
  const char* const line = isatty(STDERR_FILENO) != 0 ? "\r\x1b[K" : "";
  for (const char* text : {line, "petriloom: ", why, "\n"}) {
    if (write(STDERR_FILENO, text, std::strlen(text)) < 0) break;
  }
  _exit(static_cast<int>(ExitCode::undecided));
}

constexpr const char* kUnheeded = "interrupted while something was computed that may never end";
constexpr const char* kInterrupted = "interrupted before anything was found";
constexpr const char* kTimeIsUp = "the time limit was reached before anything was found";

extern "C" void petriloom_on_interrupt(int signal) {
  // The second one, of either signal, ends the program.
  if (interrupt_count != 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  interrupt_count = 1;
  if (keepers == 0) end_now(kInterrupted);
  if (impatient != 0) alarm(kPatience);
}

extern "C" void petriloom_on_unheeded(int) { end_now(kUnheeded); }

extern "C" void petriloom_on_time(int) {
  time_is_up = 1;
  if (keepers == 0) end_now(kTimeIsUp);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, petriloom_on_interrupt);
  std::signal(SIGTERM, petriloom_on_interrupt);
}

void keep_results() { keepers = keepers + 1; }

NotNow::NotNow() { keepers = keepers + 1; }

NotNow::~NotNow() {
  keepers = keepers - 1;
  if (keepers != 0) return;
  if (interrupt_count != 0) end_now(kInterrupted);
  if (time_is_up != 0) end_now(kTimeIsUp);
}

bool interrupted() { return interrupt_count != 0; }

void heed_within_a_second() {
  std::signal(SIGALRM, petriloom_on_unheeded);
  impatient = 1;
}

void forget_interrupt() {
  if (impatient != 0) alarm(0);
  interrupt_count = 0;
  catch_interrupts();
}

void end_after(double seconds) {
  constexpr double kLongest = 1e8;  // three years; more does not fit everywhere
  std::signal(SIGALRM, petriloom_on_time);
  itimerval timer{};
  const double time = std::clamp(seconds, 1e-6, kLongest);
  timer.it_value.tv_sec = static_cast<time_t>(time);
  timer.it_value.tv_usec = static_cast<suseconds_t>((time - std::floor(time)) * 1e6);
  if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) timer.it_value.tv_usec = 1;
  setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace petriloom::cli
