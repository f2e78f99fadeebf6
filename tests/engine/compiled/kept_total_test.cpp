// SPDX-License-Identifier: Apache-2.0
// Loops over tokens that an index finds, or whose result is kept, against the reference engine,
// which goes through all tokens each time.
#include "engine/compiled/kept_total.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/engine/draft.h"
#include "tests/engine/reference_engine.h"
#include "tests/engine/text_net.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

// Few of many tokens change between two questions.
constexpr const char* kRows =
    "colour W = int with 0..1; colour At = int with -3..3; colour N = int with 0..10;\n"
    "colour Row = record { w : W, at : At, n : N }; var w, v : W; var at : At; var n : N;\n"
    "place A : Row = each map(k in 0..199 : {w = k % 2, at = k % 7 - 3, n = k % 11});\n"
    "place GO : W = each [0, 1, 1]; place LOG : int; place TEXT : string;\n"
    "transition change { in A : {w = w, at = at, n = n}; out A : {w = w, at = -at, n = (n * 3 + 1) % 11};\n"
    "  out A : {w = 1 - w, at = 0, n = n} when n = 5; time exponential(1 / 50 s); }\n"
    "transition lose { in A : {w = w, at = at, n = 0}; time exponential(1 / 200 s); }\n";

void expect_kept(const std::string& text, std::uint64_t seed, Fold fold = Fold::automatic) {
  const Net net = text_net(text, fold);
  SimulationOptions options;
  options.seed = seed;
  options.until = 12;
  options.max_firings = 100;
  expect_as_reference(net, options, text);
}

TEST(KeptTotals, HaveTheValueOfTheReference) {
  const char* const drawn[] = {
      "sum(a in A : a.n)",
      "sum(a in A where a.w = w : a.n * a.n)",
      "sum(a in A where a.w = w & a.n > 3 : a.n)",
      "tokens(A, a where w = a.w & a.n % 2 = 1)",
      "tokens(A, a where a.n = 3 & a.w = w)",
      "tokens(A, a where a.n = w + 1)",
      "min(a in A where a.w = w : a.n)",
      "max(a in A where a.w = succ(w) : a.n - 2 * a.w)",
      "(argmin(a in A : a.at)).n",
      "(argmin(a in A where a.w = w : - a.at)).n",
      "(argmin(a in A where a.w = w & a.n < 9 : a.n % 3)).n",
      "if exists(a in A where a.w = w : a.n = 7) then 1 else 0",
      "if forall(a in A where a.w = w : a.n < 10) then 1 else 0",
      "sum(x in all(W) : x * sum(a in A where a.w = x : a.n))",
      "argmin(x in all(W) : sum(a in A where a.w = x : a.n)) + 0",
      "sum(a in A where a.w = w : a.n + w)",
      "sum(a in filter(b in A : b.w = w) where a.n > w : let k = a.n in k * k)",
      "sum(p in map(a in A where a.w = w : (a.n, a.at)) where p.1 = 4 : 2)",
      "sum(p in map(a in A where a.w = w : (a.n, a.at)) where p.1 = w : if p.2 > 0 then 1 else 2)",
      "length(filter(a in A : a.w = w & a.n < 2))",
  };
  for (const char* const value : drawn) {
    const std::string go = fmt::format("transition go {{ in GO : w; draw d = {}; out LOG : d; out GO : w @+ 1 s; }}\n", value);
    for (std::uint64_t seed = 1; seed <= (sanitized() ? 1U : 2U); ++seed) expect_kept(kRows + go, seed);
  }
}

// Of equal keys, which are one word even of zeros of either sign.
TEST(KeptTotals, GiveTheFirstOfEqualValues) {
  for (const char* const value : {"min(a in A : a.at * 0.0)", "max(a in A where a.w = w : min(a.at, 0) / 4.0)"}) {
    const std::string go =
        fmt::format("transition go {{ in GO : w; draw d = {}; out TEXT : text(d); out GO : w @+ 1 s; }}\n", value);
    for (std::uint64_t seed = 1; seed <= (sanitized() ? 1U : 2U); ++seed) expect_kept(kRows + go, seed);
  }
}

TEST(KeptTotals, AreOfTheOwnInstance) {
  const std::string node =
      "colour W = index n with 0..1; colour N = int with 0..14; colour Pair = product N * N; var n, k : N;\n"
      "module NODE(i : W) {\n"
      "  place A : Pair = each map(k in 0..139 : (k % 11 + ord(i), k % 2 * 3 + 1)); place GO : N = each [1, 4]; place LOG : int;\n"
      "  transition change { in A : (n, k); out A : ((n * 5 + 2) % 13, k); time exponential(1 / 50 s); }\n"
      "  transition go { in GO : n; draw d = ";
  for (const char* const value : {"sum(a in A where a.2 = n : a.1)", "(argmin(a in A where a.2 = n : a.1 % 4)).1",
                                  "max(a in A : a.1)", "tokens(A, a where a.1 = n)", "sum(a in A : a.1 * n)"}) {
    const std::string text = node + value + "; out LOG : d; out GO : n @+ 1 s; }\n}\ninstance node[i in W] : NODE(i = i);\n";
    for (const Fold fold : {Fold::always, Fold::never}) expect_kept(text, 1, fold);
  }
}

// A token whose value fails ends the run when it is asked for, and not before.
TEST(KeptTotals, FailAsTheReferenceDoes) {
  for (const char* const value : {"sum(a in A where a.w = w : 60 / (a.n - 100))", "sum(a in A where a.w = w : 60 / (10 - a.n))",
                                  "sum(a in A where a.w = w / (2 - w) : a.n)", "min(a in A where a.n > 20 : a.n)"}) {
    const std::string go = fmt::format(
        "transition go {{ in GO : w; draw d = if now < 3.0 then 0 else {}; out LOG : d; out GO : w @+ 1 s; }}\n", value);
    const Net net = text_net(kRows + go);
    SimulationOptions options;
    options.until = 6;
    TextTrace trace(net);
    const SimulationResult result = simulate(net, options);
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

// Guards are looked at again when what they ask of the values of tokens changes, and only then.
TEST(KeptTotals, DecideWhatIsEnabled) {
  for (const char* const guard : {"tokens(A, a where a.w = w & a.n = 0) > 2", "sum(a in A where a.w = w : a.n) % 3 = 0",
                                  "exists(a in A where a.w = w : a.n = 7)", "min(a in A where a.w = w : a.at + a.n) < -2"}) {
    const std::string go = fmt::format(
        "transition go {{ in GO : w; guard {}; out LOG : w; out GO : w @+ 1 s; }}\n"
        "transition slow {{ read GO : w; guard {}; out LOG : 10; time deterministic(3 s); }}\n",
        guard, guard);
    for (std::uint64_t seed = 1; seed <= (sanitized() ? 1U : 2U); ++seed) expect_kept(kRows + go, seed);
  }
}

/// How many tokens were looked at for one question.
class Asked {
 public:
  explicit Asked(TotalKind::Of of) : kind_{0, of, ColourTable::kInt, ColourTable::kInt}, total_(kind_, colours_, pool_) {}
  std::optional<Word> ask(const std::map<Word, std::int64_t>& tokens) {
    looks = 0;
    std::int64_t all = 0;
    for (const auto& [colour, count] : tokens) all += count;
    const auto each = [&](FunctionRef<void(Word, std::int64_t)> visit) {
      for (const auto& [colour, count] : tokens) visit(colour, count);
    };
    const auto count_of = [&](Word colour) { return tokens.contains(colour) ? tokens.at(colour) : 0; };
    const auto term_of = [&](Word colour) {
      ++looks;
      return colour == 7 ? TokenTerm{} : TokenTerm{TokenTerm::Kind::value, colour * 2};
    };
    const auto answer = total_.ask(all, each, count_of, term_of);
    return answer ? std::optional<Word>(answer->value) : std::nullopt;
  }
  void changed(Word colour, std::int64_t count) { total_.changed(colour, count); }
  int looks = 0;

 private:
  ColourTable colours_;
  WordPool pool_;
  TotalKind kind_;
  GroupTotal total_;
};

TEST(GroupTotal, IsKeptWhileLittleChanges) {
  for (const TotalKind::Of of : {TotalKind::Of::sum, TotalKind::Of::least, TotalKind::Of::greatest}) {
    Asked asked(of);
    std::map<Word, std::int64_t> tokens;
    for (Word k = 1; k <= 80; ++k) tokens[k] = k == 3 ? 20 : 1;
    const auto expected = [&]() -> Word {
      Word sum = 0;
      for (const auto& [colour, count] : tokens) sum += colour == 7 ? 0 : colour * 2 * count;
      if (of == TotalKind::Of::sum) return sum;
      return 2 * (of == TotalKind::Of::least ? tokens.begin()->first : tokens.rbegin()->first);
    };
    const auto change = [&](Word colour, std::int64_t count) {
      if ((tokens[colour] += count) == 0) tokens.erase(colour);
      asked.changed(colour, count);
    };
    EXPECT_FALSE(asked.ask(tokens)) << "who asks once goes through the tokens";
    EXPECT_EQ(asked.ask(tokens), expected());
    EXPECT_EQ(asked.looks, 80);
    change(1, -1);
    change(90, 2);
    change(7, 3);
    EXPECT_EQ(asked.ask(tokens), expected());
    EXPECT_EQ(asked.looks, 3);
    change(90, -2);
    EXPECT_EQ(asked.ask(tokens), expected());
    EXPECT_EQ(asked.ask(tokens), expected());
    EXPECT_EQ(asked.looks, 0);
    for (Word k = 2; k < 30; ++k) change(k + 100, 1);
    EXPECT_FALSE(asked.ask(tokens)) << "more has changed than would be looked at";
    EXPECT_EQ(asked.ask(tokens), expected());
  }
}

}  // namespace
}  // namespace petriloom::test
