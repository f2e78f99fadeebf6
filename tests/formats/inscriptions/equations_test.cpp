// SPDX-License-Identifier: Apache-2.0
// Guards that bind variables: `x = e`, `(x, y) = e`, also where e needs one of those on the left.
#include <gtest/gtest.h>

#include "analysis/verify/verify.h"
#include "engine/unfold/unfold.h"
#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

/// Whether the properties of the net hold, on its markings and on those of the unfolded net.
void expect_proved(const std::string& text) {
  const Net net = read_right(text);
  const Unfolding unfolding = unfold(net, {});
  ASSERT_TRUE(unfolding.net.has_value()) << unfolding.diagnostics.format(*net.sources);
  for (const Net* each : {&net, &*unfolding.net}) {
    VerifyOptions options;
    options.standard = false;
    const VerifyResult result = verify(*each, options);
    EXPECT_FALSE(result.properties.empty());
    for (const PropertyResult& property : result.properties) EXPECT_EQ(property.verdict, Verdict::holds) << property.name << text;
  }
}

const std::string kEquationNet =
    "colour C = int with 0..9; fun f(x : int) : product int * int = (x, x + 1); place P : C = 1; place Q : product C * C;"
    "var x, y : int; var a, b : C;";

TEST(Equations, GiveWhatStandsOnOneSide) {
  expect_proved(kEquationNet +
                "transition t { in P : a; guard (x, y) = f(a); out Q : (x, y); } property p : ctl AF tokens(Q, (1, 2)) = 1;");
}

TEST(Equations, MayNeedOneOfTheVariables) {
  expect_proved(kEquationNet +
                "transition t { in P : x; guard (x, y) = f(x); out Q : (x, y); } property p : ctl AF tokens(Q, (1, 2)) = 1;");
  expect_proved(kEquationNet +
                "transition t { in P : y; guard f(y) = (y, x); out Q : (x, y); } property p : ctl AF tokens(Q, (2, 1)) = 1;");
  // Does not hold: f(1) is (1, 2).
  expect_proved(kEquationNet +
                "transition t { in P : y; guard (x, y) = f(y); out Q : (x, y); } property p : invariant tokens(Q, (1, 1)) = 0;"
                "property q : invariant tokens(P) = 1;");
  // Every colour of C that is left out of Q, once.
  expect_proved(kEquationNet +
                "transition t { guard (a, y) = f(a) & a < 9; inhibit Q : (a, _); out Q : (a, y); }"
                "property p : ctl AF (dead & forall(i in 0..8 : tokens(Q, (i, i + 1)) = 1) & tokens(Q) = 9);");
}

TEST(Equations, DoNotBindWhatOnlyTheyNeed) {
  EXPECT_NE(read_wrong(kEquationNet + "transition t { guard (x, y) = f(x); out Q : (x, y); }")
                .find("nothing binds variable 'x' of transition 't'"),
            std::string::npos);
}

}  // namespace
}  // namespace petriloom
