// SPDX-License-Identifier: Apache-2.0
// Instants in order, durations open (rule 29): against a slow explorer, and against runs with time.
#include "analysis/urgent/urgent_model.h"

#include <gtest/gtest.h>

#include "analysis/witness/witness.h"
#include "engine/build/expr_builder.h"
#include "engine/simulate/simulate.h"
#include "tests/analysis/nets.h"
#include "tests/analysis/urgent/slow_urgent.h"
#include "tests/engine/random_net.h"

namespace petriloom::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

class Edges final : public SuccessorSink {
 public:
  void edge(Label label, StateBytes target) override { found.emplace_back(label, Bytes(target.begin(), target.end())); }
  std::vector<std::pair<Label, Bytes>> found;
};

std::vector<Tokens> without(const std::vector<Tokens>& all, const std::vector<Tokens>& some) {
  std::vector<Tokens> result;
  for (Tokens tokens : all) {
    for (const Tokens& other : some) {
      if (other.place == tokens.place && other.colour == tokens.colour) tokens.count -= other.count;
    }
    if (tokens.count > 0) result.push_back(tokens);
  }
  return result;
}

SeenMarking seen(const UrgentModel& model, const Bytes& state) {
  const std::vector<Tokens> available = model.available(state);
  return {available, without(model.tokens(state), available)};
}

/// All that can be reached; nothing if it is more than `most` states.
std::optional<SeenSpace> explored(UrgentModel& model, std::size_t most) {
  SeenSpace space;
  const StateBytes first = model.initial();
  std::vector<Bytes> states{Bytes(first.begin(), first.end())};
  std::set<Bytes> known{states[0]};
  for (std::size_t next = 0; next < states.size(); ++next) {
    if (states.size() > most) return std::nullopt;
    const Bytes state = states[next];
    Edges edges;
    model.load(state);
    model.successors(edges);
    const SeenMarking from = seen(model, state);
    space.markings.insert(from);
    if (edges.found.empty()) space.dead.insert(from);
    for (const auto& [label, target] : edges.found) {
      space.steps.insert({from, model.labels().transition(label).index(), seen(model, target)});
      if (known.insert(target).second) states.push_back(target);
    }
  }
  return space;
}

Net numbered_net(std::uint64_t number) {
  return random_net(number, {.weights = number % 3 == 0,
                             .counting = number % 4 == 1,
                             .collecting = number % 7 == 3,
                             .emptying = number % 7 == 5,
                             .drawing = number % 3 == 1,
                             .ordered = number % 2 == 0,
                             .instances = number % 5 == 0,
                             .named = number % 6 == 1,
                             .sharing = number % 7 < 3});
}

TEST(Urgent, DoesWhatTheSlowExplorerDoes) {
  constexpr std::size_t kMost = 100;
  std::size_t compared = 0, passing = 0, several = 0, dead = 0;
  for (std::uint64_t number = 1; number <= 9000 && compared < 2200; ++number) {
    const Net net = numbered_net(number);
    const Net with_time = with_passing_of_time(net);
    try {
      const std::optional<SeenSpace> expected = explore_slowly(net, kMost);
      if (!expected || expected->steps.size() < 2) continue;
      UrgentModel model(with_time, {});
      const std::optional<SeenSpace> found = explored(model, 4 * kMost);
      ASSERT_TRUE(found) << number;
      ASSERT_EQ(found->markings, expected->markings) << number;
      ASSERT_EQ(found->steps, expected->steps) << number;
      ASSERT_EQ(found->dead, expected->dead) << number;
      ++compared;
      const auto passes = std::count_if(expected->steps.begin(), expected->steps.end(),
                                        [&](const SeenStep& step) { return step.transition == net.transitions.size(); });
      passing += passes > 0 ? 1U : 0U;
      several += passes > 3 ? 1U : 0U;
      dead += expected->dead.empty() ? 0U : 1U;
    } catch (const EvalError&) {
      continue;  // what cannot be explored is so in both
    }
  }
  EXPECT_GE(compared, 2000U);
  EXPECT_GT(passing, 500U);
  EXPECT_GT(several, 200U);
  EXPECT_GT(dead, 100U);
}

/// The firings of a run.
class Firings final : public TraceSink {
 public:
  struct One {
    TransitionId transition;
    std::vector<Word> binding;
  };
  void fired(double, TransitionId transition, std::span<const Word> binding, const WordPool&) override {
    list.push_back({transition, {binding.begin(), binding.end()}});
  }
  void put(double, double, PlaceId, Word, std::int64_t) override {}
  void taken(double, double, PlaceId, Word, std::int64_t) override {}
  void finish(double) override {}
  std::vector<One> list;
};

/// What can be reached from some states by steps that are no firings of the net, which has `own`
/// transitions, those states included; stops beyond `most`.
std::set<Bytes> later(UrgentModel& model, std::set<Bytes> states, std::size_t own, std::size_t most) {
  std::vector<Bytes> open(states.begin(), states.end());
  while (!open.empty() && states.size() <= most) {
    const Bytes state = std::move(open.back());
    open.pop_back();
    Edges edges;
    model.load(state);
    model.successors(edges);
    for (auto& [label, target] : edges.found) {
      if (model.labels().transition(label).index() < own) continue;
      if (states.insert(target).second) open.push_back(std::move(target));
    }
  }
  return states;
}

/// The states after a firing from any of some states.
std::set<Bytes> after(UrgentModel& model, const std::set<Bytes>& states, const Firings::One& fired) {
  std::set<Bytes> result;
  for (const Bytes& state : states) {
    model.load(state);
    bool enabled = false;
    model.for_each_enabled([&](TransitionId transition, std::span<const Word> binding) {
      enabled = enabled || (transition == fired.transition &&
                            std::equal(binding.begin(), binding.end(), fired.binding.begin(), fired.binding.end()));
    });
    if (!enabled) continue;
    model.for_each_result(fired.transition, fired.binding,
                          [&](double, StateBytes target) { result.emplace(target.begin(), target.end()); });
  }
  return result;
}

struct Followed {
  std::size_t runs = 0, firings = 0;
};

// Whatever a net does with time it does here as well.
void follow(const Net& net, std::uint64_t number, Followed& followed) {
  constexpr std::size_t kMost = 150;
  const Net with_time = with_passing_of_time(net);
  Firings trace;
  SimulationOptions options;
  options.seed = number;
  options.until = 20;
  options.max_firings = 25;
  options.trace = &trace;
  simulate(net, options);
  try {
    UrgentModel model(with_time, {});
    const StateBytes first = model.initial();
    std::set<Bytes> states{Bytes(first.begin(), first.end())};
    for (std::size_t k = 0; k < trace.list.size(); ++k) {
      const std::set<Bytes> open = later(model, states, net.transitions.size(), kMost);
      if (open.size() > kMost) break;
      states = after(model, open, trace.list[k]);
      ASSERT_FALSE(states.empty()) << "random net " << number << ", firing " << k + 1;
      ++followed.firings;
    }
    ++followed.runs;
  } catch (const EvalError&) {
    return;  // values without an end cannot be explored
  }
}

TEST(Urgent, EveryRunWithTimeIsARun) {
  Followed followed;
  for (std::uint64_t number = 20001; number <= 22500; ++number) follow(numbered_net(number), number, followed);
  EXPECT_GE(followed.runs, 1500U);
  EXPECT_GE(followed.firings, 10000U);
}

// Of some immediate transitions, from some time on or up to it.
Net with_clocks(Net net, std::uint64_t number) {
  Diagnostics none;
  ExprBuilder build(net, none);
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    Transition& transition = net.transitions[t];
    if (transition.timing != Timing::immediate || (number + t) % 3 == 0) continue;
    const ExprId limit = build.real(static_cast<double>((number + 5 * t) % 7), transition.where);
    const Op op = (number + t) % 2 == 0 ? Op::greater_equal : Op::less;
    transition.guards.push_back(build.binary(op, build.now(transition.where), limit, transition.where));
  }
  return net;
}

TEST(Urgent, EveryRunWithClocksInGuardsIsARun) {
  Followed followed;
  for (std::uint64_t number = 30001; number <= 32500; ++number) follow(with_clocks(numbered_net(number), number), number, followed);
  EXPECT_GE(followed.runs, 1000U);
  EXPECT_GE(followed.firings, 5000U);
}

}  // namespace
}  // namespace petriloom::test
