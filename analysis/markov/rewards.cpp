// SPDX-License-Identifier: Apache-2.0
#include "analysis/markov/rewards.h"

#include <algorithm>

namespace petriloom {
RewardCollector::RewardCollector(NetModel& model, const MarkovGraph& graph, const Elimination& elimination,
                                 const MarkovChain& chain)
    : model_(model),
      net_(model.net()),
      graph_(graph),
      elimination_(elimination),
      chain_(chain),
      firings_(model),
      parts_(model, graph),
      of_transition_(net_.transitions.size()) {
  std::size_t frame = 0;
  for (const Transition& transition : net_.transitions) frame = std::max(frame, transition.variables.size());
  for (std::uint32_t m = 0; m < net_.measures.size(); ++m) {
    const Measure& measure = net_.measures[m];
    frame = std::max<std::size_t>({frame, measure.slots, measure.keys.size()});
    const bool of_firings =
        measure.kind == MeasureKind::count || measure.kind == MeasureKind::sum || measure.kind == MeasureKind::mean;
    if (!of_firings) continue;
    for (const MeasuredFirings& of : measure.firings)
      of_transition_[of.transition.index()].push_back({m, &of, FiringRows(net_, measure, of)});
  }
  frame_.resize(frame);
}

Rewards RewardCollector::empty() const {
  Rewards rewards;
  for (const Measure& measure : net_.measures) {
    rewards.sums.emplace_back(member_count(measure), 0);
    rewards.counts.emplace_back(member_count(measure), 0);
  }
  rewards.tokens.assign(parts_.places().size(), 0);
  rewards.firings.assign(parts_.transitions().size(), 0);
  return rewards;
}

Rewards RewardCollector::collect_states(std::span<const double> weights) {
  Rewards rewards = empty();
  for (std::size_t s = 0; s < chain_.size(); ++s) {
    if (weights[s] == 0) continue;
    model_.load(graph_.states[chain_.states[s]]);
    add_state(weights[s], rewards);
  }
  return rewards;
}

Rewards RewardCollector::collect(std::span<const double> weights, std::span<const double> fires, double starts) {
  Rewards rewards = collect_states(weights);
  for (std::size_t s = 0; s < chain_.size(); ++s) {
    const StateNumber state = chain_.states[s];
    const double fired = fires.empty() ? 0 : fires[s];
    // Where the stop condition holds nothing fires, whatever is enabled.
    const bool ended = graph_.graph.targets(state).empty() && fired == 0;
    if (!ended && (weights[s] != 0 || fired > 0)) add_firings(state, weights[s], fired, rewards);
  }
  const std::vector<double> passages = support_ ? elimination_.passages(chain_, jumps(weights), fires, starts)
                                                : elimination_.passages(chain_, weights, fires, starts);
  for (std::size_t s = 0; s < passages.size(); ++s) {
    if (passages[s] != 0) add_firings(static_cast<StateNumber>(s), passages[s], 0, rewards);
  }
  return rewards;
}

Rewards RewardCollector::support(std::span<const double> weights, std::span<const double> fires, double starts) {
  support_ = true;
  Rewards rewards = collect(weights, fires, starts);
  support_ = false;
  return rewards;
}

Rewards RewardCollector::support_of_states(std::span<const double> weights) {
  support_ = true;
  Rewards rewards = collect_states(weights);
  support_ = false;
  return rewards;
}

/// What is passed on then is a share of the weights: as if each state were left once.
std::vector<double> RewardCollector::jumps(std::span<const double> weights) const {
  std::vector<double> result(weights.begin(), weights.end());
  for (std::size_t s = 0; s < result.size(); ++s) {
    double exit = 0;
    for (const double rate : graph_.values_of(chain_.states[s])) exit += rate;
    if (exit > 0) result[s] /= exit;
  }
  return result;
}

std::vector<StateNumber> RewardCollector::stopped() {
  std::vector<StateNumber> states;
  if (!net_.stop.valid()) return states;
  for (std::size_t s = 0; s < chain_.size(); ++s) {
    if (!graph_.graph.targets(chain_.states[s]).empty()) continue;
    model_.load(graph_.states[chain_.states[s]]);
    if (firings_.stopped()) states.push_back(static_cast<StateNumber>(s));
  }
  return states;
}

void RewardCollector::add_state(double weight, Rewards& rewards) {
  for (std::size_t m = 0; m < net_.measures.size(); ++m) {
    const Measure& measure = net_.measures[m];
    if (!state_measure(measure.kind)) continue;
    for (std::size_t row = 0; row < member_count(measure); ++row) {
      if (!measure.members.empty()) std::copy(measure.members[row].begin(), measure.members[row].end(), frame_.begin());
      const double value = real_of_word(model_.enabling().evaluator().eval(measure.value, frame_));
      rewards.sums[m][row] += weight * (support_ && value != 0 ? 1 : value);
    }
  }
  model_.for_each_token([&](const Tokens& tokens) {
    rewards.tokens[parts_.number(tokens.place, tokens.colour)] += weight * (support_ ? 1 : static_cast<double>(tokens.count));
  });
}

void RewardCollector::add_firings(StateNumber state, double weight, double fires, Rewards& rewards) {
  firings_.look(graph_.states[state]);
  for (const MarkovFiring& firing : firings_.firings())
    add_firing(firing.transition, firing.binding, support_ ? weight : weight * firing.value, rewards);
  if (fires > 0 && firings_.fixed()) add_firing(firings_.fixed()->transition, firings_.fixed()->binding, fires, rewards);
}

void RewardCollector::add_firing(TransitionId transition, std::span<const Word> binding, double flow, Rewards& rewards) {
  rewards.firings[parts_.number(transition, binding)] += flow;
  Evaluator& evaluator = model_.enabling().evaluator();
  for (Looked& looked : of_transition_[transition.index()]) {
    const MeasuredFirings& of = *looked.of;
    std::copy(binding.begin(), binding.end(), frame_.begin());
    looked.rows.for_each(frame_, [&](std::uint32_t row) {
      if (of.condition.valid() && evaluator.eval(of.condition, frame_) == 0) return;
      rewards.counts[looked.measure][row] += flow;
      if (!of.value.valid()) return;
      const double value = real_of_word(evaluator.eval(of.value, frame_));
      rewards.sums[looked.measure][row] += flow * (support_ && value != 0 ? 1 : value);
    });
  }
}

}  // namespace petriloom
