// SPDX-License-Identifier: Apache-2.0
#include "analysis/markov/steady_state.h"

#include <algorithm>
#include <cmath>

#include "analysis/chain/chain_parts.h"
#include "analysis/linear/rounding.h"

namespace petriloom {
namespace {

class SteadySolver {
 public:
  SteadySolver(const MarkovChain& chain, std::vector<long double> from, const SteadyOptions& options)
      : chain_(chain), options_(options), parts_(chain), enters_(std::move(from)) {}

  SteadyState run() {
    result_.probability.assign(chain_.size(), 0);
    result_.sojourn.assign(chain_.size(), 0);
    result_.converged = true;
    result_.absorbing = true;
    result_.each = true;
    // Edges lead to smaller numbers, so that all entries of a component are known when its turn
    // comes.
    for (std::uint32_t component = parts_.count(); component-- > 0 && result_.converged && result_.stopped == Stopped::complete;) {
      if (!parts_.left(component)) {
        stay(component);
      } else if (parts_.members(component).size() == 1) {
        pass(parts_.members(component)[0]);
      } else {
        pass_through(component);
      }
    }
    result_.error = staying_ + relative_ + flow_;
    if (result_.absorbing && time_ > 0)
      result_.error = std::max(result_.error, static_cast<double>(time_error_ / time_) + relative_);
    result_.converged = result_.converged && result_.error <= kWorstError;
    return std::move(result_);
  }

 private:
  void note(const LinearSolution& solution, std::size_t size) {
    if (size >= largest_) result_.method = solution.method;
    largest_ = std::max(largest_, size);
    result_.iterations += solution.iterations;
    result_.converged = result_.converged && solution.converged;
    result_.beyond = result_.beyond || solution.beyond;
    result_.each = result_.each && solution.each;
    if (solution.stopped != Stopped::complete) result_.stopped = solution.stopped;
  }

  /// Through a component of one state.
  void pass(StateNumber state) {
    if (enters_[state] == 0) return;
    if (largest_ == 0) result_.method = "direct";
    const auto targets = chain_.graph.targets(state);
    const auto rates = chain_.rates_of(state);
    long double exit = 0;
    for (const double rate : rates) exit += rate;
    const long double spent = enters_[state] / exit;
    for (std::size_t e = 0; e < targets.size(); ++e) enters_[targets[e]] += spent * rates[e];
    result_.sojourn[state] = static_cast<double>(spent);
    relative_ += static_cast<double>(2 * kFineRounding) * static_cast<double>(targets.size() + 3);
    time_ += spent;
    time_error_ += static_cast<long double>(flow_) / exit;
  }

  void pass_through(std::uint32_t component) {
    const auto members = parts_.members(component);
    std::vector<double> right;
    double all = 0;
    for (const StateNumber state : members) {
      right.push_back(static_cast<double>(enters_[state]));
      all += right.back();
    }
    if (all == 0) return;
    const LinearSolution solution = sojourns(parts_.inflow(component), right, options_, flow_ > 0);
    note(solution, members.size());
    if (!solution.converged || result_.stopped != Stopped::complete) return;
    long double time = 0;
    for (std::size_t k = 0; k < members.size(); ++k) {
      const StateNumber state = members[k];
      time += solution.values[k];
      result_.sojourn[state] = solution.values[k];
      const auto targets = chain_.graph.targets(state);
      const auto rates = chain_.rates_of(state);
      for (std::size_t e = 0; e < targets.size(); ++e) {
        if (parts_.of(targets[e]) != component) enters_[targets[e]] += static_cast<long double>(solution.values[k]) * rates[e];
      }
    }
    time_ += time;
    time_error_ += time * solution.error + (flow_ > 0 ? flow_ * solution.longest : 0);
    (solution.each ? relative_ : flow_) += solution.flow_error * (solution.each ? 1 : all);
  }

  void stay(std::uint32_t component) {
    const auto members = parts_.members(component);
    long double weight = 0;
    for (const StateNumber state : members) weight += enters_[state];
    ++result_.recurrent;
    result_.absorbing = result_.absorbing && members.size() == 1;
    if (weight == 0) return;
    const LinearSolution solution = stationary(parts_.inflow(component), options_);
    note(solution, members.size());
    if (!solution.converged || result_.stopped != Stopped::complete) return;
    staying_ += static_cast<double>(weight) * solution.error;
    for (std::size_t k = 0; k < members.size(); ++k)
      result_.probability[members[k]] = static_cast<double>(weight * solution.values[k]);
  }

  const MarkovChain& chain_;
  const SteadyOptions& options_;
  ChainParts parts_;
  // How often each state is entered from components before its own.
  std::vector<long double> enters_;
  std::size_t largest_ = 0;
  // Bounds of errors so far: of each number in `enters_` as a share of it; of all of them together;
  // of the times spent; and of the probabilities within the parts that are never left.
  double relative_ = 0;
  double flow_ = 0;
  long double time_ = 0;
  long double time_error_ = 0;
  double staying_ = 0;
  SteadyState result_;
};

}  // namespace

SteadyState solve_steady(const MarkovChain& chain, const SteadyOptions& options) {
  return SteadySolver(chain, {chain.initial.begin(), chain.initial.end()}, options).run();
}

SteadyState solve_steady(const MarkovChain& chain, std::span<const long double> from, const SteadyOptions& options) {
  return SteadySolver(chain, {from.begin(), from.end()}, options).run();
}

}  // namespace petriloom
