// SPDX-License-Identifier: Apache-2.0
// Nets of CPN Tools as text of the net language, as a person would write them.
#include <gtest/gtest.h>

#include "formats/loom/loom.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_as_loom_test {
namespace {

using test::cpn_file;
using test::CpnPage;

std::string loom_of(const std::string& file) {
  const Net net = test::net_of_cpn(file);
  const WriteResult result = write_loom(net, {});
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.text;
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (part) << "\nis not in\n" << (text)

// In the first clause n has no name, in the second none of the others.
TEST(CpnAsLoom, ParametersKeepTheirNames) {
  const std::string text =
      loom_of(cpn_file("colset INT = int; var n, k : INT; fun total(a, 0) = a | total(_, n) = n + total(n - 1, n - 1);"
                       "fun twice f x = f (f x); fun shift (by, x) = twice (fn y => y + by + total(x, by)) x;",
                       {CpnPage("P")
                            .place("A", "INT", "1`1")
                            .transition("T")
                            .arc("PtoT", "T", "A", "n")
                            .arc("TtoP", "T", "A", "shift(n, total(n, 2))")}));
  EXPECT_HAS(text, "fun shift(by : int, x : int) : int");
  EXPECT_HAS(text, "fun total(a : int, n : int) : int");
}

// A function, a constructor and a function of the library would mean these.
TEST(CpnAsLoom, ParametersAreNotCalledWhatMeansSomethingElse) {
  const std::string text = loom_of(cpn_file(
      "colset INT = int; colset C = with red; var n : INT; fun f(x) = x + 1; fun g(f, hd) = if f > hd then f + g(hd, f) else hd;",
      {CpnPage("P").place("A", "INT", "1`1").transition("T").arc("PtoT", "T", "A", "n").arc("TtoP", "T", "A", "g(n, f n)")}));
  EXPECT_HAS(text, "fun g(p1 : int, p2 : int) : int");
}

TEST(CpnAsLoom, FunctionsThatGiveListsAreCalled) {
  const std::string text = loom_of(
      cpn_file("colset INT = int; var n : INT; fun upto 0 = empty | upto n = 1`n ++ upto (n - 1); fun all_of n = upto (n + 1);",
               {CpnPage("P")
                    .place("A", "INT", "1`2")
                    .place("B", "INT")
                    .transition("T")
                    .arc("TtoP", "T", "B", "all_of n")
                    .arc("PtoT", "T", "A", "n")
                    .arc("PtoT", "T", "B", "all_of n")}));
  EXPECT_HAS(text, "  in  A : n;\n  in  B : each all_of(n);\n  out B : each all_of(n);\n");
  EXPECT_HAS(text, "[n] ++ upto(n - 1)");
}

TEST(CpnAsLoom, NumbersOfTokensNeedNoParentheses) {
  const std::string text = loom_of(cpn_file("colset C = with red; var n : C;",
                                            {CpnPage("P").place("A", "C", "3`red").transition("T").arc("PtoT", "T", "A", "2`n")}));
  EXPECT_HAS(text, "in  A : 2`n;");
}

// `k` in the function is its own; variables stay in their order.
TEST(CpnAsLoom, DeclarationsDoNotPullVariablesForward) {
  const Net net = test::net_of_cpn(cpn_file(
      "colset INT = int with 1..3; fun f(k) = k + 1; var n : INT; var k : INT;",
      {CpnPage("P").place("A", "INT", "1`1").transition("T", "[f(k) > n]").arc("PtoT", "T", "A", "n").arc("PtoT", "T", "A", "k")}));
  EXPECT_EQ(net.transitions[0].variables[0].name, "n");
  EXPECT_EQ(net.transitions[0].variables[1].name, "k");
}

}  // namespace
}  // namespace petriloom::cpn_as_loom_test
