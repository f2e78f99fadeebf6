// SPDX-License-Identifier: Apache-2.0
#include "tests/generator/means.h"

#include <gtest/gtest.h>

#include "generator/assembly/generate.h"

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

ReadResult node_of_tasks(const std::string& text, std::vector<DescriptionSetting> settings) {
  const std::string root = PETRILOOM_ROOT;
  GenerateOptions options;
  options.search_path = {root};
  options.input = {std::move(settings), text};
  return generate(root + "/examples/tasks/measured/base.yaml", options);
}

}  // namespace petriloom::test
