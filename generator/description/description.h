// SPDX-License-Identifier: Apache-2.0
// The description of a system, as typed data in SI units. Read from YAML by read_description; every
// part knows its line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/description/core_power.h"
#include "generator/description/located.h"
#include "generator/description/network.h"
#include "generator/description/rank_gpu.h"
#include "generator/description/rank_system.h"
#include "generator/description/task_system.h"

namespace petriloom {

/// Cost of one phase of the computation on one kind of unit, for one block of that unit: time in s,
/// power in W.
struct PhaseCost {
  std::string phase;
  Expression time;
  Expression power;
};

/// A named cost model ("coka-continuous"): the phases in order, on cores and on GPUs, and what idle
/// units draw.
struct CostModel {
  std::string name;
  std::vector<PhaseCost> cpu;
  std::vector<PhaseCost> gpu;
  double cpu_idle_power = 0;  ///< W, one core
  double gpu_idle_power = 0;  ///< W, one GPU processor
  double cpu_highest = 0;     ///< Hz, the clock of cores up to which it holds; 0: no such is told
  double gpu_highest = 0;     ///< the same of GPUs
  Location where;
};

/// Who shares one bus: every GPU processor has its own, every card, every socket, or the node has
/// one.
enum class BusSharing : std::uint8_t { processor, card, socket, node };

struct NodeKind {
  std::string name;
  Located<int> sockets;
  Located<int> cores_per_socket;
  Located<double> cpu_frequency;                ///< Hz
  Located<double> flop_per_cycle;               ///< of a core; 0: not told
  Located<double> cache_latency;                ///< s, last-level cache of one socket
  Located<double> cache_size;                   ///< B of it; 0: not told
  Located<double> cache_bandwidth;              ///< B/s between it and its cores; 0: not told
  Located<double> memory_latency;               ///< s
  Located<double> memory_bandwidth;             ///< B/s, of a socket
  Located<double> core_bandwidth;               ///< B/s that one core moves at most; 0: not told
  Located<bool> memory_fixed;                   ///< each rank has its own part of a memory
  Located<double> memory_idle_power;            ///< W of the memory of a socket
  std::optional<Located<double>> memory_power;  ///< W at its whole bandwidth; idle if not told
  std::vector<Located<double>> cpu_clocks;      ///< Hz, rising; empty: `cpu_frequency` alone
  std::optional<CorePower> power;               ///< of a core; those of cost models are theirs
  std::optional<CoreHeating> heating;
  Located<int> gpus;  ///< GPU processors in the node; may be 0
  Located<int> gpus_per_card;
  Located<double> gpu_frequency;  ///< Hz
  RankGpu rank_gpu;               ///< what a GPU is to ranks
  LogGp to_device, to_host;       ///< bus
  Located<bool> bus_half;         ///< one direction at a time
  Located<double> bus_power;      ///< W while transferring
  Located<BusSharing> bus_sharing;
  LogGp nic;  ///< memory to network interface and back, over the bus
  Location where;

  [[nodiscard]] int cores() const { return sockets.value * cores_per_socket.value; }
  /// Whether so many ranks meet at its memories: a rank that has sockets for itself does not.
  [[nodiscard]] bool meet_at_memories(int ranks) const { return !memory_fixed.value && sockets.value % ranks != 0; }
  /// Cards hold `gpus_per_card` processors; the last may hold fewer.
  [[nodiscard]] int cards() const;
  /// Buses that carry GPU processors; 0 without GPUs. Shared by socket, the cards are dealt to the
  /// sockets in turn, so there are no more buses than cards.
  [[nodiscard]] int buses() const;
  /// The bus of a GPU processor, 0 .. buses() - 1. Processors are numbered card by card.
  [[nodiscard]] int bus_of(int gpu) const;
};

/// One node: its kind, with what this node overrides already applied.
struct Node {
  NodeKind kind;
  Location where;
};

struct Machine {
  std::vector<Node> nodes;
  Network network;
  Located<std::string> card;  ///< what its cards are: a file in nets/hardware with a module GPU
  std::vector<GivenParameter> card_parameters;
  std::optional<Located<double>> power_cap;  ///< W of all
  std::optional<Storage> storage;            ///< that ranks write to
  /// Whether any two ranks on a node use one memory at a time, so that what one takes the other has
  /// not.
  [[nodiscard]] bool meet_at_memories(const RankSystem& system) const;
};

/// What the host takes back of the data of a task that is done.
enum class TakenBack : std::uint8_t { blocks, borders };

struct Runtime {
  Located<std::string> policy;  ///< name of a file in nets/policy or nets/tasks/policy
  std::vector<GivenParameter> policy_parameters;
  Located<double> scheduling_time;  ///< s of a core per task scheduled
  Located<double> driver_time;      ///< s of a core to fetch and compile code per GPU task
  Located<TakenBack> taken_back;
};

/// Stencil on a grid of subdomains, one per node, static distribution, ghost exchange with grid
/// neighbours after each iteration.
struct Application {
  Located<int> iterations;
  Located<int> grid_columns;  ///< subdomains; columns * rows = nodes
  Located<int> grid_rows;
  Located<bool> periodic;   ///< whether the grid wraps around
  Located<int> block_rows;  ///< points of a CPU block
  Located<int> block_columns;
  Located<int> gpu_block_factor;  ///< CPU blocks in a GPU block (8)
  Located<int> halo_width;        ///< points
  Located<double> point_bytes;    ///< B per point
  /// Whether the net returns to its initial marking after DONE (for reversibility).
  Located<bool> restart;
};

struct Mapping {
  std::vector<Located<int>> blocks;  ///< CPU blocks given to each node
  Located<std::string> cost_model;
  Location where;  ///< of what gives the blocks: the list, or the number of rounds
};

struct RunSection {
  Located<double> until;  ///< s; 0: until the application is done
  Located<int> replications;
};

struct DescribedProperty {
  std::string name;
  /// "invariant", "ltl", "ctl", "bounded", deadlock_free, live, quasi_live, reversible.
  std::string kind;
  std::string formula;  ///< empty for the last five
  Location where;
};

struct Description {
  std::string name;
  Location where;
  Machine machine;
  Runtime runtime;
  Application application;
  CostModel costs;  ///< the one that `mapping` names
  Mapping mapping;
  RunSection run;
  std::vector<DescribedProperty> properties;
  /// Of a node that runs tasks: instead of `machine`, `application`, `costs` and `mapping`.
  std::optional<TaskSystem> tasks;
  /// Of ranks in a program: instead of `runtime`, `application`, `costs` and `mapping`.
  std::optional<RankSystem> ranks;

  /// Whether it is of nodes that compute blocks: then it has these four sections.
  [[nodiscard]] bool of_blocks() const { return !tasks && !ranks; }
  /// How often the application does the same.
  [[nodiscard]] int iterations() const { return ranks ? ranks->iterations() : of_blocks() ? application.iterations.value : 1; }
};

/// CPU blocks that fill a node once: cores + factor * GPUs - cards.
int blocks_once(const NodeKind& kind, int gpu_block_factor);

}  // namespace petriloom
