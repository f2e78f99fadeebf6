// SPDX-License-Identifier: Apache-2.0
// Rows that say the same of many instances become one, which says of which.
#include "engine/text/name_groups.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace petriloom {
namespace {

std::vector<std::string> labels(const std::vector<NamedRow>& rows) {
  std::vector<std::string> result;
  std::vector<bool> seen(rows.size(), false);
  for (const NameGroup& group : name_groups(rows)) {
    result.push_back(group.label());
    for (const std::size_t member : group.members) {
      EXPECT_FALSE(seen[member]) << group.name;  // a row is in one group
      EXPECT_EQ(rows[member].shown, rows[group.members.front()].shown);
      seen[member] = true;
    }
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), false), 0);
  return result;
}

/// 32 nodes of four cards each.
std::vector<NamedRow> cards() {
  std::vector<NamedRow> rows;
  for (int n = 0; n < 32; ++n) {
    for (int g = 0; g < 4; ++g) rows.push_back({fmt::format("node[{}].gpu[{}].one_task", n, g), "holds"});
  }
  return rows;
}

TEST(NameGroups, EqualInstancesAreOneRow) {
  EXPECT_EQ(labels(cards()), std::vector<std::string>{"node[0..31].gpu[0..3].one_task (128)"});
}

TEST(NameGroups, OutliersStandApart) {
  std::vector<NamedRow> rows = cards();
  rows[13].shown = "refuted";  // node[3].gpu[1]
  EXPECT_EQ(labels(rows), (std::vector<std::string>{"node[0..2|4..31].gpu[0..3].one_task (124)", "node[3].gpu[0|2..3].one_task (3)",
                                                    "node[3].gpu[1].one_task"}));
}

// Where which ones cannot be said in a few words it is said how many of how many, and what differs
// is named.
TEST(NameGroups, ManyOutliers) {
  std::vector<NamedRow> rows = cards();
  for (std::size_t k = 0; k < rows.size(); k += 9) rows[k].shown = "refuted " + std::to_string(k);
  const std::vector<std::string> found = labels(rows);
  ASSERT_EQ(found.size(), 1U + 15U);
  EXPECT_EQ(found[0], "node[0].gpu[0].one_task");
  EXPECT_EQ(found[1], "node[*].gpu[*].one_task (113 of 128)");
}

TEST(NameGroups, AnotherNumberOfCardsInEachNode) {
  std::vector<NamedRow> rows;
  for (int n = 0; n < 16; ++n) {
    for (int g = 0; g <= n; ++g) rows.push_back({fmt::format("node[{}].gpu[{}].busy", n, g), "0"});
  }
  EXPECT_EQ(labels(rows), std::vector<std::string>{"node[*].gpu[*].busy (136)"});
}

TEST(NameGroups, OtherNamesAndTextsStayAlone) {
  EXPECT_EQ(
      labels({{"node[0].app.one_state", "holds"},
              {"finishes", "holds"},
              {"node[1].app.one_state", "undecided"},
              {"node[1].app.other", "holds"},
              {"finishes", "holds"}}),
      (std::vector<std::string>{"node[0].app.one_state", "finishes", "node[1].app.one_state", "node[1].app.other", "finishes"}));
}

// Numbers are indices within brackets only, where they stand alone.
TEST(NameGroups, WhatIsAnIndex) {
  EXPECT_EQ(labels({{"x[core(0)]", ""}, {"x[core(1)]", ""}}), std::vector<std::string>{"x[core(0..1)] (2)"});
  EXPECT_EQ(labels({{"x[1, 2]", ""}, {"x[1, 3]", ""}, {"x[2, 2]", ""}, {"x[2, 3]", ""}}),
            std::vector<std::string>{"x[1..2, 2..3] (4)"});
  EXPECT_EQ(labels({{"x[-1]", ""}, {"x[0]", ""}}), std::vector<std::string>{"x[-1..0] (2)"});
  EXPECT_EQ(labels({{"x1", ""}, {"x2", ""}, {"x[a1]", ""}, {"x[a2]", ""}, {"x[0.1]", ""}, {"x[0.2]", ""}}).size(), 6U);
  EXPECT_EQ(labels({{"x[99999999999999999999]", ""}, {"x[3]", ""}}).size(), 2U);
}

// What stands in a table can be asked for.
TEST(NameGroups, StandForTheirMembers) {
  std::vector<NamedRow> rows = cards();
  for (const std::size_t k : {13U, 40U, 77U, 90U}) rows[k].shown = "refuted";
  for (const NameGroup& group : name_groups(rows)) {
    const auto meant = [&](const NamedRow& row) { return stands_for(group.name, row.name); };
    EXPECT_EQ(std::count_if(rows.begin(), rows.end(), meant), group.exact ? group.members.size() : group.alike) << group.name;
    for (const std::size_t member : group.members) EXPECT_TRUE(meant(rows[member])) << group.name;
  }
  EXPECT_TRUE(stands_for("finishes", "finishes"));
  EXPECT_TRUE(stands_for("x[-2..0|5]", "x[-1]"));
  for (const std::string wrong : {"x[0..]", "x[0..1", "x[..1]", "x[]", "x[1.5]", "x[0..1]]", "x", "x[2|3]", "x[0...1]"})
    EXPECT_FALSE(stands_for(wrong, "x[1]")) << wrong;
}

}  // namespace
}  // namespace petriloom
