// SPDX-License-Identifier: Apache-2.0
// What is suspected belongs to the witness that is shown; what can be asked by name, and what the
// names say.
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/result/standard_checks.h"
#include "analysis/verify/verify.h"
#include "tests/analysis/nets.h"

namespace petriloom::test {
namespace {

const PropertyResult* property_named(const VerifyResult& result, const std::string& name) {
  for (const PropertyResult& property : result.properties) {
    if (property.name == name) return &property;
  }
  return nullptr;
}

bool blame_names(const std::vector<Blame>& blame, const std::string& text) {
  return std::any_of(blame.begin(), blame.end(), [&](const Blame& one) { return one.reason.find(text) != std::string::npos; });
}

// `double` breaks the invariant and goes back; `leave` ends in a marking that is dead, where the
// invariant was never broken.
Net two_faults() {
  NetDraft draft("two_faults");
  const PlaceId start = draft.place("START", 1);
  const PlaceId many = draft.place("MANY");
  const PlaceId end = draft.place("END");
  draft.transition("double", {{start}}, {{many, 2}});
  draft.transition("undouble", {{many, 2}}, {{start}});
  draft.transition("leave", {{start}}, {{end}});
  draft.property("one", PropertyKind::invariant, draft.atom(draft.compare(Op::less_equal, draft.tokens(many), draft.number(1))));
  return draft.build();
}

TEST(Blame, BelongsToTheWitnessShown) {
  const VerifyResult result = verify(two_faults(), {});
  const PropertyResult* const broken = property_named(result, "one");
  ASSERT_NE(broken, nullptr);
  EXPECT_TRUE(blame_names(broken->blame, "double"));
  const PropertyResult* const deadlock = property_named(result, "deadlock_free");
  ASSERT_NE(deadlock, nullptr);
  ASSERT_TRUE(deadlock->witness);
  ASSERT_EQ(deadlock->witness->steps.size(), 1U);
  EXPECT_EQ(deadlock->witness->steps[0].name, "leave");
  EXPECT_FALSE(deadlock->blame.empty());
  EXPECT_FALSE(blame_names(deadlock->blame, "double")) << deadlock->blame[0].reason;
}

// The way into the trap breaks the invariant at its first step, which is then the first suspect, by
// the number it has there.
TEST(Blame, NamesTheInvariantBrokenOnTheWay) {
  NetDraft draft("trap");
  const PlaceId start = draft.place("START", 1);
  const PlaceId many = draft.place("MANY");
  const PlaceId end = draft.place("END");
  draft.transition("double", {{start}}, {{many, 2}});
  draft.transition("fall", {{many, 2}}, {{end}});
  draft.property("one", PropertyKind::invariant, draft.atom(draft.compare(Op::less_equal, draft.tokens(many), draft.number(1))));
  const VerifyResult result = verify(draft.build(), {});
  const PropertyResult* const deadlock = property_named(result, "deadlock_free");
  ASSERT_NE(deadlock, nullptr);
  ASSERT_FALSE(deadlock->blame.empty());
  EXPECT_NE(deadlock->blame[0].reason.find("one: holds until double fires (step 1)"), std::string::npos)
      << deadlock->blame[0].reason;
}

// Where the net is caught, the witness goes on to the marking with which the initial one is
// compared: each firing that is suspected is one of its steps.
TEST(Blame, OfALoopThatIsNotLeftIsOnTheWitness) {
  NetDraft draft("caught");
  const PlaceId start = draft.place("START", 1);
  const PlaceId tool = draft.place("TOOL", 1);
  const PlaceId one = draft.place("ONE");
  const PlaceId two = draft.place("TWO");
  draft.transition("enter", {{start}}, {{one}});
  draft.transition("on", {{one}, {tool}}, {{two}});
  draft.transition("back", {{two}}, {{one}, {tool}});
  const VerifyResult result = verify(draft.build(), {});
  const PropertyResult* const reversible = property_named(result, "reversible");
  ASSERT_NE(reversible, nullptr);
  ASSERT_TRUE(reversible->witness);
  ASSERT_FALSE(reversible->blame.empty());
  for (const Blame& blame : reversible->blame) {
    const bool on_the_way = std::any_of(reversible->witness->steps.begin(), reversible->witness->steps.end(),
                                        [&](const WitnessStep& step) { return blame.reason.find(step.name) != std::string::npos; });
    EXPECT_TRUE(on_the_way) << blame.reason;
  }
}

// A channel with room for one message that may lose it: a run that sends and loses for ever passes
// over the receipt, which can happen each time that there is a message. What is in the channel is
// not stuck there, and the sender keeps nothing.
TEST(Blame, OfARunForEverIsWhatItPassesOver) {
  NetDraft draft("lossy");
  const PlaceId sender = draft.place("SENDER", 1);
  const PlaceId room = draft.place("ROOM", 1);
  const PlaceId channel = draft.place("CHANNEL");
  const PlaceId received = draft.place("RECEIVED");
  draft.transition("send", {{sender}, {room}}, {{sender}, {channel}});
  draft.transition("lose", {{channel}}, {{room}});
  draft.transition("receive", {{channel}}, {{received}});
  draft.property("delivered", PropertyKind::ltl, draft.formula(FormulaOp::finally, draft.marked(received)));
  const Net net = draft.build();
  VerifyOptions options;
  options.properties = {PropertyId(0)};
  const VerifyResult result = verify(net, options);
  const PropertyResult* const delivered = property_named(result, "delivered");
  ASSERT_NE(delivered, nullptr);
  ASSERT_EQ(delivered->blame.size(), 1U);
  EXPECT_EQ(delivered->blame[0].reason,
            "receive can fire again and again in what goes on for ever, and never does: --fairness strong leaves such runs out");
  options.fairness = Fairness::strong;
  EXPECT_EQ(property_named(verify(net, options), "delivered")->verdict, Verdict::holds);
}

TEST(Verify, StandardChecksAreAskedByName) {
  const Net net = two_faults();
  for (const StandardCheck& check : standard_checks()) {
    VerifyOptions options;
    options.standard = false;
    options.checks = {std::string(check.name)};
    const VerifyResult result = verify(net, options);
    ASSERT_EQ(result.properties.size(), 1U) << check.name;
    EXPECT_EQ(result.properties[0].name, check.name);
    EXPECT_FALSE(result.properties[0].formula.empty());
  }
}

TEST(Verify, PropertiesThatAreWordsSayWhatTheyMean) {
  NetDraft draft("words");
  const PlaceId place = draft.place("P", 1);
  draft.transition("t", {{place}}, {{place}});
  draft.property("never_stuck", PropertyKind::deadlock_free);
  draft.property("finite", PropertyKind::bounded);
  const VerifyResult result = verify(draft.build(), {});
  EXPECT_EQ(property_named(result, "never_stuck")->formula, "no reachable marking is dead");
  EXPECT_EQ(property_named(result, "finite")->formula, "every place stays under some bound");
}

}  // namespace
}  // namespace petriloom::test
