// SPDX-License-Identifier: Apache-2.0
// What guards count, and whether tokens that come or that go may make them true.
#include "engine/compiled/dependency.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/engine/reference_engine.h"
#include "tests/engine/text_net.h"

namespace petriloom::dependency_test {
namespace {

using test::expect_as_reference;
using test::text_net;

constexpr const char* kPlaces =
    "colour W = int with 0..2; colour N = int with 0..9; colour Row = product W * N; var w : W; var k : N;\n"
    "fun large(n : int) : bool = n > 2; fun third(n : int) : bool = 6 / n > 2;\n"
    "place A : Row = each [(0, 1), (0, 3), (1, 2), (2, 3)]; place B : W = each [0, 1, 1]; place GO : W = each [0, 1, 2]; place "
    "SEEN : W;\n";

enum class By : std::uint8_t { coming, going, either };
struct Raised {
  const char* guard;
  By a, b;  ///< tokens of A and of B, if it counts them
};
constexpr Raised kGuards[] = {
    {"tokens(A) > 2", By::coming, By::either},
    {"tokens(A, (w, _)) = 0", By::going, By::either},
    {"tokens(A, (w, _)) + tokens(B) = 0", By::going, By::going},
    {"tokens(A, (w, _)) = 1", By::either, By::either},
    {"tokens(A, (w, _)) != 0", By::either, By::either},
    {"2 < tokens(A)", By::coming, By::either},
    {"tokens(A, (w, _)) <= tokens(B, w)", By::going, By::coming},
    {"!(tokens(A) > 2 & tokens(B) = 0)", By::going, By::coming},
    {"tokens(A) > 2 | tokens(B) < 2", By::coming, By::going},
    {"exists(a in A where a.1 = w : large(a.2))", By::coming, By::either},
    {"!exists(a in A where a.1 = w : large(a.2))", By::going, By::either},
    {"forall(a in A where a.2 > 1 : tokens(B, a.1) > 0)", By::going, By::coming},
    {"exists(a in A where tokens(B, a.1) > 0 : a.2 > 2)", By::coming, By::coming},
    {"exists(a in map(a in A : tokens(B, a.1)) : a > 1)", By::coming, By::either},
    {"exists(a in A where a.1 = w : third(a.2))", By::either, By::either},
    {"sum(a in A where a.1 = w : a.2) > 3", By::either, By::either},
    {"(if tokens(A) > 2 then tokens(B) > 1 else false)", By::either, By::either},
    {"let n = tokens(A) in n > tokens(B)", By::either, By::either},
    {"tokens(A, (w, _)) > 0 & tokens(A, (w, _)) < 2", By::either, By::either},
    {"tokens(A) > 3 & tokens(A, (w, _)) = 0", By::either, By::either},
};

Net net_with(const char* guard) {
  return text_net(
      fmt::format("{}transition go {{ guard {}; in GO : w; out SEEN : w; out GO : w @+ 1 s; }}\n"
                  "transition bring {{ in SEEN : w; out A : (w, 3) @+ 2.5 s; time exponential(1 / 2 s); }}\n"
                  "transition leave {{ in A : (w, k); out B : w when k > 2; time exponential(1 / 2 s); }}\n"
                  "transition tidy {{ in B : w; out A : (w, 1); time exponential(1 / 3 s); }}\n",
                  kPlaces, guard));
}

void expect_by(const std::vector<Dependency>& all, PlaceId place, By by) {
  for (const Dependency& one : all) {
    if (one.place != place) continue;
    EXPECT_EQ(one.coming, by != By::going);
    EXPECT_EQ(one.going, by != By::coming);
  }
}

TEST(Dependencies, SayWhetherTokensThatComeOrGoMakeAGuardTrue) {
  for (const Raised& raised : kGuards) {
    SCOPED_TRACE(raised.guard);
    const Net net = net_with(raised.guard);
    Dependencies looked(net, net.transitions[0].binding_size);
    for (const ExprId guard : net.transitions[0].guards) looked.add_guard(guard);
    const std::vector<Dependency> all = looked.take();
    ASSERT_FALSE(all.empty());
    expect_by(all, PlaceId(0), raised.a);
    expect_by(all, PlaceId(1), raised.b);
  }
}

TEST(Dependencies, AreLookedAtWhenTheyMayMakeAGuardTrue) {
  for (const Raised& raised : kGuards) {
    SimulationOptions options;
    options.until = 30;
    for (options.seed = 1; options.seed <= 2; ++options.seed) expect_as_reference(net_with(raised.guard), options, raised.guard);
  }
}

}  // namespace
}  // namespace petriloom::dependency_test
