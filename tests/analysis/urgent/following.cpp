// SPDX-License-Identifier: Apache-2.0
#include "tests/analysis/urgent/following.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/clocks/open_times.h"
#include "engine/expr/eval_error.h"
#include "engine/simulate/simulate.h"

namespace petriloom::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

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

Edges edges_of(UrgentModel& model, const Bytes& state) {
  Edges edges;
  model.load(state);
  model.successors(edges);
  return edges;
}

/// What can be reached from some states by steps that are no firings of the net, which has `own`
/// transitions, those states included; stops beyond `most`.
StateSet later(UrgentModel& model, StateSet states, std::size_t own, std::size_t most) {
  std::vector<Bytes> open(states.begin(), states.end());
  while (!open.empty() && states.size() <= most) {
    const Bytes state = std::move(open.back());
    open.pop_back();
    for (auto& [label, target] : edges_of(model, state).found) {
      if (model.labels().transition(label).index() < own) continue;
      if (states.insert(target).second) open.push_back(std::move(target));
    }
  }
  return states;
}

bool same_but_for_reals(const Net& net, const Firings::One& fired, TransitionId transition, std::span<const Word> binding) {
  if (transition != fired.transition) return false;
  for (std::size_t k = 0; k < binding.size(); ++k) {
    const bool real = net.colours[net[transition].variables[k].colour].kind == ColourKind::real;
    if (!real && binding[k] != fired.binding[k]) return false;
  }
  return true;
}

/// The states after a firing from any of some states.
StateSet after(UrgentModel& model, const StateSet& states, const Firings::One& fired) {
  StateSet result;
  for (const Bytes& state : states) {
    model.load(state);
    std::vector<std::vector<Word>> bindings;
    model.for_each_enabled([&](TransitionId transition, std::span<const Word> binding) {
      if (same_but_for_reals(model.net(), fired, transition, binding)) bindings.emplace_back(binding.begin(), binding.end());
    });
    for (const std::vector<Word>& binding : bindings) {
      model.for_each_result(fired.transition, binding,
                            [&](double, StateBytes target) { result.emplace(target.begin(), target.end()); });
    }
  }
  return result;
}

}  // namespace

void follow(const Net& net, std::uint64_t number, bool ends, Followed& followed) {
  constexpr std::size_t kMost = 150;
  const std::optional<OpenTimes> open_times = with_open_times(net);
  const Net with_time = with_passing_of_time(open_times ? open_times->net : net);
  Firings trace;
  SimulationOptions options;
  options.seed = number;
  options.until = 20;
  options.max_firings = 25;
  options.trace = &trace;
  const SimulationResult result = simulate(net, options);
  try {
    UrgentModel model(with_time, {});
    const StateBytes first = model.initial();
    StateSet states{Bytes(first.begin(), first.end())};
    for (std::size_t k = 0; k < trace.list.size(); ++k) {
      const StateSet open = later(model, states, net.transitions.size(), kMost);
      if (open.size() > kMost) return;
      states = after(model, open, trace.list[k]);
      ASSERT_FALSE(states.empty()) << "random net " << number << ", firing " << k + 1;
      ++followed.firings;
    }
    ++followed.runs;
    if (!ends || result.ended != Ended::dead) return;
    const StateSet open = later(model, states, net.transitions.size(), kMost);
    if (open.size() > kMost) return;
    const bool dead =
        std::any_of(open.begin(), open.end(), [&](const Bytes& state) { return edges_of(model, state).found.empty(); });
    ASSERT_TRUE(dead) << "random net " << number;
    ++followed.ends;
  } catch (const EvalError&) {
    ++followed.refused;  // values without an end cannot be explored
  }
}

}  // namespace petriloom::test
