// SPDX-License-Identifier: Apache-2.0
#include "analysis/chain/markov_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <new>
#include <stdexcept>

namespace petriloom {
namespace {

constexpr std::uint64_t kStatesPerReport = 4096;
constexpr std::uint64_t kWorkBetweenChecks = 1 << 18;  // bytes of states
constexpr std::uint64_t kWorkOfEdge = 64;

void check_timing(const Net& net, TransitionId id, Diagnostics& diagnostics) {
  const Transition& transition = net[id];
  const std::string name = path(net, id);
  const bool fixed = transition.timing == Timing::deterministic;
  if (fixed && transition.memory != Memory::enabling) {
    diagnostics.error(
        transition.where,
        fmt::format("{}: what it remembers of its duration is not in the marking; only memory `enabling` can be solved", name));
  }
  if (transition.timing != Timing::immediate && transition.timing != Timing::exponential && !fixed) {
    diagnostics.error(transition.where,
                      fmt::format("{}: its duration is neither exponential nor deterministic, so the markings are not a Markov "
                                  "chain; simulate the net, or write the duration as phases of exponential transitions",
                                  name));
  }
  if (shares(transition)) {
    diagnostics.error(
        transition.where,
        fmt::format("{}: it does its work at a speed that it shares with others, which has no form here; simulate the "
                    "net, or write its speed as a rate that counts tokens",
                    name));
  }
  const auto looks_at_time = [&](ExprId expr) { return net.exprs.looks(expr, look::time); };
  if (std::any_of(transition.guards.begin(), transition.guards.end(), looks_at_time)) {
    diagnostics.error(transition.where, fmt::format("{}: its guard looks at the model time, which a marking does not hold", name));
  }
  const auto delays = [&](ExprId delay, Location where) {
    if (!delay.valid()) return;
    const Expr& node = net.exprs[delay];
    if (node.op == Op::literal && real_of_word(node.payload) == 0) return;
    diagnostics.error(where, fmt::format("{}: tokens that become available later are not in a marking; put them by an exponential "
                                         "transition",
                                         name));
  };
  delays(transition.delay, transition.where);
  for (const Arc& arc : transition.arcs) {
    if (arc.kind == ArcKind::output) delays(arc.delay, arc.where);
    if (!arc.collect || !arc.collect->count.valid()) continue;
    diagnostics.error(arc.where,
                      fmt::format("{}: which tokens it collects depends on the order in which they came, which is not in a "
                                  "marking; simulate the net, or `collect all`",
                                  name));
  }
}

class MarkovExploration {
 public:
  MarkovExploration(NetModel& model, const Limits& limits, const std::function<void(std::uint64_t, std::uint64_t)>& progress)
      : model_(model), firings_(model), limits_(limits), progress_(progress) {
    const auto& transitions = model.net().transitions;
    has_fixed_ = std::any_of(transitions.begin(), transitions.end(),
                             [](const Transition& transition) { return transition.timing == Timing::deterministic; });
  }

  MarkovGraph run() {
    try {
      result_.states.intern(model_.initial());
      while (result_.graph.rows() < result_.states.size() && within_limits()) expand();
    } catch (const std::length_error&) {
      result_.stopped = Stopped::memory;
    } catch (const std::bad_alloc&) {
      result_.stopped = Stopped::memory;
    } catch (const LimitReached& limit) {
      result_.stopped = limit.why();
    } catch (const EvalError& error) {
      result_.diagnostics.error(error.where(), error.what());
      result_.stopped = Stopped::error;
    }
    return std::move(result_);
  }

 private:
  void expand() {
    const auto state = static_cast<StateNumber>(result_.graph.rows());
    const StateBytes bytes = result_.states[state];
    if (model_.net().stop.valid()) model_.load(bytes);
    if (firings_.stopped()) {
      result_.vanishing.push_back(false);
      result_.graph.end_row();
      if (!has_fixed_) return;
      result_.fixed_firings.emplace_back();
      return result_.fixed.end_row();
    }
    firings_.look(bytes);
    result_.vanishing.push_back(firings_.vanishing());
    for (const MarkovFiring& firing : firings_.firings()) {
      firings_.for_each_result(firing, [&](double value, StateBytes target) {
        if (value <= 0) return;
        work(target.size());
        result_.graph.add_edge(static_cast<Label>(firing.transition.index()), result_.states.intern(target).first);
        result_.values.push_back(value);
      });
    }
    result_.graph.end_row();
    if (has_fixed_) expand_fixed();
  }

  void expand_fixed() {
    FixedFiring& entry = result_.fixed_firings.emplace_back();
    if (firings_.fixed()) {
      const MarkovFiring& firing = *firings_.fixed();
      std::vector<Word> key{static_cast<Word>(firing.transition.index())};
      key.insert(key.end(), firing.binding.begin(), firing.binding.end());
      entry = {numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(numbers_.size())).first->second, firings_.delay()};
      firings_.for_each_result(firing, [&](double value, StateBytes target) {
        if (value <= 0) return;
        work(target.size());
        result_.fixed.add_edge(static_cast<Label>(firing.transition.index()), result_.states.intern(target).first);
        result_.fixed_values.push_back(value);
      });
    }
    result_.fixed.end_row();
  }

  bool within_limits() {
    const std::uint64_t rows = result_.graph.rows();
    if (rows % kStatesPerReport != 0) return true;
    if (progress_) progress_(result_.states.size(), result_.graph.edges());
    limits_.check(result_.bytes() + model_.bytes());
    return true;
  }

  // States may be large, and each may have many edges.
  void work(std::size_t bytes) {
    work_since_check_ += kWorkOfEdge + bytes;
    if (work_since_check_ < kWorkBetweenChecks) return;
    work_since_check_ = 0;
    limits_.check(result_.bytes() + model_.bytes());
  }

  NetModel& model_;
  MarkovFirings firings_;
  const Limits& limits_;
  const std::function<void(std::uint64_t, std::uint64_t)>& progress_;
  MarkovGraph result_;
  bool has_fixed_ = false;
  std::uint64_t work_since_check_ = 0;
  std::map<std::vector<Word>, std::uint32_t> numbers_;  // of bindings of deterministic transitions
};

}  // namespace

std::span<const double> MarkovGraph::values_of(StateNumber state) const {
  const auto targets = graph.targets(state);
  return std::span(values).subspan(graph.first_edge(state), targets.size());
}

std::span<const double> MarkovGraph::fixed_values_of(StateNumber state) const {
  return std::span(fixed_values).subspan(fixed.first_edge(state), fixed.targets(state).size());
}

std::uint64_t MarkovGraph::bytes() const {
  return states.bytes() + graph.bytes() + values.capacity() * sizeof(double) + vanishing.bytes() + fixed.bytes() +
         fixed_values.capacity() * sizeof(double) + fixed_firings.capacity() * sizeof(FixedFiring);
}

void check_markovian(const Net& net, Diagnostics& diagnostics) {
  for (const Place& place : net.places) {
    for (const InitialTokens& tokens : place.initial) {
      if (tokens.available > 0) diagnostics.error(place.where, "initial tokens that become available later are not in a marking");
    }
  }
  for (std::size_t t = 0; t < net.transitions.size(); ++t) check_timing(net, TransitionId(t), diagnostics);
  if (net.exprs.looks(net.stop, look::time))
    diagnostics.error({}, "the stop condition looks at the model time; give the time to --transient instead");
}

MarkovGraph explore_markov(NetModel& model, const Limits& limits,
                           const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  return MarkovExploration(model, limits, progress).run();
}

}  // namespace petriloom
