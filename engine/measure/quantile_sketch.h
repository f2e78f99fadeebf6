// SPDX-License-Identifier: Apache-2.0
// The distribution of weighted values in bounded memory: exact while there are few distinct ones,
// then in buckets of a relative width (C. Masson, J. Rim, H. Lee, "DDSketch: a fast and
// fully-mergeable quantile sketch with relative-error guarantees", 2019), which are joined in pairs
// when they become too many (I. Epicoco and others, "UDDSketch: accurate tracking of quantiles in
// data streams", 2020).
#pragma once

#include <cstddef>
#include <vector>

#include "engine/state/state_numbers.h"

namespace petriloom {

/// How fine it is follows from the values alone, not from their order or from what was merged with
/// what; only the rounding of sums of weights does. So merging in the order of replications gives
/// the same bytes for any number of threads.
class QuantileSketch {
 public:
  /// A part of the distribution: all weight at or about `value`.
  struct Part {
    double value = 0;
    double weight = 0;
  };
  static constexpr std::size_t kMostParts = 4096;

  /// Counts a finite value with a weight above 0.
  void add(double value, double weight = 1) {
    if (value < least_ || total_ == 0) least_ = value;
    if (value > most_ || total_ == 0) most_ = value;
    total_ += weight;
    pending_.push_back({key(value), weight});
    if (pending_.size() >= kMostParts) settle();
  }
  void merge(const QuantileSketch& other);

  /// Sum of the weights; 0 if nothing was counted.
  [[nodiscard]] double total() const { return total_; }
  [[nodiscard]] double least() const { return least_; }
  [[nodiscard]] double most() const { return most_; }
  /// Largest relative error of a quantile; 0 while every value is kept.
  [[nodiscard]] double error() const;
  /// The smallest value at or below which a share `p` (0..1) of the weight lies (the inverse of the
  /// distribution function). Wants total() > 0.
  [[nodiscard]] double quantile(double p) const;
  /// Values in ascending order.
  [[nodiscard]] std::vector<Part> parts() const;

  /// As every accumulator (engine/state/state_numbers.h).
  void save(StateWriter& writer) const;
  void load(StateReader& reader);

 private:
  static constexpr int kMostLevel = 10;  // every number there is falls into 4096 buckets
  void set_level(int level);
  /// In `parts_` and `pending_` the value itself at level 0; above, the signed number of its
  /// bucket.
  [[nodiscard]] double key(double value) const;
  [[nodiscard]] double value_of(double key) const;
  void settle();
  void coarsen();

  int level_ = 0;       // 0: exact; n: buckets of the relative error of error()
  double per_log_ = 0;  // buckets per unit of the natural logarithm
  std::vector<Part> parts_, pending_;
  double total_ = 0, least_ = 0, most_ = 0;
};

}  // namespace petriloom
