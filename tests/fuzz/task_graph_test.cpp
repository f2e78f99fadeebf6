// SPDX-License-Identifier: Apache-2.0
// Graphs of tasks, as they are, cut off, and with bits flipped: read or refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "tests/fuzz/task_graph.h"

namespace petriloom::task_graph_replay {
namespace {

std::vector<std::string> corpus() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(PETRILOOM_ROOT) / "tests/fuzz/corpus/task_graph"))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const std::filesystem::path& path : paths) {
    std::ifstream in(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return texts;
}

TEST(TaskGraphCorpus, IsReadOrRefusedCutOff) {
  const std::vector<std::string> texts = corpus();
  ASSERT_GE(texts.size(), 4U);
  for (const std::string& text : texts) {
    for (std::size_t end = 0; end <= text.size(); ++end) fuzz::check_task_graphs(text.substr(0, end));
  }
}

TEST(TaskGraphCorpus, IsReadOrRefusedWithFlippedBits) {
  const std::vector<std::string> texts = corpus();
  std::mt19937 random(5);
  for (std::size_t trial = 0; trial < 8000; ++trial) {
    std::string text = texts[trial % texts.size()];
    for (std::size_t k = 0; k <= trial % 3; ++k) text[random() % text.size()] ^= static_cast<char>(1U << (random() % 8U));
    fuzz::check_task_graphs(text);
  }
}

}  // namespace
}  // namespace petriloom::task_graph_replay
