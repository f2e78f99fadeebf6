// SPDX-License-Identifier: Apache-2.0
// Guards that look at the time, and tokens that hold it, when states are explored.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "analysis/verify/verify.h"
#include "formats/loom/loom.h"

namespace petriloom::test {
namespace {

constexpr const char* kTimer = R"(
place A : unit = ();
place B : unit;
place C : unit;
transition t { in A : (); out B : () @+ 2 s; }
transition u { in B : (); guard now > 10.0; out C : (); }
)";

std::string verdict_of(const std::string& text, const std::string& property, bool urgent, Fairness fairness = Fairness::none) {
  const ReadResult read = read_loom("net.loom", text + "property p : " + property + ";", {});
  if (!read.net) return read.diagnostics.format(*read.sources);
  const Net& net = *read.net;
  VerifyOptions options;
  options.urgent = urgent;
  options.fairness = fairness;
  const VerifyResult result = verify(net, options);
  if (result.diagnostics.has_errors()) return result.diagnostics.list()[0].message;
  for (const PropertyResult& one : result.properties) {
    constexpr std::array kNames{"holds", "refuted", "undecided"};
    if (one.name == "p") return kNames[static_cast<std::size_t>(one.verdict)];
  }
  return "none";
}

// The token is in B for ever: the clock stands at 2 s. Without durations that is not known.
TEST(Clocks, OfGuardsAreLeftOpenWhereInstantsKeepTheirOrder) {
  EXPECT_EQ(verdict_of(kTimer, "invariant tokens(A) + tokens(B) + tokens(C) = 1", true), "holds");
  EXPECT_EQ(verdict_of(kTimer, "ltl F tokens(B) = 1", true), "holds");
  EXPECT_EQ(verdict_of(kTimer, "bounded", true), "holds");
  EXPECT_EQ(verdict_of(kTimer, "deadlock_free", true), "undecided");
  EXPECT_EQ(verdict_of(kTimer, "invariant tokens(C) = 0", true), "undecided");
  EXPECT_EQ(verdict_of(kTimer, "ltl F tokens(C) = 1", true), "undecided");
  EXPECT_EQ(verdict_of(kTimer, "ctl AF tokens(C) = 1", true), "undecided");
  EXPECT_EQ(verdict_of(kTimer, "ctl EF tokens(C) = 1", true), "undecided");
  EXPECT_EQ(verdict_of(kTimer, "ctl AG (tokens(A) <= 1)", true), "holds");
  EXPECT_EQ(verdict_of(kTimer, "ctl !EF tokens(A) = 2", true), "holds");
  EXPECT_EQ(verdict_of(kTimer, "quasi_live", true), "undecided");
  EXPECT_EQ(verdict_of(kTimer, "live", true), "undecided");
}

TEST(Clocks, OfGuardsAreRefusedWithoutInstantsAndWhereFiringIsAsked) {
  EXPECT_NE(verdict_of(kTimer, "bounded", false).find("the guard of 'u' depends on the time"), std::string::npos);
  EXPECT_NE(verdict_of(kTimer, "ctl AF fireable(u)", true).find("what can fire"), std::string::npos);
  EXPECT_EQ(verdict_of(kTimer, "ltl F tokens(B) = 1", true, Fairness::strong), "undecided");
}

constexpr const char* kStamped = R"(
colour N = int with 0..3;
colour JOB = record { id : N, made : real };
place A : N = 1;
place B : JOB;
place C : N;
place E : int;
var i : N;
var x : real;
transition t { in A : i; guard now < 9.0; out B : { id = i, made = now } @+ 2 s; }
)";

TEST(Clocks, OfTokensMayNotDecide) {
  const auto with = [](const std::string& transition) {
    return verdict_of(kStamped + transition, "invariant tokens(A) + tokens(B) + tokens(C) = 1", true);
  };
  EXPECT_EQ(with("transition u { in B : { id = i, made = x }; out C : i; }"), "holds");
  EXPECT_EQ(with("transition u { in B : { id = i, made = x }; guard i > 0; out C : i; }"), "holds");
  EXPECT_EQ(with("transition u { in B : { id = i, made = x }; out C : (if x > 1.0 then 0 else i); }"
                 "transition v { in C : 0; out C : 1; }"),
            "holds");
  EXPECT_NE(with("transition u { in B : { id = i, made = 0.0 }; out C : i; }").find("which tokens are meant"), std::string::npos);
  EXPECT_NE(with("transition u { in B : { id = i, made = x }; out E : floor(x); }").find("what is put"), std::string::npos);
  EXPECT_NE(with("transition u { in B : { id = i, made = x }; priority floor(x); }").find("what goes first"), std::string::npos);
  EXPECT_NE(with("transition u { in B : 2`{ id = i, made = x }; out C : i; }").find("several equal tokens"), std::string::npos);
}

// If they were taken for what they are without time, u would never fire, and C stay empty.
TEST(Clocks, OfTokensThatGuardsLookAtAreLeftOpen) {
  const std::string text = std::string(kStamped) + "transition u { in B : { id = i, made = x }; guard x > 1.0; out C : i; }";
  EXPECT_EQ(verdict_of(text, "invariant tokens(A) + tokens(B) + tokens(C) = 1", true), "holds");
  EXPECT_EQ(verdict_of(text, "invariant tokens(C) = 0", true), "undecided");
}

// Two tokens that are made at different times: with a clock that stands at 0 they would be equal.
constexpr const char* kTwice = R"(
colour N = int with 0..1;
colour JOB = record { id : N, made : real };
place A : N = 0;
place B : JOB;
place C : JOB;
place D : N;
var i, j : N;
var x, y : real;
var l : list of JOB;
transition t { in A : i; out A : 1 @+ 2.0 when i = 0; out B : { id = i, made = now } @+ 1.0; }
)";

TEST(Clocks, OfTokensDoNotStandStill) {
  const auto with = [](const std::string& transition, const std::string& property) {
    return verdict_of(kTwice + transition, property, true);
  };
  const std::string pair = "transition u { in B : { id = 0, made = x }; in B : { id = 1, made = y }; ";
  // Made 2 s apart, whatever takes how long: 0 would be in D.
  const std::string equal = pair + "out D : (if x = y then 0 else 1); }";
  EXPECT_EQ(with(equal, "ctl AF tokens(D) = 1"), "holds");
  EXPECT_NE(with(equal, "ctl AF tokens(D, 0) = 1"), "holds");
  EXPECT_NE(with(equal, "invariant tokens(D, 1) = 0"), "holds");
  // A guard is never passed in a net without `now` in guards either.
  const std::string guarded = pair + "guard x = y; out D : 0; }";
  EXPECT_EQ(with(guarded, "invariant tokens(D, 1) = 0"), "holds");
  EXPECT_EQ(with(guarded, "ctl AF tokens(D) = 1"), "undecided");
  EXPECT_EQ(with(guarded, "deadlock_free"), "undecided");
  // The same variable twice, and a number in the place of a time.
  EXPECT_NE(with("transition u { in B : { id = 0, made = x }; in B : { id = 1, made = x }; out D : 0; }", "bounded")
                .find("which tokens are meant"),
            std::string::npos);
  EXPECT_NE(with("transition u { in B : { id = i, made = 0.0 }; out D : i; }", "bounded").find("which tokens are meant"),
            std::string::npos);
  // Who is first by a time.
  const std::string collects = "transition u { in B : collect 2`_ as l; draw k = argmin(e in l : -e.made).id; out D : k; }";
  EXPECT_EQ(with(collects, "ctl AF tokens(D) = 1"), "holds");
  EXPECT_NE(with(collects, "invariant tokens(D, 1) = 0"), "holds");
  const std::string ordered = "transition u { in B : { id = i, made = x }; inhibit A : 1; order by -x; out D : i; }";
  EXPECT_NE(with(ordered, "invariant tokens(D, 1) = 0"), "holds");
  EXPECT_EQ(with(ordered, "bounded"), "holds");
  // A delay by it is any.
  EXPECT_EQ(with("transition u { in B : { id = i, made = x }; out D : i @+ x; }", "ctl AF tokens(D) = 2"), "holds");
  // What is asked.
  EXPECT_NE(with("", "invariant forall(e in B : e.made <= 1.0)").find("what is asked"), std::string::npos);
}

// Without instants nothing is known of the time either.
TEST(Clocks, OfTokensDecideNothingWhereTimeIsLeftOut) {
  const std::string text = std::string(kTwice) + "transition u { in B : { id = i, made = x }; ";
  EXPECT_EQ(verdict_of(text + "out D : (if x > 1.0 then 1 else i); }", "ctl AF tokens(D) = 2", false), "holds");
  EXPECT_NE(verdict_of(text + "out D : (if x > 1.0 then 1 else 0); }", "invariant tokens(D, 1) = 0", false), "holds");
  EXPECT_NE(verdict_of(text + "guard x > 1.0; out D : i; }", "bounded", false).find("the guard of 'u' depends on the time"),
            std::string::npos);
}

// Nothing moves the clock: it stands at 0.
TEST(Clocks, OfNetsWithoutTimeStandAtZero) {
  const std::string text = "place A : unit = (); place B : unit; transition t { in A : (); guard now > 1.0; out B : (); }";
  EXPECT_EQ(verdict_of(text, "invariant tokens(B) = 0", false), "holds");
}

}  // namespace
}  // namespace petriloom::test
