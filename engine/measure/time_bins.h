// SPDX-License-Identifier: Apache-2.0
// What measures gathered in each of many equal intervals of model time, for batch means. When the
// run outlasts the intervals, each two become one, so that memory is bounded and the number of full
// intervals stays between kBins / 2 and kBins.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/state/state_numbers.h"

namespace petriloom {

class TimeBins {
 public:
  static constexpr std::size_t kBins = 1280;  ///< 5 * 2^8: MSER-5 takes five at a time

  TimeBins() = default;
  /// Intervals from `from` (s). If the run is known to end at `until` (s; else infinity), the last
  /// one ends there. `columns`: number of quantities.
  TimeBins(double from, double until, std::size_t columns);

  /// Adds `amount` at a time (s).
  void add(std::size_t column, double time, double amount) {
    if (time < from_) return;
    cover(time);
    sums_[column * kBins + bin(time)] += amount;
  }
  /// Adds the integral of a value that holds from `begin` to `end`.
  void hold(std::size_t column, double begin, double end, double value);
  /// Intervals that are over at `now` (s).
  [[nodiscard]] std::size_t full(double now) const;

  [[nodiscard]] double from() const { return from_; }
  /// Of one interval, s; 0 before anything was added.
  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  /// What an interval gathered.
  [[nodiscard]] double sum(std::size_t column, std::size_t interval) const { return sums_[column * kBins + interval]; }
  /// The sum of intervals first..last - 1.
  [[nodiscard]] double sum(std::size_t column, std::size_t first, std::size_t last) const;

  /// One column, as every accumulator (engine/state/state_numbers.h). Its intervals are those of
  /// `width`.
  void save(StateWriter& writer, std::size_t column) const;
  void load(StateReader& reader, std::size_t column);
  /// Before columns are loaded. Throws StateError.
  void set_width(double width);

 private:
  void cover(double time);
  [[nodiscard]] std::size_t bin(double time) const;

  double from_ = 0;
  double width_ = 0;
  std::size_t columns_ = 0;
  std::vector<double> sums_;  // by column and interval
};

}  // namespace petriloom
