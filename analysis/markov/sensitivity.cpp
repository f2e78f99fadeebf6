// SPDX-License-Identifier: Apache-2.0
#include "analysis/markov/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace petriloom {
namespace {

constexpr std::array<double, 3> kDifference{45.0 / 60, -9.0 / 60, 1.0 / 60};
// A kink as large as this share of a value shows in the fourth difference, which is 1e-9 of it
// where it is smooth.
constexpr double kKink = 1e-5;

std::vector<double> numbers_of(const Rewards& rewards) {
  std::vector<double> numbers;
  for (const auto* table : {&rewards.sums, &rewards.counts}) {
    for (const std::vector<double>& row : *table) numbers.insert(numbers.end(), row.begin(), row.end());
  }
  numbers.insert(numbers.end(), rewards.tokens.begin(), rewards.tokens.end());
  numbers.insert(numbers.end(), rewards.firings.begin(), rewards.firings.end());
  return numbers;
}

void set_numbers(Rewards& rewards, std::span<const double> numbers) {
  auto next = numbers.begin();
  const auto fill = [&](std::vector<double>& row) {
    for (double& value : row) value = *next++;
  };
  for (auto* table : {&rewards.sums, &rewards.counts}) {
    for (std::vector<double>& row : *table) fill(row);
  }
  fill(rewards.tokens);
  fill(rewards.firings);
}

/// Values that depend on the parameter, of one look at a net.
struct Look {
  std::vector<double> rates;
  std::vector<double> initial;
  Rewards flows;
  Rewards there;
};

/// Sums up differences, of order six and the fourth one.
class Differences {
 public:
  explicit Differences(std::vector<double> base) : base_(std::move(base)), slope_(base_.size(), 0), fourth_(base_.size()) {
    for (std::size_t k = 0; k < base_.size(); ++k) fourth_[k] = 6 * base_[k];
  }
  /// The pair at `steps` times the step; pairs are subtracted first, so that what does not depend
  /// on the parameter has slope 0.
  void add(std::size_t steps, std::span<const double> minus, std::span<const double> plus) {
    constexpr std::array<double, 3> kFourth{-4, 1, 0};
    for (std::size_t k = 0; k < base_.size(); ++k) {
      slope_[k] += kDifference[steps - 1] * (plus[k] - minus[k]);
      fourth_[k] += kFourth[steps - 1] * (plus[k] + minus[k]);
    }
  }
  [[nodiscard]] bool smooth() const {
    for (std::size_t k = 0; k < base_.size(); ++k) {
      if (std::abs(fourth_[k]) > kKink * (std::abs(base_[k]) + std::abs(slope_[k]))) return false;
    }
    return true;
  }
  [[nodiscard]] std::vector<double> slope(double step) const {
    std::vector<double> slope = slope_;
    for (double& value : slope) value /= step;
    return slope;
  }

 private:
  std::vector<double> base_;
  std::vector<double> slope_;
  std::vector<double> fourth_;
};

bool same_edges(const StateGraph& a, const StateGraph& b) {
  if (a.rows() != b.rows() || a.edges() != b.edges()) return false;
  for (std::size_t s = 0; s < a.rows(); ++s) {
    const auto x = a.targets(static_cast<StateNumber>(s));
    const auto y = b.targets(static_cast<StateNumber>(s));
    if (!std::equal(x.begin(), x.end(), y.begin(), y.end())) return false;
  }
  return true;
}

bool same_states(const StateStore& a, const StateStore& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t s = 0; s < a.size(); ++s) {
    const StateBytes x = a[static_cast<StateNumber>(s)];
    const StateBytes y = b[static_cast<StateNumber>(s)];
    if (!std::equal(x.begin(), x.end(), y.begin(), y.end())) return false;
  }
  return true;
}

class EffectFinder {
 public:
  EffectFinder(const Parameter& parameter, const SolvedChain& solved, const Limits& limits, Diagnostics& diagnostics)
      : parameter_(parameter), solved_(solved), limits_(limits), diagnostics_(diagnostics) {}

  std::optional<ParameterEffects> run() {
    ParameterEffects effects;
    int exponent = 0;
    std::frexp(parameter_.value == 0 ? 1.0 : parameter_.value, &exponent);
    effects.step = std::ldexp(1.0, exponent - 9);  // between 1/512 and 1/256 of the value
    const std::optional<Look> base = look(effects, 0);
    if (!base) return std::nullopt;
    Differences rates(base->rates);
    Differences initial(base->initial);
    Differences flows(numbers_of(base->flows));
    Differences there(numbers_of(base->there));
    for (std::size_t steps = 1; steps <= 3; ++steps) {
      const double offset = static_cast<double>(steps) * effects.step;
      const std::optional<Look> minus = look(effects, -offset);
      if (!minus) return std::nullopt;
      const std::optional<Look> plus = look(effects, offset);
      if (!plus) return std::nullopt;
      rates.add(steps, minus->rates, plus->rates);
      initial.add(steps, minus->initial, plus->initial);
      flows.add(steps, numbers_of(minus->flows), numbers_of(plus->flows));
      there.add(steps, numbers_of(minus->there), numbers_of(plus->there));
    }
    if (!rates.smooth() || !initial.smooth() || !flows.smooth() || !there.smooth())
      return refuse("something has a kink there: with values on both sides of it there are two derivatives");
    effects.chain.rates = rates.slope(effects.step);
    effects.chain.initial = initial.slope(effects.step);
    effects.chain.exits.assign(solved_.chain.size(), 0);
    for (std::size_t s = 0; s < solved_.chain.size(); ++s) {
      const std::uint64_t first = solved_.chain.graph.first_edge(static_cast<StateNumber>(s));
      for (std::size_t e = 0; e < solved_.chain.graph.targets(static_cast<StateNumber>(s)).size(); ++e)
        effects.chain.exits[s] += effects.chain.rates[first + e];
    }
    effects.flows = base->flows;
    set_numbers(effects.flows, flows.slope(effects.step));
    effects.there = base->there;
    set_numbers(effects.there, there.slope(effects.step));
    return effects;
  }

 private:
  std::nullopt_t refuse(const std::string& why) {
    diagnostics_.error({}, fmt::format("no derivative by `{}` at {}: {}", parameter_.name, parameter_.value, why));
    return std::nullopt;
  }

  /// Looks at the net with the parameter changed by `offset`, while the same time is spent in the
  /// same states.
  std::optional<Look> look(ParameterEffects& effects, double offset) {
    std::optional<Net> net = parameter_.net(parameter_.value + offset);
    const std::string at = fmt::format("with {} the net ", parameter_.value + offset);
    if (!net) return refuse(at + "is wrong");
    effects.nets.emplace_back(offset, std::move(*net));
    NetModel model(effects.nets.back().second, {});
    const MarkovGraph graph = explore_markov(model, limits_, {});
    if (graph.stopped != Stopped::complete || graph.diagnostics.has_errors()) {
      diagnostics_.append(graph.diagnostics);
      return refuse(at + (graph.stopped == Stopped::error ? "is wrong" : "could not be explored: " + describe(graph.stopped)));
    }
    if (!same_states(solved_.graph.states, graph.states) || !same_edges(solved_.graph.graph, graph.graph))
      return refuse(at + "has other markings or firings");
    Elimination elimination(graph, limits_);
    MarkovChain chain = elimination.chain(effects.nets.back().second, diagnostics_);
    if (!same_edges(solved_.chain.graph, chain.graph)) return refuse(at + "has other markings or firings");
    RewardCollector collector(model, graph, elimination, chain);
    Look result{{}, {}, collector.collect(solved_.spent, {}, solved_.starts), collector.collect_states(solved_.probability)};
    result.rates = std::move(chain.rates);
    result.initial = std::move(chain.initial);
    return result;
  }

  const Parameter& parameter_;
  const SolvedChain& solved_;
  const Limits& limits_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<ParameterEffects> parameter_effects(const Parameter& parameter, const SolvedChain& solved, const Limits& limits,
                                                  Diagnostics& diagnostics) {
  return EffectFinder(parameter, solved, limits, diagnostics).run();
}

double central_difference(const std::array<double, 6>& values, double step) {
  double sum = 0;
  for (std::size_t k = 0; k < kDifference.size(); ++k) sum += kDifference[k] * (values[3 + k] - values[2 - k]);
  return sum / step;
}

void add_rewards(Rewards& a, double factor, const Rewards& b) {
  std::vector<double> numbers = numbers_of(a);
  const std::vector<double> more = numbers_of(b);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] += factor * more[k];
  set_numbers(a, numbers);
}

}  // namespace petriloom
