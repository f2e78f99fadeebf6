// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation/ranks.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "cli/shell/mpi_environment.h"

namespace petriloom::cli {

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

double Ranks::patience(double given, std::string_view command, Session& session) const {
  constexpr double kStandard = 60;
  if (given > 0 && !messenger_)
    session.status.note(
        fmt::format("petriloom {}: note: --patience is for processes started by mpirun: it changes nothing", command));
  return given > 0 ? given : kStandard;
}

}  // namespace petriloom::cli
