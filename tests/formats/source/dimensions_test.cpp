// SPDX-License-Identifier: Apache-2.0
// Units that cannot be right are told at their place, and units that are not known are not.
#include "formats/source/dimensions.h"

#include <gtest/gtest.h>

#include "tests/formats/source/files.h"

namespace petriloom {
namespace {

/// What is wrong with the units of a text: the messages, one a line.
std::string wrong(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const loom::Loaded files = loom::load_files("test.loom", text, {}, sources, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format(sources);
  source::check_dimensions(source::index_of(files, sources), files, diagnostics);
  std::string all;
  for (const Diagnostic& each : diagnostics.list()) all += each.message + "\n";
  return all;
}

std::string in_transition(const std::string& items) { return wrong("var x : int; transition t { " + items + " }"); }

TEST(Dimensions, OfSumsAndComparisons) {
  // 3 s and 2 W are neither to be added nor to be compared.
  EXPECT_EQ(wrong("const a = 3 s + 2 W;"), "`+` of s and W\n");
  EXPECT_EQ(in_transition("guard 3 s < 2 GB;"), "`<` of s and B\n");
  EXPECT_EQ(wrong("const a = 3 s; const b = if a > 1 s then 12 GB/s else 2 W;"), "one value or the other is of B/s and W\n");
  EXPECT_EQ(wrong("const a = max(1 s, 2 J);"), "`max` of s and J\n");
  // B / (B/s) is s, W s is J, and 1/s is Hz.
  EXPECT_EQ(wrong("const a = 3 us + 16 MiB / 12 GB/s; const b = 2 J + 30 W * 1 min; const c = 2 GHz + 1 / 3 ns;"), "");
  EXPECT_EQ(wrong("const a = 3 s + 2; const f = 1e9; const b = 16 MiB / f + 1 s;"), "");
}

TEST(Dimensions, OfWhatMustBeATimeOrARate) {
  EXPECT_EQ(in_transition("delay 2 GB;"), "a delay is of s, not of B\n");
  EXPECT_EQ(in_transition("out P : x @+ 2 * 3 W;"), "a delay is of s, not of W\n");
  EXPECT_EQ(in_transition("time exponential(3 us);"), "the rate of an exponential distribution is of 1/s, not of s\n");
  EXPECT_EQ(in_transition("time erlang(3, 2 s);"), "the rate of `erlang` is of 1/s, not of s\n");
  EXPECT_EQ(in_transition("time uniform(1 Hz, 2 s);"), "a parameter of `uniform` is of s, not of 1/s\n");
  EXPECT_EQ(in_transition("every 2 s from 1 B until 9 s;"), "a time is of s, not of B\n");
  EXPECT_EQ(in_transition("at 2 s, 3 flop;"), "a time is of s, not of flop\n");
  EXPECT_EQ(in_transition("flow 3 s;"), "a flow is what moves in a second, and this is of s\n");
  EXPECT_EQ(in_transition("delay 2 * 3 us; time exponential(tokens(P) / 3 us); delay x * 1 us; delay exponential(2 Hz);"), "");
  EXPECT_EQ(in_transition("flow 30 W; time deterministic(2 Gflop / 12 Gflop/s);"), "");
}

TEST(Dimensions, OfWhatMustBeANumber) {
  EXPECT_EQ(in_transition("weight 3 s;"), "a weight is of no dimension, not of s\n");
  EXPECT_EQ(in_transition("weight 0;"), "a weight is more than 0\n");
  EXPECT_EQ(wrong("const w = -1; transition t { weight w; }"), "a weight is more than 0\n");
  EXPECT_EQ(in_transition("delay -1 s;"), "a delay is at least 0\n");
  EXPECT_EQ(in_transition("servers 0;"), "a number of servers is more than 0\n");
  EXPECT_EQ(in_transition("out P : (3 s)`x;"), "a number of tokens is of no dimension, not of s\n");
  // A rate of 0 is one: never.
  EXPECT_EQ(in_transition("weight 0.3; servers 2; time exponential(0);"), "");
}

TEST(Dimensions, ThroughNamesAndFunctions) {
  EXPECT_EQ(wrong("fun bytes(n : int) : real = n * 8 + 2 GB; transition t { delay bytes(3); }"), "a delay is of s, not of B\n");
  EXPECT_EQ(wrong("const d = 2 GB; const e = d; transition t { delay let h = e in h; }"), "a delay is of s, not of B\n");
  EXPECT_EQ(wrong("const d = 2 GB; scenario s { const d = 3 s; }"), "`d` is of B, and here of s\n");
  EXPECT_EQ(wrong("fun f(n : int) : real = if n = 0 then 1 s else f(n - 1) + 1 s; transition t { delay f(3); }"), "");
}

TEST(Dimensions, OfMeasures) {
  EXPECT_EQ(wrong("measure e \"J\" = average 30 W * tokens(P);"), "the measure is of W, and its unit of J\n");
  EXPECT_EQ(wrong("measure e \"J\" = integral 30 W * tokens(P); measure t \"us\" = delay a -> b; measure u \"x\" = average 3 W;"),
            "");
}

}  // namespace
}  // namespace petriloom
