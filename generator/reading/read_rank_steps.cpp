// SPDX-License-Identifier: Apache-2.0
// The steps of a program of ranks.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/text/quote.h"
#include "engine/text/real_text.h"
#include "generator/reading/read_ranks.h"

namespace petriloom {
namespace {

constexpr int kMostWidth = 1 << 20;
constexpr int kMostAlong = 8;
constexpr Range<double> kStepFlop{0, 1e24};
constexpr Range<double> kStepBytes{0, 1e18};
constexpr Range<double> kStepShare{0, 1};
constexpr Range<double> kGpuShare{1e-6, 1};

constexpr std::array<std::string_view, 2> kMemories{"host", "gpu"};
constexpr std::array<std::string_view, 2> kDoers{"cores", "gpu"};
constexpr int kGpu = 1;  // in both
constexpr const char* kNoPoints = "without 'domain' there are no points";

/// What a step needs to know of the rest.
struct Around {
  int ranks = 1;                       ///< 0: how many there are could not be read
  const RankDomain* domain = nullptr;  ///< null: there is none
};

struct Work {
  std::optional<Located<double>> flop, bytes, working_set, flop_per_point, bytes_per_point, working_set_per_point;
  Located<double> frequency, memory_share;
  Expression factor;
  Located<int> on;  ///< a number of kDoers
  Located<double> share;
};

constexpr auto kStepWorkKeys = std::to_array<Key<Work>>({
    {"flop", [](Reader& r, const YamlNode& n, Work& w) { w.flop = r.number(n, kStepFlop); }, ""},
    {"bytes", [](Reader& r, const YamlNode& n, Work& w) { w.bytes = r.quantity(n, Dimension::bytes, kStepBytes); }, ""},
    {"working_set", [](Reader& r, const YamlNode& n, Work& w) { w.working_set = r.quantity(n, Dimension::bytes, kStepBytes); }, ""},
    {"flop_per_point", [](Reader& r, const YamlNode& n, Work& w) { w.flop_per_point = r.number(n, kStepFlop); }, ""},
    {"bytes_per_point",
     [](Reader& r, const YamlNode& n, Work& w) { w.bytes_per_point = r.quantity(n, Dimension::bytes, kStepBytes); }, ""},
    {"working_set_per_point",
     [](Reader& r, const YamlNode& n, Work& w) { w.working_set_per_point = r.quantity(n, Dimension::bytes, kStepBytes); }, ""},
    {"frequency", [](Reader& r, const YamlNode& n, Work& w) { w.frequency = r.quantity(n, Dimension::frequency, kClock); }, ""},
    {"memory_share", [](Reader& r, const YamlNode& n, Work& w) { w.memory_share = r.number(n, kStepShare); }, ""},
    {"factor", [](Reader& r, const YamlNode& n, Work& w) { w.factor = r.expression(n, "rank", "uniform(0.9, 1.1)"); }, ""},
    {"on", [](Reader& r, const YamlNode& n, Work& w) { w.on = r.choice(n, kDoers); }, "cores"},
    {"share", [](Reader& r, const YamlNode& n, Work& w) { w.share = r.number(n, kGpuShare); }, ""},
});

/// Data between a GPU and the memory of its node, or to a file system.
struct Block {
  Located<int> to;  ///< a number of kMemories, of the former
  std::optional<Located<double>> bytes, bytes_per_point;
};

constexpr auto kStepCopyKeys = std::to_array<Key<Block>>({
    {"to", [](Reader& r, const YamlNode& n, Block& b) { b.to = r.choice(n, kMemories); }, nullptr},
    {"bytes", [](Reader& r, const YamlNode& n, Block& b) { b.bytes = r.quantity(n, Dimension::bytes, kStepBytes); }, ""},
    {"bytes_per_point",
     [](Reader& r, const YamlNode& n, Block& b) { b.bytes_per_point = r.quantity(n, Dimension::bytes, kStepBytes); }, ""},
});

struct Halo {
  Located<int> width;
  Located<double> bytes;
  Located<bool> corners;
  Located<int> memory;  ///< a number of kMemories
};

constexpr auto kStepHaloKeys = std::to_array<Key<Halo>>({
    {"width",
     [](Reader& r, const YamlNode& n, Halo& h) {
       h.width = r.integer(n, {1, kMostWidth});
     },
     "1"},
    {"bytes_per_point", [](Reader& r, const YamlNode& n, Halo& h) { h.bytes = r.quantity(n, Dimension::bytes, kStepBytes); },
     nullptr},
    {"corners", [](Reader& r, const YamlNode& n, Halo& h) { h.corners = r.boolean(n); }, "false"},
    {"memory", [](Reader& r, const YamlNode& n, Halo& h) { h.memory = r.choice(n, kMemories); }, "host"},
});

constexpr auto kStepCheckpointKeys = std::to_array<Key<Block>>({
    kStepCopyKeys[1],
    kStepCopyKeys[2],
});

/// An operation of all ranks, or of those along one dimension of the grid.
struct Collective {
  double bytes = 0;
  Located<int> memory;  ///< a number of kMemories
  Located<int> root;
  std::optional<Located<std::string>> algorithm;
  std::optional<Located<int>> along;
};

constexpr auto kStepCollectiveKeys = std::to_array<Key<Collective>>({
    {"bytes", [](Reader& r, const YamlNode& n, Collective& c) { c.bytes = r.quantity(n, Dimension::bytes, kStepBytes).value; },
     nullptr},
    {"algorithm", [](Reader& r, const YamlNode& n, Collective& c) { c.algorithm = r.word(n); }, ""},
    {"along",
     [](Reader& r, const YamlNode& n, Collective& c) {
       c.along = r.integer(n, {0, kMostAlong - 1});
     },
     ""},
    {"memory", [](Reader& r, const YamlNode& n, Collective& c) { c.memory = r.choice(n, kMemories); }, "host"},
});

constexpr auto kStepRootedKeys = std::to_array<Key<Collective>>({
    kStepCollectiveKeys[0],
    {"root",
     [](Reader& r, const YamlNode& n, Collective& c) {
       c.root = r.integer(n, {0, 1'000'000'000});
     },
     "0"},
    kStepCollectiveKeys[1],
    kStepCollectiveKeys[2],
    kStepCollectiveKeys[3],
});

constexpr auto kStepBarrierKeys = std::to_array<Key<Collective>>({
    {"bytes", [](Reader& r, const YamlNode& n, Collective& c) { c.bytes = r.quantity(n, Dimension::bytes, kStepBytes).value; },
     "0 B"},
    kStepCollectiveKeys[1],
    kStepCollectiveKeys[2],
    kStepCollectiveKeys[3],
});

/// An algorithm of an operation, and what nets/ranks/steps.loom calls the two together. The first
/// of each operation is the one that is meant if none is named.
struct Algorithm {
  std::string_view operation;
  std::string_view name;
  std::string_view doing;
};

constexpr auto kAlgorithms = std::to_array<Algorithm>({
    {"broadcast", "binomial", "broadcast"},
    {"reduce", "binomial", "reduce"},
    {"gather", "binomial", "gather"},
    {"scatter", "binomial", "scatter"},
    {"allreduce", "doubling", "allreduce_doubling"},
    {"allreduce", "halving", "allreduce_halving"},
    {"allreduce", "ring", "allreduce_ring"},
    {"allgather", "ring", "allgather_ring"},
    {"all_to_all", "pairwise", "to_all_pairwise"},
    {"all_to_all", "at_once", "to_all_at_once"},
    {"all_to_all", "bruck", "to_all_bruck"},
    {"barrier", "dissemination", "barrier"},
    {"shift", "next", "shift"},
});

bool has_root(std::string_view operation) {
  return operation == "broadcast" || operation == "reduce" || operation == "gather" || operation == "scatter";
}

std::string_view doing_of(Reader& reader, std::string_view operation, const std::optional<Located<std::string>>& named) {
  std::vector<std::string> names;
  for (const Algorithm& one : kAlgorithms) {
    if (one.operation != operation) continue;
    if (!named || named->value.empty() || named->value == one.name) return one.doing;
    names.emplace_back(one.name);
  }
  reader.error(named->where, fmt::format("'{}' has no algorithm {}", operation, quote(named->value)), suggest(named->value, names));
  return {};
}

void read_work(Reader& reader, const YamlNode& node, const Around& around, std::vector<RankStep>& steps) {
  Work work;
  if (!read_keys<Work>(reader, node, "'work'", kStepWorkKeys, work)) return;
  using Amount = std::optional<Located<double>>;
  const auto value = [](const Amount& amount) { return amount ? amount->value : 0; };
  const auto add = [&](const Amount& flop, const Amount& bytes, const Amount& working_set, bool of_points) {
    if (working_set && !bytes) {
      reader.error(working_set->where, "without the bytes that are moved no cache holds any of them",
                   of_points ? "bytes_per_point" : "bytes");
    }
    if ((!flop && !bytes) || !reader.readable(work.on.where)) return;
    if (work.on.value == kGpu) {
      const double share = work.share.value > 0 ? work.share.value : 1;
      steps.push_back({fmt::format("done_by(on_gpu, {}, {}, {}, {}, {})", real_text(value(flop)), real_text(value(bytes)),
                                   real_text(value(working_set)), of_points, real_text(share)),
                       node.where});
      steps.back().factor = work.factor;
      steps.back().gpu = GpuWork{value(flop), value(bytes), value(working_set), of_points};
      steps.back().of_points = of_points;
      return;
    }
    steps.push_back({fmt::format("work_step({}, {}, {}, {})", real_text(value(flop)), real_text(value(bytes)),
                                 real_text(value(working_set)), of_points),
                     node.where, value(flop), working_set && working_set->value > 0, work.frequency, work.memory_share, true,
                     work.factor});
    steps.back().of_points = of_points;
  };
  add(work.flop, work.bytes, work.working_set, false);
  add(work.flop_per_point, work.bytes_per_point, work.working_set_per_point, true);
  for (const Amount& per_point : {work.flop_per_point, work.bytes_per_point, work.working_set_per_point}) {
    if (per_point && around.domain == nullptr) reader.error(per_point->where, kNoPoints);
  }
  if (work.on.value == kGpu) {
    if (work.frequency.value > 0) reader.error(work.frequency.where, "'frequency' is that of cores, and a GPU works here");
    if (work.memory_share.value > 0) reader.error(work.memory_share.where, "'memory_share' warms cores, and a GPU works here");
  } else if (work.share.value > 0 && reader.readable(work.on.where)) {
    reader.error(work.share.where, "'share' is that of a GPU, and cores work here", "on: gpu");
  }
  if (!work.flop && !work.bytes && !work.flop_per_point && !work.bytes_per_point)
    reader.error(node.where, "'work' needs one of its keys", "flop, bytes, flop_per_point, bytes_per_point");
}

void read_copy(Reader& reader, const YamlNode& node, const Around& around, std::vector<RankStep>& steps) {
  Block block;
  if (!read_keys<Block>(reader, node, "'copy'", kStepCopyKeys, block)) return;
  const auto add = [&](const std::optional<Located<double>>& bytes, bool of_points) {
    if (!bytes) return;
    steps.push_back(
        {fmt::format("copy_step({}, {}, {})", block.to.value == kGpu ? "to_gpu" : "to_host", real_text(bytes->value), of_points),
         node.where});
    steps.back().gpu.emplace();
    steps.back().of_points = of_points;
  };
  add(block.bytes, false);
  add(block.bytes_per_point, true);
  if (block.bytes_per_point && around.domain == nullptr) reader.error(block.bytes_per_point->where, kNoPoints);
  if (!block.bytes && !block.bytes_per_point)
    reader.error(node.where, "'copy' needs one of its keys 'bytes' and 'bytes_per_point'");
}

/// Messages between memories of nodes or of GPUs, by their number of kMemories.
RankStep message_step(const std::string& value, const Located<int>& memory, const YamlNode& node) {
  const bool gpu = memory.value == kGpu;
  RankStep step{(gpu ? "gpu_" : "") + value, node.where};
  if (gpu) step.gpu = GpuWork{.messages = true};
  return step;
}

void read_halo(Reader& reader, const YamlNode& node, const Around& around, std::vector<RankStep>& steps) {
  Halo halo;
  if (!read_keys<Halo>(reader, node, "'halo'", kStepHaloKeys, halo)) return;
  steps.push_back(message_step(
      fmt::format("halo_step({}, {}, {})", halo.width.value, real_text(halo.bytes.value), halo.corners.value), halo.memory, node));
  steps.back().of_points = true;
  if (around.domain == nullptr) {
    reader.error(node.where, "without 'domain' there is no halo", "domain: {points: [1024, 1024]}");
    return;
  }
  for (std::size_t d = 0; d < around.domain->grid.size(); ++d) {
    const int part = around.domain->points[d] / around.domain->grid[d];
    if (halo.width.value <= part) continue;
    reader.error(halo.width.where,
                 fmt::format("a halo of {} points is wider than the {} of a rank along dimension {}", halo.width.value, part, d));
  }
}

void read_checkpoint(Reader& reader, const YamlNode& node, const Around& around, std::vector<RankStep>& steps) {
  Block checkpoint;
  if (!read_keys<Block>(reader, node, "'checkpoint'", kStepCheckpointKeys, checkpoint)) return;
  if (checkpoint.bytes.has_value() == checkpoint.bytes_per_point.has_value()) {
    reader.error(node.where, "'checkpoint' needs one of its keys, not both", "bytes, bytes_per_point");
    return;
  }
  const bool of_points = checkpoint.bytes_per_point.has_value();
  const Located<double>& bytes = of_points ? *checkpoint.bytes_per_point : *checkpoint.bytes;
  if (of_points && around.domain == nullptr) reader.error(bytes.where, kNoPoints);
  RankStep step{fmt::format("store_step({}, {})", real_text(bytes.value), of_points), node.where};
  step.stores = true;
  step.of_points = of_points;
  steps.push_back(std::move(step));
}

void read_collective(Reader& reader, std::string_view operation, const YamlNode& node, const Around& around,
                     std::vector<RankStep>& steps) {
  Collective collective;
  const std::string section = fmt::format("'{}'", operation);
  const std::span<const Key<Collective>> keys = has_root(operation)      ? std::span<const Key<Collective>>(kStepRootedKeys)
                                                : operation == "barrier" ? std::span<const Key<Collective>>(kStepBarrierKeys)
                                                                         : std::span<const Key<Collective>>(kStepCollectiveKeys);
  if (!read_keys<Collective>(reader, node, section, keys, collective)) return;
  int count = around.ranks;
  int stride = 1;
  if (collective.along) {
    const int d = collective.along->value;
    if (around.domain == nullptr || d >= static_cast<int>(around.domain->grid.size())) {
      reader.error(collective.along->where,
                   around.domain == nullptr ? std::string("without 'domain' there are no dimensions")
                                            : fmt::format("the domain has the dimensions 0 to {}", around.domain->grid.size() - 1));
      return;
    }
    count = around.domain->grid[static_cast<std::size_t>(d)];
    for (int k = 0; k < d; ++k) stride *= around.domain->grid[static_cast<std::size_t>(k)];
  }
  if (around.ranks > 0 && collective.root.value >= count) {
    reader.error(collective.root.where, fmt::format("the root is one of the {} ranks of a group, from 0 to {}", count, count - 1));
  }
  const std::string_view doing = doing_of(reader, operation, collective.algorithm);
  steps.push_back(message_step(
      fmt::format("group_step({}, {}, {}, {}, {})", doing, real_text(collective.bytes), collective.root.value, count, stride),
      collective.memory, node));
  steps.back().of_points = collective.along.has_value();
}

std::vector<std::string> step_names() {
  std::vector<std::string> names{"work", "copy", "halo", "checkpoint", "every"};
  for (const Algorithm& one : kAlgorithms) {
    if (names.back() != one.operation) names.emplace_back(one.operation);
  }
  return names;
}

/// Steps that are done in some iterations only.
struct Every {
  Located<int> iterations;
  const YamlNode* steps = nullptr;
};

constexpr auto kEveryKeys = std::to_array<Key<Every>>({
    {"iterations",
     [](Reader& r, const YamlNode& n, Every& e) {
       e.iterations = r.integer(n, {1, kMostIterations});
     },
     nullptr},
    {"steps", [](Reader&, const YamlNode& n, Every& e) { e.steps = &n; }, nullptr},
});

void read_every(Reader& reader, const YamlNode& node, const Around& around, std::vector<RankStep>& steps) {
  Every every;
  if (!read_keys<Every>(reader, node, "'every'", kEveryKeys, every) || every.steps == nullptr) return;
  for (RankStep& step : read_rank_steps(reader, *every.steps, around.ranks, around.domain)) {
    if (step.every.value != 1) {
      reader.error(step.every.where, "there is no 'every' in an 'every'", "how often it is done, counted in iterations");
      return;
    }
    step.every = every.iterations;
    steps.push_back(std::move(step));
  }
}

void read_step(Reader& reader, const YamlNode& node, const Around& around, std::vector<RankStep>& steps) {
  const std::vector<std::string> names = step_names();
  YamlNode item = node;
  if (node.kind == YamlNode::Kind::scalar) {
    item = default_node("{}", node.where);
    item.entries.push_back({node.text, node.where, default_node("{}", node.where)});
  }
  if (!reader.is_map(item, "a step")) return;
  bool known = true;
  for (const YamlEntry& each : item.entries) {
    if (std::find(names.begin(), names.end(), each.key) != names.end()) continue;
    known = false;
    reader.error(each.where, fmt::format("there is no step {}", quote(each.key)), suggest(each.key, names));
  }
  if (!known) return;
  if (item.entries.size() != 1) {
    reader.error(item.where, fmt::format("a step is one thing, found {}", item.entries.size()),
                 "an entry of the list each: - halo: {bytes_per_point: 8 B}");
    return;
  }
  YamlEntry& entry = item.entries.front();
  if (entry.value.kind == YamlNode::Kind::null) entry.value = default_node("{}", entry.where);
  if (entry.key == "work") {
    read_work(reader, entry.value, around, steps);
  } else if (entry.key == "checkpoint") {
    read_checkpoint(reader, entry.value, around, steps);
  } else if (entry.key == "every") {
    read_every(reader, entry.value, around, steps);
  } else if (entry.key == "copy") {
    read_copy(reader, entry.value, around, steps);
  } else if (entry.key == "halo") {
    read_halo(reader, entry.value, around, steps);
  } else {
    read_collective(reader, entry.key, entry.value, around, steps);
  }
}

}  // namespace

std::vector<RankStep> read_rank_steps(Reader& reader, const YamlNode& node, int ranks, const RankDomain* domain) {
  std::vector<RankStep> steps;
  if (!reader.is_list(node, "a list of steps")) return steps;
  if (node.items.empty()) reader.error(node.where, "the program has no steps", "one at least: - work: {flop: 1e9}");
  for (const YamlNode& item : node.items) read_step(reader, item, {ranks, domain}, steps);
  return steps;
}

}  // namespace petriloom
