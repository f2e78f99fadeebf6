// SPDX-License-Identifier: Apache-2.0
#include "tests/formats/source/files.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace petriloom {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::filesystem::path> net_files(const std::vector<std::string>& folders) {
  std::vector<std::filesystem::path> paths;
  for (const std::string& folder : folders) {
    const auto root = std::filesystem::path(PETRILOOM_ROOT) / folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (entry.path().extension() == ".loom") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace petriloom
