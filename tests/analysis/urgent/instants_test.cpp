// SPDX-License-Identifier: Apache-2.0
// What rule 29 says, on nets of a few lines.
#include <gtest/gtest.h>

#include <stdexcept>

#include "analysis/urgent/urgent_model.h"
#include "analysis/witness/witness.h"
#include "formats/loom/loom.h"
#include "tests/analysis/nets.h"

namespace petriloom::test {
namespace {

struct AskedCase {
  std::string name;
  const char* net;
  const char* formula;  // of CTL
  Verdict verdict;
};

const AskedCase kAsked[] = {
    {"ImmediateFirst",
     "place A : unit = 1`(); place B : unit; place C : unit;\n"
     "transition slow { in A; out B; time exponential(1.0); } transition now { in A; out C; }",
     "AF C", Verdict::holds},
    {"PrioritiesAtOneInstant",
     "place S : unit = 1`(); place A : unit; place B : unit; place C : unit;\n"
     "transition send { in S; out A; out B; delay 2 s; }\n"
     "transition pair { in A; in B; out C; priority 1; } transition alone { in A; }",
     "AF C", Verdict::holds},
    {"TwoRandomDelaysAreNotOne",
     "place S : unit = 1`(); place A : unit; place B : unit; place C : unit;\n"
     "transition send { in S; out A : () @+ exponential(1.0); out B : () @+ exponential(1.0); }\n"
     "transition pair { in A; in B; out C; priority 1; } transition alone { in A; }",
     "AF C", Verdict::refuted},
    {"OneRandomDelayIsOne",
     "place S : unit = 1`(); place A : unit; place B : unit; place C : unit;\n"
     "transition send { in S; out A; out B; delay exponential(1.0); }\n"
     "transition pair { in A; in B; out C; priority 1; } transition alone { in A; }",
     "AF C", Verdict::holds},
    {"OneDrawnDelayIsOne",
     "place S : unit = 1`(); place A : unit; place B : unit; place C : unit;\n"
     "transition send { in S; draw d = exponential(1.0); out A : () @+ d; out B : () @+ d; }\n"
     "transition pair { in A; in B; out C; priority 1; } transition alone { in A; }",
     "AF C", Verdict::holds},
    {"DifferentFiringsMayMeet",
     "place S : unit = 1`(); place T : unit = 1`(); place A : unit; place B : unit; place C : unit;\n"
     "transition s { in S; out A : () @+ uniform(1.0, 2.0); } transition t { in T; out B : () @+ uniform(1.0, 2.0); }\n"
     "transition pair { in A; in B; out C; priority 1; } transition a { in A; } transition b { in B; }",
     "EF C", Verdict::holds},
    {"ShorterComesFirst",
     "place S : unit = 1`(); place A : unit; place B : unit; place X : unit; place Y : unit;\n"
     "transition send { in S; out A : () @+ 2 s; out B : () @+ 1 s; }\n"
     "transition a { in A; out X; } transition b { in B; out Y; }",
     "A[!X U Y]", Verdict::holds},
    {"OlderOfOneDelayComesFirst",
     "place S : int = 1`1; place A : int; place X : int; var n : int;\n"
     "transition send { in S : n; out A : n @+ 3 s; out S : 2 @+ 1 s when n = 1; }\n"
     "transition a { in A : n; out X : n; }",
     "A[tokens(X, 2) = 0 U tokens(X, 1) = 1]", Verdict::holds},
    {"OlderLongerMayComeLater",
     "place S : int = 1`1; place A : int; place X : int; var n : int;\n"
     "transition send { in S : n; out A : n @+ (if n = 1 then 3 s else 1 s); out S : 2 @+ 1 s when n = 1; }\n"
     "transition a { in A : n; out X : n; }",
     "A[tokens(X, 2) = 0 U tokens(X, 1) = 1]", Verdict::refuted},
    {"NoDelayIsNone",
     "place S : unit = 1`(); place A : unit; place B : unit; place C : unit; var z : int with 0..0;\n"
     "transition send { in S; out A : () @+ real(z); out B; }\n"
     "transition pair { in A; in B; out C; } transition alone { in B; priority -1; }",
     "AF C", Verdict::holds},
    {"RandomDelayMayBeNone",
     "place S : unit = 1`(); place A : unit; place B : unit; place C : unit;\n"
     "transition send { in S; out A : () @+ max(0, uniform(-1.0, 1.0)); out B; }\n"
     "transition pair { in A; in B; out C; priority 1; } transition alone { in B; }",
     "EF C & EF (A & !B & !C)", Verdict::holds},
    {"TimerWithoutDurationIsAtOnce",
     "place S : unit = 1`(); place A : unit; place B : unit; place C : unit;\n"
     "transition send { in S; out A; out B : () @+ 1 s; } transition t { in A; out C; time deterministic(0); }\n"
     "transition late { in B; inhibit C; out B; }",
     "A[!fireable(late) U C]", Verdict::holds},
    {"InhibitorsSeeWhatIsOnItsWay",
     "place S : unit = 1`(); place A : unit; place C : unit; place D : unit = 1`();\n"
     "transition send { in S; out A; delay exponential(1.0); priority 1; }\n"
     "transition free { in D; inhibit A; out C; } transition take { in A; }",
     "A[!C U (!A & !S)]", Verdict::holds},
    {"TimersMayBeDueAtOneInstant",
     "place S : unit = 2`(); place A : unit; place B : unit; place C : unit;\n"
     "transition t { in S; out A : () @+ 1 s; time exponential(1.0); }\n"
     "transition pair { in A : 2`(); out C; priority 1; } transition alone { in A; }",
     "EF C", Verdict::holds},
    {"LaterTokensAtTheStart",
     "place A : unit = 1`() @+ 1 s; place B : unit = 1`() @+ 2 s; place X : unit; place Y : unit;\n"
     "transition a { in A; out X; } transition b { in B; out Y; }",
     "A[!Y U X]", Verdict::holds},
    {"OrdersAreKept",
     "place S : int = 1`1 ++ 1`2; place X : int; var n : int;\n"
     "transition t { in S : n; out X : n; order by -n; delay 1 s; }",
     "A[tokens(X, 1) = 0 U tokens(X, 2) = 1]", Verdict::holds},
};

Net asked_net(const AskedCase& asked) {
  const ReadResult read = read_loom("asked.loom", asked.net, {});
  if (!read.net) throw std::runtime_error(asked.name + read.diagnostics.format(*read.sources));
  ReadResult with = with_property(*read.net, PropertyKind::ctl, "asked", asked.formula);
  if (!with.net) throw std::runtime_error(asked.name + with.diagnostics.format(*with.sources));
  return std::move(*with.net);
}

TEST(Instants, AreKept) {
  for (const AskedCase& asked : kAsked) {
    const Net net = asked_net(asked);
    VerifyOptions options;
    options.urgent = true;
    options.properties = {PropertyId(net.properties.size() - 1)};
    const VerifyResult result = verify(net, options);
    EXPECT_TRUE(result.urgent) << asked.name;
    EXPECT_EQ(result_of(result, "asked").verdict, asked.verdict) << asked.name;
  }
}

TEST(Instants, WitnessesSayWhatComesAndCanBeReplayed) {
  const Net net = asked_net(kAsked[2]);
  VerifyOptions options;
  options.urgent = true;
  const VerifyResult result = verify(net, options);
  const PropertyResult& refuted = result_of(result, "asked");
  ASSERT_TRUE(refuted.witness);
  ASSERT_GE(refuted.witness->steps.size(), 3U);
  EXPECT_EQ(refuted.witness->steps[0].name, "send");
  EXPECT_EQ(refuted.witness->steps[1].name, "time passes");
  EXPECT_EQ(refuted.witness->steps[1].binding, "1`() in A");
  const Net with_time = with_passing_of_time(net);
  UrgentModel model(with_time, {});
  const auto reached = replay(model, *refuted.witness);
  ASSERT_TRUE(reached);
  EXPECT_EQ(marked_places(model, *reached).size(), refuted.witness->final_marking.size());
}

TEST(Instants, PassingOfTimeIsNoTransitionOfTheNet) {
  const ReadResult read =
      read_loom("own.loom", "place A : unit = 1`(); transition t { in A; out A; time exponential(1.0); }\n", {});
  ASSERT_TRUE(read.net);
  VerifyOptions options;
  options.urgent = true;
  options.standard = false;
  options.checks = {"live", "quasi_live", "deadlock_free"};
  for (const PropertyResult& property : verify(*read.net, options).properties) {
    EXPECT_EQ(property.verdict, Verdict::holds) << property.name << ": " << property.note;
  }
}

TEST(Instants, OfANetWithoutTimeArePlainVerification) {
  const Net net = philosophers(3);
  VerifyOptions options;
  options.urgent = true;
  const VerifyResult result = verify(net, options);
  EXPECT_FALSE(result.urgent);
  EXPECT_EQ(result.state_space.states, verify(net, {}).state_space.states);
}

}  // namespace
}  // namespace petriloom::test
