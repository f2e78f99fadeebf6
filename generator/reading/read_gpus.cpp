// SPDX-License-Identifier: Apache-2.0
// The GPUs of a kind of node, and what a program of ranks must have in common with them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/text/wording.h"
#include "generator/reading/read_ranks.h"
#include "generator/reading/sections.h"

namespace petriloom {
namespace {

constexpr int kMostKernels = 4096;
constexpr std::array<std::string_view, 2> kLinkSharing{"pair", "gpu"};

constexpr auto kGpuMemoryKeys = std::to_array<Key<RankGpu>>({
    {"size", [](Reader& r, const YamlNode& n, RankGpu& g) { g.memory_size = r.quantity(n, Dimension::bytes, kRoom); }, ""},
    {"bandwidth",
     [](Reader& r, const YamlNode& n, RankGpu& g) { g.memory_bandwidth = r.quantity(n, Dimension::byte_rate, kByteRate); },
     nullptr},
});

/// Links with the places of their pairs.
struct GpuLinksDraft {
  GpuLinks links;
  std::vector<Located<std::pair<int, int>>> pairs;
};

void read_pair(Reader& reader, const YamlNode& node, GpuLinksDraft& draft) {
  if (!reader.is_list(node, "a pair of GPUs, as [0, 1]")) return;
  std::vector<int> ends;
  bool readable = true;
  for (const YamlNode& item : node.items) {
    ends.push_back(reader.integer(item, {0, kMostUnits - 1}).value);
    readable = readable && reader.readable(item.where);
  }
  if (!readable) return;
  if (ends.size() != 2 || ends[0] == ends[1]) {
    reader.error(node.where, "a link joins two GPUs that differ", "[0, 1]");
    return;
  }
  draft.pairs.push_back({{std::min(ends[0], ends[1]), std::max(ends[0], ends[1])}, node.where});
}

constexpr auto kGpuLinkKeys = std::to_array<Key<GpuLinksDraft>>({
    {"link", [](Reader& r, const YamlNode& n, GpuLinksDraft& l) { l.links.link = read_log_gp(r, n); }, nullptr},
    {"sharing",
     [](Reader& r, const YamlNode& n, GpuLinksDraft& l) {
       const Located<int> number = r.choice(n, kLinkSharing);
       l.links.switched = {number.value == 1, number.where};
     },
     "pair"},
    {"pairs",
     [](Reader& r, const YamlNode& n, GpuLinksDraft& l) {
       if (!r.is_list(n, "a list of pairs of GPUs")) return;
       if (n.items.empty()) r.error(n.where, "no GPUs are joined", "without 'pairs' all are, without 'links' none");
       for (const YamlNode& item : n.items) read_pair(r, item, l);
       if (l.links.switched.value) r.error(n.where, "GPUs that have a link each, to a switch, are all joined", "sharing: pair");
     },
     ""},
});

void read_links_of_gpus(Reader& reader, const YamlNode& node, NodeKind& kind) {
  GpuLinksDraft draft;
  draft.links.where = node.where;
  if (!read_keys<GpuLinksDraft>(reader, node, "'links' of GPUs", kGpuLinkKeys, draft)) return;
  for (const auto& [pair, where] : draft.pairs) {
    draft.links.pairs.insert(pair);
    if (pair.second < kind.gpus.value || !reader.readable(kind.gpus.where)) continue;
    reader.error(where,
                 fmt::format("[{}, {}] is no pair of the {} of a node", pair.first, pair.second, counted(kind.gpus.value, "GPU")),
                 "they are counted from 0");
  }
  kind.rank_gpu.links = std::move(draft.links);
}

constexpr auto kGpuKeys = std::to_array<Key<NodeKind>>({
    {"processors",
     [](Reader& r, const YamlNode& n, NodeKind& k) {
       k.gpus = r.integer(n, {0, kMostUnits});
     },
     nullptr},
    {"per_card",
     [](Reader& r, const YamlNode& n, NodeKind& k) {
       k.gpus_per_card = r.integer(n, {1, kMostUnits});
     },
     "1"},
    {"frequency", [](Reader& r, const YamlNode& n, NodeKind& k) { k.gpu_frequency = r.quantity(n, Dimension::frequency, kClock); },
     ""},
    {"flop_per_cycle", [](Reader& r, const YamlNode& n, NodeKind& k) { k.rank_gpu.flop_per_cycle = r.number(n, kFlopPerCycle); },
     ""},
    {"memory",
     [](Reader& r, const YamlNode& n, NodeKind& k) { read_keys<RankGpu>(r, n, "'memory' of GPUs", kGpuMemoryKeys, k.rank_gpu); },
     ""},
    {"launch", [](Reader& r, const YamlNode& n, NodeKind& k) { k.rank_gpu.launch = r.quantity(n, Dimension::time, kDuration); },
     "0 s"},
    {"kernels",
     [](Reader& r, const YamlNode& n, NodeKind& k) {
       k.rank_gpu.kernels = r.integer(n, {1, kMostKernels});
     },
     "1"},
    {"copy_engines",
     [](Reader& r, const YamlNode& n, NodeKind& k) {
       k.rank_gpu.copy_engines = r.integer(n, {1, 2});
     },
     "2"},
    {"links", read_links_of_gpus, ""},
    {"idle_power",
     [](Reader& r, const YamlNode& n, NodeKind& k) { k.rank_gpu.idle_power = r.quantity(n, Dimension::power, kWatts); }, "0 W"},
    {"power", [](Reader& r, const YamlNode& n, NodeKind& k) { k.rank_gpu.power = r.quantity(n, Dimension::power, kWatts); }, ""},
    {"gpudirect", [](Reader& r, const YamlNode& n, NodeKind& k) { k.rank_gpu.direct = r.boolean(n); }, "false"},
});

/// Of the rank that has most points, in all dimensions.
double most_points(const RankDomain& domain) {
  double points = 1;
  for (std::size_t d = 0; d < domain.points.size(); ++d)
    points *= (double{1} * domain.points[d] + domain.grid[d] - 1) / domain.grid[d];
  return points;
}

using JobSteps = std::span<const RankStep>;

/// What a rank goes through at most, and at which step.
void check_room(Reader& reader, const NodeKind& kind, const RankJob& job, JobSteps steps) {
  if (kind.rank_gpu.memory_size.value == 0) return;
  const int ranks = (job.ranks_per_node.value + kind.gpus.value - 1) / kind.gpus.value;
  for (const RankStep& step : steps) {
    if (!step.gpu) continue;
    const double bytes = ranks * step.gpu->working_set * (step.gpu->of_points ? std::floor(most_points(job.domain)) : 1);
    if (bytes <= kind.rank_gpu.memory_size.value) continue;
    reader.warning(
        step.where,
        fmt::format("{} have a working set of {}, and their GPU has {}", counted(ranks, "rank"),
                    quantity_text(bytes, Dimension::bytes), quantity_text(kind.rank_gpu.memory_size.value, Dimension::bytes)),
        "what does not fit crosses the bus");
  }
}

/// False after an error.
bool check_kind_of_ranks(Reader& reader, const NodeKind& kind, const RankJob& job, JobSteps steps) {
  const auto any = [steps](auto wants) {
    return std::any_of(steps.begin(), steps.end(), [&](const RankStep& step) { return step.gpu && wants(*step.gpu); });
  };
  const int ranks = job.ranks_per_node.value;
  if (!reader.readable(kind.gpus.where)) return false;
  if (kind.gpus.value == 0) {
    reader.error(kind.where, fmt::format("ranks use GPUs, and the kind '{}' has none", kind.name),
                 "gpus: {processors: 4, frequency: 1.4 GHz, flop_per_cycle: 6912, memory: {bandwidth: 1.5 TB/s}}");
  } else if (ranks < kind.gpus.value) {
    reader.error(job.ranks_per_node.where,
                 fmt::format("{} on a node of kind {}, which has {}: each rank works on one", counted(ranks, "rank"), kind.name,
                             counted(kind.gpus.value, "GPU")),
                 fmt::format("ranks_per_node: {} or more", kind.gpus.value));
  } else if (any([](const GpuWork& work) { return work.flop > 0; }) && kind.rank_gpu.flop_per_cycle.value == 0) {
    reader.error(kind.gpus.where, fmt::format("GPUs of kind '{}' work, and lack the key 'flop_per_cycle'", kind.name),
                 "flop_per_cycle: 6912, of a GPU");
  } else if (any([&](const GpuWork& work) { return work.bytes > 0 || (work.messages && ranks > kind.gpus.value); }) &&
             kind.rank_gpu.memory_bandwidth.value == 0) {
    reader.error(kind.gpus.where, fmt::format("GPUs of kind '{}' move data, and lack the key 'memory'", kind.name),
                 "memory: {bandwidth: 1.5 TB/s}, of a GPU");
  } else {
    return true;
  }
  return false;
}

}  // namespace

void read_gpus(Reader& reader, const YamlNode& node, NodeKind& kind) {
  read_keys<NodeKind>(reader, node, "'gpus'", kGpuKeys, kind);
  const RankGpu& gpu = kind.rank_gpu;
  if (gpu.most_power() < gpu.idle_power.value)
    reader.error(gpu.power->where, "a GPU that works draws no less than an idle one", "at least its 'idle_power'");
}

void check_rank_gpus(Reader& reader, const Machine& machine, const RankSystem& system) {
  for (const RankJob& job : system.jobs) {
    const JobSteps steps = system.steps_of(job);
    if (std::none_of(steps.begin(), steps.end(), [](const RankStep& step) { return step.gpu.has_value(); })) continue;
    for (const std::size_t n : job.nodes) {
      const NodeKind& kind = machine.nodes[n].kind;
      if (!check_kind_of_ranks(reader, kind, job, steps)) return;
      check_room(reader, kind, job, steps);
    }
  }
}

}  // namespace petriloom
