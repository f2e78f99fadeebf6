// SPDX-License-Identifier: Apache-2.0
// Final markings: what is no deadlock, and from where an end can be reached.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>
#include <set>

#include "analysis/model/net_model.h"
#include "engine/expr/eval.h"
#include "tests/analysis/nets.h"
#include "tests/engine/random_net.h"
#include "tests/engine/text_net.h"

namespace petriloom::test {
namespace {

// A token goes to GOOD or to BAD and stays there.
void fork(NetDraft& d, PlaceId& good, PlaceId& bad) {
  const PlaceId start = d.place("START", 1);
  good = d.place("GOOD");
  bad = d.place("BAD");
  d.transition("succeed", {{start}}, {{good}});
  d.transition("fail", {{start}}, {{bad}});
}

TEST(Final, DeadMarkingsThatAreFinalAreNoDeadlocks) {
  PlaceId good, bad;
  NetDraft d;
  fork(d, good, bad);
  d.builder.net().final_marking = d.compare(Op::greater_equal, d.tokens(good), d.number(1));
  const VerifyResult result = verify(d.build(), {});
  const PropertyResult& refuted = result_of(result, "deadlock_free");
  EXPECT_EQ(refuted.verdict, Verdict::refuted);
  EXPECT_EQ(refuted.note, "1 dead marking beside 1 final dead marking");
  ASSERT_TRUE(refuted.witness);
  ASSERT_EQ(refuted.witness->steps.size(), 1U);
  EXPECT_EQ(refuted.witness->steps[0].name, "fail");
  EXPECT_EQ(result_of(result, "reversible").verdict, Verdict::refuted);
  EXPECT_EQ(result.state_space.dead_markings, 2U);
  EXPECT_EQ(result.state_space.final_dead_markings, 1U);
}

TEST(Final, WhereAllEndsAreFinalTheNetMayEnd) {
  PlaceId good, bad;
  NetDraft d;
  fork(d, good, bad);
  const ExprId sum = d.builder.expr().binary(Op::add, d.tokens(good), d.tokens(bad), d.where());
  d.builder.net().final_marking = d.compare(Op::greater_equal, sum, d.number(1));
  const VerifyResult result = verify(d.build(), {});
  EXPECT_EQ(result_of(result, "deadlock_free").verdict, Verdict::holds);
  EXPECT_EQ(result_of(result, "deadlock_free").note, "2 final dead markings");
  EXPECT_EQ(result_of(result, "reversible").verdict, Verdict::holds);
}

// What the condition goes through keeps out of the way of what the formula goes through.
TEST(Final, InsideOfWhatGoesThroughAList) {
  const VerifyResult result =
      verify(text_net("place A : unit = 2`(); place B : unit;\ntransition t { in A; out B; }\n"
                      "final when max(x in [tokens(A), tokens(B)] : x) = 2;\n"
                      "property both : ctl EF sum(y in [tokens(A), tokens(B)] : if final then y else 0) = 2;\n"
                      "property more : ctl EF sum(y in [tokens(A), tokens(B)] : if final then y else 0) > 2;\n"
                      "property end : ctl EF exists(y in [tokens(A)] : final & y = 0);\n"),
             {});
  EXPECT_EQ(result_of(result, "both").verdict, Verdict::holds);
  EXPECT_EQ(result_of(result, "more").verdict, Verdict::refuted);
  EXPECT_EQ(result_of(result, "end").verdict, Verdict::holds);
}

class Edges final : public SuccessorSink {
 public:
  void edge(Label, StateBytes target) override { targets.emplace_back(target.begin(), target.end()); }
  std::vector<std::vector<std::uint8_t>> targets;
};

struct Slow {
  bool deadlock = false;
  bool reversible = true;
};

using Bytes = std::vector<std::uint8_t>;

/// Whether a marking that `is_end` accepts can be reached from one of a graph.
bool can_reach(const std::map<Bytes, std::vector<Bytes>>& graph, const Bytes& from,
               const std::function<bool(const Bytes&)>& is_end) {
  std::set<Bytes> seen{from};
  std::vector<Bytes> open{from};
  while (!open.empty()) {
    const Bytes state = open.back();
    open.pop_back();
    if (is_end(state)) return true;
    for (const Bytes& next : graph.at(state)) {
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return false;
}

/// By the words of docs/semantics.md: rule 27. Nothing if there are too many markings.
std::optional<Slow> slow(const Net& net) {
  NetModel model(net, {{net.final_marking, net.final_slots}});
  std::map<Bytes, std::vector<Bytes>> graph;
  const StateBytes first = model.initial();
  const Bytes initial(first.begin(), first.end());
  std::vector<Bytes> open{initial};
  std::set<Bytes> finals;
  while (!open.empty()) {
    const Bytes state = open.back();
    open.pop_back();
    if (graph.count(state) > 0) continue;
    if (graph.size() > 150) return std::nullopt;
    Edges edges;
    model.load(state);
    model.successors(edges);
    if (model.holds(0)) finals.insert(state);
    graph[state] = edges.targets;
    open.insert(open.end(), edges.targets.begin(), edges.targets.end());
  }
  Slow result;
  for (const auto& [state, next] : graph) {
    result.deadlock = result.deadlock || (next.empty() && finals.count(state) == 0);
    const auto ends = [&](const Bytes& one) { return one == initial || finals.count(one) > 0; };
    result.reversible = result.reversible && can_reach(graph, state, ends);
  }
  return result;
}

TEST(Final, VerdictsAreThoseOfTheDefinitions) {
  std::size_t compared = 0, deadlocks = 0, ended = 0, reversible = 0;
  for (std::uint64_t number = 0; number < 600; ++number) {
    RandomNetOptions options;
    options.timed = false;
    NetBuilder builder("random", std::make_shared<Sources>());
    builder.net() = random_net(number, options);
    Net& net = builder.net();
    const PlaceId place(number % net.places.size());
    const ExprId count = builder.expr().tokens(place, {}, {});
    const ExprId least = builder.expr().integer(static_cast<std::int64_t>(number / 7 % 3), {});
    net.final_marking = builder.expr().binary(number % 2 == 0 ? Op::equal : Op::greater_equal, count, least, {});
    try {
      const std::optional<Slow> expected = slow(net);
      if (!expected) continue;
      const VerifyResult result = verify(net, {});
      ASSERT_TRUE(result.state_space.complete) << number;
      const bool free = result_of(result, "deadlock_free").verdict == Verdict::holds;
      EXPECT_EQ(free, !expected->deadlock) << number;
      EXPECT_EQ(result_of(result, "reversible").verdict == Verdict::holds, expected->reversible) << number;
      ++compared;
      deadlocks += free ? 0U : 1U;
      ended += free && result.state_space.dead_markings > 0 ? 1U : 0U;
      reversible += expected->reversible ? 1U : 0U;
    } catch (const EvalError&) {
      continue;  // what cannot be evaluated is compared elsewhere
    }
  }
  EXPECT_GT(compared, 200U);
  EXPECT_GT(deadlocks, 50U);
  EXPECT_GT(ended, 20U);
  EXPECT_GT(reversible, 20U);
}

}  // namespace
}  // namespace petriloom::test
