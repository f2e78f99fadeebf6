// SPDX-License-Identifier: Apache-2.0
#include "tests/formats/cpn/cpn_samples.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace petriloom::test {

namespace {

void add_files(const std::filesystem::path& folder, std::vector<CpnSample>& all) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".cpn") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    all.push_back({entry.path().string(), {std::istreambuf_iterator<char>(in), {}}});
  }
}

}  // namespace

std::optional<std::vector<CpnSample>> cpn_samples(const OwnFolder& folder) {
  const std::string first = PETRILOOM_SHARED "/formats/cpn-samples";
  const std::string packed = PETRILOOM_SHARED "/formats/cpn-samples-2/files.tar.xz";
  if (!std::filesystem::exists(first) || !std::filesystem::exists(packed)) return std::nullopt;
  const std::string unpack = "tar -xJf '" + packed + "' -C '" + folder.path().string() + "'";
  if (std::system(unpack.c_str()) != 0) throw std::runtime_error(unpack + " failed");
  std::vector<CpnSample> all;
  add_files(first, all);
  add_files(folder.path(), all);
  const auto name = [](const CpnSample& sample) { return std::filesystem::path(sample.path).filename(); };
  std::sort(all.begin(), all.end(), [&](const CpnSample& a, const CpnSample& b) { return name(a) < name(b); });
  return all;
}

}  // namespace petriloom::test
