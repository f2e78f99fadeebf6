// SPDX-License-Identifier: Apache-2.0
#include "engine/critical_path/binding_parts.h"

#include <gtest/gtest.h>

namespace petriloom::test {
namespace {

TEST(BindingParts, AreVariablesComponentsFieldsAndNames) {
  const std::string binding = R"(t = (1, (2, 3)), w = gpu(1), r = {to = node(2), with = "a, }"}, l = [4, 5])";
  EXPECT_EQ(part_of_binding(binding, "t"), "(1, (2, 3))");
  EXPECT_EQ(part_of_binding(binding, "t.1"), "1");
  EXPECT_EQ(part_of_binding(binding, "t.2.2"), "3");
  EXPECT_EQ(part_of_binding(binding, "w"), "gpu(1)");
  EXPECT_EQ(part_of_binding(binding, "w.name"), "gpu");
  EXPECT_EQ(part_of_binding(binding, "w.1"), "1");
  EXPECT_EQ(part_of_binding(binding, "r.to"), "node(2)");
  EXPECT_EQ(part_of_binding(binding, "r.to.name"), "node");
  EXPECT_EQ(part_of_binding(binding, "r.with"), R"("a, }")");
  EXPECT_EQ(part_of_binding(binding, "l.2"), "5");
}

TEST(BindingParts, AreNoneWhereThereIsNone) {
  const std::string binding = "t = (1, 2), w = 3";
  for (const char* part : {"x", "t.3", "t.0", "t.-1", "t.a", "t.", "w.1", "", ".", "t.1.1"})
    EXPECT_FALSE(part_of_binding(binding, part)) << part;
  EXPECT_EQ(part_of_binding(binding, "w.name"), "3");
  EXPECT_FALSE(part_of_binding("", "t"));
}

/// What is wrong with a part, as "of, part: known".
std::string missing(const ColourTable& colours, const std::vector<ColourSetId>& variable, std::string_view part) {
  const auto found = missing_part(colours, variable, part);
  if (!found) return "";
  std::string text = found->of + ", " + found->part + ":";
  for (const std::string& known : found->known) text += " " + known;
  return text;
}

TEST(BindingParts, ThatNoValueHasAreTold) {
  ColourTable colours;
  const ColourSetId core = colours.add_index("Core", "core", 0, 3);
  const ColourSetId pair = colours.add_product("", {ColourTable::kInt, core});
  const ColourSetId job = colours.add_record("Job", {"to", "cores"}, {pair, colours.add_list("", core)});
  const ColourSetId task = colours.add_union("Task", {"idle", "run"}, {ColourTable::kUnit, job});
  for (const char* part : {"t", "t.name", "t.1", "t.1.to.2.name", "t.1.to.1.name", "t.1.cores.7.1"})
    EXPECT_EQ(missing(colours, {task}, part), "") << part;
  EXPECT_EQ(missing(colours, {task}, "t.2"), "t, 2: 1 name");
  EXPECT_EQ(missing(colours, {task}, "t.1.zz"), "t.1, zz: to cores");
  EXPECT_EQ(missing(colours, {task}, "t.1.cores.0"), "t.1.cores, 0: numbers from 1 on");
  EXPECT_EQ(missing(colours, {task}, "t.1.to.3.name"), "t.1.to, 3: 1 2");
  EXPECT_EQ(missing(colours, {pair}, "t."), "t, : 1 2");
  EXPECT_EQ(missing(colours, {ColourTable::kUnit}, "t.1"), "t, 1:");
  // Variables of one name may be of several colour sets.
  EXPECT_EQ(missing(colours, {pair, job}, "t.to"), "");
  EXPECT_EQ(missing(colours, {pair, job}, "t.zz"), "t, zz: 1 2 to cores");
}

}  // namespace
}  // namespace petriloom::test
