// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "formats/andl/andl.h"
#include "formats/andl/reader.h"
#include "formats/andl_writing/andl_expr.h"
#include "formats/andl_writing/write_andl.h"
#include "formats/andl_writing/write_candl.h"
#include "formats/loom/loom.h"
#include "formats/registry/table.h"
#include "tests/formats/nets.h"
#include "tests/formats/text_nets.h"

namespace petriloom::andl_read_test {
namespace {

const std::string kSamples = std::string(PETRILOOM_SHARED) + "/formats/andl-samples/";

std::string content(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string golden(const std::string& name) { return content(std::string(PETRILOOM_ROOT) + "/tests/formats/golden/" + name); }

std::string written(const WriteResult& result, const Net& net) {
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.text;
}

TEST(AndlRead, RealFiles) {
  if (!std::filesystem::exists(kSamples)) GTEST_SKIP() << "needs ../shared/formats";
  const Net philosophers = test::read_text(read_andl, content(kSamples + "Meijuh-SS-model.andl"));
  EXPECT_EQ(philosophers.name, "Philosophers_PT_000005");
  EXPECT_EQ(philosophers.places.size(), 25U);
  EXPECT_EQ(philosophers.transitions.size(), 25U);
  // The Model Checking Contest's Philosophers-PT-000005: 3^5 states and the two deadlocks of all
  // left or all right forks.
  EXPECT_EQ(test::space_of(philosophers).substr(0, 10), "243 states");
}

// Constants that nothing declares, and continuous places; a colour outside its set.
TEST(AndlRead, RealFilesWithMistakesSayWhere) {
  if (!std::filesystem::exists(kSamples)) GTEST_SKIP() << "needs ../shared/formats";
  const std::string whale = test::refusal(read_andl, "whale.candl", content(kSamples + "whaleExampleModel.candl"));
  EXPECT_NE(whale.find("whale.candl:12:11: error: there is no variable, constant or colour 'DX'"), std::string::npos) << whale;
  EXPECT_NE(whale.find("whale.candl:29:3: error: coloured continuous places and transitions are not supported"), std::string::npos)
      << whale;
  const std::string text = content(kSamples + "occ-pyspike-small.candl");
  const ReadResult small = read_andl("small.candl", text, {});
  EXPECT_TRUE(small.net.has_value()) << small.diagnostics.format(*small.sources);
  EXPECT_NE(small.diagnostics.format(*small.sources).find("warning: this is no colour of"), std::string::npos);
}

constexpr const char* kAll = R"(xspn  [all_arcs]
{
constants:
valuesets[V1:V2]
all:
int N = [5:7];
parameter:
double k = [0.5:0.2];
functions:
  twice(x) = 2*x;
  scaled(x) = twice(x)*k;
observers:
  place: "nothing of this is read" = p + q;
places:
discrete:
  p{fix} = 1;
  q = N; // five
  r = 0; /* none */
  m = 2;
transitions:
stochastic:
  one
    : [p >= 1] & [r < 3] & [m]
    : [q - 1] & [r + 2]
    : MassAction(k)
    ;
  same{rev}
    : [q = 3]
    : [q = 2*2]
    : scaled(3)
    ;
immediate:
  empty
    : [r > 3]
    : [r = 0]
    : 0.25
    ;
deterministic:
  late
    :
    : [q - 1] & [p + 1]
    : 2.5
    ;
scheduled:
  now_and_then
    :
    : [m + 1]
    : 0,10,25
    ;
}
)";

TEST(AndlRead, AllArcsAndTimes) {
  const Net net = test::read_text(read_andl, kAll);
  test::expect_golden("read_all.loom", find_format("loom")->write(net, {}).text);
}

// Due at 0, 10 and 20: the end 25 is before the fourth. Each of the three fires at its time, and
// nothing at another one.
TEST(AndlRead, ScheduledFireAtTheirTimes) {
  const Net net = test::read_text(read_andl, R"(xspn [s] { places: discrete: p = 2; q = 0;
transitions: scheduled: t : : [p - 1] & [q + 1] : 5,10,25 ; })");
  EXPECT_EQ(test::trace_of(net), "5 t\n15 t\nend 15\n");
}

// With variables every binding fires at each of the times that finds its tokens, of equal ones one:
// two of colour 2 take two times.
TEST(CandlRead, ScheduledBindingsFireAtTheirTimes) {
  const Net net = test::read_text(read_andl, R"(colxspn [s] { colorsets: Dot = {dot}; D = {1..3}; variables: D : d;
places: discrete: D p = 1`1 ++ 2`2; D q = 0`1;
transitions: scheduled: t : : [p - {d}] & [q + {d}] : 5,10,_SimEnd ; once : : [q - {d}] : 6,1,6 ; })");
  EXPECT_EQ(test::trace_of(net), "5 t\n5 t\n6 once\n6 once\n15 t\nend 15\n");
}

// What is written is read as it was: endless, with an end, of one time, of a list with one period.
// Other lists have no form.
TEST(AndlRead, ScheduledComeBack) {
  const std::string head = "place P : unit = 9`();\n";
  const std::pair<std::string, std::string> cases[] = {{"every 2 s from 1 s", "1,2,_SimEnd"},
                                                       {"every 2 s until 9 s", "2,2,9"},
                                                       {"at 0.5 s", "0.5,1,0.5"},
                                                       {"at 8 s, 5 s", "5,3,8"},
                                                       {"at 1 s, 2 s, 4 s", ""}};
  for (const auto& [time, wanted] : cases) {
    const Net net = test::read_text(read_loom, head + "transition t { in P; " + time + "; }\n");
    const WriteResult result = write_andl(net, {});
    EXPECT_EQ(result.diagnostics.has_errors(), wanted.empty()) << time;
    if (wanted.empty()) continue;
    EXPECT_NE(result.text.find("    : " + wanted + "\n"), std::string::npos) << result.text;
    EXPECT_EQ(test::trace_of(test::read_text(read_andl, result.text)), test::trace_of(net)) << time;
  }
}

// k times the markings of both inputs, the second with weight 2: n (n - 1) / 2 ways.
TEST(AndlRead, MassActionIsARateOverTheMarking) {
  const auto sources = std::make_shared<Sources>();
  Diagnostics diagnostics;
  const FileId file = sources->add("m.andl", R"(spn [m] { places: discrete: p = 3; q = 4;
transitions: t : : [p - 1] & [q - 2] : MassAction(0.5) ; u : : [p - 1] : p*q/2 ; })");
  const andl::Document document = andl::parse(*sources, file, diagnostics);
  NetBuilder builder("m", sources);
  const andl::Kept kept;
  const std::map<std::string, std::string> names;
  andl::Reader(document, names, kept, {}, builder).read();
  EXPECT_FALSE(builder.diagnostics().has_errors());
  const Net& net = builder.net();
  ASSERT_EQ(net.transitions.size(), 2U);
  const std::vector<std::string> places{"p", "q"};
  EXPECT_EQ(net.transitions[0].servers, 1);
  EXPECT_EQ(andl::andl_expression(net, places, net.transitions[0].a), "((0.5*p)*((q*(q-1))/2))");
  EXPECT_EQ(net.transitions[1].servers, 1);
  EXPECT_EQ(andl::andl_expression(net, places, net.transitions[1].a), "((p*q)/2)");
}

TEST(CandlRead, Expressions) {
  const Net net = test::read_text(read_andl, R"(colspn [c]
{
constants: all: int D = 3; double k1 = 0.5;
colorsets:
  Dot = {dot};
  CS = {1..D};
  Col = {red,green,blue};
  Grid = PROD(CS,CS);
  Mixed = PROD(CS,Col);
variables:
  CS : x; CS : y; Col : c; Grid : g;
colorfunctions:
bool near(CS x,CS y) { (x=y+1) | (x=y-1) };
CS far(CS x) { +x };
places:
discrete:
  Dot n = 4`dot;
  CS a = 1`all;
  CS b = 2`1++1`3;
  CS e = [x<3]2`x;
  Grid grid = 1`(1,1)++[x!=y]1`(x,y);
  Mixed m = 0`all;
  Col r = all;
transitions:
  move
 {[near(x,y) & c!=red]}
    : [e >= {y}] & [b < {3`x}]
    : [a - {x}] & [a + {far(x)}] & [m + {(x,+c)}] & [r - {c}] & [r + {-c}] & [n - {1`dot}]
    : [x=1] k1 ++ [x!=1] 2*k1
    ;
  pair
    :
    : [grid - {g}] & [a - {g:1}] & [a + {g:2}] & [b + {[g:1=1]2`g:2}]
    : 0.5
    ;
  others
    :
    : [e - {all--1`x}] & [a + {x}]
    : 1
    ;
}
)");
  test::expect_golden("read_expressions.loom", find_format("loom")->write(net, {}).text);
}

TEST(AndlRead, GoldenErrors) {
  std::string all;
  for (const char* text : {
           "pm [x] { places: p = 1; transitions: }",
           "pn [x] { places: p = 1; p = 2; q = w; r = 99999999999999999999; s = -1; t = 1.5;\ntransitions: }",
           "pn [x] { places: p = 1\n q = 2; r : 3; s = 4;\ntransitions:\n t : [p >= ] : [q - 1] ;\n u : : [z - 1] & [q ~ 1] ; v : "
           ": [p >= 1] ;\n}",
           "spn [x] { constants: valuesets[A:B] all: int n = [1:2:3]; long m = 3; places: p = 1; transitions:\n t : : [p - 1] ;\n "
           "u : : [p - 1] : f(1) ;\n"
           " v : : [p - 1] : MassAction(1, 2) ; w : : [p - 1] : sin(p) ; immediate: x : : [p - 1] : MassAction(1) ; }",
           "colpn [x] { colorsets: A = {1..3}; B = {red,red}; C = PROD(A,D); A = {1..2}; E = {3..1}; variables: A : x; Z : z;\n"
           "places: A p = 1`4; A q = 1`red; F r = 1`1; s = 1;\n transitions:\n t {[x=red]} : : [p - {y}] ; u : : [p - {(x,x)}] & "
           "[p + {q++}] ; }",
           "pn [x] { places: p = 1; /* open\n transitions: }",
           "pn [x] { places: p = 1; transitions:\n t : : [p - 1] ",
           "spn [x] { functions: f(a) = g(a); g(a) = f(a); places: p = 1; transitions: t : : [p - 1] : f(1) ; }",
           "hpn [x] { places: discrete: d = 1; continuous: c = 0.5; e = -1;\n transitions: continuous: t : [c = 1] : [c - 1] & [d "
           "- 1] : 1 ; }",
           "colcpn [x] { colorsets: D = {dot}; places: D p = 1`dot; transitions: t : : [p - {dot}] : MassAction(1) ; }",
           "gspn [x] { places: p = 1; transitions: scheduled: a : : [p + 1] : 0,0,9 ; b : : [p + 1] : 1,2,3,4 ; c : : [p + 1] : "
           "-1,2,3 ; }",
           "",
       }) {
    all += test::refusal(read_andl, "wrong.andl", text) + "---\n";
  }
  test::expect_golden("andl_errors.txt", all);
}

TEST(AndlRead, RoundTripsOfRandomNets) {
  int compared = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Net net = test::random_net(seed, true, false);
    const std::string text = written(write_andl(net, {}), net);
    const Net back = test::read_text(read_andl, text);
    EXPECT_EQ(written(write_andl(back, {}), back), text) << seed;
    if (!test::small_space(net)) continue;
    ++compared;
    EXPECT_EQ(test::space_of(net), test::space_of(back)) << seed << text;
  }
  EXPECT_GT(compared, 50);
}

// What ANDL can say of time gives the same run, draw for draw.
TEST(AndlRead, TimedRoundTripsRunTheSame) {
  int compared = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const Net net = test::random_net(seed, true, true);
    const WriteResult result = write_andl(net, {});
    if (result.diagnostics.has_errors()) continue;
    ++compared;
    const Net back = test::read_text(read_andl, result.text);
    EXPECT_EQ(test::trace_of(net), test::trace_of(back)) << seed << result.text;
  }
  EXPECT_GT(compared, 5);
}

TEST(CandlRead, GoldenFilesReadBack) {
  for (const char* file : {"philosophers.candl", "guards.candl", "all.andl", "philosophers.andl"}) {
    const Net net = test::read_text(read_andl, golden(file));
    const auto write = golden(file).starts_with("col") ? write_candl : write_andl;
    const std::string text = written(write(net, {}), net);
    const Net again = test::read_text(read_andl, text);
    EXPECT_EQ(written(write(again, {}), again), text) << file;
    EXPECT_EQ(test::space_of(again), test::space_of(net)) << file;
    EXPECT_EQ(test::trace_of(again), test::trace_of(net)) << file;
  }
  // Lucas numbers, as in unfold_test.
  const Net net = test::net_of(test::philosophers(7));
  EXPECT_EQ(test::space_of(test::read_text(read_andl, written(write_candl(net, {}), net))), test::space_of(net));
}

TEST(AndlRead, NamesComeBack) {
  const Net net = test::net_of(
      "place 'a b' : unit = 1`();\nplace 'a*/\\c' : unit;\nplace places : unit;\nplace aa : unit; place a : unit;\n"
      "transition 'for' { in 'a b'; out 'a*/\\c'; out places; out a; }\n");
  const Net back = test::read_text(read_andl, written(write_andl(net, {}), net));
  EXPECT_EQ(test::described(back), test::described(net));
}

TEST(AndlRead, HostileTexts) {
  test::expect_clean_errors(read_andl, kAll, 1);
  test::expect_clean_errors(read_andl, golden("guards.candl"), 2);
  const std::string deep =
      "pn [x] { places: p = " + std::string(1'000'000, '(') + "1" + std::string(1'000'000, ')') + "; transitions: }";
  EXPECT_NE(test::refusal(read_andl, "deep", deep).find("nested too deeply"), std::string::npos);
  std::string chain = "pn [x] { places: p = 1";
  for (int k = 0; k < 100'000; ++k) chain += "+1";
  EXPECT_NE(test::refusal(read_andl, "chain", chain + "; transitions: }").find("nested too deeply"), std::string::npos);
  const std::string braces = "colpn [x] { colorsets: " + std::string(100'000, '{');
  EXPECT_NE(test::refusal(read_andl, "braces", braces), "");
  std::string functions = "spn [x] { functions: f0(a) = a;";
  for (int k = 1; k < 40; ++k)
    functions += " f" + std::to_string(k) + "(a) = f" + std::to_string(k - 1) + "(a)+f" + std::to_string(k - 1) + "(a);";
  EXPECT_NE(test::refusal(read_andl, "functions", functions + " places: p = 1; transitions: t : : [p - 1] : f39(p) ; }")
                .find("more than"),
            std::string::npos);
  EXPECT_NE(test::refusal(read_andl, "large",
                          "colpn [x] { colorsets: A = {1..4000000000}; B = PROD(A,A,A); variables: A : x; A : y;\n"
                          "places: B p = [x<y]1`(x,y,x); A q = 1`all; transitions: }")
                .find("more than"),
            std::string::npos);
}

}  // namespace
}  // namespace petriloom::andl_read_test
