// SPDX-License-Identifier: Apache-2.0
// Colour sets that are other names of such keep these names from format to format.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "formats/cpn/cpn.h"
#include "formats/cpn_writing/write_cpn.h"
#include "formats/loom/loom.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_aliases_test {
namespace {

Net read(const std::string& name, const std::string& text) {
  ReadResult result = name.ends_with(".cpn") ? read_cpn(name, text, {}) : read_loom(name, text, {});
  EXPECT_TRUE(result.net) << result.diagnostics.format(*result.sources) << text;
  return result.net ? std::move(*result.net) : Net{};
}

std::string written(const WriteResult& made, const Net& net) {
  EXPECT_FALSE(made.diagnostics.has_errors()) << made.diagnostics.format(*net.sources);
  return made.text;
}
std::string loom_of(const Net& net) { return written(write_loom(net, {}), net); }
std::string cpn_of(const Net& net) { return written(write_cpn(net, {}), net); }

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (part) << "\nis not in\n" << (text)
#define EXPECT_HAS_NOT(text, part) EXPECT_EQ((text).find(part), std::string::npos) << (part) << "\nis in\n" << (text)

/// What a text says of colour sets, declarations and types of places, in any order.
std::multiset<std::string> types_in(const std::string& text) {
  static const std::regex loom("(?:^|\\n) *((?:colour|place|port|var|fun) [^=;]*[=;]?[^;]*;)");
  static const std::regex cpn("<layout>([^<]*)</layout>|<type [^]*?<text[^>]*>([^<]*)</text>");
  static const std::regex position(" at \\([^)]*\\)");
  std::multiset<std::string> all;
  const std::regex& part = text.starts_with("<") ? cpn : loom;
  for (std::sregex_iterator found(text.begin(), text.end(), part), end; found != end; ++found)
    all.insert(std::regex_replace((*found)[1].str() + (found->size() > 2 ? (*found)[2].str() : ""), position, ""));
  return all;
}

/// What a file of CPN Tools is as .loom and as .cpn, which say the same when read again.
struct Texts {
  explicit Texts(const std::string& file) : net(read("f.cpn", file)), loom(loom_of(net)), cpn(cpn_of(net)) {
    EXPECT_EQ(types_in(loom_of(read("f.loom", loom))), types_in(loom));
    EXPECT_EQ(types_in(cpn_of(read("f.loom", loom))), types_in(cpn));
    const Net again = read("f.cpn", cpn);
    EXPECT_EQ(types_in(cpn_of(again)), types_in(cpn));
    EXPECT_EQ(types_in(loom_of(again)), types_in(loom));
  }
  Net net;
  std::string loom, cpn;
};

TEST(CpnAliases, AreNamedByPlacesAndVariables) {
  const Texts texts(test::cpn_file(
      "colset INT = int; colset BOOL = bool; colset NO = int; colset DATA = string; colset C = with red | blue; colset HUE = C; "
      "colset TINT = HUE; var n : NO; var d : DATA; var h : TINT;",
      {test::CpnPage("P")
           .place("A", "NO", "1`1")
           .place("B", "DATA", "1`\"x\"")
           .place("H", "HUE", "red")
           .place("I", "TINT")
           .transition("T")
           .arc("PtoT", "T", "A", "n")
           .arc("PtoT", "T", "B", "d")
           .arc("PtoT", "T", "H", "h")
           .arc("TtoP", "T", "I", "h")}));
  EXPECT_HAS(texts.loom,
             "colour NO = int;\ncolour DATA = string;\ncolour C = enum { red, blue };\ncolour HUE = C;\n"
             "colour TINT = HUE;\n");
  for (const char* const line :
       {"place A : NO ", "place B : DATA ", "place H : HUE ", "place I : TINT ", "var n : NO;", "var d : DATA;", "var h : TINT;"})
    EXPECT_HAS(texts.loom, line);
  EXPECT_HAS_NOT(texts.loom, "INT = int");
  for (const char* const part : {"colset NO = int;", "colset DATA = string;", "colset HUE = C;", "colset TINT = HUE;"})
    EXPECT_HAS(texts.cpn, part);
  EXPECT_HAS_NOT(texts.cpn, "INT = int");
}

TEST(CpnAliases, AreNamedByWhatIsMadeOfThem) {
  const Texts texts(test::cpn_file(
      "colset NO = int; colset DATA = string; colset NOxDATA = product NO * DATA; colset R = record no:NO * data:DATA; "
      "colset L = list NO; colset U = union Num:NO + Text:DATA + None; colset SMALL = int with 0..9; colset DIGIT = SMALL; "
      "colset EVEN = subset DIGIT with [0, 2]; colset S = R;",
      {test::CpnPage("P")
           .place("A", "NOxDATA")
           .place("B", "R")
           .place("C", "L")
           .place("D", "U")
           .place("E", "EVEN")
           .place("F", "S")}));
  for (const char* const line :
       {"colour NOxDATA = product NO * DATA;", "colour R = record { no : NO, data : DATA };", "colour L = list of NO;",
        "colour U = union { Num : NO, Text : DATA, None };", "colour EVEN = subset DIGIT { 0, 2 };", "colour S = R;"})
    EXPECT_HAS(texts.loom, line);
  for (const char* const part : {"colset NOxDATA = product NO * DATA;", "colset R = record no:NO * data:DATA;",
                                 "colset L = list NO;", "colset U = union Num:NO + Text:DATA + None;", "subset DIGIT with [0, 2]"})
    EXPECT_HAS(texts.cpn, part);
}

// All records of the same fields are one type in ML.
TEST(CpnAliases, ARecordWithTheFieldsOfAnotherIsAnAlias) {
  const Texts texts(test::cpn_file("colset N = int; colset R = record a:N * b:N; colset Q = record b:N * a:N;",
                                   {test::CpnPage("P").place("A", "R").place("B", "Q")}));
  EXPECT_HAS(texts.loom, "colour Q = R;");
  EXPECT_HAS(texts.loom, "place B : Q ");
}

// Without a name of its own, a colour set with time would get a longer one each time.
TEST(CpnAliases, TimeIsSaidOfTheNameItself) {
  const Texts texts(test::cpn_file(
      "colset INT = int timed; colset NO = int timed; colset ID = INT; colset P = product NO * ID timed; var n : NO;",
      {test::CpnPage("P")
           .place("A", "NO", "1`1")
           .place("B", "NO")
           .place("C", "ID")
           .place("D", "INT")
           .place("E", "P")
           .transition("T")
           .arc("PtoT", "T", "A", "n")
           .arc("TtoP", "T", "A", "n@+1")
           .arc("TtoP", "T", "B", "n@+2")
           .arc("TtoP", "T", "D", "n@+3")
           .arc("TtoP", "T", "E", "(n, n)@+4")
           .arc("TtoP", "T", "C", "n")}));
  for (const char* const part :
       {"colset NO = int timed;", "colset INT = int timed;", "colset P = product NO * ID timed;", "colset ID = INT;"})
    EXPECT_HAS(texts.cpn, part);
  EXPECT_HAS_NOT(texts.cpn, "_T ");
}

TEST(CpnAliases, WithAndWithoutTimeAreTwoNames) {
  const Texts texts(test::cpn_file("colset NO = int; colset NOT = NO timed; var n : NO;", {test::CpnPage("P")
                                                                                               .place("A", "NO", "1`1")
                                                                                               .place("B", "NOT")
                                                                                               .transition("T")
                                                                                               .arc("PtoT", "T", "A", "n")
                                                                                               .arc("TtoP", "T", "B", "n@+2")}));
  EXPECT_HAS(texts.loom, "place B : NOT ");
  EXPECT_HAS(texts.cpn, "colset NO = int;");
  EXPECT_HAS(texts.cpn, "colset NOT = NO timed;");
}

// What no author declared is timed where it must be, what one declared wherever it stands.
TEST(CpnAliases, TimeOfOnePlaceIsThatOfItsName) {
  const auto in_cpn = [](const std::string& colour, const std::string& guard) {
    return cpn_of(read("f.loom", "colour NO = int; place A : " + colour + " = 1; place B : " + colour + ";\n" +
                                     "transition T { var n : " + colour + "; " + guard + " in A : n; out B : n @+ 2 s; }"));
  };
  EXPECT_HAS(in_cpn("int", ""), "colset INT_T = INT timed;");
  EXPECT_HAS(in_cpn("NO", ""), "colset NO = int timed;");
  const std::string read_again = cpn_of(read("f.cpn", in_cpn("int", "")));
  EXPECT_EQ(types_in(read_again), types_in(in_cpn("int", "")));
}

// Colour functions of the other name, and names that are also those of other things.
TEST(CpnAliases, TakeNothingFromTheirColourSets) {
  const Texts texts(
      test::cpn_file("colset INT = int; colset STRING = string; colset NO = int; colset SMALL = int with 0..9; colset DIGIT = "
                     "SMALL; colset E = with no | yes; "
                     "var n, A : NO; var d : DIGIT; fun f(x : NO) : NO = if x = 0 then 0 else f(x - 1);",
                     {test::CpnPage("P")
                          .place("NO", "NO", "1`1")
                          .place("D", "DIGIT", "DIGIT.all()")
                          .place("E", "E", "no")
                          .place("S", "DIGIT")
                          .place("T", "E")
                          .transition("NO T", "[NO.lt(n, 5) andalso NO.mkstr(f(n)) = \"0\" andalso INT.lt(n, 6)]")
                          .arc("PtoT", "NO T", "NO", "n")
                          .arc("PtoT", "NO T", "D", "d")
                          .arc("TtoP", "NO T", "S", "DIGIT.ran()")
                          .arc("TtoP", "NO T", "T", "if DIGIT.legal(n) then no else yes")}));
  EXPECT_HAS(texts.loom, "place NO : NO ");
  EXPECT_HAS(texts.loom, "place D : DIGIT ");
}

TEST(CpnAliases, CommentsStayWithThem) {
  const Texts texts(test::cpn_file("(* how often *)\ncolset NO = int;\n", {test::CpnPage("P").place("A", "NO")}));
  EXPECT_HAS(texts.loom, "note \"comment on NO\" \"how often\";\ncolour NO = int;");
}

TEST(CpnAliases, PortsHaveTheirOwn) {
  test::CpnPage top("T"), sub("S", "Sub");
  top.place("A", "INT", "1`1").place("B", "NO");
  for (const char* const name : {"x", "y"}) {
    top.transition(name, "", "", "", "", "<subst subpage=\"S\" portsock=\"(IDSin,IDTA)(IDSout,IDTB)\"/>");
    top.arc("PtoT", name, "A", "").arc("TtoP", name, "B", "");
  }
  sub.place("in", "NO", "", "<port type=\"In\"/>").place("out", "ID", "", "<port type=\"Out\"/>").transition("go");
  sub.arc("PtoT", "go", "in", "n").arc("TtoP", "go", "out", "n");
  const Texts texts(test::cpn_file("colset INT = int; colset NO = int; colset ID = NO; var n : NO;", {top, sub}));
  for (const char* const line : {"port in  'in' : NO ", "port out out : ID ", "place A : INT ", "place B : NO ", "var n : NO;"})
    EXPECT_HAS(texts.loom, line);
}

TEST(CpnAliases, OfTheNetLanguageStayInIt) {
  const std::string text =
      "net \"f\";\nconst most : NO = 3;\ncolour NO = int;\ncolour Pair = product NO * NO;\ncolour Times = list of Second;\n"
      "colour Second = real;\nfun f(n : NO, s : Second) : Second = n + s;\n"
      "place A : NO = 1;\nplace B : Pair;\nplace C : Second;\n"
      "transition T {\n  var n : NO;\n  guard n < most;\n  in  A : n;\n  out B : (n, n);\n  out C : f(n, 1.5);\n}\n";
  const std::string loom = loom_of(read("f.loom", text));
  for (const char* const line : {"const most : NO = 3;", "colour NO = int;", "colour Pair = product NO * NO;",
                                 "colour Times = list of Second;", "colour Second = real;", "fun f(n : NO, s : Second) : Second =",
                                 "place A : NO =", "place B : Pair;", "place C : Second;", "var n : NO;"})
    EXPECT_HAS(loom, line);
  EXPECT_EQ(loom_of(read("f.loom", loom)), loom);
  const std::string cpn = cpn_of(read("f.loom", text));
  EXPECT_HAS(cpn, "fun f(n : NO, s : Second) : Second =");
  EXPECT_EQ(types_in(cpn_of(read("f.cpn", cpn))), types_in(cpn));
}

// A module has aliases of its own, and may be given one.
TEST(CpnAliases, OfModulesAreAliasesOfTheNet) {
  const std::string loom =
      loom_of(read("f.loom",
                   "colour NO = int;\nmodule M(colour T) { colour NO = string; port in I : T; place S : NO; place X : T; }\n"
                   "place A : NO;\ninstance a : M(T = NO) { I = A; }\ninstance b : M(T = NO) { I = A; }\n"));
  for (const char* const line :
       {"colour NO = int;", "colour NO_2 = string;", "port in I : NO;", "place S : NO_2;", "place X : NO;"})
    EXPECT_HAS(loom, line);
}

}  // namespace
}  // namespace petriloom::cpn_aliases_test
