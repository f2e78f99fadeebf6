// SPDX-License-Identifier: Apache-2.0
// Loops over tokens whose order counts (map, filter, sums of reals), against the reference engine,
// which sorts all tokens of the place each time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/engine/reference_engine.h"
#include "tests/engine/text_net.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

// Terms of which each order has another sum; tokens come in another order than that of colours, and
// some are there several times.
constexpr const char* kUnsorted =
    "colour W = int with 0..2; colour N = int with 0..42; colour K = int with 0..10;\n"
    "colour Ns = list of int; colour Reals = list of real;\n"
    "colour Row = record { w : W, n : N }; colour Cell = product W * K; colour Wide = product W * int * real;\n"
    "var w, v : W; var n : N; var k : K;\n"
    "fun size(n : int) : real = if n % 3 = 0 then 1e16 / (n + 1) else if n % 3 = 1 then -1e16 / (n + 2) else 0.1 * n;\n"
    "place A : Row = each map(k in 0..89 : {w = k % 3, n = 40 - k * 7 % 41});\n"
    "place B : Cell = each map(k in 0..59 : (k % 3, k * 5 % 11));\n"
    "place P : Wide = each map(k in 0..19 : (k % 3, 30 - k * 3, 0.5 * (k % 4)));\n"
    "place EMPTY : Row; place GO : W = each [0, 1, 2]; place LOG : real; place SEEN : Ns; place REALS : Reals;\n"
    "transition change { in A : {w = w, n = n}; out A : {w = w, n = (n * 7 + 1) % 43};\n"
    "  out A : {w = (w + 1) % 3, n = n} when n % 5 = 0; time exponential(1 / 20 s); }\n"
    "transition move { in B : (v, k); out B : ((v + 1) % 3, k * 3 % 11); time exponential(1 / 20 s); }\n"
    "transition lose { in A : {w = w, n = 0}; time exponential(1 / 100 s); }\n";

std::string asking(const char* draw, const char* place, const char* guard = "true") {
  return kUnsorted + fmt::format(
                         "transition go {{ in GO : w; guard {}; draw d = {}; draw held = tokens(P); out {} : d; out P : (w, 9 - "
                         "held * 7 % 50, 0.25);\n"
                         "  out GO : w @+ 1 s; }}\n",
                         guard, draw, place);
}

SimulationOptions short_run(std::uint64_t seed) {
  SimulationOptions options;
  options.seed = seed;
  options.until = 12;
  options.max_firings = 120;
  return options;
}

void expect_same_order(const std::string& text) {
  const Net net = text_net(text);
  for (std::uint64_t seed = 1; seed <= (sanitized() ? 1U : 2U); ++seed) {
    expect_as_reference(net, short_run(seed), text);
  }
}

TEST(OrderedLoops, SumRealsInTheOrderOfTokens) {
  for (const char* const value : {
           "sum(a in A : size(a.n))",
           "sum(a in A where a.w = w : size(a.n))",
           "sum(a in A where a.w = w & a.n >= 20 : size(a.n))",
           "sum(a in A where a.n >= 20 & a.w = w : size(a.n) * size(a.n + 1))",
           "sum(a in A where a.w = succ(w) : size(a.n) + w)",
           "sum(b in B where b.1 = w : size(b.2))",
           "sum(b in B where b.2 = 3 : size(b.1 + b.2))",
           "sum(b in B : size(b.2))",
           "sum(a in EMPTY where a.w = w : size(a.n))",
           "sum(a in A where a.w = w & a.n > 1000 : size(a.n))",
           "sum(a in A where a.w = w : size(a.n))",
           "sum(a in A where a.w = w : size(a.n)) - sum(a in A where a.w = (w + 1) % 3 : size(a.n))",
           "sum(v in W : sum(a in A where a.w = v : size(a.n)) / (v + 1))",
           "sum(b in B where b.1 = w : sum(a in A where a.w = b.1 & a.n < b.2 * 4 : size(a.n)))",
           "sum(p in map(a in A where a.w = w : (a.n % 4, size(a.n + 1))) where p.1 = 1 : p.2 * 1e16 + 0.1)",
           "sum(a in filter(b in A : b.w = w) where a.n > 7 : let k = a.n in size(k))",
           "sum(a in A where a.w = w : if a.n > 20 then sum(m in map(c in B where c.1 = a.w : c.2) : size(m)) else 0.1)",
           "sum(p in P where p.1 = w : size(p.2 + 100) + p.3)",
           "sum(p in P where p.1 = w & p.2 >= 3 : size(p.2) * p.3)",
           "sum(p in P where p.2 < 0 & p.1 = w : size(p.2 + 100))",
           "min(v in W : sum(a in A where a.w = v : size(a.n)))",
       }) {
    expect_same_order(asking(value, "LOG"));
  }
}

TEST(OrderedLoops, ListTokensInOrder) {
  for (const char* const list : {
           "map(a in A : a.n)",
           "map(a in A where a.w = w : a.n)",
           "map(a in A where a.w = w & a.n % 2 = 0 : a.n - w)",
           "map(b in B where b.1 = w : b.2 + 0)",
           "map(a in filter(b in B : b.1 = w) : a.2 * 2)",
           "map(a in EMPTY : a.n)",
           "map(m in map(a in A where a.w = w : a.n % 7) : m * m)",
           "filter(m in map(a in A where a.w = w : a.n) : m % 3 = 1)",
           "map(a in filter(b in A : b.w = w & b.n > 5) where a.n < 30 : a.n)",
           "map(b in B where b.1 = w : length(filter(a in A : a.w = b.1 & a.n > b.2)))",
           "map(p in P where p.1 = w : p.2)",
           "map(p in P : p.2)",
           "map(p in filter(p in P : p.1 = w & p.3 > 0.3) : p.2)",
           "map(v in W : length(map(a in A where a.w = v : a.n)))",
           "map(m in filter(m in map(b in B : b.1 * 11 + b.2) : m % 2 = w % 2) : m)",
       }) {
    expect_same_order(asking(list, "SEEN"));
  }
  for (const char* const list : {
           "map(v in W : sum(a in A where a.w = v : size(a.n)))",
           "map(b in B where b.2 = 4 : sum(a in A where a.w = b.1 : size(a.n)))",
           "map(a in filter(a in A : a.w = w) : size(a.n + 1))",
           "map(b in B where b.1 = w : let all_ = tokens(A, {w = b.1, n = _}) in if all_ > 30 then 0.5 else sum(a in A "
           "where a.w = b.1 : size(a.n)) + "
           "all_)",
       }) {
    expect_same_order(asking(list, "REALS"));
  }
}

TEST(OrderedLoops, DecideWhatIsEnabled) {
  for (const char* const guard : {"sum(a in A where a.w = w : size(a.n)) > 0.0", "sum(a in A where a.w = w : size(a.n + 1)) < 0.3",
                                  "length(filter(a in A : a.w = w & a.n > 20)) % 2 = 0"}) {
    expect_same_order(asking("sum(a in A where a.w = w : size(a.n))", "LOG", guard));
  }
}

// Tokens that are equal are one colour, whatever they were computed from.
TEST(OrderedLoops, KnowOneZero) {
  for (const char* const list : {"map(a in A : text(a.x * 0.0))", "map(a in A where a.w = w : text(a.x))"}) {
    const std::string zeros =
        "colour W = int with 0..1; colour Row = record { w : W, x : real }; colour Texts = list of string; var w : W;\n"
        "place A : Row = each map(k in 0..19 : {w = k % 2, x = if k % 3 = 0 then -0.0 else if k % 3 = 1 then 0.0 else 1.0 * k});\n"
        "place GO : W = each [0, 1]; place SEEN : Texts;\n";
    expect_same_order(zeros + fmt::format("transition go {{ in GO : w; draw d = {}; out SEEN : d; out GO : w @+ 1 s; }}\n", list));
  }
}

// What fails for one token ends the run when it is asked for, with the message of the reference.
TEST(OrderedLoops, FailAsTheReferenceDoes) {
  for (const char* const value :
       {"sum(a in A where a.w = w : 1.0 * (60 / (a.n - a.n)))", "sum(a in A where a.w = w / (2 - w) : size(a.n + 1))",
        "sum(a in A where a.w = w & 5 / (a.n - 13) > 0 : size(a.n + 1))"}) {
    const Net net = text_net(asking(value, "LOG"));
    SimulationOptions options = short_run(1);
    const SimulationResult result = simulate(net, options);
    TextTrace trace(net);
    options.trace = &trace;
    try {
      (void)ReferenceEngine(net, options).run();
      EXPECT_NE(result.ended, Ended::error) << value;
    } catch (const EvalError& error) {
      EXPECT_EQ(result.ended, Ended::error) << value;
      EXPECT_NE(result.diagnostics.format(Sources{}).find(error.what()), std::string::npos) << value;
    }
  }
}

}  // namespace
}  // namespace petriloom::test
