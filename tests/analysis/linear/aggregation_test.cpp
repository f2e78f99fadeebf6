// SPDX-License-Identifier: Apache-2.0
// Nearly decomposable chains by aggregation, against closed forms and elimination without
// subtraction: every number is right to the error that is stated, or there is none.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "analysis/linear/censoring.h"
#include "analysis/linear/circulation_bound.h"
#include "analysis/markov/steady_state.h"
#include "tests/analysis/chain_of.h"
#include "tests/sanitized.h"

namespace petriloom {
namespace {

SteadyState aggregated(const Rates& rates) {
  SteadyOptions options;
  options.method = LinearMethod::aggregation;
  return solve_steady(chain_of(rates), options);
}

/// A part of a chain, and its distribution while it is not left, up to a factor.
struct Part {
  Rates rates;
  std::vector<long double> exact;
};

/// Customers go round three stations, each number `speed` times as fast: p(a, b, c) is proportional
/// to x^a y^b z^c with the times of service (W. Gordon, G. Newell, 1967).
Part stations(std::size_t customers, double first, double second, double third) {
  std::vector<std::size_t> starts{0};
  for (std::size_t a = 0; a <= customers; ++a) starts.push_back(starts.back() + customers - a + 1);
  const auto number = [&](std::size_t a, std::size_t b) { return static_cast<StateNumber>(starts[a] + b); };
  Part part{Rates(starts.back()), std::vector<long double>(starts.back())};
  for (std::size_t a = 0; a <= customers; ++a) {
    for (std::size_t b = 0; a + b <= customers; ++b) {
      const StateNumber here = number(a, b);
      const std::size_t c = customers - a - b;
      if (a > 0) part.rates[here][number(a - 1, b + 1)] = first;
      if (b > 0) part.rates[here][number(a, b - 1)] = second;
      if (c > 0) part.rates[here][number(a + 1, b)] = third;
      part.exact[here] = std::pow(1 / static_cast<long double>(first), static_cast<long double>(a)) *
                         std::pow(1 / static_cast<long double>(second), static_cast<long double>(b)) *
                         std::pow(1 / static_cast<long double>(third), static_cast<long double>(c));
    }
  }
  return part;
}

/// Births and deaths: p(k+1) / p(k) = birth(k) / death(k+1).
Part row(const std::vector<double>& births, const std::vector<double>& deaths) {
  Part part{Rates(births.size() + 1), {1}};
  for (std::size_t k = 0; k < births.size(); ++k) {
    part.rates[k][static_cast<StateNumber>(k + 1)] = births[k];
    part.rates[k + 1][static_cast<StateNumber>(k)] = deaths[k];
    part.exact.push_back(part.exact.back() * births[k] / deaths[k]);
  }
  return part;
}

/// A way between two parts: from the door of the one to the door of the other.
struct Way {
  std::size_t from = 0;
  std::size_t to = 0;
  double rate = 0;
};

/// Parts are joined at one state each, the door. So each part is left where it is entered, and
/// keeps its own distribution; how often each door is open is the distribution of the chain of the
/// doors.
Part joined(const std::vector<Part>& parts, const std::vector<std::size_t>& doors, const std::vector<Way>& ways) {
  Part all;
  std::vector<std::size_t> starts;
  for (const Part& part : parts) {
    starts.push_back(all.rates.size());
    for (const auto& from : part.rates) {
      all.rates.emplace_back();
      for (const auto& [to, rate] : from) all.rates.back()[static_cast<StateNumber>(starts.back() + to)] = rate;
    }
  }
  const std::size_t n = parts.size();
  std::vector<std::vector<long double>> q(n, std::vector<long double>(n, 0));
  for (const Way& way : ways) {
    q[way.from][way.to] += way.rate;
    all.rates[starts[way.from] + doors[way.from]][static_cast<StateNumber>(starts[way.to] + doors[way.to])] += way.rate;
  }
  for (std::size_t k = n; k-- > 1;) {
    long double out = 0;
    for (std::size_t j = 0; j < k; ++j) out += q[k][j];
    for (std::size_t i = 0; i < k; ++i) {
      q[i][k] /= out;
      for (std::size_t j = 0; j < k; ++j) q[i][j] += i == j ? 0 : q[i][k] * q[k][j];
    }
  }
  std::vector<long double> open{1};
  for (std::size_t k = 1; k < n; ++k) {
    open.push_back(0);
    for (std::size_t i = 0; i < k; ++i) open[k] += open[i] * q[i][k];
  }
  for (std::size_t p = 0; p < n; ++p) {
    for (const long double each : parts[p].exact) all.exact.push_back(each / parts[p].exact[doors[p]] * open[p]);
  }
  return all;
}

void expect_right(const SteadyState& state, std::vector<long double> exact, const std::vector<double>& found) {
  ASSERT_TRUE(state.converged) << state.error;
  EXPECT_EQ(state.method, "aggregation");
  EXPECT_LE(state.error, 1e-11);
  long double worst = 0;
  for (std::size_t s = 0; s < exact.size(); ++s) {
    if (exact[s] > 1e-300L) worst = std::max(worst, std::abs(found[s] - exact[s]) / exact[s]);
  }
  EXPECT_LE(static_cast<double>(worst), state.error);
}

void expect_steady(Part part) {
  long double sum = 0;
  for (const long double each : part.exact) sum += each;
  for (long double& each : part.exact) each /= sum;
  const SteadyState state = aggregated(part.rates);
  expect_right(state, part.exact, state.probability);
}

// Each of 10,011 markings: 140 customers; and of 1,891.
TEST(Aggregation, TwoPartsHardlyCoupled) {
  for (const auto& [customers, coupling] :
       {std::pair(test::sanitized() ? 60U : 140U, 1e-14), std::pair(60U, 1e-9), std::pair(60U, 1e-3)}) {
    SCOPED_TRACE(coupling);
    expect_steady(joined({stations(customers, 1, 1.1, 0.9), stations(customers, 1.3, 1, 1)}, {500, 17},
                         {{0, 1, coupling}, {1, 0, 3 * coupling}}));
  }
}

// Of 3 to 20,301 markings, in a ring and across it.
TEST(Aggregation, TenPartsOfUnequalSize) {
  std::vector<Part> parts;
  std::vector<std::size_t> doors;
  std::vector<Way> ways;
  const std::size_t customers[] = {test::many(200U), 1, 60, 3, test::many(100U), 10, 30, test::many(80U), 2, 50};
  for (std::size_t p = 0; p < 10; ++p) {
    parts.push_back(stations(customers[p], 1, 0.8 + 0.05 * static_cast<double>(p), 1.2));
    doors.push_back(p % 3);
    ways.push_back({p, (p + 1) % 10, std::pow(10, -14 + static_cast<double>(p) / 2)});
    ways.push_back({p, (p + 3) % 10, std::pow(10, -9 - static_cast<double>(p) / 2)});
  }
  expect_steady(joined(parts, doors, ways));
}

// Sixteen parts: four of four, coupled at 1e-6 within and at 1e-12 between them.
TEST(Aggregation, PartsInParts) {
  std::vector<Part> parts;
  std::vector<Way> ways;
  for (std::size_t p = 0; p < 16; ++p) {
    parts.push_back(stations(50, 1, 1 + 0.1 * static_cast<double>(p), 1.5));
    ways.push_back({p, p / 4 * 4 + (p + 1) % 4, 1e-6 * static_cast<double>(p + 1)});
    ways.push_back({p, p / 4 * 4 + (p + 3) % 4, 1.7e-6});
    if (p % 4 == 1) ways.push_back({p, (p + 3) % 16, 1e-12 * static_cast<double>(p + 1)});
    if (p % 4 == 2) ways.push_back({p, (p + 10) % 16, 2e-12});
  }
  expect_steady(joined(parts, std::vector<std::size_t>(16, 40), ways));
}

/// States joined at random, in balance with each other: w_ij = p_i q_ij = p_j q_ji. All are powers
/// of two, so that nothing is rounded.
Part balanced(std::size_t states, std::mt19937& random) {
  const auto power = [&](int most) { return std::ldexp(1.0L, std::uniform_int_distribution<int>(-most, most)(random)); };
  Part part{Rates(states), {}};
  for (std::size_t s = 0; s < states; ++s) part.exact.push_back(power(5));
  for (std::size_t s = 0; s < states; ++s) {
    for (int k = 0; k < 2; ++k) {
      const std::size_t to = k == 0 ? (s + 1) % states : std::uniform_int_distribution<std::size_t>(0, states - 1)(random);
      if (to == s) continue;
      const long double flow = power(1);
      part.rates[s][static_cast<StateNumber>(to)] = static_cast<double>(flow / part.exact[s]);
      part.rates[to][static_cast<StateNumber>(s)] = static_cast<double>(flow / part.exact[to]);
    }
  }
  return part;
}

TEST(Aggregation, AHundredThousandStates) {
  std::mt19937 random(5);
  std::vector<Part> parts;
  constexpr std::size_t kLast = test::many(33'330);
  for (int p = 0; p < 3; ++p) parts.push_back(balanced(kLast + 4, random));
  expect_steady(joined(parts, {0, kLast / 2, kLast + 2}, {{0, 1, 1e-13}, {1, 2, 2e-10}, {2, 0, 1e-12}, {1, 0, 1e-11}}));
}

// Rates within the parts from 1e-9 to 1e9 on a row: between two places where it mostly is, less can
// flow than any arithmetic knows. Then there is no number; else it is right.
TEST(Aggregation, PartsThatAreStiffThemselves) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> power(-9, 9);
  int solved = 0;
  for (const std::size_t states : {20U, 50U, 100U, 300U, 2000U}) {
    SCOPED_TRACE(states);
    std::vector<Part> parts;
    for (int p = 0; p < 5; ++p) {
      std::vector<double> births;
      std::vector<double> deaths;
      for (std::size_t k = 0; k + 1 < states; ++k) {
        births.push_back(std::pow(10, power(random)));
        deaths.push_back(std::pow(10, power(random)));
      }
      parts.push_back(row(births, deaths));
    }
    Part all = joined(parts, {1, 2, 3, 4, 5}, {{0, 1, 1e-14}, {1, 2, 1e-10}, {2, 3, 1e-12}, {3, 4, 1e-9}, {4, 0, 1e-11}});
    const SteadyState state = aggregated(all.rates);
    if (!state.converged) continue;
    ++solved;
    expect_steady(std::move(all));
  }
  EXPECT_GE(solved, 1);
}

// The time until the end of a chain of two parts, of which the second is left at 1e-13, against
// elimination.
TEST(Aggregation, TimesUntilARareEnd) {
  Part all = joined({stations(40, 1, 1.1, 0.9), stations(30, 1.3, 1, 1)}, {500, 17}, {{0, 1, 1e-12}, {1, 0, 3e-12}});
  const auto end = static_cast<StateNumber>(all.rates.size());
  all.rates[end - 5][end] = 1e-13;
  all.rates.emplace_back();
  SteadyOptions direct;
  direct.method = LinearMethod::direct;
  const SteadyState exact = solve_steady(chain_of(all.rates), direct);
  ASSERT_TRUE(exact.converged);
  const SteadyState state = aggregated(all.rates);
  std::vector<long double> times(exact.sojourn.begin(), exact.sojourn.end());
  ASSERT_TRUE(state.absorbing);
  // Both are rounded.
  SteadyState doubtful = state;
  doubtful.error += exact.error;
  expect_right(doubtful, times, state.sojourn);
}

/// The rates by the state they lead to.
Inflow inflow_of(const Rates& rates) {
  Inflow part;
  std::vector<std::map<StateNumber, double>> into(rates.size());
  part.exits.assign(rates.size(), 0);
  part.leaves.assign(rates.size(), 0);
  for (std::size_t s = 0; s < rates.size(); ++s) {
    for (const auto& [to, rate] : rates[s]) into[to][static_cast<StateNumber>(s)] = rate;
  }
  for (const auto& sources : into) {
    for (const auto& [from, rate] : sources) {
      part.sources.push_back(from);
      part.rates.push_back(rate);
      part.exits[from] += rate;
    }
    part.starts.push_back(part.sources.size());
  }
  return part;
}

// What is not the distribution has a bound that says so: one part has 1e-6 too much, which changes
// no balance by more than 1e-20.
TEST(Aggregation, TheBoundSeesWhatNoBalanceShows) {
  Part all = joined({stations(20, 1, 1.1, 0.9), stations(20, 1.3, 1, 1)}, {5, 17}, {{0, 1, 1e-14}, {1, 0, 3e-14}});
  const Inflow part = inflow_of(all.rates);
  EXPECT_LE(circulation_bound(part, all.exact, {}), 1e-14);
  for (std::size_t s = 0; s < all.exact.size() / 2; ++s) all.exact[s] *= 1 + 1e-6L;
  const double bound = circulation_bound(part, all.exact, {});
  EXPECT_GE(bound, 1e-6);
  EXPECT_LE(bound, 1e-4);
}

// Parts in balance whose numbers are known without rounding, each number made wrong by a share of
// its own: never is one further off than the bound.
TEST(Aggregation, TheBoundIsAtLeastTheTrueError) {
  std::mt19937 random(17);
  int shown = 0;
  for (int round = 0; round < 300; ++round) {
    const std::size_t states = 2 + random() % 60;
    Part part = balanced(states, random);
    std::vector<long double> wrong = part.exact;
    const double size = std::pow(10, std::uniform_real_distribution<double>(-17, -2)(random));
    // Half of the time one number, else all of them.
    const std::size_t only = round % 2 == 0 ? random() % states : states;
    for (std::size_t s = 0; s < states; ++s) {
      if (only == states || only == s) wrong[s] *= 1 + size * std::uniform_real_distribution<double>(-1, 1)(random);
    }
    const double bound = circulation_bound(inflow_of(part.rates), wrong, {});
    long double sum = 0;
    long double wrong_sum = 0;
    for (std::size_t s = 0; s < states; ++s) {
      sum += part.exact[s];
      wrong_sum += wrong[s];
    }
    long double worst = 0;
    for (std::size_t s = 0; s < states; ++s)
      worst = std::max(worst, std::abs(wrong[s] / wrong_sum - part.exact[s] / sum) / (part.exact[s] / sum));
    EXPECT_GE(bound, static_cast<double>(worst) - 1e-18) << states << " " << size;
    shown += bound < 1 ? 1 : 0;
  }
  EXPECT_GE(shown, 200);
}

}  // namespace
}  // namespace petriloom
