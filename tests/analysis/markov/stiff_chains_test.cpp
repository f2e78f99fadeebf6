// SPDX-License-Identifier: Apache-2.0
// Sixty stiff and rare chains, of 3 to 100,000 states and with rates from 1e-9 to 1e9, against
// closed forms and elimination in arithmetic of 50 digits: no probability or time is off by more
// than 1e-9 of it, and the error stated is at least the true one.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <map>
#include <random>

#include "analysis/markov/steady_state.h"
#include "tests/analysis/chain_of.h"
#include "tests/sanitized.h"

namespace petriloom {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;

constexpr double kExactly = 1e-9;  // relative
// Below this numbers have fewer digits.
constexpr double kNormal = 1e-300;

/// The largest relative error of a number, and the sum of all errors.
struct Errors {
  double largest = 0;
  double sum = 0;
};

Errors errors_of(const std::vector<double>& values, const std::vector<Exact>& exact) {
  Errors errors;
  Exact sum = 0;
  for (std::size_t s = 0; s < values.size(); ++s) {
    const Exact off = abs(Exact(values[s]) - exact[s]);
    sum += off;
    if (exact[s] > kNormal) errors.largest = std::max(errors.largest, static_cast<double>(off / exact[s]));
  }
  errors.sum = static_cast<double>(sum);
  return errors;
}

void normalise(std::vector<Exact>& values) {
  Exact sum = 0;
  for (const Exact& value : values) sum += value;
  for (Exact& value : values) value /= sum;
}

void expect_steady(const Rates& rates, std::vector<Exact> exact) {
  normalise(exact);
  const SteadyState state = solve_steady(chain_of(rates), {});
  ASSERT_TRUE(state.converged) << state.method << " " << state.error;
  const Errors errors = errors_of(state.probability, exact);
  EXPECT_LE(errors.largest, kExactly);
  EXPECT_LE(errors.sum, state.error);
  EXPECT_LE(state.error, kExactly);
}

/// `exact` are the times spent before the end.
void expect_end(const Rates& rates, const std::vector<Exact>& exact) {
  const SteadyState state = solve_steady(chain_of(rates), {});
  ASSERT_TRUE(state.converged) << state.method << " " << state.error;
  EXPECT_TRUE(state.absorbing);
  const Errors errors = errors_of(state.sojourn, exact);
  Exact sum = 0;
  for (const Exact& time : exact) sum += time;
  EXPECT_LE(errors.largest, kExactly);
  EXPECT_LE(errors.sum, state.error * static_cast<double>(sum));
  EXPECT_LE(state.error, kExactly);
}

class StiffRates {
 public:
  explicit StiffRates(std::uint32_t seed) : random_(seed) {}
  /// Between 1e-9 and 1e9, each power of ten as likely.
  double operator()(double least = -9, double most = 9) {
    return std::pow(10, least + (most - least) * std::uniform_real_distribution<double>()(random_));
  }
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }

 private:
  std::mt19937 random_;
};

/// States in a row; births[k] lead from k to k + 1, deaths[k] back.
Rates row_of(const std::vector<double>& births, const std::vector<double>& deaths) {
  Rates rates(births.size() + 1);
  for (std::size_t k = 0; k < births.size(); ++k) {
    rates[k][static_cast<StateNumber>(k + 1)] = births[k];
    if (deaths[k] > 0) rates[k + 1][static_cast<StateNumber>(k)] = deaths[k];
  }
  return rates;
}

// p(k+1) / p(k) = birth(k) / death(k+1).
void expect_birth_death(const std::vector<double>& births, const std::vector<double>& deaths) {
  std::vector<Exact> exact{1};
  for (std::size_t k = 0; k < births.size(); ++k) exact.push_back(exact.back() * births[k] / deaths[k]);
  expect_steady(row_of(births, deaths), std::move(exact));
}

TEST(StiffChains, TwentyBirthsAndDeaths) {
  for (const std::size_t states : {3U, 10U, 50U, 399U, 402U, 1001U, 2001U, 5000U, 20'000U, 100'000U}) {
    SCOPED_TRACE(states);
    std::vector<double> births;
    std::vector<double> deaths;
    for (std::size_t k = 0; k + 1 < states; ++k) {
      births.push_back(k % 2 == 0 ? 1 : 0.99e9);
      deaths.push_back(k % 2 == 0 ? 1e9 : 1);
    }
    expect_birth_death(births, deaths);
    StiffRates stiff(static_cast<std::uint32_t>(states));
    for (double& birth : births) birth = stiff();
    for (double& death : deaths) death = stiff();
    expect_birth_death(births, deaths);
  }
}

// The last state ends the run. From k to k + 1 it takes t(k) = (1 + death(k) t(k-1)) / birth(k); in
// state k are spent, of the way from k on, v(k) = 1 / birth(k) for each of the visits, and of the
// way from j > k on the share by which it comes back: y(k) = (1 + u(k)) / birth(k), where u(k) =
// death(k+1) y(k+1) is how often k is entered from above.
void expect_passage(const std::vector<double>& births, std::vector<double> deaths) {
  deaths.back() = 0;
  std::vector<Exact> spent(births.size() + 1, 0);
  for (std::size_t k = births.size(); k-- > 0;) spent[k] = (1 + deaths[k] * spent[k + 1]) / births[k];
  expect_end(row_of(births, deaths), spent);
}

TEST(StiffChains, TwelveRepairShopsUntilAllAreBroken) {
  for (const double fails : {1e-9, 1e-6, 1e-3}) {
    for (const std::size_t machines : {2U, 4U, 8U, 30U}) {
      SCOPED_TRACE(machines);
      std::vector<double> births;
      for (std::size_t k = 0; k < machines; ++k) births.push_back(static_cast<double>(machines - k) * fails);
      expect_passage(births, std::vector<double>(machines, 1.0));
    }
  }
}

TEST(StiffChains, FourLongWalks) {
  for (const std::size_t steps : {300U, 2000U}) {
    expect_passage(std::vector<double>(steps, 0.9), std::vector<double>(steps, 1.0));
    expect_passage(std::vector<double>(steps, 1e9), std::vector<double>(steps, 0.8e9));
  }
}

// Customers go round three stations; by W. Gordon, G. Newell, 1967, p(a, b, c) is proportional to
// x^a y^b z^c with the times of service x, y, z.
void expect_round(std::size_t customers, double first, double second, double third) {
  // Of the markings with so many customers at the first station.
  std::vector<std::size_t> starts{0};
  for (std::size_t a = 0; a <= customers; ++a) starts.push_back(starts.back() + customers - a + 1);
  const auto number = [&](std::size_t a, std::size_t b) { return static_cast<StateNumber>(starts[a] + b); };
  Rates rates(starts.back());
  std::vector<Exact> exact(starts.back());
  const Exact times[3] = {1 / Exact(first), 1 / Exact(second), 1 / Exact(third)};
  std::vector<Exact> powers[3];
  for (int i = 0; i < 3; ++i) {
    powers[i].push_back(1);
    for (std::size_t k = 0; k < customers; ++k) powers[i].push_back(powers[i].back() * times[i]);
  }
  for (std::size_t a = 0; a <= customers; ++a) {
    for (std::size_t b = 0; a + b <= customers; ++b) {
      const StateNumber here = number(a, b);
      const std::size_t c = customers - a - b;
      if (a > 0) rates[here][number(a - 1, b + 1)] = first;
      if (b > 0) rates[here][number(a, b - 1)] = second;
      if (c > 0) rates[here][number(a + 1, b)] = third;
      exact[here] = powers[0][a] * powers[1][b] * powers[2][c];
    }
  }
  expect_steady(rates, std::move(exact));
}

TEST(StiffChains, EightRoundsOfStations) {
  expect_round(2, 1e9, 1, 1e-9);
  expect_round(5, 1e-9, 1e9, 3e-9);
  expect_round(10, 1, 1.1, 0.9);
  expect_round(30, 1e9, 1e-9, 1.1e-9);
  expect_round(60, 1, 1e9, 1e9);
  expect_round(100, 1e-9, 1, 1.01);
  expect_round(test::many(200), 1e9, 1, 0.9);
  if (!test::sanitized()) expect_round(445, 1e9, 2, 1);  // 99,681 states
}

/// Elimination from the last state on; state 0 is kept.
std::vector<Exact> exact_steady(const Rates& rates) {
  const std::size_t n = rates.size();
  std::vector<std::vector<Exact>> q(n, std::vector<Exact>(n, 0));
  for (std::size_t s = 0; s < n; ++s) {
    for (const auto& [to, rate] : rates[s]) q[s][to] = rate;
  }
  for (std::size_t k = n - 1; k > 0; --k) {
    Exact out = 0;
    for (std::size_t j = 0; j < k; ++j) out += q[k][j];
    for (std::size_t i = 0; i < k; ++i) {
      if (q[i][k] == 0) continue;
      q[i][k] /= out;
      for (std::size_t j = 0; j < k; ++j) q[i][j] += q[i][k] * q[k][j];
    }
  }
  std::vector<Exact> x{1};
  for (std::size_t k = 1; k < n; ++k) {
    x.emplace_back(0);
    for (std::size_t i = 0; i < k; ++i) x[k] += x[i] * q[i][k];
  }
  return x;
}

/// Parts of so many states with rates around 1 within, and 1e-14 to 1e-9 between them, on a ring so
/// that all are reached.
Rates coupled(StiffRates& stiff, std::size_t parts, std::size_t each) {
  Rates rates(parts * each);
  for (std::size_t s = 0; s < rates.size(); ++s) {
    const std::size_t part = s / each;
    const auto inside = [&](std::size_t k) { return static_cast<StateNumber>(part * each + k % each); };
    rates[s][inside(s + 1 - part * each)] = stiff(-1, 1);
    for (int k = 0; k < 3; ++k) rates[s][inside(stiff.below(each))] = stiff(-1, 1);
    rates[s].erase(static_cast<StateNumber>(s));
  }
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t from = part * each + stiff.below(each);
    rates[from][static_cast<StateNumber>((part + 1) % parts * each + stiff.below(each))] = stiff(-14, -9);
  }
  return rates;
}

TEST(StiffChains, TenCoupledParts) {
  StiffRates stiff(7);
  for (const std::size_t parts : {2U, 3U}) {
    for (const std::size_t each : {2U, 5U, 15U, 30U, 50U}) {
      SCOPED_TRACE(parts * each);
      const Rates rates = coupled(stiff, parts, each);
      expect_steady(rates, exact_steady(rates));
    }
  }
}

TEST(StiffChains, SixOfAnyShape) {
  StiffRates stiff(11);
  for (const std::size_t states : {3U, 8U, 20U, 60U, 90U, 120U}) {
    SCOPED_TRACE(states);
    Rates rates(states);
    for (std::size_t s = 0; s < states; ++s) {
      rates[s][static_cast<StateNumber>((s + 1) % states)] = stiff();
      for (int k = 0; k < 3; ++k) rates[s][static_cast<StateNumber>(stiff.below(states))] = stiff();
      rates[s].erase(static_cast<StateNumber>(s));
    }
    expect_steady(rates, exact_steady(rates));
  }
}

// By whatever method: right, or no result.
TEST(StiffChains, NoMethodGivesAWrongNumber) {
  StiffRates stiff(13);
  for (const std::size_t parts : {1U, 2U}) {
    for (const LinearMethod method : {LinearMethod::direct, LinearMethod::gauss_seidel, LinearMethod::gmres}) {
      const Rates rates = coupled(stiff, parts, 40);
      std::vector<Exact> exact = exact_steady(rates);
      normalise(exact);
      SteadyOptions options;
      options.method = method;
      const SteadyState state = solve_steady(chain_of(rates), options);
      EXPECT_TRUE(state.converged || (parts == 2 && method != LinearMethod::direct));
      if (state.converged) {
        EXPECT_LE(errors_of(state.probability, exact).sum, state.error);
      }
    }
  }
}

// A time of 1e4500 s is no number: no result.
TEST(StiffChains, TimesBeyondAllNumbers) {
  const std::vector<double> births(100'000, 0.9);
  std::vector<double> deaths(100'000, 1.0);
  deaths.back() = 0;
  EXPECT_FALSE(solve_steady(chain_of(row_of(births, deaths)), {}).converged);
}

}  // namespace
}  // namespace petriloom
