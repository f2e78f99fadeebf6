// SPDX-License-Identifier: Apache-2.0
// What is read and hardly meant.
#include <gtest/gtest.h>

#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

std::string said(const std::string& text) {
  const ReadResult result = read_loom("test.loom", text, {});
  EXPECT_TRUE(result.net) << result.diagnostics.format(*result.sources);
  std::string all;
  for (const Diagnostic& each : result.diagnostics.list()) all += result.sources->describe(each.where) + " " + each.message + "\n";
  return all;
}

const std::string kJoined = "`++` joins terms here: these are two tokens, a list each\n";

TEST(Warnings, TermsOfAPlaceOfListsThatLookLikeOneList) {
  const std::string net = "place L : list of int = 1`[];\nvar x : int; var q : list of int;\n";
  EXPECT_EQ(said(net + "transition t { in L : [x] ++ q; out L : q; }"), "test.loom:3:23 " + kJoined);
  EXPECT_EQ(said(net + "transition t { in L : q; draw y = 1; out L : q ++ [y]; }"), "test.loom:3:46 " + kJoined);
  EXPECT_EQ(said("place L : list of int = [1] ++ [2];"), "test.loom:1:25 " + kJoined);
  // What is meant so, or stands in parentheses, or in a place of other colours, is as it should be.
  EXPECT_EQ(said(net + "transition t { in L : ([x] ++ q); out L : 1`[x] ++ 1`q; }"), "");
  EXPECT_EQ(said(net + "var r : list of int; transition t { in L : q ++ r; out L : (q ++ r); }"), "");
  EXPECT_EQ(said("place P : int = [1] ++ [2];"), "");
}

TEST(Warnings, NoneInWhatIsWrittenBack) {
  const Net net = *read_loom("test.loom", "place L : list of int = 1`[1] ++ 1`[2];", {}).net;
  EXPECT_EQ(said(write_loom(net, {}).text), "");
}

TEST(Warnings, ByteOrderMarksAreNone) {
  EXPECT_EQ(said("\xEF\xBB\xBF"
                 "place P : unit;\n"),
            "");
}

TEST(Warnings, TemporalOperatorsTakeEveryOperand) {
  const std::string net =
      "place 'p-1' : unit = 1`(); place Q : int = 1; colour R = record { a : int }; const G = 3; const l = [1];\n"
      "place W : R;\ntransition t { in 'p-1'; }\n";
  for (const char* formula : {"G 'p-1'", "F tokens('p-1') = 1 & G -1 < tokens(Q)", "X [1] = l", "F \"a\" = \"a\"",
                              "G -tokens(Q) < 0", "tokens(Q) > G - 4", "G 'p-1' U F 'p-1'"}) {
    EXPECT_EQ(said(net + "property a : ltl " + formula + ";\n"), "") << formula;
  }
}

/// 8,000 unknown names took 17 s: each was compared with every name that is known. What is dropped
/// needs no suggestion.
TEST(Warnings, ManyUnknownNamesTakeNoSuggestions) {
  std::string text;
  for (int k = 0; k < 3000; ++k)
    text += "place P" + std::to_string(k) + " : unit;\ntransition t" + std::to_string(k) + " { in Q" + std::to_string(k) + "; }\n";
  const ReadResult result = read_loom("test.loom", text, {});
  EXPECT_EQ(result.diagnostics.error_count(), 3000U);
  std::size_t with_help = 0;
  for (const Diagnostic& each : result.diagnostics.list()) with_help += each.help.empty() ? 0U : 1U;
  EXPECT_EQ(with_help, Diagnostics::kMostKept);
}

}  // namespace
}  // namespace petriloom
