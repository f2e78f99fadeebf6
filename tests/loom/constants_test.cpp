// SPDX-License-Identifier: Apache-2.0
// Constants and the functions that compute them: what depends on what, and nothing else, decides on the order.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/loom/loom.h"

namespace petriloom::constants_test {
namespace {

/// The written net, or what was said of it.
std::string written(const std::string& text) {
  const ReadResult read = read_loom("constants.loom", text, {});
  return read.net ? write_loom(*read.net, {}).text : read.diagnostics.format(*read.sources);
}

// The guard's function waits for its body and needs `limit`; computing `limit` needs another function and must not touch it.
TEST(Constants, AreComputedWhileFunctionsThatNeedThemWait) {
  const std::string parts[] = {"fun small(n : int) : bool = n < limit;\n", "fun twice(n : int) : int = 2 * n;\n",
                               "const limit : int = twice(three());\n", "fun three() : int = 3;\n"};
  const std::string rest =
      "place P : int = 1`5 ++ 1`limit;\n"
      "transition t { var x : int; guard small(x); in P : x; time deterministic(1 s * limit); }\n";
  for (std::size_t first = 0; first < 4; ++first) {
    std::string text;
    for (std::size_t k = 0; k < 4; ++k) text += parts[(first + k) % 4];
    EXPECT_NE(written(text + rest).find("place P : int = 5 ++ 6;"), std::string::npos) << written(text + rest);
    EXPECT_NE(written(rest + text).find("place P : int = 5 ++ 6;"), std::string::npos) << written(rest + text);
  }
}

TEST(Constants, ThatNeedThemselvesThroughAFunctionAreRefused) {
  const std::string said =
      written("const limit : int = twice(3);\nfun twice(n : int) : int = n * limit;\nplace P : int = limit;\n");
  EXPECT_NE(said.find("the value of `limit` depends on itself"), std::string::npos) << said;
}

TEST(Constants, OfLongChainsAreToldFromThoseOfCycles) {
  std::string text = "place P : int = c0;\n";
  for (int k = 0; k < 500; ++k) text += fmt::format("const c{} : int = c{} + 1;\n", k, k + 1);
  const std::string said = written(text + "const c500 : int = 1;\n");
  EXPECT_NE(said.find("depends on a chain of more than 400 others"), std::string::npos) << said;
  EXPECT_EQ(said.find("itself"), std::string::npos) << said;
}

// More elements than the constants of an expression are folded for: the list is evaluated, and so is what indexes it.
TEST(Constants, MayBeListsOfManyElements) {
  std::string list = "0";
  for (int k = 1; k < 20'000; ++k) list += fmt::format(", {}", k % 7);
  const std::string text = "fun row(n : int) : int = nth(rows, n);\nconst rows : list of int = [" + list +
                           "];\nfun twice(n : int) : int = 2 * row(n);\nplace P : int = twice(19999);\n";
  EXPECT_NE(written(text).find("place P : int = 0;"), std::string::npos);  // 19,999 = 7 * 2857
}

}  // namespace
}  // namespace petriloom::constants_test
