// SPDX-License-Identifier: Apache-2.0
// Nets with one planted fault each: the blame must name the module and the line of the fault.
#include <gtest/gtest.h>

#include "analysis/verify/verify.h"
#include "tests/analysis/nets.h"

namespace petriloom::test {
namespace {

// A network interface asks a DMA engine over an interface of request and acknowledgement.
struct Dma {
  NetDraft draft{"dma"};
  ModuleId nic = draft.module("nic", "NIC");
  ModuleId dma = draft.module("dma", "DMA", true);
  PlaceId request = draft.place("DMA_REQ");
  PlaceId acknowledge = draft.place("DMA_ACK");
  PlaceId message = draft.place("MESSAGE", 1, nic);
  PlaceId wait = draft.place("WAIT", 0, nic);
  PlaceId free = draft.place("FREE", 1, dma);
  PlaceId busy = draft.place("BUSY", 0, dma);
  Dma() {
    draft.transition("send", {{message}}, {{wait}, {request}}, nic);
    draft.transition("sent", {{wait}, {acknowledge}}, {{message}}, nic);
    draft.transition("grant", {{request}, {free}}, {{busy}}, dma);
  }
};

Blame first_blame(const PropertyResult& result) {
  EXPECT_EQ(result.verdict, Verdict::refuted);
  EXPECT_FALSE(result.blame.empty());
  return result.blame.empty() ? Blame{} : result.blame.front();
}

TEST(Blame, TheProtocolWithoutFaultHasNoneToBlame) {
  Dma net;
  net.draft.transition("finish", {{net.busy}}, {{net.free}, {net.acknowledge}}, net.dma);
  const VerifyResult result = verify(net.draft.build(), {});
  for (const PropertyResult& property : result.properties) EXPECT_EQ(property.verdict, Verdict::holds) << property.name;
}

TEST(Blame, AnAcknowledgementNeverSent) {
  Dma net;
  const TransitionId finish = net.draft.transition("finish", {{net.busy}}, {{net.free}}, net.dma);
  const Net built = net.draft.build();
  const VerifyResult result = verify(built, {});
  const Blame blame = first_blame(result_of(result, "deadlock_free"));
  EXPECT_EQ(blame.module, "dma (DMA)");
  EXPECT_EQ(blame.where.line, built[finish].where.line);
  EXPECT_NE(blame.reason.find("nothing that leads to DMA_ACK"), std::string::npos) << blame.reason;
  EXPECT_NE(blame.reason.find("nic.sent waits for it"), std::string::npos) << blame.reason;
}

TEST(Blame, AnAcknowledgementToTheWrongPlace) {
  Dma net;
  const PlaceId other = net.draft.place("M_ACK");
  const TransitionId finish = net.draft.transition("finish", {{net.busy}}, {{net.free}, {other}}, net.dma);
  const Net built = net.draft.build();
  const Blame blame = first_blame(result_of(verify(built, {}), "deadlock_free"));
  EXPECT_EQ(blame.module, "dma (DMA)");
  EXPECT_EQ(blame.where.line, built[finish].where.line);
}

TEST(Blame, ABusThatIsNotReleased) {
  Dma net;
  const TransitionId finish = net.draft.transition("finish", {{net.busy}}, {{net.acknowledge}}, net.dma);
  const Net built = net.draft.build();
  const VerifyResult result = verify(built, {});
  const Blame blame = first_blame(result_of(result, "deadlock_free"));
  EXPECT_EQ(blame.module, "dma (DMA)");
  EXPECT_EQ(blame.where.line, built[finish].where.line);
  EXPECT_NE(blame.reason.find("does not give back dma.FREE"), std::string::npos) << blame.reason;
}

// Cores are taken by a driver and by a scheduler; one of them keeps its core. The clock goes on for
// ever, so nothing is dead.
struct Cores {
  NetDraft draft{"cores"};
  ModuleId driver = draft.module("driver", "CPU_DRIVER");
  ModuleId scheduler = draft.module("scheduler", "SCHEDULER");
  PlaceId idle = draft.place("CPU_IDLE", 2);
  PlaceId ready = draft.place("READY", 1);
  PlaceId queue = draft.place("QUEUE");
  PlaceId run = draft.place("RUN", 0, driver);
  PlaceId think = draft.place("THINK", 0, scheduler);
  Cores() {
    const PlaceId tick = draft.place("TICK", 1);
    const PlaceId tock = draft.place("TOCK");
    draft.transition("tick", {{tick}}, {{tock}});
    draft.transition("tock", {{tock}}, {{tick}});
    draft.transition("begin", {{ready}, {idle}}, {{think}}, scheduler);
    draft.transition("start", {{queue}, {idle}}, {{run}}, driver);
  }
  void invariant() {
    const ExprId busy = draft.compare(Op::add, draft.tokens(run), draft.tokens(think));
    const ExprId sum = draft.compare(Op::add, draft.tokens(idle), busy);
    draft.property("conserved", PropertyKind::invariant, draft.atom(draft.compare(Op::equal, sum, draft.number(2))));
  }
};

TEST(Blame, ACoreThatTheSchedulerKeeps) {
  Cores net;
  const TransitionId decide = net.draft.transition("decide", {{net.think}}, {{net.queue}}, net.scheduler);
  net.draft.transition("finish", {{net.run}}, {{net.ready}, {net.idle}}, net.driver);
  net.invariant();
  const Net built = net.draft.build();
  const VerifyResult result = verify(built, {});
  for (const char* name : {"conserved", "reversible"}) {
    const Blame blame = first_blame(result_of(result, name));
    EXPECT_EQ(blame.module, "scheduler (SCHEDULER)") << name << ": " << blame.reason;
    EXPECT_EQ(blame.where.line, built[decide].where.line) << name << ": " << blame.reason;
  }
}

TEST(Blame, ACoreThatTheDriverKeeps) {
  Cores net;
  net.draft.transition("decide", {{net.think}}, {{net.queue}, {net.idle}}, net.scheduler);
  const TransitionId finish = net.draft.transition("finish", {{net.run}}, {{net.ready}}, net.driver);
  net.invariant();
  const Net built = net.draft.build();
  const VerifyResult result = verify(built, {});
  for (const char* name : {"conserved", "reversible"}) {
    const Blame blame = first_blame(result_of(result, name));
    EXPECT_EQ(blame.module, "driver (CPU_DRIVER)") << name << ": " << blame.reason;
    EXPECT_EQ(blame.where.line, built[finish].where.line) << name << ": " << blame.reason;
  }
}

TEST(Blame, ACoreOutOfNothing) {
  Cores net;
  net.draft.transition("decide", {{net.think}}, {{net.queue}, {net.idle}}, net.scheduler);
  const TransitionId finish = net.draft.transition("finish", {{net.run}}, {{net.ready}, {net.idle, 2}}, net.driver);
  net.invariant();
  const Net built = net.draft.build();
  const VerifyResult result = verify(built, {});
  for (const char* name : {"conserved", "bounded"}) {
    const Blame blame = first_blame(result_of(result, name));
    EXPECT_EQ(blame.module, "driver (CPU_DRIVER)") << name << ": " << blame.reason;
    EXPECT_EQ(blame.where.line, built[finish].where.line) << name << ": " << blame.reason;
  }
}

TEST(Blame, ATransitionThatCanNeverFire) {
  NetDraft draft("unused");
  const PlaceId idle = draft.place("IDLE", 1);
  const PlaceId start = draft.place("START");
  draft.transition("spin", {{idle}}, {{idle}});
  const TransitionId run = draft.transition("run", {{idle}, {start}}, {{idle}});
  draft.property("used", PropertyKind::quasi_live);
  draft.property("live", PropertyKind::live);
  const Net built = draft.build();
  const VerifyResult result = verify(built, {});
  for (const char* name : {"used", "live"}) {
    const Blame blame = first_blame(result_of(result, name));
    EXPECT_EQ(blame.where.line, built[run].where.line) << name;
    EXPECT_NE(blame.reason.find("no token ever comes to START"), std::string::npos) << name << ": " << blame.reason;
  }
}

TEST(Blame, AnEndIsToldFromAWait) {
  NetDraft draft("end");
  const PlaceId start = draft.place("START", 1);
  const PlaceId done = draft.place("DONE");
  draft.transition("work", {{start}}, {{done}});
  const VerifyResult result = verify(draft.build(), {});
  EXPECT_NE(first_blame(result_of(result, "deadlock_free")).reason.find("ends with tokens in DONE"), std::string::npos);
}

}  // namespace
}  // namespace petriloom::test
