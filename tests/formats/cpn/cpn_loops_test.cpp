// SPDX-License-Identifier: Apache-2.0
// Local references and loops: values as The Definition of Standard ML gives them.
#include <gtest/gtest.h>

#include <sstream>

#include "engine/simulate/simulate.h"
#include "engine/trace/csv.h"
#include "formats/cpn_writing/write_cpn.h"
#include "tests/formats/cpn_text.h"

namespace petriloom::cpn_loops_test {
namespace {

using test::cpn_file;
using test::CpnPage;
using test::expect_values_of_ml;
using test::net_of_cpn;

TEST(CpnLoops, ChangeLocalReferences) {
  expect_values_of_ml("INT", {{"let val i = ref 0 in while !i < 5 do i := !i + 1; !i end", "5"},
                              {"let val i = ref 0 val s = ref 0 in while !i < 5 do (i := !i + 1; s := !s + !i); !s end", "15"},
                              {"let val i = ref 3 in inc i; inc i; dec i; !i * 10 end", "40"},
                              {"let val i = ref 3 in while !i > 9 do i := 0; !i end", "3"},
                              {"let val i = ref 1 val old = !i in i := 7; old end", "1"}});
  expect_values_of_ml("L",
                      {{"let val i = ref 3 val l = ref [] in while !i > 0 do (l := !i :: !l; i := !i - 1); !l end", "[1, 2, 3]"},
                       {"let val i = ref 0 val l = ref nil in while !i < 3 do let val j = ref 0 in while !j < !i do "
                        "(l := !l ^^ [10 * !i + !j]; j := !j + 1); i := !i + 1 end; !l end",
                        "[10, 20, 21]"}});
}

TEST(CpnLoops, StepsStandInIfCaseLetAndFunctions) {
  expect_values_of_ml("INT",
                      {{"let val r = ref 0 in (if 1 < 2 then r := 5 else ()); (case 3 of 3 => r := !r + 1 | _ => ()); !r end", "6"},
                       {"let val r = ref 0 in (if (r := 4; !r > 3) then r := !r + 5 else r := 1); !r end", "9"},
                       {"let val r = ref 2 val a = (r := 3; !r) + !r in a * 10 + !r end", "63"},
                       {"let val r = ref 0 fun add k = r := !r + k in add 3; add 4; !r end", "7"},
                       {"let val r = ref 0 fun add k l = (r := !r + k; !r + length l) val a = add 3 [1] in a * 10 + !r end", "43"},
                       {"let val r = ref 0 fun down 0 = !r | down k = (r := !r + k; down (k - 1)) in down 4 + !r end", "20"},
                       {"let val r = ref 5 fun twice k = k * !r in r := 7; twice 2 end", "14"},
                       {"let val r = ref 2 in foldl (fn (x, s) => s + x * !r) 0 [1, 2] end", "6"}});
}

// What a loop works out for each token, also of the net that was written and read again.
TEST(CpnLoops, AreFunctionsOfTheNet) {
  CpnPage page("P");
  page.place("a", "INT", "1`3 ++ 1`5").place("b", "INT");
  page.transition("t", "", "",
                  "input (n); output (m); action let val i = ref n val f = ref 1 in "
                  "while !i > 1 do (f := !f * !i; i := !i - 1); !f end");
  page.arc("PtoT", "t", "a", "n").arc("TtoP", "t", "b", "if m = 6 orelse m = 120 then 1 else 0");
  const Net net = net_of_cpn(cpn_file("colset INT = int; var n, m : INT;", {page}));
  const auto ones = [](const Net& of) {
    SimulationOptions options;
    const SimulationResult result = simulate(of, options);
    EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*of.sources);
    return result.firings;
  };
  EXPECT_EQ(ones(net), 2U);
  const WriteResult written = write_cpn(net, {});
  EXPECT_EQ(ones(net_of_cpn(written.text)), 2U) << written.text;
}

// Functions inside of an inscription know the variables of the transition, and each other.
TEST(CpnLoops, AndFunctionsKnowVariables) {
  const auto put = [](const std::string& expression) {
    CpnPage page("P");
    page.place("a", "INT", "1`3").place("b", "INT").transition("t").arc("PtoT", "t", "a", "n").arc("TtoP", "t", "b", expression);
    const Net net =
        net_of_cpn(cpn_file("colset INT = int; var n : INT; fun inside x = let fun f 0 = x | f k = f (k - 1) in f 2 end;", {page}));
    std::ostringstream trace;
    CsvTrace csv(net, trace);
    SimulationOptions options;
    options.trace = &csv;
    simulate(net, options);
    const std::size_t at = trace.str().find("put,0,b,");
    return at == std::string::npos ? trace.str() : trace.str().substr(at + 8, trace.str().find(',', at + 8) - at - 8);
  };
  EXPECT_EQ(put("let fun f 0 = n | f k = 1 + f (k - 1) in f 4 end"), "7");
  EXPECT_EQ(put("let fun f x = x + n fun g y = 2 * f y in g 1 end"), "8");
  EXPECT_EQ(put("let fun even 0 = n | even k = odd (k - 1) and odd 0 = 0 | odd k = even (k - 1) in even 4 + odd 3 end"), "6");
  EXPECT_EQ(put("inside n"), "3");
  EXPECT_EQ(put("let val i = ref 0 val s = ref 0 in while !i < n do (i := !i + 1; s := !s + n); !s end"), "9");
}

TEST(CpnLoops, WhatIsNotReadIsSaid) {
  const auto refused = [](const std::string& expression, const std::string& why) {
    CpnPage page("P");
    page.place("a", "INT", "1`1").transition("t").arc("PtoT", "t", "a", "n").arc("TtoP", "t", "a", expression);
    const std::string text = test::refusal_of_cpn(cpn_file("colset INT = int; var n : INT; fun id x = x;", {page}));
    EXPECT_NE(text.find(why), std::string::npos) << text;
  };
  refused("let val r = ref 0 in !(id r) end", "nothing else is read of it");
  refused("let val r = ref 0 val f = fn k => k + !r in r := 1; f 2 end", "would look at references later");
  refused("let val r = ref 0 val f = List.map (fn k => k + !r) in r := 1; hd (f [2]) end", "would look at references later");
  refused("let val r = ref 0 in if (r := 1; true) andalso true then !r else 0 end", "inside of a condition");
  refused("let val r = ref 0 fun f r = r + 1 in f 2 + !r end", "'r' hides a reference");
  refused("let val r = ref 0 in while (r := !r + 1; !r < 3) do (); !r end", "as long as references say");
}

}  // namespace
}  // namespace petriloom::cpn_loops_test
