// SPDX-License-Identifier: Apache-2.0
// State spaces of nets with equal arcs, expressions that look at the marking, and random values
// (docs/semantics.md, rules 16 and 23).
#include <gtest/gtest.h>

#include "analysis/model/net_model.h"
#include "analysis/witness/witness.h"
#include "tests/analysis/nets.h"

namespace petriloom::test {
namespace {

ExprId drawn(NetDraft& draft, Distribution distribution, std::vector<ExprId> parameters) {
  return draft.builder.expr().random(distribution, parameters, draft.where());
}

ExprId real(NetDraft& draft, double value) { return draft.builder.expr().real(value, draft.where()); }

/// One transition that takes a token from GO and puts what `term` makes of an output arc to P.
struct OneShot {
  NetDraft draft{"random"};
  PlaceId p = draft.coloured_place("P", ColourTable::kInt);
  TransitionId t = draft.transition("t", {{draft.place("GO", 1)}}, {});
  VerifyResult verify_with(ExprId value, ExprId count = {}) {
    draft.arc(t, p, ArcKind::output, value, count);
    return verify(draft.build(), {});
  }
};

// Every outcome is a state: the initial one and so many more.
TEST(RandomValues, EveryOutcomeIsExplored) {
  OneShot three;
  EXPECT_EQ(three.verify_with(drawn(three.draft, Distribution::discrete, {three.draft.number(4), three.draft.number(6)}))
                .state_space.states,
            4U);
  OneShot coin;
  EXPECT_EQ(coin.verify_with(drawn(coin.draft, Distribution::bernoulli, {real(coin.draft, 0.5)})).state_space.states, 3U);
  OneShot certain;
  EXPECT_EQ(certain.verify_with(drawn(certain.draft, Distribution::bernoulli, {real(certain.draft, 1)})).state_space.states, 2U);
  // A count of 0 to 3 copies of 0 to 1: no token, or 1 to 3 of either colour.
  OneShot both;
  const ExprId count = drawn(both.draft, Distribution::binomial, {both.draft.number(3), real(both.draft, 0.1)});
  EXPECT_EQ(both.verify_with(drawn(both.draft, Distribution::discrete, {both.draft.number(0), both.draft.number(1)}), count)
                .state_space.states,
            8U);
}

TEST(RandomValues, WhatHasNoEndCannotBeExplored) {
  OneShot endless;
  const VerifyResult result = endless.verify_with(drawn(endless.draft, Distribution::poisson, {real(endless.draft, 2)}));
  ASSERT_TRUE(result.diagnostics.has_errors());
  EXPECT_TRUE(result.diagnostics.list()[0].where.known());
  EXPECT_NE(result.diagnostics.list()[0].message.find("cannot be explored"), std::string::npos);
  OneShot many;
  const ExprId wide = drawn(many.draft, Distribution::discrete, {many.draft.number(0), many.draft.number(1'000'000)});
  EXPECT_TRUE(many.verify_with(wide).diagnostics.has_errors());
}

TEST(RandomValues, DelaysAreLeftOutWithTime) {
  OneShot delayed;
  delayed.draft.builder.net().transitions[0].delay = drawn(delayed.draft, Distribution::exponential, {real(delayed.draft, 2)});
  const VerifyResult result = delayed.verify_with(delayed.draft.number(1));
  EXPECT_FALSE(result.diagnostics.has_errors());
  EXPECT_EQ(result.state_space.states, 2U);
}

TEST(RandomValues, WitnessesSayWhatWasDrawn) {
  OneShot shot;
  const ExprId three = shot.draft.number(3);
  const ExprId held = shot.draft.builder.expr().tokens(shot.p, three, shot.draft.where());
  shot.draft.property("never_three", PropertyKind::invariant,
                      shot.draft.atom(shot.draft.compare(Op::equal, held, shot.draft.number(0))));
  shot.draft.arc(shot.t, shot.p, ArcKind::output,
                 drawn(shot.draft, Distribution::discrete, {shot.draft.number(1), shot.draft.number(5)}));
  const Net net = shot.draft.build();
  const VerifyResult result = verify(net, {});
  const PropertyResult& refuted = result_of(result, "never_three");
  ASSERT_EQ(refuted.verdict, Verdict::refuted);
  ASSERT_TRUE(refuted.witness.has_value());
  ASSERT_EQ(refuted.witness->steps.size(), 1U);
  EXPECT_EQ(refuted.witness->steps[0].drawn, (std::vector<Word>{3}));
  NetModel model(net, {});
  const auto reached = replay(model, *refuted.witness);
  ASSERT_TRUE(reached);
  const std::vector<Tokens> tokens = model.tokens(*reached);
  ASSERT_EQ(tokens.size(), 1U);
  EXPECT_EQ(tokens[0].colour, 3);
}

TEST(MarkingRules, CountsAndGuardsAreThoseOfTheEngine) {
  // Each firing of t doubles what Q holds while it holds less than 8, from 1: 1, 2, 4, 8.
  NetDraft draft("doubling");
  const PlaceId q = draft.place("Q", 1);
  const TransitionId t = draft.transition("t", {}, {});
  draft.arc(t, q, ArcKind::output, draft.builder.expr().unit(draft.where()), draft.tokens(q));
  draft.builder.net().transitions[0].guards.push_back(draft.compare(Op::less, draft.tokens(q), draft.number(8)));
  const VerifyResult result = verify(draft.build(), {});
  EXPECT_EQ(result.state_space.states, 4U);
  EXPECT_EQ(result_of(result, "bounded").verdict, Verdict::holds);
}

TEST(MarkingRules, EqualArcsAreExplored) {
  // t fills P up to 3; u needs exactly 3 there and empties nothing.
  NetDraft draft("equal");
  const PlaceId p = draft.place("P");
  const PlaceId q = draft.place("Q");
  draft.transition("t", {{p, 0, ArcKind::equal}}, {{p, 3}});
  draft.transition("u", {{p, 3, ArcKind::equal}, {q, 0, ArcKind::equal}}, {{q}});
  const Net net = draft.build();
  EXPECT_TRUE(PlainNet::compile(net));
  const VerifyResult result = verify(net, {});
  EXPECT_EQ(result.state_space.states, 3U);
  EXPECT_EQ(result_of(result, "bounded").verdict, Verdict::holds);
}

}  // namespace
}  // namespace petriloom::test
