// SPDX-License-Identifier: Apache-2.0
#include "analysis/markov/transient.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace petriloom {
namespace {

// Terms of the Poisson distribution below this share of the largest one are cut off. Beyond them the terms fall faster than a
// geometric series, so that all of them together stay below the error stated.
constexpr double kCut = 1e-20;
constexpr double kError = 1e-14;
constexpr std::uint64_t kStepsPerLook = 64;

/// The weights of so many events of a Poisson process, from `first` on. Computed outwards from the most likely number, so that
/// nothing underflows (B. L. Fox, P. W. Glynn, "Computing Poisson probabilities", 1988).
struct Poisson {
  std::uint64_t first = 0;
  std::vector<double> weights;

  explicit Poisson(double mean) {
    const double mode = std::floor(mean);
    std::vector<double> below;
    double weight = 1;
    for (double k = mode; k > 0; --k) {
      weight *= k / mean;
      if (weight < kCut) break;
      below.push_back(weight);
    }
    first = static_cast<std::uint64_t>(mode) - below.size();
    weights.assign(below.rbegin(), below.rend());
    weight = 1;
    for (double k = mode; weight >= kCut;) {
      weights.push_back(weight);
      weight *= mean / ++k;
    }
    std::vector<double> sorted = weights;
    std::sort(sorted.begin(), sorted.end());
    const double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
    for (double& each : weights) each /= sum;
  }
};

class Uniformisation {
 public:
  Uniformisation(const MarkovChain& chain, const ChainDerivative* derivative, double rate)
      : chain_(chain), derivative_(derivative), rate_(rate), next_(chain.size() * (derivative == nullptr ? 1 : 2)) {}

  /// One step of the uniformised chain; returns the sum of the changes, of derivatives by their size.
  double step(std::vector<double>& x) {
    const std::size_t size = chain_.size();
    move(x, 0);
    if (derivative_ != nullptr) {
      move(x, size);
      add_derivative(x);
    }
    double change = 0;
    for (std::size_t s = 0; s < size; ++s) change += std::abs(next_[s] - x[s]);
    double slopes = 0;
    double slope_change = 0;
    for (std::size_t s = size; s < x.size(); ++s) {
      slope_change += std::abs(next_[s] - x[s]);
      slopes += std::abs(next_[s]);
    }
    x.swap(next_);
    return slopes > 0 ? std::max(change, slope_change / slopes) : change;
  }

 private:
  void move(const std::vector<double>& x, std::size_t offset) {
    for (std::size_t s = 0; s < chain_.size(); ++s) next_[offset + s] = x[offset + s] * (1 - chain_.exits[s] / rate_);
    for (std::size_t s = 0; s < chain_.size(); ++s) {
      if (x[offset + s] == 0) continue;
      const auto targets = chain_.graph.targets(static_cast<StateNumber>(s));
      const auto rates = chain_.rates_of(static_cast<StateNumber>(s));
      const double amount = x[offset + s] / rate_;
      for (std::size_t e = 0; e < targets.size(); ++e) next_[offset + targets[e]] += amount * rates[e];
    }
  }

  void add_derivative(const std::vector<double>& x) {
    const std::size_t size = chain_.size();
    for (std::size_t s = 0; s < size; ++s) {
      if (x[s] == 0) continue;
      const auto targets = chain_.graph.targets(static_cast<StateNumber>(s));
      const std::uint64_t first = chain_.graph.first_edge(static_cast<StateNumber>(s));
      const double amount = x[s] / rate_;
      next_[size + s] -= amount * derivative_->exits[s];
      for (std::size_t e = 0; e < targets.size(); ++e) next_[size + targets[e]] += amount * derivative_->rates[first + e];
    }
  }

  const MarkovChain& chain_;
  const ChainDerivative* derivative_;
  double rate_;
  std::vector<double> next_;
};

void add(std::vector<double>& sum, double factor, const std::vector<double>& x) {
  for (std::size_t s = 0; s < x.size(); ++s) sum[s] += factor * x[s];
}

/// With a derivative, the derivatives of all probabilities follow them: (p', p) is moved by the block matrix of Q, its derivative
/// and Q again, which is uniformised with the same rate.
TransientState uniformise(const MarkovChain& chain, const ChainDerivative* derivative, std::vector<double> from, double time,
                          const Limits& limits) {
  TransientState result;
  const double most = chain.exits.empty() ? 0 : *std::max_element(chain.exits.begin(), chain.exits.end());
  std::vector<double> x = std::move(from);
  if (most == 0 || time == 0) {
    result.probability = x;
    result.sojourn.assign(x.size(), 0);
    add(result.sojourn, time, x);
    return result;
  }
  const double rate = 1.02 * most;  // above the largest, so that the uniformised chain has no period
  const Poisson poisson(rate * time);
  Uniformisation uniformisation(chain, derivative, rate);
  result.error = kError;
  result.probability.assign(x.size(), 0);
  result.sojourn.assign(x.size(), 0);
  double left = 1;          // of the Poisson distribution
  double left_time = time;  // of the time
  for (std::uint64_t k = 0;; ++k) {
    const std::uint64_t at = k - poisson.first;
    const bool counts = k >= poisson.first && at < poisson.weights.size();
    if (counts) {
      add(result.probability, poisson.weights[at], x);
      left = std::max(0.0, left - poisson.weights[at]);
    }
    add(result.sojourn, left / rate, x);
    left_time -= left / rate;
    if (k >= poisson.first && at + 1 >= poisson.weights.size()) break;
    const double change = uniformisation.step(x);
    ++result.steps;
    // A chain that does not move any more is where it will be.
    if (change < 1e-17) break;
    if (k % kStepsPerLook == 0) {
      if (const auto why = limits.reached(0)) {
        result.stopped = *why;
        return result;
      }
    }
  }
  add(result.probability, left, x);
  add(result.sojourn, std::max(0.0, left_time), x);
  return result;
}

}  // namespace

TransientState solve_transient(const MarkovChain& chain, double time, const Limits& limits) {
  return solve_transient(chain, chain.initial, time, limits);
}

TransientState solve_transient(const MarkovChain& chain, double time, std::size_t points, const Limits& limits,
                               std::vector<EndedBy>& ended) {
  const bool ends = std::find(chain.exits.begin(), chain.exits.end(), 0.0) != chain.exits.end();
  const auto pieces = static_cast<double>(points);
  TransientState all;
  all.probability = chain.initial;
  all.sojourn.assign(chain.size(), 0);
  for (std::size_t k = 1; k <= points && all.stopped == Stopped::complete; ++k) {
    const TransientState piece = solve_transient(chain, std::move(all.probability), time / pieces, limits);
    all.probability = piece.probability;
    add(all.sojourn, 1, piece.sojourn);
    all.steps += piece.steps;
    all.error += piece.error;
    all.stopped = piece.stopped;
    double probability = 0;
    for (std::size_t s = 0; s < chain.size(); ++s) {
      if (chain.exits[s] == 0) probability += all.probability[s];
    }
    if (ends) ended.push_back({time * static_cast<double>(k) / pieces, std::min(probability, 1.0)});
  }
  return all;
}

TransientState solve_transient(const MarkovChain& chain, std::vector<double> from, double time, const Limits& limits) {
  return uniformise(chain, nullptr, std::move(from), time, limits);
}

TransientState differentiate_transient(const MarkovChain& chain, const ChainDerivative& derivative, double time,
                                       const Limits& limits) {
  std::vector<double> from = chain.initial;
  from.insert(from.end(), derivative.initial.begin(), derivative.initial.end());
  TransientState both = uniformise(chain, &derivative, std::move(from), time, limits);
  const auto size = static_cast<std::ptrdiff_t>(chain.size());
  both.probability.erase(both.probability.begin(), both.probability.begin() + size);
  both.sojourn.erase(both.sojourn.begin(), both.sojourn.begin() + size);
  return both;
}

}  // namespace petriloom
