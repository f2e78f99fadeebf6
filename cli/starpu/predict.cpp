// SPDX-License-Identifier: Apache-2.0
#include "cli/starpu/predict.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "engine/simulate/simulate.h"
#include "engine/text/real_text.h"
#include "generator/assembly/generate.h"
#include "generator/perfmodel/platform.h"
#include "generator/tasks/check_application.h"
#include "generator/tasks/kernel_times.h"

namespace petriloom::cli::starpu {
namespace {

/// The made machine of the stencils: what its cores and its card compute, in flop/s. Its folder has
/// its links alone, as the codelets there are functions of the size.
constexpr double kMadeCoreRate = 68e9 / 6;
constexpr double kMadeCardRate = 624e9;

struct Mode {
  std::string_view name;
  std::string_view shape;
};
constexpr auto kModes = std::to_array<Mode>({{"indep", "apart"}, {"s1d", "strips"}, {"s2d", "squares"}});

/// The name of a policy in nets/tasks/policy. A StarPU built without hwloc, as the one measured,
/// has no distances between workers; its lws is ws. The examples of StarPU declare no buckets to
/// heteroprio, which learns them then.
std::string policy_of(const std::string& scheduler) {
  if (scheduler == "heteroprio") return "autoheteroprio";
  return scheduler == "lws" ? "ws" : scheduler;
}

bool has_policy(const std::string& policy, const Places& places) {
  return std::any_of(places.roots.begin(), places.roots.end(), [&](const std::string& root) {
    std::error_code absent;
    return std::filesystem::exists(root + "/nets/tasks/policy/" + policy + ".loom", absent);
  });
}

/// What the model of the runtime has no counterpart for.
std::string not_modelled(const Case& one, const Places& places) {
  if (one.overheads != "ideal" && one.overheads != "zero" && one.overheads != "default")
    return fmt::format("overheads '{}': none of ideal, zero and default", one.overheads);
  if (one.platform != "flat" && one.platform != "shipped")
    return fmt::format("platform '{}': neither flat nor shipped", one.platform);
  if (!has_policy(policy_of(one.scheduler), places))
    return fmt::format("scheduler '{}': there is no policy of this name", one.scheduler);
  return {};
}

/// What StarPU over SimGrid costs itself by default, and data that are written back in the
/// background.
/// For Cholesky that makes no difference, as what is final is written back in any case.
void set_costs(const Case& one, TaskSystem& system) {
  if (one.overheads != "ideal" && one.workload != Workload::cholesky) {
    system.costs.push_back({"least_clean", "5", {}});
    system.costs.push_back({"target_clean", "10", {}});
  }
  if (one.overheads != "default") return;
  for (const auto& [name, value] :
       {std::pair{"push_cost", "1 us"}, std::pair{"fetch_cost", "1 us"}, std::pair{"kernel_cost", "10 us"},
        std::pair{"transfer_cost", "10 us"}, std::pair{"allocation_cost", "175 us"}, std::pair{"submission_cost", "1 us"},
        std::pair{"submits", "true"}})
    system.costs.push_back({name, value, {}});
}

std::string truth(bool value) { return value ? "true" : "false"; }

/// Constants and the kind of the application.
std::string set_application(const Case& one, TaskSystem& system) {
  if (one.workload == Workload::cholesky) {
    system.application.value = "cholesky";
    system.constants = {{"N", std::to_string(one.tiles), {}}};
    system.tile = one.tile;
    system.number = 4;
    return {};
  }
  system.application.value = "stencil";
  const auto* const mode = std::find_if(kModes.begin(), kModes.end(), [&](const Mode& known) { return known.name == one.mode; });
  if (mode == kModes.end()) return fmt::format("mode '{}': not one of indep, s1d, s2d", one.mode);
  system.constants = {{"size", std::to_string(one.size), {}},
                      {"blocks", std::to_string(one.blocks), {}},
                      {"iterations", std::to_string(one.iterations), {}},
                      {"shape", std::string(mode->shape), {}},
                      {"barrier", truth(one.barrier), {}},
                      {"small", real_text(one.small), {}},
                      {"large", real_text(one.large), {}},
                      {"point_bytes", real_text(one.point_bytes), {}},
                      {"edge_bytes", real_text(one.edge_bytes), {}},
                      {"work", real_text(one.flop_per_point), {}}};
  system.machine.core_rate = kMadeCoreRate;
  system.machine.card_rate = kMadeCardRate;
  return {};
}

std::string first_of(const Diagnostics& diagnostics, const Sources& sources) {
  for (const Diagnostic& one : diagnostics.list()) {
    if (one.severity != Severity::error) continue;
    return fmt::format("{}{}{}", one.where.known() ? sources.describe(one.where) + ": " : "", one.message,
                       one.help.empty() ? "" : "; " + one.help);
  }
  return {};
}

/// The machine with all of its cards: each takes a core to drive it, the others compute.
std::string set_machine(const Case& one, const Places& places, TaskSystem& system, Sources& sources) {
  Diagnostics diagnostics;
  const PerformanceModels models{places.machines, one.machine, {}};
  const std::optional<BusModel> bus = read_bus(models, sources, diagnostics);
  if (bus && bus->cpus < bus->cuda) return fmt::format("machine '{}': fewer CPUs than cards, which need one each", one.machine);
  if (bus) {
    system.machine.cards.value = bus->cuda;
    system.machine.cores.value = bus->cpus - bus->cuda;
    apply_performance_models(models, system, sources, diagnostics);
    for (const auto& [kernel, cards] : one.only) {
      std::vector<double>& times = system.machine.kernels[kernel];
      for (std::size_t w = 0; w < times.size(); ++w) {
        if ((w < static_cast<std::size_t>(bus->cuda)) != cards) times[w] = kNoKernel;
      }
    }
  }
  // What SimGrid was told of the links. Without a file of links that nobody shares, which a machine
  // with one card need not have, they are as fast as policies believe.
  const std::string variant = one.platform == "shipped" ? "" : ".flat";
  if (!diagnostics.has_errors() && (one.platform == "shipped" || has_platform(models, variant)))
    apply_platform(models, variant, system.machine, sources, diagnostics);
  return first_of(diagnostics, sources);
}

// Nothing in these nets is random.
Prediction simulated(const Net& net) {
  SimulationOptions options;
  options.engine = Engine::coloured;  // coloured tokens throughout: nothing to be found out before each of many short runs
  const SimulationResult result = simulate(net, options);
  if (result.diagnostics.has_errors()) return {std::nullopt, first_of(result.diagnostics, *net.sources)};
  if (result.dead_ends > 0) return {std::nullopt, "the run is stuck: some task is never begun"};
  for (const MeasureResult& measure : result.measures) {
    if (measure.name == "workers.makespan" && measure.value.n > 0) return {measure.value.mean, {}};
  }
  return {std::nullopt, "the net has no makespan"};
}

}  // namespace

Prediction predict(const Case& one, const Places& places) {
  if (std::string reason = not_modelled(one, places); !reason.empty()) return {std::nullopt, std::move(reason)};
  const auto sources = std::make_shared<Sources>();
  Description description;
  description.name = "case";
  description.where = {sources->add("case", ""), 0, 0};
  description.runtime.policy.value = policy_of(one.scheduler);
  if (one.scheduler == "random") description.runtime.policy_parameters.push_back({"rand_seed", std::to_string(one.seed), {}, {}});
  TaskSystem system;
  if (std::string reason = set_application(one, system); !reason.empty()) return {std::nullopt, std::move(reason)};
  Diagnostics in_common;
  check_application(system, in_common);
  if (in_common.has_errors()) return {std::nullopt, first_of(in_common, *sources)};
  set_costs(one, system);
  if (std::string reason = set_machine(one, places, system, *sources); !reason.empty()) return {std::nullopt, std::move(reason)};
  description.tasks = std::move(system);
  GenerateOptions options;
  options.search_path = places.roots;
  const ReadResult net = net_of_description(description, places.machines + "/case", options, sources);
  if (!net.net) return {std::nullopt, first_of(net.diagnostics, *sources)};
  return simulated(*net.net);
}

}  // namespace petriloom::cli::starpu
