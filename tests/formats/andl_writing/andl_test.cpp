// SPDX-License-Identifier: Apache-2.0
#include "formats/andl/andl.h"
#include "formats/andl_writing/write_andl.h"

#include <gtest/gtest.h>

#include "formats/andl_writing/names.h"
#include "formats/andl_writing/write_candl.h"
#include "tests/formats/nets.h"

namespace petriloom::andl_test {
namespace {

std::string written(const WriteResult& result, const Net& net) {
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.text;
}

TEST(Andl, GoldenUntimed) {
  const Net net = test::net_of(test::philosophers(2));
  test::expect_golden("philosophers.andl", written(write_andl(net, {}), net));
}

TEST(Andl, GoldenAllArcsAndTimes) {
  const Net net = test::net_of(R"(
place P : unit = 3`();
place P2 : unit;
place stochastic : unit;
transition work { in P : 2`(); read P2; out P2 : 2`(); time exponential(0.5 / 1 s); }
transition both { in P; in P2; time exponential(2 / 1 s); }
transition stop { inhibit P2 : 3`(); in P; reset stochastic; out stochastic; weight 0.25; }
transition tick { in P2; out P; time deterministic(2 ms); servers 1; }
)");
  test::expect_golden("all.andl", written(write_andl(net, {}), net));
}

TEST(Andl, RefusesDelaysUnlessUntimed) {
  const Net net = test::net_of("place P : unit = 1`();\ntransition t { in P; out P : () @+ 3 us; }\n");
  const WriteResult refused = write_andl(net, {});
  EXPECT_TRUE(refused.text.empty());
  EXPECT_NE(refused.diagnostics.format(*net.sources).find("test.loom:2:"), std::string::npos);
  WriteOptions untimed;
  untimed.untimed = true;
  EXPECT_EQ(written(write_andl(net, untimed), net).substr(0, 4), "pn  ");
}

TEST(Andl, WhatLooksAtTheMarkingIsWritten) {
  const ReadResult read =
      read_andl("t.andl", "spn [x] { places: p = 5; q = 0; transitions: t : [q = 0] & [q < 3] : [p - 1] & [q + 2] : 0.5*p ; }", {});
  ASSERT_TRUE(read.net.has_value()) << read.diagnostics.format(*read.sources);
  const std::string text = written(write_andl(*read.net, {}), *read.net);
  EXPECT_NE(text.find(": [q < 1]"), std::string::npos) << text;  // which says both
  EXPECT_NE(text.find(": (0.5*p)"), std::string::npos) << text;
}

TEST(Andl, LossyLeavesOutAndListsWhat) {
  const Net net = test::net_of("place P : unit = 1`();\ntransition t { in P; out P : () @+ 3 us; priority 2; }\n");
  WriteOptions lossy;
  lossy.allow_lossy = true;
  for (const auto write : {write_andl, write_candl}) {
    const WriteResult result = write(net, lossy);
    EXPECT_FALSE(result.text.empty());
    const std::string text = result.diagnostics.format(*net.sources);
    EXPECT_NE(text.find("test.loom:2:30: warning: left out: "), std::string::npos) << text;
    EXPECT_NE(text.find("no priorities"), std::string::npos) << text;
  }
}

TEST(Andl, NamesAreFreeOfPrefixesAndReservedWords) {
  andl::Names names;
  const std::vector<std::string> made = names.make_prefix_free({"a", "a.b", "ab", "places", "node[3].cpu", "a_x"});
  for (const std::string& name : made) {
    for (const std::string& other : made) {
      if (&name == &other) continue;
      EXPECT_NE(other.compare(0, name.size(), name), 0) << name << " begins " << other;
    }
  }
  EXPECT_NE(names.table().find("node_3_cpu = node[3].cpu"), std::string::npos) << names.table();
  EXPECT_EQ(andl::Names().table(), "");
}

TEST(Candl, GoldenPhilosophers) {
  const Net net = test::net_of(test::philosophers(5));
  test::expect_golden("philosophers.candl", written(write_candl(net, {}), net));
}

TEST(Candl, GoldenGuardsProductsAndTables) {
  const Net net = test::net_of(R"(
colour D = enum { red, green };
colour N = int with 0..3;
colour P = product D * N;
colour Q = product P * D;
const speed : list of int = [5, 7, 5, 9];
fun near(a : N, b : N) : bool = a = b + 1 | b = a + 1;
var d, e : D;
var n, m : N;
var q : Q;
place A : P = 2`(red, 3) ++ 1`(green, 1);
place B : N = all(N);
place C : Q;
place U : unit = 4`();
transition t { guard near(n, m) & d != green; in A : (d, n); in B : m; in U : 2`(); out A : (d, if m > 1 then n else 0);
  time exponential(real(nth(speed, n)) / 1 s); }
transition fast { guard nth(speed, n) > 6; in B : n; out C : ((red, n), succ(red)) when n > 0; time exponential(1 / 1 s); }
transition back { in C : q; out A : q.1; inhibit U; read B : 3; time exponential(1 / 1 s); }
)");
  test::expect_golden("guards.candl", written(write_candl(net, {}), net));
}

TEST(Candl, RefusesListsAndNamesAndl) {
  const Net net = test::net_of("var l : list of int;\nplace L : list of int = 1`[1];\ntransition t { in L : l; }\n");
  const WriteResult refused = write_candl(net, {});
  EXPECT_TRUE(refused.text.empty());
  const std::string text = refused.diagnostics.format(*net.sources);
  EXPECT_NE(text.find("test.loom:2:"), std::string::npos) << text;
  EXPECT_NE(text.find("ANDL carries the unfolded net"), std::string::npos) << text;
  EXPECT_NE(written(write_andl(net, {}), net).find("L_L1__1 = 1"), std::string::npos);
}

}  // namespace
}  // namespace petriloom::andl_test
