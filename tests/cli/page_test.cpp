// SPDX-License-Identifier: Apache-2.0
// What of a page is run, written and compared.
#include "tests/cli/page.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/cli/started.h"

namespace petriloom::cli_test {
namespace {

TEST(Page, HasStepsInTheirOrder) {
  const test::OwnFolder folder;
  std::ofstream(folder / "page.md") << "Run `petriloom formats` first.\n\n"
                                       "`a/b.loom`:\n\n"
                                       "```loom\nplace P : unit;\n\n    petriloom no command\n```\n\n"
                                       "    petriloom check a/b.loom --set N=3   # so: exit code 1\n"
                                       "    ls a\n"
                                       "```sh\nsed -i 's/P/Q/' a/b.loom\n```\n"
                                       "```output\na ... b\n```\n"
                                       "`c.loom`: no file\n\n```loom\nplace R : unit;\n```\n";
  const std::vector<Step> steps = steps_of(folder / "page.md");
  ASSERT_EQ(steps.size(), 5U);
  EXPECT_EQ(steps[0].text, "petriloom formats");
  EXPECT_EQ(steps[1].kind, Step::Kind::file);
  EXPECT_EQ(steps[1].path, "a/b.loom");
  EXPECT_EQ(steps[1].text, "place P : unit;\n\n    petriloom no command\n");
  EXPECT_EQ(steps[2].text, "petriloom check a/b.loom --set N=3");
  EXPECT_EQ(steps[2].code, 1);
  EXPECT_FALSE(is_pattern(steps[2].text));
  EXPECT_EQ(steps[3].text, "sed -i 's/P/Q/' a/b.loom");
  EXPECT_EQ(steps[4].kind, Step::Kind::output);
  EXPECT_EQ(steps[4].text, "a ... b\n");
}

TEST(Page, PatternsAreNotRun) {
  for (const char* text : {"petriloom check NET", "petriloom check a|b", "petriloom check [--json]", "petriloom check a ..."})
    EXPECT_TRUE(is_pattern(text)) << text;
  EXPECT_TRUE(is_pattern("petriloom check a.loom --set N=VALUE"));
}

TEST(Page, OutputIsComparedLineByLine) {
  const std::string printed = "one  1\ntwo  2\nthree  3\n";
  EXPECT_EQ(missing_line("one  1\nthree  3\n", printed), "");
  EXPECT_EQ(missing_line("one  ...\n...\n...ee  3\n", printed), "");
  EXPECT_EQ(missing_line("t...o  2\nt...3\n", printed), "");
  EXPECT_EQ(missing_line("one\n", printed), "one") << "a whole line";
  EXPECT_EQ(missing_line("three ...\none ...\n", printed), "one ...") << "in their order";
  EXPECT_EQ(missing_line("two ... 3\n", printed), "two ... 3");
  EXPECT_EQ(missing_line("...ne\n", printed), "...ne");
}

}  // namespace
}  // namespace petriloom::cli_test
