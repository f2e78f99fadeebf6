// SPDX-License-Identifier: Apache-2.0
// `_` in what an input arc takes: a variable without a name, each one its own.
#include <gtest/gtest.h>

#include "analysis/verify/verify.h"
#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

TEST(Wildcard, OfAnInputArcIsAVariableOfItsOwn) {
  const Net net = read_right(
      "colour C = enum { a, b };\n"
      "var x : C;\n"
      "place P : product C * C = (a, b) ++ (b, a) ++ (b, b);\n"
      "place Q : C;\n"
      "transition t { in P : (x, _); out Q : x; }\n"
      "transition u { in Q : _; in Q : _; }\n");
  // P loses its three tokens one by one, in any order; Q collects their first components and loses
  // any two of them, so {a, b, b} leaves {a} or {b}: by subsets of P 1 + 3 + 3 + 1 markings, 3
  // pairs also with Q emptied, and the last with one of two left.
  EXPECT_EQ(verify(net, {}).state_space.states, 8u + 3u + 2u);
  EXPECT_EQ(net.transitions[0].binding_size, 2u);
  EXPECT_EQ(net.transitions[1].binding_size, 2u);
}

/// The same net with fields left out and with `_` for them.
void expect_same_net(const std::string& with_fewer, const std::string& with_all) {
  const std::string declarations =
      "colour N = index n with 0..3; colour M = record { from : N, to : N, bytes : int };"
      "colour U = union { Data : M, Both : product int * M, Ack };"
      "place P : M; place Q : product N * U; place L : list of M; place K : product N * M; place G : N;"
      "var w, v : N; var rest : list of M; var i : int;";
  EXPECT_EQ(write_loom(read_right(declarations + with_fewer), {}).text, write_loom(read_right(declarations + with_all), {}).text);
}

TEST(PartialRecords, FieldsLeftOutAreWildcards) {
  expect_same_net("transition t { in P : {to = w}; out G : w; }",
                  "transition t { in P : {from = _, to = w, bytes = _}; out G : w; }");
  expect_same_net("transition t { in P : {to = w} ++ 2`{bytes = 3, from = w}; }",
                  "transition t { in P : {from = _, to = w, bytes = _} ++ 2`{from = w, to = _, bytes = 3}; }");
  expect_same_net(
      "transition t { in G : w; read P : {to = w}; inhibit P : {from = w}; reset P : {bytes = 1}; equal P : 2`{to = w}; }",
      "transition t { in G : w; read P : {from = _, to = w, bytes = _}; inhibit P : {from = w, to = _, bytes = _};"
      "reset P : {from = _, to = _, bytes = 1}; equal P : 2`{from = _, to = w, bytes = _}; }");
  expect_same_net("transition t { in G : w; guard tokens(P, {to = w}) > 1; }",
                  "transition t { in G : w; guard tokens(P, {from = _, to = w, bytes = _}) > 1; }");
}

TEST(PartialRecords, InsideOfOtherPatterns) {
  expect_same_net("transition t { in Q : (w, Data({to = v})); }",
                  "transition t { in Q : (w, Data({from = _, to = v, bytes = _})); }");
  expect_same_net("transition t { in Q : (_, Both(i, {to = v})); }",
                  "transition t { in Q : (_, Both(i, {from = _, to = v, bytes = _})); }");
  expect_same_net("transition t { in K[w] : {from = v}; }", "transition t { in K[w] : {from = v, to = _, bytes = _}; }");
  expect_same_net("transition t { in L : ([{to = w}] ++ rest); out L : rest; }",
                  "transition t { in L : ([{from = _, to = w, bytes = _}] ++ rest); out L : rest; }");
  expect_same_net("transition t { in P : ({to = w} : M); }", "transition t { in P : ({from = _, to = w, bytes = _} : M); }");
}

TEST(PartialRecords, EachFieldLeftOutIsAVariableOfItsOwn) {
  const Net net = read_right(
      "colour M = record { a : int, b : int, c : int }; place P : M; var x : int; transition t { in P : {b = x} ++ {b = x}; }");
  EXPECT_EQ(net.transitions[0].binding_size, 1U + 2U + 2U);
}

TEST(ConditionsOnTokens, AreGuardsThatCount) {
  expect_same_net("transition t { in G : w; guard tokens(P, t where t.to = w & t.bytes > 8) > 1; }",
                  "transition t { in G : w; guard sum(t in P where t.to = w & t.bytes > 8 : 1) > 1; }");
  expect_same_net("transition t { in G : w; inhibit P : t where t.bytes > 8; }",
                  "transition t { in G : w; guard sum(t in P where t.bytes > 8 : 1) < 1; }");
  expect_same_net("transition t { in G : w; inhibit P : 3`t where t.to = w when w = n(1); equal P : 2`t where t.from = w; }",
                  "transition t { in G : w; guard !(w = n(1)) | sum(t in P where t.to = w : 1) < 3;"
                  "guard sum(t in P where t.from = w : 1) = 2; }");
  expect_same_net("transition t { in G : w; inhibit K[w] : t where t.to = w; }",
                  "transition t { in G : w; guard sum(t in K[w] where t.to = w : 1) < 1; }");
}

TEST(ConditionsOnTokens, CountsOfNoneAreAsThoseOfPatterns) {
  // To be inhibited from 0 tokens on says nothing; to be equal to -1 is to be equal to 0.
  for (const char* of : {"x", "x where x > 0"}) {
    const std::string arc = of;
    const Net net = read_right(
        "place P : int = 2; place N : int = 0; place A : unit; place B : unit; place C : unit; var x, n : int;"
        "transition a { in N : n; inhibit P : n`" +
        arc +
        "; out A; read P : x; }"
        "transition b { in N : n; equal P : (n - 1)`" +
        arc +
        "; out B; read P : x; }"
        "transition c { in N : n; equal P : (n + 1)`" +
        arc +
        "; out C; read P : x; }"
        "property a : ctl EF A; property b : ctl !EF B; property c : ctl EF C;");
    VerifyOptions options;
    options.standard = false;
    for (const PropertyResult& property : verify(net, options).properties)
      EXPECT_EQ(property.verdict, Verdict::holds) << of << property.name;
  }
}

TEST(ConditionsOnTokens, TheNameIsLocal) {
  const Net net = read_right(
      "place P : int = 2 ++ 9; place Q : int = 1; place R : int; var t : int;"
      "transition move { in Q : t; inhibit P : t where t > 9; guard tokens(P, t where t > 5) = 1; out R : t; }"
      "property moved : ctl AF tokens(R, 1) = 1; property none : invariant tokens(P, t where t = 1) = 0;");
  VerifyOptions options;
  options.standard = false;
  for (const PropertyResult& property : verify(net, options).properties)
    EXPECT_EQ(property.verdict, Verdict::holds) << property.name;
}

}  // namespace
}  // namespace petriloom
