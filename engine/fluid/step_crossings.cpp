// SPDX-License-Identifier: Apache-2.0
#include "engine/fluid/step_crossings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace petriloom::fluid {

namespace {

// Values that a polynomial of the fifth degree is known by.
constexpr std::size_t kNodes = 6;
// Those, and one between each two that tells whether it is one.
constexpr std::size_t kPoints = 2 * kNodes - 1;
// Of the largest value; what is nearer to zero is rounding.
constexpr double kNothing = 1e-12;
// Of the largest value; so near is a polynomial to what it follows.
constexpr double kFollows = 1e-9;
constexpr int kMostHalvings = 45;  // of a piece of a polynomial
constexpr int kMostPieces = 14;    // halvings of a piece that no polynomial follows
using Six = std::array<double, kNodes>;
using Points = std::array<double, kPoints>;

// From values at 0, 1/5 .. 1 to Bernstein coefficients of the fifth degree: the inverse of B(i,
// 5)(j / 5), times 240.
constexpr std::array<Six, kNodes> kFromValues{{{240, 0, 0, 0, 0, 0},
                                               {-308, 1200, -1200, 800, -300, 48},
                                               {269, -1450, 2950, -2300, 925, -154},
                                               {-154, 925, -2300, 2950, -1450, 269},
                                               {48, -300, 800, -1200, 1200, -308},
                                               {0, 0, 0, 0, 0, 240}}};

Six bernstein(const Points& points) {
  Six b{};
  for (std::size_t i = 0; i < kNodes; ++i) {
    for (std::size_t j = 0; j < kNodes; ++j) b[i] += kFromValues[i][j] / 240 * points[2 * j];
  }
  return b;
}

// Takes a polynomial on [0, 1] apart at x, by P. de Casteljau's scheme; the value at x is the last
// of the first part.
void split(const Six& b, double x, Six& first, Six& second) {
  second = b;
  for (std::size_t round = 0; round < kNodes; ++round) {
    first[round] = second[0];
    for (std::size_t i = 0; i + 1 + round < kNodes; ++i) second[i] += (second[i + 1] - second[i]) * x;
  }
}

// Where in [low, high] a polynomial is first found below -`least`.
std::optional<double> below(const Six& b, double low, double high, double least, int halvings) {
  if (std::none_of(b.begin(), b.end(), [least](double c) { return c < -least; })) return std::nullopt;
  if (b.front() < -least) return low;
  if (halvings == 0) return b.back() < -least ? std::optional(high) : std::nullopt;
  Six first;
  Six second;
  split(b, 0.5, first, second);
  const double middle = low + (high - low) / 2;
  if (const auto found = below(first, low, middle, least, halvings - 1)) return found;
  return below(second, middle, high, least, halvings - 1);
}

// The search in one function.
class OneGap {
 public:
  OneGap(const Gaps& gaps, std::size_t number) : gaps_(gaps), number_(number), polynomial_(gaps.polynomial(number)) {}

  std::optional<double> find(double low, double high, const Points& points, int pieces) const {
    double largest = 0;
    for (std::size_t k = 0; k < kPoints; k += step()) {
      if (std::isnan(points[k])) return std::nullopt;
      largest = std::max(largest, std::fabs(points[k]));
    }
    const double least = kNothing * largest;
    for (std::size_t k = step(); k < kPoints; k += step()) {
      // The first moment before it is searched for.
      if (points[k] < -least) return time(low, high, k);
    }
    const Six b = bernstein(points);
    if (polynomial_ || pieces == 0 || follows(b, points, kFollows * largest)) return below(b, low, high, least, kMostHalvings);
    const double middle = low + (high - low) / 2;
    if (const auto found = find(low, middle, at(low, middle), pieces - 1)) return found;
    return find(middle, high, at(middle, high), pieces - 1);
  }
  static double time(double low, double high, std::size_t point) {
    return point + 1 == kPoints ? high : low + (high - low) * static_cast<double>(point) / (kPoints - 1);
  }

 private:
  // A polynomial is known by every other point.
  [[nodiscard]] std::size_t step() const { return polynomial_ ? 2 : 1; }
  [[nodiscard]] Points at(double low, double high) const {
    Points points{};
    for (std::size_t k = 0; k < kPoints; ++k) {
      gaps_.go(time(low, high, k));
      points[k] = gaps_.value(number_);
    }
    return points;
  }
  static bool follows(const Six& b, const Points& points, double near) {
    Six first;
    Six second;
    for (std::size_t k = 1; k < kPoints; k += 2) {
      split(b, static_cast<double>(k) / (kPoints - 1), first, second);
      if (!(std::fabs(first.back() - points[k]) <= near)) return false;
    }
    return true;
  }

  const Gaps& gaps_;
  std::size_t number_;
  bool polynomial_;
};

}  // namespace

std::optional<double> first_negative(double begin, double end, const Gaps& gaps, FunctionRef<bool(double time)> certain) {
  if (gaps.count == 0) return std::nullopt;
  std::vector<Points> points(gaps.count);
  std::vector<char> polynomial(gaps.count);
  bool all = true;
  for (std::size_t g = 0; g < gaps.count; ++g) {
    polynomial[g] = gaps.polynomial(g) ? 1 : 0;
    all = all && polynomial[g] != 0;
  }
  for (std::size_t k = 0; k < kPoints; k += all ? 2 : 1) {
    gaps.go(OneGap::time(begin, end, k));
    for (std::size_t g = 0; g < gaps.count; ++g) {
      if (polynomial[g] == 0 || k % 2 == 0) points[g][k] = gaps.value(g);
    }
  }
  std::optional<double> first;
  for (std::size_t g = 0; g < gaps.count; ++g) {
    const auto found = OneGap(gaps, g).find(begin, end, points[g], kMostPieces);
    if (found && *found > begin && (!first || *found < *first) && certain(*found)) first = found;
  }
  return first;
}

}  // namespace petriloom::fluid
