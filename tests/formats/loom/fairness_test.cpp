// SPDX-License-Identifier: Apache-2.0
// Fairness is of instances of transitions, however the net is written: folded, expanded, unfolded,
// or read back from a file.
#include <gtest/gtest.h>

#include "analysis/verify/verify.h"
#include "engine/unfold/unfold.h"
#include "formats/loom/loom.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

Net unfolded_fair(const Net& net) {
  Unfolding result = unfold(net, {});
  EXPECT_TRUE(result.net) << result.diagnostics.format(*net.sources);
  return std::move(*result.net);
}

Net retext_net(const Net& net) { return text_net(write_loom(net, {}).text); }

Verdict fair_verdict(const Net& net, Fairness fairness) {
  VerifyOptions options;
  options.fairness = fairness;
  options.properties = {PropertyId(0)};
  options.standard = false;
  return verify(net, options).properties.at(0).verdict;
}

// One transition serves two clients. Serving 0 for ever is fair to the transition, and unfair to
// the binding x = 1.
constexpr const char* kOneServer = R"(
colour Client = int with 0..1;
var x, y : Client;
place WAIT : Client = all(Client);
place LAST : Client = 0;
transition serve { in WAIT : x; in LAST : y; out WAIT : x; out LAST : x; }
property served : ltl G F tokens(LAST, 1) = 1;
)";

TEST(Fairness, IsOfTransitionsNotOfBindings) {
  const Net net = text_net(kOneServer);
  for (const Fairness fairness : {Fairness::none, Fairness::weak, Fairness::strong}) {
    EXPECT_EQ(fair_verdict(net, fairness), Verdict::refuted);
    EXPECT_EQ(fair_verdict(unfolded_fair(net), fairness), Verdict::refuted);
    EXPECT_EQ(fair_verdict(retext_net(unfolded_fair(net)), fairness), Verdict::refuted);
    EXPECT_EQ(fair_verdict(unfolded_fair(retext_net(unfolded_fair(net))), fairness), Verdict::refuted);
  }
}

// A server for each client: each instance is a transition of its own, enabled for ever until it
// fires.
constexpr const char* kServers = R"(
place LAST : int = 0;
var y : int;
module Server(me : int) {
  port inout SEEN : int;
  place WAIT : unit = ();
  transition serve { in WAIT; in SEEN : y; out WAIT; out SEEN : me; }
}
instance server[i in 0..1] : Server(me = ord(i)) { SEEN = LAST; }
property served : ltl G F tokens(LAST, 1) = 1;
)";

TEST(Fairness, IsOfInstances) {
  for (const Fold fold : {Fold::automatic, Fold::never}) {
    const Net net = text_net(kServers, fold);
    EXPECT_EQ(fair_verdict(net, Fairness::none), Verdict::refuted);
    for (const Fairness fairness : {Fairness::weak, Fairness::strong}) {
      EXPECT_EQ(fair_verdict(net, fairness), Verdict::holds);
      EXPECT_EQ(fair_verdict(unfolded_fair(net), fairness), Verdict::holds);
      EXPECT_EQ(fair_verdict(retext_net(unfolded_fair(net)), fairness), Verdict::holds);
    }
  }
}

// Two ways to serve, said to be one: taking the first for ever is fair.
TEST(Fairness, TakesTransitionsTogetherThatSaySo) {
  const std::string alone = R"(
place IDLE : unit = ();
place ONE : unit;
place TWO : unit;
transition first { in IDLE; out ONE; }
transition second { in IDLE; out TWO; )";
  const std::string rest = R"( }
transition back { in ONE; out IDLE; }
transition again { in TWO; out IDLE; }
property both : ltl G F TWO;
)";
  EXPECT_EQ(fair_verdict(text_net(alone + rest), Fairness::strong), Verdict::holds);
  const Net together = text_net(alone + "fair with first;" + rest);
  EXPECT_EQ(fair_verdict(together, Fairness::strong), Verdict::refuted);
  EXPECT_EQ(fair_verdict(retext_net(together), Fairness::strong), Verdict::refuted);
  EXPECT_EQ(fair_verdict(unfolded_fair(together), Fairness::strong), Verdict::refuted);
}

TEST(Fairness, RefusesToBeWithAnotherModuleOrInChains) {
  const std::string text = R"(
place P : unit = ();
module M { port inout Q : unit; transition t { in Q; out Q; } }
instance m : M() { Q = P; }
transition a { in P; out P; fair with m.t; }
transition b { in P; out P; fair with b; }
transition c { in P; out P; fair with d; }
transition d { in P; out P; fair with e; }
transition e { in P; out P; }
transition f { in P; out P; fair with nobody; }
)";
  const ReadResult result = read_loom("net.loom", text, {});
  EXPECT_FALSE(result.net);
  const std::string said = result.diagnostics.format(*result.sources);
  EXPECT_NE(said.find("net.loom:5:29: error: `a` can only be fair with another transition of its module"), std::string::npos)
      << said;
  EXPECT_NE(said.find("net.loom:6:29: error: `b` can only be fair"), std::string::npos) << said;
  EXPECT_NE(said.find("net.loom:7:29: error: `d` is fair with another transition itself"), std::string::npos) << said;
  EXPECT_NE(said.find("net.loom:10:"), std::string::npos) << said;
}

}  // namespace
}  // namespace petriloom::test
