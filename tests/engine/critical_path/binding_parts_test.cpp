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

}  // namespace
}  // namespace petriloom::test
