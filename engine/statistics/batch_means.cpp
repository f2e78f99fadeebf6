// SPDX-License-Identifier: Apache-2.0
#include "engine/statistics/batch_means.h"

#include <algorithm>
#include <cmath>

namespace petriloom {

namespace {

constexpr std::size_t kTogether = 5;  // intervals whose mean is one value of MSER-5

/// Means of five intervals each of one measure, over all its members together.
std::vector<double> means_of_five(const TimeBins& bins, std::size_t full, const std::vector<const Watched*>& members) {
  std::vector<double> means;
  double before = 0;
  for (std::size_t k = 0; k + kTogether <= full; k += kTogether) {
    double amount = 0;
    double number = 0;
    for (const Watched* const one : members) {
      const bool quotient = one->sums != kUnwatched && one->column != kUnwatched;
      amount += bins.sum(one->sums != kUnwatched ? one->sums : one->column, k, k + kTogether);
      number += quotient ? bins.sum(one->column, k, k + kTogether) : 0;
    }
    const Watched& first = *members.front();
    if (first.sums != kUnwatched && first.column != kUnwatched) {
      // Where nothing fired the mean is that of the firings before.
      amount = number > 0 ? amount / number : before;
    }
    before = amount;
    means.push_back(amount);
  }
  return means;
}

}  // namespace

bool per_second(MeasureKind kind) {
  return kind == MeasureKind::count || kind == MeasureKind::sum || kind == MeasureKind::integral;
}

bool in_long_run(MeasureKind kind) {
  return per_second(kind) || kind == MeasureKind::average || kind == MeasureKind::mean || kind == MeasureKind::delay;
}

// r sqrt((n^2 - 1) / (n - 2)) of independent normal batches is nearly standard normal (J. von
// Neumann, "Distribution of the ratio of the mean square successive difference to the variance",
// 1941).
double BatchMeans::most_correlation(std::size_t number) {
  constexpr double kNormal99 = 2.3263478740408408;
  const auto n = static_cast<double>(number);
  return number > 2 ? kNormal99 * std::sqrt((n - 2) / (n * n - 1)) : 1;
}

// The latest truncation that MSER-5 finds for any measure; the members of a family are taken
// together.
std::size_t BatchMeans::warm_up(const TimeBins& bins, std::size_t full) const {
  std::size_t latest = 0;
  for (const std::vector<std::uint32_t>& numbers : plan_.numbers) {
    std::vector<const Watched*> members;
    for (const std::uint32_t number : numbers) {
      const bool binned =
          number != kUnwatched && (plan_.watched[number].column != kUnwatched || plan_.watched[number].sums != kUnwatched);
      if (binned) members.push_back(&plan_.watched[number]);
    }
    if (!members.empty()) latest = std::max(latest, kTogether * mser(means_of_five(bins, full, members)));
  }
  return latest;
}

MeasureValues BatchMeans::values(const std::vector<double>& sums, double duration) const {
  MeasureValues values(net_.measures.size());
  for (std::size_t m = 0; m < values.size(); ++m) {
    const MeasureKind kind = net_.measures[m].kind;
    values[m].resize(member_count(net_.measures[m]));
    if (!in_long_run(kind)) continue;
    for (std::size_t row = 0; row < values[m].size(); ++row) {
      const Watched& one = plan_.watched[plan_.numbers[m][row]];
      const double amount = sums[one.sums != kUnwatched ? one.sums : one.column];
      if (one.sums == kUnwatched || one.column == kUnwatched) {
        values[m][row] = amount / duration;
      } else if (sums[one.column] > 0) {
        values[m][row] = amount / sums[one.column];
      }
    }
  }
  derived_.evaluate(values);
  return values;
}

// M. H. Quenouille, "Notes on bias in estimation", 1956; of quotients over batches: D. L. Iglehart,
// "Simulating stable stochastic systems, V: comparison of ratio estimators", 1975.
void BatchMeans::jackknife(const std::vector<MeasureValues>& without, const MeasureValues& whole, BatchEstimates& result) const {
  const auto n = static_cast<double>(without.size());
  std::vector<double> pseudo(without.size());
  for (std::size_t m = 0; m < whole.size(); ++m) {
    for (std::size_t row = 0; row < whole[m].size(); ++row) {
      const bool known = whole[m][row] && std::all_of(without.begin(), without.end(),
                                                      [&](const MeasureValues& values) { return values[m][row].has_value(); });
      if (!known) continue;
      Estimator estimator;
      for (std::size_t b = 0; b < without.size(); ++b) {
        pseudo[b] = n * *whole[m][row] - (n - 1) * *without[b][m][row];
        estimator.add(pseudo[b]);
      }
      result.measures[m][row] = {estimator.estimate(confidence_), lag_one(pseudo)};
    }
  }
}

BatchEstimates BatchMeans::estimate(const TimeBins& bins, double now, std::size_t number) const {
  BatchEstimates result;
  for (const Measure& measure : net_.measures) result.measures.emplace_back(member_count(measure));
  const std::size_t full = bins.full(now);
  Batches& batches = result.batches;
  batches.found = options_.find_warm_up;
  const std::size_t truncated = batches.found ? warm_up(bins, full) : 0;
  batches.settled = 2 * (truncated + 2 * kTogether) < full;
  const std::size_t together = (full - truncated) / number;  // intervals in a batch
  if (together == 0) return result;
  const std::size_t first = full - together * number;
  batches.number = number;
  batches.length = static_cast<double>(together) * bins.width();
  batches.warm_up = bins.from() + static_cast<double>(first) * bins.width();

  std::vector<std::vector<double>> of_batch(number, std::vector<double>(bins.columns()));
  std::vector<double> all(bins.columns());
  for (std::size_t column = 0; column < bins.columns(); ++column) {
    for (std::size_t b = 0; b < number; ++b) {
      of_batch[b][column] = bins.sum(column, first + b * together, first + (b + 1) * together);
      all[column] += of_batch[b][column];
    }
  }
  std::vector<MeasureValues> without;
  for (std::vector<double>& sums : of_batch) {
    for (std::size_t column = 0; column < sums.size(); ++column) sums[column] = all[column] - sums[column];
    without.push_back(values(sums, static_cast<double>(number - 1) * batches.length));
  }
  jackknife(without, values(all, static_cast<double>(number) * batches.length), result);
  return result;
}

}  // namespace petriloom
