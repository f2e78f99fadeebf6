// SPDX-License-Identifier: Apache-2.0
#include "generator/reading/read_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/text/wording.h"
#include "generator/reading/check.h"

namespace petriloom {
namespace {

constexpr int kMostRanks = 4'000'000;
constexpr int kMostRanksOfNode = 4096;
constexpr int kMostDomainPoints = std::numeric_limits<int>::max();
constexpr std::size_t kMostDomainDimensions = 8;
constexpr Range<double> kTraceUnit{1e-15, 1e6};  // s
constexpr Range<double> kTraceBytes{0, 1e18};
constexpr std::array<std::string_view, 2> kRankOrders{"block", "cyclic"};
constexpr std::array<std::string_view, 2> kPointsOf{"all", "rank"};
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
  const YamlNode* domain = nullptr;
  const YamlNode* steps = nullptr;
  const YamlNode* tasks = nullptr;
  RankTraceDraft trace;
  bool copy = false;
};

constexpr auto kRankApplicationKeys = std::to_array<Key<ApplicationDraft>>({
    {"kind", [](Reader&, const YamlNode&, ApplicationDraft&) {}, nullptr},
    {"ranks_per_node",
     [](Reader& r, const YamlNode& n, ApplicationDraft& d) {
       d.system.ranks_per_node = r.integer(n, {1, kMostRanksOfNode});
     },
     "1"},
    {"order",
     [](Reader& r, const YamlNode& n, ApplicationDraft& d) {
       const Located<int> number = r.choice(n, kRankOrders);
       d.system.cyclic = {number.value == 1, number.where};
     },
     "block"},
    {"iterations",
     [](Reader& r, const YamlNode& n, ApplicationDraft& d) {
       d.system.iterations = r.integer(n, {1, kMostIterations});
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

struct DomainDraft {
  std::vector<int> points;
  std::vector<int> grid;
  Located<bool> periodic;
  Located<int> of;
  Location points_where, grid_where;
};

std::vector<int> domain_numbers(Reader& reader, const YamlNode& node, std::string_view what) {
  std::vector<int> numbers;
  if (!reader.is_list(node, what)) return numbers;
  if (node.items.empty() || node.items.size() > kMostDomainDimensions) {
    reader.error(node.where,
                 fmt::format("expected {}, from 1 to {} of them, found {}", what, kMostDomainDimensions, node.items.size()));
  }
  for (const YamlNode& item : node.items) numbers.push_back(reader.integer(item, {1, kMostDomainPoints}).value);
  return numbers;
}

constexpr auto kDomainKeys = std::to_array<Key<DomainDraft>>({
    {"points",
     [](Reader& r, const YamlNode& n, DomainDraft& d) {
       d.points = domain_numbers(r, n, "a list of points along each dimension");
       d.points_where = n.where;
     },
     nullptr},
    {"of", [](Reader& r, const YamlNode& n, DomainDraft& d) { d.of = r.choice(n, kPointsOf); }, "all"},
    {"grid",
     [](Reader& r, const YamlNode& n, DomainDraft& d) {
       d.grid = domain_numbers(r, n, "a list of ranks along each dimension");
       d.grid_where = n.where;
     },
     ""},
    {"periodic", [](Reader& r, const YamlNode& n, DomainDraft& d) { d.periodic = r.boolean(n); }, "false"},
});

/// The prime factors of the ranks, the largest first, each to the dimension that has most points
/// for a rank so far.
std::vector<int> balanced_grid(int ranks, const std::vector<int>& points) {
  std::vector<int> primes;
  for (int p = 2; p <= ranks / p; ++p) {
    for (; ranks % p == 0; ranks /= p) primes.push_back(p);
  }
  if (ranks > 1) primes.push_back(ranks);
  std::vector<int> grid(points.size(), 1);
  for (auto prime = primes.rbegin(); prime != primes.rend(); ++prime) {
    std::size_t longest = 0;
    for (std::size_t d = 1; d < grid.size(); ++d) {
      if (std::int64_t{points[d]} * grid[longest] > std::int64_t{points[longest]} * grid[d]) longest = d;
    }
    grid[longest] *= *prime;
  }
  return grid;
}

/// Empty after an error.
std::optional<RankDomain> read_domain(Reader& reader, const YamlNode& node, int ranks) {
  DomainDraft draft;
  const std::size_t errors = reader.errors();
  if (!read_keys<DomainDraft>(reader, node, "'domain'", kDomainKeys, draft) || reader.errors() != errors) return std::nullopt;
  RankDomain domain{draft.points, draft.grid, draft.periodic, node.where};
  const bool given = !draft.grid.empty();
  if (!given)
    domain.grid =
        balanced_grid(ranks, std::vector<int>(draft.of.value == 0 ? draft.points : std::vector<int>(draft.points.size(), 1)));
  if (domain.grid.size() != domain.points.size()) {
    reader.error(draft.grid_where,
                 fmt::format("the grid has {}, the points {}", counted(domain.grid.size(), "dimension"), domain.points.size()));
    return std::nullopt;
  }
  const double places = std::accumulate(domain.grid.begin(), domain.grid.end(), 1.0, std::multiplies<>());
  if (places != ranks) {
    reader.error(draft.grid_where, fmt::format("the grid has {} places for {} ranks", places, ranks),
                 "without 'grid' the ranks are dealt to the dimensions by their points");
    return std::nullopt;
  }
  for (std::size_t d = 0; d < domain.grid.size(); ++d) {
    const double all = draft.of.value == 0 ? domain.points[d] : double{1} * domain.points[d] * domain.grid[d];
    if (all > kMostDomainPoints) {
      reader.error(draft.points_where, fmt::format("there are at most {} points along a dimension", kMostDomainPoints));
    } else if (all < domain.grid[d]) {
      reader.error(given ? draft.grid_where : draft.points_where,
                   fmt::format("{} points along dimension {} are not one for each of {} ranks", all, d, domain.grid[d]));
    }
    domain.points[d] = static_cast<int>(std::min<double>(all, kMostDomainPoints));
  }
  if (reader.errors() != errors) return std::nullopt;
  return domain;
}

/// A program is steps, tasks or a trace; what is of the one is a mistake with the others.
bool check_program(Reader& reader, const YamlNode& node, const ApplicationDraft& draft) {
  const bool traced = draft.trace.file != nullptr;
  const int programs = (traced ? 1 : 0) + (draft.steps != nullptr ? 1 : 0) + (draft.tasks != nullptr ? 1 : 0);
  if (programs != 1) {
    reader.error(node.where, programs > 1 ? "a program of ranks has one of 'steps', 'tasks' and 'trace', not several"
                                          : "a program of ranks needs the key 'steps', 'tasks' or 'trace'");
    return false;
  }
  const std::size_t errors = reader.errors();
  const auto refuse = [&](std::initializer_list<std::string_view> keys, std::string_view owners) {
    for (const std::string_view key : keys) {
      for (const YamlEntry& entry : node.entries) {
        if (entry.key == key) reader.error(entry.where, fmt::format("'{}' is of programs that have {}", key, owners));
      }
    }
  };
  if (draft.steps == nullptr) refuse({"iterations", "domain"}, "steps");
  if (!traced) refuse({"unit", "eager", "buffered", "sizes"}, "a trace");
  return reader.errors() == errors;
}

/// Of a node by what it has: a rank has an equal share of its cores.
void check_nodes(Reader& reader, const Machine& machine, const RankSystem& system) {
  const bool works = (system.trace && system.trace->has_flop) || (system.farm && system.farm->flop.value > 0) ||
                     std::any_of(system.steps.begin(), system.steps.end(), [](const RankStep& step) { return step.flop > 0; });
  const bool caches = (system.farm && system.farm->working_set.value > 0) ||
                      std::any_of(system.steps.begin(), system.steps.end(), [](const RankStep& step) { return step.caches; });
  for (const Node& node : machine.nodes) {
    if (system.noise && node.kind.heating && node.kind.heating->limit) {
      reader.error(node.kind.heating->limit->where, "when cores with noise reach a limit of temperature is not told",
                   "no 'limit', or no 'noise'");
    }
    if (system.ranks_per_node.value > node.kind.cores()) {
      reader.error(system.ranks_per_node.where, fmt::format("{} ranks on a node of kind {}, which has {} cores",
                                                            system.ranks_per_node.value, node.kind.name, node.kind.cores()));
      return;
    }
    if (works && node.kind.flop_per_cycle.value == 0) {
      reader.error(node.kind.where, fmt::format("ranks work, and the kind '{}' lacks the key 'flop_per_cycle'", node.kind.name),
                   "flop_per_cycle: 16, of a core");
      return;
    }
    if (caches && node.kind.cache_size.value == 0) {
      reader.error(node.kind.where,
                   fmt::format("work has a working set, and the kind '{}' lacks the size of its cache", node.kind.name),
                   "cache: {size: 32 MiB}, of a socket");
      return;
    }
  }
  check_rank_gpus(reader, machine, system);
}

void read_rank_application(Reader& reader, const YamlNode& node, const Machine& machine, Sources& sources, Diagnostics& diagnostics,
                           RankSystem& system) {
  ApplicationDraft draft;
  draft.system.where = node.where;
  if (!read_keys<ApplicationDraft>(reader, node, "'application'", kRankApplicationKeys, draft)) return;
  system = draft.system;
  if (!check_program(reader, node, draft)) return;
  const double ranks = double{1} * system.ranks_per_node.value * static_cast<double>(machine.nodes.size());
  if (machine.nodes.empty()) return;
  if (ranks > kMostRanks) {
    reader.error(system.ranks_per_node.where, fmt::format("there are at most {} ranks, not {}", kMostRanks, ranks));
    return;
  }
  if (!draft.copy) {
    const NodeKind& kind = machine.nodes.front().kind;
    system.copy = {
        kind.memory_latency.value, 0, 0, kind.memory_bandwidth.value > 0 ? 1 / kind.memory_bandwidth.value : 0, 0, node.where};
  }
  if (draft.trace.file != nullptr) {
    read_rank_trace(reader, draft.trace, static_cast<std::size_t>(ranks), sources, diagnostics, system);
    return check_nodes(reader, machine, system);
  }
  if (draft.tasks != nullptr) {
    read_rank_farm(reader, *draft.tasks, static_cast<int>(ranks), system);
    return check_nodes(reader, machine, system);
  }
  std::optional<RankDomain> domain;
  if (draft.domain != nullptr) {
    domain = read_domain(reader, *draft.domain, static_cast<int>(ranks));
    if (!domain) return;
  }
  system.steps = read_rank_steps(reader, *draft.steps, static_cast<int>(ranks), domain ? &*domain : nullptr);
  system.domain = domain.value_or(RankDomain{{1}, {1}, {false, node.where}, node.where});
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

void read_rank_description(Reader& reader, const YamlNode& root, const std::vector<std::string>& search_path, Sources& sources,
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
  check_network_files(reader, description.machine.network, search_path);
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
