// SPDX-License-Identifier: Apache-2.0
// The memory of this process and of the machine, as the system counts it.
#pragma once

#include <cstdint>

namespace petriloom {

struct MemoryInUse {
  std::uint64_t own = 0;   ///< bytes that lie in memory and in no file
  std::uint64_t data = 0;  ///< bytes that the system counts for RLIMIT_DATA
};

/// What is in use now; 0 where the system does not tell.
MemoryInUse memory_in_use();

/// Bytes that processes may have beside what all have now, without anything being swapped out; 0
/// where the system does not tell.
std::uint64_t free_memory();

}  // namespace petriloom
