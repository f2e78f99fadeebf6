// SPDX-License-Identifier: Apache-2.0
// Random values that cannot be listed are explored by the values that the net gives for them.
#include "analysis/model/abstract_values.h"

#include <gtest/gtest.h>

#include "analysis/verify/verify.h"
#include "formats/loom/loom.h"

namespace petriloom::test {
namespace {

Net abstract_net(const std::string& draw, const std::string& more = "") {
  const ReadResult read = read_loom("drawn.loom",
                                    "place A : unit = 2`(); place B : real; place C : product int * int;\n"
                                    "transition t { in A; " +
                                        draw + " }\n" + more,
                                    {});
  EXPECT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  return *read.net;
}

// With two firings of three values each, the markings of B are the multisets of at most two of
// three: 1 + 3 + 6.
TEST(AbstractValues, AreWhatIsExplored) {
  const Net net = abstract_net("draw x = normal(5.0, 1.0) abstract [1, 2.5, 1 + 3]; out B : x;");
  for (const bool urgent : {false, true}) {
    VerifyOptions options;
    options.urgent = urgent;
    const VerifyResult result = verify(net, options);
    EXPECT_FALSE(result.diagnostics.has_errors());
    EXPECT_TRUE(result.abstract_values);
    EXPECT_TRUE(result.state_space.complete);
    EXPECT_EQ(result.state_space.states, 10U);
  }
}

// The second value depends on the first, whose two values are drawn once for both components.
TEST(AbstractValues, AreDrawnOnceForAllUses) {
  const Net net = abstract_net("draw x = poisson(5.0) abstract [1, 2]; draw y = x + discrete(0, 1); out C : (x, y);");
  const VerifyResult result = verify(net, {});
  EXPECT_EQ(result.state_space.states, 1U + 4U + 10U);  // multisets of at most two of four pairs
}

// What looks at the time is left open otherwise: it may be true and false.
TEST(AbstractValues, AreThoseOfWhatLooksAtTheTime) {
  const std::string draw = "delay 1; draw late = now > 5.0{}; out C : (1, 1) when late; out C : (2, 2) when !late;";
  const auto with = [&](const std::string& list) {
    std::string text = draw;
    VerifyOptions options;
    options.urgent = true;
    const VerifyResult result = verify(abstract_net(text.replace(text.find("{}"), 2, list)), options);
    EXPECT_FALSE(result.diagnostics.has_errors());
    EXPECT_EQ(result.abstract_values, !list.empty());
    return result.state_space.states;
  };
  EXPECT_EQ(with(" abstract [false, true]"), with(""));
  EXPECT_LT(with(" abstract [false]"), with(""));
  EXPECT_EQ(with(" abstract [false]"), with(" abstract [true]"));
}

TEST(AbstractValues, OfDelaysAloneMeanNothing) {
  const std::string text = "draw d = lognormal(0.0, 1.0){}; out B : 1.0 @+ d;";
  const auto with = [&](const std::string& list) {
    std::string draw = text;
    return verify(abstract_net(draw.replace(draw.find("{}"), 2, list)), {}).state_space.states;
  };
  EXPECT_EQ(with(" abstract [1, 2]"), with(""));
}

TEST(AbstractValues, WithoutThemTheNetIsAsItIs) {
  EXPECT_FALSE(with_abstract_values(abstract_net("draw x = discrete(1, 2); out B : x;")));
  const VerifyResult result = verify(abstract_net("draw x = poisson(5.0); out B : x;"), {});
  EXPECT_TRUE(result.diagnostics.has_errors());
}

}  // namespace
}  // namespace petriloom::test
