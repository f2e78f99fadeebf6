// SPDX-License-Identifier: Apache-2.0
// References whose content code changes: state of the net where inscriptions read them.
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/verify/verify.h"
#include "formats/loom/loom.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_states_test {
namespace {

using test::cpn_file;
using test::CpnPage;
using test::net_of_cpn;

const std::string kDeclarations = "colset UNIT = unit; colset INT = int; globref count = 0; val last = ref 5; var n : INT;";

const Place* place_named(const Net& net, const std::string& name) {
  const auto found = std::find_if(net.places.begin(), net.places.end(), [&](const Place& place) { return place.name == name; });
  return found == net.places.end() ? nullptr : &*found;
}

bool holds(const Net& net, const std::string& formula);

// `t` counts, and stops at 3; what it puts is the new count.
CpnPage counting() {
  CpnPage page("P");
  page.place("a", "UNIT", "()").place("b", "INT").transition("t", "[!count < 3]", "", "action (inc count; last := !count * 10)");
  page.arc("BOTHDIR", "t", "a", "()").arc("TtoP", "t", "b", "!last");
  return page;
}

TEST(CpnStates, CodeChangesWhatInscriptionsRead) {
  const Net net = net_of_cpn(cpn_file(kDeclarations, {counting()}));
  ASSERT_NE(place_named(net, "count"), nullptr);
  ASSERT_NE(place_named(net, "last"), nullptr);
  // The code runs before tokens are put: 10, 20 and 30 are there in the end, and no 5.
  EXPECT_TRUE(holds(net, "AF (tokens(b) = 3 & tokens(b, 10) = 1 & tokens(b, 20) = 1 & tokens(b, 30) = 1)"));
  EXPECT_TRUE(holds(net, "AG (tokens(count) = 1 & tokens(b) <= 3)"));
}

TEST(CpnStates, BranchesFunctionsAndLocalValues) {
  CpnPage page("P");
  page.place("a", "INT", "1`1 ++ 1`2 ++ 1`3").place("b", "INT");
  page.transition("t", "", "",
                  "input (n); output (m); action let val old = !count in (add n; if n > 1 then last := n else (); old) end");
  page.arc("PtoT", "t", "a", "n").arc("TtoP", "t", "b", "m + !last - !last");
  const Net net = net_of_cpn(cpn_file(kDeclarations + "var m : INT; fun add k = count := !count + k;", {page}));
  // The sums of those that went before; all three make 6.
  EXPECT_TRUE(holds(net, "AF (tokens(a) = 0 & tokens(b) = 3 & tokens(count, 6) = 1 & tokens(b, 0) = 1)"));
  EXPECT_TRUE(holds(net, "EF (tokens(a) = 0 & tokens(last, 2) = 1)"));
  EXPECT_TRUE(holds(net, "AG (tokens(last, 1) = 0)"));
}

// They get what the references hold here: in code what they hold there, in inscriptions behind it.
TEST(CpnStates, FunctionsThatCallThemselvesReadReferences) {
  CpnPage page("P");
  page.place("a", "INT", "1`2 ++ 1`3").place("b", "INT").place("c", "INT");
  page.transition("t", "[from 0 >= 0]", "",
                  "input (n); output (m); action (values := !values ^^ [n]; values := doubled 0; from 0)");
  page.arc("PtoT", "t", "a", "n").arc("TtoP", "t", "b", "m").arc("TtoP", "t", "c", "total (fn k => k + length (!values)) 0");
  const Net net =
      net_of_cpn(cpn_file(kDeclarations + "var m : INT; globref values = nil : INT list;"
                                          "fun at k = List.nth (!values, k);"
                                          "fun from k = if k = length (!values) then 0 else at k + from (k + 1);"
                                          "fun doubled k = if k = length (!values) then [] else 2 * at k :: doubled (k + 1);"
                                          "fun total f k = if k = 2 then 0 else f k + total f (k + 1);",
                          {page}));
  // 2 first: 4, then [4, 3] doubled is 14; 3 first: 6, then [6, 2] doubled is 16.
  EXPECT_TRUE(holds(net, "AF (tokens(b) = 2 & ((tokens(b, 4) = 1 & tokens(b, 14) = 1) | (tokens(b, 6) = 1 & tokens(b, 16) = 1)))"));
  // 0 + 1 and 1 + 1, then 0 + 2 and 1 + 2.
  EXPECT_TRUE(holds(net, "AF (tokens(c, 3) = 1 & tokens(c, 5) = 1)"));
}

// How often they call themselves is not known before the net runs.
TEST(CpnStates, FunctionsThatCallThemselvesChangeReferences) {
  CpnPage page("P");
  page.place("a", "INT", "1`2 ++ 1`3").place("b", "INT").place("c", "UNIT");
  page.transition("t", "", "", "input (n); output (m); action (fill n; case n of 2 => last := 10 | _ => inc last; sum 0)");
  page.arc("PtoT", "t", "a", "n").arc("TtoP", "t", "b", "m + length (!values)");
  page.arc("TtoP", "t", "c", "if !last > 9 then 1`() else empty");
  const Net net =
      net_of_cpn(cpn_file(kDeclarations + "var m : INT; globref values = nil : INT list;"
                                          "fun fill 0 = () | fill k = (values := k :: !values; fill (k - 1));"
                                          "fun sum k = if k = length (!values) then 0 else List.nth (!values, k) + sum (k + 1);",
                          {page}));
  EXPECT_TRUE(
      holds(net, "AF (tokens(a) = 0 & tokens(b) = 2 & tokens(values, [1, 2, 3, 1, 2]) + tokens(values, [1, 2, 1, 2, 3]) = 1)"));
  // First 1 + 2 and a length of 2, or 1 + 2 + 3 and 3; 9 and 5 in the end.
  EXPECT_TRUE(holds(net, "AF (tokens(b, 14) = 1 & tokens(b, 5) + tokens(b, 9) = 1)"));
  // 2 first: 10, 11; 3 first: 6, 10.
  EXPECT_TRUE(holds(net, "AF ((tokens(c) = 2 & tokens(last, 11) = 1) | (tokens(c) = 1 & tokens(last, 10) = 1))"));
}

TEST(CpnStates, CountersThatNothingReadsAreLeftOut) {
  CpnPage page("P");
  page.place("a", "UNIT", "()").transition("t", "", "", "action inc count").arc("PtoT", "t", "a", "()");
  EXPECT_EQ(net_of_cpn(cpn_file(kDeclarations, {page})).places.size(), 1U);
}

TEST(CpnStates, LoopsChangeReferences) {
  CpnPage page("P");
  page.place("a", "INT", "1`3 ++ 1`2")
      .transition("t", "[!count < 100]", "", "input (n); action (while !last < n + 6 do more n; inc count)");
  page.arc("PtoT", "t", "a", "n");
  const Net net = net_of_cpn(cpn_file(kDeclarations + "fun more k = (last := !last + 1; count := !count + k);", {page}));
  // 3 first: 4 times 3 and 2 for the two firings; 2 first: 3 times 2, and once 3.
  EXPECT_TRUE(holds(net, "AF (tokens(a) = 0 & tokens(last, 9) = 1 & tokens(count, 14) + tokens(count, 11) = 1)"));
}

// What another one is made of counts, and what decides whether it is changed.
TEST(CpnStates, OfWhatReferencesAreMadeIsAStateToo) {
  CpnPage page("P");
  page.place("a", "UNIT", "()")
      .transition("t", "[!count < 2]", "",
                  "action (step := !step + 1; if !gate then count := !step else ();"
                  "gate := true; log := !log + !step)");
  page.arc("BOTHDIR", "t", "a", "()");
  const Net net = net_of_cpn(cpn_file(kDeclarations + "globref step = 0; globref gate = false; globref log = 0;", {page}));
  EXPECT_EQ(place_named(net, "log"), nullptr);
  EXPECT_TRUE(holds(net, "AF (tokens(count, 2) = 1 & tokens(step, 2) = 1 & tokens(gate, true) = 1)"));
}

TEST(CpnStates, FunctionsMayEndWithWhatNothingReads) {
  CpnPage page("P");
  page.place("a", "UNIT", "()")
      .place("b", "INT")
      .transition("t", "", "", "input (); output (n); action (note (); inc count; !count + !last)");
  page.arc("PtoT", "t", "a", "()").arc("TtoP", "t", "b", "n");
  const Net net =
      net_of_cpn(cpn_file(kDeclarations + "val log = ref 0; fun note () = (last := 7; more ()) and more () = log := 1;", {page}));
  EXPECT_EQ(place_named(net, "log"), nullptr);
  EXPECT_TRUE(holds(net, "AF tokens(b, 8) = 1"));
}

TEST(CpnStates, WhatIsNotReadIsRefusedWithItsLine) {
  CpnPage page("P");
  page.place("a", "INT", "1").transition("t", "[!count < 3]", "", "input (n); action List.app (fn k => count := k) [n]");
  page.arc("BOTHDIR", "t", "a", "n");
  const std::string messages = test::refusal_of_cpn(cpn_file(kDeclarations, {page}));
  EXPECT_NE(messages.find("a reference is changed inside of an expression that is not read"), std::string::npos) << messages;
}

bool holds(const Net& net, const std::string& formula) {
  const ReadResult with = with_property(net, PropertyKind::ctl, "asked", formula);
  EXPECT_TRUE(with.net) << with.diagnostics.format(*with.sources);
  if (!with.net) return false;
  VerifyOptions options;
  const VerifyResult result = verify(*with.net, options);
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  for (const PropertyResult& each : result.properties)
    if (each.name == "asked") return each.verdict == Verdict::holds;
  return false;
}

}  // namespace
}  // namespace petriloom::cpn_states_test
