// SPDX-License-Identifier: Apache-2.0
#include "engine/net/diagnostics.h"

#include <gtest/gtest.h>

namespace petriloom {
namespace {

TEST(Diagnostics, FormatsInOrderWithLineAndCaret) {
  Sources sources;
  const FileId file = sources.add("a.loom", "net a;\nplace P : Foo;\r\n\tin Q;");
  EXPECT_EQ(sources.add("a.loom", "net a;\nplace P : Foo;\r\n\tin Q;"), file);
  Diagnostics diagnostics;
  diagnostics.error({}, "the whole is wrong");
  diagnostics.error({file, 3, 5}, "unknown place 'Q'", "did you mean 'P'?");
  diagnostics.warning({file, 2, 11}, "unknown type 'Foo'");
  EXPECT_EQ(diagnostics.format(sources),
            "a.loom:2:11: warning: unknown type 'Foo'\n"
            " 2 | place P : Foo;\n"
            "   |           ^\n"
            "a.loom:3:5: error: unknown place 'Q'\n"
            " 3 |  in Q;\n"
            "   |     ^\n"
            "  help: did you mean 'P'?\n"
            "error: the whole is wrong\n");
}

TEST(Diagnostics, CountsWhatItDoesNotKeep) {
  Sources sources;
  Diagnostics diagnostics;
  for (std::size_t i = 0; i < 2 * Diagnostics::kMostKept; ++i) diagnostics.error({}, "error " + std::to_string(i));
  Diagnostics all;
  all.append(diagnostics);
  EXPECT_EQ(all.error_count(), 2 * Diagnostics::kMostKept);
  EXPECT_EQ(all.list().size(), Diagnostics::kMostKept);
  EXPECT_NE(all.format(sources).find("... and 200 more errors"), std::string::npos);
}

TEST(Diagnostics, ErrorsDisplaceWarnings) {
  Diagnostics diagnostics;
  for (std::size_t i = 0; i < Diagnostics::kMostKept; ++i) diagnostics.warning({}, "warning " + std::to_string(i));
  diagnostics.error({}, "what is wrong");
  ASSERT_EQ(diagnostics.list().size(), Diagnostics::kMostKept);
  EXPECT_EQ(diagnostics.list().back().message, "what is wrong");
}

TEST(Suggest, FindsTheNearestOrListsAll) {
  EXPECT_EQ(nearest("nroth", {"south", "north"}), "north");
  EXPECT_EQ(nearest("zzz", {"south", "north"}), "");
  EXPECT_EQ(suggest("raet", {"rate", "delay"}), "did you mean 'rate'?");
  EXPECT_EQ(suggest("zzzz", {"rate", "delay"}), "one of: rate, delay");
}

}  // namespace
}  // namespace petriloom
