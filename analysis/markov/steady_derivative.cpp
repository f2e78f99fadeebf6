// SPDX-License-Identifier: Apache-2.0
// The derivative of what solve_steady finds, component by component as there.
#include <algorithm>
#include <cmath>

#include "analysis/chain/chain_parts.h"
#include "analysis/markov/sensitivity.h"

namespace petriloom {
namespace {

// What rates differ by has a relative error of about this (sensitivity.h).
constexpr double kDoubt = 1e-13;
// A derivative with a larger bound of its relative error is no result: rates that are opposed to
// each other leave too few digits.
constexpr double kWorstSlope = 1e-6;

class SteadyDifferentiator {
 public:
  SteadyDifferentiator(const MarkovChain& chain, const ChainDerivative& derivative, std::span<const double> probability,
                       std::span<const double> sojourn, const SteadyOptions& options)
      : chain_(chain),
        derivative_(derivative),
        probability_(probability),
        sojourn_(sojourn),
        options_(options),
        parts_(chain),
        enters_(derivative.initial) {}

  SteadyDerivative run() {
    result_.probability.assign(chain_.size(), 0);
    result_.sojourn.assign(chain_.size(), 0);
    result_.converged = true;
    for (std::uint32_t component = parts_.count(); component-- > 0 && result_.converged && result_.stopped == Stopped::complete;) {
      if (parts_.left(component)) {
        pass_through(component);
      } else {
        stay(component);
      }
    }
    result_.converged = result_.converged && time_doubt_ <= kWorstSlope * time_size_;
    return std::move(result_);
  }

 private:
  LinearSolution noted(LinearSolution solution) {
    result_.converged = result_.converged && solution.converged;
    if (solution.stopped != Stopped::complete) result_.stopped = solution.stopped;
    return solution;
  }

  /// x Q' within a component, and how far each number may be off; what leaves the component is told
  /// to `leave`.
  template <class Leave>
  std::vector<double> changed_flow(std::uint32_t component, std::span<const double> x, std::vector<double>& doubt,
                                   const Leave& leave) {
    const auto members = parts_.members(component);
    local_.resize(chain_.size());
    for (std::size_t k = 0; k < members.size(); ++k) local_[members[k]] = k;
    std::vector<double> flow(members.size(), 0);
    doubt.assign(members.size(), 0);
    for (std::size_t k = 0; k < members.size(); ++k) {
      const StateNumber state = members[k];
      flow[k] -= x[state] * derivative_.exits[state];
      doubt[k] += kDoubt * std::abs(x[state] * derivative_.exits[state]);
      const auto targets = chain_.graph.targets(state);
      const std::uint64_t first = chain_.graph.first_edge(state);
      for (std::size_t e = 0; e < targets.size(); ++e) {
        const double amount = x[state] * derivative_.rates[first + e];
        if (parts_.of(targets[e]) == component) {
          flow[local_[targets[e]]] += amount;
          doubt[local_[targets[e]]] += kDoubt * std::abs(amount);
        } else {
          leave(targets[e], amount);
        }
      }
    }
    return flow;
  }

  // The system has no negative right sides and results, so that what is added, what is taken away
  // and what is not known are solved for in turn.
  void pass_through(std::uint32_t component) {
    const auto members = parts_.members(component);
    std::vector<double> doubt;
    const std::vector<double> flow =
        changed_flow(component, sojourn_, doubt, [this](StateNumber target, double amount) { enters_[target] += amount; });
    const Inflow part = parts_.inflow(component);
    for (const double sign : {1.0, -1.0, 0.0}) {
      std::vector<double> right(members.size());
      for (std::size_t k = 0; k < members.size(); ++k) {
        const double change = enters_[members[k]] + flow[k];
        right[k] = sign == 0 ? doubt[k] + kDoubt * std::abs(enters_[members[k]]) : std::max(0.0, sign * change);
      }
      if (std::all_of(right.begin(), right.end(), [](double value) { return value == 0; })) continue;
      const LinearSolution solution = noted(sojourns(part, right, options_));
      if (!result_.converged || result_.stopped != Stopped::complete) return;
      for (std::size_t k = 0; k < members.size(); ++k) {
        result_.sojourn[members[k]] += sign * solution.values[k];
        time_doubt_ += (sign == 0 ? 1 : solution.error) * solution.values[k];
      }
    }
    for (const StateNumber state : members) {
      time_size_ += std::abs(result_.sojourn[state]);
      const auto targets = chain_.graph.targets(state);
      const auto rates = chain_.rates_of(state);
      for (std::size_t e = 0; e < targets.size(); ++e) {
        if (parts_.of(targets[e]) != component) enters_[targets[e]] += result_.sojourn[state] * rates[e];
      }
    }
  }

  void stay(std::uint32_t component) {
    const auto members = parts_.members(component);
    double weight = 0;
    double change = 0;
    for (const StateNumber state : members) {
      weight += probability_[state];
      change += enters_[state];
    }
    if (weight == 0 && change == 0) return;
    const Inflow part = parts_.inflow(component);
    std::vector<double> steady;
    for (const StateNumber state : members) steady.push_back(weight > 0 ? probability_[state] / weight : 0);
    if (weight == 0) steady = noted(stationary(part, options_)).values;
    if (!result_.converged || result_.stopped != Stopped::complete) return;
    std::vector<double> doubt;
    const std::vector<double> flow = changed_flow(component, probability_, doubt, [](StateNumber, double) {});
    const LinearSolution solution = noted(deviation(part, flow, doubt, steady, options_));
    result_.converged = result_.converged && solution.error <= kWorstSlope;
    if (!result_.converged || result_.stopped != Stopped::complete) return;
    for (std::size_t k = 0; k < members.size(); ++k) result_.probability[members[k]] = solution.values[k] + change * steady[k];
  }

  const MarkovChain& chain_;
  const ChainDerivative& derivative_;
  std::span<const double> probability_;
  std::span<const double> sojourn_;
  const SteadyOptions& options_;
  ChainParts parts_;
  std::vector<double> enters_;
  std::vector<std::size_t> local_;
  double time_size_ = 0;   // sum of the derivatives of all times, by their size
  double time_doubt_ = 0;  // bound of the sum of their errors
  SteadyDerivative result_;
};

}  // namespace

SteadyDerivative differentiate_steady(const MarkovChain& chain, const ChainDerivative& derivative,
                                      std::span<const double> probability, std::span<const double> sojourn,
                                      const SteadyOptions& options) {
  return SteadyDifferentiator(chain, derivative, probability, sojourn, options).run();
}

}  // namespace petriloom
