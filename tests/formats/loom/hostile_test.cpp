// SPDX-License-Identifier: Apache-2.0
// Truncated, mangled and random input gives messages, never a crash.
#include <gtest/gtest.h>

#include <random>

#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

void feed(const std::string& text) {
  const ReadResult result = read_loom("hostile.loom", text, {});
  EXPECT_TRUE(result.net.has_value() || result.diagnostics.has_errors());
  EXPECT_FALSE(result.net.has_value() && result.diagnostics.has_errors());
  static_cast<void>(result.diagnostics.format(*result.sources));
}

TEST(Hostile, TruncatedAtEveryPoint) {
  for (const std::string& file : sample_nets()) {
    const std::string text = file_content(file);
    for (std::size_t length = 0; length < text.size(); length += 7) feed(text.substr(0, length));
  }
}

TEST(Hostile, WordsLeftOutOrDoubled) {
  std::mt19937 random(20240917);
  for (const std::string& file : sample_nets()) {
    const std::string text = file_content(file);
    for (int round = 0; round < 200; ++round) {
      std::string mangled = text;
      for (int change = 0; change < 3; ++change) {
        const std::size_t at = random() % mangled.size();
        const std::size_t end = mangled.find_first_of(" ;(){}[]", at + 1);
        const std::string word = mangled.substr(at, end - at);
        random() % 2 == 0 ? mangled.replace(at, word.size(), "") : mangled.insert(random() % mangled.size(), word);
        if (mangled.empty()) mangled = ";";
      }
      feed(mangled);
    }
  }
}

TEST(Hostile, RandomWordsAndBytes) {
  const std::vector<std::string> words{
      "place ",    "P",         " : ",    "unit",    ";",     "transition ", "{",  "}",    "in ",  "(",        ")",  "[",
      "]",         "*",         "= ",     "..",      "`",     "++",          "@+", "if ",  "let ", "x ",       "1",  "2.5",
      "case ",     "of ",       "=> ",    "| ",      "\"a\"", "module ",     "M ", "fun ", "var ", "A[",       "F ", "ltl ",
      "property ", "instance ", "scope ", "folded ", "'q'",   ".",           ",",  "_",    "all(", "int with "};
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t length = random() % 60; length > 0; --length) text += words[random() % words.size()];
    feed(text);
  }
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (std::size_t length = random() % 200; length > 0; --length) text += static_cast<char>(random() % 256);
    feed(text);
  }
}

TEST(Hostile, DeepNestingIsAnError) {
  const auto repeat = [](std::string_view word, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += word;
    return text;
  };
  const auto refuse = [](const std::string& text) {
    const std::string start = text.substr(0, 40);
    EXPECT_NE(read_wrong(text).find("nested"), std::string::npos) << start;
  };
  refuse("const a = " + repeat("(", 100000));
  refuse("const a = " + repeat("-", 100000) + "1;");
  refuse("const a = " + repeat("[", 5000) + repeat("]", 5000) + ";");
  refuse("const a = 1" + repeat(" + 1", 100000) + ";");
  refuse("const a = " + repeat("if true then ", 5000) + "1;");
  refuse("const a = x" + repeat(".f", 100000) + ";");
  refuse("colour C = " + repeat("list of ", 100000) + "int;");
  refuse(repeat("module M { ", 100000));
  refuse("place P : unit; property p : ltl " + repeat("G (", 100000));
  refuse("place P : unit; property p : ctl " + repeat("A[", 100000));
  EXPECT_NE(read_wrong("place P" + repeat(" : product int", 100000) + ";"), "");
}

TEST(Hostile, LongChainsOfDefinitions) {
  const auto chain = [](const std::string& before, const std::string& between, const std::string& after) {
    std::string text;
    for (int i = 0; i < 3000; ++i) text += before + std::to_string(i) + between + std::to_string(i + 1) + after;
    return text;
  };
  feed(chain("const a", " = a", ";"));
  feed(chain("colour C", " = list of C", ";"));
  feed(chain("fun f", "(x : int) : int = f", "(x);") + "const c = f0(1);");
  feed("module M { port inout A : unit; }" + chain("instance m", " : M { A = m", ".A; }"));
  feed(chain("module M", " { instance m : M", "; }") + "instance m : M0;");
}

TEST(Hostile, HugeArraysAreErrors) {
  EXPECT_NE(read_wrong("module M { place P : unit = 1`(); } instance m[i in 0..1000000000] : M;").find("elements"),
            std::string::npos);
  EXPECT_NE(read_wrong("module M { place P : unit = 1`(); } instance m[i in 0..1000000000] : M;", Fold::never).find("elements"),
            std::string::npos);
  std::string chain = "module M0 { place P : unit; }\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "M" + std::to_string(i - 1);
    chain += "module M" + std::to_string(i) + " { instance a : " + before + "; instance b : " + before + "; }\n";
  }
  EXPECT_NE(read_wrong(chain + "instance m : M39;").find("instances"), std::string::npos);
}

TEST(Hostile, PatternsAndCasesThatGrow) {
  const auto repeat = [](const std::string& word, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += word;
    return text;
  };
  const std::string tree = "colour T = union { Leaf, Node : list of int };\n";
  feed(tree + "fun f(t : T) : int = case t of " + repeat("Node(", 100000) + "x => 1;");
  feed(tree + "fun f(t : T) : int = case t of " + repeat("Node(", 150) + "x" + repeat(")", 150) + " => 1 | _ => 0;");
  feed("fun f(l : list of int) : int = case l of [x]" + repeat(" ++ [_]", 1900) + " => 1 | _ => 0;");
  feed("fun f(x : int) : int = " + repeat("case x of 0 => 1 | _ => ", 190) + "2;");
  // The patterns of a diagonal: which tuples are not covered cannot be told row by row.
  std::string diagonal = "fun f(p : product bool" + repeat(" * bool", 39) + ") : int = case p of ";
  for (int i = 0; i < 40; ++i) {
    std::string row = "(";
    for (int k = 0; k < 40; ++k) row += std::string(k == 0 ? "" : ", ") + (k == i ? "true" : "_");
    diagonal += row + ") => 1 | ";
  }
  feed(diagonal + "_ => 0;");
  feed(diagonal.substr(0, diagonal.size() - 3) + ";");
}

TEST(Hostile, HugeStrings) {
  feed("place P : string = 1`\"" + std::string(60000, 'a') + "\";");
  EXPECT_NE(read_wrong("place P : string = 1`\"" + std::string(70000, 'a') + "\";").find("longer than"), std::string::npos);
  std::string doubling = "const s0 = \"ab\";";
  for (int i = 0; i < 60; ++i)
    doubling += "const s" + std::to_string(i + 1) + " = s" + std::to_string(i) + " ++ s" + std::to_string(i) + ";";
  feed(doubling);
}

TEST(Hostile, GenericFunctionsWithoutEnd) {
  EXPECT_NE(read_wrong("fun f[T](x : T) : int = f((x, x)); const c = f(1);").find("parts"), std::string::npos);
  EXPECT_NE(read_wrong("fun f[T](x : T) : int = f([x]); const c = f(1);").find("f"), std::string::npos);
  std::string chain;
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    const std::string next = "f" + std::to_string(i + 1);
    chain += "fun f" + n + "[T](x : T) : int = " + next + "((x, 1)) + " + next + "([x]);\n";
  }
  feed(chain + "fun f60[T](x : T) : int = 0; const c = f0(1);");
}

TEST(Hostile, SubsetsAndFusionsThatGrow) {
  EXPECT_NE(read_wrong("colour S = subset (int with 0..1000000000) where (x : x > 5);").find("too many"), std::string::npos);
  std::string fusions = "place P0 : unit;";
  for (int i = 1; i < 2000; ++i)
    fusions += "place P" + std::to_string(i) + " : unit; fuse P" + std::to_string(i) + ", P" + std::to_string(i - 1) + ";";
  feed(fusions);
}

TEST(Hostile, SizeLimit) {
  ReadOptions options;
  options.most_bytes = 10;
  const ReadResult result = read_loom("test.loom", "place LONGER : unit;", options);
  EXPECT_FALSE(result.net.has_value());
  EXPECT_TRUE(result.diagnostics.has_errors());
}

}  // namespace
}  // namespace petriloom
