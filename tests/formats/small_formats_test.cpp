// SPDX-License-Identifier: Apache-2.0
// TINA, LoLA and GreatSPN in and out.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "formats/greatspn/greatspn.h"
#include "formats/lola/lola.h"
#include "formats/registry/table.h"
#include "formats/tina/tina.h"
#include "tests/formats/nets.h"
#include "tests/formats/text_nets.h"
#include "tests/own_folder.h"

namespace petriloom::small_formats_test {
namespace {

std::string content(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string written(const WriteResult& result, const Net& net) {
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.text;
}

// All of the grammar: both ways to declare arcs, labels, notes, weights in thousands, quoted names,
// read and inhibitor arcs.
constexpr const char* kTina = R"(# a comment
net {ring 1}
pl p.1 : start (2)
pl {p\{2\}}(1K) t2*2 -> t1?3
tr t1 : go [0,w[ p.1 p.1*2 -> q*2 {p\{2\}}
tr t2 q?-4 p.1?2 q ->
nt n1 0 {any text}
lb p.1 again
pr t1 > t2
)";

TEST(Tina, AllOfTheGrammar) {
  const Net net = test::read_text(read_tina, kTina);
  EXPECT_EQ(net.name, "ring 1");
  ASSERT_EQ(net.places.size(), 3U);
  EXPECT_EQ(net.places[1].name, "p{2}");
  EXPECT_EQ(net.places[1].initial.at(0).count, 1000);
  ASSERT_EQ(net.transitions.size(), 2U);
  const std::string text = written(write_tina(net, {}), net);
  test::expect_golden("all.net", text);
  EXPECT_EQ(written(write_tina(test::read_text(read_tina, text), {}), net), text);
}

// [2,2] and [5,5]: the first fires at 2 and 4, the second at 5; then nothing is left.
TEST(Tina, ExactIntervalsAreDelays) {
  const Net net = test::read_text(read_tina, "pl p (2)\ntr a [2,2] p -> q\npl r (1)\ntr b [5,5] r -> q\n");
  EXPECT_EQ(test::trace_of(net), "2 a\n4 a\n5 b\nend 5\n");
  const Net back = test::read_text(read_tina, written(write_tina(net, {}), net));
  EXPECT_EQ(test::trace_of(back), test::trace_of(net));
}

TEST(Tina, DelaysBecomeWholeNumbersOfAUnit) {
  const Net net = test::net_of(
      "place P : unit = 3`();\ntransition t { in P; time deterministic(2.5 us); servers 1; }\n"
      "transition u { in P; time deterministic(1 ms); servers 1; }\n");
  const std::string text = written(write_tina(net, {}), net);
  EXPECT_NE(text.find("tr t [25,25] P"), std::string::npos) << text;
  EXPECT_NE(text.find("tr u [10000,10000] P"), std::string::npos) << text;
  EXPECT_EQ(test::trace_of(test::read_text(read_tina, text)), test::trace_of(net));
}

TEST(Tina, UntimedLeavesIntervalsOut) {
  const std::string text = "pl p (1)\ntr a [2,3] p -> q\ntr b p -> q\n";
  EXPECT_NE(test::refusal(read_tina, "t.net", text).find("t.net:2:6"), std::string::npos)
      << test::refusal(read_tina, "t.net", text);
  ReadOptions options;
  options.untimed = true;
  const ReadResult result = read_tina("t.net", text, options);
  ASSERT_TRUE(result.net.has_value());
  EXPECT_EQ(test::space_of(*result.net), "2 states, 2 edges, 1 dead");
}

// From p both a and c may fire, and b only when a cannot, which is never: 3 edges, and without the
// priority 4.
TEST(Tina, PrioritiesThatAreNoRankingAreGuards) {
  const Net net = test::read_text(read_tina, "pl p (1)\npl r\ntr a p -> q\ntr b p -> r\ntr c p -> r\ntr d r -> p\npr a > b\n");
  EXPECT_EQ(test::space_of(net), "3 states, 3 edges, 1 dead");
}

TEST(SmallFormats, GoldenErrors) {
  std::string all;
  for (const char* text :
       {"tr", "pl p (1", "pl p (x)\ntr t [3,1] p -> q*", "tr t [1,2] p -> q\ntr u p -> q", "tr t p!2 -> q", "foo bar",
        "tr t {open p -> q", "tr a [1,1] p -> q\ntr b [2,2] p -> q\ntr c [1,1] p -> q\npr a > b", "pr a > b",
        "tr a p -> q\npr a > a", "tr a [1,1] p -> p\ntr b [2,2] p -> q", "pl p (99999999999999999999)"}) {
    all += test::refusal(read_tina, "wrong.net", text) + "---\n";
  }
  for (const char* text :
       {"", "PLACE", "PLACE p, p; MARKING q; TRANSITION t CONSUME p: x; PRODUCE p; TRANSITION u CONSUME r; PRODUCE ;",
        "PLACE p; MARKING p: -1;", "PLACE p; { open", "SORT s = BOOLEAN; PLACE p;",
        "PLACE p; MARKING ; TRANSITION CONSUME p; PRODUCE;"}) {
    all += test::refusal(read_lola, "wrong.lola", text) + "---\n";
  }
  for (const char* text :
       {"", "|0|", "|0|\n|\nf 0 1 0 0 0 0 0\n", "|0|\n|\nf 0 1 0 1 0 0 0\np x 1 1\n",
        "|0|\n|\nf 0 1 0 2 0 0 0\np 1 1 1\nt -3 1 0 1 0 1 1\n 1 1 0 0\n 0\n 0\nu 1 1 127 1 0 1 1\n 1 2 0 0\n 0\n 0\n",
        "|0|\n|\nf 0 1 0 1 0 0 0\np -10001 1 1 1 1 0 1 1 C\nt 1 1 4 1 0 1 1\n 1 1 0 0 1 1 <x\n 0\n 0\n"}) {
    all += test::refusal(read_greatspn, "wrong.net", text) + "---\n";
  }
  test::expect_golden("small_errors.txt", all);
}

TEST(Lola, ReadsAndWrites) {
  const Net net = test::read_text(read_lola, R"({ two comments }
// of both kinds
PLACE SAFE 2: p.1, p[2]; q;
MARKING p.1: 2, q;
TRANSITION t WEAK FAIR
  CONSUME p.1: 2, q;
  PRODUCE p[2];
TRANSITION u STRONG FAIR CONSUME p[2]; PRODUCE p.1: 2, q: 1;
)");
  EXPECT_EQ(test::space_of(net), "2 states, 2 edges, 0 dead");
  EXPECT_EQ(net.notes.size(), 4U);
  const std::string text = written(write_lola(net, {}), net);
  test::expect_golden("all.lola", text);
  EXPECT_EQ(test::described(test::read_text(read_lola, text)), test::described(net));
}

TEST(SmallFormats, RoundTripsOfRandomNets) {
  int compared = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Net net = test::random_net(seed, false, false);
    const Net tina = test::read_text(read_tina, written(write_tina(net, {}), net));
    const Net lola = test::read_text(read_lola, written(write_lola(net, {}), net));
    const Net greatspn = test::read_text(read_greatspn, written(write_greatspn(net, {}), net));
    if (!test::small_space(net)) continue;
    ++compared;
    const std::string space = test::space_of(net);
    EXPECT_EQ(space, test::space_of(tina)) << seed;
    EXPECT_EQ(space, test::space_of(lola)) << seed;
    EXPECT_EQ(space, test::space_of(greatspn)) << seed;
  }
  EXPECT_GT(compared, 40);
}

// Whatever of the examples a format carries without time has the same states when it is read again.
TEST(SmallFormats, ExamplesComeBack) {
  // Nearly all have large spaces, and some are no nets without a policy. Layout shows that all are
  // read.
  static const std::set<std::string> kLarge{"tasks", "believed"};
  int compared = 0;
  const test::OwnFolder folder;
  std::filesystem::recursive_directory_iterator entries(std::string(PETRILOOM_ROOT) + "/examples");
  for (auto entry = begin(entries); entry != end(entries); ++entry) {
    if (kLarge.contains(entry->path().filename())) entry.disable_recursion_pending();
    if (entry->path().extension() != ".loom") continue;
    ReadOptions reading;
    reading.search_path = {std::string(PETRILOOM_ROOT) + "/nets"};
    const ReadResult original = read_net(entry->path().string(), "", reading);
    ASSERT_TRUE(original.net.has_value()) << original.diagnostics.format(*original.sources);
    if (!test::small_space(*original.net)) continue;
    const std::string space = test::space_of(*original.net);
    WriteOptions untimed;
    untimed.untimed = true;
    for (const char* name : {"andl", "candl", "greatspn", "lola", "tina"}) {
      // Some formats are several files.
      const std::string file = (folder / (std::string("net") + std::string(find_format(name)->endings.front()))).string();
      if (write_net(*original.net, file, name, untimed).has_errors()) continue;
      ++compared;
      const ReadResult back = read_net(file, name, {});
      ASSERT_TRUE(back.net.has_value()) << entry->path() << name << back.diagnostics.format(*back.sources);
      EXPECT_EQ(test::space_of(*back.net), space) << entry->path() << name;
    }
  }
  EXPECT_GE(compared, 10);
}

TEST(SmallFormats, WhatDoesNotFitIsRefusedOrListed) {
  const Net net = test::net_of("place P : unit = 1`();\nplace Q : unit;\ntransition t { in P; reset Q; time normal(3 s, 1 s); }\n");
  for (const auto write : {write_tina, write_lola, write_greatspn}) {
    const WriteResult refused = write(net, {});
    EXPECT_TRUE(refused.text.empty());
    EXPECT_NE(refused.diagnostics.format(*net.sources).find("test.loom:3:"), std::string::npos);
    WriteOptions lossy;
    lossy.allow_lossy = true;
    const WriteResult lost = write(net, lossy);
    EXPECT_FALSE(lost.text.empty());
    EXPECT_NE(lost.diagnostics.format(*net.sources).find("left out: "), std::string::npos);
  }
}

TEST(SmallFormats, TextsTellTinaFromGreatSpn) {
  EXPECT_TRUE(recognise_tina("# x\n\n tr t p -> q\n"));
  EXPECT_TRUE(recognise_tina("net{a b}"));
  EXPECT_FALSE(recognise_tina("|0|\n|\n"));
  EXPECT_FALSE(recognise_tina(""));
  EXPECT_TRUE(recognise_greatspn("|0|\n|\n"));
  EXPECT_FALSE(recognise_greatspn("tr t p -> q"));
}

const std::string kGreatSpn = std::string(PETRILOOM_SHARED) + "/peers/sim/greatspn/";

TEST(GreatSpn, RealFiles) {
  if (!std::filesystem::exists(kGreatSpn)) GTEST_SKIP() << "needs ../shared/peers";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kGreatSpn)) {
    if (entry.path().extension() != ".net") continue;
    const ReadResult result = read_net(entry.path().string(), "", {});
    EXPECT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
    ++files;
  }
  EXPECT_EQ(files, 15);
}

// Ten philosophers who take both forks at once: the Lucas number 123 of sets of eaters without
// neighbours.
TEST(GreatSpn, ColouredPhilosophers) {
  if (!std::filesystem::exists(kGreatSpn)) GTEST_SKIP() << "needs ../shared/peers";
  const ReadResult result = read_net(kGreatSpn + "phil10.net", "", {});
  ASSERT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
  EXPECT_EQ(test::space_of(*result.net).substr(0, 10), "123 states");
}

TEST(GreatSpn, ColoursGuardsAndServers) {
  const test::OwnFolder folder;
  std::ofstream(folder / "c.net") << R"(|0|
text of a comment
|
f 1 3 1 3 1 2 0
N 3 1.0 1.0
a -10003 1.0 2.0 1.0 1.0 0 1.0 1.0 C
b 0 2.0 2.0 1.0 1.0 0 1.0 1.0 C,C
n -1 1.0 1.0
R 2.5 0.0 0.0
G1 0.0 0.0 3
t -1 1 0 2 0 1.0 1.0 1.0 1.0 1.0 1.0 0 1.0 1.0 [x<>y and d(x)=C1]
   1 1 0 0 0.0 0.0 <x>+<y>
   1 3 1 0
0.5 0.5
   1
   1 2 0 0 0.0 0.0 2<x,!y>+<S-x,y>
   1
   1 3 0 0
u 0.5 1 1 1 0 1.0 1.0
   1 2 0 0 0.0 0.0 <x,y>
   0
   0
v 1.0 0 0 1 0 1.0 1.0
   2 3 0 0
   0
   0
)";
  std::ofstream(folder / "c.def")
      << "|256\n%\n|\n(C c 0 0 (@c\nu C1,C2\n))\n(C1 c 0 0 (@c\nr{1-2}\n))\n(m m 0 0 (@m\n<S>+2<r1>\n))\n(C2 c 0 0 (@c\n{g}\n))\n";
  const ReadResult result = read_net((folder / "c.net").string(), "", {});
  ASSERT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
  test::expect_golden("greatspn.loom", find_format("loom")->write(*result.net, {}).text);
}

// Coloured nets stay coloured where they fit: classes, a range as names, products, all colours,
// successors, guards, predicates.
TEST(GreatSpn, ColouredNetsComeBack) {
  const Net net = test::net_of(R"(
colour C = enum { red, green, S };
colour N = int with 0..2;
colour P = product C * N;
var c, d : C; var n, m : N; var p : P;
place A : P = 2`(red, 1) ++ (green, 2);
place B : N = all(N);
place D : C;
place U : unit = 4`();
place F : P;
transition t { guard n != m & !(c = red & n = 2); in A : (c, n); in B : m; in U : 2`(); out A : (succ(c), m); out D : c when c != green; }
transition s { in D : c; read B : n; inhibit A : 2`(c, n); out U; out F : each all(P); }
transition r { in F : p; in B : n; out B : n; guard p != (red, 0); }
)");
  const test::OwnFolder folder;
  const std::string file = (folder / "c.net").string();
  EXPECT_EQ(write_net(net, file, "greatspn", {}).format(*net.sources), "");
  const ReadResult back = read_net(file, "greatspn", {});
  ASSERT_TRUE(back.net.has_value()) << back.diagnostics.format(*back.sources);
  EXPECT_EQ(back.net->places.size(), net.places.size()) << "not unfolded";
  EXPECT_EQ(back.net->transitions.size(), net.transitions.size());
  EXPECT_EQ(test::space_of(*back.net), test::space_of(net));
  // With time: an exponential transition with infinite servers, and one with a server for each
  // instance of a folded array.
  const Net timed = test::net_of(R"(
colour C = enum { red, green };
var c : C;
place A : C = 3`red ++ green;
place B : C;
transition t { in A : c; out B : c; time exponential(2.0); }
scope node[i in 0..2] { place IDLE : unit = 2`(); place BUSY : unit; transition serve { in IDLE; out BUSY; time exponential(0.5); servers 1; } }
)");
  EXPECT_EQ(write_net(timed, file, "greatspn", {}).format(*timed.sources), "");
  const ReadResult again = read_net(file, "greatspn", {});
  ASSERT_TRUE(again.net.has_value()) << again.diagnostics.format(*again.sources);
  EXPECT_EQ(again.net->places.size(), 4U);
  EXPECT_EQ(again.net->transitions[0].servers, 0);
  EXPECT_EQ(again.net->transitions[1].servers, 1);
  EXPECT_EQ(again.net->transitions[1].folded, 1U);
}

// Rates 1 for one enabling, 3 for more: with n tokens and weight 2 those of n / 2.
TEST(GreatSpn, RatesByTheNumberOfEnablings) {
  const Net net = test::read_text(read_greatspn, "|0|\n|\nf 0 1 0 1 0 0 0\np 5 0 0\nt 1 -2 0 1 0 0 0\n3\n 2 1 0 0\n 0\n 0\n");
  const std::string text = find_format("loom")->write(net, {}).text;
  EXPECT_NE(text.find("if tokens(p) / 2 <= 1 then 1.0 else 3.0"), std::string::npos) << text;
}

TEST(GreatSpn, TimedNetsComeBack) {
  const Net net = test::net_of(R"(
place P : unit = 3`();
place Q : unit;
place 'a b' : unit;
transition t { in P; out Q; time exponential(2 / 1 s); }
transition one { in P : 2`(); inhibit Q : 2`(); out 'a b'; time exponential(0.5 / 1 s); servers 1; }
transition low { in Q; out P; weight 0.25; priority -1; }
transition high { in Q; in 'a b'; out P; weight 3.0; priority 2; }
)");
  const WriteResult result = write_greatspn(net, {});
  test::expect_golden("timed_greatspn.net", written(result, net));
  ASSERT_EQ(result.companions.size(), 1U);
  EXPECT_EQ(result.companions[0].ending, ".def");
  EXPECT_EQ(test::trace_of(test::read_text(read_greatspn, result.text)), test::trace_of(net));
}

TEST(SmallFormats, HostileTexts) {
  test::expect_clean_errors(read_tina, kTina, 1);
  test::expect_clean_errors(read_lola, content(std::string(PETRILOOM_ROOT) + "/tests/formats/golden/all.lola"), 2);
  test::expect_clean_errors(read_greatspn, content(std::string(PETRILOOM_ROOT) + "/tests/formats/golden/timed_greatspn.net"), 3);
  EXPECT_NE(test::refusal(read_tina, "t", "tr a " + std::string(1'000'000, '{')), "");
  std::string pairs = "pr";
  for (int k = 0; k < 6000; ++k) pairs += " t" + std::to_string(k);
  EXPECT_NE(test::refusal(read_tina, "t", pairs + " >" + pairs.substr(2)).find("more than"), std::string::npos);
  EXPECT_NE(test::refusal(read_greatspn, "t", "|0|\n|\nf 9999999 9999999 0 0 0 0 0\n"), "");
  EXPECT_NE(test::refusal(read_greatspn, "t", "|0|\n|\nf 0 99999999999 0 0 0 0 0\n").find("no sensible number"), std::string::npos);
}

}  // namespace
}  // namespace petriloom::small_formats_test
