// SPDX-License-Identifier: Apache-2.0
#include "cli/results/study.h"

#include <algorithm>

#include "cli/shell/table.h"

namespace petriloom::cli {

namespace {

constexpr const char* kMakespan = "workers.makespan";  // of nodes that run tasks (nets/tasks/workers.loom)
constexpr const char* kEfficiency = "efficiency";      // of ranks (generator/assembly/assemble_ranks.cpp)

const MeasureResult* find(const SimulationResult& simulation, const std::string& name) {
  const auto found = std::find_if(simulation.measures.begin(), simulation.measures.end(),
                                  [&](const MeasureResult& measure) { return measure.name == name; });
  return found == simulation.measures.end() || found->value.n == 0 ? nullptr : &*found;
}

/// Whether the net has the measure, also if nothing was measured.
bool has(const SimulationResult& simulation, const std::string& name) {
  return std::any_of(simulation.measures.begin(), simulation.measures.end(),
                     [&](const MeasureResult& measure) { return measure.name == name; });
}

Figure figure(const SimulationResult& simulation, const std::string& measure, std::string name, std::string unit) {
  Figure result{std::move(name), std::move(unit), std::nullopt, 0, std::nullopt, 0};
  if (const MeasureResult* found = find(simulation, measure)) {
    result.simulated = found->value.mean;
    result.half_width = found->value.half_width;
  }
  return result;
}

/// The members of a family of measures, in their order: "0", "1" ... of "node_time[0]".
std::vector<std::string> keys_of(const SimulationResult& simulation, const std::string& family) {
  const std::string before = family + "[";
  std::vector<std::string> keys;
  for (const MeasureResult& measure : simulation.measures) {
    if (measure.name.starts_with(before) && measure.name.ends_with(']'))
      keys.push_back(measure.name.substr(before.size(), measure.name.size() - before.size() - 1));
  }
  return keys;
}

std::vector<Figure> figures_of_tasks(const SimulationResult& simulation) {
  std::vector<Figure> all{figure(simulation, kMakespan, "makespan", "s"),
                          figure(simulation, "workers.on_cards", "tasks on cards", ""),
                          figure(simulation, "energy", "energy of the run", "J")};
  std::erase_if(all, [&](const Figure& one) { return !one.simulated && &one != &all.front(); });
  return all;
}

/// What of a machine a measure of energy is of: "cpu" of "node[3].cpu[0].energy" as blocks have it,
/// "core" of "core_energy" as ranks do; empty of sums over parts, and of what is none.
std::string part_of(const MeasureResult& measure) {
  constexpr std::string_view kEnergy = "_energy";
  if (measure.unit != "J" || measure.value.n == 0) return {};
  const std::string& name = measure.name;
  if (name.starts_with("node[")) {
    const std::size_t dot = name.find('.');
    return dot == std::string::npos ? "" : name.substr(dot + 1, name.find_first_of("[.", dot + 1) - dot - 1);
  }
  const bool whole = name.ends_with(kEnergy) && name.find('.') == std::string::npos;
  return whole ? name.substr(0, name.size() - kEnergy.size()) : "";
}

/// By the parts that the machine has, in the order in which the net measures them.
std::vector<EnergyOfPart> energies_of_parts(const SimulationResult& simulation) {
  std::vector<EnergyOfPart> all;
  for (const MeasureResult& measure : simulation.measures) {
    const std::string part = part_of(measure);
    if (part.empty()) continue;
    auto found = std::find_if(all.begin(), all.end(), [&part](const EnergyOfPart& one) { return one.part == part; });
    if (found == all.end()) found = all.insert(all.end(), {part, 0});
    found->joule += measure.value.mean;
  }
  return all;
}

/// Those that are measured.
std::vector<Figure> figures_of_ranks(const SimulationResult& simulation) {
  std::vector<Figure> all{figure(simulation, "run_time", "time of the run", "s"),
                          figure(simulation, "iteration_time", "time of an iteration", "s")};
  for (const std::string& job : keys_of(simulation, "jobs.time"))
    all.push_back(figure(simulation, "jobs.time[" + job + "]", "time of the job " + job, "s"));
  all.push_back(figure(simulation, kEfficiency, "share of work", ""));
  all.push_back(figure(simulation, "energy", "energy of the run", "J"));
  std::erase_if(all, [](const Figure& one) { return !one.simulated; });
  return all;
}

std::vector<Figure> figures_of_iterations(const SimulationResult& simulation, const std::optional<SystemFigures>& analytic,
                                          int iterations) {
  Figure time = figure(simulation, "iteration_time", "time of an iteration", "s");
  Figure energy = figure(simulation, "energy", "energy of the run", "J");
  Figure imbalance = figure(simulation, "imbalance", "imbalance", "");
  imbalance.near_zero = 0.01;
  if (analytic) {
    time.analytic = analytic->iteration_time;
    energy.analytic = analytic->energy * iterations;
    imbalance.analytic = analytic->imbalance;
  }
  return {time, energy, imbalance};
}

}  // namespace

std::optional<double> Figure::difference() const {
  if (!simulated || !analytic) return std::nullopt;
  return relative_change(*analytic, *simulated, std::max(half_width, near_zero));
}

std::string Figure::difference_text() const {
  if (!simulated || !analytic) return {};
  if (const auto percent = difference()) return percent_text(*percent);
  const double off = *simulated - *analytic;
  return (off > 0 ? "+" : "") + quantity(off, unit);
}

void collect_figures(Study& study, const std::optional<SystemFigures>& analytic, int iterations) {
  const auto measured = [&study](const char* name) { return find(study.simulation, name) != nullptr; };
  study.figures = has(study.simulation, kMakespan) ? figures_of_tasks(study.simulation)
                  : measured(kEfficiency)          ? figures_of_ranks(study.simulation)
                                                   : figures_of_iterations(study.simulation, analytic, iterations);

  if (measured("energy")) study.energies = energies_of_parts(study.simulation);

  std::vector<std::string> keys = keys_of(study.simulation, "node_time");
  const std::size_t described = analytic ? analytic->nodes.size() : 0;
  for (std::size_t n = keys.size(); n < described; ++n) keys.push_back(std::to_string(n));
  for (std::size_t n = 0; n < keys.size(); ++n) {
    NodeFigure node{keys[n], figure(study.simulation, "node_time[" + keys[n] + "]", "time", "s"),
                    figure(study.simulation, "node_energy[" + keys[n] + "]", "energy", "J")};
    if (n < described) {
      node.time.analytic = analytic->nodes[n].iteration_time;
      node.energy.analytic = analytic->nodes[n].energy * iterations;
    }
    study.nodes.push_back(std::move(node));
  }
}

}  // namespace petriloom::cli
