// SPDX-License-Identifier: Apache-2.0
// Lists, texts and distributions as files of CPN Tools have them.
#include <gtest/gtest.h>

#include "engine/simulate/simulate.h"
#include "formats/cpn_writing/write_cpn.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_lists_test {
namespace {

using test::cpn_file;
using test::CpnPage;

std::string text_of(const Net& net) {
  const WriteResult result = write_cpn(net, {});
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.text;
}

// The front of a list binds a variable: `[x]^^l` is no pattern, `x::l` is one. The elements are
// records with a part of a colour set that has a name.
TEST(CpnLists, FrontsOfListsArePatterns) {
  CpnPage page("P");
  page.place("a", "LR", "1`[{n=1,l=[7]},{n=2,l=[]}]").place("b", "R").transition("t");
  page.arc("PtoT", "t", "a", "x::l").arc("TtoP", "t", "a", "l").arc("TtoP", "t", "b", "x");
  const Net net =
      test::net_of_cpn(cpn_file("colset L = list INT; colset INT = int; colset R = record n : INT * l : L; colset LR = list R;"
                                "var x : R; var l : LR;",
                                {page}));
  const std::string text = text_of(net);
  EXPECT_NE(text.find("x::l"), std::string::npos) << text;
  EXPECT_EQ(simulate(test::net_of_cpn(text), {}).firings, 2U);
}

TEST(CpnLists, TextsAreSearchedAndValuesDrawnAsBefore) {
  CpnPage page("P");
  page.place("a", "S", "1`\"abc\"++1`\"xyz\"").place("b", "REAL").transition("t", "[String.isSubstring \"bc\" s]");
  page.arc("PtoT", "t", "a", "s").arc("TtoP", "t", "b", "weibull(3.0, 2.0) + beta(1.0, 2.0)");
  const Net net = test::net_of_cpn(cpn_file("colset S = string; colset REAL = real; var s : S;", {page}));
  const std::string text = text_of(net);
  EXPECT_NE(text.find("String.isSubstring"), std::string::npos) << text;
  EXPECT_NE(text.find("weibull(3.0, 2.0)"), std::string::npos) << text;
  EXPECT_EQ(simulate(test::net_of_cpn(text), {}).firings, 1U);
}

}  // namespace
}  // namespace petriloom::cpn_lists_test
