// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "engine/unfold/unfold.h"
#include "formats/pnml/pnml.h"
#include "tests/sanitized.h"

namespace petriloom::mcc_read_test {
namespace {

// model.pnml out of one of the contest's archives.
std::string unpacked(const std::filesystem::path& archive) {
  const std::string name = archive.filename().string();
  const std::string model = name.substr(0, name.find(".tar")) + "/model.pnml";
  const std::string command = "tar xzOf '" + archive.string() + "' '" + model + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  char block[1 << 16];
  for (std::size_t size = 0; pipe && (size = fread(block, 1, sizeof block, pipe.get())) > 0;) text.append(block, size);
  return text;
}

TEST(MccModels, AreRead) {
  const std::filesystem::path folder = std::filesystem::path(PETRILOOM_SHARED) / "mcc" / "models";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the models of the contest are not here";
  std::vector<std::filesystem::path> archives;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) archives.push_back(entry.path());
  std::sort(archives.begin(), archives.end());
  // With a sanitizer every fourth: they are large, and of the same elements.
  for (std::size_t k = 0; k < archives.size(); k += test::sanitized() ? 4U : 1U) {
    const std::filesystem::path& archive = archives[k];
    const ReadResult result = read_pnml(archive.filename().string(), unpacked(archive), {});
    EXPECT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
    EXPECT_TRUE(result.diagnostics.list().empty()) << result.diagnostics.format(*result.sources);
  }
}

TEST(PnmlSamples, AreRead) {
  const std::filesystem::path folder = std::filesystem::path(PETRILOOM_SHARED) / "formats" / "pnml-samples";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the samples are not here";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    const ReadResult result = read_pnml(entry.path().filename().string(), text.str(), {});
    ASSERT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
    EXPECT_FALSE(result.net->places.empty());
    if (entry.path().filename() != "lip6-SharedMemory.pnml") continue;
    // This one puts dots and pairs into one place, which is declared to hold pairs: 1 + 10 * 10
    // colours, one dot at the start.
    EXPECT_NE(result.diagnostics.format(*result.sources).find("warning: the place 'pExt' is declared to hold PxP and holds dots"),
              std::string::npos);
    const auto bus =
        std::find_if(result.net->places.begin(), result.net->places.end(), [](const Place& place) { return place.name == "pExt"; });
    ASSERT_NE(bus, result.net->places.end());
    EXPECT_EQ(result.net->colours[bus->colour].size(), 101U);
    ASSERT_EQ(bus->initial.size(), 1U);
    EXPECT_EQ(result.net->colours.format(bus->colour, bus->initial[0].colour, result.net->pool), "PxP_dot");
    // What can be there: the dot, and (x, m) for every x and every other m of 1, 2, 4 ... 10. The
    // file has 3`1 where others have 1`3.
    const Unfolding unfolded = unfold(*result.net, {});
    ASSERT_TRUE(unfolded.net.has_value());
    EXPECT_EQ(std::count_if(unfolded.net->places.begin(), unfolded.net->places.end(),
                            [](const Place& place) { return place.name.substr(0, 5) == "pExt_"; }),
              1 + 9 * 8);
  }
}

}  // namespace
}  // namespace petriloom::mcc_read_test
