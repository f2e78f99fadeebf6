// SPDX-License-Identifier: Apache-2.0
// docs/engine.md shows the table of what goes with what as it is.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/simulate/engines.h"
#include "tests/house/tree.h"

namespace petriloom::house {
namespace {

std::string row(std::string_view first, const std::vector<std::string_view>& cells) {
  std::string text = "| " + std::string(first) + " |";
  for (const std::string_view cell : cells) text += " " + std::string(cell) + " |";
  return text;
}

TEST(Engines, ThePageShowsTheTable) {
  static constexpr std::string_view kShown[] = {"no", "yes"};
  std::vector<std::string> table{row("asked for", {kRunKinds.begin(), kRunKinds.end()}), "|---|---|---|---|---|"};
  for (const ExtraRow& extra : kExtras) {
    std::vector<std::string_view> cells;
    for (const bool one : extra.by) cells.push_back(kShown[one ? 1 : 0]);
    table.push_back(row(extra.what, cells));
  }
  table.emplace_back();  // nothing more
  const auto& files = project_files();
  const auto page = std::find_if(files.begin(), files.end(), [](const File& file) { return file.path == "docs/engine.md"; });
  ASSERT_NE(page, files.end());
  EXPECT_NE(std::search(page->lines.begin(), page->lines.end(), table.begin(), table.end()), page->lines.end())
      << "docs/engine.md should show\n"
      << ::testing::PrintToString(table);
}

}  // namespace
}  // namespace petriloom::house
