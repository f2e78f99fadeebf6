// SPDX-License-Identifier: Apache-2.0
#include "analysis/markov/stationary.h"

#include <algorithm>
#include <cmath>

#include "analysis/markov/chain_parts.h"

namespace petriloom {
namespace {

class SteadySolver {
 public:
  SteadySolver(const MarkovChain& chain, const SteadyOptions& options)
      : chain_(chain), options_(options), parts_(chain), enters_(chain.initial) {}

  SteadyState run() {
    result_.probability.assign(chain_.size(), 0);
    result_.sojourn.assign(chain_.size(), 0);
    result_.converged = true;
    result_.absorbing = true;
    // Edges lead to smaller numbers, so that all entries of a component are known when its turn comes.
    for (std::uint32_t component = parts_.count(); component-- > 0 && result_.stopped == Stopped::complete;) {
      if (parts_.left(component)) {
        pass_through(component);
      } else {
        stay(component);
      }
    }
    result_.residual = residual();
    return std::move(result_);
  }

 private:
  void note(const LinearSolution& solution, std::size_t size) {
    if (size >= largest_) result_.method = solution.method;
    largest_ = std::max(largest_, size);
    result_.iterations += solution.iterations;
    result_.converged = result_.converged && solution.converged;
    if (solution.stopped != Stopped::complete) result_.stopped = solution.stopped;
  }

  void pass_through(std::uint32_t component) {
    const auto members = parts_.members(component);
    std::vector<double> right;
    for (const StateNumber state : members) right.push_back(enters_[state]);
    if (std::all_of(right.begin(), right.end(), [](double value) { return value == 0; })) return;
    const LinearSolution solution = sojourns(parts_.inflow(component), right, options_);
    note(solution, members.size());
    for (std::size_t k = 0; k < members.size(); ++k) {
      const StateNumber state = members[k];
      result_.sojourn[state] = solution.values[k];
      const auto targets = chain_.graph.targets(state);
      const auto rates = chain_.rates_of(state);
      for (std::size_t e = 0; e < targets.size(); ++e) {
        if (parts_.of(targets[e]) != component) enters_[targets[e]] += solution.values[k] * rates[e];
      }
    }
  }

  void stay(std::uint32_t component) {
    const auto members = parts_.members(component);
    double weight = 0;
    for (const StateNumber state : members) weight += enters_[state];
    ++result_.recurrent;
    result_.absorbing = result_.absorbing && members.size() == 1;
    if (weight == 0) return;
    const LinearSolution solution = stationary(parts_.inflow(component), options_);
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
  ChainParts parts_;
  std::vector<double> enters_;  // how often each state is entered from components before its own
  std::size_t largest_ = 0;
  SteadyState result_;
};

}  // namespace

SteadyState solve_steady(const MarkovChain& chain, const SteadyOptions& options) { return SteadySolver(chain, options).run(); }

}  // namespace petriloom
