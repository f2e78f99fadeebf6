// SPDX-License-Identifier: Apache-2.0
// What comes before the first firing: how long it takes to choose the engine, and how many colours
// and values are tried for it.
#include <benchmark/benchmark.h>

#include "engine/counts/event_net.h"
#include "engine/unfold/search.h"
#include "generator/assembly/generate.h"

namespace petriloom {
namespace {

Net described(const std::string& description, const std::string& policy) {
  const std::string root = PETRILOOM_ROOT;
  GenerateOptions options;
  options.search_path = {root};
  options.input = {{{"runtime.policy", policy}}, {}};
  ReadResult read = generate(root + "/templates/" + description, options);
  if (!read.net) throw std::runtime_error(read.diagnostics.format(*read.sources));
  return std::move(*read.net);
}

void choose(benchmark::State& state, const char* description, const char* policy) {
  const Net net = described(description, policy);
  for (auto unused : state) {
    static_cast<void>(unused);
    benchmark::DoNotOptimize(counts::make_event_net(net, counts::FormLimits::for_choice()));
  }
  WordPool pool = net.pool;
  Diagnostics diagnostics;
  const UnfoldOptions options = counts::FormLimits::for_choice().unfolding();
  UnfoldSearch search(net, pool, options, diagnostics);
  search.run();
  state.counters["steps"] = static_cast<double>(search.steps());
  state.counters["bytes"] = static_cast<double>(search.bytes());
}

BENCHMARK_CAPTURE(choose, workstation_static, "workstation.yaml", "static")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(choose, workstation_eager, "workstation.yaml", "eager")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(choose, workstation_dm, "workstation.yaml", "dm")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(choose, coka16_static, "coka16.yaml", "static")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(choose, coka16_dm, "coka16.yaml", "dm")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace petriloom
