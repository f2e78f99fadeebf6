// SPDX-License-Identifier: Apache-2.0
// Comments of CPN Tools files, among the declarations and in inscriptions: what they are about, and
// that they are kept.
#include <gtest/gtest.h>

#include <algorithm>

#include "formats/cpn_writing/write_cpn.h"
#include "formats/drawing/comments.h"
#include "formats/loom/loom.h"
#include "tests/formats/cpn_text.h"
#include "tests/formats/nets.h"

namespace petriloom::cpn_comments_test {
namespace {

using test::cpn_file;
using test::CpnPage;
using Notes = std::vector<std::pair<std::string, std::string>>;

Notes comments(const Net& net) {
  Notes all = net.notes;
  std::erase_if(all, [](const auto& note) { return !drawing::commented(note.first); });
  return all;
}

Notes sorted(Notes notes) {
  std::sort(notes.begin(), notes.end());
  return notes;
}

std::string text_of(const WriteResult& result, const Net& net) {
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.text;
}

CpnPage counting_page() {
  return CpnPage("P").place("A", "COUNT", "1`1").transition("T").arc("PtoT", "T", "A", "n").arc("TtoP", "T", "A", "next n");
}

const char* const kDeclarations = R"ml((* what is counted *)
colset COUNT = int with 0..20; (* "as ML has (* them *)" *)
var n : COUNT; (**)

(* The one after:
     every step
   and so on *)
val s = "(* no comment *)";
fun next m = if m > 9 (* then it
                         begins again *) then 0 else m + step;
val step = 1 (* small *) ;
(*
    of nothing
*)
)ml";

TEST(CpnComments, AreOnTheDeclarationAroundThemOrBesideThemOrBehindThem) {
  const Net net = test::net_of_cpn(cpn_file(kDeclarations, {counting_page()}));
  EXPECT_EQ(comments(net), (Notes{{"comment on COUNT", "what is counted"},
                                  {"comment on COUNT", "\"as ML has (* them *)\""},
                                  {"comment on s", "The one after:\n  every step\nand so on"},
                                  {"comment on next", "then it\nbegins again"},
                                  {"comment on step", "small"},
                                  {"comment", "of nothing"}}));
}

// The text that the user sees may say more than the elements, and be about what follows.
TEST(CpnComments, StandInLayoutsAndBeforeTheNextElementOfTheBlock) {
  std::string file = cpn_file("fun next n = n + 1;", {counting_page()});
  const std::string before = "<ml id=\"IDml\">";
  file.insert(
      file.find(before),
      "<color id=\"C\"><id>COUNT</id><int/><layout>colset COUNT = int; (* numbers *)\n\n(* --- Variables --- *)</layout></color>"
      "<var id=\"V\"><type><id>COUNT</id></type><id>n</id><layout>var n : COUNT;\n(* end *)</layout></var></block>"
      "<block id=\"B\"><id>Functions</id>");
  EXPECT_EQ(comments(test::net_of_cpn(file)),
            (Notes{{"comment on COUNT", "numbers"}, {"comment on n", "--- Variables ---"}, {"comment", "end"}}));
}

TEST(CpnComments, AreKeptInBothFormats) {
  const Net net = test::net_of_cpn(cpn_file(kDeclarations, {counting_page()}));
  const std::string loom = text_of(write_loom(net, {}), net);
  EXPECT_NE(loom.find("note \"comment on next\"\n    \"then it\"\n    \"begins again\";\nfun next("), std::string::npos) << loom;
  EXPECT_LT(loom.find("note \"comment on step\""), loom.find("colour COUNT")) << loom;
  const Net from_loom = test::net_of(loom);
  EXPECT_EQ(sorted(comments(from_loom)), sorted(comments(net)));
  EXPECT_EQ(text_of(write_loom(from_loom, {}), from_loom), loom);

  const std::string cpn = text_of(write_cpn(from_loom, {}), from_loom);
  EXPECT_NE(
      cpn.find("<layout>(* what is counted *)\n(* &quot;as ML has (* them *)&quot; *)\ncolset COUNT = int with 0..20;</layout>"),
      std::string::npos)
      << cpn;
  const Net from_cpn = test::net_of_cpn(cpn);
  EXPECT_EQ(sorted(comments(from_cpn)), sorted({{"comment on COUNT", "what is counted"},
                                                {"comment on COUNT", "\"as ML has (* them *)\""},
                                                {"comment on s", "The one after:\n  every step\nand so on"},
                                                {"comment on next", "then it\nbegins again"},
                                                {"comment on step", "small"},
                                                {"comment", "of nothing"}}));
  EXPECT_EQ(comments(test::net_of_cpn(text_of(write_cpn(from_cpn, {}), from_cpn))), comments(from_cpn));
}

// Notes of a .loom file may say anything.
TEST(CpnComments, EndWhereTheyAreWrittenToEnd) {
  const Net net = test::net_of(R"loom(
note "comment" "petriloom 1";
note "comment" "*) val x = 1; (*";
note "comment" "(*)";
note "comment" "(* a *) b";
colour INT = int;
place A : INT = 1;
)loom");
  EXPECT_EQ(comments(test::net_of_cpn(text_of(write_cpn(net, {}), net))),
            (Notes{{"comment", "petriloom 1"}, {"comment", "* ) val x = 1; ( *"}, {"comment", "( * )"}, {"comment", "(* a *) b"}}));
}

CpnPage commented_page() {
  return CpnPage("P")
      .place("A", "COUNT", "1`1")
      .place("B", "COUNT")
      .transition("T", "(* small ones *) [n < 9, (* not even *) n mod 2 = 1]", "@+ 3 (* a while *)",
                  "(* a die *) output (m); action discrete(1, 6);")
      .arc("TtoP", "T", "B", "1`n (* as it was *) ++\n(* thrown *) 1`m")
      .arc("PtoT", "T", "A", "(* any *) n")
      .transition("U", "true (* always *)", "", "(* only noted *) action ();")
      .arc("BOTHDIR", "U", "A", "n");
}

TEST(CpnComments, OfInscriptionsAreOnThePartsOfTheirTransition) {
  const Net net = test::net_of_cpn(cpn_file("colset COUNT = int timed; var n, m : COUNT;", {commented_page()}));
  const Notes expected{
      {"comment on draw of T", "a die"},      {"comment on guard of T", "small ones"},      {"comment on guard of T", "not even"},
      {"comment on arc 2 of T", "as it was"}, {"comment on arc 2 of T", "thrown"},          {"comment on arc 1 of T", "any"},
      {"comment on delay of T", "a while"},   {"comment on transition of U", "only noted"}, {"comment on guard of U", "always"}};
  EXPECT_EQ(comments(net), expected);

  const std::string loom = text_of(write_loom(net, {}), net);
  EXPECT_NE(loom.find("  note \"comment\" \"small ones\";\n  note \"comment\" \"not even\";\n  guard n < 9;\n"), std::string::npos)
      << loom;
  EXPECT_NE(loom.find("  note \"comment\" \"any\";\n  in  A : n;\n  note \"comment\" \"as it was\";\n"), std::string::npos) << loom;
  const Net from_loom = test::net_of(loom);
  EXPECT_EQ(sorted(comments(from_loom)), sorted(expected));
  EXPECT_EQ(text_of(write_loom(from_loom, {}), from_loom), loom);

  const std::string cpn = text_of(write_cpn(from_loom, {}), from_loom);
  EXPECT_EQ(sorted(comments(test::net_of_cpn(cpn))).size(), expected.size());
  EXPECT_NE(cpn.find("(* as it was *)\n(* thrown *)\n"), std::string::npos) << cpn;
  EXPECT_NE(cpn.find("(* a die *)\noutput"), std::string::npos) << cpn;
  EXPECT_NE(cpn.find("(* a while *)\n@+"), std::string::npos) << cpn;
}

// The module is written once, with its comments; so is the page.
TEST(CpnComments, OfModulesThatShareATextAreWrittenOnce) {
  const Net net = test::net_of(R"loom(
module Step {
  port inout P : int;
  transition go {
    note "comment" "the next";
    out P : n + 1;
    in P : n;
    var n : int;
  }
}
place A : int = 1;
place B : int = 1;
instance a : Step { P = A; }
instance b : Step { P = B; }
)loom");
  const Notes expected{{"comment on arc 1 of a.go", "the next"}, {"comment on arc 1 of b.go", "the next"}};
  EXPECT_EQ(comments(net), expected);
  const std::string loom = text_of(write_loom(net, {}), net);
  EXPECT_EQ(loom.find("the next"), loom.rfind("the next")) << loom;
  EXPECT_EQ(comments(test::net_of(loom)), expected);
  const std::string cpn = text_of(write_cpn(net, {}), net);
  EXPECT_NE(cpn.find("(* the next *)\n"), std::string::npos) << cpn;
  EXPECT_EQ(cpn.find("the next"), cpn.rfind("the next")) << cpn;
}

}  // namespace
}  // namespace petriloom::cpn_comments_test
