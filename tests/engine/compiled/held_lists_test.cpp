// SPDX-License-Identifier: Apache-2.0
// Lists that are only looked into, and so are held for a while: whatever a transition does with
// them it fires as the reference engine does, where each list lasts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "engine/build/expr_builder.h"
#include "engine/compiled/code.h"
#include "tests/engine/reference_engine.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

constexpr const char* kLists =
    "colour N = int with 0..most; colour L = list of int; colour Pair = product int * L;\n"
    "var n : N;\n"
    "fun down(n : int) : list of int = map(i in 0..n - 1 : n - i);\n"
    "fun joined(a : list of int, b : list of int) : list of int = a ++ b ++ a;\n"
    "fun long(n : int) : list of int = sort(x in joined(down(n), map(x in 1..3 * n : x * x % 11)) : -x % 5);\n"
    "place GO : N = each [3, 5, 0, 7]; place OUT : int; place LAST : L; place BOTH : Pair; place MARKED : int = each range(0, "
    "9);\n";

void expect_fires_alike(const std::string& go, int most = 30, std::uint64_t firings = 200) {
  const std::string text = fmt::format(
      "const most = {};\n{}transition go {{ in GO : n; {} out GO : (n * 5 + 3) % (most + 1) @+ 1 s; }}\n", most, kLists, go);
  SimulationOptions options;
  options.engine = Engine::coloured;
  options.until = 1e4;
  options.max_firings = firings;
  expect_as_reference(text_net(text), options, text);
}

TEST(HeldLists, OfDrawsAreLookedIntoByAllThatComesAfter) {
  for (const char* const go : {
           "draw d = down(n); out OUT : each d;",
           "draw d = down(n); draw e = filter(x in d : x % 2 = 0); out OUT : each e; out OUT : length(d) + length(e);",
           "draw d = long(n); draw e = sort(x in d : -x); out OUT : nth(e, 0) when length(e) > 0; out OUT : each map(x in e : x + "
           "1);",
           "draw d = down(n); out OUT : position(d, 2) when contains(d, 2); out OUT : each tail(d) when length(d) > 0;",
           "draw d = down(n); out OUT : sum(x in d : x) @+ (real(length(d)) * 1 s);",
           "draw d = down(n); draw e = down(n + 1); out OUT : each map(x in d : position(e, x)); reset MARKED : each down(n);",
           "draw d = down(n); out OUT : (length(d) + 1)`(min(x in d : x)) when exists(x in d : x > 1);",
           "draw d = map(x in down(n) : x * x); reset MARKED : each map(x in down(n) : x % 10); out MARKED : each [1, "
           "2];",
       }) {
    expect_fires_alike(go);
  }
}

// Where a list is a value it lasts.
TEST(HeldLists, OfDrawsLastWhereTheyAreValues) {
  for (const char* const go : {
           "draw d = down(n); out LAST : d;",
           "draw d = down(n); out BOTH : (length(d), d);",
           "draw d = down(n); out OUT : each joined(d, [1]); out OUT : if d = [3, 2, 1] then 1 else 2;",
           "draw d = down(n); draw e = if n > 4 then d else long(n); out LAST : e; out OUT : each e;",
           "draw d = down(n); draw e = d ++ []; out LAST : e;",
           "draw d = down(n); draw e = ([] : list of int) ++ d; out LAST : tail(e ++ [1]);",
           "draw d = map(x in down(n) : down(x)); out LAST : nth(d, 0) when length(d) > 0; out OUT : each map(x in d : length(x));",
           "draw d = down(n); out LAST : let e = d in e;",
           "draw d = let e = down(n) in map(x in e : x + length(e)); out OUT : each d;",
           "draw d = let e = down(n) in e; out LAST : d;",
           "draw d = fold(a = [n], x in down(n) : a ++ [x]); out LAST : d; out OUT : each d;",
       }) {
    expect_fires_alike(go);
  }
}

// What was kept for the same variables is the list, not the handle that it had.
TEST(HeldLists, AreFoundAgain) {
  for (const char* const go : {
           "draw d = long(n % 4 + 20); out LAST : d; out OUT : each d;",
           "draw d = long(n % 4 + 20); out OUT : length(filter(x in d : x > 3)); out OUT : each long(n % 4 + 20);",
           "out OUT : each long(n % 3 + 20); out OUT : length(long(n % 3 + 20)); out LAST : long(n % 3 + 20);",
       }) {
    expect_fires_alike(go);
  }
}

// Short lists are no longer kept once that is known; what is long for them is then computed anew.
TEST(HeldLists, AreNoKeys) {
  std::string terms = "x";
  for (int k = 1; k < 20; ++k) terms += fmt::format(" + (x + {0}) % {0}", k);
  expect_fires_alike("draw d = map(x in 1..n % 3 : x + n % 7); out OUT : each map(x in d : " + terms + ");", 700, 1500);
}

class Ranges : public testing::Test {
 protected:
  ExprId over(Op op, ExprId body) {
    const ExprId range = b.list_op(Op::range_list, std::array{variable(0), variable(1)}, {});
    return b.comprehension(op, 2, range, body, {});
  }
  ExprId variable(std::uint32_t slot) { return b.variable(ColourTable::kInt, slot, {}); }
  ExprId integer(Word value) { return b.integer(value, {}); }

  // The value, lists as words in brackets, or the error.
  template <class Eval>
  std::string outcome(ExprId id, const Eval& eval) {
    const ColourSetId type = net.exprs[id].type;
    try {
      return net.colours.format(type, eval(), pool);
    } catch (const EvalError& error) {
      return error.what();
    }
  }

  Net net;
  Diagnostics diagnostics;
  ExprBuilder b{net, diagnostics};
  WordPool pool;
};

// Loops over ranges make no list, and say no more than a list would, nor less.
TEST_F(Ranges, HaveTheElementsOfTheirLists) {
  constexpr Word kMost = std::numeric_limits<Word>::max();
  constexpr Word kLeast = std::numeric_limits<Word>::min();
  const Word limit = Word{1} << 20;
  const ExprId found = b.binary(Op::equal, b.binary(Op::modulo, variable(2), integer(5), {}), integer(3), {});
  const std::array<ExprId, 8> loops = {
      over(Op::map, b.binary(Op::multiply, variable(2), integer(2), {})),
      over(Op::filter, found),
      over(Op::sort, b.unary(Op::negate, b.binary(Op::modulo, variable(2), integer(3), {}), {})),
      over(Op::sum, b.binary(Op::modulo, variable(2), integer(7), {})),
      over(Op::exists, found),
      over(Op::forall, found),
      over(Op::least, b.binary(Op::modulo, variable(2), integer(4), {})),
      b.list_op(Op::length, std::array{over(Op::filter, found)}, {}),
  };
  for (const auto& [low, high] : std::initializer_list<std::pair<Word, Word>>{{0, 0},
                                                                              {1, 9},
                                                                              {-7, 4},
                                                                              {5, 4},
                                                                              {kMost, kLeast},
                                                                              {1, limit},
                                                                              {1, limit + 1},
                                                                              {0, limit},
                                                                              {kLeast, kMost},
                                                                              {kLeast, kLeast + 3},
                                                                              {kMost - 3, kMost},
                                                                              {(Word{1} << 62) - 2, (Word{1} << 62) + 2},
                                                                              {(Word{1} << 62) - 9, (Word{1} << 62) - 1},
                                                                              {(Word{1} << 31) - 2, (Word{1} << 31) + 2}}) {
    for (const ExprId id : loops) {
      Evaluator evaluator(net, pool);
      std::vector<Word> frame{low, high, 0};
      const std::string wanted = outcome(id, [&] { return evaluator.eval(id, frame); });
      EXPECT_EQ(outcome(id, [&] { return Code(net, id).eval(evaluator, frame); }), wanted) << low << ".." << high;
      EXPECT_EQ(pool.held(), 0U);
      const Code held(net, id, nullptr, Code::Calls::compiled, {{}, net.colours[net.exprs[id].type].kind == ColourKind::list});
      EXPECT_EQ(outcome(id, [&] { return held.eval(evaluator, frame); }), wanted) << low << ".." << high;
      pool.release(0);
    }
  }
}

}  // namespace
}  // namespace petriloom::test
