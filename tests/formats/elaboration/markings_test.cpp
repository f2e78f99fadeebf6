// SPDX-License-Identifier: Apache-2.0
// Initial markings with a count for each element of a list.
#include <gtest/gtest.h>

#include "tests/formats/loom/read.h"

namespace petriloom::markings_test {
namespace {

std::string written(const std::string& text) { return write_loom(read_right(text), {}).text; }

TEST(Markings, HaveACountForEachElement) {
  const std::string net =
      "colour Link = index link with 0..2;\n"
      "fun speed(l : Link) : real = 1e3 * (1 + ord(l));\n"
      "place LINK : Link = each map(l in Link : round(speed(l)))`all(Link);\n";
  EXPECT_NE(written(net).find("place LINK : Link = 1000`Link(0) ++ 2000`Link(1) ++ 3000`Link(2);"), std::string::npos)
      << written(net);
}

TEST(Markings, LeaveOutElementsWithoutTokensAndAddUpEqualOnes) {
  const std::string net = "const counts = [2, 0, 3];\nplace P : int = each counts`[7, 8, 7];\n";
  EXPECT_NE(written(net).find("place P : int = 5`7;"), std::string::npos) << written(net);
}

TEST(Markings, OfFoldedInstancesHaveCountsOfTheirOwn) {
  const std::string net = "module M(n : int) { place P : int = each [n, 2 * n]`[5, 6]; }\ninstance m[i in 0..1] : M(n = i + 1);\n";
  EXPECT_NE(written(net).find("(0, 5) ++ 2`(0, 6) ++ 2`(1, 5) ++ 4`(1, 6)"), std::string::npos) << written(net);
}

}  // namespace
}  // namespace petriloom::markings_test
