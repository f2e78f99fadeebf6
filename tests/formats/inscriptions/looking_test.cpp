// SPDX-License-Identifier: Apache-2.0
// What docs/semantics.md says of looking at the marking (rule 19) and of rates of 0 (rule 11), as
// the language has it.
#include <gtest/gtest.h>

#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

const std::string kPlaces = "place P : unit = 3`(); place N : int; place M : unit;\n";

TEST(Looking, CountsGuardsRatesWeightsAndDrawsMay) {
  for (const char* items :
       {"in P; out N : (tokens(P))`1;", "in P; in M : (tokens(M))`();", "in P; guard tokens(P) > 1;",
        "in P; time exponential(tokens(P) / 1 s);", "in P; time deterministic(tokens(P) * 1 s);", "in P; weight tokens(P);",
        "in P; draw k = tokens(P); out N : k when k > 1 @+ k * 1 s;", "in P; draw k = tokens(P); delay k * 1 s;"}) {
    EXPECT_EQ(read_right(kPlaces + "transition t { " + items + " }").transitions.size(), 1U) << items;
  }
}

TEST(Looking, WhatIsPutMayNot) {
  for (const char* items : {"in P; out N : tokens(P);", "in P; out N : 1 when tokens(P) > 1;",
                            "in P; out N : 1 @+ tokens(P) * 1 s;", "in P; delay tokens(P) * 1 s;"}) {
    const std::string said = read_wrong(kPlaces + "transition t { " + items + " }");
    EXPECT_NE(said.find("`tokens` cannot be used here"), std::string::npos) << items;
    EXPECT_NE(said.find("draw k = tokens(P);"), std::string::npos) << said;
  }
}

// Rule 28.
const std::string kJobs =
    "colour W = int with 0..2; colour Job = record { w : W, n : int, x : real }; var w : W; var j : Job; var k : int;\n"
    "place Q : Job = {w = 0, n = 5, x = 0.5} ++ 2`{w = 1, n = 3, x = 0.25} ++ {w = 2, n = 3, x = 4.0} @+ 9 s;\n"
    "place E : Job; place OUT : int; place GO : unit = 1`();\n";

TEST(Looking, Rule28TokensAreGoneThroughWhereTheyMayBeCounted) {
  for (const char* items : {"in Q : j; out OUT : (sum(e in Q : e.n))`1;", "in Q : j; guard sum(e in Q : e.n) > j.n;",
                            "in Q : j; time exponential(sum(e in Q : e.x) / 1 s);", "in Q : j; weight 1.0 + sum(e in Q : e.n);",
                            "in Q : j; guard forall(e in Q : e.n >= j.n); time deterministic(min(e in Q : e.x) * 1 s);"}) {
    EXPECT_EQ(read_right(kJobs + "transition t { " + items + " }").transitions.size(), 1U) << items;
  }
  for (const char* items : {"in Q : j; out OUT : sum(e in Q : e.n);", "in Q : j; delay sum(e in Q : e.n) * 1 s;",
                            "in Q : j; priority sum(e in Q : e.n);", "draw n = 1; out OUT : n when exists(e in Q : true);"}) {
    const std::string said = read_wrong(kJobs + "transition t { " + items + " }");
    EXPECT_NE(said.find("the tokens of a place cannot be looked at here"), std::string::npos) << said;
  }
}

TEST(Looking, ARateOfZeroIsOne) {
  EXPECT_EQ(read_right(kPlaces + "transition t { in P; time exponential(0); }").transitions.size(), 1U);
  EXPECT_NE(read_wrong(kPlaces + "transition t { in P; time exponential(-1); }").find("of at least 0"), std::string::npos);
}

}  // namespace
}  // namespace petriloom
