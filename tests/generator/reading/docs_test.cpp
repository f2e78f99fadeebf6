// SPDX-License-Identifier: Apache-2.0
// docs/description.md against the program: its example is right, and it knows every key.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "generator/reading/read_description.h"
#include "generator/tasks/task_applications.h"
#include "tests/own_folder.h"

namespace petriloom::docs_test {
namespace {

const std::string kRoot = PETRILOOM_ROOT;

std::string page() {
  std::ifstream stream(kRoot + "/docs/description.md");
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

TEST(DescriptionPage, ItsExampleIsRead) {
  const std::string text = page();
  const std::string fence = "```yaml\n";
  const auto begin = text.find(fence);
  ASSERT_NE(begin, std::string::npos);
  const test::OwnFolder folder;
  folder.write("documented.yaml", text.substr(begin + fence.size(), text.find("```", begin + fence.size()) - begin - fence.size()));
  const DescriptionResult result = read_description(folder.file("documented.yaml"), {kRoot});
  EXPECT_EQ(result.diagnostics.format(*result.sources), "");
  EXPECT_TRUE(result.description);
}

TEST(DescriptionPage, KnowsEveryKey) {
  const std::string text = page();
  const DescriptionResult result = read_description(kRoot + "/tests/generator/errors/unknown_everywhere.yaml", {kRoot});
  const std::string listing = "the keys are ";
  std::size_t lists = 0;
  for (const Diagnostic& one : result.diagnostics.list()) {
    const auto at = one.help.find(listing);
    if (at == std::string::npos) continue;
    ++lists;
    std::istringstream keys(one.help.substr(at + listing.size()));
    for (std::string key; std::getline(keys >> std::ws, key, ',');) {
      const bool known = text.find(fmt::format("| {} |", key)) != std::string::npos ||
                         text.find(fmt::format("`{}`", key)) != std::string::npos ||
                         text.find(fmt::format("{}: ", key)) != std::string::npos;
      EXPECT_TRUE(known) << "docs/description.md does not know '" << key << "' (" << one.message << ")";
    }
  }
  EXPECT_EQ(lists, 22U);
}

TEST(DescriptionPage, KnowsEveryKeyOfANodeThatRunsTasks) {
  const std::string text = page();
  for (const TaskApplication& application : task_applications()) {
    EXPECT_NE(text.find(std::string(application.name)), std::string::npos);
    for (const TaskKey& key : application.keys) {
      const std::string name(key.name);
      const bool known = text.find("| " + name + " |") != std::string::npos || text.find("| " + name + ",") != std::string::npos ||
                         text.find(", " + name + " |") != std::string::npos || text.find(", " + name + ",") != std::string::npos;
      EXPECT_TRUE(known) << "docs/description.md does not know '" << name << "' of " << application.name;
    }
  }
  const DescriptionResult of_file = read_description(kRoot + "/tests/generator/errors/task_graph_both.yaml", {kRoot});
  std::size_t keys_of_file = 0;
  for (const DescribedKeys& keys : of_file.keys) {
    if (keys.section.find("with a file") == std::string::npos) continue;
    for (const std::string& key : keys.valid) {
      if (key == "kind") continue;
      ++keys_of_file;
      EXPECT_NE(text.find("| | " + key + " |"), std::string::npos) << "docs/description.md does not know '" << key << "' of graph";
    }
  }
  EXPECT_EQ(keys_of_file, 4U);  // file, unit, unit_bytes, speedup
  const DescriptionResult result = read_description(kRoot + "/tests/generator/errors/task_node_unknown.yaml", {kRoot});
  const std::string message = result.diagnostics.format(*result.sources);
  for (const char* key :
       {"cards", "cores", "bandwidth", "latency", "rates", "kernels", "power", "idle_power", "perfmodels", "host", "platform"}) {
    EXPECT_NE(message.find(key), std::string::npos) << key;
    EXPECT_NE(text.find(fmt::format("| {} |", key)), std::string::npos) << key;
  }
}

}  // namespace
}  // namespace petriloom::docs_test
