// SPDX-License-Identifier: Apache-2.0
// The time that a thread has worked.
#pragma once

#include <ctime>

namespace petriloom {

/// Seconds of CPU of the thread that calls.
inline double thread_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace petriloom
