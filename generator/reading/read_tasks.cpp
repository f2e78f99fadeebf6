// SPDX-License-Identifier: Apache-2.0
#include "generator/reading/read_tasks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "engine/text/quote.h"
#include "engine/text/real_text.h"
#include "engine/text/wording.h"
#include "formats/task_graph/check_tables.h"
#include "generator/reading/sections.h"
#include "generator/tasks/check_costs.h"
#include "generator/tasks/kernel_times.h"
#include "generator/tasks/least_and_most.h"

namespace petriloom {
namespace {

constexpr int kMostWorkers = 4096;
constexpr int kMostCards = 256;
constexpr int kMostSubmitted = 1'000'000'000;
constexpr Range<double> kCardMemory{0, 1e18};
constexpr Range<double> kFlopRate{1, 1e24};
constexpr Range<double> kWorkerPower{0, 1e9};
constexpr Range<double> kFactor{1e-6, 1e6};
constexpr Range<double> kVariation{0, 10};
constexpr Range<double> kLinkRate{1, 1e18};
constexpr Range<double> kLinkLatency{0, 1e6};
constexpr auto kPlatforms = std::to_array<std::string_view>({"believed", "shared", "flat"});

/// What is read before it can be understood: how many cards there are decides on the rest.
struct NodeDraft {
  TaskMachine machine;
  const YamlNode* bandwidth = nullptr;
  const YamlNode* latency = nullptr;
  const YamlNode* kernels = nullptr;
  Located<std::string> perfmodels;
  Located<std::string> host;
  std::optional<Located<int>> platform;
  std::vector<TaskConstant> power;
  Location rates;  ///< where they are told, if they are
};

constexpr auto kRateKeys = std::to_array<Key<TaskMachine>>({
    {"core",
     [](Reader& r, const YamlNode& n, TaskMachine& m) { m.core_rate = r.quantity(n, Dimension::flop_rate, kFlopRate).value; }, ""},
    {"card",
     [](Reader& r, const YamlNode& n, TaskMachine& m) { m.card_rate = r.quantity(n, Dimension::flop_rate, kFlopRate).value; }, ""},
});

void factor_of(Reader& reader, const YamlNode& node, const char* constant, Range<double> range,
               std::vector<TaskConstant>& constants) {
  constants.push_back({constant, real_text(reader.number(node, range).value), node.where});
}

void quantity_of(Reader& reader, const YamlNode& node, const char* constant, Dimension dimension, Range<double> range,
                 std::vector<TaskConstant>& constants) {
  constants.push_back({constant, real_text(reader.quantity(node, dimension, range).value), node.where});
}

void power_of(Reader& reader, const YamlNode& node, const char* constant, std::vector<TaskConstant>& constants) {
  quantity_of(reader, node, constant, Dimension::power, kWorkerPower, constants);
}

using Constants = std::vector<TaskConstant>;
constexpr auto kWorkerPowerKeys = std::to_array<Key<Constants>>({
    {"core", [](Reader& r, const YamlNode& n, Constants& c) { power_of(r, n, "core_power", c); }, ""},
    {"card", [](Reader& r, const YamlNode& n, Constants& c) { power_of(r, n, "card_power", c); }, ""},
});
constexpr auto kWorkerIdlePowerKeys = std::to_array<Key<Constants>>({
    {"core", [](Reader& r, const YamlNode& n, Constants& c) { power_of(r, n, "core_idle_power", c); }, ""},
    {"card", [](Reader& r, const YamlNode& n, Constants& c) { power_of(r, n, "card_idle_power", c); }, ""},
});
constexpr auto kBelievedKeys = std::to_array<Key<Constants>>({
    {"core", [](Reader& r, const YamlNode& n, Constants& c) { factor_of(r, n, "cores_believed", kFactor, c); }, ""},
    {"card", [](Reader& r, const YamlNode& n, Constants& c) { factor_of(r, n, "cards_believed", kFactor, c); }, ""},
});

/// A file or folder; empty after an error.
Located<std::string> path_of(Reader& reader, const YamlNode& node) {
  const std::string* text = reader.scalar(node, "a folder");
  return {text == nullptr ? "" : *text, node.where};
}

constexpr auto kNodeKeys = std::to_array<Key<NodeDraft>>({
    {"cards",
     [](Reader& r, const YamlNode& n, NodeDraft& d) {
       d.machine.cards = r.integer(n, {0, kMostCards});
     },
     "0"},
    {"cores",
     [](Reader& r, const YamlNode& n, NodeDraft& d) {
       d.machine.cores = r.integer(n, {0, kMostWorkers});
     },
     nullptr},
    {"hwloc", [](Reader&, const YamlNode&, NodeDraft&) {}, ""},  // read by merge_hardware_files
    {"bandwidth", [](Reader&, const YamlNode& n, NodeDraft& d) { d.bandwidth = &n; }, ""},
    {"latency", [](Reader&, const YamlNode& n, NodeDraft& d) { d.latency = &n; }, ""},
    {"rates",
     [](Reader& r, const YamlNode& n, NodeDraft& d) {
       read_keys<TaskMachine>(r, n, "'rates'", kRateKeys, d.machine);
       d.rates = n.where;
     },
     ""},
    {"kernels", [](Reader&, const YamlNode& n, NodeDraft& d) { d.kernels = &n; }, ""},
    {"power", [](Reader& r, const YamlNode& n, NodeDraft& d) { read_keys<Constants>(r, n, "'power'", kWorkerPowerKeys, d.power); },
     ""},
    {"idle_power",
     [](Reader& r, const YamlNode& n, NodeDraft& d) { read_keys<Constants>(r, n, "'idle_power'", kWorkerIdlePowerKeys, d.power); },
     ""},
    {"perfmodels", [](Reader& r, const YamlNode& n, NodeDraft& d) { d.perfmodels = path_of(r, n); }, ""},
    {"host", [](Reader& r, const YamlNode& n, NodeDraft& d) { d.host = r.word(n); }, ""},
    {"platform", [](Reader& r, const YamlNode& n, NodeDraft& d) { d.platform = r.choice(n, kPlatforms); }, ""},
});

/// One value for all links, or a list of rows. If it is not known how many memories there are, a
/// list has as many rows as it has, and so it has without cards, for which it does not matter.
LinkTable read_link_table(Reader& reader, const YamlNode& node, Dimension dimension, Range<double> range,
                          std::optional<std::size_t> known_memories) {
  const bool any_size = known_memories.value_or(1) == 1;
  const std::size_t memories = any_size ? std::max<std::size_t>(node.items.size(), 1) : *known_memories;
  LinkTable links(memories, std::vector<double>(memories, range.low));
  if (node.kind != YamlNode::Kind::list) {
    const double value = reader.quantity(node, dimension, range).value;
    for (auto& row : links) row.assign(memories, value);
    return links;
  }
  const std::string rows = fmt::format("{} rows of {} values, for the host and each card", memories, memories);
  if (node.items.size() != memories) {
    reader.error(node.where, fmt::format("expected {}, found {}", rows, node.items.size()));
    return links;
  }
  for (std::size_t from = 0; from < memories; ++from) {
    const YamlNode& row = node.items[from];
    if (!reader.is_list(row, rows)) continue;
    if (row.items.size() != memories) {
      reader.error(row.where, fmt::format("expected {}, found a row of {}", rows, row.items.size()));
      continue;
    }
    for (std::size_t to = 0; to < memories; ++to) {
      if (from != to) links[from][to] = reader.quantity(row.items[to], dimension, range).value;
    }
  }
  if (known_memories == 1) return {{range.low}};
  return links;
}

/// The folder beside the file in which its name stands, or in one of the search path.
std::string found_folder(const Located<std::string>& folder, const std::vector<std::string>& search_path, const Sources& sources) {
  namespace fs = std::filesystem;
  const fs::path asked(folder.value);
  const fs::path beside = fs::path(sources.name(folder.where.file)).parent_path() / asked;
  std::vector<fs::path> places{beside};
  for (const std::string& path : search_path) places.push_back(fs::path(path) / asked);
  for (const fs::path& place : places) {
    std::error_code absent;
    if (fs::is_directory(place, absent)) return place.lexically_normal().string();
  }
  return {};
}

/// A machine that needs the cards and the application.
struct TaskDraft {
  NodeDraft node;
  TaskSystem system;
  Description* description = nullptr;
  Sources* sources = nullptr;
  Diagnostics* diagnostics = nullptr;
  bool sound = false;
};

constexpr auto kTaskMachineKeys = std::to_array<Key<TaskDraft>>({
    {"node",
     [](Reader& r, const YamlNode& n, TaskDraft& d) {
       d.node.machine.where = n.where;
       read_keys<NodeDraft>(r, n, "'node'", kNodeKeys, d.node);
     },
     nullptr},
});

void time_cost(Reader& reader, const YamlNode& node, TaskSystem& system, const char* constant) {
  quantity_of(reader, node, constant, Dimension::time, kKernelTime, system.costs);
}

void number_cost(Reader& reader, const YamlNode& node, TaskSystem& system, const char* constant, int most) {
  system.costs.push_back({constant, std::to_string(reader.integer(node, {0, most}).value), node.where});
}

/// Of all cards, or a list of one for each.
void read_card_memory(Reader& reader, const YamlNode& node, TaskSystem& system) {
  if (node.kind != YamlNode::Kind::list)
    return quantity_of(reader, node, "card_memory", Dimension::bytes, kCardMemory, system.costs);
  std::vector<std::string> sizes;
  for (const YamlNode& one : node.items) sizes.push_back(real_text(reader.quantity(one, Dimension::bytes, kCardMemory).value));
  system.card_memories = sizes.size();
  system.costs.push_back({"card_memory", fmt::format("[{}]", fmt::join(sizes, ", ")), node.where});
}

constexpr auto kTaskCostKeys = std::to_array<Key<TaskSystem>>({
    {"push", [](Reader& r, const YamlNode& n, TaskSystem& s) { time_cost(r, n, s, "push_cost"); }, ""},
    {"fetch", [](Reader& r, const YamlNode& n, TaskSystem& s) { time_cost(r, n, s, "fetch_cost"); }, ""},
    {"kernel", [](Reader& r, const YamlNode& n, TaskSystem& s) { time_cost(r, n, s, "kernel_cost"); }, ""},
    {"transfer", [](Reader& r, const YamlNode& n, TaskSystem& s) { time_cost(r, n, s, "transfer_cost"); }, ""},
    {"allocation", [](Reader& r, const YamlNode& n, TaskSystem& s) { time_cost(r, n, s, "allocation_cost"); }, ""},
    {"submission", [](Reader& r, const YamlNode& n, TaskSystem& s) { time_cost(r, n, s, "submission_cost"); }, ""},
    {"submits",
     [](Reader& r, const YamlNode& n, TaskSystem& s) {
       s.costs.push_back({"submits", r.boolean(n).value ? "true" : "false", n.where});
     },
     ""},
    {"most_submitted", [](Reader& r, const YamlNode& n, TaskSystem& s) { number_cost(r, n, s, "most_submitted", kMostSubmitted); },
     ""},
    {"least_submitted",
     [](Reader& r, const YamlNode& n, TaskSystem& s) { number_cost(r, n, s, "least_submitted", kMostSubmitted); }, ""},
    {"card_memory", read_card_memory, ""},
    {"least_clean", [](Reader& r, const YamlNode& n, TaskSystem& s) { number_cost(r, n, s, "least_clean", 100); }, ""},
    {"target_clean", [](Reader& r, const YamlNode& n, TaskSystem& s) { number_cost(r, n, s, "target_clean", 100); }, ""},
});

constexpr auto kTaskRuntimeKeys = std::to_array<Key<TaskDraft>>({
    {"policy", [](Reader& r, const YamlNode& n, TaskDraft& d) { read_policy(r, n, d.description->runtime); }, nullptr},
    {"costs", [](Reader& r, const YamlNode& n, TaskDraft& d) { read_keys<TaskSystem>(r, n, "'costs'", kTaskCostKeys, d.system); },
     ""},
    {"believed",
     [](Reader& r, const YamlNode& n, TaskDraft& d) { read_keys<Constants>(r, n, "'believed'", kBelievedKeys, d.system.lengths); },
     ""},
    {"card_tasks",
     [](Reader& r, const YamlNode& n, TaskDraft& d) {
       d.system.card_tasks = r.integer(n, {1, kCardTasks});
     },
     ""},
    {"variation",
     [](Reader& r, const YamlNode& n, TaskDraft& d) { factor_of(r, n, "length_variation", kVariation, d.system.lengths); }, ""},
});

constexpr auto kTaskSections = std::to_array<Key<TaskDraft>>({
    {"name", [](Reader& r, const YamlNode& n, TaskDraft& d) { d.description->name = r.word(n).value; }, ""},
    {"include", [](Reader&, const YamlNode&, TaskDraft&) {}, ""},
    {"machine",
     [](Reader& r, const YamlNode& n, TaskDraft& d) { read_keys<TaskDraft>(r, n, "'machine' of one node", kTaskMachineKeys, d); },
     nullptr},
    {"runtime",
     [](Reader& r, const YamlNode& n, TaskDraft& d) {
       read_keys<TaskDraft>(r, n, "'runtime' of a node that runs tasks", kTaskRuntimeKeys, d);
     },
     nullptr},
    {"application",
     [](Reader& r, const YamlNode& n, TaskDraft& d) { read_task_application(r, n, d.system, *d.sources, *d.diagnostics); },
     nullptr},
    {"run", [](Reader& r, const YamlNode& n, TaskDraft& d) { read_run(r, n, d.description->run); }, "{}"},
    {"properties", [](Reader& r, const YamlNode& n, TaskDraft& d) { read_properties(r, n, d.description->properties); }, ""},
});

void read_links_of_node(Reader& reader, NodeDraft& draft) {
  std::optional<std::size_t> memories;
  if (reader.readable(draft.machine.cards.where)) memories = static_cast<std::size_t>(draft.machine.cards.value) + 1;
  if (draft.bandwidth != nullptr)
    draft.machine.bandwidth = read_link_table(reader, *draft.bandwidth, Dimension::byte_rate, kLinkRate, memories);
  if (draft.latency != nullptr)
    draft.machine.latency = read_link_table(reader, *draft.latency, Dimension::time, kLinkLatency, memories);
  if (!draft.perfmodels.value.empty() || draft.perfmodels.where.known()) {
    if (draft.host.value.empty() && !draft.host.where.known())
      reader.error(draft.perfmodels.where, "'perfmodels' needs the key 'host' beside it", "the name of a machine in that folder");
    return;
  }
  // Whatever its value is.
  if (draft.platform) reader.unreadable(draft.platform->where, "'platform' needs the key 'perfmodels' beside it");
  if (draft.host.where.known()) reader.error(draft.host.where, "'host' needs the key 'perfmodels' beside it");
  if (memories == 1) {
    draft.machine.bandwidth.assign(1, {1.0});
    draft.machine.latency.assign(1, {0.0});
  } else if (memories && (draft.bandwidth == nullptr || draft.latency == nullptr)) {
    reader.error(draft.machine.where,
                 fmt::format("a node with cards needs the key '{}'", draft.bandwidth == nullptr ? "bandwidth" : "latency"),
                 "or 'perfmodels', which have it");
  }
}

/// Whether the node has workers for the tasks of a graph of another tool.
void check_graph(Reader& reader, const TaskDraft& draft) {
  const TaskMachine& machine = draft.node.machine;
  const Location& where = draft.system.application.where;
  const auto none = [&](const Located<int>& workers) { return workers.value == 0 && reader.readable(workers.where); };
  if (none(machine.cores) && draft.system.on_cores_alone) reader.error(where, one_kind_alone(*draft.system.on_cores_alone, false));
  if (none(machine.cards) && draft.system.on_cards_alone) reader.error(where, one_kind_alone(*draft.system.on_cards_alone, true));
}

/// A team has no more cores than there are.
void check_team(const TaskDraft& draft, Diagnostics& diagnostics) {
  const TaskConstant* const team = find_constant(draft.system.constants, "team");
  const int cores = draft.node.machine.cores.value;
  if (team != nullptr && cores > 0 && number_of(draft.system.constants, "team") > cores)
    diagnostics.warning(team->where, fmt::format("a team of {}, and the node has {}", team->value, counted(cores, "core")),
                        "all of them are in it");
}

/// What the application asks of the machine.
void check_rates(Reader& reader, const TaskDraft& draft) {
  const TaskApplication* const application = find_task_application(draft.system.application.value);
  const TaskMachine& machine = draft.node.machine;
  if (application == nullptr || !application->asks_rates) return;
  for (const auto& [key, number, rate] :
       {std::tuple{"card", machine.cards.value, machine.card_rate}, std::tuple{"core", machine.cores.value, machine.core_rate}}) {
    if (number > 0 && rate == 0)
      reader.error(machine.where, fmt::format("the application '{}' needs the rate of a {}", application->name, key),
                   fmt::format("rates: {{{}: 20 Gflop/s}}", key));
  }
}

/// What has no effect as another key is missing, or stands before it.
void warn_of_unused_keys(Reader& reader, const TaskSystem& system, const Location& rates) {
  const TaskConstant* const submits = find_constant(system.costs, "submits");
  if (submits == nullptr || submits->value == "false") {
    for (const std::string_view constant : {"submission_cost", "most_submitted", "least_submitted"}) {
      if (const TaskConstant* const one = find_constant(system.costs, constant); one != nullptr)
        reader.warning(one->where, "this has no effect: all tasks are there at the beginning", "'submits: true' beside it");
    }
  }
  const TaskApplication* const application = find_task_application(system.application.value);
  if (!rates.known() || application->asks_rates) return;
  const bool used = std::any_of(application->kernels.begin(), application->kernels.end(), [&](const TaskKernel& kernel) {
    return !system.machine.kernels.contains(std::string(kernel.name));
  });
  if (!used)
    reader.warning(rates, "'rates' has no effect: what each task takes is known without it",
                   "from 'kernels', 'perfmodels' or the application");
}

}  // namespace

bool describes_tasks(const YamlNode& root) {
  const YamlNode* const machine = root.find("machine");
  if (machine != nullptr) {
    // Also where it is misspelt; clusters have other keys.
    return machine->find("nodes") == nullptr &&
           std::any_of(machine->entries.begin(), machine->entries.end(), [](const YamlEntry& entry) {
             return nearest(entry.key, {"nodes", "node"}) == "node" || entry.key == "node";
           });
  }
  const YamlNode* const application = root.find("application");
  const YamlNode* const kind = application != nullptr ? application->find("kind") : nullptr;
  return kind != nullptr && kind->text != "stencil" && find_task_application(kind->text) != nullptr;  // that is of clusters, too
}

void read_task_description(Reader& reader, const YamlNode& root, const std::vector<std::string>& search_path, Sources& sources,
                           Diagnostics& diagnostics, Description& description) {
  for (const auto& key : kNodeKeys) reader.sections.emplace(std::string(key.name), "'node' of 'machine'");
  for (const auto& key : kTaskCostKeys) reader.sections.emplace(std::string(key.name), "'costs' of 'runtime'");
  for (const auto& key : kTaskRuntimeKeys) reader.sections.emplace(std::string(key.name), "'runtime'");
  TaskDraft draft;
  draft.description = &description;
  draft.sources = &sources;
  draft.diagnostics = &diagnostics;
  if (!read_keys<TaskDraft>(reader, root, "a description of a node that runs tasks", kTaskSections, draft)) return;
  NodeDraft& node = draft.node;
  if (node.machine.workers() == 0 && reader.errors() == 0)
    reader.error(node.machine.where, "the node has no worker", "cards or cores, at least one");
  read_links_of_node(reader, node);
  const TaskApplication* const application = find_task_application(draft.system.application.value);
  if (application != nullptr && node.kernels != nullptr) read_kernels(reader, *node.kernels, *application, node.machine);
  check_rates(reader, draft);
  check_graph(reader, draft);
  if (reader.errors() == 0) check_team(draft, diagnostics);
  if (reader.errors() == 0) check_power(node.machine, node.power, diagnostics);
  if (reader.errors() == 0) check_costs(draft.system, diagnostics);
  if (reader.errors() == 0) check_card_memory(draft.system, node.machine.cards, diagnostics);
  if (reader.errors() > 0 || diagnostics.has_errors()) return;
  draft.system.machine = std::move(node.machine);
  draft.system.power = std::move(node.power);
  if (!node.perfmodels.value.empty()) {
    const std::string folder = found_folder(node.perfmodels, search_path, sources);
    if (folder.empty()) {
      reader.error(node.perfmodels.where, fmt::format("there is no folder {}", quote_path(node.perfmodels.value)),
                   "one with performance models of StarPU, beside this file");
      return;
    }
    const PerformanceModels models{folder, node.host.value, node.perfmodels.where};
    apply_performance_models(models, draft.system, sources, diagnostics);
    const std::size_t chosen = node.platform ? static_cast<std::size_t>(node.platform->value) : 0;
    if (chosen > 0 && !diagnostics.has_errors())
      apply_platform(models, chosen == 1 ? "" : ".flat", draft.system.machine, sources, diagnostics);
  }
  if (diagnostics.has_errors()) return;
  kernel_times(draft.system, diagnostics);  // what is missing
  warn_of_unused_keys(reader, draft.system, node.rates);
  description.tasks = std::move(draft.system);
}

}  // namespace petriloom
