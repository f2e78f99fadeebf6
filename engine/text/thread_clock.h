// SPDX-License-Identifier: Apache-2.0
// The time that a thread, or the process, has worked.
#pragma once

#include <ctime>

namespace petriloom {

/// Seconds of CPU by a clock of the system.
inline double cpu_seconds(clockid_t clock) {
  std::timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Those of the thread that calls.
inline double thread_seconds() { return cpu_seconds(CLOCK_THREAD_CPUTIME_ID); }

/// Those of all threads of the process.
inline double process_seconds() { return cpu_seconds(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace petriloom
