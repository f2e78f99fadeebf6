// SPDX-License-Identifier: Apache-2.0
// Constants stay constants from format to format, and have other values there.
#include <gtest/gtest.h>

#include <sstream>

#include "engine/simulate/simulate.h"
#include "engine/trace/csv.h"
#include "formats/cpn/cpn.h"
#include "formats/cpn_writing/write_cpn.h"
#include "formats/loom/loom.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_written_constants_test {
namespace {

using Values = std::map<std::string, std::string>;

std::string text_of(const WriteResult& written, const Net& net) {
  EXPECT_FALSE(written.diagnostics.has_errors()) << written.diagnostics.format(*net.sources);
  return written.text;
}

Net read(const std::string& name, const std::string& text, const Values& values = {}) {
  ReadOptions options;
  options.constants = values;
  ReadResult result = name.ends_with(".cpn") ? read_cpn(name, text, options) : read_loom(name, text, options);
  EXPECT_TRUE(result.net) << result.diagnostics.format(*result.sources) << text;
  return result.net ? std::move(*result.net) : Net{};
}

std::string messages(const std::string& name, const std::string& text, const Values& values) {
  ReadOptions options;
  options.constants = values;
  const ReadResult result = name.ends_with(".cpn") ? read_cpn(name, text, options) : read_loom(name, text, options);
  EXPECT_FALSE(result.net);
  return result.diagnostics.format(*result.sources);
}

std::string trace_of(const Net& net) {
  std::ostringstream text;
  CsvTrace trace(net, text);
  SimulationOptions options;
  options.max_firings = 100;
  options.trace = &trace;
  const SimulationResult run = simulate(net, options);
  return text.str() + run.diagnostics.format(*net.sources);
}

std::string ring() {
  test::CpnPage page("P");
  page.place("free", "D", "D.all()").place("busy", "DT", "").place("stock", "INT", "m`1 ++ n`(n + 1)");
  page.transition("take", "[k < limit()]", "@+ delay", "", "1000 - n");
  page.arc("PtoT", "take", "free", "x").arc("TtoP", "take", "busy", "x").arc("PtoT", "take", "stock", "n`k");
  page.transition("give").arc("PtoT", "give", "busy", "x").arc("TtoP", "give", "free", "next(x)");
  return test::cpn_file(
      "val n = 2; val m = n * 3; val delay = 4; val spare = \"none\"; colset INT = int; colset D = index d with 1..m; "
      "colset DT = D timed; var x : D; var k : INT; fun limit() = n + m; "
      "fun next(d(i)) = if i = m then d(1) else d(i + 1);",
      {page});
}

TEST(CpnWrittenConstants, AreNamedWhereTheyAreUsed) {
  const Net net = read("f.cpn", ring());
  const std::string loom = text_of(write_loom(net, {}), net);
  for (const char* const line : {"const n : int = 2;", "const m : int = n * 3;", "const delay : int = 4;",
                                 "const spare : string = \"none\";", "colour D = index d with 1..m;",
                                 "place stock : INT at (1.5, 2) = (m)`1 ++ (n)`n + 1;", "place free : D at (1.5, 2) = each all(D);",
                                 "guard k < n + m;", "(n)`k", "priority 1000 - (1000 - n);", "if ord(p1) = m then"})
    EXPECT_NE(loom.find(line), std::string::npos) << line << "\n" << loom;
  const std::string cpn = text_of(write_cpn(net, {}), net);
  for (const char* const part : {"val n = 2;", "val m = (n * 3);", "colset D = index d with 1..m;", "n`k"})
    EXPECT_NE(cpn.find(part), std::string::npos) << part << "\n" << cpn;
  EXPECT_LT(cpn.find("val m ="), cpn.find("colset D ="));
}

TEST(CpnWrittenConstants, OtherValuesGiveTheSameRunsInEachFormat) {
  const Net net = read("f.cpn", ring());
  const std::string loom = text_of(write_loom(net, {}), net);
  const std::string cpn = text_of(write_cpn(net, {}), net);
  const Net again = read("a.loom", loom);
  EXPECT_EQ(text_of(write_loom(again, {}), again), loom);
  const std::string cpn_of_loom = text_of(write_cpn(again, {}), again);
  std::string before;
  for (const Values& values : {Values{}, Values{{"n", "1"}}, Values{{"m", "4"}}, Values{{"delay", "7"}, {"n", "3"}}}) {
    const std::string trace = trace_of(read("f.cpn", ring(), values));
    EXPECT_NE(trace, before);
    EXPECT_EQ(trace_of(read("a.loom", loom, values)), trace);
    EXPECT_EQ(trace_of(read("a.cpn", cpn, values)), trace);
    EXPECT_EQ(trace_of(read("b.cpn", cpn_of_loom, values)), trace);
    before = trace;
  }
}

// With another value the other branch would be there: half of the net would go with it.
TEST(CpnWrittenConstants, WhatDecidesWhatTheNetIsStaysAValue) {
  test::CpnPage page("P");
  page.place("a", "INT", "1").place("b", "INT").transition("t").arc("PtoT", "t", "a", "x");
  page.arc("TtoP", "t", "b", "if double then 2 * step * x else x");
  const std::string file =
      test::cpn_file("val step = 3; val level = 2; val double = level > 1; colset INT = int; var x : INT;", {page});
  const Net net = read("f.cpn", file);
  for (const char* const name : {"f.loom", "f.cpn"}) {
    const std::string text = text_of(std::string(name) == "f.cpn" ? write_cpn(net, {}) : write_loom(net, {}), net);
    EXPECT_NE(text.find("step"), std::string::npos) << text;
    EXPECT_EQ(text.find("double"), std::string::npos) << text;
    EXPECT_EQ(text.find("level"), std::string::npos) << text;
    EXPECT_NE(messages(name, text, {{"level", "0"}}).find("`level`"), std::string::npos);
    EXPECT_EQ(trace_of(read(name, text, {{"step", "4"}})), trace_of(read("f.cpn", file, {{"step", "4"}})));
  }
}

TEST(CpnWrittenConstants, NamesMeanTheConstants) {
  const std::string loom =
      "const x = 2; const 'if' = 3; const 'two words' = 'if' + 1; const v1 = 5;\n"
      "place A : int = x`1; place B : list of int;\n"
      "transition t { var y : int; in A : y; out B : map(e in [x, v1] : e + 'two words'); }\n"
      "transition u { var x : list of int; in B : x; out A : nth(x, 0); }\n";
  const Net net = read("f.loom", loom);
  const std::string written = text_of(write_loom(net, {}), net);
  EXPECT_NE(written.find("const x_ : int = 2;"), std::string::npos) << written;
  EXPECT_NE(written.find("const 'two words' : int = 'if' + 1;"), std::string::npos) << written;
  const std::string cpn = text_of(write_cpn(net, {}), net);
  EXPECT_EQ(trace_of(read("a.loom", written)), trace_of(net));
  EXPECT_EQ(trace_of(read("a.cpn", cpn)), trace_of(net));
  EXPECT_EQ(trace_of(read("a.loom", written, {{"x_", "4"}})), trace_of(read("f.loom", loom, {{"x", "4"}})));
  EXPECT_EQ(trace_of(read("a.loom", written, {{"if", "4"}})), trace_of(read("f.loom", loom, {{"if", "4"}})));
}

// Constants of modules have a value in each instance, and what builds the net decides it.
TEST(CpnWrittenConstants, OfTheNetLanguageThoseOfTheNetItselfAre) {
  const std::string loom =
      "const count = 3; const rate = 2; const size : real = 4 us;\n"
      "module M(r : int) { const own = r + 1; place P : int = own`rate; transition t { in P : 1; delay size * r; } }\n"
      "instance m[i in 0..count - 1] : M(r = rate + 1);\n";
  const Net net = read("f.loom", loom);
  const std::string written = text_of(write_loom(net, {}), net);
  EXPECT_EQ(written.find("count"), std::string::npos) << written;
  EXPECT_EQ(written.find("own"), std::string::npos) << written;
  EXPECT_NE(written.find("const size : real = 4e-06;"), std::string::npos) << written;
  for (const Values& values : {Values{}, Values{{"size", "8 us"}}})
    EXPECT_EQ(trace_of(read("a.loom", written, values)), trace_of(read("f.loom", loom, values)));
}

}  // namespace
}  // namespace petriloom::cpn_written_constants_test
