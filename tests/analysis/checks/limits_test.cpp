// SPDX-License-Identifier: Apache-2.0
// What checks may use: memory that values take, time that searches after the exploration take, and
// tokens by the thousand million.
#include <gtest/gtest.h>

#include "analysis/checks/deadlock_free.h"
#include "analysis/checks/reversible.h"
#include "analysis/logic/ctl.h"
#include "analysis/logic/ltl.h"
#include "analysis/witness/causality.h"
#include "tests/analysis/nets.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

const PropertyResult& named(const VerifyResult& result, const std::string& name) {
  for (const PropertyResult& property : result.properties) {
    if (property.name == name) return property;
  }
  throw std::runtime_error("no property " + name);
}

// Of 10^9 tokens each is no object: that would be 32 GB.
TEST(Limits, BlameOfAThousandMillionTokens) {
  const Net net = text_net(
      "place A : unit = 1000000000`(); place B : unit; place C : unit;\n"
      "transition t { in A : 1000000000`(); out B : 999999999`(); }\n"
      "transition u { in B : 5`(); in C; out A; }\n");
  const VerifyResult result = verify(net, {});
  const PropertyResult& deadlock = named(result, "deadlock_free");
  EXPECT_EQ(deadlock.verdict, Verdict::refuted);
  ASSERT_FALSE(deadlock.blame.empty());
  EXPECT_NE(deadlock.blame.front().reason.find("t puts 999999999 of B and nothing in C"), std::string::npos)
      << deadlock.blame.front().reason;
}

// Parts of a run know who put and who took them: 10 tokens put, 4 of them taken by one firing and 3
// by another.
TEST(Limits, RunsOfTokensAreTakenInParts) {
  const Net net = text_net(
      "place A : unit = 1`(); place B : unit; place C : unit = 1`(); place D : unit = 1`();\n"
      "transition t { in A; out B : 10`(); }\ntransition u { in B : 4`(); in C; }\ntransition v { in B : 3`(); in D; }\n");
  std::vector<Question> questions{{{}, PropertyKind::deadlock_free}};
  Task task(net, questions, {});
  Outcome outcome;
  deadlock_free_by_states().check(task, questions[0], outcome);
  ASSERT_TRUE(outcome.path);
  const Trace trace = trace_path(task.model(), *outcome.path, task.limits());
  ASSERT_EQ(trace.firings.size(), 3U);
  EXPECT_EQ(trace.count(trace.firings[0].puts), 10);
  for (std::size_t k = 1; k < 3; ++k) {
    const bool four = net[trace.firings[k].transition].name == "u";
    std::int64_t of_b = 0;
    for (const std::size_t token : trace.firings[k].takes) {
      if (trace.tokens[token].place != PlaceId(1)) continue;
      of_b += trace.tokens[token].count;
      EXPECT_EQ(trace.tokens[token].put_by, 0U);
      EXPECT_EQ(trace.tokens[token].taken_by, k);
    }
    EXPECT_EQ(of_b, four ? 4 : 3);
  }
}

// After n firings the lists that were made hold n^2/2 numbers of 8 bytes, while states are a few
// bytes: 6 MB (three quarters of the limit) are there after about 1,200 of them.
TEST(Limits, ValuesCountAsMemory) {
  const Net net =
      text_net("var l : list of int; place P : list of int = 1`[0]; transition t { in P : l; out P : (l ++ [length(l)]); }\n");
  VerifyOptions options;
  options.bytes = 8'000'000;
  const VerifyResult result = verify(net, options);
  EXPECT_FALSE(result.state_space.complete);
  EXPECT_LT(result.state_space.states, 2'500U);
  EXPECT_EQ(named(result, "bounded").verdict, Verdict::undecided);
  EXPECT_NE(named(result, "bounded").note.find("the memory limit was reached"), std::string::npos);
}

// Whatever looks at 2^15 markings asks whether it is to end.
TEST(Limits, ChecksAfterTheExplorationAreCalledOff) {
  std::string text;
  for (int k = 0; k < 15; ++k) {
    const std::string n = std::to_string(k);
    text += "place OFF" + n + " : unit = 1`(); place ON" + n + " : unit; transition on" + n + " { in OFF" + n + "; out ON" + n +
            "; }\n";
    text += "transition off" + n + " { in ON" + n + "; out OFF" + n + "; }\n";
  }
  const Net net = text_net(text + "property p : ltl G F (tokens(ON0) = 1);\nproperty q : ctl AG EF (tokens(ON0) = 1);\n");
  AtomTable atoms;
  for (const Property& property : net.properties) atoms.add(net, property.formula);
  NetModel model(net, atoms.list());
  ExploreOptions options;
  options.atoms = atoms.list().size();
  StateSpace space = explore(model, net.places.size(), options);
  ASSERT_EQ(space.size(), 1U << 15U);
  space.limits.cancelled = [] { return true; };
  EXPECT_THROW(check_reversible(space, std::nullopt), LimitReached);
  EXPECT_THROW(CtlChecker(net, atoms, space).check(net.properties[1].formula), LimitReached);
  const StatePredicate anywhere = [](StateNumber) { return true; };
  EXPECT_THROW(shortest_path(space, 0, anywhere, [](StateNumber) { return false; }), LimitReached);
  EXPECT_THROW(maximal_path(space, 0, StateSet(space.size(), true)), LimitReached);
  FiringPath step;
  model.load(model.initial());
  model.for_each_enabled([&](TransitionId transition, std::span<const Word>) { step.firings = {{transition, {}, {}}}; });
  EXPECT_THROW(trace_path(model, step, space.limits), LimitReached);
  const LtlResult ltl = check_ltl(net, net.properties[0].formula, atoms, space, Fairness::strong, space.limits);
  EXPECT_EQ(ltl.verdict, Verdict::undecided);
  EXPECT_EQ(ltl.note, "the search was cancelled");
}

// A verdict that is reached stands without its witness.
TEST(Limits, AnEndAskedForKeepsWhatIsKnown) {
  const Net net = text_net(
      "fun fib(n : int) : int = if n < 2 then n else fib(n - 1) + fib(n - 2);\nvar x : int; place P : int = 1`1; place Q : unit;\n"
      "transition t { in P : x; guard x < 60 | fib(x) > 0; out P : x + 1; out Q; }\n"
      "property wrong : invariant tokens(Q) < 3;\nproperty always : ctl AG (tokens(P) = 1);\n");
  VerifyOptions options;
  options.standard = false;
  bool asked = false;
  int questions = 0;
  options.cancelled = [&] { return asked = asked || ++questions > 500; };
  const VerifyResult result = verify(net, options);
  EXPECT_EQ(named(result, "wrong").verdict, Verdict::refuted);
  EXPECT_EQ(named(result, "always").verdict, Verdict::undecided);
  EXPECT_LT(result.state_space.states, 70U);
  EXPECT_FALSE(result.diagnostics.has_errors());
}

}  // namespace
}  // namespace petriloom::test
