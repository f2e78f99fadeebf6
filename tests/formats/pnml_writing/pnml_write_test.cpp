// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/unfold/unfold.h"
#include "formats/pnml/pnml.h"
#include "formats/pnml/validate.h"
#include "formats/pnml_writing/write_pnml.h"
#include "tests/formats/nets.h"

namespace petriloom::pnml_write_test {
namespace {

const std::string kGrammars = std::string(PETRILOOM_ROOT) + "/formats/pnml/grammar/";

TEST(PnmlWrite, ReadsBackAsTheSameNet) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const Net net = test::random_net(seed, seed % 3 == 0, seed % 2 == 1);
    const WriteResult written = write_pnml(net, {});
    ASSERT_FALSE(written.diagnostics.has_errors()) << written.diagnostics.format(*net.sources);
    const ReadResult back = read_pnml("back.pnml", written.text, {});
    ASSERT_TRUE(back.net.has_value()) << back.diagnostics.format(*back.sources) << written.text;
    EXPECT_EQ(test::described(*back.net), test::described(net)) << written.text;
    if (seed >= 40) continue;
    EXPECT_EQ(validate_pnml(written.text, kGrammars + "ptnet.pntd"), "") << written.text;
  }
}

TEST(PnmlWrite, CoreModelReadsBackAsTheSameNet) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const Net net = test::random_net(seed, seed % 3 == 0, seed % 2 == 1);
    const WriteResult written = write_pnml_core(net, {});
    const ReadResult back = read_pnml("back.pnml", written.text, {});
    ASSERT_TRUE(back.net.has_value()) << back.diagnostics.format(*back.sources) << written.text;
    EXPECT_EQ(test::described(*back.net), test::described(net)) << written.text;
    EXPECT_EQ(validate_pnml(written.text, kGrammars + "pnmlcoremodel.rng"), "") << written.text;
  }
}

TEST(PnmlWrite, WarnsOfArcsThatOtherToolsDoNotSee) {
  const Net net = test::net_of("place P : unit;\ntransition t { inhibit P; inhibit P : 2`(); }\ntransition u { reset P; }\n");
  const WriteResult written = write_pnml(net, {});
  const std::string text = written.diagnostics.format(*net.sources);
  EXPECT_NE(text.find("test.loom:2:"), std::string::npos) << text;
  EXPECT_NE(text.find("2 inhibitor arcs of the net stand in annotations"), std::string::npos) << text;
  EXPECT_NE(text.find("1 reset arc of the net stand"), std::string::npos) << text;
  EXPECT_EQ(written.text.find("<arc id="), std::string::npos) << written.text;
  const ReadResult back = read_pnml("back.pnml", written.text, {});
  ASSERT_TRUE(back.net.has_value()) << back.diagnostics.format(*back.sources);
  EXPECT_EQ(test::described(*back.net), test::described(net));
}

TEST(PnmlWrite, GoldenPhilosophers) {
  const Net net = test::net_of(test::philosophers(2));
  const WriteResult written = write_pnml(net, {});
  test::expect_golden("philosophers.pnml", written.text);
  EXPECT_EQ(validate_pnml(written.text, kGrammars + "ptnet.pntd"), "");
}

TEST(PnmlSymmetric, GoldenPhilosophersIsValid) {
  const Net net = test::net_of(test::philosophers(3));
  const WriteResult written = write_pnml_symmetric(net, {});
  ASSERT_FALSE(written.diagnostics.has_errors()) << written.diagnostics.format(*net.sources);
  test::expect_golden("philosophers.sn.pnml", written.text);
  EXPECT_EQ(validate_pnml(written.text, kGrammars + "symmetricnet.pntd"), "");
}

TEST(PnmlSymmetric, WritesGuardsRangesAndProducts) {
  const Net net = test::net_of(R"(
colour D = enum { red, green };
colour N = int with 2..5;
colour P = product D * N;
fun odd(n : int) : bool = n % 2 = 1;
var d : D;
var n, m : N;
var p : P;
place A : P = 2`(red, 3) ++ 1`(green, 5);
place B : N = all(N);
place U : unit = 4`();
transition t { guard n < m & d != green | odd(n); in A : (d, n); in B : m; in U : 2`(); out A : (d, m); out B : each all(N); }
transition s { in A : p; read B : 3; out A : p; }
)");
  const WriteResult written = write_pnml_symmetric(net, {});
  ASSERT_FALSE(written.diagnostics.has_errors()) << written.diagnostics.format(*net.sources);
  test::expect_golden("guards.sn.pnml", written.text);
  EXPECT_EQ(validate_pnml(written.text, kGrammars + "symmetricnet.pntd"), "");
}

TEST(PnmlSymmetric, RefusesWhatItHasNoFormFor) {
  const Net net = test::net_of(R"(
colour N = int with 0..5;
var n : N;
place A : N = 1;
place L : list of int;
transition t { in A : n; out A : n + 1; }
)");
  const WriteResult written = write_pnml_symmetric(net, {});
  EXPECT_TRUE(written.text.empty());
  const std::string text = written.diagnostics.format(*net.sources);
  EXPECT_NE(text.find("test.loom:5:"), std::string::npos) << text;
  EXPECT_NE(text.find("no sort for list of int"), std::string::npos) << text;
  EXPECT_NE(text.find("test.loom:6:"), std::string::npos) << text;
}

}  // namespace
}  // namespace petriloom::pnml_write_test
