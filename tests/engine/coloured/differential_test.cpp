// SPDX-License-Identifier: Apache-2.0
// The engine against the reference engine: the same firings at the same times, taking and putting
// the same tokens.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/engine/draft.h"
#include "tests/engine/features.h"
#include "tests/engine/random_net.h"
#include "tests/engine/reference_engine.h"
#include "tests/engine/text_net.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

SimulationOptions options_for(std::uint64_t number) {
  SimulationOptions options;
  options.seed = number;
  options.until = 20;
  options.max_firings = 60;
  return options;
}

/// Both traces of a net; the first difference is shown.
void compare(const Net& net, std::uint64_t number, std::uint64_t firings = 60) {
  SimulationOptions options = options_for(number);
  options.max_firings = firings;
  expect_as_reference(net, options, "random net " + std::to_string(number));
}

constexpr std::uint64_t kNets = many(3000U);

Net timed_net(std::uint64_t number) { return random_net(number, {.instances = true}); }
Net untimed_net(std::uint64_t number) { return random_net(number + 100000, {.timed = false, .weights = number % 2 == 0}); }
Net counting_net(std::uint64_t number) { return random_net(number + 200000, {.timed = number % 4 != 0, .counting = true}); }
Net drawing_net(std::uint64_t number) {
  return random_net(number + 300000,
                    {.timed = number % 4 != 0, .counting = number % 2 == 0, .drawing = true, .named = number % 3 == 0});
}
Net nested_net(std::uint64_t number) {
  return random_net(number + 400000, {.timed = number % 4 != 0, .counting = number % 3 == 0, .nested = true});
}

Net ordered_net(std::uint64_t number) {
  return random_net(number + 500000, {.timed = number % 3 != 0,
                                      .weights = number % 4 == 0,
                                      .counting = number % 5 == 0,
                                      .ordered = true,
                                      .nested = number % 7 == 0,
                                      .instances = number % 2 == 0});
}

Net looking_net(std::uint64_t number) {
  return random_net(number + 600000, {.timed = number % 4 != 0, .counting = true, .values = true, .instances = number % 2 == 0});
}

Net collecting_net(std::uint64_t number) {
  return random_net(number + 700000, {.timed = number % 4 != 0,
                                      .weights = number % 3 == 0,
                                      .counting = number % 5 == 0,
                                      .collecting = true,
                                      .emptying = true,
                                      .ordered = number % 7 == 0,
                                      .instances = number % 2 == 0});
}

Net sharing_net(std::uint64_t number) {
  return random_net(number + 800000, {.counting = number % 4 == 0,
                                      .ordered = number % 5 == 0,
                                      .nested = number % 7 == 0,
                                      .instances = number % 2 == 0,
                                      .sharing = true});
}

TEST(Differential, TimedNets) {
  std::size_t firings = 0;
  for (std::uint64_t number = 1; number <= kNets && !HasFatalFailure(); ++number) {
    const Net net = timed_net(number);
    compare(net, number);
    firings += static_cast<std::size_t>(simulate(net, options_for(number)).firings);
  }
  EXPECT_GT(firings, kNets * 5) << "too many of the nets do nothing";
}

TEST(Differential, UntimedNets) {
  for (std::uint64_t number = 1; number <= kNets / 3 && !HasFatalFailure(); ++number) compare(untimed_net(number), number);
}

TEST(Differential, NetsThatCount) {
  for (std::uint64_t number = 1; number <= kNets && !HasFatalFailure(); ++number) compare(counting_net(number), number);
}

TEST(Differential, NetsThatDraw) {
  for (std::uint64_t number = 1; number <= kNets / 2 && !HasFatalFailure(); ++number) compare(drawing_net(number), number);
}

TEST(Differential, NetsOfListsAndUnions) {
  for (std::uint64_t number = 1; number <= kNets && !HasFatalFailure(); ++number) compare(nested_net(number), number);
}

TEST(Differential, NetsWithPrioritiesOfBindings) {
  for (std::uint64_t number = 1; number <= kNets && !HasFatalFailure(); ++number) compare(ordered_net(number), number);
}

TEST(Differential, NetsThatLookAtTheValuesOfTokens) {
  for (std::uint64_t number = 1; number <= kNets && !HasFatalFailure(); ++number) compare(looking_net(number), number);
}

TEST(Differential, NetsThatCollect) {
  for (std::uint64_t number = 1; number <= kNets && !HasFatalFailure(); ++number) compare(collecting_net(number), number);
}

TEST(Differential, NetsThatShareTheirWork) {
  std::size_t firings = 0;
  for (std::uint64_t number = 1; number <= kNets && !HasFatalFailure(); ++number) {
    const Net net = sharing_net(number);
    compare(net, number);
    firings += static_cast<std::size_t>(simulate(net, options_for(number)).firings);
  }
  EXPECT_GT(firings, kNets * 5) << "too many of the nets do nothing";
}

// Rule 20: guards that count, of a whole place and of a group of its tokens, cross their limits up
// and down; of immediate and of timed transitions.
TEST(Differential, GuardsThatCountCrossTheirLimits) {
  const std::string places =
      "colour W = int with 0..2; colour J = int with 0..5; var w : W; var j : J; var n : int with 0..9;\n"
      "place POOL : product W * J = each map(j in J : (W(j % 3), j)); place RUN : product W * J; place N : int with 0..9 = 1`3;\n"
      "transition done { in RUN : (w, j); out POOL : (w, j); time exponential(1 / 2 s); }\n"
      "transition more { in N : n; out N : (n + 1) % 5; time deterministic(1 s); }\n";
  const char* const guards[] = {
      "tokens(RUN) < 2",
      "tokens(RUN, (w, _)) < 1",
      "tokens(RUN) < 4; guard tokens(RUN, (w, _)) < 1",
      "tokens(RUN, (w, _)) < 2; guard tokens(RUN, (_, j)) = 0; guard tokens(POOL) > 1",
      "tokens(RUN, (w, _)) + tokens(POOL, (w, _)) = 2 & tokens(RUN, (w, _)) = 0",
      "3 / (3 - tokens(RUN, (w, _))) < 3",
      "tokens(RUN, (W((w + 1) % 3), _)) < 2",
      "tokens(N, 3) = 0",
      "tokens(RUN) < n",
      "sum(r in RUN : r.2) < 7",
      "sum(r in RUN where r.1 = w : r.2) < 4",
      "forall(r in RUN : r.2 != succ(j))",
  };
  for (const char* const guard : guards) {
    for (const char* const time : {"", " time exponential(1 / 1 s);", " time deterministic(0.5 s); servers 1;"}) {
      const std::string start =
          fmt::format("transition start {{ guard {}; in POOL : (w, j); read N : n; out RUN : (w, j);{} }}\n", guard, time);
      for (std::uint64_t seed = 1; seed <= (sanitized() ? 1U : 5U); ++seed) compare(text_net(places + start), seed);
    }
  }
}

// Hundreds of tokens of one group come at one instant, in no order of their values, beside others
// that come later.
TEST(Differential, ManyTokensOfOneGroup) {
  const std::string net =
      "colour N = int with 0..199; colour I = int with 0..3; colour K = product N * I; var x : N; var i : I;\n"
      "fun late(x : N) : real = if x % 7 = 0 then 1 s else if x % 5 = 0 then 2 s else 0 s;\n"
      "place A : K = each map(x in all(N) : (x, 0)); place B : K; place DONE : int with 0..9 = 1`0; var d : int with 0..9;\n"
      "transition go { in A : (x, i); guard i < 2; out A : (N((x * 37) % 200), I(i + 1)) @+ late(x); }\n"
      "transition group { in A : (x, i); read DONE : d; guard i = 2 & d = x % 10; out B : (N((x * 3) % 200), i); out A : (x, "
      "I(3)); }\n"
      "transition next { in DONE : d; out DONE : (d + 1) % 10; priority -1; time deterministic(1 s); }\n"
      "transition end { in B : (x, i); priority x % 3; out B : (x, I(0)) @+ late(x); guard i != 0; }\n";
  for (std::uint64_t seed = 1; seed <= 2; ++seed) compare(text_net(net), seed, many(1500U));
}

// Many timers are due at once, of several transitions, with priorities and without.
TEST(Differential, TimersThatAreDueAtOnce) {
  const std::pair<std::string_view, std::string_view> sets[] = {
      {"int with -3..3", "each range(-3, 3)"},
      {"product (int with 0..2) * (int with 0..2)", "each [(2, 0), (0, 2), (1, 1), (0, 0), (2, 2)]"},
  };
  for (const auto& [set, tokens] : sets) {
    for (const char* const order : {"", "priority n % 2;", "order by (0 - n : real);"}) {
      const std::string net = fmt::format(
          "colour C = {0}; place A : C = {1}; place B : C; colour I = int with 0..2;\n"
          "place N : I = 1`1 ++ 1`2; var x : C; var n : I;\n"
          "transition first {{ in A : x; read N : n; {2} out B : x; time deterministic(1 s); }}\n"
          "transition second {{ in A : x; out B : x; time deterministic(1 s); }}\n"
          "transition third {{ in B : x; out A : x; time deterministic(0.5 s); }}\n",
          set, tokens, order);
      compare(text_net(net), 1);
    }
  }
}

// Also of values below 0, of those beyond what the ranks of timers hold, and of reals, which have
// none.
TEST(Differential, TimersThatAreDueAtOnceGoInTheOrderOfTheirBindings) {
  const auto firings = [](std::string_view set, std::string_view tokens) {
    SimulationOptions options;
    options.until = 1.5;
    const std::string net = fmt::format(
        "place A : {0} = {1}; place B : {0}; var x : {0};\n"
        "transition go {{ in A : x; out B : x; time deterministic(1 s); }}\n",
        set, tokens);
    std::istringstream text(record(text_net(net), options).text);
    std::string all;
    for (std::string line; std::getline(text, line);) {
      if (line.starts_with("1 go")) all += line.substr(4);
    }
    return all;
  };
  EXPECT_EQ(firings("int", "each [3, -1, 4194304, 4194302, 4194303, 4194305, -9000000000, 9000000000, 0, -2]"),
            "(-9000000000)(-2)(-1)(0)(3)(4194302)(4194303)(4194304)(4194305)(9000000000)");
  std::string reals;  // a trace of text has the words
  for (const double value : {-3.0, -0.25, 0.0, 1.5, 1e5}) reals += fmt::format("({})", word_of_real(value));
  EXPECT_EQ(firings("real", "each [1.5, -0.25, 0.0, 100000.0, -3.0]"), reals);
}

// While U is full, `t` is enabled with x = true alone. That binding is known when the last token of
// U goes, and then the one with x = false comes before it.
TEST(Differential, ATokenThatGoesBringsASmallerBinding) {
  compare(text_net("place U : unit = 2`(); place P : int with 0..2 = 1`2; place Q : bool; var x : bool; var p : int with 0..2;\n"
                   "transition drain { in U; priority 5; }\n"
                   "transition t { in P : p; inhibit U : () when x <= false; out Q : x; priority 1 - p; }\n"
                   "transition u { in P : p; inhibit U : () when x <= false; out Q : x; }"),
          1);
}

// Every feature of docs/semantics.md is in enough of the nets compared above.
TEST(Differential, NetsOfEveryFeature) {
  FeatureCount count;
  for (std::uint64_t number = 1; number <= kNets; ++number) {
    for (const auto make : {timed_net, counting_net, nested_net, ordered_net, looking_net, collecting_net, sharing_net})
      count.add(make(number));
    if (number <= kNets / 3) count.add(untimed_net(number));
    if (number <= kNets / 2) count.add(drawing_net(number));
  }
  EXPECT_GE(count.nets(), many(17500U));
  EXPECT_EQ(count.missing(many(100U)), "");
}

}  // namespace
}  // namespace petriloom::test
