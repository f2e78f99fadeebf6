// SPDX-License-Identifier: Apache-2.0
// Transitions that are passed over because a guard is false or a place is empty, against the
// reference engine, which passes over nothing.
#include <gtest/gtest.h>

#include "engine/enabling/ever_possible.h"
#include "tests/engine/reference_engine.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

SimulationOptions short_run() {
  SimulationOptions options;
  options.until = 60;
  options.max_firings = 300;
  return options;
}

void expect_same(const std::string& text) { expect_as_reference(text_net(text), short_run(), text); }

std::string fired(const std::string& text) { return record(text_net(text), short_run()).text; }

// What the guard said while P held a token is of no use once it said something else while P was
// empty.
constexpr const char* kGuardTurnsWhileEmpty =
    "place P : unit = 1`(); place H : unit = 1`(); place C : unit; place Q : unit; place S : int = 1;\n"
    "transition go { guard tokens(C) < 2; in P; inhibit H; out Q; }\n"
    "transition one { in S : 1; out C; out S : 2 @+ 1 s; }\n"
    "transition two { in S : 2; in P; out S : 3 @+ 1 s; }\n"
    "transition three { in S : 3; out C; out S : 4 @+ 1 s; }\n"
    "transition four { in S : 4; out P; out S : 5 @+ 1 s; }\n"
    "transition five { in S : 5; in H; out S : 6 @+ 1 s; }\n"
    "transition six { in S : 6; in C; out S : 7 @+ 1 s; }\n";

TEST(Possible, GuardsThatTurnWhileAPlaceIsEmpty) {
  expect_same(kGuardTurnsWhileEmpty);
  EXPECT_NE(fired(kGuardTurnsWhileEmpty).find("go"), std::string::npos);
}

// A place that is filled only after a chain of others; one that never is; terms that may be absent.
constexpr const char* kChains =
    "const on = false; colour N = int with 0..9; var x, y : N;\n"
    "place A : N = each [1, 2, 3]; place B : N; place C : N; place D : N; place E : N; place F : N;\n"
    "transition last { in C : x; out D : x; }\n"
    "transition second { in B : x; out C : x @+ 2 s; }\n"
    "transition first { in A : x; out B : x @+ 1 s; out E : x when on; out F : x when x > 2; }\n"
    "transition never { guard on; in A : x; out E : x; }\n"
    "transition empty { in E : x; read A : y; out D : x; }\n"
    "transition perhaps { in E : x when x > 5; in F : x; out A : x - 2 @+ 1 s; }\n"
    "transition timed { in E : x; out D : x; time exponential(1 / 1 s); }\n";

TEST(Possible, ChainsAndPlacesThatStayEmpty) {
  expect_same(kChains);
  const std::string text = fired(kChains);
  for (const char* name : {"first", "second", "last", "perhaps"}) EXPECT_NE(text.find(name), std::string::npos) << name;
}

TEST(Possible, FindsWhatMayEverBeEnabled) {
  const Net net = text_net(kChains);
  WordPool pool = net.pool;
  Enabling enabling(net, pool);
  Marking marking(net, enabling.indices(), pool);
  marking.assign(initial_tokens(net));
  const auto names = [&] {
    std::string found;
    const std::vector<bool> possible = ever_possible(enabling, marking);
    for (std::size_t t = 0; t < possible.size(); ++t) found += possible[t] ? net.transitions[t].name + " " : "";
    return found;
  };
  EXPECT_EQ(names(), "last second first perhaps ");
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    if (net.places[p].name == "E") marking.put(PlaceId(p), 1, 1);
  }
  EXPECT_EQ(names(), "last second first empty perhaps timed ");
}

// A join of all is not searched before as many tokens are there as it takes: with each that comes,
// a search would go through all of them.
TEST(Possible, NothingTakesMoreThanThereIs) {
  const std::string text =
      "colour N = int with 0..3; var x : N;\n"
      "place A : N; place B : N; place C : N;\n"
      "transition all_come { in A : each all(N); out B : 0; }\n"
      "transition some_come { in A : each filter(y in all(N) : y > x); in B : x; out C : x; }\n";
  const Net net = text_net(text);
  WordPool pool = net.pool;
  Enabling enabling(net, pool);
  Marking marking(net, enabling.indices(), pool);
  const auto possible = [&](const char* name) {
    const auto named = [&](const Transition& t) { return t.name == name; };
    const auto found = std::find_if(net.transitions.begin(), net.transitions.end(), named);
    return enabling.possible(marking, TransitionId(static_cast<std::size_t>(found - net.transitions.begin())));
  };
  for (Word k = 0; k < 4; ++k) {
    EXPECT_FALSE(possible("all_come")) << k;
    marking.put(PlaceId(0), k, 1);
  }
  EXPECT_TRUE(possible("all_come"));
  EXPECT_FALSE(possible("some_come"));  // B is empty; how many it takes of A depends on what is in B
  marking.put(PlaceId(1), 3, 1);
  EXPECT_TRUE(possible("some_come"));
}

// Many of one priority come at one instant, and those that came before them were not compared yet.
TEST(Possible, OrderOfArrivalIsFoundWhenItIsAsked) {
  expect_same(
      "colour N = int with 0..99; var x, y : N;\n"
      "place A : N = each [4, 2]; place B : N; place C : N = each range(0, 9); place LOG : N; place T : N = 0;\n"
      "transition take { in B : x; in C : y; out LOG : 10 * x + y; }\n"
      "transition give { in A : x; out B : x; priority 3; }\n"
      "transition tick { guard x < 8; in T : x; out T : x + 1 @+ 1 s; out A : 7 - x; out A : x % 3; out B : 5; priority 1; }\n"
      "transition back { in LOG : x; out C : x % 10 @+ 3 s; priority -1; }\n"
      "transition other { in B : x; in LOG : y; out A : y % 7 @+ 1 s; order by real(x % 2); priority 0; }\n");
}

}  // namespace
}  // namespace petriloom::test
