// SPDX-License-Identifier: Apache-2.0
// Continuous places and transitions of ANDL, classes cpn and hpn: read, run and written again.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/simulate/simulate.h"
#include "formats/andl/andl.h"
#include "formats/andl_writing/write_andl.h"
#include "formats/loom/loom.h"
#include "tests/formats/nets.h"
#include "tests/formats/text_nets.h"

namespace petriloom {
namespace {

std::string as_loom(const Net& net) {
  const WriteResult result = write_loom(net, {});
  EXPECT_FALSE(result.diagnostics.has_errors());
  return result.text;
}

std::string as_andl(const Net& net) {
  const WriteResult result = write_andl(net, {});
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.text;
}

constexpr const char* kTank = R"(hpn  [tank]
{
constants:
all:
double k = 0.5;
places:
discrete:
  on = 1;
  off = 0;
continuous:
  c = 3.5;
  d = 2 * k;
transitions:
continuous:
  pump : [on >= 1] : [c + 2] : 1.5 ;
  leak : : [c - 1] & [d + 0.5] : MassAction(k) ;
  pair : : [d - 2] : MassAction(0.1) ;
stochastic:
  burst : [d >= 0.25] : [c - 1.5] : 0.1*c ;
immediate:
  full : [c >= 8] : [on - 1] & [off + 1] : 1 ;
  low : [c < 4] : [off - 1] & [on + 1] & [d = 1.5] : 1 ;
}
)";

TEST(AndlFluid, HybridNetsAreRead) {
  const Net net = test::read_text(read_andl, kTank);
  const std::string text = as_loom(net);
  for (const char* part :
       {"place c : fluid = 3.5;", "place d : fluid = 1.0;", "read on : ();\n  out c : 2.0;\n  flow 1.5;", "flow 0.5 * level(c);",
        "flow 0.1 * pow(level(d), 2.0);", "read d : 0.25;\n  in  c : 1.5;\n  time exponential(0.1 * level(c));", "read c : 8.0;",
        "inhibit c : 4.0;", "reset d;\n  out d : 1.5;"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

// Without a heading all of a continuous net is continuous. A decays at rate 2 A^2 with [A - 2]: A =
// 1 / (1 + 4 t) from 1, as each flow takes two.
TEST(AndlFluid, ContinuousNetsFlowByMassAction) {
  Net net = test::read_text(read_andl, "cpn [x] { places: A = 1; B = 0; transitions: t : : [A - 2] & [B + 1] : MassAction(2) ; }");
  ASSERT_TRUE(net.places[0].fluid && net.places[1].fluid);
  const std::string text = as_loom(net) + "measure a = peak 1 / (level(A) + 0.0); measure b = peak level(B);\n";
  const Net measured = test::net_of(text);
  SimulationOptions options;
  options.until = 2;
  const SimulationResult result = simulate(measured, options);
  ASSERT_EQ(result.measures.size(), 2U);
  EXPECT_NEAR(result.measures[0].value.mean, 9, 1e-5);
  EXPECT_NEAR(result.measures[1].value.mean, (1 - 1.0 / 9) / 2, 1e-7);
}

TEST(AndlFluid, WhatIsWrittenReadsTheSame) {
  const Net net = test::read_text(read_andl, kTank);
  const std::string text = as_andl(net);
  EXPECT_EQ(text.substr(0, 11), "hpn  [tank]") << text;
  EXPECT_NE(text.find("continuous:\n  c = 3.5;\n  d_2 = 1;\n"), std::string::npos) << text;
  const Net back = test::read_text(read_andl, text);
  EXPECT_EQ(as_andl(back), text);
  EXPECT_EQ(as_loom(back), as_loom(net));
  const Net flows = test::net_of("place A : fluid = 1;\ntransition t { in A : 0.5; flow level(A); }");
  EXPECT_EQ(as_andl(flows).substr(0, 3), "cpn");
}

TEST(AndlFluid, WhatHasNoFormIsRefusedAtItsPlace) {
  const auto refused = [](const std::string& text) {
    const Net net = test::net_of(text);
    const WriteResult result = write_andl(net, {});
    EXPECT_TRUE(result.text.empty() || result.diagnostics.has_errors()) << result.text;
    return result.diagnostics.format(*net.sources);
  };
  const std::string start = "place A : fluid = 1;\n";
  EXPECT_NE(refused(start + "transition t { in A; flow now; }").find("test.loom:2"), std::string::npos);
  EXPECT_NE(refused(start + "transition t { in A; guard level(A) > 2; flow 1; }").find("test.loom:2"), std::string::npos);
  EXPECT_NE(refused(start + "const k = 1;\ntransition t { out A : 2 when k > 0; out A : uniform(0, 1); time exponential(1); }")
                .find("test.loom:3"),
            std::string::npos);
  WriteOptions untimed;
  untimed.untimed = true;
  const Net net = test::net_of(start + "transition t { in A; flow 1; }");
  EXPECT_TRUE(write_andl(net, untimed).diagnostics.has_errors());
}

}  // namespace
}  // namespace petriloom
