// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/status.h"

#include <unistd.h>

#include <cstdio>

#include "cli/shell/standard_streams.h"

namespace petriloom::cli {

namespace {

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
  flush_results();  // messages stand behind the results that came before them
  put(text);
  if (text.empty() || text.back() != '\n') put("\n");
  std::fflush(stderr);
}

}  // namespace petriloom::cli
