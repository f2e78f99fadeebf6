// SPDX-License-Identifier: Apache-2.0
// The assembly of a node that runs tasks: an application, the task runtime, and the policy.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "engine/text/real_text.h"
#include "generator/assembly/assembly_text.h"
#include "generator/assembly/generate.h"
#include "generator/tasks/kernel_times.h"

namespace petriloom {
namespace {

std::string row_text(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(real_text(value));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

void write_rows(AssemblyText& out, std::string_view name, const std::vector<std::vector<double>>& rows, const Location& where) {
  std::vector<std::string> texts;
  for (const auto& row : rows) texts.push_back(row_text(row));
  out.line(fmt::format("const {} = [{}];", name, fmt::join(texts, ", ")), where);
}

/// Whether the node is that of nets/tasks/node.loom.
bool is_ideal(const TaskSystem& system) {
  return !system.machine.wires && system.costs.empty() && system.lengths.empty() && !system.machine.recorded;
}

void write_task_imports(AssemblyText& out, const TaskApplication& application, const Component& policy,
                        const Description& description) {
  out.line(fmt::format("import \"tasks/application/{}.loom\";", application.file));
  if (!is_ideal(*description.tasks)) {
    out.line("import \"tasks/open.loom\";");
    const bool recorded = description.tasks->machine.recorded;
    out.line(fmt::format("import \"tasks/{}.loom\";", !description.tasks->lengths.empty() ? "belief"
                                                      : recorded                          ? "recorded"
                                                                                          : "exact"));
    if (!description.tasks->lengths.empty()) out.line(fmt::format("const steps_of_lookup = {};", recorded ? 2 : 0));
  } else {
    out.line("import \"tasks/node.loom\";");
  }
  out.line("import \"tasks/proved.loom\";");
  if (!description.tasks->power.empty()) out.line("import \"tasks/power.loom\";");
  std::string_view beside = application.beside;
  while (!beside.empty()) {
    const std::size_t end = std::min(beside.find(' '), beside.size());
    out.line(fmt::format("import \"tasks/{}.loom\";", beside.substr(0, end)));
    beside.remove_prefix(std::min(end + 1, beside.size()));
  }
  out.quoting_line(fmt::format("import \"{}.loom\";", policy.file), policy.origin, chosen_name(policy));
  out.blank();
}

void write_machine(AssemblyText& out, const TaskMachine& machine) {
  out.line(fmt::format("const cards = {};", machine.cards.value), machine.cards.where);
  out.line(fmt::format("const cores = {};", machine.cores.value), machine.cores.where);
  out.line("colour Worker = int with 0..cards + cores - 1;  // the cards, then the cores");
  out.line("colour Memory = int with 0..cards;              // 0 of the host, then those of the cards");
  write_rows(out, "bandwidth", machine.bandwidth, machine.where);
  write_rows(out, "latency", machine.latency, machine.where);
  out.line("fun bandwidth_of(from_ : int, to : int) : real = nth(nth(bandwidth, from_), to);");
  out.line("fun latency_of(from_ : int, to : int) : real = nth(nth(latency, from_), to);");
}

using ConstantAndValue = std::pair<std::string_view, std::string_view>;

/// What nets/tasks/ideal.loom has: nothing costs anything, and there are no limits.
constexpr auto kIdeal = std::to_array<ConstantAndValue>({
    {"push_cost", "0.0"},
    {"fetch_cost", "0.0"},
    {"kernel_cost", "0.0"},
    {"transfer_cost", "0.0"},
    {"allocation_cost", "0.0"},
    {"card_memory", "0.0"},
    {"least_clean", "0"},
    {"target_clean", "0"},
    {"submits", "false"},
    {"submission_cost", "0.0"},
    {"most_submitted", "0"},
    {"least_submitted", "0"},
});

constexpr auto kLengths = std::to_array<ConstantAndValue>({
    {"cards_believed", "1.0"},
    {"cores_believed", "1.0"},
    {"length_variation", "0.0"},
});

constexpr auto kPower = std::to_array<ConstantAndValue>({
    {"core_power", "0.0"},
    {"core_idle_power", "0.0"},
    {"card_power", "0.0"},
    {"card_idle_power", "0.0"},
});

/// Constants as they are given, and otherwise as they stand in the table.
void write_constants(AssemblyText& out, std::span<const ConstantAndValue> table, const std::vector<TaskConstant>& constants) {
  for (const auto& [name, otherwise] : table) {
    const TaskConstant* const given = find_constant(constants, name);
    if (given == nullptr) {
      out.line(fmt::format("const {} = {};", name, otherwise));
    } else {
      out.line(fmt::format("const {} = {};", name, given->value), given->where);
    }
  }
}

void write_costs(AssemblyText& out, const TaskSystem& system) {
  write_constants(out, kIdeal, system.costs);
  const bool own = system.card_memories.has_value();
  out.line(fmt::format("fun capacity_of(m : Memory) : real = {};",
                       own ? "if m = 0 then 0.0 else nth(card_memory, m - 1)" : "card_memory"));
}

void write_power(AssemblyText& out, const TaskSystem& system, const TaskApplication& application) {
  write_constants(out, kPower, system.power);
  const bool teams = application.beside.find("teams") != std::string_view::npos;
  out.line(fmt::format("fun cores_of(t : Task, w : Worker) : int = {};", teams ? "length(team_of(t, w))" : "1"));
}

/// Links as policies believe them.
void write_links(AssemblyText& out) {
  out.line("fun actual_bandwidth_of(from_ : int, to : int) : real = bandwidth_of(from_, to);");
  out.line("fun actual_latency_of(from_ : int, to : int) : real = latency_of(from_, to);");
  out.line("const wires : list of real = [];");
  out.line("fun wires_of(from_ : int, to : int) : list of int = [];");
  out.line("fun share_of(from_ : int, to : int) : int = 1;");
}

void write_wires(AssemblyText& out, const TaskMachine& machine) {
  const TaskWires& wires = *machine.wires;
  write_rows(out, "actual_bandwidth", wires.bandwidth, machine.where);
  write_rows(out, "actual_latency", wires.latency, machine.where);
  out.line("fun actual_bandwidth_of(from_ : int, to : int) : real = nth(nth(actual_bandwidth, from_), to);");
  out.line("fun actual_latency_of(from_ : int, to : int) : real = nth(nth(actual_latency, from_), to);");
  out.line(fmt::format("const wires : list of real = {};", row_text(wires.wires)), machine.where);
  std::vector<std::string> rows;
  std::vector<std::string> shares;
  for (std::size_t from = 0; from < wires.crossing.size(); ++from) {
    std::vector<std::string> row;
    std::vector<std::string> share;
    for (std::size_t to = 0; to < wires.crossing.size(); ++to) {
      row.push_back(fmt::format("[{}]", fmt::join(wires.crossing[from][to], ", ")));
      // Flows of SimGrid share a link in proportion to 1 / latency.
      const double latency = wires.latency[from][to];
      share.push_back(fmt::format("{}", latency > 0 ? std::max(1L, std::lround(std::min(1e6, 1 / latency))) : 1L));
    }
    rows.push_back(fmt::format("[{}]", fmt::join(row, ", ")));
    shares.push_back(fmt::format("[{}]", fmt::join(share, ", ")));
  }
  out.line(fmt::format("const crossing : list of list of list of int = [{}];", fmt::join(rows, ", ")), machine.where);
  out.line("fun wires_of(from_ : int, to : int) : list of int = nth(nth(crossing, from_), to);");
  out.line(fmt::format("const shares = [{}];", fmt::join(shares, ", ")), machine.where);
  out.line("fun share_of(from_ : int, to : int) : int = nth(nth(shares, from_), to);");
}

void write_application(AssemblyText& out, const TaskApplication& application, const TaskSystem& system,
                       const std::optional<TaskConstant>& kinds, Diagnostics& diagnostics) {
  const auto write = [&](const TaskConstant& constant) {
    out.quoting_line(fmt::format("const {} = {};", constant.name, constant.value), constant.where, "");
  };
  for (const TaskConstant& constant : system.constants) write(constant);
  if (kinds) write(*kinds);
  if (system.tile > 0) out.line(fmt::format("const tile_bytes = {};", real_text(system.tile_bytes())), system.application.where);
  if (!application.kernels.empty()) {
    const std::vector<std::vector<double>> times = kernel_times(system, diagnostics);
    write_rows(out, "kernel_times", times, system.application.where);
    out.line("fun time_of(kernel : int, w : Worker) : real = nth(nth(kernel_times, kernel), w);");
    const auto lacking = [](const auto& row) { return std::find(row.begin(), row.end(), kNoKernel) != row.end(); };
    if (std::any_of(times.begin(), times.end(), lacking))
      out.line("fun has_kernel(kernel : int, w : Worker) : bool = time_of(kernel, w) >= 0.0;");
  }
  if (application.asks_rates) {
    out.line(fmt::format("fun rate_of(w : Worker) : real = if w < cards then {} else {};", real_text(system.machine.card_rate),
                         real_text(system.machine.core_rate)));
  }
  out.blank();
}

}  // namespace

Assembly assemble_tasks(const Description& description, const std::optional<TaskConstant>& kinds, const Component& policy,
                        Diagnostics& diagnostics) {
  AssemblyText out;
  const TaskSystem& system = *description.tasks;
  const TaskApplication& application = *find_task_application(system.application.value);
  out.line(fmt::format("// {}: assembled from its description.", description.name));
  write_task_imports(out, application, policy, description);
  write_machine(out, system.machine);
  if (system.machine.wires) {
    write_wires(out, system.machine);
  } else if (!is_ideal(system)) {
    write_links(out);
  }
  if (!is_ideal(system)) write_costs(out, system);
  if (system.card_tasks.value != kCardTasks)
    out.line(fmt::format("const card_tasks = {};", system.card_tasks.value), system.card_tasks.where);
  if (!system.lengths.empty()) write_constants(out, kLengths, system.lengths);
  if (!system.power.empty()) write_power(out, system, application);
  write_application(out, application, system, kinds, diagnostics);
  out.instance(policy);
  out.blank();
  write_properties(out, description);
  return out.take();
}

}  // namespace petriloom
