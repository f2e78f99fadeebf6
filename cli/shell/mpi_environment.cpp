// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/mpi_environment.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace petriloom::cli {

namespace {

// What says how many processes there are: Open MPI, and the process managers of MPICH and Slurm.
constexpr std::array<const char*, 2> kCounts{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};

}  // namespace

bool one_of_several() {
  for (const char* name : kCounts) {
    const char* count = std::getenv(name);
    if (count != nullptr && std::atoi(count) > 1) return true;
  }
  return false;
}

bool started_as_worker() {
  constexpr std::array<const char*, 2> kNumbers{"OMPI_COMM_WORLD_RANK", "PMI_RANK"};
  for (const char* name : kNumbers) {
    const char* number = std::getenv(name);
    if (number != nullptr && std::atoi(number) > 0) return true;
  }
  return false;
}

bool started_with_others() {
  return std::any_of(kCounts.begin(), kCounts.end(), [](const char* name) { return std::getenv(name) != nullptr; });
}

}  // namespace petriloom::cli
