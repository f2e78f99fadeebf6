// SPDX-License-Identifier: Apache-2.0
// coverage [SEEDS [CASE]]: how often the 95 % intervals of simulate cover what is known; as rows
// for bench/RESULTS.md.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <ctime>

#include "tests/analysis/coverage_cases.h"

namespace {

using petriloom::test::CoverageCase;
using petriloom::test::Estimation;
using petriloom::test::KnownMeasure;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void show(const CoverageCase& one, int seeds) {
  const petriloom::Net net = net_of(one);
  const std::vector<KnownMeasure> known = known_measures(one, net);
  const double begin = cpu_seconds();
  const std::vector<int> replications = covered(one, net, known, Estimation::replications, seeds, 1);
  const std::vector<int> batches = covered(one, net, known, Estimation::batches, seeds, 1);
  for (std::size_t k = 0; k < known.size(); ++k) {
    fmt::print("| {} | {} | {:.6g} | {} | {} |\n", one.name, known[k].name, known[k].exact, replications[k], batches[k]);
  }
  fmt::print(stderr, "{}: {:.1f} s of CPU\n", one.name, cpu_seconds() - begin);
}

}  // namespace

int main(int argc, char** argv) {
  const int seeds = argc > 1 ? std::atoi(argv[1]) : 100;
  fmt::print("| net | measure | exact | replications | batches |\n|---|---|---|---|---|\n");
  for (const CoverageCase& one : petriloom::test::coverage_cases()) {
    if (argc < 3 || one.name == argv[2]) show(one, seeds);
  }
  return 0;
}
