// SPDX-License-Identifier: Apache-2.0
#include "engine/run/compare.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/run/derived.h"
#include "engine/run/replications.h"
#include "engine/run/statistics.h"

namespace petriloom {

namespace {

/// One of the two nets.
class Side {
 public:
  Side(const Net& net, const SimulationOptions& options)
      : net_(net), options_(options), derived_(net, diagnostics_), statistics_(net, options_, derived_, diagnostics_) {
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
  /// Measure and row of each name.
  [[nodiscard]] std::map<std::string, std::pair<std::size_t, std::size_t>> places() const {
    std::map<std::string, std::pair<std::size_t, std::size_t>> places;
    for (std::size_t m = 0; m < net_.measures.size(); ++m) {
      for (std::size_t row = 0; row < derived_.names(m).size(); ++row) places[derived_.names(m)[row]] = {m, row};
    }
    return places;
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
  std::pair<std::size_t, std::size_t> first, second;
  Estimator a, b, difference;

  void add(const MeasureValues& one, const MeasureValues& other) {
    const std::optional<double>& x = one[first.first][first.second];
    const std::optional<double>& y = other[second.first][second.second];
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
  std::vector<std::pair<std::string, Pairs>> pairs;
  const auto places_a = a.places();
  const auto places_b = b.places();
  for (const MeasureResult& measure : a.result().measures) {
    const auto other = places_b.find(measure.name);
    if (other == places_b.end()) {
      comparison.only_in_one.push_back(measure.name);
      continue;
    }
    pairs.push_back({measure.name, {places_a.at(measure.name), other->second, {}, {}, {}}});
  }
  for (const MeasureResult& measure : b.result().measures) {
    if (!places_a.contains(measure.name)) comparison.only_in_one.push_back(measure.name);
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
      for (auto& [name, pair] : pairs) pair.add(*a.statistics().observed(), *b.statistics().observed());
    }
    done += count;
  }
  comparison.first = a.result();
  comparison.second = b.result();
  for (const auto& [name, pair] : pairs) {
    comparison.measures.push_back({name, first.measures[pair.first.first].unit, pair.a.estimate(options.confidence),
                                   pair.b.estimate(options.confidence), pair.difference.estimate(options.confidence),
                                   pair.correlation()});
  }
  return comparison;
}

}  // namespace petriloom
