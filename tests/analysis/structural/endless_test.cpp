// SPDX-License-Identifier: Apache-2.0
// Nets that never die, told from those that may.
#include "analysis/structural/endless.h"

#include <gtest/gtest.h>

#include <random>

#include "analysis/model/net_model.h"
#include "analysis/space/explore.h"
#include "formats/registry/table.h"
#include "tests/analysis/nets.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

/// What is said of a net; empty if nothing is.
std::string endless(const std::string& text, std::uint64_t states = 1000) {
  const ReadResult read = find_format("loom")->read("net.loom", text, {});
  EXPECT_TRUE(read.net) << read.diagnostics.format(*read.sources);
  return read.net ? never_ends(*read.net, states, {}).value_or("") : "";
}

const std::string kAlways = "something is enabled at all times";

TEST(NeverEnds, Sources) {
  EXPECT_EQ(endless("place Q : unit; transition a { out Q; delay 1 s; }"), "'a' is enabled at all times");
  EXPECT_EQ(endless("place S : unit = 1`(); place Q : unit; transition a { in S; out S; out Q; time exponential(2); }"),
            "'a' is enabled at all times");
  // Tokens of one place for several uses, and of all colours.
  EXPECT_EQ(endless("colour C = int with 0..3; var x : C; place S : C = all(C); place Q : C;"
                    "transition a { in S : x; out S : x; out Q : x; delay 1 s; }"),
            "'a' is enabled at all times");
}

// Jobs that go round: a trap of all queues. With servers, one for each state of each server as
// well.
TEST(NeverEnds, ClosedNetworksOfAnySize) {
  std::string text;
  for (int k = 0; k < 40; ++k) {
    text += "place Q" + std::to_string(k) + " : unit" + (k == 0 ? " = 1000`()" : "") + "; place I" + std::to_string(k) +
            " : unit = 2`(); place B" + std::to_string(k) + " : unit;";
  }
  for (int k = 0; k < 40; ++k) {
    const std::string n = std::to_string(k);
    text += "transition start" + n + " { in Q" + n + "; in I" + n + "; out B" + n + "; }";
    text += "transition end" + n + " { in B" + n + "; out I" + n + "; out Q" + std::to_string((k + 1) % 40) +
            "; time exponential(1.5); }";
  }
  EXPECT_EQ(endless(text), kAlways);
}

// Colours decide what meets: these are explored.
TEST(NeverEnds, SmallColouredNets) {
  const std::string begin = "colour C = int with 0..2; var c : C; place P : C = all(C); place Q : C; place F : C = all(C);";
  EXPECT_EQ(endless(begin + "transition a { in P : c; in F : c; out Q : c; delay 1 s; }"
                            "transition b { in Q : c; out P : c; out F : c; delay 1 s; }"),
            "none of its 8 markings is dead");  // each colour in P or in Q: 2^3
  EXPECT_EQ(endless(begin + "transition a { in P : c; in F : c; out Q : c; delay 1 s; }"
                            "transition b { in Q : c; out P : c; out F : c; delay 1 s; }",
                    4),
            "");
  EXPECT_EQ(endless(begin + "transition a { in P : c; in F : c; out Q : c; delay 1 s; }"), "");
}

TEST(NeverEnds, NothingIsSaidOfNetsThatMayEnd) {
  const std::string loop = "place S : unit = 1`(); place Q : unit; ";
  // Dies.
  for (const std::string net : {"transition a { in S; out Q; delay 1 s; }",
                                // After its times.
                                "transition a { in S; out S; at 1 s, 2 s; }",
                                "transition a { in S; out S; out Q; every 1 s until 9 s; }",  //
                                // Of rate 0.
                                "transition a { in S; out S; out Q; time exponential(tokens(Q)); }",
                                // Five times.
                                "transition a { in S; out S; out Q; inhibit Q : 5`(); delay 1 s; }",
                                "transition a { in S; out S; out Q; guard tokens(Q) < 5; delay 1 s; }",  //
                                // Never.
                                "transition a { in S : 2`(); out S : 2`(); delay 1 s; }",
                                // Once.
                                "transition a { in S; out S : tokens(Q)`(); delay 1 s; }",
                                "transition a { in S; out S; delay 1 s; } transition b { reset S; in S; out Q; delay 1 s; }",
                                "transition a { in S; out S; delay 1 s; } transition b { in S; at 5 s; }"}) {
    EXPECT_EQ(endless(loop + net), "") << net;
  }
  EXPECT_EQ(endless("place S : int = 1`1; place Q : int; transition a { in S : 2; out S : 2; out Q : 1; delay 1 s; }"), "");
  EXPECT_EQ(endless("place S : fluid; place Q : unit; transition a { guard level(S) > 1; out Q; delay 1 s; }"), "");
}

// Structure against markings: what is said to be endless has no dead marking among those looked at.
TEST(NeverEnds, IsTrueOfRandomNets) {
  std::mt19937 random(1);
  const auto below = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  int said = 0;
  for (int round = 0; round < many(3000); ++round) {
    NetDraft draft;
    std::vector<PlaceId> places;
    const std::uint32_t count = 2 + below(4);
    for (std::uint32_t p = 0; p < count; ++p) places.push_back(draft.place("P" + std::to_string(p), below(2)));
    const std::uint32_t transitions = 1 + below(5);
    for (std::uint32_t t = 0; t < transitions; ++t) {
      const TransitionId id = draft.transition("t" + std::to_string(t), {}, {});
      for (const PlaceId place : places) {
        constexpr std::array kKinds{ArcKind::input, ArcKind::input, ArcKind::input,     ArcKind::input,
                                    ArcKind::read,  ArcKind::reset, ArcKind::inhibitor, ArcKind::input};
        if (below(3) == 0)
          draft.arc(id, place, kKinds[below(8)], draft.builder.expr().unit(draft.where()),
                    below(8) == 0 ? draft.number(2) : ExprId());
        if (below(3) == 0) draft.arc(id, place, ArcKind::output, draft.builder.expr().unit(draft.where()));
      }
    }
    const Net net = draft.build();
    if (!never_ends(net, 0, {})) continue;
    ++said;
    NetModel model(net, {});
    ExploreOptions options;
    options.enough = [](const StateSpace& space) { return space.size() > 500; };
    EXPECT_EQ(explore(model, net.places.size(), options).dead, 0U) << round;
  }
  EXPECT_GT(said, many(300));
}

}  // namespace
}  // namespace petriloom::test
