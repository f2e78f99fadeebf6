// SPDX-License-Identifier: Apache-2.0
#include "generator/reading/read_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/text/wording.h"
#include "generator/reading/check.h"
#include "generator/reading/sections.h"

namespace petriloom {
namespace {

constexpr Range<double> kTraceUnit{1e-15, 1e6};  // s
constexpr Range<double> kTraceBytes{0, 1e18};
constexpr std::array<std::string_view, 3> kPlacements{"block", "cyclic", "random"};
constexpr int kMostSeed = std::numeric_limits<int>::max();
constexpr Range<double> kNoiseTime{1e-12, 1e6};  // s
constexpr std::array<std::string_view, 3> kNoiseHow{"random", "together", "apart"};

constexpr auto kNoiseKeys = std::to_array<Key<RankNoise>>({
    {"period", [](Reader& r, const YamlNode& n, RankNoise& k) { k.period = r.quantity(n, Dimension::time, kNoiseTime); }, nullptr},
    {"duration", [](Reader& r, const YamlNode& n, RankNoise& k) { k.duration = r.quantity(n, Dimension::time, kNoiseTime); },
     nullptr},
    {"how",
     [](Reader& r, const YamlNode& n, RankNoise& k) {
       const Located<int> number = r.choice(n, kNoiseHow);
       k.how = {static_cast<RankNoise::How>(number.value), number.where};
     },
     "random"},
});

void read_noise(Reader& reader, const YamlNode& node, std::optional<RankNoise>& noise) {
  RankNoise read;
  read.where = node.where;
  const std::size_t errors = reader.errors();
  if (!read_keys<RankNoise>(reader, node, "'noise'", kNoiseKeys, read) || reader.errors() != errors) return;
  if (read.how.value != RankNoise::How::random && read.duration.value >= read.period.value) {
    reader.error(read.duration.where, "noise that is there all the time lets no rank work",
                 "a 'duration' shorter than the 'period'");
  }
  noise = read;
}

/// Read before it can be understood: steps depend on the domain, and that on the ranks.
struct ApplicationDraft {
  RankSystem system;
  RankJob job;  ///< the only one, or what jobs have that do not say it
  const YamlNode* domain = nullptr;
  const YamlNode* steps = nullptr;
  const YamlNode* jobs = nullptr;
  RankPlacement placement;
  const YamlNode* tasks = nullptr;
  RankTraceDraft trace;
  bool copy = false;
};

constexpr auto kRankApplicationKeys = std::to_array<Key<ApplicationDraft>>({
    {"kind", [](Reader&, const YamlNode&, ApplicationDraft&) {}, nullptr},
    {"ranks_per_node", [](Reader& r, const YamlNode& n, ApplicationDraft& d) { d.job.ranks_per_node = read_ranks_per_node(r, n); },
     "1"},
    {"order", [](Reader& r, const YamlNode& n, ApplicationDraft& d) { d.job.cyclic = read_rank_order(r, n); }, "block"},
    {"iterations",
     [](Reader& r, const YamlNode& n, ApplicationDraft& d) {
       d.job.iterations = r.integer(n, {1, kMostIterations});
     },
     "1"},
    {"domain", [](Reader&, const YamlNode& n, ApplicationDraft& d) { d.domain = &n; }, ""},
    {"copy",
     [](Reader& r, const YamlNode& n, ApplicationDraft& d) {
       d.system.copy = read_log_gp(r, n);
       d.copy = true;
     },
     ""},
    {"noise", [](Reader& r, const YamlNode& n, ApplicationDraft& d) { read_noise(r, n, d.system.noise); }, ""},
    {"steps", [](Reader&, const YamlNode& n, ApplicationDraft& d) { d.steps = &n; }, ""},
    {"jobs", [](Reader&, const YamlNode& n, ApplicationDraft& d) { d.jobs = &n; }, ""},
    {"placement",
     [](Reader& r, const YamlNode& n, ApplicationDraft& d) {
       d.placement.how = static_cast<RankPlacement::How>(r.choice(n, kPlacements).value);
     },
     "block"},
    {"placement_seed",
     [](Reader& r, const YamlNode& n, ApplicationDraft& d) {
       d.placement.seed = r.integer(n, {0, kMostSeed}).value;
     },
     "1"},
    {"tasks", [](Reader&, const YamlNode& n, ApplicationDraft& d) { d.tasks = &n; }, ""},
    {"trace", [](Reader&, const YamlNode& n, ApplicationDraft& d) { d.trace.file = &n; }, ""},
    {"unit", [](Reader& r, const YamlNode& n, ApplicationDraft& d) { d.trace.unit = r.quantity(n, Dimension::time, kTraceUnit); },
     ""},
    {"eager",
     [](Reader& r, const YamlNode& n, ApplicationDraft& d) { d.trace.eager = r.quantity(n, Dimension::bytes, kTraceBytes); }, ""},
    {"buffered",
     [](Reader& r, const YamlNode& n, ApplicationDraft& d) { d.trace.buffered = r.quantity(n, Dimension::bytes, kTraceBytes); },
     ""},
    {"sizes", [](Reader&, const YamlNode& n, ApplicationDraft& d) { d.trace.sizes = &n; }, ""},
});

/// A program is steps, jobs, tasks or a trace; what is of the one is a mistake with the others.
bool check_program(Reader& reader, const YamlNode& node, const ApplicationDraft& draft) {
  const bool traced = draft.trace.file != nullptr;
  const std::array programs_given{draft.steps, draft.jobs, draft.tasks, draft.trace.file};
  const auto programs =
      std::count_if(programs_given.begin(), programs_given.end(), [](const YamlNode* one) { return one != nullptr; });
  if (programs != 1) {
    reader.error(node.where, programs > 1 ? "a program of ranks has one of 'steps', 'jobs', 'tasks' and 'trace', not several"
                                          : "a program of ranks needs the key 'steps', 'jobs', 'tasks' or 'trace'");
    return false;
  }
  const std::size_t errors = reader.errors();
  const auto refuse = [&](std::initializer_list<std::string_view> keys, std::string_view owners) {
    for (const std::string_view key : keys) {
      for (const YamlEntry& entry : node.entries) {
        if (entry.key == key) reader.error(entry.where, fmt::format("'{}' is of {}", key, owners));
      }
    }
  };
  if (draft.jobs != nullptr) {
    refuse({"iterations", "domain"}, "each of the jobs");
  } else {
    if (draft.steps == nullptr) refuse({"iterations", "domain"}, "programs that have steps");
    refuse({"placement", "placement_seed"}, "programs that are several jobs");
  }
  if (!traced) refuse({"unit", "buffered", "sizes"}, "programs that have a trace");
  if (draft.tasks != nullptr) refuse({"eager"}, "programs that have steps or a trace");
  return reader.errors() == errors;
}

/// Of a node by what it has: a rank has an equal share of its cores. False after an error.
bool check_node(Reader& reader, const NodeKind& kind, const RankSystem& system, const RankJob& job) {
  const std::span<const RankStep> steps = system.steps_of(job);
  const auto any = [steps](auto has) { return std::any_of(steps.begin(), steps.end(), has); };
  const bool works = (system.trace && system.trace->has_flop) || (system.farm && system.farm->flop.value > 0) ||
                     any([](const RankStep& step) { return step.flop > 0; });
  const bool caches = (system.farm && system.farm->working_set.value > 0) || any([](const RankStep& step) { return step.caches; });
  if (!reader.readable(kind.cores_per_socket.where) || !reader.readable(kind.sockets.where)) return false;
  if (job.ranks_per_node.value > kind.cores()) {
    reader.error(job.ranks_per_node.where, fmt::format("{} ranks on a node of kind {}, which has {} cores",
                                                       job.ranks_per_node.value, kind.name, kind.cores()));
  } else if (works && kind.flop_per_cycle.value == 0) {
    reader.error(kind.where, fmt::format("ranks work, and the kind '{}' lacks the key 'flop_per_cycle'", kind.name),
                 "flop_per_cycle: 16, of a core");
  } else if (caches && kind.cache_size.value == 0) {
    reader.error(kind.where, fmt::format("work has a working set, and the kind '{}' lacks the size of its cache", kind.name),
                 "cache: {size: 32 MiB}, of a socket");
  } else {
    return true;
  }
  return false;
}

/// How warm the cores are that a job gets from another, nothing tells.
void check_heat(Reader& reader, const Machine& machine, const RankSystem& system) {
  std::vector<const RankJob*> owners(machine.nodes.size(), nullptr);
  for (const RankJob& job : system.jobs) {
    for (const std::size_t node : job.nodes) {
      const RankJob* const other = std::exchange(owners[node], &job);
      const NodeKind& kind = machine.nodes[node].kind;
      if (other == nullptr || !kind.heating) continue;
      reader.error(kind.heating->idle.where,
                   fmt::format("the jobs '{}' and '{}' both have node {}, and how warm one leaves it to the other is not told",
                               other->name, job.name, node),
                   "no 'temperature', or nodes of their own");
      return;
    }
  }
}

void check_nodes(Reader& reader, const Machine& machine, const RankSystem& system) {
  for (const Node& node : machine.nodes) {
    if (!system.noise || !node.kind.heating || !node.kind.heating->limit) continue;
    reader.error(node.kind.heating->limit->where, "when cores with noise reach a limit of temperature is not told",
                 "no 'limit', or no 'noise'");
  }
  check_heat(reader, machine, system);
  for (const RankJob& job : system.jobs) {
    const auto wrong = [&](std::size_t node) { return !check_node(reader, machine.nodes[node].kind, system, job); };
    if (std::any_of(job.nodes.begin(), job.nodes.end(), wrong)) return;
  }
  check_rank_gpus(reader, machine, system);
  if (system.eager && system.on_gpus()) {
    reader.error(system.eager->where, "when messages of ranks that use GPUs wait for their receiver is not told",
                 "no 'eager', or steps that use no GPU");
  }
}

/// What the machine says that has no effect on ranks, or not where it is said.
void warn_of_unused(Reader& reader, const Machine& machine, const RankSystem& system, bool copy_told) {
  const auto& nodes = machine.nodes;
  const auto has_nic = [](const Node& node) { return node.kind.nic.latency + node.kind.nic.overhead + node.kind.nic.per_byte > 0; };
  if (const auto node = std::find_if(nodes.begin(), nodes.end(), has_nic); node != nodes.end())
    reader.warning(node->kind.nic.where, "'nic' has no effect on ranks", "what their messages cost is the 'link' of the network");
  for (const Node& node : nodes) {
    if (node.kind.cache_latency.value == 0) continue;
    reader.warning(node.kind.cache_latency.where, "'latency' of the cache has no effect on ranks",
                   "what their work takes the 'bandwidth' of the cache and 'bytes' say");
  }
  if (machine.card.where.known())
    reader.warning(machine.card.where, "'card' has no effect on ranks", "what their GPUs do the keys of 'gpus' say");
  const auto stores = [](const RankStep& step) { return step.stores; };
  if (machine.storage && std::none_of(system.steps.begin(), system.steps.end(), stores))
    reader.warning(machine.storage->where, "nobody writes to the 'storage'", "steps: [checkpoint: {bytes: 1 GB}]");
  const NodeKind& first = nodes.front().kind;
  const auto other = [&](const Node& node) {
    return node.kind.memory_latency.value != first.memory_latency.value ||
           node.kind.memory_bandwidth.value != first.memory_bandwidth.value;
  };
  const auto shares_nodes = [](const RankJob& job) { return job.ranks_per_node.value > 1; };
  if (copy_told || std::none_of(nodes.begin(), nodes.end(), other)) return;
  if (std::none_of(system.jobs.begin(), system.jobs.end(), shares_nodes)) return;
  reader.warning(
      system.where,
      fmt::format("messages within any node take what the memory of the first is, of kind '{}', and memories differ", first.name),
      "'copy' of the application says what they take");
}

void read_rank_application(Reader& reader, const YamlNode& node, const Machine& machine, Sources& sources, Diagnostics& diagnostics,
                           RankSystem& system) {
  ApplicationDraft draft;
  draft.system.where = node.where;
  if (!read_keys<ApplicationDraft>(reader, node, "'application'", kRankApplicationKeys, draft)) return;
  system = draft.system;
  if (!check_program(reader, node, draft)) return;
  if (machine.nodes.empty()) return;
  if (!draft.copy) {
    const NodeKind& kind = machine.nodes.front().kind;
    system.copy = {
        kind.memory_latency.value, 0, 0, kind.memory_bandwidth.value > 0 ? 1 / kind.memory_bandwidth.value : 0, 0, node.where};
  }
  draft.job.where = node.where;
  if (draft.jobs != nullptr) {
    read_rank_jobs(reader, *draft.jobs, draft.job, draft.placement, machine.nodes.size(), system);
  } else {
    draft.job.nodes.resize(machine.nodes.size());
    std::iota(draft.job.nodes.begin(), draft.job.nodes.end(), std::size_t{0});
    if (!check_number_of_ranks(reader, draft.job.ranks(), draft.job.ranks_per_node.where)) return;
    system.jobs.push_back(draft.job);
  }
  if (system.jobs.empty()) return;
  if (draft.trace.file == nullptr) system.eager = draft.trace.eager;
  if (draft.steps == nullptr && !reader.readable(draft.job.ranks_per_node.where)) return;
  if (draft.trace.file != nullptr) {
    read_rank_trace(reader, draft.trace, system.ranks(), sources, diagnostics, system);
  } else if (draft.tasks != nullptr) {
    read_rank_farm(reader, *draft.tasks, static_cast<int>(system.ranks()), system);
  } else if (draft.steps != nullptr && !read_rank_program(reader, draft.domain, *draft.steps, system.jobs.front(), system)) {
    return;
  }
  warn_of_unused(reader, machine, system, draft.copy);
  check_nodes(reader, machine, system);
}

/// Everything that the sections say.
struct RankDraft {
  Description* description;
  const YamlNode* application = nullptr;
};

constexpr auto kRankSections = std::to_array<Key<RankDraft>>({
    {"name", [](Reader& r, const YamlNode& n, RankDraft& d) { d.description->name = r.word(n).value; }, ""},
    {"include", [](Reader&, const YamlNode&, RankDraft&) {}, ""},
    {"links", [](Reader& r, const YamlNode& n, RankDraft&) { read_links(r, n, r.links); }, ""},
    {"machine", [](Reader& r, const YamlNode& n, RankDraft& d) { read_machine(r, n, d.description->machine); }, nullptr},
    {"application", [](Reader&, const YamlNode& n, RankDraft& d) { d.application = &n; }, nullptr},
    {"run", [](Reader& r, const YamlNode& n, RankDraft& d) { read_run(r, n, d.description->run); }, "{}"},
    {"properties", [](Reader& r, const YamlNode& n, RankDraft& d) { read_properties(r, n, d.description->properties); }, ""},
});

}  // namespace

bool describes_ranks(const YamlNode& root) {
  const YamlNode* application = root.kind == YamlNode::Kind::map ? root.find("application") : nullptr;
  if (application == nullptr || application->kind != YamlNode::Kind::map) return false;
  const YamlNode* kind = application->find("kind");
  return kind != nullptr && kind->kind == YamlNode::Kind::scalar && kind->text == "ranks";
}

void read_rank_description(Reader& reader, const YamlNode& root, const std::vector<std::string>& nets, Sources& sources,
                           Diagnostics& diagnostics, Description& description) {
  RankDraft draft{&description};
  if (!read_keys<RankDraft>(reader, root, "a description of ranks", kRankSections, draft)) return;
  const std::size_t errors = reader.errors();
  description.ranks.emplace();
  read_rank_application(reader, *draft.application, description.machine, sources, diagnostics, *description.ranks);
  const Network& network = description.machine.network;
  const bool steps = !description.ranks->trace && !description.ranks->farm;
  if (!steps && network.rails.value > 1 && network.sharing.value == kAlone) {
    reader.error(network.rails.where, "messages of a trace or of tasks that meet no other have one interface",
                 "'sharing: fair' or 'packets', or no rails");
  }
  if (reader.errors() == errors && !description.machine.nodes.empty()) check_network(reader, description.machine);
  check_storage(reader, description.machine, *description.ranks);
  check_network_files(reader, description.machine.network, nets);
  CostEvaluator costs(sources, diagnostics);
  const RankSystem& ranks = *description.ranks;
  const auto draws = [](const Node& node) { return node.kind.power.has_value(); };
  const bool powered = std::any_of(description.machine.nodes.begin(), description.machine.nodes.end(), draws);
  if (powered && ranks.trace && ranks.noise)
    reader.error(ranks.noise->where, "what noise of a trace draws is not told", "no 'noise', or no 'power' of the kinds of nodes");
  if (powered && ranks.farm)
    reader.error(ranks.farm->where, "what workers draw is not told",
                 "'steps' in place of 'tasks', or no 'power' of the kinds of nodes");
  if (reader.errors() == errors) settle_rank_power(reader, costs, description.machine, *description.ranks);
}

}  // namespace petriloom
