// SPDX-License-Identifier: Apache-2.0
#include "analysis/markov/stationary.h"

#include <algorithm>
#include <cmath>

#include "analysis/markov/linear.h"

namespace petriloom {
namespace {

class SteadySolver {
 public:
  SteadySolver(const MarkovChain& chain, const SteadyOptions& options)
      : chain_(chain),
        options_(options),
        components_(strong_components(chain.graph, chain.size())),
        enters_(chain.initial),
        local_(chain.size(), kNoState) {}

  SteadyState run() {
    result_.probability.assign(chain_.size(), 0);
    result_.sojourn.assign(chain_.size(), 0);
    result_.converged = true;
    sort_members();
    result_.absorbing = true;
    // Edges lead to smaller numbers, so that all entries of a component are known when its turn comes.
    for (std::uint32_t component = components_.count; component-- > 0 && result_.stopped == Stopped::complete;) {
      const auto members = std::span(order_).subspan(starts_[component], starts_[component + 1] - starts_[component]);
      if (left(members, component)) {
        pass_through(members);
      } else {
        stay(members);
      }
    }
    result_.residual = residual();
    return std::move(result_);
  }

 private:
  void sort_members() {
    starts_.assign(components_.count + std::size_t{1}, 0);
    for (const std::uint32_t component : components_.of) ++starts_[component + std::size_t{1}];
    for (std::size_t c = 0; c < components_.count; ++c) starts_[c + 1] += starts_[c];
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    order_.resize(chain_.size());
    for (std::size_t s = 0; s < chain_.size(); ++s) order_[next[components_.of[s]]++] = static_cast<StateNumber>(s);
  }

  [[nodiscard]] bool left(std::span<const StateNumber> members, std::uint32_t component) const {
    return std::any_of(members.begin(), members.end(), [&](StateNumber state) {
      const auto targets = chain_.graph.targets(state);
      return std::any_of(targets.begin(), targets.end(), [&](StateNumber to) { return components_.of[to] != component; });
    });
  }

  Inflow inflow(std::span<const StateNumber> members) {
    Inflow part;
    for (std::size_t k = 0; k < members.size(); ++k) local_[members[k]] = static_cast<StateNumber>(k);
    part.starts.assign(members.size() + 1, 0);
    const auto for_each_edge = [&](const auto& use) {
      for (std::size_t k = 0; k < members.size(); ++k) {
        const auto targets = chain_.graph.targets(members[k]);
        const auto rates = chain_.rates_of(members[k]);
        for (std::size_t e = 0; e < targets.size(); ++e) {
          if (components_.of[targets[e]] == components_.of[members[k]]) use(k, local_[targets[e]], rates[e]);
        }
      }
    };
    for_each_edge([&](std::size_t, StateNumber to, double) { ++part.starts[to + std::size_t{1}]; });
    for (std::size_t k = 0; k < members.size(); ++k) part.starts[k + 1] += part.starts[k];
    part.sources.resize(part.starts.back());
    part.rates.resize(part.starts.back());
    std::vector<std::uint64_t> next(part.starts.begin(), part.starts.end() - 1);
    for_each_edge([&](std::size_t from, StateNumber to, double rate) {
      part.sources[next[to]] = static_cast<StateNumber>(from);
      part.rates[next[to]++] = rate;
    });
    for (const StateNumber state : members) part.exits.push_back(chain_.exits[state]);
    return part;
  }

  void note(const LinearSolution& solution, std::size_t size) {
    if (size >= largest_) result_.method = solution.method;
    largest_ = std::max(largest_, size);
    result_.iterations += solution.iterations;
    result_.converged = result_.converged && solution.converged;
    if (solution.stopped != Stopped::complete) result_.stopped = solution.stopped;
  }

  void pass_through(std::span<const StateNumber> members) {
    std::vector<double> right;
    for (const StateNumber state : members) right.push_back(enters_[state]);
    if (std::all_of(right.begin(), right.end(), [](double value) { return value == 0; })) return;
    const LinearSolution solution = sojourns(inflow(members), right, options_);
    note(solution, members.size());
    for (std::size_t k = 0; k < members.size(); ++k) {
      const StateNumber state = members[k];
      result_.sojourn[state] = solution.values[k];
      const auto targets = chain_.graph.targets(state);
      const auto rates = chain_.rates_of(state);
      for (std::size_t e = 0; e < targets.size(); ++e) {
        if (components_.of[targets[e]] != components_.of[state]) enters_[targets[e]] += solution.values[k] * rates[e];
      }
    }
  }

  void stay(std::span<const StateNumber> members) {
    double weight = 0;
    for (const StateNumber state : members) weight += enters_[state];
    ++result_.recurrent;
    result_.absorbing = result_.absorbing && members.size() == 1;
    if (weight == 0) return;
    const LinearSolution solution = stationary(inflow(members), options_);
    note(solution, members.size());
    for (std::size_t k = 0; k < members.size(); ++k) result_.probability[members[k]] = weight * solution.values[k];
  }

  // What flows into a state, less what flows out of it, by what flows out of it.
  [[nodiscard]] double residual() const {
    std::vector<double> in(chain_.size(), 0);
    const std::vector<double>& x = result_.probability;
    for (std::size_t s = 0; s < chain_.size(); ++s) {
      const auto targets = chain_.graph.targets(static_cast<StateNumber>(s));
      const auto rates = chain_.rates_of(static_cast<StateNumber>(s));
      for (std::size_t e = 0; e < targets.size(); ++e) in[targets[e]] += x[s] * rates[e];
    }
    double most = 0;
    for (std::size_t s = 0; s < chain_.size(); ++s) {
      const double out = x[s] * chain_.exits[s];
      if (out > 0) most = std::max(most, std::abs(in[s] - out) / out);
    }
    return most;
  }

  const MarkovChain& chain_;
  const SteadyOptions& options_;
  Components components_;
  std::vector<double> enters_;  // how often each state is entered from components before its own
  std::vector<StateNumber> local_;
  std::vector<StateNumber> order_;
  std::vector<std::size_t> starts_;
  std::size_t largest_ = 0;
  SteadyState result_;
};

}  // namespace

SteadyState solve_steady(const MarkovChain& chain, const SteadyOptions& options) { return SteadySolver(chain, options).run(); }

}  // namespace petriloom
