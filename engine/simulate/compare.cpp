// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/compare.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/measure/derived.h"
#include "engine/simulate/replications.h"
#include "engine/statistics/statistics.h"

namespace petriloom {

namespace {

/// A member of a measure, by what is unique in a net.
struct Measured {
  std::pair<Observed, std::string> name;
  std::size_t measure = 0;
  std::size_t row = 0;
};

/// One of the two nets.
class Side {
 public:
  Side(const Net& net, const SimulationOptions& options)
      : net_(net),
        options_(options),
        derived_(net, diagnostics_),
        statistics_(net, options_, options_.statistics, options_.confidence, derived_, diagnostics_) {
    recorded_ = options_;
    recorded_.recording = statistics_.plan();
    replications_.emplace(net_, recorded_);
  }
  [[nodiscard]] bool right() const { return !diagnostics_.has_errors(); }
  std::vector<ReplicationResult>& run(std::uint64_t first, std::uint64_t count) {
    replications_->run(first, count);
    return replications_->results();
  }
  Statistics& statistics() { return statistics_; }
  [[nodiscard]] SimulationResult result() const {
    SimulationResult result;
    result.diagnostics = diagnostics_;
    if (right()) statistics_.finish(result);
    return result;
  }
  /// What it measures, in order.
  [[nodiscard]] std::vector<Measured> measured() const {
    std::vector<Measured> all;
    for (std::size_t m = 0; m < net_.measures.size(); ++m) {
      const std::vector<std::string>& names = derived_.names(m);
      for (std::size_t row = 0; row < names.size(); ++row) all.push_back({{net_.measures[m].observed, names[row]}, m, row});
    }
    return all;
  }

 private:
  const Net& net_;
  SimulationOptions options_;
  SimulationOptions recorded_;
  Diagnostics diagnostics_;
  DerivedMeasures derived_;
  Statistics statistics_;
  std::optional<Replications> replications_;
};

/// Values of both in pairs in which both have one.
struct Pairs {
  Measured first, second;
  Estimator a, b, difference;

  void add(const MeasureValues& one, const MeasureValues& other) {
    const std::optional<double>& x = one[first.measure][first.row];
    const std::optional<double>& y = other[second.measure][second.row];
    if (!x || !y) return;
    a.add(*x);
    b.add(*y);
    difference.add(*y - *x);
  }
  // Var(b - a) = Var(a) + Var(b) - 2 Cov(a, b).
  [[nodiscard]] double correlation() const {
    const double va = a.squares(a.mean());
    const double vb = b.squares(b.mean());
    if (!(va > 0) || !(vb > 0)) return 0;
    return std::clamp((va + vb - difference.squares(difference.mean())) / (2 * std::sqrt(va * vb)), -1.0, 1.0);
  }
};

}  // namespace

Comparison compare(const Net& first, const Net& second, const SimulationOptions& options) {
  constexpr std::uint64_t kMostTogether = 4096;
  SimulationOptions plain = options;
  plain.trace = nullptr;
  plain.statistics.batches = 0;
  plain.statistics.precision.clear();
  Side a(first, plain);
  Side b(second, plain);
  Comparison comparison;
  std::vector<Pairs> pairs;
  std::map<std::pair<Observed, std::string>, Measured> others;
  for (const Measured& one : b.measured()) others.emplace(one.name, one);
  for (const Measured& one : a.measured()) {
    const auto other = others.find(one.name);
    if (other == others.end()) {
      comparison.only_in_one.push_back(one.name.second);
      continue;
    }
    pairs.push_back({one, other->second, {}, {}, {}});
    others.erase(other);
  }
  for (const Measured& one : b.measured()) {
    if (others.contains(one.name)) comparison.only_in_one.push_back(one.name.second);
  }
  for (std::uint64_t done = 0; a.right() && b.right() && done < options.replications;) {
    if (options.cancelled && done > 0 && options.cancelled()) break;
    const std::uint64_t count = std::min(options.replications - done, kMostTogether);
    std::vector<ReplicationResult>& runs_a = a.run(done, count);
    std::vector<ReplicationResult>& runs_b = b.run(done, count);
    for (std::size_t k = 0; k < count; ++k) {
      a.statistics().add(runs_a[k]);
      b.statistics().add(runs_b[k]);
      if (a.statistics().observed() == nullptr || b.statistics().observed() == nullptr) continue;
      for (Pairs& pair : pairs) pair.add(*a.statistics().observed(), *b.statistics().observed());
    }
    done += count;
  }
  comparison.first = a.result();
  comparison.second = b.result();
  for (const Pairs& pair : pairs) {
    const Measure& measure = first.measures[pair.first.measure];
    comparison.measures.push_back({pair.first.name.second, measure.unit, pair.a.estimate(options.confidence),
                                   pair.b.estimate(options.confidence), pair.difference.estimate(options.confidence),
                                   pair.correlation(), measure.observed, measure.in_total});
  }
  return comparison;
}

}  // namespace petriloom
