// SPDX-License-Identifier: Apache-2.0
#include "tests/generator/means.h"

#include <gtest/gtest.h>

namespace petriloom::test {

std::map<std::string, double> means_of(const ReadResult& made, const SimulationOptions& options) {
  std::map<std::string, double> means;
  if (!made.net) {
    ADD_FAILURE() << made.diagnostics.format(*made.sources);
    return means;
  }
  const SimulationResult result = simulate(*made.net, options);
  EXPECT_EQ(result.diagnostics.format(*made.sources), "");
  for (const MeasureResult& measure : result.measures) means[measure.name] = measure.value.mean;
  return means;
}

std::map<std::string, double> means_of(const ReadResult& made, Engine engine) {
  SimulationOptions options;
  options.engine = engine;
  return means_of(made, options);
}

}  // namespace petriloom::test
