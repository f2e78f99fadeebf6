// SPDX-License-Identifier: Apache-2.0
// Modules that several instances share are written once.
#include <gtest/gtest.h>

#include "tests/formats/loom/read.h"
#include "tests/formats/nets.h"

namespace petriloom::write_modules_test {
namespace {

std::string written(const Net& net) {
  const WriteResult result = write_loom(net, {});
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.text;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (part) << "\nis not in\n" << (text)
#define EXPECT_HAS_NOT(text, part) EXPECT_EQ((text).find(part), std::string::npos) << (part) << "\nis in\n" << (text)

// The text, which is read as the same net and written alike again.
std::string written_and_read(const std::string& source) {
  const Net net = test::net_of(source);
  std::string text = written(net);
  const Net again = test::net_of(text);
  EXPECT_EQ(test::described(again), test::described(net)) << text;
  EXPECT_EQ(written(again), text);
  return text;
}

TEST(WriteModules, OnceForAllInstancesWithTheNamesOfPorts) {
  const std::string text = written_and_read(
      "colour N = int with 0..3; place A : N = 1; place B : N; place C : N; var n : N;\n"
      "module STEP { port in FROM : N at (1, 2); port out TO : N; place GONE : N = 0; transition go { in FROM : n; out TO : n; out "
      "GONE : n; guard tokens(GONE) < 3; } measure gone = average tokens(GONE); property few : invariant tokens(GONE) < 4; }\n"
      "instance first : STEP { FROM = A; TO = B; }\ninstance second : STEP { FROM = B; TO = C; }\n");
  EXPECT_EQ(count(text, "module STEP {"), 1U);
  EXPECT_HAS(text, "  port in  FROM : N at (1, 2);\n  port out TO : N;\n");
  EXPECT_HAS(text, "in  FROM : n;\n    out TO : n;\n    out GONE : n;");
  EXPECT_HAS(text, "  property few : invariant");
  EXPECT_HAS(text, "instance first : STEP { FROM = A; TO = B; }\ninstance second : STEP { FROM = B; TO = C; }\n");
  EXPECT_HAS_NOT(text, "scope");
}

TEST(WriteModules, OneInstanceAloneStandsInItsPlace) {
  const std::string text =
      written_and_read("place A : unit = 1`(); module M { port inout P : unit; transition t { in P; } } instance m : M { P = A; }");
  EXPECT_HAS(text, "scope m : M {\n  alias inout P = .A;\n  transition t {\n    in  P : ();\n");
  EXPECT_HAS_NOT(text, "module");
}

TEST(WriteModules, OtherModulesInThemAndScopes) {
  const std::string text = written_and_read(
      "place A : unit = 2`(); place B : unit;\n"
      "module INNER { port in I : unit; port out O : unit; transition t { in I; out O; } }\n"
      "module OUTER { port in I : unit; port out O : unit; place M : unit;\n"
      "  instance a : INNER { I = I; O = M; } instance b : INNER { I = M; O = O; }\n"
      "  scope s { place X : unit; transition u { in M; out X; out c.L; } } scope c { place L : unit; } }\n"
      "instance x : OUTER { I = A; O = B; } instance y : OUTER { I = B; O = A; } instance z : INNER { I = A; O = B; }\n");
  EXPECT_EQ(count(text, "module OUTER {"), 1U);
  EXPECT_EQ(count(text, "module INNER {"), 1U);
  EXPECT_HAS(text, "  instance b : INNER { I = M; O = O; }");
  EXPECT_HAS(text, "in  M : ();\n      out X : ();\n      out c.L : ();\n");
}

// Values of parameters are part of the body. Of three bodies the most frequent has the name.
TEST(WriteModules, OtherValuesAreOtherModules) {
  const std::string text = written_and_read(
      "module M(n : int) { place P : unit = n`(); transition t { in P; } }\n"
      "instance a : M(n = 1); instance b : M(n = 2); instance c : M(n = 2); instance d : M(n = 3); instance e : M(n = 3);"
      "instance f : M(n = 3);");
  EXPECT_HAS(text, "module M_2 : M {\n  place P : unit = 2`();");
  EXPECT_HAS(text, "module M {\n  place P : unit = 3`();");
  EXPECT_HAS(text, "scope a : M {");
  EXPECT_HAS(text, "instance c : M_2;");
}

// The place of one instance is that of the other.
TEST(WriteModules, PlacesFusedBetweenInstances) {
  const std::string text = written_and_read(
      "module M { place O : unit; place P : unit = 2`(); place Q : unit; alias R = P; transition t { in P; out Q; } transition u { "
      "in R; } }\n"
      "instance a : M; instance b : M; fuse a.P, b.P;");
  EXPECT_EQ(count(text, "module M {"), 1U);
  EXPECT_HAS(text, "fuse .a.P, .b.P;");
}

// They could not be told by one text: the whole path of a place, a transition that is looked at.
TEST(WriteModules, NotWhatLooksAtOneOfThem) {
  const std::string text = written_and_read(
      "module M { place P : unit = 2`(); transition t { in P; } }\n"
      "module N(who : int) { transition t { guard tokens(a.P) > who; } }\n"
      "instance a : M; instance b : M; instance x : N(who = 0); instance y : N(who = 0);");
  EXPECT_HAS(text, "module M {");
  EXPECT_HAS(text, "guard tokens(.a.P) > 0;");
}

// What is done at one of two ports to the same place is none of the other's business.
TEST(WriteModules, DirectionsOfPortsToOnePlace) {
  const std::string text = written_and_read(
      "place A : unit = 2`(); module M { port in P : unit; port out Q : unit; transition t { in P; } }\n"
      "instance a : M { P = A; Q = A; } instance b : M { P = A; Q = A; }");
  EXPECT_HAS(text, "  port in  P : unit;\n  port out Q : unit;\n");
}

// What stands in the text first counts as declared first.
TEST(WriteModules, TransitionsKeepTheirOrder) {
  written_and_read(
      "place A : unit = 2`(); module M { transition t { in .A; } transition u { in .A; } }\n"
      "instance a : M; transition s { in A; } instance b : M; order b.u, a.t, s;");
}

// A scope in the module hides the name of its place, so no text of the module could say it.
TEST(WriteModules, NamesThatAreHiddenInside) {
  const std::string text = written_and_read(
      "place A : unit = 2`(); module M { port in P : unit; alias Q = P; scope s { place P : unit; transition t { in Q; out P; } } "
      "}\n"
      "instance a : M { P = A; } instance b : M { P = A; }");
  EXPECT_HAS(text, "scope a : M {");
}

}  // namespace
}  // namespace petriloom::write_modules_test
