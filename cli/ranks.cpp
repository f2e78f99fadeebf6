// SPDX-License-Identifier: Apache-2.0
#include "cli/ranks.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace petriloom::cli {

namespace {

// What says how many processes there are: Open MPI, and the process managers of MPICH and Slurm.
constexpr std::array<const char*, 2> kCounts{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};

bool one_of_several() {
  for (const char* name : kCounts) {
    const char* count = std::getenv(name);
    if (count != nullptr && std::atoi(count) > 1) return true;
  }
  return false;
}

}  // namespace

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

std::optional<Ranks> Ranks::find(Session& session) {
  Ranks ranks;
  if (!one_of_several()) return ranks;
  std::error_code ignored;  // without the program's place the library is not found either
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  const std::string path = (program / "../lib/petriloom/petriloom_mpi.so").lexically_normal().string();
  // Open MPI loads parts of itself that look for its symbols among those of the program.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  void* start = library == nullptr ? nullptr : dlsym(library, "petriloom_mpi_messenger");
  if (start == nullptr) {
    session.status.error(
        fmt::format("petriloom: several processes were started together, but this program was built without MPI: {}", dlerror()));
    return std::nullopt;
  }
  ranks.messenger_.reset(reinterpret_cast<Messenger* (*)()>(start)());
  if (ranks.messenger_) return ranks;
  session.status.error("petriloom: MPI does not start");
  return std::nullopt;
}

}  // namespace petriloom::cli
