// SPDX-License-Identifier: Apache-2.0
// What a command may use: --time and --memory, which hold for all of it, from reading to the last
// check (docs/limits.md).
#pragma once

#include <atomic>
#include <mutex>

#include "cli/shell/options.h"
#include "engine/text/limits.h"

namespace petriloom::cli {

struct Bounds {
  double seconds = 0;       ///< wall time; 0: no limit
  std::uint64_t bytes = 0;  ///< memory; 0: no limit
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

  /// Adds --time and --memory. `bytes` may have a default, which is said.
  void add_to(OptionParser& parser);
  /// To be called before anything is read: what polls nothing is bound from now on, too. Memory
  /// beyond the limit and `slack` is not given, which is a std::bad_alloc wherever it is asked for.
  void hold(std::uint64_t slack = 0) const;
  /// For what polls.
  [[nodiscard]] Limits limits() const;
};

/// Asked by runs whether they are to end: Ctrl-C, time, memory in use. Keeps why. May be asked by
/// several threads.
class CallOff {
 public:
  explicit CallOff(const Bounds& bounds) : bounds_(bounds), limits_(bounds.limits()) {}
  bool asked();
  /// "interrupted", "the time limit was reached" ...; `Stopped::complete` if nothing was asked for.
  [[nodiscard]] Stopped why() const { return why_; }

 private:
  const Bounds bounds_;
  const Limits limits_;
  std::atomic<Stopped> why_ = Stopped::complete;
  std::mutex mutex_;
  double next_look_ = 0;  // at the memory in use, s since the start
};

/// What a message calls the reason of an end: as `describe`, but for a person who pressed Ctrl-C.
std::string call_off_text(Stopped why);

}  // namespace petriloom::cli
