// SPDX-License-Identifier: Apache-2.0
#include "engine/text/memory.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <memory>

namespace petriloom {

MemoryInUse memory_in_use() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/statm", "re"), std::fclose);
  // Total, resident, of files, text, (unused), data and stack.
  std::array<unsigned long, 6> pages{};
  if (!file) return {};
  for (unsigned long& count : pages) {
    if (std::fscanf(file.get(), "%lu", &count) != 1) return {};
  }
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return {(pages[1] - std::min(pages[1], pages[2])) * page, pages[5] * page};
}

std::uint64_t free_memory() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/meminfo", "re"), std::fclose);
  if (!file) return 0;
  std::array<char, 128> line{};
  while (std::fgets(line.data(), line.size(), file.get()) != nullptr) {
    std::uint64_t kibibytes = 0;
    if (std::sscanf(line.data(), "MemAvailable: %" SCNu64 " kB", &kibibytes) == 1) return kibibytes << 10U;
  }
  return 0;
}

}  // namespace petriloom
