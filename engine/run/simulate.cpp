// SPDX-License-Identifier: Apache-2.0
#include "engine/run/simulate.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <boost/math/distributions/students_t.hpp>
#include <chrono>
#include <cmath>

#include "engine/run/derived.h"
#include "engine/run/messenger.h"
#include "engine/run/replications.h"

namespace petriloom {

namespace {

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// Mean and confidence interval of values taken in the order of replications, so that threads do not change the sum.
class Estimator {
 public:
  void add(double value) { values_.push_back(value); }
  [[nodiscard]] Estimate estimate(double confidence) const {
    Estimate result;
    result.n = values_.size();
    if (values_.empty()) return result;
    const auto n = static_cast<double>(values_.size());
    for (const double value : values_) result.mean += value / n;
    if (values_.size() < 2) return result;
    double squares = 0;
    for (const double value : values_) squares += (value - result.mean) * (value - result.mean);
    const boost::math::students_t student(n - 1);
    result.half_width = boost::math::quantile(student, (1 + confidence) / 2) * std::sqrt(squares / (n - 1) / n);
    return result;
  }

 private:
  std::vector<double> values_;
};

void merge(const Net& net, const SimulationOptions& options, const DerivedMeasures& derived, std::vector<ReplicationResult>& runs,
           SimulationResult& result) {
  Estimator time;
  for (ReplicationResult& run : runs) {
    if (run.ended == Ended::cancelled && run.measures.empty()) continue;  // not begun
    time.add(run.time);
    result.firings += run.firings;
    if (!run.measures.empty()) derived.evaluate(run.measures);
    if (!result.diagnostics.has_errors()) result.diagnostics.append(run.diagnostics);
  }
  result.time = time.estimate(options.confidence);
  for (std::size_t m = 0; m < net.measures.size(); ++m) {
    for (std::size_t row = 0; row < derived.names(m).size(); ++row) {
      Estimator values;
      for (const ReplicationResult& run : runs) {
        if (!run.measures.empty() && run.measures[m][row]) values.add(*run.measures[m][row]);
      }
      result.measures.push_back({derived.names(m)[row], net.measures[m].unit, values.estimate(options.confidence)});
    }
  }
}

}  // namespace

SimulationResult simulate(const Net& net, const SimulationOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  SimulationResult result;
  const DerivedMeasures derived(net, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  Replications replications(net, options);
  if (options.messenger != nullptr && options.messenger->rank() > 0) {
    replications.serve();
    return result;
  }
  replications.run(0, options.replications);
  if (!replications.results().empty()) result.ended = replications.results().front().ended;
  for (std::size_t k = 0; k < replications.results().size(); ++k) {
    if (replications.results()[k].ended == Ended::cancelled) result.unfinished.push_back(k);
  }
  result.lost_ranks = replications.lost_ranks();
  merge(net, options, derived, replications.results(), result);
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.peak_bytes = peak_bytes();
  return result;
}

}  // namespace petriloom
