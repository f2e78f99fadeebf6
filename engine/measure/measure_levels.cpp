// SPDX-License-Identifier: Apache-2.0
// Measures of levels, which change between events (docs/fluid.md, F7).
#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <limits>

#include "engine/measure/measure.h"

namespace petriloom {

namespace {

// Gauss-Legendre of five points: exact for polynomials up to the ninth degree.
constexpr std::array<double, 5> kPoints{-0.9061798459386640, -0.5384693101056831, 0.0, 0.5384693101056831, 0.9061798459386640};
constexpr std::array<double, 5> kWeights{0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                         0.2369268850561891};
constexpr int kPiecesOfWatched = 8;  // of what distributions and bins of time are made of

}  // namespace

std::vector<std::uint32_t> RewardVariables::of_levels() const {
  std::vector<std::uint32_t> members;
  for (std::uint32_t k = 0; k < members_.size(); ++k) {
    const Measure& measure = net_.measures[members_[k].measure];
    if (measure.kind != MeasureKind::passage && net_.exprs.looks(measure.value, look::levels)) members.push_back(k);
  }
  return members;
}

void RewardVariables::for_each_of_levels(
    const std::function<void(ExprId expr, std::span<const Word> keys, std::uint32_t slots)>& visit) const {
  for (const Member& member : members_) {
    const Measure& measure = net_.measures[member.measure];
    const ExprId expr = measure.kind == MeasureKind::passage ? measure.condition : measure.value;
    if (!net_.exprs.looks(expr, look::levels)) continue;
    visit(expr, measure.members.empty() ? std::span<const Word>() : std::span<const Word>(measure.members[member.row]),
          measure.slots);
  }
  if (net_.exprs.looks(net_.stop, look::levels)) visit(net_.stop, {}, net_.stop_slots);
}

void RewardVariables::flow(std::uint32_t number, double begin, double end, FunctionRef<void(double)> levels) {
  const int pieces = members_[number].watched == kUnwatched ? 1 : kPiecesOfWatched;
  for (int k = 0; k < pieces; ++k) {
    const double low = k == 0 ? begin : begin + (end - begin) * k / pieces;
    flow_piece(number, low, k + 1 == pieces ? end : begin + (end - begin) * (k + 1) / pieces, levels);
  }
  levels(end);
}

// The piece counts as if its mean had held throughout; the levels are asked for again at times of
// samples.
void RewardVariables::flow_piece(std::uint32_t number, double begin, double end, FunctionRef<void(double)> levels) {
  Member& member = members_[number];
  const auto at = [&](double time) {
    levels(time);
    return evaluate(number, time);
  };
  const double half = (end - begin) / 2;
  double mean = 0;
  std::array<double, 5> values{};
  for (std::size_t k = 0; k < kPoints.size(); ++k) {
    values[k] = at(begin + half * (1 + kPoints[k]));
    mean += kWeights[k] / 2 * values[k];
  }
  if (member.watched != kUnwatched) recording_.flowed(member.watched, begin, end, mean, at);
  if (begin >= from_) {
    if (member.since < from_ || begin == from_) member.peak = begin == from_ ? at(begin) : member.value;
    member.integral += mean * (end - begin);
  }
  const double before = member.value;
  member.since = end;
  member.value = at(end);
  member.peak = std::max(member.peak, member.value);
  if (net_.measures[member.measure].kind != MeasureKind::peak) return;
  const auto highest = static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
  member.peak = std::max(member.peak, values[highest]);
  if (values[highest] <= std::max(before, member.value)) return;
  const auto time = [&](std::size_t k) { return begin + half * (1 + kPoints[k]); };
  member.peak = std::max(member.peak, peak_between(number, highest == 0 ? begin : time(highest - 1),
                                                   highest + 1 == values.size() ? end : time(highest + 1), levels));
}

// By R. Brent's method ("Algorithms for Minimization Without Derivatives", 1973).
double RewardVariables::peak_between(std::uint32_t number, double low, double high, FunctionRef<void(double)> levels) {
  const auto negative = [&](double time) {
    levels(time);
    return -evaluate(number, time);
  };
  return -boost::math::tools::brent_find_minima(negative, low, high, std::numeric_limits<double>::digits / 2).second;
}

}  // namespace petriloom
