// SPDX-License-Identifier: Apache-2.0
// Derivatives of solve by constants of a net, against formulas and against differences of solve
// itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "analysis/solve/solve.h"
#include "formats/loom/loom.h"

namespace petriloom {
namespace {

ReadResult read_with(const std::string& text, const std::string& name, const std::string& value) {
  ReadOptions options;
  options.constants[name] = value;
  return read_loom("sensitivity.loom", text, options);
}

SolveResult with_slopes(const std::string& text, const std::string& name, std::optional<double> until = {},
                        LinearMethod method = LinearMethod::automatic) {
  ReadResult read = read_with(text, name, "");
  if (!read.net) throw std::runtime_error(read.diagnostics.format(*read.sources));
  SolveOptions options;
  options.transient = until;
  options.steady.method = method;
  const auto changed = [&](double to) { return read_with(text, name, fmt::format("{}", to)).net; };
  options.parameters.push_back({name, read.constants.at(name), changed});
  SolveResult result = solve(*read.net, options);
  EXPECT_TRUE(result.solved()) << result.diagnostics.format(*read.sources);
  return result;
}

std::size_t position(const SolveResult& result, const std::string& name) {
  for (std::size_t m = 0; m < result.measures.size(); ++m) {
    if (result.measures[m].name == name) return m;
  }
  throw std::runtime_error("no measure " + name);
}

double slope(const SolveResult& result, const std::string& name) {
  return result.sensitivities.at(0).measures.at(position(result, name)).value();
}

double value(const SolveResult& result, const std::string& name) {
  return result.measures.at(position(result, name)).value.value();
}

const char* const kQueue =
    "const lambda = 1.7; const mu = 1.0; const price = 3.0;\n"
    "place QUEUE : unit; place FREE : unit = 20`();\n"
    "transition arrive { in FREE; out QUEUE; time exponential(lambda); servers 1; }\n"
    "transition serve { in QUEUE; out FREE; time exponential(mu); servers 1; }\n"
    "measure customers = average tokens(QUEUE);\n"
    "measure cost = average price * lambda * real(tokens(QUEUE));\n"
    "measure served = count serve;\n";

// M/M/1/K: p_n is proportional to r^n, r = lambda / mu, so that d E[f] / d r = cov(f, n) / r.
TEST(Sensitivity, FiniteQueueByItsRates) {
  double sum = 0;
  double first = 0;
  double second = 0;
  for (int n = 0; n <= 20; ++n) {
    sum += std::pow(1.7, n);
    first += n * std::pow(1.7, n);
    second += n * n * std::pow(1.7, n);
  }
  const double mean = first / sum;
  const double variance = second / sum - mean * mean;
  const double idle = 1 / sum;
  const SolveResult by_lambda = with_slopes(kQueue, "lambda");
  EXPECT_NEAR(slope(by_lambda, "customers"), variance / 1.7, 1e-10);
  EXPECT_NEAR(slope(by_lambda, "cost"), 3 * mean + 3 * variance, 1e-9);
  EXPECT_NEAR(slope(by_lambda, "served"), idle * mean / 1.7, 1e-12);
  const SolveResult by_mu = with_slopes(kQueue, "mu");
  EXPECT_NEAR(slope(by_mu, "customers"), -variance, 1e-10);
  EXPECT_NEAR(slope(by_mu, "served"), 1 - idle - idle * mean, 1e-11);
  const SolveResult by_price = with_slopes(kQueue, "price");
  EXPECT_EQ(slope(by_price, "customers"), 0);
  EXPECT_NEAR(slope(by_price, "cost"), 1.7 * mean, 1e-10);
}

// Two stations in a row, at most 12 customers in both: with those who are not there a closed
// network of product form (W. Gordon, G. Newell, 1967), p(a, b) is proportional to (lambda / mu1)^a
// (lambda / mu2)^b. So d E[f] / d mu1 = -cov(f, a) / mu1 and d E[f] / d lambda = cov(f, a + b) /
// lambda; by every method that equations are solved with.
TEST(Sensitivity, TandemByEachMethod) {
  const char* const text =
      "const lambda = 0.9; const mu1 = 1.0; const mu2 = 1.25;\n"
      "place OUTSIDE : unit = 12`(); place A : unit; place B : unit;\n"
      "transition arrive { in OUTSIDE; out A; time exponential(lambda); servers 1; }\n"
      "transition first { in A; out B; time exponential(mu1); servers 1; }\n"
      "transition second { in B; out OUTSIDE; time exponential(mu2); servers 1; }\n"
      "measure at_second = average tokens(B); measure left = count second;\n";
  double sum = 0;
  double ea = 0, eb = 0, eab = 0, ebb = 0, busy = 0, busy_a = 0, busy_b = 0;
  for (int a = 0; a <= 12; ++a) {
    for (int b = 0; a + b <= 12; ++b) {
      const double p = std::pow(0.9, a) * std::pow(0.9 / 1.25, b);
      sum += p;
      ea += p * a;
      eb += p * b;
      eab += p * a * b;
      ebb += p * b * b;
      if (b == 0) continue;
      busy += p;
      busy_a += p * a;
      busy_b += p * b;
    }
  }
  for (double* const each : {&ea, &eb, &eab, &ebb, &busy, &busy_a, &busy_b}) *each /= sum;
  for (const LinearMethod method : {LinearMethod::direct, LinearMethod::gauss_seidel, LinearMethod::gmres}) {
    SCOPED_TRACE(static_cast<int>(method));
    const SolveResult by_mu1 = with_slopes(text, "mu1", {}, method);
    EXPECT_NEAR(slope(by_mu1, "at_second"), -(eab - ea * eb), 1e-9);
    EXPECT_NEAR(slope(by_mu1, "left"), -1.25 * (busy_a - busy * ea), 1e-9);
    const SolveResult by_lambda = with_slopes(text, "lambda", {}, method);
    EXPECT_NEAR(slope(by_lambda, "at_second"), (eab + ebb - eb * (ea + eb)) / 0.9, 1e-9);
    EXPECT_NEAR(slope(by_lambda, "left"), 1.25 * (busy_a + busy_b - busy * (ea + eb)) / 0.9, 1e-9);
  }
}

// Machine c of three fails with rate c f and is repaired with rate 1: it fails T(c) = c f / (1 + c
// f) times a second, and T'(c) = c / (1 + c f)^2. The mean of c over the failures of machines 2 and
// 3 is (2 T(2) + 3 T(3)) / (T(2) + T(3)).
TEST(Sensitivity, MeanOverSomeFirings) {
  const SolveResult result = with_slopes(
      "const f = 0.4; colour Machine = int with 1..3; var c : Machine;\n"
      "place UP : Machine = all(Machine); place DOWN : Machine;\n"
      "transition fail { in UP : c; out DOWN : c; time exponential(f * real(c)); }\n"
      "transition repair { in DOWN : c; out UP : c; time exponential(1.0); }\n"
      "measure which = mean real(c) over fail where c >= 2;\n",
      "f");
  const auto rate = [](double c) { return c * 0.4 / (1 + c * 0.4); };
  const auto by_f = [](double c) { return c / ((1 + c * 0.4) * (1 + c * 0.4)); };
  const double above = 2 * rate(2) + 3 * rate(3);
  const double below = rate(2) + rate(3);
  EXPECT_NEAR(value(result, "which"), above / below, 1e-12);
  EXPECT_NEAR(slope(result, "which"), ((2 * by_f(2) + 3 * by_f(3)) * below - above * (by_f(2) + by_f(3))) / (below * below), 1e-11);
}

// Each of 5 machines alone: down for the share f / (f + 1), up to time t for that times 1 - exp(-(f
// + 1) t).
TEST(Sensitivity, MachinesByTheirMeanTimeToFailure) {
  const char* const text =
      "const up = 4.0; place UP : unit = 5`(); place DOWN : unit;\n"
      "transition fail { in UP; out DOWN; time exponential(1.0 / up); }\n"
      "transition repair { in DOWN; out UP; time exponential(1.0); }\n"
      "measure down = average tokens(DOWN); measure repairs = count repair; measure ratio = value down / repairs;\n";
  const SolveResult steady = with_slopes(text, "up");
  EXPECT_NEAR(slope(steady, "down"), -5 / 25.0, 1e-12);
  EXPECT_NEAR(slope(steady, "ratio"), 0, 1e-12) << "the time of a repair";
  const SolveResult until = with_slopes(text, "up", 2.0);
  const double rate = 1.25;
  const double decay = std::exp(-2 * rate);
  // down(t) = 5 (1 - exp(-s t)) f / s with s = 1 + f, f = 1 / up; df / dup = -1 / 16.
  const double by_f = 5 * (2 * decay * 0.25 / rate + (1 - decay) * (1 / rate - 0.25 / (rate * rate)));
  EXPECT_NEAR(until.sensitivities.at(0).at_end.at(position(until, "down")).value(), -by_f / 16, 1e-11);
}

// Weights of immediate transitions and rates that are not linear, against differences.
TEST(Sensitivity, AgreesWithDifferencesOfSolve) {
  const std::string text =
      "const share = 0.3; const speed = 2.0;\n"
      "place CPU : unit = 3`(); place CHOOSING : unit; place DISK : unit; place TAPE : unit;\n"
      "transition compute { in CPU; out CHOOSING; time exponential(speed * speed); servers 1; }\n"
      "transition to_disk { in CHOOSING; out DISK; weight 1.0 - share; }\n"
      "transition to_tape { in CHOOSING; out TAPE; weight share; }\n"
      "transition read_disk { in DISK; out CPU; time exponential(1.0); servers 1; }\n"
      "transition read_tape { in TAPE; out CPU; time exponential(0.25); servers 1; }\n"
      "measure at_tape = average tokens(TAPE);\n"
      "measure taped = count to_tape;\n";
  for (const std::string name : {"share", "speed"}) {
    for (const std::optional<double> until : {std::optional<double>(), std::optional(3.0)}) {
      const double at = name == "share" ? 0.3 : 2.0;
      const double step = 1e-4;
      const SolveResult result = with_slopes(text, name, until);
      const auto moved = [&](double by) {
        const ReadResult read = read_with(text, name, fmt::format("{}", at + by));
        SolveOptions options;
        options.transient = until;
        return solve(read.net.value(), options);
      };
      const SolveResult more = moved(step);
      const SolveResult less = moved(-step);
      for (const char* const measure : {"at_tape", "taped"}) {
        SCOPED_TRACE(name + " of " + measure);
        EXPECT_NEAR(slope(result, measure), (value(more, measure) - value(less, measure)) / (2 * step), 1e-6);
      }
    }
  }
}

// The time of the end of two steps in a row is 1 / a + 1 / 3.
TEST(Sensitivity, TimeOfTheEnd) {
  const SolveResult result = with_slopes(
      "const a = 2.0; place A : unit = 1`(); place B : unit; place C : unit;\n"
      "transition first { in A; out B; time exponential(a); }\n"
      "transition second { in B; out C; time exponential(3.0); }\n",
      "a");
  EXPECT_NEAR(result.sensitivities.at(0).time.value(), -0.25, 1e-12);
}

TEST(Sensitivity, KinksAreRefused) {
  const std::string text =
      "const a = 2.0; place A : unit = 1`(); place B : unit;\n"
      "transition go { in A; out B; time exponential(if a < 2.0 then a else 2.0 * a - 2.0); }\n"
      "transition back { in B; out A; time exponential(1.0); }\n";
  const ReadResult read = read_with(text, "a", "");
  SolveOptions options;
  options.parameters.push_back({"a", 2.0, [&](double to) { return read_with(text, "a", fmt::format("{}", to)).net; }});
  const SolveResult result = solve(read.net.value(), options);
  EXPECT_FALSE(result.solved());
  EXPECT_NE(result.diagnostics.format(*read.sources).find("kink"), std::string::npos);
}

TEST(Sensitivity, GivenValuesKeepTheTypeOfTheConstant) {
  const std::string text = "const a = 2.0; const n = 3; measure m = average a / 2.0;\n";
  EXPECT_EQ(read_with(text, "a", "").constants.at("a"), 2.0);
  EXPECT_EQ(read_with(text, "a", "3").constants.at("a"), 3.0);
  EXPECT_TRUE(read_with(text, "n", "").constants.empty());
  EXPECT_FALSE(read_with(text, "n", "2.5").net.has_value());
  EXPECT_FALSE(read_with(text, "b", "2.5").net.has_value());
}

}  // namespace
}  // namespace petriloom
