// SPDX-License-Identifier: Apache-2.0
// Bindings that wait for tokens, and what transitions draw of the tokens of places, against the
// reference engine.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "engine/coloured/waiting_lists.h"
#include "engine/enabling/enabling.h"
#include "tests/engine/draft.h"
#include "tests/engine/reference_engine.h"
#include "tests/engine/text_net.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

void compare(const std::string& text, std::uint64_t seed) {
  const Net net = text_net(text);
  SimulationOptions options;
  options.seed = seed;
  options.until = 100;
  options.max_firings = 150;
  expect_as_reference(net, options, text);
}

bool waits(const std::string& text, const std::string& transition) {
  const Net net = text_net(text);
  WordPool pool = net.pool;
  const Enabling enabling(net, pool);
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    if (net.transitions[t].name == transition)
      return coloured::key_arc(net, net.transitions[t], enabling.plans()[TransitionId(t)]).has_value();
  }
  ADD_FAILURE() << "there is no transition " << transition;
  return false;
}

// Requests that take one lane or two, of which there may be several, and a second token of theirs.
// Lanes come back at once, after a while, or not; others take requests, or their second token.
class Lanes {
 public:
  explicit Lanes(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    std::string made =
        "colour L = int with 0..2; colour J = int with 0..3; colour R = product J * L * L;\n"
        "var j : J; var a, b : L;\n"
        "place R : R; place ASKED : J; place LANE : L" +
        lanes() + "; place LATER : R" + requests() + ";\n";
    made += "transition come { in LATER : (j, a, b); out R : (j, a, b)" + delay() + "; out ASKED : j" + delay() + ";" +
            pick({"", " time exponential(1 / 1 s);"}) + priority() + " }\n";
    made += "transition two { in R : (j, a, b); in ASKED : j; in LANE : a; in LANE : b;" + priority() + back() +
            " out LATER : (j, b, a) @+ 3 s; }\n";
    if (below(2) == 0) made += "transition one { in R : (j, a, 0); in ASKED : j; in LANE : a;" + priority() + back() + " }\n";
    if (below(2) == 0)
      made += "transition odd { in R : (j, a, b); in LANE : (a + j) % 3;" +
              pick({"", " in LANE : each [a, b];", " in ASKED : 2`j;"}) +
              pick({"", " guard a != b;", " guard (a + b + j) % 2 = 0;"}) + pick({"", " priority a + 1;", " order by (j * 1.0);"}) +
              back() + " out LATER : (j, b, a) @+ 2 s; }\n";
    if (below(2) == 0) made += "transition turned { in R : (j, a, a); in LANE : succ(a);" + priority() + back() + " }\n";
    if (below(3) == 0)
      made += "transition steal { in R : (j, a, b);" + priority() + " out LATER : (j, a, b) @+ 1 s; time deterministic(2 s); }\n";
    if (below(3) == 0) made += "transition forget { in ASKED : j; out ASKED : j" + delay() + "; time deterministic(1.5 s); }\n";
    if (below(3) == 0) made += "transition lend { in LANE : a; out LANE : a @+ 1 s; time deterministic(2.5 s); }\n";
    return made;
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  std::string pick(std::initializer_list<const char*> some) { return some.begin()[below(some.size())]; }
  std::string priority() { return pick({"", "", " priority 1;", " priority 2;"}); }
  std::string delay() { return pick({"", "", " @+ 1 s", " @+ 0.5 s"}); }
  std::string back() { return " out LANE : a" + delay() + ";" + pick({"", " out LANE : b @+ 1 s;", " out ASKED : j;"}); }
  std::string lanes() {
    std::string made = " = each [";
    for (std::size_t k = 2 + below(5); k > 0; --k) made += fmt::format("{}{}", below(3), k > 1 ? ", " : "]");
    return made;
  }
  std::string requests() {
    std::string made = " = each [";
    for (std::size_t k = 3 + below(8); k > 0; --k)
      made += fmt::format("({}, {}, {}){}", below(4), below(3), below(3), k > 1 ? ", " : "]");
    return made;
  }

  std::mt19937_64 random_;
};

// All that a run says, and how it ends.
std::string said(const std::string& text) {
  const Net net = text_net(text);
  TextTrace trace(net);
  SimulationOptions options;
  options.max_firings = 150;
  options.trace = &trace;
  const SimulationResult result = simulate(net, options);
  return trace.text + result.diagnostics.format(Sources{});
}

TEST(WaitingBindings, FireInTheSameOrder) {
  for (std::uint64_t seed = 1; seed <= many(400U) && !testing::Test::HasFatalFailure(); ++seed) compare(Lanes(seed).text(), seed);
}

TEST(WaitingBindings, AreOfTransitionsThatOnlyTakeTokens) {
  EXPECT_TRUE(waits(Lanes(1).text(), "two"));
  const std::string places =
      "colour L = int with 0..3; var a, b : L; place R : product L * L; place P : L; place Q : L; place N : L;\n";
  EXPECT_TRUE(waits(places + "transition t { in R : (a, b); in P : a; in Q : b; }", "t"));
  EXPECT_FALSE(waits(places + "transition t { in P : a; in Q : b; in N : a; }", "t")) << "no token says all";
  EXPECT_FALSE(waits(places + "transition t { in R : (a, a * b % 4); in P : a; in Q : b; }", "t")) << "nor that it is there";
  EXPECT_FALSE(waits(places + "transition t { in R : (a, b); in P : a; in Q : b; read N : a; }", "t"));
  EXPECT_FALSE(waits(places + "transition t { in R : (a, b); in P : a; in Q : b; inhibit N : a; }", "t"));
  EXPECT_FALSE(waits(places + "transition t { in R : (a, b); in P : a; in Q : b; guard tokens(N) < 2; }", "t"));
  EXPECT_FALSE(waits(places + "transition t { in R : (a, b); in P : a; in Q : tokens(N)`b; }", "t"));
  EXPECT_TRUE(waits(places + "transition t { in R : (a, b); in P : a; in Q : b; guard a < b; priority a; }", "t"));
  EXPECT_TRUE(waits(places + "transition t { in R : (a, b); in P : (a + b) % 4; in Q : each [a, b]; }", "t"));
  EXPECT_FALSE(waits(places + "transition t { in R : (a, b); in P : a; in Q : b; weight 2.0; }", "t"));
  EXPECT_FALSE(waits(places + "transition t { in R : (a, b); in P : a; in Q : b; time deterministic(1 s); }", "t"));
  EXPECT_FALSE(waits(places + "transition t { in R : (a, b); }", "t")) << "there is nothing to wait for";
}

// What cannot be evaluated ends a run only if all else holds. A transition that reads a token, too,
// is searched.
TEST(WaitingBindings, FailAsThoseThatAreSearched) {
  const std::string places =
      "colour L = int with 0..3; colour J = int with 0..3; var j : J; var a : L; place EVER : unit = ();\n"
      "place R : product J * L = each [(3, 1), (2, 1), (1, 1), (2, 0), (3, 2)]; place P : L = 1; place DONE : J;\n";
  std::size_t errors = 0, that_wait = 0;
  for (const char* const later : {"= 2 @+ 3 s", "= each [0, 0, 2] @+ 3 s", "= each [1, 2, 1, 0] @+ 3 s"}) {
    for (const char* const takes : {"in P : 2 / a - 1;", "in P : a; guard 4 / a > 1;", "in P : a; priority 6 / a;",
                                    "in P : a; in P : 3 / j % 4;", "in P : each [a, 2 / a];", "in P : (6 / a)`a;"}) {
      const auto text = [&](const char* and_reads) {
        return places + "place LATER : L " + later + "; transition move { in LATER : a; out P : a; }\n" +
               "transition go { in R : (j, a); " + takes + and_reads + " out DONE : j; out P : a @+ 1 s; }\n" +
               "transition ask { in DONE : j; out R : ((j + 1) % 4, 1) @+ 2 s; }\n";
      };
      EXPECT_FALSE(waits(text("read EVER : ();"), "go"));
      if (waits(text(""), "go")) ++that_wait;
      const auto without_columns = [](std::string all) {
        return all.substr(0, all.find("test.loom")) + (all.find("by zero") != std::string::npos ? "!" : "");
      };
      const std::string waiting = without_columns(said(text("")));
      EXPECT_EQ(waiting, without_columns(said(text(" read EVER : ();")))) << text("");
      if (waiting.back() == '!') ++errors;
    }
  }
  EXPECT_GE(that_wait, 9U);
  EXPECT_GT(errors, 3U);
  EXPECT_LT(errors, 15U);
}

// What is drawn looks at tokens in every way: by patterns, and through all of a place.
TEST(DrawnFromTokens, HasTheValueOfTheReference) {
  const std::string head =
      "colour W = int with 0..3; colour Row = record { w : W, at : int with 0..6, n : int with 0..4 };\n"
      "fun cost(w : W, n : int) : int = let k = n * n in if w = 2 then k else k - nth([3, 1, 4, 1], w);\n"
      "fun near(w : W) : list of W = filter(v in all(W) : v != w & cost(v, 1) < 1);\n"
      "var w : W; var n : int with 0..4; var at : int with 0..6;\n"
      "place A : Row = each map(v in all(W) : {w = v, at = 1, n = v % 2}); place GO : W = each [0, 1, 2, 3, 1];\n"
      "place LOG : int; place PAIR : product W * int with 0..4 = each [(0, 1), (1, 1), (1, 2), (3, 0), (3, 0)];\n"
      "transition change { in A : {w = w, at = at, n = n}; out A : {w = w, at = (at + 2) % 7, n = (n + 3) % 5}; time exponential(1 "
      "/ 1 s); }\n"
      "transition lose { in A : {w = 3, at = at, n = n}; time deterministic(7 s); }\n"
      "transition pair { in PAIR : (w, n); out PAIR : (succ(w), (n + 1) % 4); time exponential(1 / 1 s); }\n";
  const char* const drawn[] = {
      "tokens(PAIR, (w, _))",
      "sum(v in near(w) : tokens(PAIR, (v, _)) * 10 + tokens(PAIR, (v, v)))",
      "(argmin(e in A : cost(e.w, e.n))).w",
      "(argmin(e in A where e.w != w : max(e.at / 2.0, now) + e.n)).w",
      "(argmin(e in A : let k = e.n % 2 in -k)).n",
      "min(e in A : e.n) - max(e in A : e.n)",
      "sum(e in PAIR : cost(e.1, e.2))",
      "sum(e in PAIR where e.1 = w : e.2 + 1)",
      "tokens(PAIR, e where e.2 > 0)",
      "if exists(e in PAIR : e.1 = w & e.2 > 1) then 1 else 0",
      "if forall(e in A where e.w < w : e.n < 3) then 1 else 0",
      "if exists(e in PAIR : 6 / (e.2 + 1) = 3) then 1 else 0",
      "length(map(e in A where e.n = 1 : e.w)) + head(filter(v in all(W) : tokens(PAIR, (v, _)) > 0) ++ [0])",
      "sum(k in 1..3 : k * length(near((w + k) % 4)))",
      "sum(v in all(W) : if exists(x in near(v) : x = w) then cost(v, 3) else 0)",
      "(argmin(v in near(w) ++ [w] : - cost(v, 2)) : int) + length(map(x in near(w) : [x, w]))",
      "floor(sum(e in A : e.at / 3.0))",
  };
  for (const char* const value : drawn) {
    const std::string go = fmt::format("transition go {{ in GO : w; draw d = {}; out LOG : d; out GO : w @+ 1 s; }}\n", value);
    for (std::uint64_t seed = 1; seed <= (sanitized() ? 1U : 4U); ++seed) compare(head + go, seed);
  }
}

// Of tokens with equal keys the smallest colour is chosen, whatever came first; -0.0 and 0.0 are
// equal keys.
TEST(DrawnFromTokens, TakesTheSmallestColourOfEqualKeys) {
  const std::string head =
      "colour Row = record { n : int, at : real };\n"
      "place A : Row = each [{n = 3, at = 0.0}, {n = 1, at = -0.0}, {n = 2, at = 0.0}, {n = 0, at = 1.0}];\n"
      "place GO : unit = (); place LOG : Row; place TEXT : string;\n";
  compare(head + "transition go { in GO; draw d = argmin(a in A : a.at); out LOG : d; }", 1);
  compare(head + "transition go { in GO; draw d = argmin(a in A where a.n > 1 : - a.at); out LOG : d; }", 1);
  compare(head + "transition go { in GO; draw d = min(a in A : a.at); out TEXT : text(d); }", 1);
  compare(head + "transition go { in GO; draw d = max(a in A where a.n != 0 : - a.at); out TEXT : text(d); }", 1);
}

// An expression that fails ends the run with the message that evaluating it in order gives.
TEST(DrawnFromTokens, FailsAsTheReferenceDoes) {
  const std::string head =
      "place A : int = each [4, 0, 2, 7]; place GO : unit = (); place LOG : int;\n"
      "fun part(n : int, by : int) : int = n / by;\n";
  for (const char* const value :
       {"sum(a in A : part(8, a))", "if exists(a in A : part(8, a) = 2) then 1 else 0", "argmin(a in A : part(a, a - 7))",
        "min(a in A where a > 9 : a)", "nth([1, 2], tokens(A))", "head(filter(k in [1, 2] : k > tokens(A)))"}) {
    const Net net = text_net(head + fmt::format("transition go {{ in GO; draw d = {}; out LOG : d; }}\n", value));
    const SimulationResult result = simulate(net, {});
    ReferenceEngine reference(net, {});
    try {
      (void)reference.run();
      ADD_FAILURE() << value << " does not fail";
    } catch (const EvalError& error) {
      EXPECT_EQ(result.ended, Ended::error) << value;
      EXPECT_NE(result.diagnostics.format(Sources{}).find(error.what()), std::string::npos)
          << value << ": " << error.what() << " and not " << result.diagnostics.format(Sources{});
    }
  }
}

}  // namespace
}  // namespace petriloom::test
