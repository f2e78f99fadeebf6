// SPDX-License-Identifier: Apache-2.0
// solve against formulas: queues, product form, repair, absorbing chains, uniformisation.
#include "analysis/solve/solve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "formats/loom/loom.h"

namespace petriloom {
namespace {

constexpr double kExact = 1e-9;  // relative

struct Solved {
  std::optional<Net> net;
  SolveResult result;
};

Solved solved(const std::string& text, const SolveOptions& options = {}) {
  ReadResult read = read_loom("solve.loom", text, {});
  if (!read.net) throw std::runtime_error(read.diagnostics.format(*read.sources));
  Solved solved{std::move(read.net), {}};
  solved.result = solve(*solved.net, options);
  return solved;
}

Solved until(const std::string& text, double time) {
  SolveOptions options;
  options.transient = time;
  return solved(text, options);
}

double measure(const Solved& solved, const std::string& name) {
  EXPECT_TRUE(solved.result.solved()) << solved.result.diagnostics.format(*solved.net->sources);
  for (const SolvedMeasure& each : solved.result.measures) {
    if (each.name == name && each.value) return *each.value;
  }
  ADD_FAILURE() << "no value of " << name;
  return std::nan("");
}

double amount(const std::vector<Amount>& amounts, const std::string& name) {
  for (const Amount& each : amounts) {
    if (each.name == name) return each.value;
  }
  ADD_FAILURE() << "no " << name;
  return std::nan("");
}

void expect_close(double value, double expected) { EXPECT_NEAR(value, expected, kExact * std::abs(expected)); }

std::string errors(const Solved& solved) { return solved.result.diagnostics.format(*solved.net->sources); }

// The stationary distribution of a birth and death process: p(k+1) / p(k) = birth(k) / death(k+1).
template <class Birth, class Death>
std::vector<double> birth_death(std::size_t most, const Birth& birth, const Death& death) {
  std::vector<double> p{1};
  for (std::size_t k = 0; k < most; ++k) p.push_back(p.back() * birth(k) / death(k + 1));
  double sum = 0;
  for (const double each : p) sum += each;
  for (double& each : p) each /= sum;
  return p;
}

double mean(const std::vector<double>& p) {
  double sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) sum += static_cast<double>(k) * p[k];
  return sum;
}

TEST(Solve, FiniteQueues) {
  for (const int servers : {1, 3}) {
    const Solved queue = solved(
        "place QUEUE : unit; place FREE : unit = 20`();\n"
        "transition arrive { in FREE; out QUEUE; time exponential(1.7); servers 1; }\n"
        "transition serve { in QUEUE; out FREE; time exponential(1.0); servers " +
        std::to_string(servers) +
        "; }\n"
        "measure length = average tokens(QUEUE); measure served = count serve;\n"
        "measure full = average if tokens(FREE) = 0 then 1.0 else 0.0;\n");
    const auto p = birth_death(
        20, [](std::size_t) { return 1.7; },
        [&](std::size_t k) { return static_cast<double>(std::min<std::size_t>(k, static_cast<std::size_t>(servers))); });
    EXPECT_EQ(queue.result.horizon, Horizon::steady);
    EXPECT_EQ(queue.result.tangible, 21U);
    expect_close(measure(queue, "length"), mean(p));
    expect_close(measure(queue, "full"), p[20]);
    expect_close(measure(queue, "served"), 1.7 * (1 - p[20]));
    expect_close(amount(queue.result.places, "QUEUE"), mean(p));
    expect_close(amount(queue.result.transitions, "arrive"), 1.7 * (1 - p[20]));
  }
}

// Machine repair: machines fail alone, repairmen share them.
TEST(Solve, MachineRepair) {
  const Solved repair = solved(
      "place UP : unit = 12`(); place DOWN : unit;\n"
      "transition fail { in UP; out DOWN; time exponential(0.1); }\n"
      "transition repair { in DOWN; out UP; time exponential(1.5); servers 2; }\n"
      "measure down = average tokens(DOWN);\n");
  const auto p = birth_death(
      12, [](std::size_t k) { return 0.1 * static_cast<double>(12 - k); },
      [](std::size_t k) { return 1.5 * static_cast<double>(std::min<std::size_t>(k, 2)); });
  expect_close(measure(repair, "down"), mean(p));
}

TEST(Solve, RatesThatCountTokens) {
  const Solved queue = solved(
      "place QUEUE : unit; place FREE : unit = 30`();\n"
      "transition arrive { in FREE; out QUEUE; time exponential(4.0); servers 1; }\n"
      "transition serve { in QUEUE; out FREE; time exponential(0.5 * tokens(QUEUE)); servers 1; }\n"
      "measure length = average tokens(QUEUE);\n");
  const auto p = birth_death(
      30, [](std::size_t) { return 4.0; }, [](std::size_t k) { return 0.5 * static_cast<double>(k); });
  expect_close(measure(queue, "length"), mean(p));
}

// Three stations, six customers; from station 1 to 2 with probability 0.7, to 3 with 0.3, and back.
// By W. Gordon, G. Newell, "Closed queuing systems with exponential servers", 1967, p(n) is
// proportional to the product of (v/mu)^n with the ratios of visits v = 1, 0.7, 0.3.
constexpr const char* kClosed =
    "place Q1 : unit = 6`(); place CHOOSE : unit; place Q2 : unit; place Q3 : unit;\n"
    "transition s1 { in Q1; out CHOOSE; time exponential(2.0); servers 1; }\n"
    "transition to2 { in CHOOSE; out Q2; weight 0.7; }\n"
    "transition to3 { in CHOOSE; out Q3; weight 0.3; }\n"
    "transition s2 { in Q2; out Q1; time exponential(1.0); servers 1; }\n"
    "transition s3 { in Q3; out Q1; time exponential(0.25); servers 1; }\n"
    "measure n1 = average tokens(Q1); measure n2 = average tokens(Q2); measure n3 = average tokens(Q3);\n"
    "measure chosen = count to2;\n";

TEST(Solve, ClosedNetworkOfQueues) {
  const Solved network = solved(kClosed);
  const double x[3] = {1.0 / 2.0, 0.7 / 1.0, 0.3 / 0.25};
  double sum = 0;
  double n[3] = {0, 0, 0};
  double busy = 0;
  for (int a = 0; a <= 6; ++a) {
    for (int b = 0; a + b <= 6; ++b) {
      const int c = 6 - a - b;
      const double p = std::pow(x[0], a) * std::pow(x[1], b) * std::pow(x[2], c);
      sum += p;
      n[0] += a * p;
      n[1] += b * p;
      n[2] += c * p;
      busy += a > 0 ? p : 0;
    }
  }
  expect_close(measure(network, "n1"), n[0] / sum);
  expect_close(measure(network, "n2"), n[1] / sum);
  expect_close(measure(network, "n3"), n[2] / sum);
  expect_close(measure(network, "chosen"), 0.7 * 2.0 * busy / sum);
  EXPECT_EQ(network.result.tangible, 28U);   // 8 over 2
  EXPECT_EQ(network.result.vanishing, 21U);  // 7 over 2: one customer chooses, five are elsewhere
}

// Philosophers who take both forks at once: the markings are the sets of eaters without neighbours,
// and with equal rates all are alike. On a ring of 5 there are 1, 5 and 5 of sizes 0, 1 and 2.
TEST(Solve, ColouredPhilosophers) {
  const Solved table = solved(
      "colour P = int with 0..4; var p : P;\n"
      "place THINK : P = all(P); place FORK : P = all(P); place EAT : P;\n"
      "transition take { in THINK: p; in FORK: p ++ succ(p); out EAT: p; time exponential(1.0); }\n"
      "transition put { in EAT: p; out THINK: p; out FORK: p ++ succ(p); time exponential(1.0); }\n"
      "measure eating = average tokens(EAT);\n");
  EXPECT_EQ(table.result.tangible, 11U);
  expect_close(measure(table, "eating"), 15.0 / 11.0);
}

// From V with 3/4 to W, else to A; from W half to V, half to B: B has 3/8 / (1 - 3/8) = 3/5.
TEST(Solve, CyclesOfImmediateTransitions) {
  const Solved cycle = solved(
      "place A : unit = 1`(); place V : unit; place W : unit; place B : unit;\n"
      "transition go { in A; out V; time exponential(2.0); }\n"
      "transition vw { in V; out W; weight 3.0; }\n"
      "transition wv { in W; out V; weight 1.0; }\n"
      "transition wb { in W; out B; weight 1.0; }\n"
      "transition va { in V; out A; weight 1.0; }\n"
      "transition back { in B; out A; time exponential(4.0); }\n"
      "measure a = average tokens(A); measure vw = count vw;\n");
  const double a = 4 / (4 + 2 * 0.6);
  expect_close(measure(cycle, "a"), a);
  // V is passed 1 / (1 - 3/8) times on each way, and left for W with 3/4.
  expect_close(measure(cycle, "vw"), 2 * a * 1.6 * 0.75);
  EXPECT_EQ(cycle.result.vanishing, 2U);
}

TEST(Solve, RandomValuesOfOutputs) {
  const Solved coin = solved(
      "colour N = int with 0..3; place A : unit = 1`(); place B : N;\n"
      "var x : N;\n"
      "transition toss { in A; out B: binomial(3, 0.2); time exponential(1.0); }\n"
      "transition back { in B: x; out A; time exponential(1.0); }\n"
      "measure two = average tokens(B, 2);\n");
  expect_close(measure(coin, "two"), 0.5 * 3 * 0.04 * 0.8);
}

TEST(Solve, UntilTheEnd) {
  const Solved erlang = solved(
      "place A : unit = 3`(); place B : unit;\n"
      "transition step { in A; out B; time exponential(2.0); servers 1; }\n"
      "measure steps = count step; measure waiting = integral tokens(A);\n");
  EXPECT_EQ(erlang.result.horizon, Horizon::end);
  expect_close(*erlang.result.time, 1.5);
  expect_close(measure(erlang, "steps"), 3);
  expect_close(measure(erlang, "waiting"), 0.5 * (3 + 2 + 1));
  expect_close(amount(erlang.result.places, "B"), 3);

  const Solved race = solved(
      "place A : unit = 1`(); place B : unit; place C : unit;\n"
      "transition b { in A; out B; time exponential(2.0); }\n"
      "transition c { in A; out C; time exponential(3.0); }\n");
  expect_close(*race.result.time, 0.2);
  expect_close(amount(race.result.places, "B"), 0.4);

  const Solved stopped = solved("place A : unit; transition a { out A; time exponential(4.0); }\nstop when tokens(A) = 6;\n");
  expect_close(*stopped.result.time, 1.5);
}

// A walk that is sent back often: solved as one component of transient states.
TEST(Solve, TimeUntilRuin) {
  const Solved walk = solved(
      "place A : unit = 5`(); place B : unit = 5`();\n"
      "transition up { in B; out A; read A; time exponential(1.0); servers 1; }\n"
      "transition down { in A; out B; time exponential(1.0); servers 1; }\n");
  // Symmetric, rate 1 each way, held at 10, ended at 0: T(k) = k (2 * 10 + 1 - k) / 2.
  expect_close(*walk.result.time, 5 * (21 - 5) / 2.0);
}

TEST(Solve, PartsThatAreNeverLeft) {
  const Solved net = solved(
      "place A : unit = 1`(); place B : unit; place C : unit; place D : unit;\n"
      "transition ab { in A; out B; time exponential(1.0); }\n"
      "transition ac { in A; out C; time exponential(3.0); }\n"
      "transition cd { in C; out D; time exponential(1.0); }\n"
      "transition dc { in D; out C; time exponential(2.0); }\n");
  EXPECT_EQ(net.result.recurrent, 2U);
  EXPECT_EQ(net.result.horizon, Horizon::steady);
  expect_close(amount(net.result.places, "B"), 0.25);
  expect_close(amount(net.result.places, "D"), 0.75 / 3);
  expect_close(amount(net.result.transitions, "cd"), 0.5);
}

TEST(Solve, AtATime) {
  const std::string text =
      "place UP : unit = 1`(); place DOWN : unit;\n"
      "transition fail { in UP; out DOWN; time exponential(0.3); }\n"
      "transition repair { in DOWN; out UP; time exponential(0.9); }\n"
      "measure up = average tokens(UP); measure time_up = integral tokens(UP); measure failures = count fail;\n";
  for (const double time : {0.01, 1.0, 7.0, 500.0}) {
    const Solved machine = until(text, time);
    const double there = 0.75 + 0.25 * std::exp(-1.2 * time);
    const double spent = 0.75 * time + 0.25 * (1 - std::exp(-1.2 * time)) / 1.2;
    expect_close(measure(machine, "time_up"), spent);
    expect_close(measure(machine, "up"), spent / time);
    expect_close(measure(machine, "failures"), 0.3 * spent);
    expect_close(amount(machine.result.places, "UP"), there);
  }
}

// M/D/1/K, seen by those who leave: a(k) arrivals in a service, Poisson of mean rho; p(j) =
// d(j) / (d(0) + rho) for j < K (D. Gross, C. Harris, "Fundamentals of Queueing Theory", 5.1.8).
TEST(Solve, DeterministicService) {
  constexpr int kMost = 8;
  constexpr double kRho = 0.9;
  const Solved queue = solved(
      "place QUEUE : unit; place FREE : unit = 8`();\n"
      "transition arrive { in FREE; out QUEUE; time exponential(0.45); servers 1; }\n"
      "transition serve { in QUEUE; out FREE; time deterministic(2.0); servers 1; }\n"
      "measure length = average tokens(QUEUE); measure served = count serve;\n");
  std::vector<double> a{std::exp(-kRho)};
  for (int k = 1; k <= kMost; ++k) a.push_back(a.back() * kRho / k);
  // Balance of j < K - 1: d(j+1) a(0) = d(j) - d(0) a(j) - sum of d(i) a(j+1-i), i = 1..j.
  std::vector<double> d{1};
  for (int j = 0; j + 1 < kMost; ++j) {
    double next = d[static_cast<std::size_t>(j)] - d[0] * a[static_cast<std::size_t>(j)];
    for (int i = 1; i <= j; ++i) next -= d[static_cast<std::size_t>(i)] * a[static_cast<std::size_t>(j + 1 - i)];
    d.push_back(next / a[0]);
  }
  double sum = 0;
  for (const double each : d) sum += each;
  for (double& each : d) each /= sum;
  double length = 0;
  for (std::size_t j = 0; j < d.size(); ++j) length += static_cast<double>(j) * d[j] / (d[0] + kRho);
  length += kMost * (1 - 1 / (d[0] + kRho));
  expect_close(measure(queue, "length"), length);
  expect_close(measure(queue, "served"), 0.45 / (d[0] + kRho));  // those who are let in
}

// A time-out after 3 s against an exponential event of rate 1/2: it wins with probability
// exp(-1.5), and the race lasts (1 - exp(-1.5)) / (1/2) on average; a lost event is tried again 1 s
// later, by an immediate choice with probability 1/4 given up.
TEST(Solve, DeterministicTimeOut) {
  const std::string text =
      "place WAIT : unit = 1`(); place LOST : unit; place PAUSE : unit; place OVER : unit; place DONE : unit;\n"
      "transition event { in WAIT; out DONE; time exponential(0.5); }\n"
      "transition time_out { in WAIT; out LOST; time deterministic(3.0); }\n"
      "transition retry { in LOST; out PAUSE; weight 3.0; }\n"
      "transition give_up { in LOST; out OVER; weight 1.0; }\n"
      "transition again { in PAUSE; out WAIT; time deterministic(1.0); }\n"
      "measure tries = count retry; measure timed_out = count time_out; measure waiting = integral tokens(WAIT);\n";
  const Solved once = solved(text);
  const double lost = std::exp(-1.5);
  const double races = 1 / (1 - lost * 0.75);
  EXPECT_EQ(once.result.horizon, Horizon::end);
  expect_close(measure(once, "timed_out"), races * lost);
  expect_close(measure(once, "tries"), races * lost * 0.75);
  expect_close(measure(once, "waiting"), races * (1 - lost) / 0.5);
  expect_close(*once.result.time, races * ((1 - lost) / 0.5 + lost * 0.75 * 1.0));
  expect_close(amount(once.result.places, "OVER"), races * lost * 0.25);

  const Solved ever = solved(text +
                             "transition d { in DONE; out WAIT; time exponential(4.0); }\n"
                             "transition o { in OVER; out WAIT; time exponential(4.0); }\n"
                             "measure rate = count event;\n");
  EXPECT_EQ(ever.result.horizon, Horizon::steady);
  expect_close(measure(ever, "rate"), races * (1 - lost) / (*once.result.time + 0.25));
}

// The clock goes on while others fire: from both phases of a chain it strikes every 2 s.
TEST(Solve, DeterministicClockBesideAChain) {
  const Solved clock = solved(
      "place CLOCK : unit = 1`(); place A : unit = 1`(); place B : unit;\n"
      "transition strike { in CLOCK; out CLOCK; time deterministic(2.0); }\n"
      "transition ab { in A; out B; time exponential(1.0); }\n"
      "transition ba { in B; out A; time exponential(3.0); }\n"
      "measure strikes = count strike; measure b = average tokens(B);\n");
  expect_close(measure(clock, "strikes"), 0.5);
  expect_close(measure(clock, "b"), 0.25);
}

TEST(Solve, MethodsAgree) {
  std::string text = kClosed;
  text.replace(text.find("6`()"), 4, "40`()");
  const double reference = measure(solved(text), "n2");
  for (const LinearMethod method : {LinearMethod::direct, LinearMethod::gauss_seidel, LinearMethod::gmres}) {
    SolveOptions options;
    options.steady.method = method;
    const Solved network = solved(text, options);
    EXPECT_EQ(network.result.tangible, 861U);  // 42 over 2
    expect_close(measure(network, "n2"), reference);
  }
  const double x[3] = {1.0 / 2.0, 0.7 / 1.0, 0.3 / 0.25};
  double sum = 0;
  double n = 0;
  for (int a = 0; a <= 40; ++a) {
    for (int b = 0; a + b <= 40; ++b) {
      const double p = std::pow(x[0], a) * std::pow(x[1], b) * std::pow(x[2], 40 - a - b);
      sum += p;
      n += b * p;
    }
  }
  expect_close(reference, n / sum);
}

TEST(Solve, OrderOfIndependentImmediatesDoesNotMatter) {
  const Solved net = solved(
      "place A : unit = 2`(); place X : unit; place Y : unit; place DONE : unit;\n"
      "transition go { in A; out X; out Y; time exponential(1.0); servers 1; }\n"
      "transition x { in X; out DONE; }\n"
      "transition y { in Y; out DONE; }\n");
  expect_close(*net.result.time, 2);
  expect_close(amount(net.result.places, "DONE"), 4);
}

TEST(Solve, SaysWhatIsNotAMarkovChain) {
  const std::string places = "place A : unit = 2`(); place B : unit; place C : unit;\n";
  const auto said = [&](const std::string& rest) { return errors(solved(places + rest)); };
  EXPECT_NE(said("transition t { in A; out B; time deterministic(1.0); }\n").find("is enabled several times"), std::string::npos);
  EXPECT_NE(said("transition t { in A; out B; time uniform(1.0, 2.0); }\n").find("solve.loom:2:12: error: t: its duration"),
            std::string::npos);
  EXPECT_NE(said("transition t { in A; out B: () @+ 2.0; time exponential(1.0); }\n").find("become available later"),
            std::string::npos);
  EXPECT_NE(
      said("transition t { in A; out B; time exponential(1.0); }\ntransition u { in B; out C; }\ntransition v { in B; out C; }\n")
          .find("solve.loom:3:12: error: u and v take the same tokens"),
      std::string::npos);
  EXPECT_NE(
      said("transition t { in A; out B; time exponential(1.0); }\ntransition u { in B; out C; }\ntransition v { in C; out B; }\n")
          .find("fire for ever while no time passes: u, v"),
      std::string::npos);
  const Solved shared = solved(
      "colour I = int with 0..1; var i : I; place A : I = all(I); place B : I;\n"
      "transition t { in A: i; out B: i; time exponential(1.0); servers 1; }\n");
  EXPECT_NE(errors(shared).find("solve.loom:2:12: error: t: 2 bindings share 1 server"), std::string::npos);
}

TEST(Solve, LimitsAreKept) {
  SolveOptions options;
  options.bytes = 1 << 16;
  const Solved queue = solved("place A : unit; transition a { out A; time exponential(1.0); }\n", options);
  EXPECT_EQ(queue.result.stopped, Stopped::memory);
  EXPECT_FALSE(queue.result.solved());
}

}  // namespace
}  // namespace petriloom
