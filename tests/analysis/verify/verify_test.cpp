// SPDX-License-Identifier: Apache-2.0
// verify on small nets with state spaces that can be counted by hand.
#include "analysis/verify/verify.h"

#include <gtest/gtest.h>

#include "analysis/witness/witness.h"
#include "tests/analysis/nets.h"

namespace petriloom::test {
namespace {

Verdict verdict(const VerifyResult& result, const std::string& name) { return result_of(result, name).verdict; }

// Each philosopher thinks, has one fork or eats, in a ring: `ONE` needs the own fork, `EAT` the own
// and the next. With T, O, E for the states, E at k forbids O and E at k+1. Words of length n over
// {T, O, E}, cyclic, without EO and EE: trace of the n-th power of the matrix
// [[1,1,1],[1,1,1],[1,0,0]] (rows T, O, E): x^3 = 2 x^2 + x, hence traces 2, 6, then a(n) = 2
// a(n-1) + a(n-2).
std::uint64_t philosopher_states(int count) {
  std::uint64_t before = 2;
  std::uint64_t now = 6;
  for (int k = 2; k < count; ++k) {
    const std::uint64_t next = 2 * now + before;
    before = now;
    now = next;
  }
  return now;
}

TEST(Verify, PhilosophersDeadlockInOneMarking) {
  for (int count = 3; count <= 6; ++count) {
    const Net net = asking_for_live(philosophers(count));
    const VerifyResult result = verify(net, {});
    EXPECT_TRUE(result.state_space.complete);
    EXPECT_EQ(result.state_space.states, philosopher_states(count));
    EXPECT_EQ(result.state_space.dead_markings, 1U);
    EXPECT_EQ(verdict(result, "deadlock_free"), Verdict::refuted);
    EXPECT_EQ(verdict(result, "bounded"), Verdict::holds);
    EXPECT_EQ(verdict(result, "live"), Verdict::refuted);
    EXPECT_EQ(verdict(result, "reversible"), Verdict::refuted);
    const PropertyResult& deadlock = result_of(result, "deadlock_free");
    ASSERT_TRUE(deadlock.witness);
    EXPECT_EQ(deadlock.witness->steps.size(), static_cast<std::size_t>(count));
    NetModel model(net, {});
    const auto reached = replay(model, *deadlock.witness);
    ASSERT_TRUE(reached);
    model.load(*reached);
    EXPECT_TRUE(model.enabling().dead(model.marking()));
  }
}

TEST(Verify, CyclicWaitIsNamedInOrder) {
  const VerifyResult result = verify(philosophers(3), {});
  const std::vector<Blame>& blame = result_of(result, "deadlock_free").blame;
  ASSERT_EQ(blame.size(), 3U);
  EXPECT_EQ(blame[0].module, "phil0 (PHIL)");
  EXPECT_EQ(blame[1].module, "phil1 (PHIL)");
  EXPECT_EQ(blame[2].module, "phil2 (PHIL)");
  EXPECT_NE(blame[0].reason.find("1 of 3 in a cyclic wait"), std::string::npos) << blame[0].reason;
  EXPECT_NE(blame[0].reason.find("waits for FORK1"), std::string::npos) << blame[0].reason;
}

TEST(Verify, PolitePhilosophersAreLiveAndReversible) {
  const VerifyResult result = verify(asking_for_live(polite_philosophers(4)), {});
  for (const char* name : {"bounded", "deadlock_free", "reversible", "live", "hardware_rules"}) {
    EXPECT_EQ(verdict(result, name), Verdict::holds) << name;
  }
}

TEST(Verify, ColouredNetHasTheStatesOfItsExpansion) {
  for (int count = 3; count <= 5; ++count) {
    const VerifyResult plain = verify(philosophers(count), {});
    const VerifyResult coloured = verify(coloured_philosophers(count), {});
    EXPECT_EQ(coloured.state_space.states, plain.state_space.states);
    EXPECT_EQ(coloured.state_space.edges, plain.state_space.edges);
    EXPECT_EQ(coloured.state_space.dead_markings, plain.state_space.dead_markings);
    EXPECT_EQ(coloured.state_space.most_tokens_in_marking, plain.state_space.most_tokens_in_marking);
    EXPECT_EQ(result_of(coloured, "deadlock_free").blame.size(), static_cast<std::size_t>(count));
  }
}

// One cell of Kanban: n kanbans go round P -> M -> (back | OK) -> out: places P_kanban = n, m,
// back, out. Four places share n tokens, every distribution can be reached: C(n + 3, 3) states
// (Ciardo and Tilgner 1996 for one cell).
TEST(Verify, KanbanCellCountsDistributions) {
  for (const std::int64_t n : {1, 2, 5, 10}) {
    NetDraft draft("kanban");
    const PlaceId free = draft.place("FREE", n);
    const PlaceId machine = draft.place("MACHINE");
    const PlaceId back = draft.place("BACK");
    const PlaceId out = draft.place("OUT");
    draft.transition("in", {{free}}, {{machine}});
    draft.transition("redo", {{machine}}, {{back}});
    draft.transition("again", {{back}}, {{machine}});
    draft.transition("ok", {{machine}}, {{out}});
    draft.transition("leave", {{out}}, {{free}});
    const VerifyResult result = verify(draft.build(), {});
    const auto m = static_cast<std::uint64_t>(n);
    EXPECT_EQ(result.state_space.states, (m + 3) * (m + 2) * (m + 1) / 6);
    // Each transition is enabled where its input place is marked: C(n + 2, 3) markings each.
    EXPECT_EQ(result.state_space.edges, 5 * ((m + 2) * (m + 1) * m / 6));
    EXPECT_EQ(result.state_space.most_tokens_in_place, m);
    EXPECT_EQ(verdict(result, "reversible"), Verdict::holds);
    EXPECT_EQ(result_of(result, "bounded").note.substr(0, 6 + std::to_string(n).size()), "bound " + std::to_string(n));
  }
}

TEST(Verify, MutexInvariantAndTemporalProperties) {
  NetDraft draft("mutex");
  const PlaceId lock = draft.place("LOCK", 1);
  std::vector<PlaceId> waiting, critical;
  for (const char* name : {"a", "b"}) {
    const ModuleId process = draft.module(name, "PROCESS");
    const PlaceId idle = draft.place("IDLE", 1, process);
    waiting.push_back(draft.place("WAIT", 0, process));
    critical.push_back(draft.place("CRITICAL", 0, process));
    draft.transition("ask", {{idle}}, {{waiting.back()}}, process);
    draft.transition("enter", {{waiting.back()}, {lock}}, {{critical.back()}}, process);
    draft.transition("leave", {{critical.back()}}, {{idle}, {lock}}, process);
  }
  const ExprId sum = draft.compare(Op::add, draft.tokens(critical[0]), draft.tokens(critical[1]));
  draft.property("exclusion", PropertyKind::invariant, draft.atom(draft.compare(Op::less_equal, sum, draft.number(1))));
  const FormulaId served = draft.formula(
      FormulaOp::globally,
      draft.formula(FormulaOp::implies, draft.marked(waiting[0]), draft.formula(FormulaOp::finally, draft.marked(critical[0]))));
  draft.property("served", PropertyKind::ltl, served);
  draft.property("can_enter", PropertyKind::ctl,
                 draft.formula(FormulaOp::ag, draft.formula(FormulaOp::ef, draft.marked(critical[0]))));
  draft.property("must_enter", PropertyKind::ctl, draft.formula(FormulaOp::af, draft.marked(critical[0])));
  const Net net = draft.build();
  const VerifyResult result = verify(net, {});
  EXPECT_EQ(result.state_space.states, 8U);  // 3 * 3 - both critical
  EXPECT_EQ(verdict(result, "exclusion"), Verdict::holds);
  EXPECT_EQ(verdict(result, "can_enter"), Verdict::holds);
  EXPECT_EQ(verdict(result, "served"), Verdict::refuted);
  EXPECT_EQ(verdict(result, "must_enter"), Verdict::refuted);
  ASSERT_TRUE(result_of(result, "served").witness);
  EXPECT_TRUE(result_of(result, "served").witness->loop);
  // b enters again and again while a waits: a is not always able to enter, so only strong fairness
  // helps.
  VerifyOptions fair;
  fair.fairness = Fairness::strong;
  EXPECT_EQ(verdict(verify(net, fair), "served"), Verdict::holds);
  fair.fairness = Fairness::weak;
  EXPECT_EQ(verdict(verify(net, fair), "served"), Verdict::refuted);
}

TEST(Verify, UnboundedProducerIsShownByAPump) {
  NetDraft draft("producer");
  const PlaceId ready = draft.place("READY", 1);
  const PlaceId made = draft.place("MADE");
  const PlaceId buffer = draft.place("BUFFER");
  const PlaceId used = draft.place("USED", 1);
  const PlaceId busy = draft.place("BUSY");
  draft.transition("produce", {{ready}}, {{made}});
  const TransitionId store = draft.transition("store", {{made}}, {{ready}, {buffer}});
  draft.transition("fetch", {{buffer}, {used}}, {{busy}});
  draft.transition("consume", {{busy}}, {{used}});
  const Net net = draft.build();
  const VerifyResult result = verify(net, {});
  const PropertyResult& bounded = result_of(result, "bounded");
  EXPECT_EQ(bounded.verdict, Verdict::refuted);
  EXPECT_FALSE(result.state_space.complete);
  ASSERT_TRUE(bounded.witness && bounded.witness->loop);
  ASSERT_FALSE(bounded.blame.empty());
  EXPECT_EQ(bounded.blame[0].where.line, net[store].where.line);
  // The pump can be worked twice in a row.
  Witness twice = *bounded.witness;
  twice.steps.insert(twice.steps.end(), bounded.witness->steps.begin() + static_cast<std::ptrdiff_t>(*bounded.witness->loop),
                     bounded.witness->steps.end());
  NetModel model(net, {});
  EXPECT_TRUE(replay(model, twice));
}

TEST(Verify, BoundedBufferIsBounded) {
  NetDraft draft("buffer");
  const PlaceId free = draft.place("FREE", 3);
  const PlaceId full = draft.place("FULL");
  draft.transition("produce", {{free}}, {{full}});
  draft.transition("consume", {{full}}, {{free}});
  draft.property("live", PropertyKind::live);
  const VerifyResult result = verify(draft.build(), {});
  EXPECT_EQ(result.state_space.states, 4U);
  EXPECT_EQ(verdict(result, "bounded"), Verdict::holds);
  EXPECT_EQ(verdict(result, "live"), Verdict::holds);
}

TEST(Verify, InhibitorAndResetAreNotTakenForMonotone) {
  NetDraft draft("counter");
  const PlaceId run = draft.place("RUN", 1);
  const PlaceId count = draft.place("COUNT");
  draft.transition("up", {{run}, {count, 5, ArcKind::inhibitor}}, {{run}, {count}});
  draft.transition("clear", {{run}, {count, 5, ArcKind::read}}, {{run}, {count, 1, ArcKind::reset}});
  const VerifyResult result = verify(draft.build(), {});
  EXPECT_EQ(result.state_space.states, 6U);  // COUNT 0 .. 5
  EXPECT_EQ(result.state_space.edges, 6U);
  EXPECT_EQ(verdict(result, "bounded"), Verdict::holds);
  EXPECT_EQ(verdict(result, "reversible"), Verdict::holds);
}

TEST(Verify, LimitsLeaveItUndecided) {
  NetDraft draft("wide");
  for (int k = 0; k < 20; ++k) {
    const PlaceId off = draft.place("OFF" + std::to_string(k), 1);
    const PlaceId on = draft.place("ON" + std::to_string(k));
    draft.transition("on" + std::to_string(k), {{off}}, {{on}});
    draft.transition("off" + std::to_string(k), {{on}}, {{off}});
  }
  VerifyOptions options;
  options.bytes = 1 << 20;
  const VerifyResult result = verify(draft.build(), options);
  EXPECT_FALSE(result.state_space.complete);
  EXPECT_EQ(verdict(result, "deadlock_free"), Verdict::undecided);
  EXPECT_EQ(result_of(result, "deadlock_free").note, "the memory limit was reached");
}

TEST(Verify, HardwareMustTakeAndPut) {
  NetDraft draft("hardware");
  const ModuleId cpu = draft.module("cpu", "CPU", true);
  const PlaceId idle = draft.place("IDLE", 1, cpu);
  draft.transition("run", {{idle}}, {{idle}}, cpu);
  const TransitionId source = draft.transition("appear", {{idle, 1, ArcKind::read}}, {{idle}}, cpu);
  const Net net = draft.build();
  VerifyOptions options;
  options.bytes = 1 << 20;
  const PropertyResult rules = result_of(verify(net, options), "hardware_rules");
  EXPECT_EQ(rules.verdict, Verdict::refuted);
  ASSERT_EQ(rules.blame.size(), 1U);
  EXPECT_EQ(rules.blame[0].where.line, net[source].where.line);
  EXPECT_EQ(rules.blame[0].module, "cpu (CPU)");
}

}  // namespace
}  // namespace petriloom::test
