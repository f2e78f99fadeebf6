// SPDX-License-Identifier: Apache-2.0
// Every file of the corpora through its reader: as it is, cut off at many points, and with bits
// flipped.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <vector>

#include "formats/registry/table.h"
#include "tests/fuzz/fuzz.h"
#include "tests/sanitized.h"

namespace petriloom {
namespace {

namespace fs = std::filesystem;

// Of each reader, divided among its files.
constexpr std::size_t kCuts = 600;
constexpr std::size_t kFlips = test::many(4000U);

std::vector<fs::path> sorted(const fs::path& folder) {
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(folder)) entries.push_back(entry.path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

void check(const Format& format, const std::string& text) {
  fuzz::check(format.read, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

// Calls `use` with each format that is read and the files of its corpus.
template <class Use>
void for_each_corpus(const Use& use) {
  for (const Format& format : formats()) {
    if (format.read == nullptr) continue;
    const fs::path folder = fs::path(PETRILOOM_ROOT) / "tests" / "fuzz" / "corpus" / format.name;
    ASSERT_TRUE(fs::is_directory(folder)) << folder << ": a reader needs files to begin with";
    const std::vector<fs::path> files = sorted(folder);
    ASSERT_FALSE(files.empty()) << folder;
    use(format, files);
  }
}

TEST(Corpus, IsReadOrRefused) {
  for_each_corpus([](const Format& format, const std::vector<fs::path>& files) {
    for (const fs::path& file : files) check(format, content(file));
  });
}

TEST(Corpus, CutOff) {
  for_each_corpus([](const Format& format, const std::vector<fs::path>& files) {
    const std::size_t cuts = kCuts / files.size() + 1;
    for (const fs::path& file : files) {
      const std::string text = content(file);
      const std::size_t step = text.size() / cuts + 1;
      for (std::size_t end = 0; end < text.size(); end += step) check(format, text.substr(0, end));
    }
  });
}

TEST(Corpus, FlippedBits) {
  for_each_corpus([](const Format& format, const std::vector<fs::path>& files) {
    std::mt19937 random(5);
    for (std::size_t trial = 0; trial < kFlips; ++trial) {
      std::string text = content(files[trial % files.size()]);
      if (text.empty()) continue;
      for (std::size_t k = 0; k <= trial % 3; ++k) text[random() % text.size()] ^= static_cast<char>(1U << (random() % 8U));
      check(format, text);
    }
  });
}

}  // namespace
}  // namespace petriloom
