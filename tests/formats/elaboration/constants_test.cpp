// SPDX-License-Identifier: Apache-2.0
// Constants and the functions that compute them: what depends on what, and nothing else, decides on
// the order.
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

// The guard's function waits for its body and needs `limit`; computing `limit` needs another
// function and must not touch it.
TEST(Constants, AreComputedWhileFunctionsThatNeedThemWait) {
  const std::string parts[] = {"fun small(n : int) : bool = n < limit;\n", "fun twice(n : int) : int = 2 * n;\n",
                               "const limit : int = twice(three());\n", "fun three() : int = 3;\n"};
  const std::string rest =
      "place P : int = 1`5 ++ 1`limit;\n"
      "transition t { var x : int; guard small(x); in P : x; time deterministic(1 s * limit); }\n";
  for (std::size_t first = 0; first < 4; ++first) {
    std::string text;
    for (std::size_t k = 0; k < 4; ++k) text += parts[(first + k) % 4];
    for (const std::string& net : {written(text + rest), written(rest + text)}) {
      EXPECT_NE(net.find("const limit : int = 6;"), std::string::npos) << net;
      EXPECT_NE(net.find("place P : int = 5 ++ limit;"), std::string::npos) << net;
    }
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

// More elements than the constants of an expression are folded for: the list is evaluated, and so
// is what indexes it.
TEST(Constants, MayBeListsOfManyElements) {
  std::string list = "0";
  for (int k = 1; k < 20'000; ++k) list += fmt::format(", {}", k % 7);
  const std::string text = "fun row(n : int) : int = nth(rows, n);\nconst rows : list of int = [" + list +
                           "];\nfun twice(n : int) : int = 2 * row(n);\nplace P : int = twice(19999);\n";
  const ReadResult read = read_loom("constants.loom", text, {});
  ASSERT_TRUE(read.net);
  EXPECT_EQ(read.net->places[0].initial[0].colour, 0);  // 19,999 = 7 * 2857
  EXPECT_NE(written(text).find("place P : int = twice(19999);"), std::string::npos);
}

TEST(Parameters, HaveDefaultsWhereAnInstanceGivesNothing) {
  const std::string text =
      "const most : int = 4;\n"
      "module STATION(jobs : int = most + 1, pause : real = 3 us) { place WAIT : int = jobs; place AT : real = pause; }\n"
      "instance a : STATION();\ninstance b : STATION(jobs = 7);\ninstance c : STATION(pause = 2 s, jobs = 8);\n";
  const std::string net = written(text);
  for (const char* part :
       {"place WAIT : int = most + 1;", "place WAIT : int = 7;", "place WAIT : int = 8;", "place AT : real = 2.0;"}) {
    EXPECT_NE(net.find(part), std::string::npos) << part << "\n" << net;
  }
}

TEST(Parameters, HaveDefaultsThatSeeWhatStandsAroundTheModule) {
  const std::string text = "module M(n : int = nth([4, 5], {}), m : int = 1) {{ place P : int = n; }}\ninstance a : M(m = 1);\n";
  EXPECT_NE(written(fmt::format(fmt::runtime(text), "1")).find("place P : int = 5;"), std::string::npos);
  EXPECT_NE(written(fmt::format(fmt::runtime(text), "m")).find("there is no name `m` here"), std::string::npos);
  EXPECT_NE(written("module M(n : int = true) { place P : int = n; }\ninstance a : M();\n").find("1:20: error"), std::string::npos);
  EXPECT_NE(written("fun f(n : int = 3) : int = n;\nplace P : int = f();\n").find("error"), std::string::npos);
}

/// In an array that is folded, and in one that is not, a default may speak of the index where the
/// module is declared inside.
TEST(Parameters, HaveDefaultsThatMayDependOnTheIndexAroundTheModule) {
  const std::string text =
      "colour Item = index item with 0..2;\n"
      "scope box[i in Item] { module M(n : int = ord(i)) { place P : int = n; }\n  instance a : M(); }\n";
  ReadOptions never;
  never.fold = Fold::never;
  const ReadResult folded = read_loom("constants.loom", text, {});
  const ReadResult expanded = read_loom("constants.loom", text, never);
  ASSERT_TRUE(folded.net) << folded.diagnostics.format(*folded.sources);
  ASSERT_TRUE(expanded.net) << expanded.diagnostics.format(*expanded.sources);
  EXPECT_EQ(expanded.net->places.size(), 3U);
  const std::string net = write_loom(*folded.net, {}).text;
  EXPECT_NE(net.find(folded.net->places.size() == 1 ? "ord(i)" : "place P : int = 2;"), std::string::npos) << net;
}

}  // namespace
}  // namespace petriloom::constants_test
