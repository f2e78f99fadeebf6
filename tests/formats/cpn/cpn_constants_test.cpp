// SPDX-License-Identifier: Apache-2.0
// Other values for what a file of CPN Tools declares with `val` and `globref`.
#include <gtest/gtest.h>

#include "formats/cpn/cpn.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_constants_test {
namespace {

ReadResult read(const std::map<std::string, std::string>& constants) {
  test::CpnPage page("P");
  page.place("A", "INT", "(twice())`1").place("B", "INT", "(!start)`1");
  ReadOptions options;
  options.constants = constants;
  return read_cpn("f.cpn", test::cpn_file("colset INT = int; val n = 2; fun twice() = 2 * n; globref start = 1;", {page}), options);
}

std::int64_t tokens(const ReadResult& result, std::size_t place) {
  EXPECT_TRUE(result.net) << result.diagnostics.format(*result.sources);
  return result.net && !result.net->places[place].initial.empty() ? result.net->places[place].initial[0].count : -1;
}

TEST(CpnConstants, OtherValuesAreUsedWhereverTheirNamesStand) {
  EXPECT_EQ(tokens(read({}), 0), 4);
  EXPECT_EQ(tokens(read({{"n", "7"}}), 0), 14);
  EXPECT_EQ(tokens(read({{"n", "3 + 4"}, {"start", "5"}}), 1), 5);
  EXPECT_EQ(tokens(read({{"n", ""}}), 0), 4);
}

TEST(CpnConstants, MistakesAreToldWhereTheyAre) {
  const auto messages = [](const ReadResult& result) {
    EXPECT_FALSE(result.net);
    return result.diagnostics.format(*result.sources);
  };
  EXPECT_NE(messages(read({{"m", "7"}})).find("value of m:1:1: error: there is no constant `m`"), std::string::npos);
  EXPECT_NE(messages(read({{"n", "7 +"}})).find("value of n:1:4: error"), std::string::npos) << messages(read({{"n", "7 +"}}));
  EXPECT_NE(messages(read({{"n", "-7"}})).find("the number of tokens is negative"), std::string::npos);
}

}  // namespace
}  // namespace petriloom::cpn_constants_test
