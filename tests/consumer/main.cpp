// SPDX-License-Identifier: Apache-2.0
// Generates the net of the description given, with the installed texts, simulates a little of it
// and prints its size.
#include <cstdio>

#include "engine/simulate/simulate.h"
#include "generator/assembly/generate.h"

int main(int count, char** values) {
  if (count != 3) return 2;
  petriloom::GenerateOptions options;
  options.search_path = {values[2]};
  const petriloom::ReadResult result = petriloom::generate(values[1], options);
  if (!result.net) {
    std::fputs(result.diagnostics.format(*result.sources).c_str(), stderr);
    return 2;
  }
  petriloom::SimulationOptions simulation;
  simulation.max_firings = 100;
  const petriloom::SimulationResult simulated = petriloom::simulate(*result.net, simulation);
  std::printf("%zu places, %llu firings\n", result.net->places.size(), static_cast<unsigned long long>(simulated.firings));
  return simulated.firings > 0 ? 0 : 1;
}
