// SPDX-License-Identifier: Apache-2.0
#include "generator/tasks/kernel_times.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "engine/text/wording.h"
#include "generator/perfmodel/platform.h"

namespace petriloom {
namespace {

/// The memories of a node out of those of a bus.
LinkTable links_of(const LinkTable& all, std::size_t memories, bool rates) {
  LinkTable links(memories, std::vector<double>(memories, 0));
  for (std::size_t from = 0; from < memories; ++from) {
    // Nothing moves from a memory to itself, and nothing is divided by 0.
    for (std::size_t to = 0; to < memories; ++to) links[from][to] = from == to ? (rates ? 1.0 : 0.0) : all[from][to];
  }
  return links;
}

bool usable(const LinkTable& links, bool rates) {
  for (std::size_t from = 0; from < links.size(); ++from) {
    for (std::size_t to = 0; to < links.size(); ++to) {
      if (from != to && (!std::isfinite(links[from][to]) || (rates && links[from][to] <= 0))) return false;
    }
  }
  return true;
}

/// Of a machine that is asked for more cores than it has, or for no cards as nobody said how many.
void warn_of_devices(const BusModel& bus, const PerformanceModels& models, const TaskMachine& machine, Diagnostics& diagnostics) {
  if (machine.cards.value == 0 && bus.cuda > 0 && machine.cards.where == machine.where) {
    diagnostics.warning(models.asked,
                        fmt::format("the machine '{}' has {}, and none is used", models.host, counted(bus.cuda, "CUDA device")),
                        fmt::format("'cards: {}', or 'cards: 0'", bus.cuda));
  }
  const int wanted = machine.cores.value + machine.cards.value;
  if (wanted > bus.cpus) {
    diagnostics.warning(
        machine.cores.where,
        fmt::format("the machine '{}' has {}, and {} are asked for", models.host, counted(bus.cpus, "CPU"), wanted),
        fmt::format("at most {}, as each card takes one that drives it", std::max(0, bus.cpus - machine.cards.value)));
  }
}

void apply_bus(const PerformanceModels& models, TaskMachine& machine, Sources& sources, Diagnostics& diagnostics) {
  const std::optional<BusModel> bus = read_bus(models, sources, diagnostics);
  if (!bus) return;
  if (machine.cards.value > bus->cuda) {
    diagnostics.error(machine.cards.where, fmt::format("the machine '{}' has {}, and {} are asked for", models.host,
                                                       counted(bus->cuda, "CUDA device"), machine.cards.value));
    return;
  }
  warn_of_devices(*bus, models, machine, diagnostics);
  const auto memories = static_cast<std::size_t>(machine.cards.value) + 1;
  if (machine.bandwidth.empty()) machine.bandwidth = links_of(bus->bandwidth, memories, true);
  if (machine.latency.empty()) machine.latency = links_of(bus->latency, memories, false);
  if (!usable(machine.bandwidth, true) || !usable(machine.latency, false)) {
    diagnostics.error(models.asked, fmt::format("a link between the memories of '{}' has no bandwidth or no latency", models.host));
  }
}

/// The mean of a codelet on one device; reported if there is none.
double time_on(const Codelet& codelet, DeviceKind device, int number, double bytes, const PerformanceModels& models,
               Diagnostics& diagnostics) {
  if (const std::optional<double> time = measured_time(codelet, device, number, bytes)) return *time;
  const std::vector<double> sizes = measured_sizes(codelet, device, number);
  diagnostics.error(models.asked,
                    fmt::format("of the codelet '{}' nothing was measured for {} B on {} {} of '{}'", codelet.name, bytes,
                                device == DeviceKind::cpu ? "CPU" : "CUDA device", number, models.host),
                    sizes.empty() ? "nothing at all was measured there; give the kernel a time of its own, or `none`"
                                  : fmt::format("measured sizes: {}", fmt::join(sizes, ", ")));
  return 0;
}

/// Whether the time on some worker is not said.
bool lacks_times(const std::vector<double>& times) {
  return std::any_of(times.begin(), times.end(), [](double time) { return std::isnan(time); });
}

}  // namespace

void use_time_of_like(const TaskKernel& kernel, TaskMachine& machine) {
  const auto like = machine.kernels.find(std::string(kernel.like));
  if (like != machine.kernels.end()) machine.kernels.emplace(kernel.name, like->second);
}

void apply_performance_models(const PerformanceModels& models, TaskSystem& system, Sources& sources, Diagnostics& diagnostics) {
  TaskMachine& machine = system.machine;
  apply_bus(models, machine, sources, diagnostics);
  const TaskApplication* const application = find_task_application(system.application.value);
  if (application == nullptr || diagnostics.has_errors()) return;
  for (const TaskKernel& kernel : application->kernels) {
    const std::string_view name = system.number > 4 ? kernel.doubled : kernel.single;
    const auto said = machine.kernels.find(std::string(kernel.name));
    if (name.empty() || (said != machine.kernels.end() && !lacks_times(said->second))) continue;
    if (!kernel.like.empty() && !has_codelet(models, std::string(name))) {
      use_time_of_like(kernel, machine);
      continue;
    }
    const std::optional<Codelet> codelet = read_codelet(models, std::string(name), sources, diagnostics);
    if (!codelet) continue;
    const double bytes = kernel.tiles * system.tile_bytes();
    std::vector<double>& times = machine.kernels[std::string(kernel.name)];
    times.resize(machine.workers(), kNotSaid);
    const auto cards = static_cast<std::size_t>(machine.cards.value);
    for (std::size_t w = 0; w < times.size(); ++w) {
      if (!std::isnan(times[w])) continue;
      // All cores take the time of core 0.
      times[w] = w > cards   ? times[w - 1]
                 : w < cards ? time_on(*codelet, DeviceKind::cuda, static_cast<int>(w), bytes, models, diagnostics)
                             : time_on(*codelet, DeviceKind::cpu, 0, bytes, models, diagnostics);
    }
    machine.recorded = true;
  }
}

void apply_platform(const PerformanceModels& models, const std::string& variant, TaskMachine& machine, Sources& sources,
                    Diagnostics& diagnostics) {
  std::optional<PlatformModel> platform = read_platform(models, variant, machine.cards.value, sources, diagnostics);
  if (!platform) return;
  for (std::size_t from = 0; from < machine.bandwidth.size(); ++from) {
    for (std::size_t to = 0; to < machine.bandwidth.size(); ++to) {
      // What crosses shared links alone is as fast as the slowest of them.
      double& own = platform->bandwidth[from][to];
      for (const int wire : platform->crossing[from][to]) {
        const double shared = platform->wires[static_cast<std::size_t>(wire)];
        own = own == 0 ? shared : std::min(own, shared);
      }
      if (own == 0) own = 1;  // of a memory with itself
    }
  }
  machine.wires = {std::move(platform->bandwidth), std::move(platform->latency), std::move(platform->wires),
                   std::move(platform->crossing)};
}

std::vector<std::vector<double>> kernel_times(const TaskSystem& system, Diagnostics& diagnostics) {
  const TaskApplication* const application = find_task_application(system.application.value);
  const TaskMachine& machine = system.machine;
  std::vector<std::vector<double>> all;
  for (const TaskKernel& kernel : application->kernels) {
    const auto given = machine.kernels.find(std::string(kernel.name));
    std::vector<double> times(machine.workers(), kNotSaid);
    if (given != machine.kernels.end()) times = given->second;
    const double flop = kernel.flop * std::pow(system.tile, 3);
    for (std::size_t w = 0; w < times.size(); ++w) {
      const double rate = w < static_cast<std::size_t>(machine.cards.value) ? machine.card_rate : machine.core_rate;
      if (std::isnan(times[w]) && rate > 0) times[w] = flop / rate;
    }
    if (lacks_times(times)) {
      const bool on_both = std::isnan(times.front()) && std::isnan(times.back());
      const std::string where = on_both ? "" : std::isnan(times.front()) ? " on a card" : " on a core";
      diagnostics.error(system.application.where, fmt::format("nothing says how long the kernel '{}' takes{}", kernel.name, where),
                        "the node has 'kernels' with times, or 'rates', or 'perfmodels' that have it");
      continue;
    }
    all.push_back(std::move(times));
  }
  return all;
}

}  // namespace petriloom
