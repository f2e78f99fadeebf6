// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/session.h"

#include <algorithm>
#include <filesystem>

namespace petriloom::cli {

std::vector<std::string> find_roots() {
  namespace fs = std::filesystem;
  std::error_code ignored;  // a folder that cannot be looked at does not count
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  std::vector<std::string> roots;
  for (const fs::path& candidate : {program / "../share/petriloom", program / "../..", fs::path(PETRILOOM_SOURCE_ROOT)}) {
    if (!fs::is_directory(candidate / "nets", ignored)) continue;
    const std::string name = fs::weakly_canonical(candidate, ignored).string();
    if (std::find(roots.begin(), roots.end(), name) == roots.end()) roots.push_back(name);
  }
  return roots;
}

}  // namespace petriloom::cli
