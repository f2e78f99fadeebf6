// SPDX-License-Identifier: Apache-2.0
#include "tests/analysis/coverage_cases.h"

#include <cmath>
#include <stdexcept>

#include "analysis/solve/solve.h"
#include "engine/simulate/simulate.h"
#include "formats/loom/loom.h"

namespace petriloom::test {

namespace {

constexpr std::size_t kRuns = 20;
constexpr double kLongRun = 60;  // lengths of a replication

// Utilisation 1/2: rho / (1 - rho) = 1 customer, for 1 / (mu - lambda) = 2 s each.
CoverageCase mm1() {
  return {"M/M/1",
          "place SOURCE : unit = 1`(); place QUEUE : unit;\n"
          "transition arrive { in SOURCE; out SOURCE; out QUEUE; time exponential(0.5); }\n"
          "transition serve { in QUEUE; time exponential(1.0); servers 1; }\n"
          "measure customers = average tokens(QUEUE);\n"
          "measure stay \"s\" = delay arrive -> serve;\n",
          {{"customers", 1}, {"stay", 2}},
          {},
          100,
          1000};
}

CoverageCase mmck() {
  return {"M/M/3/10",
          "place QUEUE : unit; place FREE : unit = 10`();\n"
          "transition arrive { in FREE; out QUEUE; time exponential(2.5); servers 1; }\n"
          "transition serve { in QUEUE; out FREE; time exponential(1.0); servers 3; }\n"
          "measure customers = average tokens(QUEUE);\n"
          "measure full = average if tokens(FREE) = 0 then 1.0 else 0.0;\n",
          {},
          {"customers", "full"},
          50,
          300};
}

// J. R. Jackson, "Networks of waiting lines", 1957: each station as an M/M/1 queue, rho = 0.5, 0.4,
// 0.25.
CoverageCase tandem() {
  return {"Jackson tandem",
          "place SOURCE : unit = 1`(); place Q1 : unit; place Q2 : unit; place Q3 : unit;\n"
          "transition arrive { in SOURCE; out SOURCE; out Q1; time exponential(1.0); }\n"
          "transition s1 { in Q1; out Q2; time exponential(2.0); servers 1; }\n"
          "transition s2 { in Q2; out Q3; time exponential(2.5); servers 1; }\n"
          "transition s3 { in Q3; time exponential(4.0); servers 1; }\n"
          "measure n1 = average tokens(Q1);\n"
          "measure n2 = average tokens(Q2);\n"
          "measure n3 = average tokens(Q3);\n",
          {{"n1", 1.0}, {"n2", 2.0 / 3}, {"n3", 1.0 / 3}},
          {},
          60,
          400};
}

CoverageCase closed() {
  return {"closed network",
          "place Q1 : unit = 6`(); place CHOOSE : unit; place Q2 : unit; place Q3 : unit;\n"
          "transition s1 { in Q1; out CHOOSE; time exponential(2.0); servers 1; }\n"
          "transition to2 { in CHOOSE; out Q2; weight 0.7; }\n"
          "transition to3 { in CHOOSE; out Q3; weight 0.3; }\n"
          "transition s2 { in Q2; out Q1; time exponential(1.0); servers 1; }\n"
          "transition s3 { in Q3; out Q1; time exponential(0.25); servers 1; }\n"
          "measure n1 = average tokens(Q1);\n"
          "measure n3 = average tokens(Q3);\n",
          {},
          {"n1", "n3"},
          200,
          600};
}

// Pollaczek and Khinchine: rho + rho^2 / (2 (1 - rho)) = 0.75 customers at rho = 1/2.
CoverageCase md1() {
  return {"M/D/1",
          "place SOURCE : unit = 1`(); place QUEUE : unit;\n"
          "transition arrive { in SOURCE; out SOURCE; out QUEUE; time exponential(0.5); }\n"
          "transition serve { in QUEUE; time deterministic(1.0); servers 1; }\n"
          "measure customers = average tokens(QUEUE);\n"
          "measure stay \"s\" = delay arrive -> serve;\n",
          {{"customers", 0.75}, {"stay", 1.5}},
          {},
          100,
          1000};
}

CoverageCase repair() {
  return {"machine repair",
          "place UP : unit = 12`(); place DOWN : unit;\n"
          "transition fail { in UP; out DOWN; time exponential(0.1); }\n"
          "transition repair { in DOWN; out UP; time exponential(0.5); servers 2; }\n"
          "measure down = average tokens(DOWN);\n"
          "measure idle = average if tokens(DOWN) < 2 then 1.0 else 0.0;\n",
          {},
          {"down", "idle"},
          100,
          400};
}

// A GSPN: who is hungry takes both forks at once when they are there, by an immediate transition.
CoverageCase philosophers() {
  return {"dining philosophers",
          "colour P = int with 0..4; var p : P;\n"
          "place THINK : P = all(P); place FORK : P = all(P); place HUNGRY : P; place EAT : P;\n"
          "transition hungry { in THINK: p; out HUNGRY: p; time exponential(1.0); }\n"
          "transition take { in HUNGRY: p; in FORK: p ++ succ(p); out EAT: p; weight 1.0; }\n"
          "transition put { in EAT: p; out THINK: p; out FORK: p ++ succ(p); time exponential(2.0); }\n"
          "measure eating = average tokens(EAT);\n"
          "measure hungry_ones = average tokens(HUNGRY);\n"
          "measure meals = count put;\n",
          {},
          {"eating", "hungry_ones"},
          30,
          200};
}

// A server that walks past three stations with room for one customer each and serves who is there.
CoverageCase polling() {
  return {"polling",
          "colour S = int with 0..2; var s : S;\n"
          "place IDLE : S = all(S); place WAIT : S; place AT : S = 1`0; place BUSY : S; place WALK : S;\n"
          "transition come { in IDLE: s; out WAIT: s; time exponential(0.3); }\n"
          "transition begin { in AT: s; in WAIT: s; out BUSY: s; weight 1.0; }\n"
          "transition pass { in AT: s; inhibit WAIT: s; out WALK: s; weight 1.0; }\n"
          "transition serve { in BUSY: s; out IDLE: s; out WALK: s; time exponential(2.0); }\n"
          "transition walk { in WALK: s; out AT: succ(s); time exponential(5.0); }\n"
          "measure waiting = average tokens(WAIT);\n"
          "measure busy = average tokens(BUSY);\n",
          {},
          {"waiting", "busy"},
          50,
          250};
}

// A DSPN: a message is lost or answered in an exponential time, and sent again after a time-out.
CoverageCase timeout() {
  return {"DSPN time-out",
          "place IDLE : unit = 1`(); place SENT : unit; place CLOCK : unit;\n"
          "transition send { in IDLE; out SENT; out CLOCK; time exponential(1.0); }\n"
          "transition answer { in SENT; in CLOCK; out IDLE; time exponential(0.5); }\n"
          "transition expire { in SENT; in CLOCK; out IDLE; time deterministic(2.0); }\n"
          "measure sent = average tokens(SENT);\n",
          {},
          {"sent"},
          50,
          500};
}

}  // namespace

const std::vector<CoverageCase>& coverage_cases() {
  static const std::vector<CoverageCase> kCases{mm1(),    mmck(),         tandem(),  closed(), md1(),
                                                repair(), philosophers(), polling(), timeout()};
  return kCases;
}

Net net_of(const CoverageCase& one) {
  ReadResult read = read_loom("coverage.loom", one.net, {});
  if (!read.net) throw std::runtime_error(one.name + ": " + read.diagnostics.format(*read.sources));
  return std::move(*read.net);
}

std::vector<KnownMeasure> known_measures(const CoverageCase& one, const Net& net) {
  std::vector<KnownMeasure> known = one.formula;
  if (one.solved.empty()) return known;
  const SolveResult result = solve(net, {});
  for (const std::string& name : one.solved) {
    for (const SolvedMeasure& measure : result.measures) {
      if (measure.name == name && measure.value) known.push_back({name, *measure.value});
    }
  }
  if (known.size() != one.formula.size() + one.solved.size()) {
    throw std::runtime_error(one.name + ": not solved: " + result.diagnostics.format(*net.sources));
  }
  return known;
}

std::vector<int> covered(const CoverageCase& one, const Net& net, const std::vector<KnownMeasure>& known, Estimation how, int seeds,
                         std::size_t jobs) {
  SimulationOptions options;
  options.jobs = jobs;
  if (how == Estimation::replications) {
    options.replications = kRuns;
    options.until = one.warm_up + one.length;
    options.statistics.warm_up = one.warm_up;
  } else {
    options.until = one.length * kLongRun;
    options.statistics.batches = kRuns;
    options.statistics.find_warm_up = true;
  }
  std::vector<int> counts(known.size(), 0);
  for (int seed = 1; seed <= seeds; ++seed) {
    options.seed = static_cast<std::uint64_t>(seed);
    const SimulationResult result = simulate(net, options);
    for (std::size_t k = 0; k < known.size(); ++k) {
      for (const MeasureResult& measure : result.measures) {
        if (measure.name != known[k].name) continue;
        if (std::abs(measure.value.mean - known[k].exact) <= measure.value.half_width) ++counts[k];
      }
    }
  }
  return counts;
}

}  // namespace petriloom::test
