// SPDX-License-Identifier: Apache-2.0
// The layout of the net language: what it looks like, that it changes nothing but blanks, and that
// it is its own layout.
#include "formats/source/layout.h"

#include <gtest/gtest.h>

#include <random>
#include <regex>

#include "formats/loom/loom.h"
#include "formats/source/printer.h"
#include "formats/source/tokens.h"
#include "formats/source/width.h"
#include "tests/formats/source/files.h"
#include "tests/sanitized.h"

namespace petriloom {
namespace {

using source::kWidest;
using source::Token;

std::optional<std::string> laid_out(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("test.loom", text);
  const std::optional<std::string> made = source::formatted(sources, file, diagnostics);
  EXPECT_EQ(made.has_value(), !diagnostics.has_errors());
  // Syntax errors aside there is nothing to complain of: the check against changes must never fail.
  EXPECT_EQ(diagnostics.format(sources).find("would change"), std::string::npos) << text;
  return made;
}

/// The layout of a right text, which must be its own layout.
std::string stable(const std::string& text) {
  const std::optional<std::string> made = laid_out(text);
  EXPECT_TRUE(made.has_value()) << text;
  if (!made) return {};
  EXPECT_EQ(laid_out(*made).value_or("(refused)"), *made) << text;
  return *made;
}

std::string comments_of(const std::string& text) {
  std::string all;
  for (const Token& token : source::tokens_of(text)) {
    for (const source::Comment& comment : token.comments) all.append(comment.text) += '\n';
  }
  return all;
}

bool parses(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  return source::formatted(sources, sources.add("test.loom", text), diagnostics).has_value();
}

/// The net of a text, written; blanks in formulas count as one.
std::string net_of(const std::string& text, const std::filesystem::path& path) {
  ReadOptions options;
  options.search_path = {std::string(PETRILOOM_ROOT) + "/nets"};
  const ReadResult read = read_loom(path.string(), text, options);
  if (!read.net) return "(no net)";
  return std::regex_replace(write_loom(*read.net, {}).text, std::regex("[ \n]+"), " ");
}

TEST(Layout, OneStatementOnALine) {
  EXPECT_EQ(stable("const  cores=8 ;var t , u:int;\n\n\n\nplace P:int=2`3++1`(-4)when true@+3ms;stop when P;"),
            "const cores = 8;\n"
            "var t, u : int;\n"
            "\n"
            "place P : int = 2`3 ++ 1`(-4) when true @+ 3 ms;\n"
            "stop when P;\n");
}

TEST(Layout, BlocksKeepOneLineWhereTheyHaveOneAndRoom) {
  EXPECT_EQ(stable("place A:unit;transition t{in A;out A;}transition u{\nin A;read A;out A;}module M(){}"),
            "place A : unit;\n"
            "transition t { in A; out A; }\n"
            "transition u {\n"
            "  in  A;\n"
            "  read A;\n"
            "  out A;\n"
            "}\n"
            "module M() {}\n");
}

TEST(Layout, DirectionsOfPortsStandUnderEachOther) {
  EXPECT_EQ(stable("module M(){port in A:unit;port inout B:unit;port out C:unit;\n\nport in D:unit;\n  port out E:unit;}"),
            "module M() {\n"
            "  port in    A : unit;\n"
            "  port inout B : unit;\n"
            "  port out   C : unit;\n"
            "\n"
            "  port in  D : unit;\n"
            "  port out E : unit;\n"
            "}\n");
}

TEST(Layout, CommentsKeepTheirPlaces) {
  EXPECT_EQ(stable("// first\n\n/* of A */ place A : unit; // of A\nplace LONGER : /* inside */ unit;   // of LONGER  \n"
                   "   // before t\ntransition t { // of t\n in A; /* x */ out A;\n // last in t\n}\n// end"),
            "// first\n"
            "\n"
            "/* of A */\n"
            "place A : unit;                    // of A\n"
            "place LONGER : /* inside */ unit;  // of LONGER  \n"
            "// before t\n"
            "transition t {  // of t\n"
            "  in  A; /* x */\n"
            "  out A;\n"
            "  // last in t\n"
            "}\n"
            "// end\n");
}

TEST(Layout, LongPiecesAreBrokenAtTheirWeakestSeparators) {
  EXPECT_EQ(stable("fun f(x : int, y : int) : int = if x > 1000000000000000000 then nth([10000, 20000, 30000, 40000], x) + y * 2 "
                   "else if y > "
                   "100000000000000000 then 3 else 4;"),
            "fun f(x : int, y : int) : int =\n"
            "    if x > 1000000000000000000 then nth([10000, 20000, 30000, 40000], x) + y * 2\n"
            "    else if y > 100000000000000000 then 3\n"
            "    else 4;\n");
  EXPECT_EQ(stable("transition t { guard if x = 1000000000000000000 & y = 1000000000000000000 then true "
                   "else if x = 2000000000000000000 & y = 2000000000000000000 then z else false; }"),
            "transition t {\n"
            "  guard if x = 1000000000000000000 & y = 1000000000000000000 then true\n"
            "      else if x = 2000000000000000000 & y = 2000000000000000000 then z\n"
            "      else false;\n"
            "}\n");
  EXPECT_EQ(stable("property p : invariant tokens(AAAAAAAAAAAAAAAAAAAAAAAAAAAA) + tokens(BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB) <= 3 & "
                   "tokens(CCCCCCCCCCCCCCCCCCCCCC) = 1;"),
            "property p : invariant tokens(AAAAAAAAAAAAAAAAAAAAAAAAAAAA) + tokens(BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB) <= 3\n"
            "    & tokens(CCCCCCCCCCCCCCCCCCCCCC) = 1;\n");
  EXPECT_EQ(stable("instance cpu : CPU(first = 1000000000000000000000, second = 20000000000000000000000000, third = "
                   "300000000000000000000000000000, "
                   "fourth = 4);"),
            "instance cpu : CPU(\n"
            "    first = 1000000000000000000000,\n"
            "    second = 20000000000000000000000000,\n"
            "    third = 300000000000000000000000000000,\n"
            "    fourth = 4\n"
            ");\n");
}

TEST(Layout, BlanksThatMeanSomethingStay) {
  EXPECT_EQ(stable("property a : ctl A[P U Q];"), "property a : ctl A[P U Q];\n");
  EXPECT_EQ(stable("property a : invariant A [1];"), "property a : invariant A [1];\n");
  EXPECT_EQ(stable("const x = e.1.2 + - -1 * 3 GB/s / s;"), "const x = e.1.2 + - -1 * 3 GB/s / s;\n");
  EXPECT_EQ(stable("const x = 1 .2;"), "const x = 1 .2;\n");
  EXPECT_EQ(stable("const x = 1. 2;"), "const x = 1 .2;\n");
  EXPECT_EQ(stable("transition t { out .F; }"), "transition t { out .F; }\n");
  EXPECT_EQ(stable("const s = \"a  b\\\"c;\";"), "const s = \"a  b\\\"c;\";\n");
}

TEST(Layout, EveryKindOfStatement) {
  EXPECT_EQ(stable("colour Msg=union{Data:product Seq*string,Ack:Seq,Nothing};colour Few=subset Small{1,3};"
                   "colour Even=subset Small where(x:ord(x)%2=0);fun rev[T](l:list of T):list of T=reverse(l);"
                   "fun g(m:Msg):int=case m of Data((n,s))=>n|[x]++rest=>1|Nothing=>0;"
                   "place P:Task at(100,-50.5)=1`Data((1,\"x\"));fuse A,cpu.B,C;alias in X at(1,2)=cpu.Y;"
                   "transition t at (3,4){\nin P:(n,s);equal P:3`x;time exponential(1/3 us);}"
                   "transition u{\nin P;at 5 s,-1 s;}transition v{\nout P;every 2 s  from(1 s)until 3*x;}"
                   "scenario heavy{const rate=5;place RUN=10`();}note \"code\" \"text\";"
                   "module Q(colour Item,fun key(x:Item):int=0,fun:int,colour C=list of int,n:int=3){}"
                   "scope node[3]:NODE hardware folded[n in Node where n>1]{}order a,node[3].b;"),
            "colour Msg = union { Data : product Seq * string, Ack : Seq, Nothing };\n"
            "colour Few = subset Small { 1, 3 };\n"
            "colour Even = subset Small where (x : ord(x) % 2 = 0);\n"
            "fun rev[T](l : list of T) : list of T = reverse(l);\n"
            "fun g(m : Msg) : int = case m of Data((n, s)) => n | [x] ++ rest => 1 | Nothing => 0;\n"
            "place P : Task at (100, -50.5) = 1`Data((1, \"x\"));\n"
            "fuse A, cpu.B, C;\n"
            "alias in X at (1, 2) = cpu.Y;\n"
            "transition t at (3, 4) {\n"
            "  in  P : (n, s);\n"
            "  equal P : 3`x;\n"
            "  time exponential(1 / 3 us);\n"
            "}\n"
            "transition u {\n"
            "  in  P;\n"
            "  at 5 s, -1 s;\n"
            "}\n"
            "transition v {\n"
            "  out P;\n"
            "  every 2 s from (1 s) until 3 * x;\n"
            "}\n"
            "scenario heavy {\n"
            "  const rate = 5;\n"
            "  place RUN = 10`();\n"
            "}\n"
            "note \"code\" \"text\";\n"
            "module Q(colour Item, fun key(x : Item) : int = 0, fun : int, colour C = list of int, n : int = 3) {}\n"
            "scope node[3] : NODE hardware folded [n in Node where n > 1] {}\n"
            "order a, node[3].b;\n");
}

/// `collect` and `as` are words where they make a term, and names elsewhere.
TEST(Layout, TermsThatCollect) {
  EXPECT_EQ(stable("transition t { in P:collect(n+1)`{to=w}as l; }"), "transition t { in P : collect (n + 1)`{to = w} as l; }\n");
  EXPECT_EQ(stable("transition t { in P:collect all `_ as l when n>1++2`x; }"),
            "transition t { in P : collect all`_ as l when n > 1 ++ 2`x; }\n");
  EXPECT_EQ(stable("transition t { in P : collect (n); in P : as; in P : collect ++ as; in P : collect 2`5 as as; }"),
            "transition t { in P : collect(n); in P : as; in P : collect ++ as; in P : collect 2`5 as as; }\n");
  EXPECT_EQ(stable("transition t { reset P:x where x> -1 when c; }"), "transition t { reset P : x where x > -1 when c; }\n");
}

/// What follows `by` is an operand, unless `by` is itself a name that is put in order.
TEST(Layout, OrdersOfBindings) {
  EXPECT_EQ(stable("transition t { order by - f(t); }"), "transition t { order by -f(t); }\n");
  EXPECT_EQ(stable("transition t { order by(a+b)*2; }"), "transition t { order by (a + b) * 2; }\n");
  EXPECT_EQ(stable("transition t { order by !b; }"), "transition t { order by !b; }\n");
  EXPECT_EQ(stable("transition t { at most(a+b)*2;uses P:2`x++each l; }"),
            "transition t { at most (a + b) * 2; uses P : 2`x ++ each l; }\n");
  EXPECT_EQ(stable("transition t { at most-1 s,most [ 0 ]; }"), "transition t { at most - 1 s, most[0]; }\n");
  EXPECT_EQ(stable("order by , by [ 1 ] . a,b;order by;order by[1].c;"), "order by, by[1].a, b;\norder by;\norder by[1].c;\n");
}

TEST(Layout, RefusesWhatIsWrong) {
  EXPECT_FALSE(laid_out("place P : ;").has_value());
  EXPECT_FALSE(laid_out("place P : unit").has_value());
  EXPECT_FALSE(laid_out("transition t { /* ").has_value());
  EXPECT_EQ(stable(""), "");
}

TEST(Layout, FilesOfTheProjectAreLaidOut) {
  std::size_t count = 0;
  for (const auto& path : net_files({"nets", "examples", "tests/formats/loom/nets"})) {
    const std::string text = content_of(path);
    EXPECT_EQ(stable(text), text) << path << ": petriloom fmt " << path;
    ++count;
  }
  EXPECT_GE(count, 20U);
}

TEST(Layout, GivesTheSameNet) {
  std::size_t nets = 0;
  std::size_t number = 0;
  for (const auto& path : net_files({"nets", "examples", "tests"})) {
    if (test::sanitized() && number++ % 4 != 0) continue;  // laying out goes through all of them above
    const std::string text = content_of(path);
    if (!parses(text)) continue;
    const std::string made = stable(text);
    EXPECT_EQ(comments_of(made), comments_of(text)) << path;
    const std::string net = net_of(text, path);
    EXPECT_EQ(net_of(made, path), net) << path;
    nets += net == "(no net)" ? 0U : 1U;
  }
  EXPECT_GE(nets, 20U);
}

TEST(Layout, LinesAreNotTooLong) {
  for (const auto& path : net_files({"nets", "examples", "tests/formats/loom/nets"})) {
    const std::string made = stable(content_of(path));
    for (std::size_t at = 0; at < made.size();) {
      const std::size_t end = made.find('\n', at);
      const std::string code = made.substr(at, std::min(made.find("//", at), end) - at);
      // Two blanks stand before a comment.
      EXPECT_LE(source::width_of(code), kWidest + 2) << path << ": " << code;
      at = end + 1;
    }
  }
}

/// A text made of tokens with something between each two of them.
template <typename Between>
std::string joined(const std::vector<Token>& tokens, const Between& between) {
  std::string text;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    text += tokens[i].text;
    if (tokens[i + 1].space_before) text += between(i);
  }
  return text;
}

TEST(Layout, CommentsEverywhere) {
  const std::vector<std::string> kinds{" // to the end\n", "\n// alone\n", " /* between */ ", "\n\n/* of\n   two lines */\n", " "};
  std::mt19937 random(7);
  for (const auto& path : net_files({"nets", "examples", "tests/formats/loom/nets"})) {
    const std::string content = content_of(path);
    const std::vector<Token> all = source::tokens_of(content);
    const std::string text = joined(all, [&](std::size_t) { return kinds[random() % kinds.size()]; });
    if (!parses(text)) continue;  // `A[` and others that must stand together are written so there
    EXPECT_EQ(comments_of(stable(text)), comments_of(text)) << path;
  }
}

TEST(Layout, DoesNotDependOnBlanksInStatements) {
  const std::vector<std::string> blanks{" ", "\n", "  \n\n\t", "\r\n"};
  std::mt19937 random(11);
  for (const auto& path : net_files({"nets", "examples", "tests/formats/loom/nets"})) {
    const std::string content = content_of(path);
    const std::string made = stable(content);
    const std::vector<Token> tokens = source::tokens_of(made);
    std::string text;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const Token& next = tokens[i + 1];
      text += tokens[i].text;
      const bool between = tokens[i].is(";") || tokens[i].is("{") || tokens[i].is("}") || next.is("}") || !next.comments.empty();
      const char* const start = tokens[i].text.data() + tokens[i].text.size();
      if (between) text.append(start, next.text.data());
      if (!between && next.space_before) text += blanks[random() % blanks.size()];
    }
    if (tokens.front().comments.empty() && parses(text)) {
      EXPECT_EQ(stable(text), made) << path;
    }
  }
}

TEST(Layout, SoupsOfStatements) {
  std::vector<std::string> statements;
  for (const auto& path : net_files({"nets", "examples", "tests/formats/loom/nets"})) {
    const std::string content = content_of(path);
    std::string statement;
    int depth = 0;
    for (const Token& token : source::tokens_of(content)) {
      statement += std::string(token.text) + " ";
      depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
      if (depth > 0 || !(token.is(";") || token.is("}"))) continue;
      statements.push_back(statement);
      statement.clear();
    }
  }
  std::mt19937 random(13);
  std::size_t right = 0;
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int k = 0; k < 5; ++k) text += statements[random() % statements.size()] + (random() % 3 == 0 ? "\n\n" : " ");
    if (!parses(text)) continue;
    stable(text);
    ++right;
  }
  EXPECT_GT(right, 100U);
}

TEST(Layout, FlippedBits) {
  std::mt19937 random(17);
  std::size_t right = 0;
  for (const auto& path : net_files({"nets", "tests/formats/loom/nets"})) {
    const std::string content = content_of(path);
    for (int round = 0; round < test::many(60); ++round) {
      std::string text = content;
      for (int flips = 0; flips < 3; ++flips) text[random() % text.size()] ^= static_cast<char>(1U << (random() % 8U));
      const std::optional<std::string> made = laid_out(text);
      if (!made) continue;
      EXPECT_EQ(laid_out(*made).value_or("(refused)"), *made);
      ++right;
    }
  }
  EXPECT_GE(right, test::many(50U));
}

TEST(Layout, ManyAndDeep) {
  std::string list = "const l = [0";
  for (int i = 1; i < 20000; ++i) list += ", " + std::to_string(i);
  EXPECT_GT(stable(list + "];").size(), list.size());
  std::string deep = "const d = ";
  for (int i = 0; i < 40; ++i) deep += "(1 + if true then 2 else ";
  stable(deep + "3" + std::string(40, ')') + ";");
  std::string chain = "const c = 1";
  for (int i = 0; i < 1900; ++i) chain += i % 2 == 0 ? " + 2" : " * 3";
  stable(chain + ";");
}

TEST(Units, PositionsOfUtf16) {
  // "a", o with dots (1 unit), a face (2 units), "z".
  const std::string line = "a\xC3\xB6\xF0\x9F\x98\x80z";
  EXPECT_EQ(source::utf16_of(line), 5U);
  EXPECT_EQ(source::width_of(line), 4U);
  EXPECT_EQ(source::bytes_before(line, 2), 3U);
  EXPECT_EQ(source::bytes_before(line, 4), 7U);
  EXPECT_EQ(source::bytes_before(line, 99), line.size());
}

}  // namespace
}  // namespace petriloom
