// SPDX-License-Identifier: Apache-2.0
// A program of ranks on the nodes of a machine, as a description has it.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "generator/description/core_power.h"
#include "generator/description/located.h"
#include "generator/description/network.h"
#include "generator/description/rank_gpu.h"
#include "generator/description/rows_of_nodes.h"

namespace petriloom {

/// A step of the program (nets/ranks/steps.loom), in the net language.
struct RankStep {
  std::string value;
  Location where;
  double flop = 0;                    ///< of a rank, or for each of its points
  bool caches = false;                ///< whether a cache may hold its data
  Located<double> frequency = {};     ///< Hz of the cores; 0: their own
  Located<double> memory_share = {};  ///< of its instructions
  bool works = false;
  /// Of how many times the work is done: over `rank`, and it may be random.
  /// Empty: once.
  Expression factor = {};
  Located<int> every = {1, {}};     ///< so many iterations
  bool stores = false;              ///< writes to the storage of the machine
  std::optional<GpuWork> gpu = {};  ///< if it uses the GPU of the rank
  bool of_points = false;           ///< what it does depends on the domain
};

/// A file system that all nodes write to.
struct Storage {
  Located<double> bandwidth;       ///< B/s that all who write share
  Located<double> latency;         ///< s
  Located<double> node_bandwidth;  ///< B/s of a node at most; 0: no less than all
  Location where;
};

/// Tasks that the first rank deals to the others, to whoever is free (nets/ranks/farm.loom).
struct RankFarm {
  Located<int> tasks;
  Located<double> flop, bytes, working_set;  ///< of a task: its work
  Located<double> request, result;           ///< B of its messages
  Expression factor;                         ///< over `rank` and `task`
  Location where;
};

/// What operating systems take from ranks at work (nets/ranks/noise.loom).
struct RankNoise {
  enum class How : std::uint8_t { random, together, apart };
  Located<double> period, duration;  ///< s
  Located<How> how;
  Location where;
};

/// What the ranks divide among themselves.
struct RankDomain {
  std::vector<int> points;  ///< along each dimension, of all ranks together
  std::vector<int> grid;    ///< ranks along each dimension
  Located<bool> periodic;
  Location where;
};

/// How many times the latency and the bandwidth of the link have messages of so many bytes and
/// more.
struct RankMessageSize {
  double bytes = 0;
  double latency = 1;
  double bandwidth = 1;
};

/// A program that is a trace of messages (nets/ranks/trace.loom).
struct RankTrace {
  std::size_t ranks = 0;
  double unit = 1;        ///< s, of times in the trace
  bool has_flop = false;  ///< its work is in flop
  /// Bytes of the largest messages that leave at once, and that do not hold their sender; below 0:
  /// all do.
  Located<double> eager, buffered;
  std::vector<RankMessageSize> sizes;         ///< the smallest first
  std::map<std::string, std::string> tables;  ///< texts of tables that are no files, by their names
  Location where;
};

/// A program of steps, on nodes that no other job has meanwhile (nets/ranks/jobs.loom).
struct RankJob {
  std::string name;                ///< empty: the only program, on all nodes
  std::vector<std::size_t> nodes;  ///< in the order in which they are filled
  Located<int> ranks_per_node;
  Located<bool> cyclic;  ///< its rank r is on its node r % nodes, and not on r / ranks_per_node
  Located<int> iterations;
  Located<double> start;           ///< s, from 0 or from the end of those that it comes after
  std::vector<std::size_t> after;  ///< the jobs that must have ended, by their numbers
  RankDomain domain;               ///< of one point, if there is none
  std::size_t first_step = 0;      ///< its steps among those of all
  std::size_t steps = 0;
  // Of steps that are not of every iteration: the list is that of several iterations.
  std::size_t entry = 0;  ///< where the first pass through the list begins, among its steps
  int passes = 1;
  Location where;

  [[nodiscard]] std::size_t ranks() const { return nodes.size() * static_cast<std::size_t>(ranks_per_node.value); }
};

struct RankSystem {
  std::vector<RankJob> jobs;  ///< at least one; of a trace or a farm, the one on all nodes
  LogGp copy;                 ///< of a message within a node
  std::vector<RankStep> steps;
  /// Of steps: B of the largest messages that do not wait for their receiver.
  std::optional<Located<double>> eager;
  std::optional<RankTrace> trace;  ///< instead of steps
  std::optional<RankNoise> noise;
  std::optional<RankFarm> farm;  ///< instead of steps

  /// Whether the jobs are told by name.
  [[nodiscard]] bool has_jobs() const { return !jobs.front().name.empty(); }
  [[nodiscard]] std::span<const RankStep> steps_of(const RankJob& job) const {
    return std::span(steps).subspan(job.first_step, job.steps);
  }
  /// Ranks of all programs.
  [[nodiscard]] std::size_t ranks() const {
    if (trace) return trace->ranks;
    std::size_t sum = 0;
    for (const RankJob& job : jobs) sum += job.ranks();
    return sum;
  }
  /// How often all ranks do the same.
  [[nodiscard]] int iterations() const { return has_jobs() ? 1 : jobs.front().iterations.value; }
  /// Whether any job comes after another.
  [[nodiscard]] bool in_sequence() const {
    return std::any_of(jobs.begin(), jobs.end(), [](const RankJob& job) { return !job.after.empty(); });
  }
  /// Whether any step uses GPUs.
  [[nodiscard]] bool on_gpus() const {
    return std::any_of(steps.begin(), steps.end(), [](const RankStep& step) { return step.gpu.has_value(); });
  }
  std::optional<RankPower> power;  ///< if the machine tells what its cores draw
  Location where;
};

/// The rows of so many nodes: `row_of` says that of a node which so many ranks share. Where jobs
/// follow each other on a node it is that of the last of them; where no job is one rank is.
template <class RowOf>
auto rows_of_nodes(const RankSystem& system, std::size_t nodes, const RowOf& row_of) {
  using Row = decltype(row_of(std::size_t{}, int{}));
  RowsOfNodes<Row> made;
  std::map<Row, std::size_t> numbers;
  const auto number_of = [&](std::size_t node, int ranks) {
    const auto [row, added] = numbers.emplace(row_of(node, ranks), numbers.size());
    if (added) made.rows.push_back(row->first);
    return row->second;
  };
  std::vector<int> last(nodes, 1);
  for (const RankJob& job : system.jobs) {
    for (const std::size_t node : job.nodes) last[node] = job.ranks_per_node.value;
  }
  for (std::size_t n = 0; n < nodes; ++n) made.of_nodes.push_back(number_of(n, last[n]));
  const auto as_the_last = [&last](const RankJob& job) {
    return std::all_of(job.nodes.begin(), job.nodes.end(),
                       [&](std::size_t node) { return last[node] == job.ranks_per_node.value; });
  };
  if (std::all_of(system.jobs.begin(), system.jobs.end(), as_the_last)) return made;
  for (const RankJob& job : system.jobs) {
    std::vector<std::size_t>& of_job = made.of_jobs.emplace_back();
    for (const std::size_t node : job.nodes) of_job.push_back(number_of(node, job.ranks_per_node.value));
  }
  return made;
}

}  // namespace petriloom
