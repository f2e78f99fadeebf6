// SPDX-License-Identifier: Apache-2.0
#include "analysis/linear/linear.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "analysis/linear/aggregation.h"
#include "analysis/linear/censoring.h"
#include "analysis/linear/circulation_bound.h"
#include "analysis/linear/krylov.h"
#include "analysis/linear/passage_bound.h"
#include "analysis/linear/rounding.h"
#include "analysis/linear/sweeps.h"

namespace petriloom {
namespace {

// What takes a few seconds is eliminated at once.
constexpr EliminationBudget kQuick{20'000'000, 2e9};
// All that fits into memory is eliminated if asked for.
constexpr EliminationBudget kAsked{250'000'000, std::numeric_limits<double>::infinity()};
// Bound of the error at which iterations have done enough.
constexpr double kEnough = 1e-10;
constexpr std::uint64_t kFewSweeps = 400;
constexpr std::uint64_t kPolish = 32;

std::vector<double> rounded(const std::vector<Wide>& values, const Wide& unit) {
  std::vector<double> result;
  result.reserve(values.size());
  for (const Wide& value : values) result.push_back(static_cast<double>((value / unit).value()));
  return result;
}

Wide sum_of(const std::vector<Wide>& values) {
  Wide sum;
  for (const Wide& value : values) sum += value;
  return sum;
}

bool finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

/// A part that is left, and entered again at once as told: from one more state, the last one.
Inflow with_returns(const Inflow& part, std::span<const double> right) {
  const auto outside = static_cast<StateNumber>(part.size());
  Inflow whole;
  whole.exits = part.exits;
  whole.exits.push_back(std::accumulate(right.begin(), right.end(), 0.0));
  whole.leaves.assign(whole.exits.size(), 0);
  const auto add = [&whole](StateNumber from, double rate) {
    if (rate == 0) return;
    whole.sources.push_back(from);
    whole.rates.push_back(rate);
  };
  for (std::size_t j = 0; j < part.size(); ++j) {
    for (std::size_t e = part.starts[j]; e < part.starts[j + 1]; ++e) add(part.sources[e], part.rates[e]);
    add(outside, right[j]);
    whole.starts.push_back(whole.sources.size());
  }
  for (std::size_t j = 0; j < part.size(); ++j) add(static_cast<StateNumber>(j), static_cast<double>(part.leaves[j]));
  whole.starts.push_back(whole.sources.size());
  return whole;
}

/// What is sought: the stationary distribution, or the time spent in a part that is left.
class LinearSystem {
 public:
  LinearSystem(const Inflow& part, std::span<const double> right, const SteadyOptions& options, bool ask_longest)
      : part_(part), right_(right), options_(options), ask_longest_(ask_longest) {}

  LinearSolution run() {
    const LinearMethod method = options_.method;
    const bool automatic = method == LinearMethod::automatic;
    if (method == LinearMethod::direct || automatic) {
      if (direct(automatic ? kQuick : kAsked)) return std::move(state_);
      if (!automatic) {
        state_.method = "direct";
        state_.stopped = Stopped::memory;
        return std::move(state_);
      }
    }
    const auto goes_on = [&](LinearMethod with) { return !state_.converged && !done() && (automatic || method == with); };
    if (goes_on(LinearMethod::gauss_seidel)) by_sweeps(!automatic);
    if (goes_on(LinearMethod::aggregation)) by_aggregation();
    if (goes_on(LinearMethod::gmres)) by_gmres();
    if (goes_on(LinearMethod::direct)) direct(kLongElimination);
    return std::move(state_);
  }

 private:
  [[nodiscard]] bool done() const { return state_.stopped != Stopped::complete; }
  [[nodiscard]] bool steady() const { return right_.empty(); }

  bool direct(const EliminationBudget& budget) {
    CensoringTask task;
    if (!steady()) task.rights.emplace_back(right_.begin(), right_.end());
    if (ask_longest_) task.gains.emplace_back(part_.size(), 1);
    const auto result = censor(part_, kNoState, std::move(task), budget, options_.limits);
    if (!result) return false;
    note_elimination(*result, part_.size(), state_);
    if (!state_.converged) return true;
    const std::vector<Wide>& found = steady() ? result->stationary : result->spent[0];
    state_.values = rounded(found, steady() ? sum_of(found) : Wide(1));
    if (ask_longest_) {
      const std::vector<double> times = rounded(result->values[0], Wide(1));
      state_.longest = *std::max_element(times.begin(), times.end());
    }
    state_.beyond = !finite(state_.values);
    state_.converged = !state_.beyond;
    return true;
  }

  void by_sweeps(bool patient) {
    state_ = {};
    state_.method = "Gauss-Seidel";
    state_.values.assign(part_.size(), steady() ? 1 / static_cast<double>(part_.size()) : 0);
    const SweepsState swept = sweep(part_, right_, options_, patient, state_.values);
    state_.iterations = swept.sweeps;
    state_.stopped = swept.stopped;
    if (!swept.settled || !finite(state_.values)) return;
    out_.emplace(part_);
    PassageBound bound(part_, *out_, reference());
    const bool found = bound.find(state_.values, std::max(kFewSweeps, swept.sweeps), options_.limits);
    state_.iterations += bound.sweeps();
    state_.stopped = bound.stopped();
    if (found) accept(bound);
  }

  /// Times spent are what comes in the long run before each return, if who leaves the part returns
  /// at once: so the ends of a part that is left are one more state.
  void by_aggregation() {
    state_ = {};
    state_.method = "aggregation";
    if (ask_longest_) return;  // that is no probability
    const Inflow returning = steady() ? Inflow() : with_returns(part_, right_);
    const Inflow& whole = steady() ? part_ : returning;
    std::vector<long double> x(whole.size(), 1 / static_cast<long double>(whole.size()));
    try {
      state_.iterations = aggregate(whole, options_.limits, x);
      state_.error = circulation_bound(whole, x, options_.limits) + 4 * kRounding;
    } catch (const LimitReached& limit) {
      state_.stopped = limit.why();
      return;
    }
    if (!steady()) state_.error += 4 * kRounding * static_cast<double>(rounded_leaves());
    const long double unit = steady() ? 1 : x.back();
    for (std::size_t s = 0; s < part_.size(); ++s) state_.values.push_back(static_cast<double>(x[s] / unit));
    state_.flow_error = state_.error;
    state_.beyond = state_.error <= kWorstError && !finite(state_.values);
    state_.converged = state_.error <= kWorstError && !state_.beyond;
    state_.each = state_.converged;
  }

  /// How many states lose digits of what leaves the part from them when it becomes one rate.
  [[nodiscard]] std::ptrdiff_t rounded_leaves() const {
    return std::count_if(part_.leaves.begin(), part_.leaves.end(),
                         [](long double leaves) { return static_cast<double>(leaves) != leaves; });
  }

  void by_gmres() {
    const std::size_t reference = this->reference();
    state_.method = "GMRES";
    state_.converged = false;
    state_.values = solve_gmres(part_, right_, reference, 1, options_, state_.iterations);
    if (state_.values.empty()) {
      state_.stopped = options_.limits.reached(0).value_or(Stopped::complete);
      return;
    }
    for (double& value : state_.values) value = std::max(value, 0.0);
    if (steady()) normalise(state_.values);
    if (!out_) out_.emplace(part_);
    PassageBound bound(part_, *out_, this->reference());
    bool found = bound.find(state_.values, kFewSweeps, options_.limits);
    state_.stopped = bound.stopped();
    if (done()) return;
    if (!found) {
      std::vector<double> times = passage_times_gmres(part_, this->reference(), 1e-6, options_.limits);
      found = !times.empty() && bound.take(std::move(times));
    }
    if (found) accept(bound);
  }

  /// The most likely state of a distribution found so far.
  [[nodiscard]] std::size_t reference() const {
    if (!steady()) return part_.size();
    if (state_.values.empty())
      return static_cast<std::size_t>(std::min_element(part_.exits.begin(), part_.exits.end()) - part_.exits.begin());
    return static_cast<std::size_t>(std::max_element(state_.values.begin(), state_.values.end()) - state_.values.begin());
  }

  static void normalise(std::vector<double>& values) {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    for (double& value : values) value /= sum;
  }

  /// Sweeps on with more digits while the bound gets smaller and is not small enough.
  void accept(const PassageBound& bound) {
    std::vector<long double> x(state_.values.begin(), state_.values.end());
    const auto error = [&] {
      const long double sum = std::accumulate(x.begin(), x.end(), 0.0L);
      if (steady()) {
        for (long double& value : x) value /= sum;
      }
      return bound.error(x, right_) / (steady() ? 1 : static_cast<double>(sum));
    };
    double now = error();
    for (double before = 2 * now; now > kEnough && now < 0.9 * before;) {
      before = now;
      if (!polish(part_, right_, kPolish, options_, x)) return;
      state_.iterations += kPolish;
      now = error();
    }
    std::copy(x.begin(), x.end(), state_.values.begin());
    state_.error = now + 2 * kRounding;
    state_.flow_error = steady() ? 0 : unbalanced(x);
    state_.longest = bound.longest();
    state_.converged = state_.error <= kWorstError;
  }

  /// The flow of which it is not known where it goes, as a share of what enters.
  [[nodiscard]] double unbalanced(const std::vector<long double>& x) const {
    long double sum = 0;
    long double enters = 0;
    for (std::size_t j = 0; j < part_.size(); ++j) {
      long double in = right_[j];
      enters += right_[j];
      for (std::uint64_t e = part_.starts[j]; e < part_.starts[j + 1]; ++e) in += x[part_.sources[e]] * part_.rates[e];
      long double exit = part_.leaves[j];
      for (const double rate : out_->rates(j)) exit += rate;
      sum += std::abs(in - x[j] * exit) + 1e-18L * in;
    }
    return static_cast<double>(sum / enters);
  }

  const Inflow& part_;
  std::span<const double> right_;
  const SteadyOptions& options_;
  const bool ask_longest_;
  std::optional<Outflow> out_;
  LinearSolution state_;
};

}  // namespace

void note_elimination(const CensoringResult& result, std::size_t states, LinearSolution& solution) {
  solution.method = "direct";
  solution.stopped = result.stopped;
  solution.beyond = result.lost;
  solution.converged = result.stopped == Stopped::complete && !result.lost;
  // The sum, the quotient by it and the last rounding.
  solution.error = result.error + kRounding * (2 + 1e-3 * static_cast<double>(states));
  solution.flow_error = solution.error;
  solution.each = true;
}

LinearSolution stationary(const Inflow& part, const SteadyOptions& options) {
  if (part.size() == 1) return {{1}, "direct", 0, 0, true, 0, 0, false, true, Stopped::complete};
  return LinearSystem(part, {}, options, false).run();
}

LinearSolution sojourns(const Inflow& part, std::span<const double> right, const SteadyOptions& options, bool ask_longest) {
  if (part.size() > 1) return LinearSystem(part, right, options, ask_longest).run();
  const double once = 1 / part.exits[0];
  return {{right[0] * once}, "direct", 0, 2 * kRounding, true, 2 * kRounding, once, false, true, Stopped::complete};
}

}  // namespace petriloom
