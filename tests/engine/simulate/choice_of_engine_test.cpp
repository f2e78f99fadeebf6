// SPDX-License-Identifier: Apache-2.0
// What it costs to choose the engine: that a net counts without end is known after little work,
// told in steps of the search for its colours and bindings, and nets that end soon run on counts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/counts/event_net.h"
#include "engine/unfold/search.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

struct Work {
  bool ended = false;
  std::uint64_t steps = 0;
  std::size_t bytes = 0;
};

/// Searches for the colours and bindings of a net as the choice of an engine does.
Work search(const Net& net) {
  WordPool pool = net.pool;
  Diagnostics diagnostics;
  const UnfoldOptions options = counts::FormLimits::for_choice().unfolding();
  UnfoldSearch search(net, pool, options, diagnostics);
  const bool ended = search.run();
  return {ended, search.steps(), search.bytes()};
}

/// That counts from 0 to `last`.
std::string counter(int last) {
  return fmt::format(
      "place P : int = 1`0; var n : int; transition t {{ in P : n; guard n < {}; out P : n + 1; time exponential(1.0); }}\n", last);
}

constexpr const char* kWithoutEnd[] = {
    "place P : int = 1`0; var n : int; transition t { in P : n; out P : n + 1; time exponential(1.0); }\n",
    "place P : list of int = 1`[0, 0, 0]; place D : int with 0..2 = all(int with 0..2); var l : list of int; var d : int with "
    "0..2;\n"
    "transition t { in P : l; read D : d; out P : map(x in [0, 1, 2] : if x = d then nth(l, x) + 1 else nth(l, x)); time "
    "exponential(1.0); }\n",
    "place P : list of int = 1`[1]; var l : list of int; transition t { in P : l; out P : (l ++ [length(l)]); time "
    "exponential(1.0); }\n",
    // Two that grow meet in a third place: pairs of them are tried, most of which give nothing.
    "place A : string = 1`\"\"; place B : int = 1`0; place C : bool; var s : string; var n : int;\n"
    "transition a { in A : s; out A : (s ++ \"ab\"); time exponential(1.0); }\n"
    "transition b { in B : n; out B : n + 1; time exponential(1.0); }\n"
    "transition c { in A : s; in B : n; out C : length(s) = n; time exponential(1.0); }\n",
};

TEST(ChoiceOfEngine, WhatCountsWithoutEndIsKnownSoon) {
  for (const char* text : kWithoutEnd) {
    const Net net = text_net(text);
    const Work work = search(net);
    EXPECT_FALSE(work.ended) << text;
    EXPECT_LT(work.steps, 400'000U) << text;
    EXPECT_LT(work.bytes, std::size_t{8} << 20U) << text;
    EXPECT_FALSE(counts::make_event_net(net, counts::FormLimits::for_choice())) << text;
  }
}

TEST(ChoiceOfEngine, WhatEndsRunsOnCounts) {
  for (const int last : {10, 500, 3000}) {
    const Net net = text_net(counter(last));
    EXPECT_TRUE(search(net).ended);
    EXPECT_TRUE(counts::make_event_net(net, counts::FormLimits::for_choice())) << last;
  }
  EXPECT_FALSE(search(text_net(counter(4000))).ended);
}

// 400 stations that count to 10: with more to begin with, more may be computed.
TEST(ChoiceOfEngine, ManyThatCountALittleRunOnCounts) {
  const Net net = text_net(
      "colour K = int with 0..399; colour Count = product K * int;\n"
      "place P : Count = each map(k in all(K) : (k, 0));\n"
      "var k : K; var n : int;\n"
      "transition t { in P : (k, n); guard n < 10; out P : (k, n + 1); time exponential(1.0); }\n");
  EXPECT_TRUE(counts::make_event_net(net, counts::FormLimits::for_choice()));
}

}  // namespace
}  // namespace petriloom::test
