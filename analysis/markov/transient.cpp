// SPDX-License-Identifier: Apache-2.0
#include "analysis/markov/transient.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "analysis/markov/steady_state.h"

namespace petriloom {
namespace {

// Terms of the Poisson distribution below this share of the largest one are cut off: those more
// than nine standard deviations away. Beyond them the terms fall faster than a geometric series.
constexpr long double kCut = 1e-20L;
// What may still move until the end if a chain is taken to have settled.
constexpr double kSettled = 1e-16;
// So many steps are taken with `double`; where rounding adds up for longer, with `long double`.
constexpr double kFewSteps = 20'000;
// After so many steps, and whenever they are doubled, it is asked where the chain will end if as
// many are left.
constexpr std::uint64_t kStepsPerQuestion = 4'096;
constexpr double kNearlySettled = 1e-9;
constexpr double kThere = 1e-12;

/// The number of events of a Poisson process: between `least` and `most`, but for what is cut off.
struct PoissonRange {
  double mean = 0;
  double least = 0;
  double most = 0;

  explicit PoissonRange(double of) : mean(of) {
    const double away = 11 * std::sqrt(mean) + 50;
    // What is beyond the range of numbers is never reached.
    least = std::isfinite(mean) ? std::max(0.0, std::floor(mean - away)) : mean;
    most = std::isfinite(mean) ? std::ceil(mean + 2 * away) : mean;
  }
};

/// The weights of so many events of a Poisson process, from `first` on. Computed outwards from the
/// most likely number, so that nothing underflows (B. L. Fox, P. W. Glynn, "Computing Poisson
/// probabilities", 1988).
struct Poisson {
  std::uint64_t first = 0;
  std::vector<long double> weights;

  Poisson(double mean, Poll& poll) {
    const long double mode = std::floor(mean);
    std::vector<long double> below;
    long double weight = 1;
    for (long double k = mode; k > 0; --k) {
      weight *= k / mean;
      poll();
      if (weight < kCut) break;
      below.push_back(weight);
    }
    first = static_cast<std::uint64_t>(mode) - below.size();
    weights.assign(below.rbegin(), below.rend());
    weight = 1;
    for (long double k = mode; weight >= kCut;) {
      weights.push_back(weight);
      poll();
      weight *= mean / ++k;
    }
    std::vector<long double> sorted = weights;
    std::sort(sorted.begin(), sorted.end());
    const long double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0L);
    for (long double& each : weights) each /= sum;
  }
};

template <class Sum, class Real>
void add(std::vector<Sum>& sum, Real factor, const std::vector<Real>& x) {
  for (std::size_t s = 0; s < x.size(); ++s) sum[s] += factor * x[s];
}

/// How far the last step moved the chain.
struct Moved {
  double change = 0;        // sum over all probabilities
  double slope_change = 0;  // and over all derivatives
  double slopes = 0;        // the sum of the derivatives themselves, by their size
};

/// Steps of the uniformised chain. Every number is a sum without subtraction, so that rounding
/// moves less probability in a step than the number of its roundings times the rounding.
template <class Real>
class Uniformisation {
 public:
  Uniformisation(const MarkovChain& chain, const ChainDerivative* derivative, double rate)
      : chain_(chain),
        derivative_(derivative),
        rate_(rate),
        next_(chain.size() * (derivative == nullptr ? 1 : 2)),
        stays_(chain.size()),
        roundings_of_(chain.size(), 4) {
    for (std::size_t s = 0; s < chain.size(); ++s) {
      long double exit = 0;
      for (const double each : chain.rates_of(static_cast<StateNumber>(s))) exit += each;
      stays_[s] = static_cast<Real>((rate - exit) / rate);
      for (const StateNumber target : chain.graph.targets(static_cast<StateNumber>(s))) roundings_of_[target] += 1;
    }
  }

  Moved step(std::vector<Real>& x) {
    const std::size_t size = chain_.size();
    move(x, 0);
    if (derivative_ != nullptr) {
      move(x, size);
      add_derivative(x);
    }
    Real change = 0;
    Real roundings = 0;
    for (std::size_t s = 0; s < size; ++s) {
      change += std::abs(next_[s] - x[s]);
      roundings += roundings_of_[s] * next_[s];
    }
    rounded_ += static_cast<double>(roundings);
    Moved moved{static_cast<double>(change), 0, 0};
    for (std::size_t s = size; s < x.size(); ++s) {
      moved.slope_change += static_cast<double>(std::abs(next_[s] - x[s]));
      moved.slopes += static_cast<double>(std::abs(next_[s]));
    }
    x.swap(next_);
    return moved;
  }

  /// Bound of the sum of the errors of all probabilities by rounding so far.
  [[nodiscard]] double error() const { return rounded_ * static_cast<double>(std::numeric_limits<Real>::epsilon()); }
  /// Bound of the relative error of each number by rounding in a step.
  [[nodiscard]] double error_of_each() const {
    const float most = *std::max_element(roundings_of_.begin(), roundings_of_.end());
    return static_cast<double>(most) * static_cast<double>(std::numeric_limits<Real>::epsilon());
  }
  /// The most that a probability of 1 changes the derivatives by in a step.
  [[nodiscard]] double steepest() const {
    double most = 0;
    for (std::size_t s = 0; s < chain_.size(); ++s) {
      double sum = std::abs(derivative_->exits[s]);
      const std::uint64_t first = chain_.graph.first_edge(static_cast<StateNumber>(s));
      for (std::size_t e = 0; e < chain_.graph.targets(static_cast<StateNumber>(s)).size(); ++e)
        sum += std::abs(derivative_->rates[first + e]);
      most = std::max(most, sum);
    }
    return most / static_cast<double>(rate_);
  }

 private:
  void move(const std::vector<Real>& x, std::size_t offset) {
    for (std::size_t s = 0; s < chain_.size(); ++s) next_[offset + s] = x[offset + s] * stays_[s];
    for (std::size_t s = 0; s < chain_.size(); ++s) {
      if (x[offset + s] == 0) continue;
      const auto targets = chain_.graph.targets(static_cast<StateNumber>(s));
      const auto rates = chain_.rates_of(static_cast<StateNumber>(s));
      const Real amount = x[offset + s] / rate_;
      for (std::size_t e = 0; e < targets.size(); ++e) next_[offset + targets[e]] += amount * rates[e];
    }
  }

  void add_derivative(const std::vector<Real>& x) {
    const std::size_t size = chain_.size();
    for (std::size_t s = 0; s < size; ++s) {
      if (x[s] == 0) continue;
      const auto targets = chain_.graph.targets(static_cast<StateNumber>(s));
      const std::uint64_t first = chain_.graph.first_edge(static_cast<StateNumber>(s));
      const Real amount = x[s] / rate_;
      next_[size + s] -= amount * derivative_->exits[s];
      for (std::size_t e = 0; e < targets.size(); ++e) next_[size + targets[e]] += amount * derivative_->rates[first + e];
    }
  }

  const MarkovChain& chain_;
  const ChainDerivative* derivative_;
  Real rate_;
  std::vector<Real> next_;
  std::vector<Real> stays_;          // the probability not to move in a step
  std::vector<float> roundings_of_;  // of each new probability
  double rounded_ = 0;               // their number so far, weighted by the probabilities
};

/// Throws LimitReached. With a derivative, the derivatives of all probabilities follow them: (p',
/// p) is moved by the block matrix of Q, its derivative and Q again, which is uniformised with the
/// same rate.
template <class Real>
class TransientSolver {
 public:
  TransientSolver(const MarkovChain& chain, const ChainDerivative* derivative, const std::vector<double>& from, double rate,
                  double time, const Limits& limits)
      : chain_(chain),
        derivative_(derivative),
        range_(rate * time),
        rate_(rate),
        time_(time),
        poll_(limits),
        limits_(limits),
        moves_(chain, derivative, rate),
        x_(from.begin(), from.end()),
        probability_(from.size(), 0),
        sojourn_(from.size(), 0) {}

  TransientState run() {
    // Two such series, of ratios that leave at least one in 1 + (standard deviations)/9.
    result_.cut = 2 * static_cast<double>(kCut) * (2 + std::sqrt(range_.mean));
    std::optional<Poisson> poisson;
    Real left = 1;    // of the Poisson distribution
    Real passed = 0;  // expected number of steps whose time has been counted
    for (std::uint64_t k = 0;; ++k) {
      if (!poisson && static_cast<double>(k) >= range_.least) poisson.emplace(range_.mean, poll_);
      bool last = false;
      if (poisson && k >= poisson->first) {
        const std::uint64_t at = k - poisson->first;
        add(probability_, static_cast<Real>(poisson->weights[at]), x_);
        left = std::max(static_cast<Real>(0), left - static_cast<Real>(poisson->weights[at]));
        last = at + 1 >= poisson->weights.size();
      }
      add(sojourn_, left / rate_, x_);
      passed += left;
      if (last) break;
      const Moved moved = moves_.step(x_);
      ++result_.steps;
      if (settled(moved, k)) break;
      poll_(chain_.rates.size() + x_.size());
    }
    add(probability_, left, x_);
    add(sojourn_, std::max(static_cast<Real>(0), static_cast<Real>(time_) - passed / rate_), x_);
    result_.error = result_.cut + moves_.error();
    result_.rounding = moves_.error_of_each() * static_cast<double>(result_.steps + 1);
    result_.probability.assign(probability_.begin(), probability_.end());
    result_.sojourn.assign(sojourn_.begin(), sojourn_.end());
    return std::move(result_);
  }

 private:
  /// Whether the chain stays where it is until the end. Differences between two distributions never
  /// grow, so that no later step moves the chain more than this one did.
  bool settled(const Moved& moved, std::uint64_t k) {
    const double steps = std::max(1.0, range_.most - static_cast<double>(k));
    double rest = moved.change * steps;
    if (derivative_ != nullptr) {
      if (steepest_ < 0) steepest_ = moves_.steepest();
      const double slopes = moved.slope_change * steps + rest * steps * steepest_;
      rest = std::max(rest, moved.slopes > 0 ? slopes / moved.slopes : slopes);
    }
    if (rest <= kSettled) {
      result_.cut += rest;
      return true;
    }
    const bool ask = derivative_ == nullptr && k == asked_ && steps > static_cast<double>(kStepsPerQuestion);
    if (k == asked_) asked_ *= 2;
    return ask && moved.change < kNearlySettled && there();
  }

  /// Whether the chain is where it will be at last. It never gets further away from that.
  bool there() {
    const std::vector<long double> from(x_.begin(), x_.end());
    SteadyOptions options;
    options.limits = limits_;
    const SteadyState end = solve_steady(chain_, from, options);
    if (!end.converged || end.stopped != Stopped::complete) return false;
    double away = end.error;
    for (std::size_t s = 0; s < chain_.size(); ++s) away += static_cast<double>(std::abs(x_[s] - end.probability[s]));
    if (away > kThere) return false;
    std::copy(end.probability.begin(), end.probability.end(), x_.begin());
    result_.cut += away;
    return true;
  }

  const MarkovChain& chain_;
  const ChainDerivative* derivative_;
  const PoissonRange range_;
  const Real rate_;
  const double time_;
  Poll poll_;
  const Limits& limits_;
  Uniformisation<Real> moves_;
  std::vector<Real> x_;
  std::vector<Real> probability_;
  std::vector<Real> sojourn_;
  double steepest_ = -1;
  std::uint64_t asked_ = kStepsPerQuestion;
  TransientState result_;
};

TransientState uniformise(const MarkovChain& chain, const ChainDerivative* derivative, std::vector<double> from, double time,
                          const Limits& limits) {
  const double most = chain.exits.empty() ? 0 : *std::max_element(chain.exits.begin(), chain.exits.end());
  if (most == 0 || time == 0) {
    TransientState result;
    result.sojourn.assign(from.size(), 0);
    add(result.sojourn, time, from);
    result.probability = std::move(from);
    return result;
  }
  // Above the largest, so that the uniformised chain has no period.
  const double rate = 1.02 * most;
  try {
    if (rate * time <= kFewSteps) return TransientSolver<double>(chain, derivative, from, rate, time, limits).run();
    return TransientSolver<long double>(chain, derivative, from, rate, time, limits).run();
  } catch (const LimitReached& limit) {
    TransientState nothing;
    nothing.stopped = limit.why();
    nothing.probability.assign(from.size(), 0);
    nothing.sojourn.assign(from.size(), 0);
    return nothing;
  }
}

}  // namespace

TransientState solve_transient(const MarkovChain& chain, double time, const Limits& limits) {
  return solve_transient(chain, chain.initial, time, limits);
}

TransientState solve_transient(const MarkovChain& chain, double time, std::size_t points, const Limits& limits,
                               std::vector<EndedBy>& ended, FunctionRef<void(double time, std::span<const double>)> there) {
  const bool ends = std::find(chain.exits.begin(), chain.exits.end(), 0.0) != chain.exits.end();
  const auto pieces = static_cast<double>(points);
  TransientState all;
  all.probability = chain.initial;
  all.sojourn.assign(chain.size(), 0);
  for (std::size_t k = 1; k <= points && all.stopped == Stopped::complete; ++k) {
    const TransientState piece = solve_transient(chain, std::move(all.probability), time / pieces, limits);
    all.probability = piece.probability;
    add(all.sojourn, 1.0, piece.sojourn);
    all.steps += piece.steps;
    all.error += piece.error;
    all.stopped = piece.stopped;
    if (all.stopped != Stopped::complete) break;
    there(time * static_cast<double>(k) / pieces, all.probability);
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
